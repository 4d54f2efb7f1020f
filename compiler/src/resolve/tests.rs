//! What names become, and what happens to those that nothing has.

use std::path::Path;

use super::{Resolved, resolve};
use crate::{
    contracts::Contracts,
    diagnostic::Finding,
    load,
    model::{GroupId, NodeKind, Root, Template, TopologyId},
    parse,
    world::Memory,
};

fn resolved(files: &[(&str, &str)]) -> (Resolved, Vec<Finding>) {
    let world = Memory::new(files.iter().map(|(path, text)| (Path::new("p").join(path), *text)));
    let sources = load::load(&world, Path::new("p")).expect("the pack has a pack.toml");
    let mut findings = Vec::new();
    let ast = parse::parse(&sources, &mut findings);
    assert_eq!(findings, [], "the cases are about names");
    let resolved = resolve(ast, Contracts::default(), &mut findings);
    (resolved, findings)
}

const REPLY: &str = "[nodes.reply]\nresponse = {}\n";

#[test]
fn what_the_author_leaves_out_comes_from_the_pack() {
    let pack = "id = \"my-weather\"\nversion = \"1.2.0\"\ngroups = [\"a\", \"b\"]\ndefault_groups = [\"b\"]\n\
                [config.open_meteo]\ndescription = \"Where.\"\n";
    let topology = format!("name = \"weather-report\"\ndescription = \"T.\"\n{REPLY}");
    let (Resolved { pack, incomplete, .. }, findings) =
        resolved(&[("pack.toml", pack), ("topologies/t.toml", &topology)]);
    assert_eq!(findings, []);
    assert!(incomplete.is_empty());
    assert_eq!(pack.namespace, "my-weather");
    assert_eq!(pack.config[0].env, "MY_WEATHER_OPEN_METEO");
    let topology = &pack.topologies[0];
    assert_eq!((topology.title.as_str(), topology.version.to_string().as_str()), ("Weather report", "1.2.0"));
    assert_eq!(topology.groups, [GroupId(1)]);
    let input = &pack.schemas[topology.input.idx()].json;
    assert_eq!(*input, serde_json::json!({"type": "object", "additionalProperties": false}));
}

#[test]
fn a_pack_without_groups_has_one() {
    let topology = format!("name = \"t\"\ndescription = \"T.\"\n{REPLY}");
    let (Resolved { pack, .. }, _) =
        resolved(&[("pack.toml", "id = \"w\"\nversion = \"1.0.0\"\n"), ("topologies/t.toml", &topology)]);
    assert_eq!(pack.groups, ["default"]);
    assert_eq!(pack.topologies[0].groups, [GroupId(0)]);
}

#[test]
fn topologies_are_in_name_order_and_references_are_ids() {
    let pack = "id = \"w\"\nversion = \"1.0.0\"\n";
    let first = format!("name = \"z\"\ndescription = \"T.\"\n{REPLY}");
    let second = "name = \"a\"\ndescription = \"T.\"\n[nodes.x]\nhttp = \"c\"\n[nodes.reply]\nresponse = \"${x.y}\"\n";
    let (Resolved { pack, .. }, _) =
        resolved(&[("pack.toml", pack), ("topologies/1.toml", &first), ("topologies/2.toml", second)]);
    let names: Vec<_> = pack.topologies.iter().map(|topology| topology.name.value.as_str()).collect();
    assert_eq!(names, ["a", "z"]);
    let Template::Expression(expression) = &pack.topologies[0].nodes[1].input else { panic!("an expression") };
    assert!(matches!(expression.root("x"), Some(Root::Node(node)) if node.idx() == 0));
}

#[test]
fn a_name_that_nothing_has_is_one_finding_and_its_topology_is_incomplete() {
    let pack = "id = \"w\"\nversion = \"1.0.0\"\n";
    let topology = "name = \"t\"\ndescription = \"T.\"\n[nodes.x]\nhandler = \"missing\"\n[nodes.y]\nhandler = \"missing\"\n\
                    [nodes.reply]\nresponse = { a = \"${x.any.thing}\", b = \"${nowhere}\", c = \"${y}\" }\n";
    let (Resolved { pack, incomplete, .. }, findings) =
        resolved(&[("pack.toml", pack), ("topologies/t.toml", topology)]);
    let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["PW0101", "PW0101", "PW0302"]);
    assert!(incomplete.contains(&TopologyId(0)));
    let NodeKind::Handler(handler) = &pack.topologies[0].nodes[0].kind else { panic!("a handler") };
    let output = pack.handlers[handler.value.idx()].output;
    assert_eq!(pack.schemas[output.idx()].json, serde_json::json!(true), "an assumed handler gives anything");
}

#[test]
fn of_many_topologies_each_has_its_own_schemas() {
    let topology = |at: usize| {
        let text = format!(
            "name = \"t{at:03}\"\ndescription = \"T.\"\ninput = {{ type = \"object\", title = \"in {at}\" }}\n\
             output = {{ title = \"out {at}\" }}\n[nodes.w]\nwait = {{ title = \"answer {at}\" }}\ndeadline = \"1h\"\n[nodes.x]\nhttp = \"missing\"\n\
             [nodes.reply]\nresponse = {{}}\n"
        );
        (format!("topologies/{at}.toml"), text)
    };
    let topologies: Vec<_> = (0..200).map(topology).collect();
    let mut files = vec![("pack.toml", "id = \"w\"\nversion = \"1.0.0\"\n")];
    files.extend(topologies.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let (Resolved { pack, .. }, findings) = resolved(&files);
    assert!(findings.len() == 200 && findings.iter().all(|finding| finding.code == "PW0309"), "{}", findings.len());
    for (at, topology) in pack.topologies.iter().enumerate() {
        let title = |id: crate::model::SchemaId| &pack.schemas[id.idx()].json["title"];
        let NodeKind::Wait(wait) = &topology.nodes[0].kind else { panic!("a wait") };
        let titles = [title(topology.input), title(topology.output.expect("it is declared")), title(wait.answer)];
        assert_eq!(titles, [&format!("in {at}"), &format!("out {at}"), &format!("answer {at}")]);
        let NodeKind::Http(call) = &topology.nodes[1].kind else { panic!("a call") };
        assert_eq!(pack.schemas[pack.http[call.value.idx()].output.idx()].json, serde_json::json!(true));
    }
}
