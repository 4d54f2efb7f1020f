//! Right uses of the attributes compile; each wrong use is one error on the author's tokens that says what to type.
//!
//! The expected errors are beside the cases; `TRYBUILD=overwrite cargo test -p packwright-macros` writes them anew.

#[test]
fn right_uses_compile() {
    trybuild::TestCases::new().pass("tests/ui/pass/*.rs");
}

#[test]
fn wrong_uses_are_one_error_each() {
    trybuild::TestCases::new().compile_fail("tests/ui/fail/*.rs");
}

#[test]
fn an_expected_output_holds_one_error() {
    for entry in std::fs::read_dir("tests/ui/fail").expect("the cases are beside this file") {
        let path = entry.expect("the folder can be listed").path();
        let several = path.ends_with("several_faults.stderr");
        if path.extension().is_some_and(|extension| extension == "stderr") && !several {
            let text = std::fs::read_to_string(&path).expect("an expected output is text");
            let errors = text.lines().filter(|line| line.starts_with("error")).count();
            assert_eq!(errors, 1, "{} must show one error, and no more", path.display());
        }
    }
}
