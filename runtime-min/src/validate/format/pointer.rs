//! `json-pointer` and `relative-json-pointer`: RFC 6901, section 3, and draft-bhutton-relative-json-pointer-00, section 3.

/// Nothing, or parts that start with `/`.
pub(super) fn json_pointer(text: &str) -> bool {
    (text.is_empty() || text.starts_with('/')) && text.split('~').skip(1).all(|escaped| escaped.starts_with(['0', '1']))
}

/// How many levels up, then `#` or a pointer.
pub(super) fn relative_json_pointer(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (up, rest) = text.split_at(digits);
    (up == "0" || (digits > 0 && !up.starts_with('0'))) && (rest == "#" || json_pointer(rest))
}
