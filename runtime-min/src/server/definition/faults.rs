//! What the compiler must not have emitted.

use super::{Action, Body, Call, Cron, Definition, Gate, Node, On, Tool, Trigger};

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
        for Trigger { name, tool, on } in self.triggers {
            if self.tool(tool).is_none() {
                faults.push(format!("trigger `{name}` runs `{tool}`, which is no tool"));
            }
            match on {
                On::Cron(Cron { schedule, missed: _, args: _ }) if schedule.next(0).is_none() => {
                    faults.push(format!("trigger `{name}` never fires"));
                }
                On::Cron(_) => {}
            }
        }
        faults
    }
}

fn node_faults(tool: &Tool, idx: usize, node: &Node, faults: &mut Vec<String>) {
    let mut fault = |what: &str| faults.push(format!("node `{}` of `{}` {what}", node.name, tool.id));
    let sources = node.action.sources();
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
    // Outputs are validated when an attempt ends; those of the others are made without one.
    let validated = match node.action {
        Action::Run(_) | Action::Each(_) | Action::Pages(_) | Action::Topology(_) => true,
        Action::Switch(_) | Action::Converge(_) | Action::Wait(_) | Action::Timer(_) => false,
    };
    if tool.responses.contains(&idx) && !validated {
        fault("is no response that can be validated");
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

impl Action {
    /// The nodes of which it converges.
    pub(crate) fn sources(&self) -> &'static [usize] {
        match self {
            Self::Converge(sources) => sources,
            Self::Run(_)
            | Self::Switch(_)
            | Self::Each(_)
            | Self::Pages(_)
            | Self::Wait(_)
            | Self::Timer(_)
            | Self::Topology(_) => &[],
        }
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

#[cfg(test)]
mod tests {
    use super::{
        super::{Kind, NodeCall, NodeFuture},
        *,
    };
    use crate::validate::{Plan, Validator};

    static NOTHING: Plan =
        Plan { root: None, nodes: std::borrow::Cow::Borrowed(&[]), patterns: std::borrow::Cow::Borrowed(&[]) };
    static ANY: Validator = Validator::new(&NOTHING, |scan, rest| scan.any(rest));
    static CALL: Call = Call { tool: "nowhere", args: |_| Ok(Vec::new()), max_depth: 1, timeout_ms: None };

    fn never(_: NodeCall) -> NodeFuture {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn node() -> Node {
        Node { name: "n", action: Action::Run(never), ..Node::PLAIN }
    }

    /// The faults of a tool of these nodes, less its name and theirs.
    fn check(nodes: Vec<Node>, responses: &'static [usize], expect: &[&str]) {
        let tool = Tool {
            id: "t",
            dotted_id: "t",
            llm_name: "t",
            name: "t",
            version: "1.0.0",
            kind: Kind::Query,
            groups: &[],
            manifest_entry: b"{}",
            tool_manifest: b"{}",
            check_args: &ANY,
            check_output: None,
            nodes: nodes.leak(),
            responses,
            timeout_ms: None,
        };
        let tools = vec![tool].leak();
        let definition =
            Definition { pack: "p", version: "1.0.0", groups: &[], config: &[], tools, triggers: &[], retired: &[] };
        let faults = definition.faults();
        let told: Vec<&str> = faults.iter().map(|fault| fault.trim_start_matches("node `n` of `t` ")).collect();
        assert_eq!(told, expect);
    }

    #[test]
    fn what_cannot_run_is_named() {
        let switch = || Node { action: Action::Switch(|_| Ok(0)), ..node() };
        let branch = |node| vec![Gate::Branch { node, branch: 0 }].leak();
        check(vec![node(), switch(), Node { gates: branch(1), ..node() }], &[0], &[]);
        check(vec![], &[], &["tool `t` has no nodes, or a response that is none of them"]);
        check(vec![Node { after: &[0], ..node() }], &[], &["comes before one that it needs"]);
        check(vec![Node { action: Action::Converge(&[]), ..node() }], &[], &["converges nothing"]);
        check(vec![node(), Node { gates: branch(0), ..node() }], &[], &["has a gate that nothing opens"]);
        check(
            vec![node(), Node { gates: &[Gate::Caught { node: 0 }], ..node() }],
            &[],
            &["has a gate that nothing opens"],
        );
        check(vec![Node { action: Action::Topology(&CALL), ..node() }], &[], &["runs `nowhere`, which is no tool"]);
        check(vec![switch()], &[0], &["is no response that can be validated"]);
    }

    #[test]
    fn a_compensation_is_no_part_of_the_flow() {
        let undo = || Node { compensates: Some(0), reads: &[0], ..node() };
        check(vec![node(), undo()], &[0], &[]);
        check(vec![node(), undo(), Node { after: &[1], ..node() }], &[0], &["comes after a compensation"]);
        for wrong in
            [Node { after: &[0], ..undo() }, Node { catch: true, ..undo() }, Node { compensates: Some(1), ..node() }]
        {
            check(vec![node(), wrong], &[0], &["is no compensation of a node before it"]);
        }
        check(vec![node(), undo()], &[1], &["is no compensation of a node before it"]);
    }
}
