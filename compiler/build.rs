//! Puts the sources of the crates that packs and generated servers need into the compiler, so that versions can never
//! disagree and an installed compiler works anywhere. `src/staging/embedded.rs` reads what this writes.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// Crates of the repository: only their manifests and `src/`.
const CRATES: [&str; 3] = ["runtime-min", "macros", "macros/syntax"];

fn main() -> io::Result<()> {
    let compiler = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let repository = compiler.parent().ok_or_else(|| io::Error::other("compiler/ is in the repository"))?;
    let mut files = vec!["Cargo.toml".to_owned(), "Cargo.lock".to_owned()];
    for folder in CRATES {
        files.push(format!("{folder}/Cargo.toml"));
        collect(repository, &format!("{folder}/src"), &mut files)?;
        println!("cargo::rerun-if-changed=../{folder}/src");
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        println!("cargo::rerun-if-changed=../{file}");
        list.push_str(&format!(
            "    ({file:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?}))),\n",
            format!("/../{file}")
        ));
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("embedded.rs"), list)
}

/// All files below `folder`, relative to the repository.
fn collect(repository: &Path, folder: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(repository.join(folder))? {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(repository, &path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
