//! The rules, run over the resolved pack.
//!
//! Goes in: the resolved pack. Comes out: a [`CheckedPack`] where no rule found an error. Refuses to know: how the pack was
//! written, beyond the places it carries.

use crate::{
    diagnostic::{Finding, Level},
    model::{Pack, TopologyId},
    resolve::Resolved,
    rules::{FoundBy, RULES},
};

/// A pack without errors: the only door to lowering.
#[derive(Clone, Debug)]
pub struct CheckedPack {
    /// Private, so that only [`check`] makes one.
    pack: Pack,
}

impl CheckedPack {
    /// The pack.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }
}

/// What a rule's function sees.
#[derive(Debug)]
pub struct Cx<'p> {
    /// The pack, as far as its names could be resolved.
    pub pack: &'p Pack,
    resolved: &'p Resolved,
}

impl Cx<'_> {
    /// Whether all of a topology's file could be read and resolved. Rules that say what is *not* there ask this first: a
    /// misspelt reference to a node is no reason to call the node unused.
    pub fn is_whole(&self, topology: TopologyId) -> bool {
        !self.resolved.incomplete.contains(&topology)
    }
}

/// Runs every rule, and lets the pack through where `out` holds no error, neither from before nor from here.
pub fn check(resolved: Resolved, out: &mut Vec<Finding>) -> Option<CheckedPack> {
    let cx = Cx { pack: &resolved.pack, resolved: &resolved };
    for rule in RULES {
        match rule.found_by {
            FoundBy::Check(check) => check(&cx, out),
            FoundBy::Parse | FoundBy::Contracts | FoundBy::Resolve | FoundBy::Build => {}
        }
    }
    let is_clean = out.iter().all(|finding| finding.level != Level::Error);
    is_clean.then_some(CheckedPack { pack: resolved.pack })
}
