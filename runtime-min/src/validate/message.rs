//! The words of violations. Nothing here repeats more than 64 characters of the input.

use super::{Type, Types};
use crate::json::{Value, write_string};

/// How many characters of the input one message may repeat.
const LONGEST_ECHO: usize = 64;

/// How many things a message lists before it only counts the rest.
const LONGEST_LIST: usize = 12;

/// `text` in quotes, escaped, cut after so many characters that the whole repeats no more than it may.
pub(crate) fn quoted(text: &str) -> String {
    let mut json = Vec::new();
    write_string(cut(text), &mut json);
    if cut(text).len() < text.len() {
        json.pop();
        json.extend_from_slice("…\"".as_bytes());
    }
    String::from_utf8_lossy(&json).into_owned()
}

fn cut(text: &str) -> &str {
    text.char_indices().nth(LONGEST_ECHO).map_or(text, |(end, _)| &text[..end])
}

/// What `value` is, for the end of a sentence: ``the string "x"``, `the number 1.5`, `an object`.
pub(super) fn got(value: &Value<'_>) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(text) => format!("the number {}", number(text)),
        Value::String(text) => format!("the string {}", quoted(text)),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// A number of the input, cut like a text.
pub(super) fn number(text: &str) -> String {
    let cut = cut(text);
    if cut.len() == text.len() { cut.to_owned() } else { format!("{cut}…") }
}

/// `an integer`, `a string or null`.
pub(super) fn types(types: Types) -> String {
    let name = |ty| match ty {
        Type::Null => "null",
        Type::Boolean => "a boolean",
        Type::Integer => "an integer",
        Type::Number => "a number",
        Type::String => "a string",
        Type::Array => "an array",
        Type::Object => "an object",
    };
    alternatives(types.iter().map(|ty| name(ty).to_owned()))
}

/// `a`, `a or b`, `a, b or c`, `a, b, c … or 5 others`.
pub(super) fn alternatives(words: impl Iterator<Item = String>) -> String {
    let mut words: Vec<String> = words.collect();
    if words.len() > LONGEST_LIST {
        let others = words.len() - LONGEST_LIST;
        words.truncate(LONGEST_LIST);
        words.push(format!("{others} others"));
    }
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// A value of the schema, as the author wrote it.
pub(super) fn literal(value: &Value<'_>) -> String {
    String::from_utf8_lossy(&value.to_json()).into_owned()
}

/// `1 item`, `2 items`.
pub(super) fn count(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::{alternatives, quoted};

    #[test]
    fn a_long_text_is_cut_at_a_character() {
        assert_eq!(quoted("ab\"c"), r#""ab\"c""#);
        assert_eq!(quoted(&"é".repeat(64)), format!("\"{}\"", "é".repeat(64)));
        assert_eq!(quoted(&"é".repeat(65)), format!("\"{}…\"", "é".repeat(64)));
    }

    #[test]
    fn a_list_reads_like_a_sentence_and_ends() {
        let list = |count: usize| alternatives((1..=count).map(|word| word.to_string()));
        assert_eq!(list(1), "1");
        assert_eq!(list(2), "1 or 2");
        assert_eq!(list(3), "1, 2 or 3");
        assert_eq!(list(20), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 or 8 others");
    }
}
