//! Names in tests become ids.

use super::Names;
use crate::{
    ast,
    diagnostic::Finding,
    model::{
        self, Topology,
        test::{Stub, Test},
    },
    rules::tests_of_packs::unknown_in_test::{self, Kind},
    source::Spanned,
};

/// A test whose names are there; of one that names what is not nothing is left but the findings.
pub(super) fn resolve(test: ast::Test, topologies: &[Topology], names: &Names, out: &mut Vec<Finding>) -> Option<Test> {
    let ast::Test { name, topology, args, handlers, http, answers, expect } = test;
    let topology = names.topology(&topology, out).map(|id| Spanned::new(id, topology.span))?;
    let nodes = &topologies[topology.value.idx()].nodes;
    let all: Vec<&str> = nodes.iter().map(|node| node.name.value.as_str()).collect();
    let waits: Vec<&str> = nodes
        .iter()
        .filter(|node| matches!(node.kind, model::NodeKind::Wait(_)))
        .map(|node| node.name.value.as_str())
        .collect();
    let before = out.len();
    for node in expect.nodes().filter(|node| !all.contains(&node.value.as_str())) {
        out.push(unknown_in_test::finding(node, Kind::Node, &all));
    }
    for answer in answers.iter().filter(|answer| !waits.contains(&answer.wait.value.as_str())) {
        out.push(unknown_in_test::finding(&answer.wait, Kind::Wait, &waits));
    }
    let handlers = handlers.into_iter().filter_map(|stub| {
        let known = || names.handlers.iter().map(|handler| handler.contract.name.as_str()).filter(|it| !it.is_empty());
        stubbed(stub, |name| names.known_handler(name), Kind::Handler, || known().collect(), out)
    });
    let handlers = handlers.collect();
    let http = http.into_iter().filter_map(|stub| {
        let known = || names.http.iter().map(|call| call.name.value.as_str()).filter(|name| !name.is_empty());
        stubbed(stub, |name| names.known_http(name), Kind::Http, || known().collect(), out)
    });
    let http = http.collect();
    (out.len() == before).then_some(Test { name, topology, args, handlers, http, answers, expect })
}

fn stubbed<'n, Id>(
    stub: Stub<String>,
    id: impl Fn(&str) -> Option<Id>,
    kind: Kind,
    known: impl Fn() -> Vec<&'n str>,
    out: &mut Vec<Finding>,
) -> Option<Stub<Id>> {
    let Stub { of, outcomes, one_each } = stub;
    match id(&of.value) {
        Some(id) => Some(Stub { of: Spanned::new(id, of.span), outcomes, one_each }),
        None => {
            out.push(unknown_in_test::finding(&of, kind, &known()));
            None
        }
    }
}
