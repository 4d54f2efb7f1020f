//! When nodes run, and what is wrong with it.

use std::path::Path;

use super::{
    Event, Flow,
    faults::{self, FlowFault},
};
use crate::{
    check::graph::{Graph, id},
    contracts::Contracts,
    load,
    model::Topology,
    parse, resolve,
    world::Memory,
};

/// The topology of these nodes.
fn topology(nodes: &str) -> Topology {
    let text = format!("name = \"t\"\ndescription = \"T.\"\n{nodes}");
    let files = [("pack.toml", "id = \"w\"\nversion = \"1.0.0\"\n"), ("topologies/t.toml", text.as_str())];
    let world = Memory::new(files.map(|(path, text)| (Path::new("p").join(path), text)));
    let sources = load::load(&world, Path::new("p")).expect("the pack has a pack.toml");
    let mut findings = Vec::new();
    let ast = parse::parse(&sources, &mut findings);
    let resolved = resolve::resolve(ast, Contracts::default(), &mut findings);
    // The handlers are made up.
    findings.retain(|finding| finding.code != "PW0101");
    assert_eq!(findings, [], "the cases are about flow");
    resolved.pack.topologies.into_iter().next().expect("the one topology")
}

/// When the nodes run: `-` never, `+` always, `?` in some runs.
fn runs(nodes: &str) -> String {
    let topology = topology(nodes);
    let graph = Graph::of(&topology);
    let mut flow = Flow::of(&topology, &graph).expect("it can be followed");
    let of = |idx: usize| {
        let event = Event::Runs(id(idx));
        match (flow.case(&topology, &graph, &[event], &[]), flow.case(&topology, &graph, &[], &[event])) {
            (None, _) => '-',
            (_, None) => '+',
            (Some(_), Some(_)) => '?',
        }
    };
    (0..topology.nodes.len()).map(of).collect()
}

/// What is wrong, in short.
fn wrong(nodes: &str) -> Vec<String> {
    let topology = topology(nodes);
    let graph = Graph::of(&topology);
    let name = |node: crate::model::NodeId| topology.nodes[node.idx()].name.value.clone();
    let shown = |fault: FlowFault| match fault {
        FlowFault::Join { node, .. } => format!("join {}", name(node)),
        FlowFault::Converge { first, second, case } => {
            format!("converge {} {}{}", name(first.value), name(second.value), case.text())
        }
        FlowFault::Untaken { node, need, case } => format!("untaken {} {}{}", name(node), name(need.node), case.text()),
        FlowFault::NoError { node, need } => format!("error {} {}", name(node), name(need.node)),
        FlowFault::Undo { node, read, is_failure: _ } => format!("undo {} {}", name(node), name(read.value)),
        FlowFault::Responses { first, second, case } => {
            format!("responses {} {}{}", name(first), name(second), case.text())
        }
        FlowFault::Silence { case } => format!("silence{}", case.text()),
        FlowFault::Tangled => "tangled".to_owned(),
    };
    faults::of(&topology, &graph).into_iter().map(shown).collect()
}

const SWITCH: &str = "[nodes.s]\nswitch = [{ when = true, then = \"a\" }, { when = true, then = \"b\" }]\n\
                      [nodes.a]\nhandler = \"x\"\n[nodes.b]\nhandler = \"x\"\n";

#[test]
fn a_branch_runs_sometimes_and_what_converges_all_of_them_always() {
    assert_eq!(
        runs(&format!("{SWITCH}[nodes.c]\nconverge = [\"a\", \"b\"]\n[nodes.d]\nhandler = \"x\"\nafter = [\"c\"]\n")),
        "+??++"
    );
    assert_eq!(runs(&format!("{SWITCH}[nodes.c]\nhandler = \"x\"\nafter = [\"a\", \"b\"]\n")), "+??-");
    assert_eq!(wrong(&format!("{SWITCH}[nodes.c]\nhandler = \"x\"\nafter = [\"a\", \"b\"]\n")), ["join c"]);
}

#[test]
fn the_word_end_leads_nowhere() {
    let nodes = "[nodes.s]\nswitch = [{ when = true, then = \"end\" }]\ndefault = \"a\"\n[nodes.a]\nhandler = \"x\"\n";
    assert_eq!(runs(nodes), "+?");
    let query = nodes.replace("handler = \"x\"", "response = {}");
    assert_eq!(wrong(&query), ["silence when `s` takes its first branch"]);
}

