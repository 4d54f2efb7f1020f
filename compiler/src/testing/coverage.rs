//! Which nodes ran and which ways were taken, over all tests.

use std::collections::BTreeSet;

use super::Happened;
use crate::model::{Pack, Topology, Way};

/// What was covered so far.
#[derive(Debug, Default)]
pub(crate) struct Coverage {
    /// Topologies' canonical ids and nodes that ran.
    ran: BTreeSet<(String, String)>,
    /// The same of ways: the node and how it is left.
    taken: BTreeSet<(String, String, Taken)>,
}

/// A way that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Taken {
    Branch(usize),
    Caught,
    TimedOut,
}

impl Coverage {
    /// Adds what happened in a test, in nested runs too.
    pub(crate) fn add(&mut self, happened: &Happened) {
        for task in &happened.tasks {
            let key = || (task.tool.clone(), task.node.clone());
            let taken = match (task.end(), task.state.as_str(), task.branch) {
                ("unanswered", _, _) => Some(Taken::TimedOut),
                (_, "caught", _) => Some(Taken::Caught),
                (_, "done", Some(branch)) => Some(Taken::Branch(branch)),
                _ => None,
            };
            self.taken.extend(taken.map(|taken| (task.tool.clone(), task.node.clone(), taken)));
            if matches!(task.end(), "done" | "failed" | "unanswered") {
                self.ran.insert(key());
            }
        }
    }

    /// A line for each topology: how much of it ran, and what never did.
    pub(crate) fn text(&self, pack: &Pack, canonical: impl Fn(&str) -> String) -> String {
        pack.topologies.iter().map(|topology| self.line(topology, &canonical(&topology.name.value))).collect()
    }

    fn line(&self, topology: &Topology, id: &str) -> String {
        let has_run = |node: &String| self.ran.contains(&(id.to_owned(), node.clone()));
        let nodes: Vec<String> = topology
            .nodes
            .iter()
            .flat_map(|node| {
                let undo = node.compensate.is_some().then(|| format!("{}.compensate", node.name.value));
                [Some(node.name.value.clone()), undo]
            })
            .flatten()
            .collect();
        let mut ways = Vec::new();
        for node in &topology.nodes {
            for (way, target) in node.ways() {
                let (taken, how) = match way {
                    Way::Branch(branch) => (Taken::Branch(branch), String::new()),
                    Way::Caught => (Taken::Caught, " failed".to_owned()),
                    Way::TimedOut => (Taken::TimedOut, " unanswered".to_owned()),
                };
                let target = target.value.map_or("end", |node| &topology.nodes[node.idx()].name.value);
                ways.push((
                    (id.to_owned(), node.name.value.clone(), taken),
                    format!("{}{how} -> {target}", node.name.value),
                ));
            }
        }
        let never_ran: Vec<_> = nodes.iter().filter(|node| !has_run(node)).map(String::as_str).collect();
        let never_taken = ways.iter().filter(|(way, _)| !self.taken.contains(way)).map(|(_, said)| said.as_str());
        let never_taken: Vec<_> = never_taken.collect();
        let mut line = format!("  {}: {} of {} nodes", topology.name.value, nodes.len() - never_ran.len(), nodes.len());
        if !ways.is_empty() {
            line.push_str(&format!(", {} of {} branches", ways.len() - never_taken.len(), ways.len()));
        }
        for (what, names) in [("never run", never_ran), ("never taken", never_taken)] {
            if !names.is_empty() {
                line.push_str(&format!("; {what}: {}", names.join(", ")));
            }
        }
        line.push('\n');
        line
    }
}
