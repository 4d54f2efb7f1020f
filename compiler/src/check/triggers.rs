//! What begins runs without a caller: whether the topology accepts what it is given.

use super::{Cx, edges::Edges, expressions::made};
use crate::{
    diagnostic::Finding,
    expression::Env,
    model::{Topology, TopologyId, Trigger},
    rules::catalogue::rejected_trigger,
};
use packwright_schema::Covers;

/// Holds the arguments of every trigger of a topology against its input. What cannot be decided is looked at when it fires.
pub(super) fn check(cx: &Cx<'_>, (id, topology): (TopologyId, &Topology), edges: &mut Edges, out: &mut Vec<Finding>) {
    if !cx.is_whole(id) {
        return;
    }
    for Trigger { name, on: _, args } in &topology.triggers {
        let ty = made(&Env::new(), &args.template, out);
        let declared = cx.pack.schemas[topology.input.idx()].span;
        match edges.covers(cx, &ty, topology.input) {
            Some(Covers::No(witness)) => out.push(rejected_trigger::finding(args.span, name, witness, declared)),
            Some(Covers::Yes | Covers::Unknown(_)) | None => {}
        }
    }
}
