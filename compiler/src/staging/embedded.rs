//! The repository's files that the compiler carries; `build.rs` collects them.

/// Paths in the repository and contents, in path order.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The repository's `Cargo.lock`.
pub(crate) fn lock() -> &'static str {
    file("Cargo.lock")
}

/// The repository's `Cargo.toml`, from which the carried crates inherit.
pub(super) fn workspace() -> &'static str {
    file("Cargo.toml")
}

/// The files of the crate in `folder`, by their paths in it.
pub(super) fn of_crate(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().filter_map(move |&(path, text)| {
        let inside = path.strip_prefix(folder)?.strip_prefix('/')?;
        // `macros/syntax` is inside `macros` and another crate.
        (inside == "Cargo.toml" || inside.starts_with("src/")).then_some((inside, text))
    })
}

fn file(path: &str) -> &'static str {
    FILES.iter().find(|(known, _)| *known == path).map(|(_, text)| *text).expect("build.rs carries this file")
}
