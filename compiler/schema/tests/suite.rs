//! The official test suite, where this clone has it beside the repository (`../shared/json-schema/suite`): every schema of its
//! required tests is read without fault, with the documents it refers to, and so are those of its optional ones.

use std::{
    fs,
    path::{Path, PathBuf},
};

use packwright_runtime_min::json::Value;
use packwright_schema::{Documents, Options, Schema, plan};

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

/// The schemas of a file that are not read, with the first fault of each.
fn refused(path: &Path, documents: &Documents) -> Vec<String> {
    let Value::Array(groups) = read(path) else { panic!("{}: groups", path.display()) };
    let mut refused = Vec::new();
    for group in groups {
        let schema = group.get("schema").expect("a group has a schema");
        match Schema::parse_with(schema, documents, Options::DRAFT) {
            Ok(schema) => drop(plan(&schema)),
            Err(faults) => {
                let name = group.get("description").and_then(Value::as_str).unwrap_or_default();
                let file = path.file_name().unwrap_or_default().display();
                refused.push(format!("{file}: {name}: {} {}", faults[0].pointer, faults[0]));
            }
        }
    }
    refused
}

#[test]
#[expect(clippy::print_stderr, reason = "who reads the test's output should know that it did nothing")]
fn every_schema_of_the_suite_is_read() {
    let Some(suite) = folder() else {
        return eprintln!("the JSON Schema test suite is not at ../shared/json-schema/suite: skipped");
    };
    let documents = remotes(&suite);
    let refused: Vec<_> =
        files(&suite.join("tests/draft2020-12")).iter().flat_map(|path| refused(path, &documents)).collect();
    // It is about another draft.
    let expected = ["cross-draft.json: refs to historic drafts are processed as historic drafts: \
         http://localhost:1234/draft2019-09/ignore-prefixItems.json#/$schema \
         schemas of `https://json-schema.org/draft/2019-09/schema` are not read, only draft 2020-12 is"];
    assert_eq!(refused, expected);
}
