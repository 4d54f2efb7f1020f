//! What readers make of files, and which places they note.

use std::path::Path;

use packwright_runtime_min::handler::FailureClass;

use super::parse;
use crate::{
    ast::{HttpBase, NodeKind, Pack, Template, TextPart},
    diagnostic::Finding,
    expression::tree::Kind,
    load::{self, PackSources},
    model::{Backoff, Retry, UrlPart},
    source::Span,
    world::Memory,
};

const PACK: &str = "id = \"weather\"\nversion = \"1.0.0\"\n";

fn parsed(files: &[(&str, &str)]) -> (Pack, PackSources, Vec<Finding>) {
    let world = Memory::new(files.iter().map(|(path, text)| (Path::new("p").join(path), *text)));
    let sources = load::load(&world, Path::new("p")).expect("the pack has a pack.toml");
    let mut findings = Vec::new();
    let pack = parse(&sources, &mut findings);
    (pack, sources, findings)
}

fn at(sources: &PackSources, span: Span) -> &str {
    let text = std::str::from_utf8(&sources.files.get(span.file).bytes).expect("the case is text");
    &text[span.range()]
}

#[test]
fn a_node_is_read_with_its_places() {
    let topology = r#"
name = "t"
description = "T."
[nodes.forecast]
http = "daily"
input = { city = "in \"${args.city}\"", days = "${place.days[0]}" }
retry = { attempts = 3, delay = "2s" }
timeout = "1m"
after = ["place"]
"#;
    let (pack, sources, findings) = parsed(&[("pack.toml", PACK), ("topologies/t.toml", topology)]);
    assert_eq!(findings, []);
    let node = &pack.topologies[0].nodes[0];
    assert!(matches!(&node.kind, NodeKind::Http(name) if at(&sources, name.span) == "\"daily\""));
    let Retry { attempts, delay_ms, .. } = node.retry.as_ref().expect("it is there").value;
    assert_eq!((attempts, delay_ms, node.timeout.map(|timeout| timeout.value)), (3, 2000, Some(60_000)));
    assert_eq!(at(&sources, node.after[0].span), "\"place\"");
    let Template::Object(members) = &node.input else { panic!("not an object: {:?}", node.input) };
    let [(city_key, city), (days_key, days)] = &members[..] else { panic!("not two members: {members:?}") };
    assert_eq!([city_key, days_key], ["city", "days"]);
    let Template::Text(parts) = city else { panic!("not a text: {city:?}") };
    let TextPart::Expression(city) = &parts[1] else { panic!("not an expression: {parts:?}") };
    assert_eq!(at(&sources, city.span), "args.city");
    let Template::Expression(days) = days else { panic!("not an expression: {days:?}") };
    let Kind::Index(_, index, brackets) = &days.kind else { panic!("not an index: {days}") };
    assert_eq!((at(&sources, index.span), at(&sources, brackets.0)), ("0", "[0]"));
}

#[test]
fn what_the_author_leaves_out_has_a_default() {
    let topology = "name = \"t\"\ndescription = \"T.\"\n[nodes.a]\nhttp = \"x\"\n[nodes.b]\nhttp = \"x\"\nretry = { attempts = 2 }\n";
    let (pack, _, findings) = parsed(&[("pack.toml", PACK), ("topologies/t.toml", topology)]);
    assert_eq!(findings, []);
    let [a, b] = &pack.topologies[0].nodes[..] else { panic!("two nodes") };
    assert!(a.retry.is_none() && a.timeout.is_none());
    let retry = Retry {
        attempts: 2,
        delay_ms: 500,
        backoff: Backoff::Exponential,
        max_delay_ms: 3_600_000,
        jitter: true,
        on: FailureClass::PASSING.to_vec(),
    };
    assert_eq!(b.retry.as_ref().map(|retry| &retry.value), Some(&retry));
    assert!(matches!(&a.input, Template::Literal(value) if *value == serde_json::json!({})));
}

#[test]
fn nodes_keep_the_author_s_order_whatever_the_order_of_their_tables() {
    let topology = "name = \"t\"\ndescription = \"T.\"\n[nodes.b.response]\nx = 1\n[nodes.a]\nresponse = {}\n[nodes.b]\nafter = []\n";
    let (pack, _, findings) = parsed(&[("pack.toml", PACK), ("topologies/t.toml", topology)]);
    assert_eq!(findings, []);
    let names: Vec<_> = pack.topologies[0].nodes.iter().map(|node| node.name.value.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn every_part_of_a_schema_has_its_place() {
    let topology = "name = \"t\"\ndescription = \"T.\"\n[input]\ntype = \"object\"\nrequired = [\"a/b\", 'c']\n\
                    properties.\"a/b\" = { type = \"string\" }\n[input.properties.c]\nminLength = 1\n";
    let (pack, sources, findings) = parsed(&[("pack.toml", PACK), ("topologies/t.toml", topology)]);
    assert_eq!(findings, []);
    let schema = pack.topologies[0].input.as_ref().expect("it is there");
    let found = |pointer: &str| {
        let place = schema.places.find(&schema.json, pointer).expect("a place");
        (at(&sources, place.key), at(&sources, place.value))
    };
    assert_eq!(found(""), ("input", "[input]"));
    assert_eq!(found("/type"), ("type", "\"object\""));
    assert_eq!(found("/required/1"), ("'c'", "'c'"));
    assert_eq!(found("/properties/a~1b/type"), ("type", "\"string\""));
    assert_eq!(found("/properties/c"), ("c", "[input.properties.c]"));
    assert_eq!(found("/properties/c/minLength"), ("minLength", "1"));
    assert_eq!(found("/properties/missing/type"), found("/properties"), "as far as the document goes");
}

#[test]
fn a_call_is_read_with_its_placeholders() {
    let text = "\n[http.daily]\nbase_url = \"https://api.example.com/\"\npath = \"/v1/{city}/x\"\nquery = { q = \"{days}d\" }\n\
                input = {}\noutput = true\n";
    let (pack, sources, findings) = parsed(&[("pack.toml", &format!("{PACK}{text}"))]);
    assert_eq!(findings, []);
    let call = &pack.manifest.http[0];
    assert!(matches!(&call.base, Some(HttpBase::Literal(url)) if url.value == "https://api.example.com"));
    let [UrlPart::Text(before), UrlPart::Field(city), UrlPart::Text(after)] = &call.path[..] else {
        panic!("{:?}", call.path)
    };
    assert_eq!((before.as_str(), city.value.as_str(), after.as_str()), ("/v1/", "city", "/x"));
    assert_eq!(at(&sources, city.span), "{city}");
    assert!(
        matches!(&call.query["q"][..], [UrlPart::Field(days), UrlPart::Text(_)] if at(&sources, days.span) == "{days}")
    );
}

#[test]
fn a_broken_file_says_only_what_breaks_it() {
    let topology = "nam = 1\n[nodes.reply\nrespons = 2\n";
    let (pack, _, findings) = parsed(&[("pack.toml", PACK), ("topologies/t.toml", topology)]);
    let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["PW0001"]);
    assert!(!pack.topologies[0].is_whole);
}
