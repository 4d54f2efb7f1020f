//! A look at an expression's tokens before CEL's parser sees it.
//!
//! The parser descends as deep as the expression is long and says little about what is wrong. So what would be too much for a
//! stack is refused here, and so are characters that no expression has; and which bracket closes which is known for the spans.

use std::{collections::HashMap, ops::Range};

use super::parse::{Fault, FaultKind};

/// How many tokens an expression may have: what CEL's parser reads within a thread's usual stack, several times over.
const MOST_TOKENS: usize = 400;

/// How deep brackets may be nested.
const MOST_DEPTH: usize = 24;

/// What was seen.
#[derive(Debug)]
pub(super) struct Tokens {
    /// The range of each token, without comments and blanks.
    pub(super) list: Vec<Range<usize>>,
    /// How deep brackets are nested.
    pub(super) depth: usize,
    /// By the place of an opening bracket, that of its closing one; and the other way round.
    partners: HashMap<usize, usize>,
}

impl Tokens {
    /// The closing bracket of the one that opens at `at`, or the opening one of that which closes there.
    pub(super) fn partner(&self, at: usize) -> Option<usize> {
        self.partners.get(&at).copied()
    }

    /// The token before the one at `at`.
    pub(super) fn before(&self, at: usize) -> Option<Range<usize>> {
        let idx = self.list.partition_point(|token| token.start < at);
        idx.checked_sub(1).map(|idx| self.list[idx].clone())
    }

    /// The first token from `at` on.
    pub(super) fn from(&self, at: usize) -> Option<Range<usize>> {
        self.list.get(self.list.partition_point(|token| token.start < at)).cloned()
    }
}

/// Cuts `text` into tokens.
pub(super) fn scan(text: &str) -> Result<Tokens, Fault> {
    let mut tokens = Tokens { list: Vec::new(), depth: 0, partners: HashMap::new() };
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let end = match first {
            ' ' | '\t' | '\n' | '\r' | '\u{c}' => {
                at += 1;
                continue;
            }
            '/' if rest.starts_with("//") => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '"' | '\'' => string(text, at, at)?,
            'a'..='z' | 'A'..='Z' | '_' => {
                let end = at + word(rest);
                let is_prefix = matches!(&rest[..end - at], "r" | "R" | "b" | "B" | "br" | "bR" | "Br" | "BR");
                if is_prefix && text[end..].starts_with(['"', '\'']) { string(text, at, end)? } else { end }
            }
            '0'..='9' => at + number(rest),
            '(' | '[' | '{' => {
                open.push(at);
                tokens.depth = tokens.depth.max(open.len());
                if open.len() > MOST_DEPTH {
                    return Err(Fault { at: at..at + 1, kind: FaultKind::TooDeep });
                }
                at + 1
            }
            ')' | ']' | '}' => {
                let opener = open.pop().filter(|opener| closes(text.as_bytes()[*opener], first));
                let opener = opener.ok_or(Fault { at: at..at + 1, kind: FaultKind::Unexpected })?;
                tokens.partners.extend([(opener, at), (at, opener)]);
                at + 1
            }
            '&' | '|' => at + 1 + usize::from(rest[1..].starts_with(first)),
            '=' | '!' | '<' | '>' => at + 1 + usize::from(rest[1..].starts_with('=')),
            '+' | '-' | '*' | '/' | '%' | '.' | ',' | ':' | '?' => at + 1,
            other => return Err(Fault { at: at..at + other.len_utf8(), kind: FaultKind::Unexpected }),
        };
        if let token @ ("=" | "&" | "|") = &text[at..end] {
            let whole = if token == "=" {
                "=="
            } else if token == "&" {
                "&&"
            } else {
                "||"
            };
            return Err(Fault { at: at..end, kind: FaultKind::HalfAnOperator(whole) });
        }
        tokens.list.push(at..end);
        at = end;
    }
    if let Some(opener) = open.pop() {
        return Err(Fault { at: opener..opener + 1, kind: FaultKind::NotClosed });
    }
    if tokens.list.len() > MOST_TOKENS {
        return Err(Fault { at: 0..text.len(), kind: FaultKind::TooLong });
    }
    Ok(tokens)
}

fn closes(opener: u8, closer: char) -> bool {
    matches!((opener, closer), (b'(', ')') | (b'[', ']') | (b'{', '}'))
}

/// How long a name or a keyword is.
fn word(rest: &str) -> usize {
    rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}

/// How long a number is, with what belongs to no number: CEL's parser says so.
fn number(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut length = word(rest);
    if bytes.get(length) == Some(&b'.') && bytes.get(length + 1).is_some_and(u8::is_ascii_digit) {
        length += 1 + word(&rest[length + 1..]);
    }
    let is_decimal = !rest.starts_with("0x");
    if is_decimal && matches!(bytes[length - 1], b'e' | b'E') && matches!(bytes.get(length), Some(b'+' | b'-')) {
        length += 1 + word(&rest[length + 1..]);
    }
    length
}

/// Where the string ends whose quotes are at `quotes` and whose prefix is at `start`.
fn string(text: &str, start: usize, quotes: usize) -> Result<usize, Fault> {
    let is_raw = text[start..quotes].contains(['r', 'R']);
    let rest = &text[quotes..];
    let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| rest.starts_with(quote)).unwrap_or("\"");
    let mut at = quotes + quote.len();
    while at < text.len() {
        if text[at..].starts_with(quote) {
            return Ok(at + quote.len());
        }
        let mut chars = text[at..].chars();
        match chars.next() {
            Some('\\') if !is_raw => at += 1 + chars.next().map_or(0, char::len_utf8),
            Some('\n' | '\r') if quote.len() == 1 => break,
            Some(c) => at += c.len_utf8(),
            None => break,
        }
    }
    Err(Fault { at: start..quotes + quote.len(), kind: FaultKind::NotClosed })
}
