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
use quote::{format_ident, quote};

use super::cases::Case;

/// What one validator said, on one line.
pub(crate) fn line((document, report): &(String, Report)) -> String {
    let Report { violations, coercions, .. } = report;
    format!("{document} {violations:?} {coercions:?}")
}

/// What the generated validators say about each instance of `cases`, with coercion and without, as [`line`]s.
pub(crate) fn answers(cases: &[Case]) -> Vec<Vec<String>> {
    let binary = binary(cases);
    let mut child = Command::new(binary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the generated crate's binary starts");
    let mut questions = String::new();
    for (idx, case) in cases.iter().enumerate() {
        for instance in &case.instances {
            questions.push_str(&format!("{idx}\t{}\n", instance.text));
        }
    }
    let mut stdin = child.stdin.take().expect("it was asked for");
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer ends").expect("all questions are taken");
    assert!(output.status.success(), "the generated crate's binary ended with {}", output.status);

    let stdout = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let mut lines = stdout.lines().map(str::to_owned);
    cases.iter().map(|case| lines.by_ref().take(case.instances.len()).collect()).collect()
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
    let mut files = vec![
        ("Cargo.toml".to_owned(), manifest(repository)),
        ("Cargo.lock".to_owned(), lock),
        ("src/main.rs".to_owned(), emit::rust::file("Answers for all cases.", main(cases.len()))),
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
            emit::validators::print(&[(format_ident!("args"), &case.schema)]),
        ),
    }
}

/// The profile keeps the code small: it is compiled once and run once.
fn manifest(repository: &Path) -> String {
    let runtime = toml::Value::String(repository.join("runtime-min").display().to_string());
    format!(
        "[package]\nname = \"validators\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\npackwright-runtime-min = {{ path = {runtime} }}\n\n\
         [profile.dev]\ndebug = false\nincremental = false\n"
    )
}

/// A program that reads lines of a case's index and an instance, and answers each with two [`line`]s.
///
/// It works on a thread with the stack that tokio gives to its workers: a validator must get along with it.
fn main(count: usize) -> proc_macro2::TokenStream {
    let modules: Vec<_> = (0..count).map(|idx| format_ident!("case_{idx}")).collect();
    quote! {
        #![deny(warnings)]
        #(mod #modules;)*

        use std::io::{BufRead, BufWriter, Write};

        use packwright_runtime_min::{json::Value, validate::Report};

        static CHECKS: &[fn(&mut Value<'_>, &mut Report)] = &[#(#modules::args),*];

        fn main() -> std::io::Result<()> {
            let answering = std::thread::Builder::new().stack_size(2 * 1024 * 1024).spawn(answer)?;
            answering.join().expect("answering does not panic")
        }

        fn answer() -> std::io::Result<()> {
            let mut out = BufWriter::new(std::io::stdout().lock());
            for question in std::io::stdin().lock().lines() {
                let question = question?;
                let (idx, instance) = question.split_once('\t').expect("a question has an index and an instance");
                let check = CHECKS[idx.parse::<usize>().expect("the index is a number")];
                let answers = [Report::new(), Report::strict()].map(|mut report| {
                    let mut value = Value::parse(instance.as_bytes()).expect("the instance is JSON");
                    check(&mut value, &mut report);
                    let document = String::from_utf8(value.to_json()).expect("JSON is UTF-8");
                    format!("{document} {:?} {:?}", report.violations, report.coercions)
                });
                writeln!(out, "{}", answers.join("\t"))?;
            }
            out.flush()
        }
    }
}

fn write_if_changed(path: &Path, content: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == content) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder can be made");
    fs::write(path, content).expect("the file can be written");
}
