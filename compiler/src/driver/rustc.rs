//! What rustc says about generated code, as findings in the author's files.
//!
//! The pack's crate is built from a copy with the same bytes, so a byte range in the copy is a byte range in the author's file.

use std::path::PathBuf;

use serde::Deserialize;

use crate::{
    diagnostic::Finding,
    rules::{bug::internal::INTERNAL, handlers::rust_error::RUST_ERROR},
    source::{SourceMap, Span},
};

/// What cargo's messages say.
#[derive(Debug, Default)]
pub(super) struct Messages {
    /// Errors, in order.
    pub(super) errors: Vec<RustcError>,
    /// The program that was built.
    pub(super) executable: Option<PathBuf>,
}

/// One error of rustc.
#[derive(Debug, Deserialize)]
pub(super) struct RustcError {
    message: String,
    level: String,
    code: Option<Code>,
    spans: Vec<RustcSpan>,
    children: Vec<Child>,
    rendered: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Code {
    code: String,
}

#[derive(Debug, Deserialize)]
struct Child {
    level: String,
    message: String,
}

#[derive(Debug, Deserialize)]
struct RustcSpan {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
    label: Option<String>,
    expansion: Option<Box<Expansion>>,
}

/// The macro call that made the code of a span.
#[derive(Debug, Deserialize)]
struct Expansion {
    span: RustcSpan,
}

/// One line of cargo's output; other reasons have nothing for us.
#[derive(Deserialize)]
struct Line {
    reason: String,
    message: Option<RustcError>,
    executable: Option<PathBuf>,
}

/// Reads what `cargo --message-format=json` wrote.
pub(super) fn messages(stdout: &[u8]) -> Messages {
    let mut messages = Messages::default();
    let lines = stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice::<Line>(line).ok());
    for line in lines {
        match line.reason.as_str() {
            "compiler-message" => {
                messages.errors.extend(line.message.filter(|message| message.level.starts_with("error")));
            }
            "compiler-artifact" => messages.executable = line.executable.or(messages.executable),
            _ => {}
        }
    }
    messages
}

/// The findings that `errors` are. What is not about the author's own code is a bug of ours, reported at `origin`.
pub(super) fn findings(errors: &[RustcError], sources: &SourceMap, origin: Span) -> Vec<Finding> {
    // rustc's closing "aborting due to …" has no place; it says nothing where other errors do.
    let has_places = errors.iter().any(|error| !error.spans.is_empty());
    let errors = errors.iter().filter(|error| !has_places || !error.spans.is_empty());
    errors.map(|error| finding(error, sources, origin)).collect()
}

fn finding(error: &RustcError, sources: &SourceMap, origin: Span) -> Finding {
    let places: Vec<(&RustcSpan, Span)> =
        error.spans.iter().filter_map(|span| Some((span, place(span, sources)?))).collect();
    let Some((primary, at)) = places.iter().find(|(span, _)| span.is_primary).or(places.first()) else {
        let finding = INTERNAL.finding(origin, format!("the generated server does not compile: {}", error.message));
        return finding.note(error.rendered.as_deref().unwrap_or_default().trim_end());
    };
    let code = error.code.as_ref().map(|code| format!(" ({})", code.code)).unwrap_or_default();
    let mut finding = RUST_ERROR.finding(*at, format!("{}{code}", error.message));
    finding = finding.label(primary.label.as_deref().unwrap_or_default());
    for (span, at) in places.iter().filter(|(span, _)| !span.is_primary) {
        finding = finding.also(*at, span.label.as_deref().unwrap_or_default());
    }
    for child in &error.children {
        finding = match child.level.as_str() {
            "help" => finding.help(&child.message),
            _ => finding.note(&child.message),
        };
    }
    finding
}

/// The author's place of a span, or of the macro call that made its code.
fn place(span: &RustcSpan, sources: &SourceMap) -> Option<Span> {
    match span.file_name.strip_prefix("pack/").and_then(|path| sources.find(path)) {
        Some((file, source)) if span.byte_end <= source.bytes.len() => {
            Some(Span::new(file, span.byte_start..span.byte_end))
        }
        _ => place(&span.expansion.as_ref()?.span, sources),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The findings of one error with these spans, in a pack whose only file is `src/lib.rs`.
    fn found(spans: &str) -> Vec<Finding> {
        let sources = SourceMap::new([("src/lib.rs".to_owned(), b"pub fn f() {}\n".to_vec())].into());
        let (file, _) = sources.find("src/lib.rs").expect("it is there");
        let error = format!(
            r#"{{"message":"mismatched types","level":"error","code":{{"code":"E0308"}},"spans":[{spans}],
                "children":[{{"level":"help","message":"try this","spans":[]}}],"rendered":"error: mismatched types\n"}}"#
        );
        let line = format!(r#"{{"reason":"compiler-message","message":{}}}"#, error.replace('\n', " "));
        let messages = messages(format!("{{\"reason\":\"build-finished\"}}\n{line}\nnot json\n").as_bytes());
        findings(&messages.errors, &sources, Span::new(file, 0..0))
    }

    #[test]
    fn an_error_in_the_pack_is_the_authors() {
        let findings = found(
            r#"{"file_name":"pack/src/lib.rs","byte_start":7,"byte_end":8,"is_primary":true,"label":"expected `u8`","expansion":null}"#,
        );
        assert_eq!(findings.len(), 1);
        assert_eq!((findings[0].code, findings[0].message.as_str()), ("PW0105", "mismatched types (E0308)"));
        assert_eq!((findings[0].primary.span.range(), findings[0].primary.text.as_str()), (7..8, "expected `u8`"));
        assert_eq!(findings[0].help, ["try this"]);
    }

    #[test]
    fn code_that_a_macro_made_belongs_to_its_call() {
        let findings = found(
            r#"{"file_name":"cargo/x.rs","byte_start":1,"byte_end":2,"is_primary":true,"label":null,"expansion":
                {"span":{"file_name":"pack/src/lib.rs","byte_start":0,"byte_end":3,"is_primary":false,"label":null,"expansion":null}}}"#,
        );
        assert_eq!((findings[0].code, findings[0].primary.span.range()), ("PW0105", 0..3));
    }

    #[test]
    fn an_error_in_generated_code_is_ours() {
        let findings = found(
            r#"{"file_name":"src/main.rs","byte_start":1,"byte_end":2,"is_primary":true,"label":null,"expansion":null}"#,
        );
        assert_eq!(findings[0].code, "PW0901");
        assert_eq!(findings[0].notes, ["error: mismatched types"]);
    }
}
