//! The crates which the compiler carries, as they stand in `vendor/`.

use toml_edit::Document;

use super::{
    Files, embedded,
    manifest::{Origin, standalone},
};

/// Folders in the repository and package names.
const CRATES: [(&str, &str); 3] = [
    ("runtime-min", "packwright-runtime-min"),
    ("macros", "packwright-macros"),
    ("macros/syntax", "packwright-macros-syntax"),
];

/// Whether the compiler carries this package.
pub(super) fn is_carried(package: &str) -> bool {
    CRATES.iter().any(|(_, name)| *name == package)
}

/// The files of `vendor/`.
pub fn vendor() -> Files {
    let workspace = Document::parse(embedded::workspace().to_owned()).expect("the repository's Cargo.toml is TOML");
    let mut files = Files::new();
    for (folder, package) in CRATES {
        for (path, text) in embedded::of_crate(folder) {
            let bytes = match path {
                "Cargo.toml" => {
                    let manifest = Document::parse(text.to_owned()).expect("a carried crate's Cargo.toml is TOML");
                    let origin = Origin::Carried { workspace: &workspace };
                    let text = standalone(&manifest, &origin)
                        .expect("a carried crate needs nothing but carried crates and registries");
                    text.into_bytes()
                }
                _ => text.as_bytes().to_vec(),
            };
            files.insert(format!("vendor/{package}/{path}"), bytes);
        }
    }
    files
}
