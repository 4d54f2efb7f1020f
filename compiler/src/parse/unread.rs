//! What looks like a part of the pack and is not read.

use std::collections::BTreeSet;

use crate::{
    diagnostic::Finding,
    load::PackSources,
    rules::{parse::unread_file, similar},
    source::Span,
};

/// A folder of the pack.
struct Folder {
    name: &'static str,
    /// What else it may be called by who does not know.
    also: &'static str,
    /// How its files end.
    ending: &'static str,
}

const FOLDERS: [Folder; 4] = [
    Folder { name: "topologies", also: "topology", ending: ".toml" },
    Folder { name: "schemas", also: "schema", ending: ".json" },
    Folder { name: "ledger", also: "ledgers", ending: ".json" },
    Folder { name: "tests", also: "test", ending: ".toml" },
];

/// Reports files and links which an author may believe to be read.
pub(super) fn report(sources: &PackSources, out: &mut Vec<Finding>) {
    let mut misspelt = BTreeSet::new();
    for (id, file) in sources.files.iter() {
        let Some((top, _)) = file.path.split_once('/') else { continue };
        let span = Span::new(id, 0..0);
        match FOLDERS.iter().find(|folder| folder.name == top) {
            // The pack's crate has its tests there too.
            Some(Folder { name: "tests", .. }) => {}
            // Notes are for people.
            Some(folder) if file.path.ends_with(folder.ending) || file.path.ends_with(".md") => {}
            Some(folder) => out.push(unread_file::ending(span, &file.path, folder.name, folder.ending)),
            None => {
                let meant = FOLDERS.iter().find(|folder| file.path.ends_with(folder.ending) && is_meant(folder, top));
                if let Some(folder) = meant.filter(|_| misspelt.insert(top)) {
                    out.push(unread_file::folder(span, top, folder.name));
                }
            }
        }
    }
    let (pack, _) = sources.files.find("pack.toml").expect("a pack without `pack.toml` is refused at loading");
    for link in &sources.links {
        let top = link.split('/').next().unwrap_or_default();
        if top == "src" || FOLDERS.iter().any(|folder| folder.name == top) {
            out.push(unread_file::link(Span::new(pack, 0..0), link));
        }
    }
}

fn is_meant(folder: &Folder, top: &str) -> bool {
    similar(&top.to_lowercase(), [folder.name, folder.also]).is_some()
}
