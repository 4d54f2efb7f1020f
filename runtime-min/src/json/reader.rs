//! The pull reader: a text's events one by one, without a tree.

use std::borrow::Cow;

use super::{MAX_DEPTH, SyntaxError, SyntaxFault, escape, number};

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// Reads a JSON text in order, one event a call.
///
/// The caller asks for what it expects and keeps the structure: every [`open_array`](Reader::open_array) is followed by
/// items and [`next_item`](Reader::next_item)s until one of them says that there are no more. Names are *not* compared with
/// one another here; who reads an object decides how it notices that a name comes twice.
///
/// ```
/// use packwright_runtime_min::json::Reader;
///
/// let mut reader = Reader::new(b"[1, 2]")?;
/// let mut numbers = Vec::new();
/// let mut more = reader.open_array()?;
/// while more {
///     numbers.push(reader.number()?);
///     more = reader.next_item()?;
/// }
/// reader.end()?;
/// assert_eq!(numbers, ["1", "2"]);
/// # Ok::<(), packwright_runtime_min::json::SyntaxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    /// Valid UTF-8 throughout: checked once, at the speed of memory, so that no string needs a check of its own.
    pub(super) text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `bytes`.
    ///
    /// # Errors
    /// When `bytes` is not UTF-8.
    pub fn new(bytes: &'a [u8]) -> Result<Self, SyntaxError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Self { text, at: 0, depth: 0 }),
            Err(error) => Err(SyntaxFault::InvalidUtf8.at(error.valid_up_to())),
        }
    }

    /// How many bytes were read so far.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// What the value ahead is, by its first byte; it is not read.
    ///
    /// # Errors
    /// When no value starts here.
    #[inline]
    pub fn peek(&mut self) -> Result<Kind, SyntaxError> {
        match self.next_byte() {
            Some(b'"') => Ok(Kind::String),
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::Array),
            Some(b't' | b'f') => Ok(Kind::Bool),
            Some(b'n') => Ok(Kind::Null),
            Some(b'+' | b'.' | b'N' | b'I') => Err(SyntaxFault::InvalidNumber.at(self.at)),
            Some(_) | None => Err(self.expected("a value")),
        }
    }

    /// Reads `null`.
    ///
    /// # Errors
    /// When something else is here.
    pub fn null(&mut self) -> Result<(), SyntaxError> {
        self.skip_whitespace();
        self.word("null").map_err(|()| self.expected("`null`"))
    }

    /// Reads `true` or `false`.
    ///
    /// # Errors
    /// When something else is here.
    pub fn boolean(&mut self) -> Result<bool, SyntaxError> {
        self.skip_whitespace();
        let truth = self.word("true").map(|()| true).or_else(|()| self.word("false").map(|()| false));
        truth.map_err(|()| self.expected("`true` or `false`"))
    }

    /// Reads a number; it stays as written.
    ///
    /// # Errors
    /// When something else is here.
    #[inline]
    pub fn number(&mut self) -> Result<&'a str, SyntaxError> {
        self.skip_whitespace();
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let length = number::prefix(rest).ok_or_else(|| SyntaxFault::InvalidNumber.at(start))?;
        // Without this look `01` and `1x` would be complaints about the separator that is missing after `0` and `1`.
        if rest
            .get(length)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-' | b'_'))
        {
            return Err(SyntaxFault::InvalidNumber.at(start));
        }
        self.at += length;
        Ok(&self.text[start..self.at])
    }

    /// Reads a string; it borrows from the text unless it holds escapes.
    ///
    /// # Errors
    /// When something else is here, or the string is not one.
    #[inline]
    pub fn string(&mut self) -> Result<Cow<'a, str>, SyntaxError> {
        if self.next_byte() != Some(b'"') {
            return Err(self.expected("a string"));
        }
        match self.plain_string() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.escaped_string().map(Cow::Owned),
        }
    }

    /// Reads a string at whose quote the reader is, if it holds no escapes; else nothing is read.
    #[inline]
    pub(super) fn plain_string(&mut self) -> Option<&'a str> {
        let start = self.at + 1;
        let end = escape::plain_until(self.text.as_bytes(), start);
        if self.text.as_bytes().get(end) != Some(&b'"') {
            return None;
        }
        self.at = end + 1;
        self.text.get(start..end)
    }

    /// Reads a string at whose quote the reader is.
    #[cold]
    pub(super) fn escaped_string(&mut self) -> Result<String, SyntaxError> {
        let (unescaped, next) = escape::unescape(self.text, self.at + 1)?;
        self.at = next;
        Ok(unescaped)
    }

    /// Reads `[`, and `]` where the array is empty; whether there is an item to read.
    ///
    /// # Errors
    /// When something else is here, or it is nested too deep.
    #[inline]
    pub fn open_array(&mut self) -> Result<bool, SyntaxError> {
        self.open(b'[', b']', "an array")
    }

    /// After an item: reads `,` or `]`; whether there is another item to read.
    ///
    /// # Errors
    /// When something else is here.
    #[inline]
    pub fn next_item(&mut self) -> Result<bool, SyntaxError> {
        self.next(b']', "`,` or `]`")
    }

    /// Reads `{`, and `}` where the object is empty; whether there is a member to read.
    ///
    /// # Errors
    /// When something else is here, or it is nested too deep.
    #[inline]
    pub fn open_object(&mut self) -> Result<bool, SyntaxError> {
        self.open(b'{', b'}', "an object")
    }

    /// Reads a member's name and the colon after it.
    ///
    /// # Errors
    /// When something else is here.
    #[inline]
    pub fn name(&mut self) -> Result<Cow<'a, str>, SyntaxError> {
        if self.next_byte() != Some(b'"') {
            return Err(self.expected("a name in double quotes"));
        }
        let name = match self.plain_string() {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(self.escaped_string()?),
        };
        if self.next_byte() != Some(b':') {
            return Err(self.expected("`:`"));
        }
        self.at += 1;
        Ok(name)
    }

    /// After a member's value: reads `,` or `}`; whether there is another member to read.
    ///
    /// # Errors
    /// When something else is here.
    #[inline]
    pub fn next_member(&mut self) -> Result<bool, SyntaxError> {
        self.next(b'}', "`,` or `}`")
    }

    /// Reads a value whatever it is, and answers with its text. Its syntax is checked, except that names may repeat.
    ///
    /// # Errors
    /// When no complete value is here.
    pub fn skip(&mut self) -> Result<&'a str, SyntaxError> {
        let kind = self.peek()?;
        let start = self.at;
        match kind {
            Kind::Null => self.null()?,
            Kind::Bool => drop(self.boolean()?),
            Kind::Number => drop(self.number()?),
            Kind::String => drop(self.string()?),
            // This recursion, like that of `value`, ends at MAX_DEPTH.
            Kind::Array => {
                let mut more = self.open_array()?;
                while more {
                    self.skip()?;
                    more = self.next_item()?;
                }
            }
            Kind::Object => {
                let mut more = self.open_object()?;
                while more {
                    self.name()?;
                    self.skip()?;
                    more = self.next_member()?;
                }
            }
        }
        Ok(&self.text[start..self.at])
    }

    /// Checks that nothing but white space is left.
    ///
    /// # Errors
    /// When something is.
    pub fn end(&mut self) -> Result<(), SyntaxError> {
        match self.next_byte() {
            None => Ok(()),
            Some(_) => Err(SyntaxFault::TrailingData.at(self.at)),
        }
    }

    #[inline]
    fn open(&mut self, open: u8, close: u8, what: &'static str) -> Result<bool, SyntaxError> {
        if self.next_byte() != Some(open) {
            return Err(self.expected(what));
        }
        if self.depth == MAX_DEPTH {
            return Err(SyntaxFault::TooDeep.at(self.at));
        }
        self.at += 1;
        if self.next_byte() == Some(close) {
            self.at += 1;
            return Ok(false);
        }
        self.depth += 1;
        Ok(true)
    }

    #[inline]
    fn next(&mut self, close: u8, what: &'static str) -> Result<bool, SyntaxError> {
        match self.next_byte() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(byte) if byte == close => {
                self.at += 1;
                // A reader which is asked without an open container answers as it was told; it must not wrap around.
                self.depth = self.depth.saturating_sub(1);
                Ok(false)
            }
            Some(_) | None => Err(self.expected(what)),
        }
    }

    /// The next byte that is not white space; it is not read.
    #[inline]
    fn next_byte(&mut self) -> Option<u8> {
        self.skip_whitespace();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Moves to the next byte that is not white space.
    #[inline]
    pub(super) fn skip_whitespace(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(self.at) {
            self.at += 1;
        }
    }

    fn word(&mut self, word: &str) -> Result<(), ()> {
        let rest = self.text.as_bytes()[self.at..].strip_prefix(word.as_bytes()).ok_or(())?;
        if rest.first().is_some_and(u8::is_ascii_alphanumeric) {
            return Err(());
        }
        self.at += word.len();
        Ok(())
    }

    #[cold]
    fn expected(&self, what: &'static str) -> SyntaxError {
        let fault = if self.at == self.text.len() { SyntaxFault::UnexpectedEnd } else { SyntaxFault::Expected(what) };
        fault.at(self.at)
    }
}
