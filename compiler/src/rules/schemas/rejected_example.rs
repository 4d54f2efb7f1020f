//! PW0205: a default or an example that its own schema rejects.

use packwright_schema::{Contradiction, Schema, contradictions};

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::SchemaSource,
    rules::{FoundBy, Group, Rule, schemas::at},
};

/// A default or an example that its own schema rejects.
pub static REJECTED_EXAMPLE: Rule = Rule {
    code: "PW0205",
    name: "rejected-example",
    group: Group::Schemas,
    level: Level::Error,
    summary: "a default or an example that its own schema rejects",
    page: include_str!("rejected_example.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (source, schema) in cx.documents() {
        check_document(source, schema, out);
    }
}

fn check_document(source: &SchemaSource, schema: &Schema, out: &mut Vec<Finding>) {
    for Contradiction { pointer, violation } in contradictions(schema) {
        // What is not there is of another file, which is looked at by itself.
        if source.json.pointer(&pointer).is_none() {
            continue;
        }
        let what = if pointer.ends_with("/default") { "a default" } else { "an example" };
        let inside = match violation.instance_path.as_str() {
            "" => String::new(),
            path => format!(" at `{path}`"),
        };
        let message = format!("{what} that its own schema rejects: {}{inside}", violation.message);
        let finding = at(&REJECTED_EXAMPLE, source, &pointer, message);
        out.push(finding.help("give one that is valid, or let the schema allow it; texts are not coerced here"));
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, path::Path};

    use serde_json::json;

    use crate::{
        check,
        contracts::{Contracts, HandlerContract},
        load, parse, resolve,
        source::Span,
        world::Memory,
    };

    #[test]
    fn what_a_rust_type_gives_is_shown_at_the_handler() {
        let files = BTreeMap::from([
            ("p/pack.toml", "id = \"w\"\nversion = \"1.0.0\"\n"),
            ("p/src/lib.rs", "fn find() {}"),
            ("p/topologies/t.toml", "name = \"t\"\ndescription = \"T.\"\n[nodes.reply]\nresponse = {}\n"),
        ]);
        let sources = load::load(&Memory::new(files), Path::new("p")).expect("the pack has a pack.toml");
        let (lib, _) = sources.files.find("src/lib.rs").expect("it is there");
        let mut out = Vec::new();
        let ast = parse::parse(&sources, &mut out);
        let input = json!({"type": "object", "properties": {"city": {"type": "string", "default": null}}});
        let handler =
            HandlerContract { name: "find".to_owned(), input, ..HandlerContract::assumed(Span::new(lib, 3..7)) };
        let contracts = Contracts { handlers: vec![handler], ..Contracts::default() };
        assert!(check::check(resolve::resolve(ast, contracts, &mut out), &mut out).is_none());
        let [finding] = &out[..] else { panic!("{out:?}") };
        assert_eq!(finding.message, "a default that its own schema rejects: expected a string, got null");
        assert_eq!(finding.primary.span, Span::new(lib, 3..7));
        assert_eq!(finding.primary.text, "at `#/properties/city/default` of the schema of this handler's types");
    }
}
