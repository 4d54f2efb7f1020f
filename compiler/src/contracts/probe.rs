//! The truth about handlers' types: a tiny binary, built beside the pack's crate, that prints their JSON Schemas.
//!
//! Goes in: the staged pack and its handlers' paths. Comes out: schemas by path, or findings where rustc refuses the pack.
//! Refuses to know: what the schemas are for.

use std::{io, path::Path};

use proc_macro2::TokenStream;
use quote::quote;

use super::{cache::Schemas, package::Package, scan::Scan};
use crate::{
    diagnostic::Finding,
    source::SourceMap,
    staging::{Files, Surroundings, messages, pack, place, vendor},
    world::{Output, Process, World},
};

/// Whether a person watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Cargo shows on stderr what it compiles.
    Shown,
    /// Nothing is shown.
    Hidden,
}

/// Builds and runs the probe.
///
/// # Errors
/// When cargo cannot be run, or fails for a reason that is in no source file.
pub fn schemas(
    world: &dyn World,
    files: &SourceMap,
    package: &Package,
    scan: &Scan,
    surroundings: &Surroundings,
    progress: Progress,
) -> io::Result<Result<Schemas, Vec<Finding>>> {
    let (mut staged, findings) = pack(files, surroundings);
    if !findings.is_empty() {
        return Ok(Err(findings));
    }
    staged.extend(vendor());
    staged.extend(own_files(package, scan, surroundings));
    let folder = surroundings.scratch.join(&package.name.value).join("probe");
    // One build at a time in one scratch folder: packs of the same name share this one.
    let _turn = world.lock(&surroundings.scratch.join("build.lock"))?;
    place(world, &folder, &staged)?;
    let built =
        world.run(&cargo(world, &folder, &surroundings.scratch, progress)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                io::Error::new(error.kind(), "cargo is not there, and the pack has Rust: install Rust")
            }
            _ => error,
        })?;
    if !built.is_success() {
        let findings = messages::findings(&built.stdout, files, package.name.span);
        if findings.is_empty() {
            let stderr = String::from_utf8_lossy(&built.stderr).into_owned();
            return Err(io::Error::other(format!("cargo cannot build the pack's crate\n{}", stderr.trim_end())));
        }
        return Ok(Err(findings));
    }
    let Some(executable) = messages::executable(&built.stdout, NAME) else {
        return Err(io::Error::other("cargo did not say where the contract probe is"));
    };
    let ran = world.run(&Process::new(executable))?;
    if !ran.is_success() {
        let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
        return Err(io::Error::other(format!("a schema of the pack cannot be made\n{}", stderr.trim_end())));
    }
    let schemas = serde_json::from_slice(&ran.stdout).map_err(io::Error::other)?;
    Ok(Ok(schemas))
}

/// The binary's name.
const NAME: &str = "packwright-probe";

fn cargo(world: &dyn World, folder: &Path, target: &Path, progress: Progress) -> Process {
    let mut cargo = Process::cargo(world).args(["build", "--message-format=json", "--target-dir"]).args([target]);
    if progress == Progress::Hidden {
        cargo = cargo.args(["--quiet"]);
    }
    cargo.folder = Some(folder.to_owned());
    cargo.output = match progress {
        Progress::Shown => Output::ErrorsShown,
        Progress::Hidden => Output::Captured,
    };
    cargo
}

/// The probe's own files.
fn own_files(package: &Package, scan: &Scan, surroundings: &Surroundings) -> Files {
    let paths: Vec<&str> = scan.handlers.iter().map(|handler| handler.path.as_str()).collect();
    [
        ("Cargo.toml".to_owned(), manifest(package).into_bytes()),
        ("Cargo.lock".to_owned(), surroundings.lock.seed().into_bytes()),
        ("src/main.rs".to_owned(), main(&paths).into_bytes()),
    ]
    .into()
}

/// `preserve_order` keeps schemas' properties in the order of the struct's fields.
fn manifest(package: &Package) -> String {
    let Package { name, .. } = package;
    let name = &name.value;
    format!(
        "[workspace]\n\n[package]\nname = \"{NAME}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [dependencies]\n{name} = {{ path = \"pack\" }}\n\
         packwright-runtime-min = {{ path = \"vendor/packwright-runtime-min\" }}\n\
         schemars = {{ version = \"1\", features = [\"preserve_order\"] }}\n\n\
         [profile.dev]\ndebug = false\nincremental = false\n"
    )
}

fn main(paths: &[&str]) -> String {
    let handlers = paths.iter().map(|path| -> TokenStream {
        let ty: syn::Path = syn::parse_str(path).expect("the scan makes paths of identifiers");
        quote!((#path.to_owned(), schemas::<#ty>()))
    });
    let tokens = quote! {
        //! Prints the JSON Schemas of a pack's handlers. Made by packwright.

        use packwright_runtime_min::{Handler, __private::serde_json::{Map, Value, json}};
        use schemars::generate::SchemaSettings;

        fn schemas<H: Handler>() -> Value {
            let input = SchemaSettings::draft2020_12().for_deserialize().into_generator();
            let output = SchemaSettings::draft2020_12().for_serialize().into_generator();
            json!({
                "input": input.into_root_schema_for::<H::Input>(),
                "output": output.into_root_schema_for::<H::Output>(),
            })
        }

        fn main() {
            let handlers: Map<String, Value> = [#(#handlers),*].into_iter().collect();
            println!("{}", Value::Object(handlers));
        }
    };
    let file = syn::parse2(tokens).expect("quote! makes Rust of valid paths");
    prettyplease::unparse(&file)
}
