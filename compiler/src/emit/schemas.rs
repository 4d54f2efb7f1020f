//! `schemas/<id>.input.json` and `schemas/<id>.output.json`, laid out for people and code generators.

use serde_json::Value;

use super::Files;
use crate::ir::Server;

/// Adds the schemas of every active tool.
pub(super) fn emit(server: &Server, files: &mut Files) {
    for tool in &server.tools {
        let id = &tool.names.dotted;
        files.add(format!("schemas/{id}.input.json"), pretty(&tool.input.document));
        if let Some(output) = &tool.output {
            files.add(format!("schemas/{id}.output.json"), pretty(&output.document));
        }
    }
}

/// `value` over several lines, with a line feed at the end.
pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
