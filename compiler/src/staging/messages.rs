//! What cargo and rustc say about a staged workspace, led back to the author's files.
//!
//! Goes in: the lines of `cargo build --message-format=json`. Comes out: findings in the pack's files, and the path of what
//! was built. Refuses to know: why it was built.

use serde::Deserialize;

use crate::{
    diagnostic::Finding,
    rules::{bug::internal::INTERNAL, handlers::rust_error::RUST_ERROR},
    source::{SourceMap, Span},
};

/// One line of cargo's, as far as we read it.
#[derive(Deserialize)]
struct Line {
    reason: String,
    message: Option<Message>,
    target: Option<Target>,
    executable: Option<String>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Message {
    message: String,
    level: String,
    code: Option<Code>,
    #[serde(default)]
    spans: Vec<Place>,
    #[serde(default)]
    children: Vec<Message>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Place {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
    label: Option<String>,
    suggested_replacement: Option<String>,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Place,
}

/// The path of the binary `name`, if it was built or was fresh.
pub fn executable(stdout: &[u8], name: &str) -> Option<String> {
    lines(stdout).find_map(|line| line.executable.filter(|_| line.target.is_some_and(|target| target.name == name)))
}

/// Every error, in the order of the build. `origin` is where errors go that are in no file of the pack.
pub fn findings(stdout: &[u8], files: &SourceMap, origin: Span) -> Vec<Finding> {
    lines(stdout)
        .filter(|line| line.reason == "compiler-message")
        .filter_map(|line| line.message)
        // The last message of a crate only counts the others, and has no place.
        .filter(|message| message.level.starts_with("error") && !message.message.starts_with("aborting due to"))
        .map(|message| finding(&message, files, origin))
        .collect()
}

fn lines(stdout: &[u8]) -> impl Iterator<Item = Line> {
    // Build scripts and cargo itself may print other lines.
    stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

fn finding(message: &Message, files: &SourceMap, origin: Span) -> Finding {
    let primary = message.spans.iter().find(|place| place.is_primary);
    let Some(span) = primary.and_then(|place| in_pack(place, files)) else {
        return elsewhere(message, origin);
    };
    let text = match &message.code {
        Some(code) => format!("{} ({})", message.message, code.code),
        None => message.message.clone(),
    };
    let mut finding = RUST_ERROR.finding(span, text);
    if let Some(label) = primary.and_then(|place| place.label.as_ref()) {
        finding = finding.label(label);
    }
    for place in message.spans.iter().filter(|place| !place.is_primary) {
        if let (Some(span), Some(label)) = (in_pack(place, files), &place.label) {
            finding = finding.also(span, label);
        }
    }
    message.children.iter().fold(finding, |finding, child| with_child(finding, child, files))
}

/// Notes and helps of rustc. Those that point into other crates' sources are left out: the author cannot change these.
fn with_child(finding: Finding, child: &Message, files: &SourceMap) -> Finding {
    // What a macro made has no place that the author knows.
    let mut written = child.spans.iter().filter(|place| place.expansion.is_none());
    let place = written.find_map(|place| in_pack(place, files));
    match (child.level.as_str(), place) {
        ("help", _) => {
            let typed: Vec<&str> =
                child.spans.iter().filter_map(|place| place.suggested_replacement.as_deref()).collect();
            let typed: Vec<&str> = typed.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
            match typed[..] {
                [] if !child.spans.is_empty() && place.is_none() => finding,
                [one] if !one.contains('\n') => finding.help(format!("{}: `{one}`", child.message)),
                _ => finding.help(&child.message),
            }
        }
        (_, Some(span)) => finding.also(span, &child.message),
        (_, None) if child.spans.is_empty() => finding.note(&child.message),
        (_, None) => finding,
    }
}

/// An error outside the pack: in code that the compiler made or carries, which is our fault, or in a dependency.
fn elsewhere(message: &Message, origin: Span) -> Finding {
    let is_ours =
        message.spans.iter().any(|place| place.file_name.starts_with("src/") || place.file_name.starts_with("vendor/"));
    let rendered = message.rendered.as_deref().unwrap_or(&message.message).trim_end();
    match is_ours {
        true => {
            let finding = INTERNAL.finding(origin, "generated code does not compile");
            finding.note(rendered).help("this is a bug in packwright: please report it with the pack that shows it")
        }
        false => {
            let finding = RUST_ERROR.finding(origin, "a dependency of the pack's crate does not compile");
            finding.note(rendered)
        }
    }
}

/// The author's place of one in the copy; a macro's place is that of its use.
fn in_pack(place: &Place, files: &SourceMap) -> Option<Span> {
    let file = place.file_name.strip_prefix("pack/").and_then(|path| files.find(path));
    if let Some((id, file)) = file {
        let end = place.byte_end.min(file.bytes.len());
        return Some(Span::new(id, place.byte_start.min(end)..end));
    }
    in_pack(&place.expansion.as_ref()?.span, files)
}
