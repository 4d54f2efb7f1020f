//! Prints the validators of `schemas.jsonl`, a schema a line.

use std::{env, fs, path::Path};

use packwright::emit;
use packwright_runtime_min::json::Value;
use packwright_schema::{Documents, Options, Schema, plan};
use quote::format_ident;

fn main() {
    println!("cargo::rerun-if-changed=schemas.jsonl");
    let schemas = fs::read_to_string("schemas.jsonl").expect("the schemas are beside this file");
    let out = env::var("OUT_DIR").expect("cargo names it");
    let mut list = String::new();
    for (idx, line) in schemas.lines().enumerate() {
        let document = Value::parse(line.as_bytes()).expect("a schema is JSON");
        let schema = Schema::parse_with(&document, &Documents::new(), Options::DRAFT).expect("a schema without faults");
        let module = emit::validators::print(&[(format_ident!("SCHEMA"), &plan(&schema))]);
        let path = Path::new(&out).join(format!("schema_{idx}.rs"));
        let text = emit::rust::file("", module).replace("//!\n", "");
        fs::write(&path, text).expect("OUT_DIR can be written");
        list.push_str(&format!("#[path = {path:?}]\nmod schema_{idx};\n"));
    }
    let all: String = (0..schemas.lines().count()).map(|idx| format!("    &schema_{idx}::SCHEMA,\n")).collect();
    list.push_str(&format!("\npub static VALIDATORS: &[&packwright_runtime_min::validate::Validator] = &[\n{all}];\n"));
    fs::write(Path::new(&out).join("validators.rs"), list).expect("OUT_DIR can be written");
}