#[test]
fn a_failure_that_is_caught_is_a_way_of_its_own() {
    let nodes = "[nodes.a]\nhandler = \"x\"\non_error = \"b\"\n[nodes.b]\ntransform = \"${errors.a.code}\"\n\
                 [nodes.c]\nconverge = [\"a\", \"b\"]\n[nodes.d]\nresponse = { a = \"${a}\" }\n";
    assert_eq!(runs(nodes), "+?+?");
    assert_eq!(wrong(nodes), ["silence when `a` fails"]);
    assert_eq!(wrong(&nodes.replace("${a}", "${c}")), [""; 0]);
    assert_eq!(wrong(&nodes.replace("${a}", "${errors.a.code}")), ["error d a"]);
    assert_eq!(wrong(&nodes.replace("${errors.a.code}", "${a}")), ["join b"]);
    assert_eq!(wrong(&nodes.replace("on_error = \"b\"\n", "")).first().map(String::as_str), Some("converge a b"));
}

#[test]
fn silence_enters_a_node_and_passes_those_that_need_the_answer() {
    let nodes = "[nodes.w]\nwait = true\ndeadline = \"1h\"\non_timeout = \"n\"\n[nodes.n]\nresponse = { no = 1 }\n\
                 [nodes.y]\nresponse = \"${w}\"\n";
    assert_eq!(runs(nodes), "+??");
    assert_eq!(wrong(nodes), [""; 0]);
    assert_eq!(wrong(&nodes.replace("on_timeout = \"n\"\n", "")), ["responses n y"]);
}

#[test]
fn a_node_that_is_entered_needs_what_is_there_then() {
    let nodes = "[nodes.t]\nswitch = [{ when = true, then = \"c\" }]\ndefault = \"end\"\n[nodes.c]\nhandler = \"x\"\nafter = [\"a\"]\n";
    let expected = "untaken c a when `s` takes its second branch and `t` takes its first branch";
    let found = wrong(&format!("{SWITCH}{nodes}"));
    assert!(found == [expected] || found[0].starts_with("untaken c a when"), "{found:?}");
}

#[test]
fn a_compensation_reads_what_came_before() {
    let nodes = "[nodes.a]\nhandler = \"x\"\n[nodes.b]\nhandler = \"x\"\ninput = { v = \"${a}\" }\n\
                 compensate = { handler = \"x\", input = { a = \"${a}\", b = \"${b}\" } }\n[nodes.c]\nhandler = \"x\"\n";
    assert_eq!(wrong(nodes), [""; 0]);
    assert_eq!(wrong(&nodes.replace("b = \"${b}\"", "c = \"${c}\"")), ["undo b c"]);
}

#[test]
fn what_was_not_looked_at_is_said() {
    let switch =
        |name: &str| format!("[nodes.{name}]\nswitch = [{{ when = true, then = \"{name}y\" }}]\ndefault = \"end\"\n");
    let many = |count: usize| {
        let node = |at: usize| format!("{}[nodes.s{at}y]\nhandler = \"x\"\n", switch(&format!("s{at}")));
        (0..count).map(node).collect::<String>()
    };
    assert_eq!(wrong(&many(400)), [""; 0]);
    assert_eq!(wrong(&many(401)), ["tangled"]);
    // All first halves of the pairs are decided before any second half.
    let (mut switches, mut nodes) = ([String::new(), String::new()], String::new());
    for at in 0..20 {
        switches[0] += &switch(&format!("a{at}"));
        switches[1] += &switch(&format!("b{at}"));
        nodes += &format!("[nodes.a{at}y]\nhandler = \"x\"\n[nodes.b{at}y]\nhandler = \"x\"\nafter = [\"a{at}y\"]\n");
    }
    let pairs: Vec<String> = (0..20).map(|at| format!("\"b{at}y\"")).collect();
    let [first, second] = switches;
    let found = wrong(&format!("{first}{second}{nodes}[nodes.some]\nconverge = [{}]\n", pairs.join(", ")));
    assert_eq!(found, ["tangled"]);
}
