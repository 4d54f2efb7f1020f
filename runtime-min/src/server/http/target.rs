//! Where a call goes and what it carries: placeholders become text that cannot leave its place.

use std::borrow::Cow;

use url::Url;

use super::{Base, HttpCall, UrlPart};
use crate::{Cx, HandlerError, json::Value, server::address::Reach};

/// An input object's members.
type Members<'a> = [(Cow<'a, str>, Value<'a>)];

/// The base URL and how far it may reach; none where the operator left it out and may.
///
/// The author's literal goes to the public internet. What the operator set may go anywhere: it is theirs.
pub(super) fn base(call: &HttpCall, cx: &Cx) -> Result<Option<(Url, Reach)>, HandlerError> {
    let (text, reach) = match call.base {
        Base::Literal(text) => (text, Reach::Public),
        Base::Config(name) | Base::OptionalConfig(name) => match (cx.config(name), &call.base) {
            (Some(text), _) => (text, Reach::Private),
            (None, Base::OptionalConfig(_)) => return Ok(None),
            (None, _) => {
                let message =
                    format!("HTTP call `{}` needs the configuration value `{name}`, which is not set", call.name);
                return Err(HandlerError::permanent("config-missing", message));
            }
        },
    };
    let plain = |url: &Url| {
        matches!(url.scheme(), "http" | "https") && url.has_host() && url.query().is_none() && url.fragment().is_none()
    };
    match Url::parse(text) {
        Ok(url) if plain(&url) => Ok(Some((url, reach))),
        // The value itself may hold a password.
        Ok(_) | Err(_) => Err(HandlerError::permanent(
            "config-invalid",
            format!("the base URL of HTTP call `{}` is not an http or https URL without query and fragment", call.name),
        )),
    }
}

/// The whole URL.
pub(super) fn url(call: &HttpCall, base: Url, members: &Members<'_>) -> Result<Url, HandlerError> {
    let mut text = base.as_str().trim_end_matches('/').to_owned();
    text.push_str(&path(call.path, members)?);
    for (idx, (name, parts)) in call.query.iter().enumerate() {
        text.push(if idx == 0 { '?' } else { '&' });
        encode(name, &mut text);
        text.push('=');
        for part in *parts {
            match part {
                UrlPart::Text(part) => encode(part, &mut text),
                UrlPart::Field(name) => encode(scalar(name, members)?, &mut text),
            }
        }
    }
    let url = Url::parse(&text).map_err(|_| HandlerError::permanent("http-placeholder", "the URL is not one"))?;
    debug_assert_eq!(url.origin(), base.origin(), "placeholders follow the host");
    Ok(url)
}

/// The path. A segment with a placeholder in it is refused where it would be empty or a step up the path, and a value with a
/// slash in it everywhere: many servers decode `%2F` before they split.
fn path(parts: &[UrlPart], members: &Members<'_>) -> Result<String, HandlerError> {
    let mut path = String::new();
    let mut segment = Segment::default();
    for part in parts {
        match part {
            UrlPart::Text(part) => {
                for (idx, piece) in part.split('/').enumerate() {
                    if idx > 0 {
                        segment.end()?;
                        segment = Segment::default();
                    }
                    segment.decoded.push_str(piece);
                }
                path.push_str(part);
            }
            UrlPart::Field(name) => {
                let value = scalar(name, members)?;
                if value.is_empty() || value.contains(['/', '\\']) {
                    return Err(refused(name));
                }
                segment.decoded.push_str(value);
                segment.field = Some(name);
                encode(value, &mut path);
            }
        }
    }
    segment.end()?;
    if !path.is_empty() && !path.starts_with('/') {
        path.insert(0, '/');
    }
    Ok(path)
}

/// A path segment, as the receiver will read it.
#[derive(Default)]
struct Segment {
    decoded: String,
    /// A placeholder in it.
    field: Option<&'static str>,
}

impl Segment {
    fn end(&self) -> Result<(), HandlerError> {
        match self.field {
            Some(name) if matches!(self.decoded.as_str(), "" | "." | "..") => Err(refused(name)),
            Some(_) | None => Ok(()),
        }
    }
}

fn refused(name: &str) -> HandlerError {
    HandlerError::permanent("http-placeholder", format!("the value of `{name}` cannot be a part of the URL's path"))
}

