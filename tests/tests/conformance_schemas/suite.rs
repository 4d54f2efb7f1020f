//! The official test suite, where this clone has it beside the repository (`../shared/json-schema/suite`).

use std::{fs, path::PathBuf};

use packwright_runtime_min::json::Value;

use super::cases::{Case, member, text};

fn folder() -> Option<PathBuf> {
    let folder = packwright_tests::repository().join("../shared/json-schema/suite/tests/draft2020-12");
    folder.is_dir().then_some(folder)
}

/// Every group of the required tests whose schema is within the subset.
pub(crate) fn cases() -> Vec<Case> {
    let Some(folder) = folder() else {
        eprintln!("the JSON Schema test suite is not at ../shared/json-schema/suite: skipped");
        return Vec::new();
    };
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("the folder can be read").flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files
        .iter()
        .flat_map(|path| {
            let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let bytes = fs::read(path).expect("the file can be read");
            let Value::Array(groups) = Value::parse(&bytes).expect("the suite is JSON") else {
                panic!("{file}: groups")
            };
            groups.iter().filter_map(|group| case(&file, group)).collect::<Vec<_>>()
        })
        .collect()
}

fn case(file: &str, group: &Value<'_>) -> Option<Case> {
    let Value::Array(tests) = member(group, "tests") else { panic!("{file}: tests") };
    let instances =
        tests.iter().map(|test| (text(member(test, "data")), Some(*member(test, "valid") == Value::Bool(true))));
    let name = format!("{file}: {}", member(group, "description").as_str().unwrap_or_default());
    Case::within_the_subset(name, member(group, "schema"), instances)
}

#[test]
fn the_subset_covers_what_it_covered() {
    if folder().is_none() {
        return;
    }
    let cases = cases();
    let tests: usize = cases.iter().map(|case| case.instances.len()).sum();
    assert!(
        cases.len() >= 97 && tests >= 365,
        "{} groups, {tests} tests: something is refused that was not",
        cases.len()
    );
}
