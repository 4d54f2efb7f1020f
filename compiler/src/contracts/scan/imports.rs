//! What `use` declarations bring into modules.

use syn::{UseTree, ext::IdentExt};

/// One name, or all names, that a `use` brings into a module.
pub(super) struct Import {
    pub(super) is_public: bool,
    /// The path as written, without the last name of a glob.
    pub(super) path: Vec<String>,
    /// What it is called here; none for a glob.
    pub(super) name: Option<String>,
}

/// One import for each name of a `use`.
pub(super) fn flatten(tree: &UseTree, prefix: &mut Vec<String>, is_public: bool, out: &mut Vec<Import>) {
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.unraw().to_string());
            flatten(&path.tree, prefix, is_public, out);
            prefix.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            out.push(Import { is_public, path: prefix.clone(), name: prefix.last().cloned() });
        }
        UseTree::Name(name) => {
            let name = name.ident.unraw().to_string();
            out.push(Import {
                is_public,
                path: [prefix.as_slice(), std::slice::from_ref(&name)].concat(),
                name: Some(name),
            });
        }
        UseTree::Rename(rename) => {
            let mut path = prefix.clone();
            if rename.ident != "self" {
                path.push(rename.ident.unraw().to_string());
            }
            out.push(Import { is_public, path, name: Some(rename.rename.unraw().to_string()) });
        }
        UseTree::Glob(_) => out.push(Import { is_public, path: prefix.clone(), name: None }),
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, prefix, is_public, out);
            }
        }
    }
}
