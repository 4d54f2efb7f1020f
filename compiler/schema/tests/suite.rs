//! The official test suite, where this clone has it beside the repository (`../shared/json-schema/suite`): every schema of its
//! required tests is read without fault, with the documents it refers to, and so are those of its optional ones; and what the
//! plan says of each instance is the verdict of the suite.

use std::{
    fs,
    path::{Path, PathBuf},
};

use packwright_runtime_min::{json::Value, validate::Report};
use packwright_schema::{
    Documents, Options, Schema, interpret,
    parse::{FormatUse, Unknown},
    plan,
};

const REMOTES: &str = "http://localhost:1234";

fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/json-schema/suite");
    folder.is_dir().then_some(folder)
}

/// The JSON files in a folder and those in it, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> =
        fs::read_dir(folder).expect("the folder can be read").map(|entry| entry.expect("it too").path()).collect();
    entries.sort();
    let inside = entries.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    inside.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect()
}

fn read(path: &Path) -> Value<'static> {
    let bytes = fs::read(path).expect("the file can be read");
    Value::parse(&bytes).expect("the suite is JSON").into_owned()
}

fn remotes(suite: &Path) -> Documents {
    let mut documents = Documents::new();
    let folder = suite.join("remotes");
    for path in files(&folder) {
        let place = path.strip_prefix(&folder).expect("it is in there").display();
        documents.add(&format!("{REMOTES}/{place}"), read(&path)).expect("it is a URI");
    }
    documents
}

/// What is not as the suite says in a file: schemas that are not read, with the first fault of each, and verdicts.
fn differences(path: &Path, documents: &Documents, options: Options) -> Vec<String> {
    let file = path.file_name().unwrap_or_default().display();
    let Value::Array(groups) = read(path) else { panic!("{file}: groups") };
    let described = |value: &Value<'_>| value.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut differences = Vec::new();
    for group in &groups {
        let name = format!("{file}: {}", described(group));
        let plan = match Schema::parse_with(group.get("schema").expect("a schema"), documents, options) {
            Ok(schema) => plan(&schema),
            Err(faults) => {
                differences.push(format!("{name}: {} {}", faults[0].pointer, faults[0]));
                continue;
            }
        };
        let Some(Value::Array(tests)) = group.get("tests") else { panic!("{name}: tests") };
        for test in tests {
            let mut report = Report::strict();
            interpret(&plan, &mut test.get("data").expect("an instance").clone(), &mut report);
            if test.get("valid") != Some(&Value::Bool(report.is_valid())) {
                differences.push(format!("{name}: {}: {:?}", described(test), report.violations));
            }
        }
    }
    differences
}

/// What is about other drafts.
const OTHER_DRAFTS: [&str; 2] = ["cross-draft.json", "dependencies-compatibility.json"];

#[test]
#[expect(clippy::print_stderr, reason = "who reads the test's output should know that it did nothing")]
fn all_of_the_suite_is_read_and_has_its_verdicts() {
    let Some(suite) = folder() else {
        return eprintln!("the JSON Schema test suite is not at ../shared/json-schema/suite: skipped");
    };
    let documents = remotes(&suite);
    let tests = suite.join("tests/draft2020-12");
    let mut differing = Vec::new();
    for path in files(&tests) {
        let place = path.strip_prefix(&tests).expect("it is in there");
        let asserts = place.starts_with("optional/format");
        let format = if asserts { FormatUse::Asserts } else { FormatUse::Annotates };
        if !place.file_name().is_some_and(|name| OTHER_DRAFTS.iter().any(|other| name == *other)) {
            differing.extend(differences(&path, &documents, Options { unknown: Unknown::Ignored, format }));
        }
    }
    assert!(differing.is_empty(), "{} differences:\n{}", differing.len(), differing.join("\n"));
}
