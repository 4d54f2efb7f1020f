//! Both passes of one schema.

use std::borrow::Cow;

use super::{Plan, Report, Scan, accepts, judge::judge_text};
use crate::json::{
    Kind, Reader, SyntaxError, Value,
    token::{self, Rest},
};

/// Reads a value: what is left after it, or none if it is not valid.
pub type Valid = for<'a> fn(&mut Scan<'a>, Rest<'a>) -> Option<Rest<'a>>;

/// A generated validator.
///
/// The first pass reads the bytes of a document once and says whether it is valid, coercing texts on the way. Only what it refuses is
/// read into a tree, for the second pass to say all that is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Validator {
    plan: &'static Plan,
    valid: Valid,
}

/// Why a document is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// It is no JSON text.
    Syntax(SyntaxError),
    /// It is not what the schema describes; the report has at least one violation.
    Violations(Report),
}

impl Validator {
    /// The validator whose first pass is `valid`, which must accept only what `plan` does.
    pub const fn new(plan: &'static Plan, valid: Valid) -> Self {
        Self { plan, valid }
    }

    /// What the second pass checks.
    pub const fn plan(&self) -> &'static Plan {
        self.plan
    }

    /// Whether `text` is a JSON text that is valid as it is.
    pub fn accepts(&self, text: &[u8]) -> bool {
        let mut scan = Scan::new(false);
        let valid = self.scan(text, &mut scan);
        if scan.unsure() { self.accepts_tree(text) } else { valid }
    }

    /// Validates `text` as it is.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn check_strictly(&self, text: &[u8]) -> Result<(), Refusal> {
        if self.scan(text, &mut Scan::new(false)) {
            return Ok(());
        }
        let mut report = Report::strict();
        self.judge(text, &mut report).map_err(Refusal::Syntax)?;
        if report.is_valid() { Ok(()) } else { Err(Refusal::Violations(report)) }
    }

    /// Coerces and validates `text`; the answer is the document to go on with: `text` itself unless something was coerced.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn check<'a>(&self, text: &'a [u8]) -> Result<Cow<'a, [u8]>, Refusal> {
        let mut scan = Scan::new(true);
        if self.scan(text, &mut scan) {
            return Ok(edited(text, scan.edits()));
        }
        let mut report = Report::new();
        let value = self.judge(text, &mut report).map_err(Refusal::Syntax)?;
        if !report.is_valid() {
            return Err(Refusal::Violations(report));
        }
        if report.coercions.is_empty() {
            return Ok(Cow::Borrowed(text));
        }
        let coerced = coerced(text, &value).map_err(Refusal::Syntax)?;
        Ok(Cow::Owned(coerced))
    }

    /// The first pass; its word stands only if the scan is not unsure.
    fn scan<'a>(&self, text: &'a [u8], scan: &mut Scan<'a>) -> bool {
        let after = (self.valid)(scan, token::space(text));
        after.is_some_and(token::is_end) && !scan.unsure()
    }

    #[cold]
    fn accepts_tree(&self, text: &[u8]) -> bool {
        let Some(root) = self.plan.root else { return Value::parse(text).is_ok() };
        Value::parse(text).is_ok_and(|value| accepts(self.plan, root, &value))
    }

    /// The second pass: the document after coercion, and what is wrong with it is in the report.
    #[cold]
    fn judge<'a>(&self, text: &'a [u8], report: &mut Report) -> Result<Value<'a>, SyntaxError> {
        let mut value = Value::parse(text)?;
        judge_text(self.plan, text.len(), &mut value, report);
        Ok(value)
    }
}

/// `text` without the quotes of the strings that start each of `edits`.
fn edited<'a>(text: &'a [u8], edits: &[Rest<'a>]) -> Cow<'a, [u8]> {
    if edits.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut document = Vec::with_capacity(text.len());
    let mut copied = 0;
    for edit in edits {
        let start = text.len() - edit.len();
        let Some(after) = token::plain_string(edit) else { continue };
        document.extend_from_slice(&text[copied..start]);
        document.extend_from_slice(token::content(edit, after).unwrap_or_default());
        copied = text.len() - after.len();
    }
    document.extend_from_slice(&text[copied..]);
    Cow::Owned(document)
}

/// `text` with the strings unquoted which are none in `value`, the same document after coercion.
fn coerced(text: &[u8], value: &Value<'_>) -> Result<Vec<u8>, SyntaxError> {
    let mut document = Vec::with_capacity(text.len());
    let mut reader = Reader::new(text)?;
    let mut copied = 0;
    unquote(text, &mut reader, value, &mut copied, &mut document)?;
    document.extend_from_slice(&text[copied..]);
    Ok(document)
}

/// The recursion is as deep as the document.
fn unquote(
    text: &[u8],
    reader: &mut Reader<'_>,
    value: &Value<'_>,
    copied: &mut usize,
    document: &mut Vec<u8>,
) -> Result<(), SyntaxError> {
    match value {
        Value::Array(items) => {
            reader.open_array()?;
            for item in items {
                unquote(text, reader, item, copied, document)?;
                reader.next_item()?;
            }
        }
        Value::Object(members) => {
            reader.open_object()?;
            for (_, member) in members {
                reader.name()?;
                unquote(text, reader, member, copied, document)?;
                reader.next_member()?;
            }
        }
        Value::String(_) => drop(reader.string()?),
        Value::Null | Value::Bool(_) | Value::Number(_) if reader.peek()? == Kind::String => {
            document.extend_from_slice(&text[*copied..reader.offset()]);
            let string = reader.string()?;
            document.extend_from_slice(string.as_bytes());
            *copied = reader.offset();
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => drop(reader.skip()?),
    }
    Ok(())
}
