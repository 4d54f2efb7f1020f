//! Our parser is as strict as the metaschema: what it accepts is valid.

use packwright_runtime_min::json::Value;
use packwright_schema::{FaultKind, Schema};

use super::all_cases;

/// Values that are wrong for some keyword or other.
const VALUES: &[&str] = &[
    "null",
    "true",
    "1",
    "-1",
    "1.5",
    "2.0",
    "1e2",
    "\"a\"",
    "\"string\"",
    "[]",
    "[1]",
    "[\"a\"]",
    "[\"a\", \"a\"]",
    "[\"string\"]",
    "[\"string\", \"null\"]",
    "[\"string\", \"string\"]",
    "{}",
    "{\"a\": 1}",
    "{\"a\": {}}",
    "{\"a\": true}",
    "\"int32\"",
    "\"#\"",
    "\"https://json-schema.org/draft/2020-12/schema\"",
    "[true]",
    "[[]]",
];

fn is_valid(schema: &serde_json::Value) -> bool {
    jsonschema::draft202012::meta::validator().is_valid(schema)
}

#[test]
fn a_keyword_with_any_value_is_accepted_only_if_the_metaschema_accepts_it() {
    for keyword in packwright_schema::Keyword::ALL {
        for value in VALUES {
            let text = format!("{{\"properties\": {{\"p\": {{\"{}\": {value}}}}}}}", keyword.name());
            let document: serde_json::Value = serde_json::from_str(&text).expect("the schema is JSON");
            match Schema::parse(&document) {
                Ok(_) => assert!(is_valid(&document), "{text} is accepted and invalid"),
                Err(faults) => {
                    let invalid = faults.iter().any(|fault| matches!(fault.kind, FaultKind::Invalid(_)));
                    assert_eq!(invalid, !is_valid(&document), "{text}: {faults:?}");
                    let place = format!("/properties/p/{}", keyword.name());
                    assert!(faults.iter().all(|fault| fault.pointer.starts_with(&place)), "{text}: {faults:?}");
                }
            }
        }
    }
}

#[test]
fn every_case_of_ours_is_valid_by_the_metaschema() {
    for case in all_cases() {
        assert!(case.oracle.as_ref().is_none_or(|oracle| is_valid(&oracle.schema)), "{}", case.name);
    }
}

#[test]
fn no_value_is_a_panic() {
    for text in VALUES {
        let _ = Schema::parse_exact(&Value::parse(text.as_bytes()).expect("a value"));
    }
}
