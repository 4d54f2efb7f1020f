//! `graphs/<topology>.mmd` and `graphs/<topology>.svg`: pictures of topologies.
//!
//! Goes in: the graphs of the lowered pack. Comes out: text. One walker makes a [`Picture`] of a graph; one printer writes it
//! as Mermaid, which lays it out elsewhere, the other lays it out itself: layers, then columns, then SVG.

mod columns;
mod layers;
mod layout;
mod mermaid;
mod picture;
mod svg;

#[cfg(test)]
mod tests;

use self::picture::Picture;
use super::Files;
use crate::ir::{Body, Server};

/// Adds the pictures of each topology.
pub(super) fn emit(server: &Server, files: &mut Files) {
    for tool in &server.tools {
        if let Body::Topology(graph) = &tool.body {
            let picture = Picture::of(server, &tool.title, graph);
            files.add(format!("graphs/{}.mmd", tool.names.bare), mermaid::print(&picture));
            files.add(format!("graphs/{}.svg", tool.names.bare), svg::print(&picture));
        }
    }
}
