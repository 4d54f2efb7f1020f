//! The forms that options' texts must have.

use syn::LitStr;

use crate::Fault;

pub(crate) fn not_blank(text: &LitStr) -> Option<Fault> {
    let blank = text.value().trim().is_empty();
    blank.then(|| Fault::attribute(text, "this text is blank", "write what the handler does, or remove the option"))
}

pub(crate) fn handler_name(text: &LitStr) -> Option<Fault> {
    let valid = is_name(&text.value(), "_-");
    let help = "start with a lower-case letter and go on with those, digits, `_` and `-`";
    (!valid).then(|| Fault::attribute(text, format!("`{}` is not a handler's name", text.value()), help))
}

pub(crate) fn dotted_id(text: &LitStr) -> Option<Fault> {
    let id = text.value();
    let valid = id.len() <= 128 && id.contains('.') && id.split('.').all(|part| is_name(part, "-"));
    let help = "write two or more parts with dots between them, each lower-case letters, digits and `-`, as in `acme.lookup-order`";
    (!valid).then(|| Fault::attribute(text, format!("`{id}` is not a dotted id"), help))
}

pub(crate) fn version(text: &LitStr) -> Option<Fault> {
    let number = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) && (part == "0" || !part.starts_with('0'))
    };
    let version = text.value();
    let valid = version.split('.').count() == 3 && version.split('.').all(number);
    let help = "write three numbers without leading zeros, as in `1.0.0`";
    (!valid).then(|| Fault::attribute(text, format!("`{version}` is not a version"), help))
}

/// Whether `text` is a lower-case letter followed by those, digits and `more`.
pub(crate) fn is_name(text: &str, more: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || more.contains(c))
}
