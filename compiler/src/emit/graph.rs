//! `graphs/<topology>.mmd`: Mermaid pictures of topologies.
//!
//! Full arrows carry data, dotted ones only order. Labels go through Mermaid's entity codes, so no name can break the picture.

use std::fmt::Write;

use super::Files;
use crate::ir::{Action, Body, Decision, Gate, Graph, Node, Piece, Root, Server, Switch, Way, WorkKind};

/// Adds one picture for each topology.
pub(super) fn emit(server: &Server, files: &mut Files) {
    for tool in &server.tools {
        if let Body::Topology(graph) = &tool.body {
            files.add(format!("graphs/{}.mmd", tool.names.bare), mermaid(server, &tool.title, graph));
        }
    }
}

fn mermaid(server: &Server, title: &str, graph: &Graph) -> String {
    let mut picture = format!("%% {}\nflowchart TD\n", title.replace(['\n', '\r'], " "));
    let mut line = |text: String| writeln!(picture, "    {text}").expect("a String takes any text");
    if graph.nodes.iter().any(reads_args) {
        line("args([\"args\"])".to_owned());
    }
    for (idx, node) in graph.nodes.iter().enumerate() {
        line(format!("n{idx}{}", shape(server, node)));
    }
    for (idx, node) in graph.nodes.iter().enumerate() {
        if reads_args(node) {
            line(format!("args --> n{idx}"));
        }
        let mut before: Vec<usize> = node.after.iter().chain(&node.reads).copied().collect();
        before.sort_unstable();
        before.dedup();
        for before in before {
            let arrow = if node.reads.contains(&before) { "-->" } else { "-.->" };
            line(format!("n{before} {arrow} n{idx}"));
        }
        for Gate { node: before, way } in &node.gates {
            let way = match way {
                Way::Branch(branch) => branch_label(&graph.nodes[*before], *branch),
                Way::Caught => "on error".to_owned(),
                Way::TimedOut => "on timeout".to_owned(),
            };
            line(format!("n{before} -.->|\"{way}\"| n{idx}"));
        }
        if let Some(of) = node.compensates {
            line(format!("n{of} -.->|\"taken back by\"| n{idx}"));
        }
    }
    picture
}

/// What a node looks like: what it does decides the shape.
fn shape(server: &Server, node: &Node) -> String {
    let name = label(&node.name);
    let times = match &node.action {
        Action::Each(_) => " for each",
        Action::Pages(_) => " page by page",
        Action::Work(_)
        | Action::Switch(_)
        | Action::Converge(_)
        | Action::Wait(_)
        | Action::Timer(_)
        | Action::Topology(_) => "",
    };
    if let Some(call) = node.call() {
        return format!("[/\"{name}<br/>{}{times}\"/]", label(&call.tool));
    }
    if let Some(work) = node.work() {
        return match &work.kind {
            WorkKind::Handler(call) => format!("[\"{name}<br/>{}{times}\"]", label(&call.path)),
            WorkKind::Http(call) => format!("[[\"{name}<br/>http {}{times}\"]]", label(&server.http[*call].name)),
            WorkKind::Response => format!("([\"{name}<br/>response\"])"),
            WorkKind::Transform => format!("(\"{name}<br/>transform{times}\")"),
        };
    }
    match &node.action {
        Action::Switch(_) => format!("{{\"{name}<br/>switch\"}}"),
        Action::Converge(_) => format!("((\"{name}<br/>converge\"))"),
        Action::Wait(_) => format!("{{{{\"{name}<br/>wait\"}}}}"),
        Action::Timer(_) => format!("{{{{\"{name}<br/>timer\"}}}}"),
        Action::Work(_) | Action::Each(_) | Action::Pages(_) | Action::Topology(_) => format!("[\"{name}\"]"),
    }
}

/// What a branch of a switch is called.
fn branch_label(switch: &Node, branch: usize) -> String {
    match &switch.action {
        Action::Switch(Switch { decision: Decision::Value { cases, .. }, .. }) => {
            cases.get(branch).map_or_else(|| "else".to_owned(), |case| label(case))
        }
        Action::Switch(Switch { decision: Decision::Conditions(conditions), .. }) => {
            match conditions.get(branch).map(|condition| condition.pieces.as_slice()) {
                Some([Piece::Value(reference)]) => label(&reference.written),
                Some([Piece::Computed(computed)]) => label(&computed.written),
                Some(_) | None => "else".to_owned(),
            }
        }
        Action::Work(_)
        | Action::Each(_)
        | Action::Pages(_)
        | Action::Converge(_)
        | Action::Wait(_)
        | Action::Timer(_)
        | Action::Topology(_) => String::new(),
    }
}

/// Whether the node makes something of the arguments.
fn reads_args(node: &Node) -> bool {
    let mut reads = false;
    for piece in node.made().into_iter().flatten() {
        piece.roots(&mut |root| reads |= root == Root::Args);
    }
    reads
}

fn label(text: &str) -> String {
    let mut label = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | ' ' | '_' | '-' | '.' | ':' => label.push(c),
            _ => label.push_str(&format!("#{};", u32::from(c))),
        }
    }
    label
}
