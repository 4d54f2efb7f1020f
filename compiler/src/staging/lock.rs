//! `Cargo.lock`: reading, filling one up from another, and what a package reaches.
//!
//! The lock of the author's workspace decides the versions; it may lack what only the server needs, which then comes from the
//! lock that the compiler carries, so that the same pack and the same compiler always build the same packages.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use toml_edit::{Document, Item};

use super::embedded;

/// The packages of a lock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lock {
    packages: BTreeMap<PackageId, Package>,
}

/// Which package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PackageId {
    name: String,
    version: String,
    /// Absent for packages of a workspace.
    source: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Package {
    checksum: Option<String>,
    dependencies: BTreeSet<PackageId>,
}

impl Lock {
    /// Reads a lock of any format version since the third.
    ///
    /// # Errors
    /// When the text is not such a lock.
    pub fn parse(text: &str) -> Result<Self, String> {
        let document = Document::parse(text).map_err(|error| error.message().trim_end().to_owned())?;
        let tables = document.get("package").and_then(Item::as_array_of_tables);
        let entries: Vec<(PackageId, Option<String>, Vec<String>)> = tables
            .into_iter()
            .flatten()
            .map(|table| {
                let text = |key: &str| table.get(key).and_then(Item::as_str).map(str::to_owned);
                let name = text("name").ok_or("a package has no name")?;
                let version = text("version").ok_or_else(|| format!("the package `{name}` has no version"))?;
                let written = table.get("dependencies").and_then(Item::as_array).into_iter().flatten();
                let dependencies = written.filter_map(|value| value.as_str()).map(str::to_owned).collect();
                Ok((PackageId { name, version, source: text("source") }, text("checksum"), dependencies))
            })
            .collect::<Result<_, String>>()?;
        let mut by_name: BTreeMap<&str, Vec<&PackageId>> = BTreeMap::new();
        for (id, ..) in &entries {
            by_name.entry(&id.name).or_default().push(id);
        }
        let mut packages = BTreeMap::new();
        for (id, checksum, written) in &entries {
            let dependencies = written
                .iter()
                .map(|written| {
                    let name = written.split(' ').next().unwrap_or_default();
                    let found = by_name.get(name).and_then(|ids| ids.iter().find(|id| id.is_written(written)));
                    let found = found.map(|id| PackageId::clone(id));
                    found.ok_or_else(|| format!("`{}` depends on `{written}`, which is not there", id.name))
                })
                .collect::<Result<_, String>>()?;
            packages.insert(id.clone(), Package { checksum: checksum.clone(), dependencies });
        }
        Ok(Self { packages })
    }

    /// The text of the lock to start a staged workspace's from: the packages of this lock that come from a source, and of the
    /// compiler's own those of which this one has no compatible version. Cargo adds the workspace's packages and drops what is
    /// not needed.
    pub fn seed(&self) -> String {
        let carried = Self::parse(embedded::lock()).expect("the repository's Cargo.lock is one");
        let mut seed = self.clone();
        for (id, package) in carried.packages {
            if !self.packages.keys().any(|known| known.name == id.name && known.is_compatible(&id)) {
                seed.packages.insert(id, package);
            }
        }
        seed.packages.retain(|id, _| id.source.is_some());
        seed.retarget();
        seed.text()
    }

    /// Name, version and checksum of every package that the workspace's package `name` reaches, in order; packwright's own are
    /// left out, for the compiler brings its own.
    pub fn reachable(&self, name: &str) -> Vec<String> {
        let roots = self.packages.keys().filter(|id| id.name == name && id.source.is_none());
        let mut todo: Vec<&PackageId> = roots.collect();
        let mut seen: BTreeSet<&PackageId> = todo.iter().copied().collect();
        while let Some(package) = todo.pop().and_then(|id| self.packages.get(id)) {
            let new =
                package.dependencies.iter().filter(|id| id.source.is_some() || !id.name.starts_with("packwright"));
            todo.extend(new.filter(|id| seen.insert(id)));
        }
        let line = |id: &PackageId| {
            let checksum = self.packages.get(id).and_then(|package| package.checksum.clone()).unwrap_or_default();
            format!("{} {} {checksum}", id.name, id.version)
        };
        seen.into_iter().map(line).collect()
    }

    /// Leads every dependency to a package that is there: a compatible one where the very one is not.
    fn retarget(&mut self) {
        let ids: Vec<PackageId> = self.packages.keys().cloned().collect();
        for package in self.packages.values_mut() {
            let led = package.dependencies.iter().filter_map(|wanted| {
                let same = ids.iter().find(|id| *id == wanted);
                same.or_else(|| ids.iter().find(|id| id.name == wanted.name && id.is_compatible(wanted))).cloned()
            });
            package.dependencies = led.collect();
        }
    }

    /// As cargo writes it: names, with the version where a name alone is not unique, and the source where both are not.
    fn text(&self) -> String {
        let mut text = String::from(
            "# This file is automatically @generated by Cargo.\n# It is not intended for manual editing.\nversion = 4\n",
        );
        for (id, package) in &self.packages {
            _ = write!(text, "\n[[package]]\nname = {:?}\nversion = {:?}\n", id.name, id.version);
            for (key, value) in [("source", &id.source), ("checksum", &package.checksum)] {
                if let Some(value) = value {
                    _ = writeln!(text, "{key} = {value:?}");
                }
            }
            if !package.dependencies.is_empty() {
                text.push_str("dependencies = [\n");
                for dependency in &package.dependencies {
                    _ = writeln!(text, " {:?},", self.shortest(dependency));
                }
                text.push_str("]\n");
            }
        }
        text
    }

    fn shortest(&self, id: &PackageId) -> String {
        let named = self.packages.keys().filter(|other| other.name == id.name).count();
        let versioned =
            self.packages.keys().filter(|other| other.name == id.name && other.version == id.version).count();
        match (named, versioned, &id.source) {
            (1, ..) => id.name.clone(),
            (_, 1, _) | (_, _, None) => format!("{} {}", id.name, id.version),
            (_, _, Some(source)) => format!("{} {} ({source})", id.name, id.version),
        }
    }
}

impl PackageId {
    /// Whether a dependency written so means this package.
    fn is_written(&self, written: &str) -> bool {
        let mut words = written.splitn(3, ' ');
        let name = words.next() == Some(&self.name);
        let version = words.next().is_none_or(|version| version == self.version);
        let source = words.next().is_none_or(|source| {
            let source = source.trim_matches(['(', ')']);
            self.source.as_deref().is_some_and(|own| own == source || own.split('#').next() == Some(source))
        });
        name && version && source
    }

    /// Whether cargo would take the one for the other: the same first number that is not zero.
    fn is_compatible(&self, other: &Self) -> bool {
        let line = |version: &str| {
            let version = semver::Version::parse(version).ok()?;
            Some(match (version.major, version.minor) {
                (0, 0) => (0, 0, version.patch),
                (0, minor) => (0, minor, 0),
                (major, _) => (major, 0, 0),
            })
        };
        self.version == other.version || line(&self.version).is_some_and(|own| Some(own) == line(&other.version))
    }
}
