//! packwright: from a pack's sources to checked manifests, schemas and one server binary.
//!
//! One straight line of phases, one type per phase, no way back; the modules below are in that order.

use std::{io, path::Path};

pub mod cli;
pub mod source;
pub mod world;

pub mod load;

pub mod ast;
pub mod expression;
pub mod parse;

pub mod staging;

pub mod contracts;

pub mod model;
pub mod names;
pub mod resolve;

pub mod check;
pub mod diagnostic;
pub mod rules;

pub mod ir;
pub mod lower;

pub mod emit;

pub mod published;

pub mod driver;

mod testing;
mod workers;

use crate::{check::CheckedPack, contracts::Stale, diagnostic::Finding, load::PackSources, world::World};

/// What became of a pack.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// Its files: findings point into them.
    pub sources: PackSources,
    /// What is wrong with it, in file order.
    pub findings: Vec<Finding>,
    /// The pack, where no finding is an error.
    pub checked: Option<CheckedPack>,
}

/// Takes the pack in `folder` through the phases.
///
/// Findings of all phases come together: the line stops only where a pack has errors, before anything is made of it.
///
/// # Errors
/// When the outside fails: files that cannot be read, processes that cannot be started.
pub fn compile(world: &dyn World, folder: &Path, stale: Stale) -> io::Result<Compilation> {
    let mut findings = Vec::new();
    let sources = load::load(world, folder)?;
    let ast = parse::parse(&sources, &mut findings);
    let (scan, found) = contracts::scan(&sources.files);
    // A typo in a handler's name is worth no minute of rustc; schemas that are known without one are used all the same.
    let stale = if found.is_empty() && resolve::has_all_handlers(&ast, &scan) { stale } else { Stale::Pass };
    let (contracts, faults) = contracts::complete(world, folder, &sources, scan, stale)?;
    findings.extend(found.into_iter().chain(faults));
    let resolved = resolve::resolve(ast, contracts, &mut findings);
    let checked = check::check(resolved, &mut findings);
    let checked = checked.and_then(|checked| published::hold(checked, &sources.files, &mut findings));
    let findings = diagnostic::in_file_order(findings);
    Ok(Compilation { sources, findings, checked })
}
