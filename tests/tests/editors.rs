//! The schemas which `packwright schema` prints for editors, held against packs and against `packwright check`.

use std::{fs, path::Path};

use jsonschema::Validator;
use packwright::{
    cli::{self, Streams},
    world::{Memory, Real, World},
};
use packwright_tests::build::repository;
use serde_json::Value;

/// What a command line prints.
fn run(world: &dyn World, args: &[&str]) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams { out: &mut out, err: &mut err, out_is_terminal: false, err_is_terminal: false };
    cli::run(world, ["packwright"].iter().chain(args).map(|arg| (*arg).into()), &mut streams);
    String::from_utf8(out).expect("reports are UTF-8")
}

fn schema(file: &str) -> Validator {
    let schema: Value = serde_json::from_str(&run(&Real, &["schema", file])).expect("it is JSON");
    assert!(jsonschema::meta::is_valid(&schema), "the schema of {file} is none");
    jsonschema::validator_for(&schema).expect("it is a schema")
}

/// Where a file of a pack is not as its schema says.
fn faults(schema: &Validator, text: &str) -> Vec<String> {
    let document: Value = toml::from_str(text).expect("it is TOML");
    schema.iter_errors(&document).map(|error| error.instance_path().to_string()).collect()
}

/// The files of a folder and of those in it.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("a readable folder").path());
    let mut files: Vec<_> = entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    files.sort();
    files
}

#[test]
fn every_pack_of_the_repository_fits() {
    let (pack, topology) = (schema("pack"), schema("topology"));
    let packs = ["packs", "tests/golden", "tests/ui/clean", "tests/ui/schema-files"];
    let mut seen = 0;
    for path in packs.iter().flat_map(|folder| files(&repository().join(folder))) {
        let is_topology = path.components().any(|part| part.as_os_str() == "topologies");
        let schema = match path.file_name().and_then(|name| name.to_str()) {
            Some("pack.toml") => &pack,
            Some(name) if is_topology && name.ends_with(".toml") => &topology,
            Some(_) | None => continue,
        };
        let text = fs::read_to_string(&path).expect("a file of the repository can be read");
        assert_eq!(faults(schema, &text), [""; 0], "{}", path.display());
        seen += 1;
    }
    assert!(seen > 15, "the packs are not where they were");
}

const PACK: &str = "id = \"weather\"\nversion = \"1.0.0\"\n";
const TOPOLOGY: &str = "name = \"greeting\"\ndescription = \"Greets a person.\"\n";

/// Mistakes: the lines after those above, where the schema sees a fault, and the line and the code of `check`'s finding.
const IN_PACK: &[(&str, &str, u64, &str)] = &[
    ("descripton = \"A pack.\"", "", 3, "PW0002"),
    ("description = 3", "/description", 3, "PW0004"),
    ("groups = \"public\"", "/groups", 3, "PW0004"),
    ("groups = []", "/groups", 3, "PW0007"),
    ("groups = [\"Public\"]", "/groups/0", 3, "PW0005"),
    ("namespace = \"Acme\"", "/namespace", 3, "PW0005"),
    ("[config.url]\nenv = \"URL\"", "/config/url", 3, "PW0003"),
    ("[http.a]\nbase_url = \"https://a.example\"\ninput = {}", "/http/a", 3, "PW0003"),
    ("[http.a]\nbase_url = \"ftp://a\"\ninput = {}\noutput = {}", "/http/a/base_url", 4, "PW0007"),
    (
        "[http.a]\nmethod = \"get\"\nbase_url = \"https://a.example\"\ninput = {}\noutput = {}",
        "/http/a/method",
        4,
        "PW0007",
    ),
];

/// The same for a topology.
const IN_TOPOLOGY: &[(&str, &str, u64, &str)] = &[
    ("kinds = \"query\"", "", 3, "PW0002"),
    ("kind = \"question\"", "/kind", 3, "PW0007"),
    ("timeout = 5", "/timeout", 3, "PW0004"),
    ("timeout = \"5 s\"", "/timeout", 3, "PW0007"),
    ("recursion = 99", "/recursion", 3, "PW0007"),
    ("input = []", "/input", 3, "PW0004"),
    ("[nodes.reply]\nafter = []", "/nodes/reply", 3, "PW0003"),
    ("[nodes.reply]\nresponse = {}\nafter = \"a\"", "/nodes/reply/after", 5, "PW0004"),
    ("[nodes.reply]\nresponse = {}\nretry = { attempts = 2 }", "/nodes/reply", 5, "PW0002"),
    ("[nodes.reply]\nresponse = {}\nafter_all = []", "/nodes/reply", 5, "PW0002"),
    ("[nodes.reply]\nresponse = {}\ntransform = {}", "/nodes/reply", 5, "PW0007"),
    ("[nodes.a]\ntransform = {}\nconcurrency = 2", "/nodes/a", 5, "PW0007"),
    ("[nodes.a]\nhttp = \"a\"\nretry = { backoff = \"constant\" }", "/nodes/a/retry", 5, "PW0003"),
    ("[nodes.a]\nhttp = \"a\"\nretry = { attempts = 2, on = [\"4xx\"] }", "/nodes/a/retry/on/0", 5, "PW0007"),
    ("[nodes.a]\nwait = {}", "/nodes/a", 3, "PW0003"),
    ("[nodes.a]\nconverge = [\"b\"]", "/nodes/a/converge", 4, "PW0007"),
];

#[test]
fn what_a_schema_can_say_it_says_where_check_does() {
    for (file, path, head, mistakes) in
        [("pack", "pack.toml", PACK, IN_PACK), ("topology", "topologies/greeting.toml", TOPOLOGY, IN_TOPOLOGY)]
    {
        let schema = schema(file);
        for (lines, pointer, line, code) in mistakes {
            let text = format!("{head}{lines}\n");
            let faults = faults(&schema, &text);
            assert!(!faults.is_empty() && faults.iter().all(|fault| fault == pointer), "{lines}: {faults:?}");
            let world = Memory::new([("p/pack.toml", PACK), ("p/topologies/greeting.toml", TOPOLOGY)]);
            world.write(&Path::new("p").join(path), text.as_bytes()).expect("a world of memory takes all");
            let report: Value = serde_json::from_str(&run(&world, &["check", "p", "--format", "json"])).expect("JSON");
            let findings = report["findings"].as_array().expect("a list");
            let found = findings.iter().map(|it| (it["file"].as_str(), it["line"].as_u64(), it["code"].as_str()));
            let file = format!("p/{path}");
            let expected = (Some(file.as_str()), Some(*line), Some(*code));
            assert!(found.clone().any(|it| it == expected), "{lines}: {:?}", found.collect::<Vec<_>>());
        }
    }
}
