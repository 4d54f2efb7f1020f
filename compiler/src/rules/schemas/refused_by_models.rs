//! PW0215: an input that makers of models refuse.

use super::at;
use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::SchemaId,
    rules::{FoundBy, Group, Rule},
};

/// An input that makers of models refuse.
pub static REFUSED_BY_MODELS: Rule = Rule {
    code: "PW0215",
    name: "refused-by-models",
    group: Group::Schemas,
    level: Level::Warning,
    summary: "an input of a tool that makers of models refuse",
    page: include_str!("refused_by_models.md"),
    found_by: FoundBy::Check(check),
};

/// What may not stand at the top of a tool's input, and who says so.
const NOT_AT_THE_TOP: [(&str, &str); 5] = [
    ("oneOf", "OpenAI and Anthropic"),
    ("anyOf", "OpenAI and Anthropic"),
    ("allOf", "OpenAI and Anthropic"),
    ("enum", "OpenAI"),
    ("not", "OpenAI"),
];

/// How long a property's name may be at Anthropic.
const LONGEST_NAME: usize = 64;

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, _) in cx.topologies() {
        look(cx, topology.input, out);
    }
    for tool in &cx.pack.tools {
        look(cx, tool.input, out);
    }
}

fn look(cx: &Cx<'_>, id: SchemaId, out: &mut Vec<Finding>) {
    // What has a fault is to be mended first.
    if cx.schema(id).is_none() {
        return;
    }
    let source = &cx.pack.schemas[id.idx()];
    for (keyword, who) in NOT_AT_THE_TOP.iter().filter(|(keyword, _)| source.json.get(keyword).is_some()) {
        let message = format!("at {who} there is no `{keyword}` at the top of a tool's input");
        let finding = at(&REFUSED_BY_MODELS, source, &format!("/{keyword}"), message);
        out.push(finding.help("put it into a property of the input, and let the input itself be a plain object"));
    }
    let Some(properties) = source.json.get("properties").and_then(|it| it.as_object()) else { return };
    for name in properties.keys().filter(|name| !is_taken(name)) {
        let pointer = format!("/properties/{}", name.replace('~', "~0").replace('/', "~1"));
        let message = format!("Anthropic takes no argument with the name `{name}`");
        let finding = at(&REFUSED_BY_MODELS, source, &pointer, message);
        out.push(finding.help(format!("use letters, digits, `_`, `.` and `-`, {LONGEST_NAME} at most")));
    }
}

/// Whether a property may have this name.
fn is_taken(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(fits)
}
