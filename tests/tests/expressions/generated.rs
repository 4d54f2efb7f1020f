//! The crate with the functions of all expressions: written, compiled once, run once.

use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
    sync::LazyLock,
};

use packwright::{
    emit::{
        expressions::{Function, function},
        rust,
    },
    expression::{
        Code, Env, Type, Want, infer_as, parse,
        types::{Origin, Shape},
    },
    ir::{self, Root},
    source::{SourceMap, Span},
};
use packwright_schema::Schema;
use quote::quote;
use serde_json::Value;

use super::inputs;

const MAIN: &str = include_str!("generated/main.rs.txt");

/// How many functions a module has.
const MODULE: usize = 100;

/// An expression with its code.
pub(crate) struct Case {
    pub(crate) text: String,
    code: Code,
    name: String,
}

/// What the generated code says.
#[derive(Debug)]
pub(crate) enum Answer {
    Value(String),
    Failure {
        code: String,
        #[expect(dead_code, reason = "shown where there is a difference")]
        message: String,
    },
}

static SCHEMA: LazyLock<(Schema, Value)> = LazyLock::new(|| {
    let document = inputs::schema();
    (Schema::parse(&document).expect("the schema has no fault"), document)
});

/// The case of an expression, or the codes of what is wrong with it.
pub(crate) fn case(idx: usize, text: &str) -> Result<Case, Vec<&'static str>> {
    let sources = SourceMap::new([("f".to_owned(), Vec::new())].into());
    let (file, _) = sources.find("f").expect("the one file");
    let expr = parse::parse(text, &|range| Span::new(file, range)).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    let (schema, document) = &*SCHEMA;
    let args = Type::of(Shape::root(schema, Origin::Author).with_document(document));
    let env = Env::new().with("args", args, None);
    let mut findings = Vec::new();
    let typed = infer_as(&expr, Want::Value, &env, &mut findings);
    let errors: Vec<_> = findings.iter().map(|finding| finding.code).filter(|code| *code != "PW0409").collect();
    if errors.is_empty() {
        Ok(Case { text: text.to_owned(), code: typed.code, name: format!("case_{idx}") })
    } else {
        Err(errors)
    }
}

/// What the generated functions say about inputs; their crate is called `name`.
pub(crate) fn answers(name: &str, cases: &[Case], asked: &[(usize, &String)]) -> Vec<Answer> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("expressions").join(name);
    for (path, content) in files(name, cases) {
        write_if_changed(&folder.join(path), &content);
    }
    // Both crates build what they share once.
    let target = folder.with_file_name("target");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--offline", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS")
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the generated crate does not compile without warnings: {}", folder.display());
    let mut child = Command::new(target.join("debug").join(name))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the generated crate's binary starts");
    let questions: String = asked.iter().map(|(case, input)| format!("{case} {input}\n")).collect();
    let mut stdin = child.stdin.take().expect("it was asked for");
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer ends").expect("all questions are taken");
    let stdout = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let answers: Vec<Answer> = stdout.lines().map(answer).collect();
    assert_eq!(answers.len(), asked.len(), "one answer for each question");
    answers
}

fn answer(line: &str) -> Answer {
    match line.split_once(' ').expect("a word and the rest") {
        ("ok", json) => Answer::Value(json.to_owned()),
        (code, message) => Answer::Failure { code: code.to_owned(), message: message.to_owned() },
    }
}

fn files(name: &str, cases: &[Case]) -> Vec<(String, String)> {
    let repository = packwright_tests::repository();
    let lock = fs::read_to_string(repository.join("Cargo.lock")).expect("the workspace has a Cargo.lock");
    let modules = cases.chunks(MODULE).enumerate();
    let mut main = MAIN.to_owned();
    let mut statics = String::new();
    let mut files = Vec::new();
    for (idx, cases) in modules {
        let _ = writeln!(main, "mod part_{idx};");
        let functions = cases.iter().map(|case| {
            let origin = ir::Origin { file: "topologies/t.toml".to_owned(), line: 1 };
            let roots = [("args".to_owned(), Root::Args)];
            let roots = if case.code.roots().is_empty() { &roots[..0] } else { &roots[..] };
            function(&Function {
                name: &case.name,
                code: &case.code,
                roots,
                node: "t",
                written: &case.text,
                origin: &origin,
            })
        });
        let wrappers = cases.iter().map(|case| {
            let name = quote::format_ident!("{}", case.name);
            quote!(|scope| #name(scope).map(|value| cel::json(&value)),)
        });
        let content = quote! {
            use packwright_runtime_min::HandlerError;
            use packwright_runtime_min::expression::{self as cel, Scope, Site};
            #[allow(unused_imports, reason = "not every module needs every one")]
            use packwright_runtime_min::expression::{Root::Args, Step::{Item, Member}};

            pub(crate) static CASES: &[fn(&Scope) -> Result<cel::Json<'static>, HandlerError>] = &[#(#wrappers)*];

            #(#functions)*
        };
        files.push((format!("src/part_{idx}.rs"), rust::file("Functions of expressions.", content)));
        let _ = writeln!(statics, "    part_{idx}::CASES,");
    }
    let _ = writeln!(main, "\nconst MODULE: usize = {MODULE};\n\nstatic PARTS: &[Part] = &[\n{statics}];");
    files.push(("src/main.rs".to_owned(), main));
    files.push(("Cargo.toml".to_owned(), manifest(name, repository)));
    files.push(("Cargo.lock".to_owned(), lock));
    files
}

fn manifest(name: &str, repository: &Path) -> String {
    let runtime = toml::Value::String(repository.join("runtime-min").display().to_string());
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\npackwright-runtime-min = {{ path = {runtime}, features = [\"expression\"] }}\n\n\
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
