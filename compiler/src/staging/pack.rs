//! The pack's crate as it stands in `pack/`.

use toml_edit::Item;

use super::{
    Files, Surroundings,
    dependency::folder_in_pack,
    manifest::{Obstacle, ObstacleKind, Origin, standalone},
};
use crate::{
    contracts::package,
    diagnostic::Finding,
    rules::{
        handlers::rust_error::RUST_ERROR,
        security::{path_outside_pack::PATH_OUTSIDE_PACK, runtime_dependency::RUNTIME_DEPENDENCY},
    },
    source::{FileId, SourceMap, Span},
};

/// The files of `pack/`; empty for a pack without Rust, or where findings say what is in the way.
pub fn pack(files: &SourceMap, surroundings: &Surroundings) -> (Files, Vec<Finding>) {
    let mut staged = Files::new();
    let mut findings = Vec::new();
    if files.find("Cargo.toml").is_none() {
        return (staged, findings);
    }
    for (_, file) in files.iter().filter(|(_, file)| is_crate_file(&file.path)) {
        staged.insert(format!("pack/{}", file.path), file.bytes.clone());
    }
    let mut folders = vec![String::new()];
    let mut next = 0;
    while let Some(folder) = folders.get(next).cloned() {
        next += 1;
        let path = if folder.is_empty() { "Cargo.toml".to_owned() } else { format!("{folder}/Cargo.toml") };
        let Some((id, file)) = files.find(&path) else { continue };
        match rewritten(files, id, &file.bytes, &folder, surroundings) {
            Ok((text, used)) => {
                staged.insert(format!("pack/{path}"), text.into_bytes());
                let new: Vec<String> = used.into_iter().filter(|folder| !folders.contains(folder)).collect();
                folders.extend(new);
            }
            Err(more) => findings.extend(more),
        }
    }
    if findings.is_empty() { (staged, findings) } else { (Files::new(), findings) }
}

/// Whether this file of the pack may matter to its crate. What only the compiler reads, what builds make and the lock, which
/// [`super::lock`] provides, do not.
pub fn is_crate_file(path: &str) -> bool {
    let (first, is_folder) = path.split_once('/').map_or((path, false), |(first, _)| (first, true));
    let hidden = path.split('/').any(|segment| segment.starts_with('.'));
    let compilers = match is_folder {
        true => matches!(first, "topologies" | "schemas" | "tests" | "ledger" | "dist" | "target"),
        false => matches!(first, "pack.toml" | "contracts.lock" | "Cargo.lock"),
    };
    !hidden && !compilers
}

/// The manifest made standalone, and the folders of the pack's crates that it depends on.
fn rewritten(
    files: &SourceMap,
    id: FileId,
    bytes: &[u8],
    folder: &str,
    surroundings: &Surroundings,
) -> Result<(String, Vec<String>), Vec<Finding>> {
    let manifest = package::parse(id, bytes).map_err(|finding| vec![*finding])?;
    let has_crate = |folder: &str| files.find(&format!("{folder}/Cargo.toml")).is_some();
    let origin = Origin::Pack {
        workspace: surroundings.workspace.as_ref().map(|workspace| &workspace.manifest),
        is_root: surroundings.workspace.as_ref().is_some_and(|workspace| workspace.is_pack),
        folder,
        has_crate: &has_crate,
    };
    let text = standalone(&manifest, &origin)
        .map_err(|obstacles| obstacles.into_iter().map(|obstacle| finding(id, obstacle)).collect::<Vec<_>>())?;
    if folder.is_empty() && manifest.get("dependencies").and_then(|table| table.get(RUNTIME)).is_none() {
        let place =
            manifest.get("dependencies").or_else(|| manifest.get("package")).and_then(Item::span).unwrap_or(0..0);
        let message = format!("the pack's crate does not depend on `{RUNTIME}`, which handlers are written against");
        let finding = RUNTIME_DEPENDENCY.finding(Span::new(id, place), message);
        let version = env!("CARGO_PKG_VERSION");
        return Err(vec![finding.help(format!("add `{RUNTIME} = \"{version}\"` to `[dependencies]`"))]);
    }
    // Read back what is staged: inherited entries have their paths there.
    let staged: toml_edit::DocumentMut = text.parse().expect("toml_edit prints TOML");
    let used = ["dependencies", "build-dependencies"]
        .into_iter()
        .filter_map(|kind| staged.get(kind)?.as_table_like())
        .chain(staged.get("target").and_then(Item::as_table_like).into_iter().flat_map(|targets| {
            targets.iter().flat_map(|(_, target)| {
                ["dependencies", "build-dependencies"].into_iter().filter_map(|kind| target.get(kind)?.as_table_like())
            })
        }))
        .flat_map(|table| table.iter().filter_map(|(_, item)| folder_in_pack(folder, item)).collect::<Vec<_>>())
        .collect();
    Ok((text, used))
}

const RUNTIME: &str = "packwright-runtime-min";

fn finding(id: FileId, obstacle: Obstacle) -> Finding {
    let Obstacle { kind, place, message, help } = obstacle;
    let rule = match kind {
        ObstacleKind::Outside => &PATH_OUTSIDE_PACK,
        ObstacleKind::Runtime => &RUNTIME_DEPENDENCY,
        ObstacleKind::Inheritance => &RUST_ERROR,
    };
    rule.finding(Span::new(id, place), message).help(help)
}
