//! A part of a JSON text, byte for byte, found without building a tree.

use super::{Kind, Reader, SyntaxError};

/// One step from a value to a value inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// The member of this name of an object.
    Member(&'a str),
    /// The item at this index of an array.
    Item(usize),
}

/// The text of the value which `path` leads to; none if there is no such member or item, or the value on the way is no
/// object or array.
///
/// The slice is exactly what `json` holds, without white space around it: a part of an answer can be handed on byte for byte.
///
/// `json` should be a text that was accepted before. Only what is read on the way is checked; of a name used twice the
/// first counts.
///
/// ```
/// use packwright_runtime_min::json::{Step, select};
///
/// let forecast = br#"{"daily": {"high_c": [ 21.50, 3e0 ]}}"#;
/// let path = [Step::Member("daily"), Step::Member("high_c"), Step::Item(0)];
/// assert_eq!(select(forecast, &path)?, Some(&b"21.50"[..]));
/// assert_eq!(select(forecast, &[Step::Member("hourly")])?, None);
/// # Ok::<(), packwright_runtime_min::json::SyntaxError>(())
/// ```
///
/// # Errors
/// When what is read on the way is not JSON.
pub fn select<'a>(json: &'a [u8], path: &[Step<'_>]) -> Result<Option<&'a [u8]>, SyntaxError> {
    let mut reader = Reader::new(json)?;
    for step in path {
        let found = match *step {
            Step::Member(name) => enter_member(&mut reader, name)?,
            Step::Item(idx) => enter_item(&mut reader, idx)?,
        };
        if !found {
            return Ok(None);
        }
    }
    Ok(Some(reader.skip()?.as_bytes()))
}

/// Moves the reader from before an object to before the value of its member `wanted`; whether there is one.
fn enter_member(reader: &mut Reader<'_>, wanted: &str) -> Result<bool, SyntaxError> {
    if reader.peek()? != Kind::Object {
        return Ok(false);
    }
    let mut more = reader.open_object()?;
    while more {
        if reader.name()? == wanted {
            return Ok(true);
        }
        reader.skip()?;
        more = reader.next_member()?;
    }
    Ok(false)
}

/// Moves the reader from before an array to before its item `wanted`; whether there is one.
fn enter_item(reader: &mut Reader<'_>, wanted: usize) -> Result<bool, SyntaxError> {
    if reader.peek()? != Kind::Array {
        return Ok(false);
    }
    let mut more = reader.open_array()?;
    for _ in 0..wanted {
        if !more {
            return Ok(false);
        }
        reader.skip()?;
        more = reader.next_item()?;
    }
    Ok(more)
}

#[cfg(test)]
mod tests {
    use super::{Step, select};

    fn check(json: &str, path: &[Step<'_>], expect: Option<&str>) {
        let found = select(json.as_bytes(), path).expect("the text is JSON");
        assert_eq!(found, expect.map(str::as_bytes), "{json} {path:?}");
    }

    #[test]
    fn a_path_leads_to_the_bytes_as_they_are() {
        check(r#" {"a": {"b" : 1.50 } } "#, &[], Some(r#"{"a": {"b" : 1.50 } }"#));
        check(r#"{"a": {"b" : 1.50 } }"#, &[Step::Member("a")], Some(r#"{"b" : 1.50 }"#));
        check(r#"{"a": {"b" : 1.50 } }"#, &[Step::Member("a"), Step::Member("b")], Some("1.50"));
        check(r#"[[1], ["\u0041"]]"#, &[Step::Item(1), Step::Item(0)], Some(r#""\u0041""#));
    }

    #[test]
    fn a_name_may_be_escaped() {
        check(r#"{"c\u0069ty": "Oslo"}"#, &[Step::Member("city")], Some(r#""Oslo""#));
    }

    #[test]
    fn what_is_not_there_is_none() {
        check("{}", &[Step::Member("a")], None);
        check("[1]", &[Step::Item(1)], None);
        check("[]", &[Step::Item(0)], None);
        check("[1]", &[Step::Member("a")], None);
        check(r#"{"0": 1}"#, &[Step::Item(0)], None);
        check("null", &[Step::Item(0)], None);
    }

    #[test]
    fn a_broken_text_is_an_error() {
        assert!(select(b"{\"a\": [1}", &[Step::Member("b")]).is_err());
    }
}
