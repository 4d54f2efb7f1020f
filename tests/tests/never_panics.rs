//! Nothing that an author writes reaches a panic: every pack of `ui/` without Rust, broken in thousands of ways.

use std::{collections::BTreeMap, fs, path::Path};

use packwright::{
    cli::{self, Streams},
    world::Memory,
};

/// How many broken packs are made of each.
const ROUNDS: usize = 150;

/// What gets inserted: pieces that mean something in TOML, in JSON, in references and in schemas.
const PIECES: &[&str] = &[
    "\"",
    "'",
    "\"\"\"",
    "[",
    "]",
    "[[",
    "{",
    "}",
    "=",
    ".",
    ",",
    "\n",
    "\\",
    "${",
    "$${",
    "}",
    "args",
    "[nodes.x]",
    "#",
    "é",
    "\u{0}",
    "\u{1F600}",
    "-1",
    "1e999",
    "0x",
    "true",
    "null",
    "2026-01-01",
    "$ref",
    "\"#\"",
    "type",
    "response",
    "\r\n",
    "\t",
    "%",
    "/",
];

/// A generator whose every run makes the same packs (xorshift64*).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let wide = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(wide).expect("31 bits") % sides.max(1)
    }
}

fn read(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let entry = entry.expect("a readable folder");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => read(&entry.path(), &format!("{name}/"), files),
            false => drop(files.insert(name, fs::read(entry.path()).expect("a readable file"))),
        }
    }
}

fn broken(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.roll(bytes.len() + 1);
    let length = dice.roll(12).min(bytes.len() - at);
    match dice.roll(6) {
        0 => drop(bytes.drain(at..at + length)),
        1 => drop(bytes.splice(at..at + length, PIECES[dice.roll(PIECES.len())].bytes())),
        2 => drop(bytes.splice(at..at, PIECES[dice.roll(PIECES.len())].bytes())),
        3 => bytes.truncate(at),
        4 => {
            let copy = bytes[at..(at + 60).min(bytes.len())].to_vec();
            let to = dice.roll(bytes.len() + 1);
            drop(bytes.splice(to..to, copy));
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = u8::try_from(dice.roll(256)).expect("a byte");
            }
        }
    }
}

#[test]
fn broken_packs_are_reported_and_never_a_panic() {
    let mut dice = Dice(0x5EED);
    for entry in fs::read_dir("ui").expect("the cases are beside this crate") {
        let folder = entry.expect("a readable folder").path();
        if folder.join("Cargo.toml").exists() {
            continue;
        }
        let mut whole = BTreeMap::new();
        read(&folder, "p/", &mut whole);
        whole.retain(|path, _| path.ends_with(".toml") || path.ends_with("0.json") || path.contains("/schemas/"));
        let paths: Vec<_> = whole.keys().cloned().collect();
        for round in 0..ROUNDS {
            let mut files = whole.clone();
            for _ in 0..=dice.roll(3) {
                let path = &paths[dice.roll(paths.len())];
                broken(files.get_mut(path).expect("one of the paths"), &mut dice);
            }
            let world = Memory::new(files);
            // Both renderers see half of the packs.
            let format = if round % 2 == 0 { "text" } else { "json" };
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let terminal = round % 4 == 0;
            let mut streams =
                Streams { out: &mut out, err: &mut err, out_is_terminal: terminal, err_is_terminal: false };
            let args = ["packwright", "check", "p", "--format", format].map(Into::into);
            let exit = cli::run(&world, args, &mut streams);
            assert_ne!(exit.code(), 2, "{}", String::from_utf8_lossy(&err));
        }
    }
}
