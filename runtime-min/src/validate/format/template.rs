//! `uri-template`: RFC 6570, section 2, with the apostrophe in literals, which the official suite has.

use super::{Alphabet, uri::is_percent_encoded};

/// Literals and expressions.
pub(super) fn uri_template(text: &str) -> bool {
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let valid = match character {
            '{' => match rest.as_str().split_once('}') {
                Some((expression, after)) => {
                    rest = after.chars();
                    is_expression(expression)
                }
                None => false,
            },
            '%' => is_percent_encoded(&mut rest),
            '"' | '<' | '>' | '\\' | '^' | '`' | '|' | '}' => false,
            '!'..='~' => true,
            _ => Alphabet::Unicode.has_in_query(character),
        };
        if !valid {
            return false;
        }
    }
    true
}

/// `[ operator ] variable-list`
fn is_expression(text: &str) -> bool {
    let variables = text.strip_prefix(|first| "+#./;?&=,!@|".contains(first)).unwrap_or(text);
    variables.split(',').all(is_variable)
}

/// `varname [ ":" max-length / "*" ]`
fn is_variable(text: &str) -> bool {
    match text.split_once(':') {
        Some((name, length)) => {
            is_name(name)
                && (1..=4).contains(&length.len())
                && !length.starts_with('0')
                && length.bytes().all(|byte| byte.is_ascii_digit())
        }
        None => is_name(text.strip_suffix('*').unwrap_or(text)),
    }
}

/// `varchar *( ["."] varchar )`
fn is_name(text: &str) -> bool {
    text.split('.').all(|part| {
        let mut rest = part.chars();
        let mut empty = true;
        while let Some(character) = rest.next() {
            empty = false;
            let valid = match character {
                '%' => is_percent_encoded(&mut rest),
                _ => character.is_ascii_alphanumeric() || character == '_',
            };
            if !valid {
                return false;
            }
        }
        !empty
    })
}
