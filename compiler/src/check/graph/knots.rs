//! Strongly connected components, by Tarjan's algorithm without recursion.

use super::Graph;

const UNSEEN: usize = usize::MAX;

/// The sets of nodes that all wait for each other (or for themselves), each in node order, by their first node.
///
/// Only nodes that are `stuck` can be in one, so that a topology without cycles costs nothing here.
pub(super) fn of(graph: &Graph, stuck: &[bool]) -> Vec<Vec<usize>> {
    let count = graph.needs.len();
    let mut knots = Vec::new();
    let mut rank = vec![UNSEEN; count];
    let mut lowest = vec![0; count];
    let mut is_open = vec![false; count];
    let mut open = Vec::new();
    let mut next_rank = 0;
    // What recursion would keep on the stack: a node, and which of its needs comes next.
    let mut calls: Vec<(usize, usize)> = Vec::new();
    for start in (0..count).filter(|idx| stuck[*idx]) {
        if rank[start] == UNSEEN {
            calls.push((start, 0));
        }
        while let Some((idx, step)) = calls.pop() {
            if step == 0 {
                (rank[idx], lowest[idx], is_open[idx]) = (next_rank, next_rank, true);
                next_rank += 1;
                open.push(idx);
            }
            if let Some(need) = graph.needs[idx].get(step) {
                let needed = need.node.idx();
                calls.push((idx, step + 1));
                if rank[needed] == UNSEEN {
                    calls.push((needed, 0));
                } else if is_open[needed] {
                    lowest[idx] = lowest[idx].min(rank[needed]);
                }
                continue;
            }
            if let Some((caller, _)) = calls.last() {
                lowest[*caller] = lowest[*caller].min(lowest[idx]);
            }
            if lowest[idx] == rank[idx] {
                let first = open.iter().rposition(|node| *node == idx).unwrap_or(0);
                let mut knot = open.split_off(first);
                knot.iter().for_each(|node| is_open[*node] = false);
                knot.sort_unstable();
                if knot.len() > 1 || graph.needs[idx].iter().any(|need| need.node.idx() == idx) {
                    knots.push(knot);
                }
            }
        }
    }
    knots.sort_unstable_by_key(|knot| knot[0]);
    knots
}
