//! References: a root and the steps from it.

use std::ops::Range;

use crate::model::Step;

/// A reference, its places being ranges of the text it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// `args`, or a node's name.
    pub root: Range<usize>,
    /// The steps from there; a field's place is its name, an index's its brackets.
    pub steps: Vec<(Step, Range<usize>)>,
    /// All of it, without blanks around.
    pub whole: Range<usize>,
}

/// Why a text is not a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where it stops being one.
    pub at: Range<usize>,
    /// What is wrong there.
    pub kind: FaultKind,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Nothing between the braces.
    Empty,
    /// A field's name with `-` in it: in CEL that is a subtraction.
    Hyphen,
    /// `[` without an index or a name in quotes, or without its `]`.
    Index,
    /// A `.` without a name.
    Field,
    /// Something of CEL that is not a reference: an operator, a call, a literal.
    NotAReference,
}

/// Reads the reference which is the whole of `text`.
///
/// # Errors
/// The first thing that is not part of a reference.
pub fn parse(text: &str) -> Result<Path, Fault> {
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len();
    if start >= end {
        return Err(Fault { at: 0..text.len(), kind: FaultKind::Empty });
    }
    let Some(root) = name(text, start) else {
        return Err(Fault { at: start..end, kind: FaultKind::NotAReference });
    };
    let mut at = root.end;
    // Each step has a sign at its start, so this is room for all of them and rarely for more.
    let mut steps = Vec::with_capacity(text.bytes().filter(|byte| matches!(byte, b'.' | b'[')).count());
    while at < end {
        let step = match text.as_bytes()[at] {
            b'.' => {
                let field = name(text, at + 1).ok_or(Fault { at: at..end, kind: FaultKind::Field })?;
                (Step::Field(text[field.clone()].to_owned()), field)
            }
            b'[' => index(&text[..end], at).ok_or(Fault { at: at..end, kind: FaultKind::Index })?,
            b'-' if name(text, at + 1).is_some() => {
                let field = steps.last().map_or(root.start, |(_, range): &(Step, Range<usize>)| range.start);
                return Err(Fault { at: field..hyphenated_end(text, at), kind: FaultKind::Hyphen });
            }
            _ => return Err(Fault { at: start..end, kind: FaultKind::NotAReference }),
        };
        at = step.1.end;
        steps.push(step);
    }
    Ok(Path { root, steps, whole: start..end })
}

/// `[A-Za-z_][A-Za-z0-9_]*` at `start`.
fn name(text: &str, start: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut end = start;
    while end < bytes.len() && (bytes[end].is_ascii_alphanumeric() || bytes[end] == b'_') {
        end += 1;
    }
    (end > start && !bytes[start].is_ascii_digit()).then_some(start..end)
}

/// `[12]` or `["name"]` at `start`.
fn index(text: &str, start: usize) -> Option<(Step, Range<usize>)> {
    let inner = &text[start + 1..];
    if let Some(quote) = inner.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let length = inner[1..].find(quote)?;
        let field = &inner[1..=length];
        let closes = inner[length + 2..].starts_with(']') && !field.contains('\\');
        return closes.then(|| (Step::Field(field.to_owned()), start..start + length + 4));
    }
    let length = inner.find(']')?;
    let digits = &inner[..length];
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    let idx = digits.parse().ok().filter(|_| is_number)?;
    Some((Step::Index(idx), start..start + length + 2))
}

fn hyphenated_end(text: &str, start: usize) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    start + text.as_bytes()[start..].iter().take_while(|byte| is_part(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        match parse(text) {
            Ok(path) => {
                let steps: Vec<_> =
                    path.steps.iter().map(|(step, range)| format!("{step:?}@{}", &text[range.clone()])).collect();
                format!("{} {}", &text[path.root], steps.join(" ")).trim_end().to_owned()
            }
            Err(fault) => format!("{:?} `{}`", fault.kind, &text[fault.at]),
        }
    }

    #[test]
    fn references_are_a_root_and_steps() {
        assert_eq!(shown("args"), "args");
        assert_eq!(shown(" place.name "), r#"place Field("name")@name"#);
        assert_eq!(shown("f.d[1].x"), r#"f Field("d")@d Index(1)@[1] Field("x")@x"#);
        assert_eq!(shown(r#"args["per-page"]"#), r#"args Field("per-page")@["per-page"]"#);
        assert_eq!(shown("args['a b'][0]"), r#"args Field("a b")@['a b'] Index(0)@[0]"#);
    }

    #[test]
    fn what_is_not_a_reference_is_refused_with_its_place() {
        assert_eq!(shown("  "), "Empty `  `");
        assert_eq!(shown("args.per-page"), "Hyphen `per-page`");
        assert_eq!(shown("my-node.x"), "Hyphen `my-node`");
        assert_eq!(shown("args."), "Field `.`");
        assert_eq!(shown("args..x"), "Field `..x`");
        assert_eq!(shown("args[x]"), "Index `[x]`");
        assert_eq!(shown("args[01]"), "Index `[01]`");
        assert_eq!(shown("args[1"), "Index `[1`");
        assert_eq!(shown("args['x]"), "Index `['x]`");
        assert_eq!(shown("args[99999999999]"), "Index `[99999999999]`");
        assert_eq!(shown("a.b + 1"), "NotAReference `a.b + 1`");
        assert_eq!(shown("size(args.x)"), "NotAReference `size(args.x)`");
        assert_eq!(shown("1"), "NotAReference `1`");
        assert_eq!(shown("é"), "NotAReference `é`");
        assert_eq!(shown("args.é"), "Field `.é`");
    }
}
