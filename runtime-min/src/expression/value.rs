//! JSON values as text, and what is read from them.

use std::borrow::Cow;

use super::{Duration, Fault, Timestamp};
use crate::{
    json::{Kind, Reader, SyntaxError, write_string},
    validate::Decimal,
};

/// A JSON value as its text, without white space around it: mostly a part of the document that it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json<'a>(pub(super) Cow<'a, str>);

impl<'a> Json<'a> {
    /// A text that the compiler wrote.
    pub const fn constant(text: &'static str) -> Self {
        Self(Cow::Borrowed(text))
    }

    /// A text that was made here.
    pub(crate) fn made(text: String) -> Self {
        Self(Cow::Owned(text))
    }

    /// The text.
    pub fn as_text(&self) -> &str {
        &self.0
    }

    /// A part of it, which lives as long as the document where that is possible.
    pub(super) fn part(
        &self,
        find: impl FnOnce(&str) -> Result<Option<&str>, SyntaxError>,
    ) -> Result<Option<Self>, Fault> {
        Ok(match &self.0 {
            Cow::Borrowed(text) => find(text)?.map(|part| {
                let start = part.as_ptr().addr() - text.as_ptr().addr();
                Self(Cow::Borrowed(&text[start..start + part.len()]))
            }),
            Cow::Owned(text) => find(text)?.map(|part| Self(Cow::Owned(part.to_owned()))),
        })
    }

    /// What it is.
    pub(super) fn kind(&self) -> Kind {
        match self.0.as_bytes().first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') => Kind::Null,
            _ => Kind::Number,
        }
    }

    /// A reader at its start.
    pub(super) fn reader(&self) -> Result<Reader<'_>, Fault> {
        Ok(Reader::new(self.0.as_bytes())?)
    }

    /// The boolean that it is.
    ///
    /// # Errors
    /// When it is none.
    pub fn boolean(&self) -> Result<bool, Fault> {
        match self.0.as_ref() {
            "true" => Ok(true),
            "false" => Ok(false),
            other => Err(Fault::kind("a boolean", other)),
        }
    }

    /// The integer that it is: `2.0` and `2e1` are integers too.
    ///
    /// # Errors
    /// When it is none, or is beyond 64 bits.
    pub fn int(&self) -> Result<i64, Fault> {
        if let Ok(value) = self.0.parse() {
            return Ok(value);
        }
        if self.kind() != Kind::Number {
            return Err(Fault::kind("an integer", &self.0));
        }
        let decimal = Decimal::new(&self.0);
        if !decimal.is_integer() {
            return Err(Fault::new("wrong-type", "an integer is needed, and a number with a fraction is there"));
        }
        // What is written with a fraction or an exponent is small enough for this, or too large anyway.
        let (least, most) = (Decimal::new("-9223372036854775808"), Decimal::new("9223372036854775807"));
        if decimal < least || decimal > most {
            return Err(Fault::overflow());
        }
        expanded(&self.0).ok_or_else(Fault::overflow)
    }

    /// The number that it is, as near as a `f64` comes.
    ///
    /// # Errors
    /// When it is none, or is too large.
    pub fn double(&self) -> Result<f64, Fault> {
        if self.kind() != Kind::Number {
            return Err(Fault::kind("a number", &self.0));
        }
        let value: f64 = self.0.parse().map_err(|_| Fault::kind("a number", &self.0))?;
        if value.is_finite() { Ok(value) } else { Err(Fault::new("number-overflow", "the number is too large")) }
    }

    /// The text that it is.
    ///
    /// # Errors
    /// When it is none.
    pub fn text(&self) -> Result<Cow<'_, str>, Fault> {
        match self.kind() {
            Kind::String => Ok(self.reader()?.string()?),
            _ => Err(Fault::kind("a text", &self.0)),
        }
    }

    /// The same, of a value that is not needed any more.
    ///
    /// # Errors
    /// When it is none.
    pub fn into_text(self) -> Result<Cow<'a, str>, Fault> {
        match self.0 {
            Cow::Borrowed(text) if text.starts_with('"') => Ok(Reader::new(text.as_bytes())?.string()?),
            _ => self.text().map(|text| Cow::Owned(text.into_owned())),
        }
    }
}

/// The integer which a number with a fraction of zeros or with an exponent is, if 64 bits hold it.
fn expanded(text: &str) -> Option<i64> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let mut digits: i128 = format!("{whole}{fraction}").parse().ok()?;
    let mut scale = exponent - i32::try_from(fraction.len()).ok()?;
    if digits == 0 {
        return Some(0);
    }
    while scale > 0 {
        digits = digits.checked_mul(10)?;
        scale -= 1;
    }
    while scale < 0 {
        digits = if digits % 10 == 0 { digits / 10 } else { return None };
        scale += 1;
    }
    i64::try_from(digits).ok()
}

impl From<SyntaxError> for Fault {
    fn from(error: SyntaxError) -> Self {
        Self::new("unreadable-value", format!("a value cannot be read: {error}"))
    }
}

/// What can be written as JSON, and inside a JSON text.
pub trait Written {
    /// Appends its JSON text.
    fn write(&self, out: &mut Vec<u8>);

    /// Appends what stands for it between the quotes of a JSON text.
    fn write_inside(&self, out: &mut Vec<u8>) {
        self.write(out);
    }

    /// Its JSON text.
    fn to_json(&self) -> Json<'static> {
        let mut out = Vec::new();
        self.write(&mut out);
        // Every writer here writes UTF-8.
        Json::made(String::from_utf8(out).unwrap_or_default())
    }
}

/// A value as JSON. A number must be finite, which [`finite`](super::finite) sees to.
pub fn json(value: impl Written) -> Json<'static> {
    value.to_json()
}

impl Written for bool {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(if *self { b"true" } else { b"false" });
    }
}

impl Written for i64 {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.to_string().as_bytes());
    }
}

impl Written for f64 {
    /// With a fraction or an exponent always, so that it reads back as what it was.
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("{self:?}").as_bytes());
    }
}

impl Written for str {
    fn write(&self, out: &mut Vec<u8>) {
        write_string(self, out);
    }

    fn write_inside(&self, out: &mut Vec<u8>) {
        let start = out.len();
        write_string(self, out);
        out.pop();
        out.remove(start);
    }
}

impl Written for Cow<'_, str> {
    fn write(&self, out: &mut Vec<u8>) {
        str::write(self, out);
    }

    fn write_inside(&self, out: &mut Vec<u8>) {
        str::write_inside(self, out);
    }
}

impl Written for Json<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.0.as_bytes());
    }
}

impl Written for Timestamp {
    fn write(&self, out: &mut Vec<u8>) {
        self.to_string().as_str().write(out);
    }

    fn write_inside(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.to_string().as_bytes());
    }
}

impl Written for Duration {
    fn write(&self, out: &mut Vec<u8>) {
        self.to_string().as_str().write(out);
    }

    fn write_inside(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.to_string().as_bytes());
    }
}

impl<T: Written + ?Sized> Written for &T {
    fn write(&self, out: &mut Vec<u8>) {
        (**self).write(out);
    }

    fn write_inside(&self, out: &mut Vec<u8>) {
        (**self).write_inside(out);
    }
}
