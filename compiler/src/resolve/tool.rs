//! Handlers that are offered as tools.

use crate::{
    diagnostic::Finding,
    model::{HandlerId, HandlerTool},
    resolve::names::Names,
    rules::handlers::wrong_attribute,
};

/// The tools among the handlers, by name.
pub(super) fn resolve(
    names: &Names,
    namespace: &str,
    pack_version: &semver::Version,
    out: &mut Vec<Finding>,
) -> Vec<HandlerTool> {
    let mut tools = Vec::new();
    for (id, handler) in (0..).map(HandlerId).zip(&names.handlers) {
        let Some(tool) = &handler.contract.tool else { continue };
        if let Some(id) = &tool.id
            && id.value.rsplit_once('.').is_some_and(|(prefix, _)| prefix != namespace)
        {
            out.push(wrong_attribute::other_namespace(id, namespace));
        }
        let groups = names.groups.resolve(&tool.groups, out);
        let version = tool.version.as_deref().and_then(|version| semver::Version::parse(version).ok());
        tools.push(HandlerTool {
            handler: id,
            name: tool.name.clone(),
            title: tool.title.clone().unwrap_or_else(|| title(&tool.name)),
            version: version.unwrap_or_else(|| pack_version.clone()),
            groups: if groups.is_empty() { names.groups.default.clone() } else { groups },
            input: handler.input,
            output: handler.output,
        });
    }
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    tools
}

/// The title of what has none: `weather-report` is "Weather report".
pub(super) fn title(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut chars = words.chars();
    let first = chars.next().map(char::to_uppercase);
    let mut title: String = first.into_iter().flatten().collect();
    title.push_str(chars.as_str());
    title
}
