//! `graphs/<topology>.mmd`: Mermaid pictures of topologies.
//!
//! Full arrows carry data, dotted ones only order. Labels go through Mermaid's entity codes, so no name can break the picture.

use std::fmt::Write;

use super::Files;
use crate::ir::{Action, Body, Graph, Node, Root, Server};

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
    let reads_args = |node: &Node| {
        let mut reads = false;
        node.input.iter().for_each(|piece| piece.roots(&mut |root| reads |= root == Root::Args));
        reads
    };
    let mut line = |text: String| writeln!(picture, "    {text}").expect("a String takes any text");
    if graph.nodes.iter().any(reads_args) {
        line("args([\"args\"])".to_owned());
    }
    for (idx, node) in graph.nodes.iter().enumerate() {
        let name = label(&node.name);
        line(match &node.action {
            Action::Handler(call) => format!("n{idx}[\"{name}<br/>{}\"]", label(&call.path)),
            Action::Http(call) => format!("n{idx}[[\"{name}<br/>http {}\"]]", label(&server.http[*call].name)),
            Action::Response => format!("n{idx}([\"{name}<br/>response\"])"),
        });
    }
    for (idx, node) in graph.nodes.iter().enumerate() {
        if reads_args(node) {
            line(format!("args --> n{idx}"));
        }
        for before in &node.after {
            let arrow = if node.reads.contains(before) { "-->" } else { "-.->" };
            line(format!("n{before} {arrow} n{idx}"));
        }
    }
    picture
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
