//! Bytes against the schema reader, the planner and the printer: none of them panics, whatever an author writes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use packwright::emit;
use packwright_runtime_min::{json::Value, validate::Report};
use packwright_schema::{Documents, Options, Schema, example, interpret, plan};
use quote::format_ident;

fuzz_target!(|data: &[u8]| {
    let Ok(document) = Value::parse(data) else { return };
    for options in [Options::PACK, Options::DRAFT] {
        match Schema::parse_with(&document, &Documents::new(), options) {
            Ok(schema) => {
                let plan = plan(&schema);
                emit::rust::file("Printed.", emit::validators::print(&[(format_ident!("SCHEMA"), &plan)]));
                let mut shown = example(&schema);
                interpret(&plan, &mut shown, &mut Report::new());
            }
            Err(faults) => assert!(!faults.is_empty(), "a schema is refused for something"),
        }
    }
});
