//! The generated crate with the validators of all cases: written, compiled once, run once.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use packwright::emit;
use packwright_runtime_min::validate::Report;
use quote::format_ident;

use super::{
    cases::Case,
    judged::{Judged, Outcome},
};

/// Answers each question with what [`line`] makes of the same words of the interpreter.
const MAIN: &str = include_str!("generated/main.rs.txt");

/// What a validator has to say about one instance, on one line: whether it is valid as it is, all that is wrong with it as it is,
/// and what coercion makes of it or all that is wrong then.
pub(crate) fn line(judged: &Judged) -> String {
    match judged {
        Judged::Refused(error) => format!("false\t{error:?}\t{error:?}"),
        Judged::Read(Outcome { raw: _, strict, coerced, report }) => {
            let checked = match (report.is_valid(), report.coercions.is_empty()) {
                (true, true) => "as it is".to_owned(),
                (true, false) => format!("coerced {coerced}"),
                (false, _) => said(report),
            };
            let strictly = if strict.is_valid() { "valid".to_owned() } else { said(strict) };
            format!("{}\t{strictly}\t{checked}", strict.is_valid())
        }
    }
}

fn said(report: &Report) -> String {
    format!("{:?} {:?} {}", report.violations, report.coercions, report.total())
}

/// What the generated validators say about each instance of `cases`, as [`line`]s.
pub(crate) fn answers(cases: &[Case]) -> Vec<String> {
    let binary = binary(cases);
    let mut child = Command::new(binary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the generated crate's binary starts");
    let mut questions = Vec::new();
    for (idx, case) in cases.iter().enumerate() {
        for instance in &case.instances {
            questions.extend(format!("{idx} {}\n", instance.text.len()).into_bytes());
            questions.extend(&instance.text);
        }
    }
    let mut stdin = child.stdin.take().expect("it was asked for");
    let writer = std::thread::spawn(move || stdin.write_all(&questions));
    let output = child.wait_with_output().expect("it ends");
    let written = writer.join().expect("the writer ends");
    let stdout = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let answers: Vec<String> = stdout.lines().map(str::to_owned).collect();
    let asked = || cases.iter().flat_map(|case| case.instances.iter().map(move |instance| (case, instance)));
    if let Some((case, instance)) = asked().nth(answers.len()) {
        panic!("{}: no answer about {}, the binary ended with {}", case.name, instance.shown(), output.status);
    }
    written.expect("all questions are taken");
    answers
}

/// Compiles the crate, once for the test binary. A crate that is unchanged since the last run is not compiled again.
fn binary(cases: &[Case]) -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("validators");
        for (path, content) in files(cases) {
            write_if_changed(&folder.join(path), &content);
        }
        let target = folder.join("target");
        let status = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--offline", "--manifest-path"])
            .arg(folder.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", &target)
            .env_remove("RUSTFLAGS")
            .status()
            .expect("cargo runs");
        assert!(status.success(), "the generated crate does not compile without warnings: {}", folder.display());
        target.join("debug/validators")
    })
}

fn files(cases: &[Case]) -> Vec<(String, String)> {
    let repository = packwright_tests::repository();
    let lock = fs::read_to_string(repository.join("Cargo.lock")).expect("the workspace has a Cargo.lock");
    let modules: String = (0..cases.len()).map(|idx| format!("mod case_{idx};\n")).collect();
    let statics: String = (0..cases.len()).map(|idx| format!("    &case_{idx}::SCHEMA,\n")).collect();
    let main = format!("{MAIN}\n{modules}\nstatic VALIDATORS: &[&Validator] = &[\n{statics}];\n");
    let mut files = vec![
        ("Cargo.toml".to_owned(), manifest(repository)),
        ("Cargo.lock".to_owned(), lock),
        ("src/main.rs".to_owned(), main),
    ];
    for (idx, case) in cases.iter().enumerate() {
        files.push((format!("src/case_{idx}.rs"), module(case)));
    }
    files
}

fn module(case: &Case) -> String {
    match &case.golden {
        Some(path) => fs::read_to_string(path).expect("the golden file is there"),
        // `{:?}` so that no name of a case can end the comment.
        None => emit::rust::file(
            &format!("{:?}", case.name),
            emit::validators::print(&[(format_ident!("SCHEMA"), &case.plan)]),
        ),
    }
}

/// The profile keeps the code small: it is compiled once and run once.
fn manifest(repository: &Path) -> String {
    let runtime = toml::Value::String(repository.join("runtime-min").display().to_string());
    format!(
        "[package]\nname = \"validators\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\npackwright-runtime-min = {{ path = {runtime}, features = [\"idn\", \"regex\"] }}\n\n\
         [profile.dev]\ndebug = false\nincremental = false\n"
    )
}

fn write_if_changed(path: &Path, content: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == content) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder can be made");
    fs::write(path, content).expect("the file can be written");
}
