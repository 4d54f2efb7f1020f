//! Cutting a text at its `${…}`.
//!
//! `"$${"` is a literal `${`, so text about templates can be written.

use std::ops::Range;

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// As written, with `$${` undone.
    Text(String),
    /// What stands between `${` and `}`, as a range of the text.
    Expression(Range<usize>),
    /// A `${` without its `}`: the rest of the text.
    Open(Range<usize>),
}

/// Cuts `text`; a text without `${` is one piece (or none, where it is empty).
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut at = 0;
    while let Some(found) = text[at..].find("${").map(|offset| at + offset) {
        if text[..found].ends_with('$') && found > at {
            plain.push_str(&text[at..found - 1]);
            plain.push_str("${");
            at = found + 2;
            continue;
        }
        plain.push_str(&text[at..found]);
        if !plain.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut plain)));
        }
        let start = found + 2;
        let Some(end) = closing_brace(&text[start..]).map(|offset| start + offset) else {
            pieces.push(Piece::Open(found..text.len()));
            return pieces;
        };
        pieces.push(Piece::Expression(start..end));
        at = end + 1;
    }
    plain.push_str(&text[at..]);
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    pieces
}

/// The `}` that closes an expression: not one inside quotes, nor one that closes a `{` of the expression itself.
fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut quote = None;
    let mut escaped = false;
    // None of these is a part of a longer character.
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            _ if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'{') => depth += 1,
            (None, b'}') if depth == 0 => return Some(at),
            (None, b'}') => depth -= 1,
            (None, _) => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let show = |piece| match piece {
            Piece::Text(plain) => format!("'{plain}'"),
            Piece::Expression(range) => format!("<{}>", &text[range]),
            Piece::Open(range) => format!("open {}", &text[range]),
        };
        pieces(text).into_iter().map(show).collect()
    }

    #[test]
    fn text_is_cut_at_its_expressions() {
        assert_eq!(shown(""), Vec::<String>::new());
        assert_eq!(shown("plain $5 {x}"), ["'plain $5 {x}'"]);
        assert_eq!(shown("${args.city}"), ["<args.city>"]);
        assert_eq!(shown("in ${a.b}, ${c}."), ["'in '", "<a.b>", "', '", "<c>", "'.'"]);
        assert_eq!(shown("a $${b} ${c}"), ["'a ${b} '", "<c>"]);
        assert_eq!(shown("$${"), ["'${'"]);
        assert_eq!(shown("${a} ${b"), ["<a>", "' '", "open ${b"]);
    }

    #[test]
    fn braces_in_quotes_and_maps_do_not_close_an_expression() {
        assert_eq!(shown(r#"${m["}"]}"#), [r#"<m["}"]>"#]);
        assert_eq!(shown("${ {'a': 1}.a }!"), ["< {'a': 1}.a >", "'!'"]);
    }

    #[test]
    fn a_dollar_before_an_expression_is_text_when_the_expression_before_it_ended_there() {
        assert_eq!(shown("${a}${b}"), ["<a>", "<b>"]);
        assert_eq!(shown("$$${a}"), ["'$${a}'"]);
    }
}
