//! Findings as one JSON document for programs.

use serde::Serialize;

use super::{
    Counts, Files, Finding, Label, Level,
    position::{self, Position},
};

/// The document.
#[derive(Serialize)]
struct Report<'f> {
    findings: Vec<Entry<'f>>,
    errors: usize,
    warnings: usize,
}

#[derive(Serialize)]
struct Entry<'f> {
    code: &'f str,
    level: &'static str,
    message: &'f str,
    #[serde(flatten)]
    place: Place<'f>,
    labels: Vec<Place<'f>>,
    notes: &'f [String],
    help: &'f [String],
}

#[derive(Serialize)]
struct Place<'f> {
    file: String,
    range: Range,
    line: usize,
    column: usize,
    label: &'f str,
}

#[derive(Serialize)]
struct Range {
    start: usize,
    end: usize,
}

/// `{"findings": […], "errors": 1, "warnings": 0}`. Ranges are bytes from 0; lines and columns are from 1, columns in characters.
pub fn document(findings: &[Finding], files: Files<'_>) -> String {
    let Counts { errors, warnings } = Counts::of(findings);
    let findings = findings.iter().map(|finding| entry(finding, files)).collect();
    let report = Report { findings, errors, warnings };
    let mut document = serde_json::to_string_pretty(&report).expect("texts and numbers are JSON");
    document.push('\n');
    document
}

fn entry<'f>(finding: &'f Finding, files: Files<'f>) -> Entry<'f> {
    let Finding { code, level, message, primary, labels, notes, help } = finding;
    let level = match level {
        Level::Error => "error",
        Level::Warning => "warning",
    };
    let labels = labels.iter().map(|label| place(label, files)).collect();
    Entry { code, level, message, place: place(primary, files), labels, notes, help }
}

fn place<'f>(label: &'f Label, files: Files<'f>) -> Place<'f> {
    let Label { span, text } = label;
    let (Position { line, column }, _) = position::ends(*span, files);
    let range = Range { start: span.range().start, end: span.range().end };
    Place { file: files.path(span.file), range, line, column, label: text }
}
