//! What the compiler must not have emitted.

use super::{Action, Body, Call, Definition, Gate, Node, Tool};

impl Definition {
    /// What the compiler must not have emitted; none in a sound definition.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for tool in self.tools {
            if tool.nodes.is_empty() || tool.responses.iter().any(|node| *node >= tool.nodes.len()) {
                faults.push(format!("tool `{}` has no nodes, or a response that is none of them", tool.id));
            }
            for (idx, node) in tool.nodes.iter().enumerate() {
                node_faults(tool, idx, node, &mut faults);
                if let Some(Call { tool: called, .. }) = call(node)
                    && self.tool(called).is_none()
                {
                    faults.push(format!("node `{}` of `{}` runs `{called}`, which is no tool", node.name, tool.id));
                }
            }
            for group in tool.groups.iter().filter(|group| !self.groups.contains(group)) {
                faults.push(format!("tool `{}` is in group `{group}`, which the pack does not have", tool.id));
            }
        }
        faults
    }
}

fn node_faults(tool: &Tool, idx: usize, node: &Node, faults: &mut Vec<String>) {
    let mut fault = |what: &str| faults.push(format!("node `{}` of `{}` {what}", node.name, tool.id));
    let sources: &[usize] = match node.action {
        Action::Converge(sources) => sources,
        Action::Run(_)
        | Action::Switch(_)
        | Action::Each(_)
        | Action::Pages(_)
        | Action::Wait(_)
        | Action::Timer(_)
        | Action::Topology(_) => &[],
    };
    if node.after.iter().chain(node.reads).chain(sources).any(|before| *before >= idx) {
        fault("comes before one that it needs");
    }
    if sources.is_empty() && matches!(node.action, Action::Converge(_)) {
        fault("converges nothing");
    }
    if node.gates.iter().any(|gate| !opens(tool, idx, *gate)) {
        fault("has a gate that nothing opens");
    }
    let flow = node.after.iter().chain(sources).copied().chain(node.gates.iter().map(|gate| gate.node()));
    if flow.filter_map(|before| tool.nodes.get(before)).any(|before| before.compensates.is_some()) {
        fault("comes after a compensation");
    }
    if let Some(of) = node.compensates {
        let plain = node.after.is_empty() && node.gates.is_empty() && matches!(node.action, Action::Run(_));
        if !plain || of >= idx || tool.responses.contains(&idx) || node.catch {
            fault("is no compensation of a node before it");
        }
    }
    if matches!(node.action, Action::Each(each) if each.concurrency == 0) {
        fault("never begins an item");
    }
}

/// Whether the node that a gate names can open it.
fn opens(tool: &Tool, idx: usize, gate: Gate) -> bool {
    let before = gate.node();
    before < idx
        && match (gate, &tool.nodes[before]) {
            (Gate::Branch { .. }, node) => matches!(node.action, Action::Switch(_)),
            (Gate::Caught { .. }, node) => node.catch,
            (Gate::TimedOut { .. }, node) => matches!(node.action, Action::Wait(wait) if wait.catch_timeout),
        }
}

fn call(node: &Node) -> Option<&Call> {
    match node.action {
        Action::Topology(call) => Some(call),
        Action::Each(each) => match &each.body {
            Body::Topology(call) => Some(call),
            Body::Run(_) => None,
        },
        Action::Run(_)
        | Action::Switch(_)
        | Action::Converge(_)
        | Action::Pages(_)
        | Action::Wait(_)
        | Action::Timer(_) => None,
    }
}

impl Gate {
    /// The node on whose end it hangs.
    pub(crate) fn node(self) -> usize {
        match self {
            Self::Branch { node, branch: _ } | Self::Caught { node } | Self::TimedOut { node } => node,
        }
    }
}
