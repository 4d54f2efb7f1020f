//! What is in a picture, whoever prints it.

use crate::ir::{Action, Decision, Gate, Graph, Node, Piece, Root, Server, StateAccess, Switch, Way, WorkKind};

/// A topology as symbols and arrows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    pub title: String,
    /// One for each node, in their order.
    pub symbols: Vec<Symbol>,
    /// By where they lead; each leads from a symbol to a later one.
    pub arrows: Vec<Arrow>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symbol {
    pub shape: Shape,
    pub name: String,
    /// What it does, in a few words.
    pub does: String,
    /// Whether it does it more than once.
    pub is_repeated: bool,
    /// Whether it makes something of the arguments.
    pub reads_args: bool,
}

/// What a node does decides what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Handler,
    Http,
    Response,
    Transform,
    Topology,
    Switch,
    Converge,
    Wait,
    Timer,
    State,
}

/// That one node comes after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arrow {
    pub from: usize,
    pub to: usize,
    /// Whether a value goes along; else it is order only.
    pub is_data: bool,
    /// In which case, where it is not always so.
    pub label: Option<String>,
}

impl Picture {
    /// The picture of a graph.
    pub(super) fn of(server: &Server, title: &str, graph: &Graph) -> Self {
        let mut arrows = Vec::new();
        for (to, node) in graph.nodes.iter().enumerate() {
            let mut before: Vec<usize> = node.after.iter().chain(&node.reads).copied().collect();
            before.sort_unstable();
            before.dedup();
            let plain = |from: usize| Arrow { from, to, is_data: node.reads.contains(&from), label: None };
            arrows.extend(before.into_iter().map(plain));
            let case = |from: usize, label: String| Arrow { from, to, is_data: false, label: Some(label) };
            for Gate { node: from, way } in &node.gates {
                let label = match way {
                    Way::Branch(branch) => branch_label(&graph.nodes[*from], *branch),
                    Way::Caught => "on error".to_owned(),
                    Way::TimedOut => "on timeout".to_owned(),
                };
                arrows.push(case(*from, label));
            }
            arrows.extend(node.compensates.map(|of| case(of, "taken back by".to_owned())));
        }
        let symbols = graph.nodes.iter().map(|node| symbol(server, node)).collect();
        Self { title: title.replace(['\n', '\r'], " "), symbols, arrows }
    }
}

fn symbol(server: &Server, node: &Node) -> Symbol {
    let (shape, does) = shape(server, node);
    let times = match &node.action {
        Action::Each(_) => Some(" for each"),
        Action::Pages(_) => Some(" page by page"),
        Action::Work(_)
        | Action::Switch(_)
        | Action::Converge(_)
        | Action::Wait(_)
        | Action::Timer(_)
        | Action::Topology(_) => None,
    };
    Symbol {
        shape,
        name: node.name.clone(),
        does: does + times.unwrap_or_default(),
        is_repeated: times.is_some(),
        reads_args: reads_args(node),
    }
}

fn shape(server: &Server, node: &Node) -> (Shape, String) {
    let (work, call) = (node.work(), node.call());
    match (&node.action, work.map(|work| &work.kind), call) {
        (_, Some(WorkKind::Handler(call)), _) => (Shape::Handler, call.path.clone()),
        (_, Some(WorkKind::Http(it)), _) => (Shape::Http, format!("http {}", server.http[it.call].name)),
        (_, Some(WorkKind::Response), _) => (Shape::Response, "response".to_owned()),
        (_, Some(WorkKind::Transform), _) => (Shape::Transform, "transform".to_owned()),
        (_, Some(WorkKind::State(it)), _) => {
            let does = match it.access {
                StateAccess::Get => "get",
                StateAccess::Put => "put",
                StateAccess::Delete => "delete",
            };
            (Shape::State, format!("{does} {}", server.state[it.map].name))
        }
        (_, None, Some(call)) => (Shape::Topology, call.tool.clone()),
        (Action::Switch(_), None, None) => (Shape::Switch, "switch".to_owned()),
        (Action::Converge(_), None, None) => (Shape::Converge, "converge".to_owned()),
        (Action::Wait(_), None, None) => (Shape::Wait, "wait".to_owned()),
        (Action::Timer(_), None, None) => (Shape::Timer, "timer".to_owned()),
        (Action::Work(_) | Action::Each(_) | Action::Pages(_) | Action::Topology(_), None, None) => {
            unreachable!("these work or call")
        }
    }
}

/// What a branch of a switch is called.
fn branch_label(switch: &Node, branch: usize) -> String {
    let Action::Switch(Switch { decision, ident: _ }) = &switch.action else { return String::new() };
    let written = match decision {
        Decision::Value { cases, .. } => cases.get(branch).map(String::as_str),
        Decision::Conditions(conditions) => match conditions.get(branch).map(|condition| condition.pieces.as_slice()) {
            Some([Piece::Value(reference)]) => Some(reference.written.as_str()),
            Some([Piece::Computed(computed)]) => Some(computed.written.as_str()),
            Some(_) | None => None,
        },
    };
    written.unwrap_or("else").to_owned()
}

/// Whether the node makes something of the arguments.
fn reads_args(node: &Node) -> bool {
    let mut reads = false;
    for piece in node.made().into_iter().flatten() {
        piece.roots(&mut |root| reads |= root == Root::Args);
    }
    reads
}
