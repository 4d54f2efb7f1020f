//! What nodes that call somebody say of the call: `success` and `idempotency_key`.

use std::ops::RangeInclusive;

use super::key;
use crate::{
    ast::IdempotencyKey,
    diagnostic::Finding,
    model::Statuses,
    parse::table::Entry,
    rules::parse::{invalid_value, wrong_type},
};

/// The statuses that can be no failure: from 500 on the service says that it failed, below 200 it has not answered yet.
pub(in crate::parse) const SUCCESSES: RangeInclusive<u16> = 200..=499;

/// Families of statuses, by their words.
pub(in crate::parse) const FAMILIES: [(&str, (u16, u16)); 3] =
    [("2xx", (200, 299)), ("3xx", (300, 399)), ("4xx", (400, 499))];

/// `success = ["2xx", 404]`.
pub(super) fn success(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Statuses> {
    let Some(items) = entry.value.as_array() else {
        return entry.wrong_type("a list of statuses such as [\"2xx\", 404]", out);
    };
    if items.is_empty() {
        let finding = invalid_value::finding(entry.span, "`success` is empty: every answer would be a failure");
        out.push(finding.help("leave the key out, or write [\"2xx\", 404]"));
        return None;
    }
    let mut ranges: Vec<(u16, u16)> = Vec::new();
    let before = out.len();
    for item in items {
        let item = Entry { value: item.get_ref(), span: entry.file.span(item.span()), ..*entry };
        let Some(range) = status(&item, out) else { continue };
        if ranges.iter().any(|(first, last)| *first <= range.0 && range.1 <= *last) {
            out.push(invalid_value::finding(item.span, "`success` has this status already").help("take it away"));
        } else {
            ranges.push(range);
        }
    }
    if out.len() > before {
        return None;
    }
    if !ranges.iter().any(|(first, _)| *first < 300) {
        let message = "`success` has no status of 2xx: the answer that the call declares would be a failure";
        out.push(
            invalid_value::finding(entry.span, message).help("write the others beside it, such as [\"2xx\", 404]"),
        );
        return None;
    }
    Some(Statuses(joined(ranges)))
}

/// One status, or a family of them.
fn status(item: &Entry<'_>, out: &mut Vec<Finding>) -> Option<(u16, u16)> {
    if let Some(word) = item.value.as_str() {
        if let Some((_, range)) = FAMILIES.iter().find(|(family, _)| *family == word) {
            return Some(*range);
        }
        let is_failure = matches!(word, "1xx" | "5xx");
        let message = if is_failure { "cannot be a success" } else { "is no status" };
        let finding = invalid_value::finding(item.span, format!("`{word}` {message}"));
        out.push(finding.help("write a number such as 404, or \"2xx\", \"3xx\" or \"4xx\""));
        return None;
    }
    let Some(integer) = item.value.as_integer() else {
        let kind = crate::parse::table::kind(item.value);
        out.push(wrong_type::finding(item.key, item.span, "statuses such as 404 and \"2xx\"", kind));
        return None;
    };
    let status = u16::from_str_radix(integer.as_str(), integer.radix()).ok();
    if let Some(status) = status.filter(|status| SUCCESSES.contains(status)) {
        return Some((status, status));
    }
    let finding = invalid_value::finding(item.span, format!("`{}` cannot be a success", integer.as_str()));
    out.push(
        finding.help(
            "statuses from 200 to 499 can: before, nobody has answered yet; after, the service says that it failed",
        ),
    );
    None
}

/// The same statuses in ascending ranges that do not touch.
fn joined(mut ranges: Vec<(u16, u16)>) -> Vec<(u16, u16)> {
    ranges.sort_unstable();
    let mut joined: Vec<(u16, u16)> = Vec::with_capacity(ranges.len());
    for (first, last) in ranges {
        match joined.last_mut() {
            Some((_, end)) if first <= *end + 1 => *end = last.max(*end),
            Some(_) | None => joined.push((first, last)),
        }
    }
    joined
}

/// `idempotency_key = "${…}"`, or `true`.
pub(super) fn idempotency_key(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<IdempotencyKey> {
    let text = match entry.value.as_bool() {
        Some(true) => None,
        Some(false) => {
            let finding = invalid_value::finding(entry.span, "`idempotency_key` is a text, or `true`");
            out.push(finding.help("take it away: without it there is no key"));
            return None;
        }
        None => Some(key(entry, out)),
    };
    Some(IdempotencyKey { span: entry.span, text })
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn ranges_that_touch_are_one() {
        assert_eq!(joined(vec![(404, 404), (200, 299)]), [(200, 299), (404, 404)]);
        assert_eq!(joined(vec![(300, 399), (200, 299), (404, 404)]), [(200, 399), (404, 404)]);
        assert_eq!(joined(vec![(201, 201), (200, 200), (400, 499), (404, 404)]), [(200, 201), (400, 499)]);
    }
}
