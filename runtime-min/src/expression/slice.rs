//! Finding a value in JSON text without parsing the rest into anything.
//!
//! Goes in: valid JSON (arguments were validated, outputs were encoded by us or validated). On other bytes the answer is some
//! slice or none, never a panic. Nesting costs no stack.

use super::Step;

/// The bytes of the value that `path` leads to, without the whitespace around it.
pub(super) fn find<'a>(json: &'a [u8], path: &[Step]) -> Option<&'a [u8]> {
    let mut start = skip_space(json, 0);
    for step in path {
        start = match *step {
            Step::Field(name) => member(json, start, name)?,
            Step::Index(idx) => item(json, start, idx)?,
        };
    }
    json.get(start..skip_value(json, start)?)
}

/// Where the value of the member `name` starts, of the object that starts at `at`.
fn member(json: &[u8], at: usize, name: &str) -> Option<usize> {
    let mut at = enter(json, at, b'{')?;
    loop {
        let end = skip_value(json, at)?;
        let is_it = is_name(json.get(at..end)?, name);
        let colon = skip_space(json, end);
        let value = skip_space(json, colon + 1);
        if is_it {
            return Some(value);
        }
        at = next(json, value)?;
    }
}

/// Where item `idx` starts, of the array that starts at `at`.
fn item(json: &[u8], at: usize, idx: usize) -> Option<usize> {
    let mut at = enter(json, at, b'[')?;
    for _ in 0..idx {
        at = next(json, at)?;
    }
    Some(at)
}

/// The first thing inside the container that opens with `open` at `at`; none where it is empty or something else.
fn enter(json: &[u8], at: usize, open: u8) -> Option<usize> {
    let inside = skip_space(json, at + 1);
    let is_filled = *json.get(at)? == open && !matches!(json.get(inside)?, b'}' | b']');
    is_filled.then_some(inside)
}

/// What follows the value at `at` in its container.
fn next(json: &[u8], at: usize) -> Option<usize> {
    let comma = skip_space(json, skip_value(json, at)?);
    (*json.get(comma)? == b',').then(|| skip_space(json, comma + 1))
}

/// Whether the JSON string `quoted` says `name`.
fn is_name(quoted: &[u8], name: &str) -> bool {
    match quoted {
        [b'"', text @ .., b'"'] if !text.contains(&b'\\') => text == name.as_bytes(),
        escaped => serde_json::from_slice::<String>(escaped).is_ok_and(|text| text == name),
    }
}

fn skip_space(json: &[u8], at: usize) -> usize {
    let rest = json.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// One past the value that starts at `at`.
fn skip_value(json: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0usize;
    loop {
        match *json.get(at)? {
            b'"' => at = skip_string(json, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            _ => {
                let word =
                    json[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte)).count();
                at += word.max(1);
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

fn skip_string(json: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        match *json.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(json: &str, path: &[Step]) -> Option<String> {
        find(json.as_bytes(), path).map(|slice| String::from_utf8_lossy(slice).into_owned())
    }

    #[test]
    fn paths_lead_through_members_and_items() {
        let json = r#" { "a" : [ 1 , "x]\"" , { "\u0062" : -1.5e+3 } ] , "c" : { } } "#;
        let cases: [(&[Step], Option<&str>); 9] = [
            (&[Step::Field("a"), Step::Index(0)], Some("1")),
            (&[Step::Field("a"), Step::Index(1)], Some(r#""x]\"""#)),
            (&[Step::Field("a"), Step::Index(2), Step::Field("b")], Some("-1.5e+3")),
            (&[Step::Field("a"), Step::Index(3)], None),
            (&[Step::Field("c")], Some("{ }")),
            (&[Step::Field("c"), Step::Field("a")], None),
            (&[Step::Field("c"), Step::Index(0)], None),
            (&[Step::Index(0)], None),
            (&[Step::Field("a"), Step::Index(0), Step::Field("a")], None),
        ];
        for (path, expected) in cases {
            assert_eq!(found(json, path).as_deref(), expected, "{path:?}");
        }
        assert_eq!(found(json, &[]).as_deref(), Some(json.trim()));
    }

    #[test]
    fn broken_text_never_panics() {
        let json = br#"{"a":[1,{"b":"\\\""}],"c":tru"#;
        let path = [Step::Field("a"), Step::Index(1), Step::Field("b")];
        for end in 0..json.len() {
            for start in 0..end {
                find(&json[start..end], &path);
                find(&json[start..end], &path[1..]);
            }
        }
    }

    #[test]
    fn deep_nesting_costs_no_stack() {
        let json = format!(r#"{{"deep":{}{},"x":1}}"#, "[".repeat(1_000_000), "]".repeat(1_000_000));
        assert_eq!(found(&json, &[Step::Field("x")]).as_deref(), Some("1"));
    }
}
