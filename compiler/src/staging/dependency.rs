//! One dependency of a staged crate: inherited values filled in, paths led to where the staged crates are.

use std::ops::Range;

use toml_edit::{Array, InlineTable, Item, Value};

use super::{
    manifest::{Obstacle, ObstacleKind, Origin, is_inherited},
    vendor::is_carried,
};

/// What becomes of a dependency.
#[derive(Debug)]
pub(super) enum Found {
    /// It comes from a registry or from git, or leads to a crate inside the pack.
    AsWritten,
    /// It reads so now.
    Rewritten(InlineTable),
}

/// Rewrites the dependency `name`.
pub(super) fn rewrite(name: &str, item: &Item, place: &Range<usize>, origin: &Origin<'_>) -> Result<Found, Obstacle> {
    let obstacle = |kind, message: String, help: String| Obstacle { kind, place: place.clone(), message, help };
    let inherited = is_inherited(item);
    let dependency = if inherited { inherit(name, item, origin) } else { Some(as_table(item)) };
    let Some(dependency) = dependency else {
        let message = format!("no workspace gives the dependency `{name}`");
        let help = "write its version in the pack's own `Cargo.toml`".to_owned();
        return Err(obstacle(ObstacleKind::Inheritance, message, help));
    };
    let package = text(&dependency, "package").unwrap_or(name);
    if is_carried(package) {
        return carried(package, &dependency, origin)
            .map(Found::Rewritten)
            .map_err(|(message, help)| obstacle(ObstacleKind::Runtime, message, help));
    }
    if text(&dependency, "path").is_some_and(|path| !is_inside(path, inherited, origin)) {
        let message = format!("the dependency `{name}` is outside the pack");
        let help = "move the crate into the pack's folder, or take it from a registry or from git".to_owned();
        return Err(obstacle(ObstacleKind::Outside, message, help));
    }
    Ok(if inherited { Found::Rewritten(dependency) } else { Found::AsWritten })
}

/// The folder in the pack of a dependency on a crate of the pack, seen from `folder`.
pub(super) fn folder_in_pack(folder: &str, item: &Item) -> Option<String> {
    join(folder, text(&as_table(item), "path")?)
}

/// The dependency on a crate which the compiler carries.
fn carried(package: &str, written: &InlineTable, origin: &Origin<'_>) -> Result<InlineTable, (String, String)> {
    let version = env!("CARGO_PKG_VERSION");
    let up = match origin {
        Origin::Carried { .. } => "..".to_owned(),
        Origin::Pack { folder, .. } => {
            let depth = folder.split('/').filter(|segment| !segment.is_empty()).count();
            format!("{}../vendor", "../".repeat(depth))
        }
    };
    if written.contains_key("package") {
        return Err((format!("`{package}` has another name here"), "call it as it is: the macros name it".to_owned()));
    }
    let of_pack = matches!(origin, Origin::Pack { .. });
    let features = written.get("features").and_then(Value::as_array).is_some_and(|features| !features.is_empty());
    if of_pack && features {
        let help = "remove `features`: the generated server turns on what it needs".to_owned();
        return Err((format!("handlers need no feature of `{package}`"), help));
    }
    if let Some(wanted) = text(written, "version") {
        let fits = semver::VersionReq::parse(wanted)
            .is_ok_and(|wanted| semver::Version::parse(version).is_ok_and(|version| wanted.matches(&version)));
        if !fits {
            let message =
                format!("the pack wants version `{wanted}` of `{package}`, and this compiler carries {version}");
            return Err((message, format!("write `version = \"{version}\"`")));
        }
    }
    let mut dependency = InlineTable::new();
    dependency.insert("path", format!("{up}/{package}").into());
    for key in ["optional", "default-features"] {
        if let Some(value) = written.get(key) {
            dependency.insert(key, bare(value));
        }
    }
    Ok(dependency)
}

/// Whether a path leads to a crate of the pack.
fn is_inside(path: &str, inherited: bool, origin: &Origin<'_>) -> bool {
    match origin {
        Origin::Carried { .. } => false,
        // What a workspace around the pack names is outside; and a path in a root's manifest means another place for a
        // crate deeper in the pack.
        Origin::Pack { is_root, folder, has_crate, .. } => {
            let counts_from_here = !inherited || (*is_root && folder.is_empty());
            counts_from_here && join(folder, path).is_some_and(|folder| has_crate(&folder))
        }
    }
}

/// The workspace's entry with the features, `optional` and `default-features` of this one.
fn inherit(name: &str, item: &Item, origin: &Origin<'_>) -> Option<InlineTable> {
    let shared = origin.workspace()?.get("workspace")?.get("dependencies")?.get(name)?;
    let mut dependency = as_table(shared);
    let own = as_table(item);
    if let Some(more) = own.get("features").and_then(Value::as_array) {
        let mut features: Vec<String> = texts(dependency.get("features").and_then(Value::as_array));
        for feature in texts(Some(more)) {
            if !features.contains(&feature) {
                features.push(feature);
            }
        }
        dependency.insert("features", Value::Array(features.iter().map(String::as_str).collect::<Array>()));
    }
    for key in ["optional", "default-features"] {
        if let Some(value) = own.get(key) {
            dependency.insert(key, bare(value));
        }
    }
    Some(dependency)
}

/// Any form of a dependency as `{ key = value, … }`.
fn as_table(item: &Item) -> InlineTable {
    if let Some(version) = item.as_str() {
        let mut table = InlineTable::new();
        table.insert("version", version.into());
        return table;
    }
    let mut table = InlineTable::new();
    for (key, item) in item.as_table_like().into_iter().flat_map(|written| written.iter()) {
        if let Some(value) = item.as_value() {
            table.insert(key, bare(value));
        }
    }
    table
}

/// The value without comments and line breaks around it.
fn bare(value: &Value) -> Value {
    let mut value = value.clone();
    *value.decor_mut() = toml_edit::Decor::default();
    value
}

fn text<'a>(table: &'a InlineTable, key: &str) -> Option<&'a str> {
    table.get(key).and_then(Value::as_str)
}

fn texts(array: Option<&Array>) -> Vec<String> {
    array.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// `path` seen from `folder`, both with `/`; none where it leaves the pack or is absolute.
fn join(folder: &str, path: &str) -> Option<String> {
    if path.starts_with('/') || path.contains([':', '\\']) {
        return None;
    }
    let mut segments: Vec<&str> = folder.split('/').filter(|segment| !segment.is_empty()).collect();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => _ = segments.pop()?,
            segment => segments.push(segment),
        }
    }
    Some(segments.join("/"))
}
