//! `packwright test` as an author runs it: packs whose tests pass, and one whose report of a failure is golden.

use std::path::Path;

use packwright_tests::build::{packwright, repository, text};

fn golden(path: &str, got: &str) {
    let path = repository().join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, got).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(got, expected, "bless with UPDATE=1 after reading the difference");
}

#[test]
fn the_tests_of_our_packs_pass() {
    for pack in ["packs/flows", "packs/weather"] {
        let output = packwright(&["test", pack, "--locked"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        assert!(!text(&output).contains("FAILED"), "{}", text(&output));
    }
}

#[test]
fn a_failure_is_told_at_the_place_of_what_was_expected() {
    let junit = std::env::temp_dir().join(format!("packwright-junit-{}.xml", std::process::id()));
    let path = junit.to_str().expect("a UTF-8 path");
    let output = packwright(&["test", "tests/pack_tests/failing", "--junit", path]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    golden("tests/pack_tests/failing.txt", &String::from_utf8_lossy(&output.stdout));
    golden("tests/pack_tests/failing.junit.xml", &read(&junit));
    let _ = std::fs::remove_file(junit);
}

#[test]
fn a_filter_that_fits_no_test_is_a_slip() {
    let output = packwright(&["test", "tests/pack_tests/failing", "formall"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("no test has `formall`"), "{}", text(&output));
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the report was written")
}
