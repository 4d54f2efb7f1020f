//! The golden file of generated validators: `tests/codegen/validators/forecast.rs`, made of the schema beside it.
//!
//! It is a module of the generated crate as it is, so it compiles without warnings and does what the interpreter does.

use std::{fs, path::PathBuf};

use packwright::emit;
use quote::format_ident;

use super::cases::Case;

const SCHEMA: &str = include_str!("../../codegen/validators/forecast.schema.json");

fn path() -> PathBuf {
    packwright_tests::repository().join("tests/codegen/validators/forecast.rs")
}

pub(crate) fn cases() -> Vec<Case> {
    let instances = [
        r#"{"stops": [{"city": "Oslo"}]}"#,
        r#"{"stops": [{"city": "Oslo", "altitude": "23.5", "via": {"city": "Bergen"}}], "days": "7", "unit": "celsius", "version": "2", "note": 1}"#,
        r#"{"stops": [], "days": "300", "unit": "Celsius", "version": 3, "stop": 1}"#,
        r#"{"stops": [{"city": "", "altitude": -501, "via": {}}, {"town": "Oslo"}, "Oslo"], "days": 1.5}"#,
        r#"{"stops": [{"city": 5, "altitude": "high", "via": {"city": "x", "via": {"altitude": "1"}}}]}"#,
        "[]",
    ];
    vec![Case { golden: Some(path()), ..Case::ours("the golden file", SCHEMA, &instances) }]
}

#[test]
fn generated_code_is_as_reviewed() {
    let [case] = &cases()[..] else { panic!("there is one golden case") };
    let module = emit::validators::print(&[(format_ident!("SCHEMA"), &case.plan)]);
    let printed = emit::rust::file("Validators of `forecast.schema.json`.", module);
    if std::env::var_os("PACKWRIGHT_BLESS").is_some() {
        fs::write(path(), &printed).expect("the golden file can be written");
    }
    let golden = fs::read_to_string(path()).unwrap_or_default();
    assert!(
        printed == golden,
        "the generated code has changed; look at it with PACKWRIGHT_BLESS=1 cargo test -p packwright-tests --test conformance_schemas golden, then git diff"
    );
}
