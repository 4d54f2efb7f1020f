//! The official test suite: every test has the verdict that it says, required or optional, but for those that
//! [`not_passed`] lists with the reason.

mod folder;
mod not_passed;

use std::{collections::BTreeMap, fs, sync::OnceLock};

use packwright_runtime_min::json::Value;
use packwright_schema::{
    Documents, Options, Schema,
    fault::SchemaFault,
    parse::{FormatUse, Unknown},
};

use super::{
    all_outcomes, assert_none,
    cases::{Case, Instance, items, member, string, text},
};
use not_passed::NotPassed;

/// Where the suite's tests find its remotes.
const LOCALHOST: &str = "http://localhost:1234/";

/// A schema of the suite with its tests.
pub(crate) struct Group {
    /// The path of the file, without its ending.
    file: String,
    description: String,
    document: Value<'static>,
    options: Options,
    schema: Result<Schema, Vec<SchemaFault>>,
    tests: Vec<Test>,
}

struct Test {
    description: String,
    data: String,
    valid: bool,
}

/// Every schema of the suite's tests of the draft.
fn groups() -> &'static [Group] {
    static GROUPS: OnceLock<Vec<Group>> = OnceLock::new();
    GROUPS.get_or_init(|| {
        let mut documents = Documents::new();
        for (uri, document) in remotes() {
            documents.add(uri, document.clone()).expect("the URI of a remote is one");
        }
        let files = files_in("tests/draft2020-12");
        files.iter().flat_map(|(file, content)| of_file(file, content, &documents)).collect()
    })
}

/// The documents that the tests refer to, with their URIs.
pub(crate) fn remotes() -> &'static [(String, Value<'static>)] {
    static REMOTES: OnceLock<Vec<(String, Value<'static>)>> = OnceLock::new();
    REMOTES.get_or_init(|| {
        // An older suite has documents of all drafts beside their folders, and other drafts' folders.
        let of_draft = |file: &str| file.starts_with("draft2020-12/") || file.starts_with("draft2019-09/");
        let files = files_in("remotes").into_iter().filter(|(file, _)| of_draft(file) || !file.starts_with("draft"));
        files.map(|(file, content)| (format!("{LOCALHOST}{file}.json"), content)).collect()
    })
}

/// Every JSON file below a folder of the suite, sorted: its path without the ending, and what is in it.
fn files_in(folder: &str) -> Vec<(String, Value<'static>)> {
    let Some(suite) = folder::suite() else { return Vec::new() };
    let folder = suite.join(folder);
    let (mut files, mut waiting) = (BTreeMap::new(), vec![folder.clone()]);
    while let Some(inside) = waiting.pop() {
        let entries = fs::read_dir(&inside).unwrap_or_else(|error| panic!("{}: {error}", inside.display()));
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "json") {
                let name = path.strip_prefix(&folder).expect("it is in the folder").with_extension("");
                let bytes = fs::read(&path).expect("the file can be read");
                let content = Value::parse(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                files.insert(name.display().to_string(), content.into_owned());
            }
        }
    }
    files.into_iter().collect()
}

fn of_file(file: &str, content: &Value<'static>, documents: &Documents) -> Vec<Group> {
    let Value::Array(groups) = content else { panic!("{file}: groups") };
    let options = options(file);
    let test = |test: &Value<'_>| Test {
        description: string(test, "description").to_owned(),
        data: text(member(test, "data")),
        valid: *member(test, "valid") == Value::Bool(true),
    };
    let group = |group: &Value<'static>| -> Group {
        let document = member(group, "schema").clone().into_owned();
        Group {
            file: file.to_owned(),
            description: string(group, "description").to_owned(),
            schema: Schema::parse_with(&document, documents, options),
            document,
            options,
            tests: items(group, "tests").iter().map(test).collect(),
        }
    };
    groups.iter().map(group).collect()
}

/// The optional tests of formats want them asserted; all others are for schemas as the draft has them.
fn options(file: &str) -> Options {
    let asserted = file.starts_with("optional/format/") || file == "optional/ecmascript-regex";
    let format = if asserted { FormatUse::Asserts } else { FormatUse::Annotates };
    Options { unknown: Unknown::Ignored, format }
}

/// Every group whose schema has no fault, with the suite's verdicts but for those that are listed.
pub(crate) fn cases() -> Vec<Case> {
    let case = |group: &Group| {
        let schema = group.schema.as_ref().ok()?;
        let instances = group.tests.iter().map(|test| Instance {
            text: test.data.clone().into_bytes(),
            verdict: not_passed::find(group, test).is_none().then_some(test.valid),
        });
        Some(Case::new(group.name(), &group.document, schema, group.options).with(instances))
    };
    groups().iter().filter_map(case).collect()
}

impl Group {
    fn name(&self) -> String {
        format!("{}: {}", self.file, self.description)
    }
}

#[test]
fn only_what_is_listed_is_refused() {
    let mut wrong = Vec::new();
    for group in groups() {
        let listed = not_passed::LIST.iter().find(|listed| listed.is_whole(&group.file, &group.description));
        let said = |faults: &[SchemaFault]| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        match (&group.schema, listed) {
            (Ok(_), None) => {}
            (Ok(_), Some(_)) => wrong.push(format!("{} is read: take it from the list", group.name())),
            (Err(faults), Some(NotPassed { why, .. })) if said(faults) == *why => {}
            (Err(faults), _) => wrong.push(format!("{} is refused: {}", group.name(), said(faults))),
        }
    }
    assert_none(&wrong);
}

#[test]
fn what_is_listed_is_there_and_does_not_pass() {
    let judged: BTreeMap<(&str, &[u8]), bool> = all_outcomes()
        .map(|(case, instance, outcome)| ((case.name.as_str(), instance.text.as_slice()), outcome.strict.is_valid()))
        .collect();
    for listed in not_passed::LIST {
        let NotPassed { file, group, test, why } = listed;
        let found = groups().iter().find(|found| found.file == *file && found.description == *group);
        let Some(found) = found else {
            assert!(!folder::is_beside_us(), "{file}: {group}: there is no such group");
            continue;
        };
        let Some(test) = test else { continue };
        let test = found.tests.iter().find(|found| found.description == *test);
        let test = test.unwrap_or_else(|| panic!("{file}: {group}: a test is gone"));
        let valid = judged[&(found.name().as_str(), test.data.as_bytes())];
        assert_ne!(
            valid, test.valid,
            "{file}: {group}: {} passes: take it from the list, where it says: {why}",
            test.description
        );
    }
}

#[test]
fn the_suite_is_whole() {
    let required = |group: &&Group| !group.file.starts_with("optional/");
    let tests = |groups: Vec<&Group>| groups.iter().map(|group| group.tests.len()).sum::<usize>();
    let (required, optional): (Vec<&Group>, Vec<&Group>) = groups().iter().partition(required);
    let (required, optional) = (tests(required), tests(optional));
    let whole = folder::suite().is_none() || (required >= 1250 && optional >= 640);
    assert!(whole, "there are {required} required tests and {optional} optional ones");
    eprintln!("{required} required tests and {optional} optional ones, {} not passed", not_passed::LIST.len());
}
