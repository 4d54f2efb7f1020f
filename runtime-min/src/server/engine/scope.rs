//! What an attempt may read, fetched from the journal.

use std::sync::{Arc, Mutex, PoisonError};

use super::Engine;
use crate::{
    Cx,
    cx::RunContext,
    json::write_string,
    server::{
        definition::{Action, Node, Scope, Tool, local},
        store::{Claim, StoreError},
    },
};

/// The outputs that an item read last. What is recorded never changes, and the next item reads the same: without this a loop
/// would read its list once for every item of it.
#[derive(Debug, Default)]
pub(crate) struct Recent(Mutex<(i64, Outputs)>);

/// Outputs by node, as in a scope.
type Outputs = Vec<Option<Arc<[u8]>>>;

impl Recent {
    /// Takes those of `wanted` that are known.
    fn fill(&self, run: i64, wanted: &mut Vec<usize>, outputs: &mut [Option<Arc<[u8]>>]) {
        let recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.0 == run {
            wanted.retain(|idx| {
                outputs[*idx] = recent.1.get(*idx).cloned().flatten();
                outputs[*idx].is_none()
            });
        }
    }

    fn keep(&self, run: i64, outputs: &[Option<Arc<[u8]>>]) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = (run, outputs.to_vec());
    }
}

/// The scope of an attempt of `node`.
pub(super) async fn scope(engine: &Engine, claim: &Claim, tool: &Tool, node: &Node) -> Result<Scope, StoreError> {
    let run = claim.lease.run;
    let mut scope =
        Scope { args: Arc::clone(&claim.run.args), outputs: vec![None; tool.nodes.len()], locals: Vec::new() };
    let mut wanted: Vec<usize> =
        node.after.iter().chain(node.reads).copied().chain(node.gates.iter().map(|gate| gate.node())).collect();
    wanted.sort_unstable();
    wanted.dedup();
    if !wanted.is_empty() {
        if claim.lease.item.is_some() {
            engine.recent.fill(run, &mut wanted, &mut scope.outputs);
        }
        let recorded = if wanted.is_empty() { Vec::new() } else { engine.store.recorded(run, wanted.clone()).await? };
        for (idx, output) in wanted.into_iter().zip(recorded) {
            scope.outputs[idx] = output;
        }
        if claim.lease.item.is_some() {
            engine.recent.keep(run, &scope.outputs);
        }
    }
    scope.set_local(local::RUN, text(&claim.run.correlation_id));
    if tool.nodes.iter().any(|node| matches!(node.action, Action::Wait(_))) {
        for (task, token) in engine.store.tokens(run).await? {
            scope.set_local(local::TOKENS + task, text(&token));
        }
    }
    if let (Some(item), Some(input)) = (claim.lease.item, &claim.input) {
        if matches!(node.action, Action::Pages(_)) {
            scope.set_local(local::CURSOR, Arc::clone(input));
        } else {
            scope.set_local(local::ITEM, Arc::clone(input));
            scope.set_local(local::INDEX, item.to_string().into_bytes());
        }
    }
    Ok(scope)
}

/// The handler's context in an attempt.
pub(super) fn context(engine: &Engine, claim: &Claim, tool: &Tool, node: &Node) -> Cx {
    let run = RunContext {
        correlation_id: claim.run.correlation_id.clone(),
        tool: tool.name,
        reply_id: claim.run.reply_id.clone(),
        caller: claim.run.caller.clone(),
        data: engine.data.clone(),
        config: Arc::clone(&engine.config),
    };
    let cx = Cx::new(Arc::new(run), node.name, claim.lease.epoch);
    match claim.lease.item {
        Some(item) => cx.of_item(item),
        None => cx,
    }
}

fn text(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 2);
    write_string(text, &mut out);
    out
}