/// A scalar as text, a number as it is written.
fn scalar<'a>(name: &str, members: &'a Members<'_>) -> Result<&'a str, HandlerError> {
    match members.iter().find(|(member, _)| member == name).map(|(_, value)| value) {
        Some(Value::String(text) | Value::Number(text)) => Ok(text),
        Some(Value::Bool(true)) => Ok("true"),
        Some(Value::Bool(false)) => Ok("false"),
        Some(Value::Null | Value::Array(_) | Value::Object(_)) | None => {
            Err(HandlerError::permanent("http-placeholder", format!("`{name}` is no text, number or boolean")))
        }
    }
}

/// Percent-encodes all but RFC 3986's unreserved characters.
fn encode(text: &str, out: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
}

/// The JSON body: the input less what the URL consumed, each value as it is written.
pub(super) fn body(call: &HttpCall, members: Vec<(Cow<'_, str>, Value<'_>)>) -> Vec<u8> {
    let parts = call.path.iter().chain(call.query.iter().flat_map(|(_, parts)| parts.iter()));
    let consumed: Vec<&str> = parts
        .filter_map(|part| match part {
            UrlPart::Text(_) => None,
            UrlPart::Field(name) => Some(*name),
        })
        .collect();
    let kept = members.into_iter().filter(|(name, _)| !consumed.contains(&name.as_ref())).collect();
    Value::Object(kept).to_json()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::validate::{Plan, Validator};
    use UrlPart::{Field, Text};

    static NOTHING: Plan = Plan { root: None, nodes: Cow::Borrowed(&[]), patterns: Cow::Borrowed(&[]) };
    static ANY: Validator = Validator::new(&NOTHING, |scan, rest| scan.any(rest));
    static CALL: HttpCall = HttpCall {
        name: "user",
        method: "POST",
        base: Base::Literal("https://example.com/api/"),
        path: &[Text("/v1/users/"), Field("id"), Text("/notes."), Field("ext")],
        query: &[("q", &[Text("~ "), Field("q")])],
        timeout_ms: 1_000,
        check_input: &ANY,
        check_output: &ANY,
    };

    fn check(input: &str, expect: Result<&str, &str>) {
        let Ok(Value::Object(members)) = Value::parse(input.as_bytes()) else { panic!("{input} is an object") };
        let base = Url::parse("https://example.com/api/").expect("a URL");
        let found = url(&CALL, base, &members);
        match (&found, expect) {
            (Ok(url), Ok(expected)) => assert_eq!(url.as_str(), expected),
            (Err(error), Err(expected)) => assert!(error.message.contains(expected), "{error}"),
            _ => panic!("{input}: {found:?}"),
        }
    }

    #[test]
    fn values_stay_in_their_places() {
        check(
            r#"{"id": "a b?#&%2e%2e@é", "ext": 1e2, "q": "x&y=z+ü"}"#,
            Ok("https://example.com/api/v1/users/a%20b%3F%23%26%252e%252e%40%C3%A9/notes.1e2?q=~%20x%26y%3Dz%2B%C3%BC"),
        );
        check(r#"{"id": true, "ext": "..", "q": ""}"#, Ok("https://example.com/api/v1/users/true/notes...?q=~%20"));
    }

    #[test]
    fn values_that_would_leave_their_segment_are_refused() {
        for id in ["", ".", "..", "a/b", "/", "..\\\\x"] {
            check(&format!(r#"{{"id": "{id}", "ext": "x", "q": "x"}}"#), Err("`id` cannot be a part"));
        }
        for id in ["null", "[]", "{}"] {
            check(&format!(r#"{{"id": {id}, "ext": "x", "q": "x"}}"#), Err("`id` is no text"));
        }
        check(r#"{"ext": "x", "q": "x"}"#, Err("`id` is no text"));
    }

    #[test]
    fn the_body_is_what_the_url_left() {
        let input = br#"{"id": "a", "big": 18446744073709551617.0, "ext": "b", "list": [1,  2], "q": "c"}"#;
        let Ok(Value::Object(members)) = Value::parse(input) else { panic!("an object") };
        assert_eq!(body(&CALL, members), br#"{"big":18446744073709551617.0,"list":[1,2]}"#);
    }
}
