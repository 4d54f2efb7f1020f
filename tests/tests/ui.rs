//! What an author sees: each folder of `ui/` is a pack with the report that `packwright check` prints for it.
//!
//! `check.txt` is the text report and the exit code; `check.json`, where it is there, the JSON report. After a change that is
//! meant, `UPDATE=1 cargo test -p packwright-tests --test ui` writes them anew: read the difference before you commit it.

use std::{env, fs, path::Path};

use packwright::{
    cli::{self, Exit, Streams},
    world::Real,
};

/// The report and the exit of one command line, run in this folder, as a pipe would get it.
fn run(args: &[&str]) -> (String, String, Exit) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams { out: &mut out, err: &mut err, out_is_terminal: false, err_is_terminal: false };
    let args = ["packwright"].iter().chain(args).map(|arg| (*arg).into());
    let exit = cli::run(&Real, args, &mut streams);
    let text = |bytes| String::from_utf8(bytes).expect("reports are UTF-8");
    (text(out), text(err), exit)
}

fn cases() -> Vec<String> {
    let folders = fs::read_dir("ui").expect("the cases are beside this crate");
    let names = folders.map(|entry| entry.expect("a readable folder").file_name().into_string().expect("a plain name"));
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// Compares with the golden file, or writes it; says what differs.
fn differs(path: &Path, actual: &str) -> Option<String> {
    if env::var_os("UPDATE").is_some() {
        fs::write(path, actual).expect("golden files can be written");
        return None;
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    (expected != actual).then(|| format!("{} is not what check prints:\n{actual}", path.display()))
}

#[test]
fn reports_are_as_written() {
    let mut differences = Vec::new();
    for case in cases() {
        let folder = format!("ui/{case}");
        // Cases with Rust show what is found without building it.
        let is_rust = Path::new(&folder).join("Cargo.toml").exists();
        let args = if is_rust { vec!["check", &folder, "--locked"] } else { vec!["check", &folder] };
        let (report, chatter, exit) = run(&args);
        let text = format!("{report}{chatter}exit code {}\n", exit.code());
        differences.extend(differs(&Path::new(&folder).join("check.txt"), &text));
        let json = Path::new(&folder).join("check.json");
        if json.exists() {
            let (report, _, _) = run(&["check", &folder, "--format", "json"]);
            differences.extend(differs(&json, &report));
        }
    }
    assert!(differences.is_empty(), "{}\nrun with UPDATE=1 if it should", differences.join("\n"));
}

#[test]
fn thirty_findings_over_five_files_come_all_at_once_in_file_order() {
    let (report, _, exit) = run(&["check", "ui/all-at-once", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&report).expect("one JSON document");
    let findings = report["findings"].as_array().expect("a list of findings");
    assert_eq!(findings.len(), 30);
    assert_eq!(report["errors"], 30);
    assert_eq!(exit, Exit::Findings);
    let places: Vec<_> =
        findings.iter().map(|finding| (finding["file"].as_str(), finding["range"]["start"].as_u64())).collect();
    assert!(places.is_sorted());
    let mut files: Vec<_> = places.iter().map(|(file, _)| file).collect();
    files.dedup();
    assert_eq!(files.len(), 5);
}

#[test]
fn warnings_do_not_fail_a_check() {
    assert_eq!(run(&["check", "ui/warnings"]).2, Exit::Fine);
    assert_eq!(run(&["check", "ui/clean"]), ("no findings\n".to_owned(), String::new(), Exit::Fine));
}

#[test]
fn a_folder_that_is_no_pack_is_a_failure_of_the_command() {
    for folder in ["ui/nowhere", "ui"] {
        let (report, chatter, exit) = run(&["check", folder]);
        assert_eq!((report.as_str(), exit), ("", Exit::Failure));
        assert!(chatter.starts_with("error: ui"), "{chatter}");
    }
    assert!(run(&["check", "ui/nowhere"]).1.starts_with("error: ui/nowhere: "));
    assert!(run(&["check", "ui/clean/pack.toml"]).1.contains("give the pack's folder"));
    assert_eq!(run(&["chekc"]).2, Exit::Failure);
}

#[test]
fn an_output_folder_among_the_sources_is_refused() {
    for out in ["ui/clean", "ui/clean/topologies", "ui/clean/new/deeper"] {
        let (report, chatter, exit) = run(&["manifest", "ui/clean", "--out", out]);
        assert_eq!((report.as_str(), exit), ("", Exit::Failure), "{out}");
        assert!(chatter.contains("the folder is in the pack"), "{chatter}");
    }
}

#[test]
fn what_cannot_be_written_is_named() {
    for (out, named) in
        [("ui/clean/pack.toml/dist", "ui/clean/pack.toml/dist"), ("Cargo.toml", "Cargo.toml"), ("/proc/x", "/proc/x")]
    {
        let (_, chatter, exit) = run(&["manifest", "ui/warnings", "--out", out]);
        assert_eq!(exit, Exit::Failure, "{out}: {chatter}");
        assert!(chatter.starts_with("error: cannot ") && chatter.contains(named), "{chatter}");
    }
}

#[test]
fn explain_prints_the_page_or_says_what_may_have_been_meant() {
    let (page, _, exit) = run(&["explain", "PW0303"]);
    assert!(page.starts_with("# cycle (PW0303)\n\n## What it does\n"));
    assert_eq!(exit, Exit::Fine);
    assert_eq!(run(&["explain", "cycle"]).0, page);
    let (page, chatter, exit) = run(&["explain", "PW033"]);
    assert_eq!((page.as_str(), exit), ("", Exit::Failure));
    assert!(chatter.contains("did you mean `PW0"), "{chatter}");
}

#[test]
fn paths_are_shown_as_the_author_would_type_them() {
    for folder in ["ui/unknown-node/", "./ui/unknown-node", "ui/unknown-node"] {
        assert!(run(&["check", folder]).0.contains("--> ui/unknown-node/topologies/a.toml:11:"), "{folder}");
    }
}
