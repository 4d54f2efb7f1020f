//! By which path other crates reach each function: through public modules and `pub use`.
//!
//! ```text
//! mod place { pub fn geocode() {} }     // private module …
//! pub use place::geocode as locate;     // … and a way out: `weather::locate`
//! ```

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{imports::Import, modules::Tree};

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Module(usize),
    Function(usize),
}

/// The shortest public path of each function that has one, without the crate's name; the first in alphabetical order among
/// paths of one length.
pub(super) fn public_paths(tree: &Tree) -> BTreeMap<usize, Vec<String>> {
    let mut paths: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut seen: BTreeSet<usize> = [0].into();
    let mut queue: VecDeque<(usize, Vec<String>)> = [(0, Vec::new())].into();
    while let Some((module, prefix)) = queue.pop_front() {
        for (name, target) in public_names(tree, module, &mut BTreeSet::new()) {
            let path = [prefix.as_slice(), &[name]].concat();
            match target {
                Target::Function(_) if hidden_by_module(tree, module, path.last()) => {}
                Target::Function(function) => _ = paths.entry(function).or_insert(path),
                Target::Module(module) if seen.insert(module) => queue.push_back((module, path)),
                Target::Module(_) => {}
            }
        }
    }
    paths
}

/// Whether `module` has a module of the function's name: the marker type beside a handler shares its namespace, and loses.
fn hidden_by_module(tree: &Tree, module: usize, name: Option<&String>) -> bool {
    name.is_some_and(|name| tree.modules[module].modules.contains_key(name))
}

/// The names that other crates see in `module`; its own hide those of globs. `open` holds the globs that are being read.
fn public_names(tree: &Tree, module: usize, open: &mut BTreeSet<usize>) -> BTreeSet<(String, Target)> {
    if !open.insert(module) {
        return BTreeSet::new();
    }
    let this = &tree.modules[module];
    let mut names = BTreeSet::new();
    for (name, &function) in &this.functions {
        if tree.functions[function].is_public {
            names.insert((name.clone(), Target::Function(function)));
        }
    }
    for (name, &child) in &this.modules {
        if tree.modules[child].is_public {
            names.insert((name.clone(), Target::Module(child)));
        }
    }
    for import in this.imports.iter().filter(|import| import.is_public) {
        if let Import { name: Some(name), path, .. } = import {
            let targets = resolve(tree, module, path, &mut BTreeSet::new());
            names.extend(targets.into_iter().filter(|&it| can_leave(tree, it)).map(|it| (name.clone(), it)));
        }
    }
    let own: BTreeSet<(String, bool)> = names.iter().map(|(name, target)| (name.clone(), is_module(*target))).collect();
    for import in this.imports.iter().filter(|import| import.is_public && import.name.is_none()) {
        for target in resolve(tree, module, &import.path, &mut BTreeSet::new()) {
            if let Target::Module(globbed) = target {
                let inherited = public_names(tree, globbed, open);
                names.extend(inherited.into_iter().filter(|(name, it)| !own.contains(&(name.clone(), is_module(*it)))));
            }
        }
    }
    open.remove(&module);
    names
}

/// Functions and modules have different namespaces, so one name may lead to both.
fn is_module(target: Target) -> bool {
    matches!(target, Target::Module(_))
}

/// Whether `pub use` may show it to other crates.
fn can_leave(tree: &Tree, target: Target) -> bool {
    match target {
        Target::Function(function) => tree.functions[function].is_public,
        Target::Module(module) => tree.modules[module].is_public,
    }
}

/// What a path written in `module` leads to; nothing for other crates' items and for items that are no function or module.
/// `open` holds the look-ups that are under way: imports can go in circles.
fn resolve(tree: &Tree, module: usize, path: &[String], open: &mut BTreeSet<(usize, String)>) -> Vec<Target> {
    let Some((first, rest)) = path.split_first() else { return vec![Target::Module(module)] };
    let starts: Vec<Target> = match first.as_str() {
        "crate" => vec![Target::Module(0)],
        "self" => vec![Target::Module(module)],
        "super" => tree.modules[module].parent.map(Target::Module).into_iter().collect(),
        name => look_up(tree, module, name, open),
    };
    rest.iter().fold(starts, |targets, name| {
        targets
            .into_iter()
            .flat_map(|target| match target {
                Target::Module(module) if name == "super" => {
                    tree.modules[module].parent.map(Target::Module).into_iter().collect()
                }
                Target::Module(module) => look_up(tree, module, name, open),
                Target::Function(_) => Vec::new(),
            })
            .collect()
    })
}

/// What `name` means inside `module`, public or not.
fn look_up(tree: &Tree, module: usize, name: &str, open: &mut BTreeSet<(usize, String)>) -> Vec<Target> {
    if !open.insert((module, name.to_owned())) {
        return Vec::new();
    }
    let this = &tree.modules[module];
    let mut targets: BTreeSet<Target> = BTreeSet::new();
    targets.extend(this.modules.get(name).copied().map(Target::Module));
    targets.extend(this.functions.get(name).copied().map(Target::Function));
    for import in this.imports.iter().filter(|import| import.name.as_deref() == Some(name)) {
        targets.extend(resolve(tree, module, &import.path, open));
    }
    if targets.is_empty() {
        for import in this.imports.iter().filter(|import| import.name.is_none()) {
            for target in resolve(tree, module, &import.path, open) {
                if let Target::Module(globbed) = target {
                    targets.extend(look_up(tree, globbed, name, open));
                }
            }
        }
    }
    open.remove(&(module, name.to_owned()));
    targets.into_iter().collect()
}
