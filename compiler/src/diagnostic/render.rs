//! Findings as text for people, in rustc's look.

use std::{borrow::Cow, fmt::Write as _};

use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level as Title, Renderer, Snippet, normalize_untrusted_str, renderer::DecorStyle,
};

use super::{Counts, Files, Finding, Label, Level};
use crate::source::FileId;

/// Whether the text carries colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// For terminals.
    On,
    /// For pipes, files and `NO_COLOR`.
    Off,
}

/// All findings, each with its places, then how many there are.
pub fn text(findings: &[Finding], files: Files<'_>, colours: Colours) -> String {
    let renderer = match colours {
        Colours::On => Renderer::styled(),
        Colours::Off => Renderer::plain(),
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    for finding in findings {
        text.push_str(&renderer.render(&[group(finding, files)]));
        text.push_str("\n\n");
    }
    text.push_str(&summary(findings));
    text
}

/// `3 errors, 1 warning`, and where to read on.
fn summary(findings: &[Finding]) -> String {
    let Counts { errors, warnings } = Counts::of(findings);
    let counted = |count: usize, one: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {one}s")),
    };
    let counts: Vec<_> = [counted(errors, "error"), counted(warnings, "warning")].into_iter().flatten().collect();
    let mut summary = if counts.is_empty() { "no findings".to_owned() } else { counts.join(", ") };
    if let Some(first) = findings.first() {
        // Writing to a String cannot fail.
        let _ = write!(summary, "; `packwright explain {}` tells more", first.code);
    }
    summary.push('\n');
    summary
}

fn group<'f>(finding: &'f Finding, files: Files<'f>) -> Group<'f> {
    let Finding { code, level, message, primary, labels, notes, help } = finding;
    let title = match level {
        Level::Error => Title::ERROR,
        Level::Warning => Title::WARNING,
    };
    let mut group = title.primary_title(message.as_str()).id(*code).elements(snippets(primary, labels, files));
    for note in notes {
        group = group.element(Title::NOTE.message(normalize_untrusted_str(note)));
    }
    for help in help {
        group = group.element(Title::HELP.message(normalize_untrusted_str(help)));
    }
    group
}

/// One snippet a file, that of the primary label first.
fn snippets<'f>(primary: &'f Label, labels: &'f [Label], files: Files<'f>) -> Vec<Snippet<'f, Annotation<'f>>> {
    let mut by_file: Vec<(FileId, Vec<(AnnotationKind, &Label)>)> =
        vec![(primary.span.file, vec![(AnnotationKind::Primary, primary)])];
    for label in labels {
        let entry = (AnnotationKind::Context, label);
        match by_file.iter_mut().find(|(file, _)| *file == label.span.file) {
            Some((_, entries)) => entries.push(entry),
            None => by_file.push((label.span.file, vec![entry])),
        }
    }
    let snippet = |(file, entries): (FileId, Vec<(AnnotationKind, &'f Label)>)| {
        let source = shown_source(&files.sources.get(file).bytes);
        let annotations: Vec<_> = entries.into_iter().map(|(kind, label)| annotation(kind, label, &source)).collect();
        Snippet::source(source).path(files.path(file)).annotations(annotations)
    };
    by_file.into_iter().map(snippet).collect()
}

fn annotation<'f>(kind: AnnotationKind, label: &'f Label, source: &str) -> Annotation<'f> {
    let range = label.span.range();
    let start = source.floor_char_boundary(range.start.min(source.len()));
    let end = source.ceil_char_boundary(range.end.clamp(start, source.len()));
    let annotation = kind.span(start..end);
    if label.text.is_empty() { annotation } else { annotation.label(label.text.as_str()) }
}

/// The text up to the first byte that is not UTF-8 keeps its places; nothing after it has any.
fn shown_source(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
