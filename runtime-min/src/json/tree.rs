//! The [`Value`] tree, built from the reader's events: for a part of a text, and for a text that is no JSON, to say why. A whole
//! text is read by [`quick`] first.

use std::borrow::Cow;

use super::{Kind, Reader, SyntaxError, SyntaxFault, Value, names::Names, quick};

impl<'a> Reader<'a> {
    /// All of the text as a value, if it is one; nothing is read.
    pub(super) fn all_quickly(&self) -> Option<Value<'a>> {
        quick::parse(self.text)
    }

    /// Reads the value that is all of the text.
    pub(super) fn all(&mut self) -> Result<Value<'a>, SyntaxError> {
        let value = self.value()?;
        self.end()?;
        Ok(value)
    }

    /// Reads a value with all that is in it.
    ///
    /// # Errors
    /// When no complete value is here, or one of its objects uses a name twice.
    pub fn value(&mut self) -> Result<Value<'a>, SyntaxError> {
        // The recursion through `array` and `object` ends at MAX_DEPTH, where opening one more is an error.
        self.read()
    }

    /// A tree is made of many values, and to hand each up through a [`Result`] costs as much as to read it. So this becomes a part
    /// of its callers.
    #[inline(always)]
    fn read(&mut self) -> Result<Value<'a>, SyntaxError> {
        Ok(match self.peek()? {
            Kind::Null => self.null().map(|()| Value::Null)?,
            Kind::Bool => Value::Bool(self.boolean()?),
            Kind::Number => Value::number(self.number()?),
            Kind::String => match self.plain_string() {
                Some(text) => Value::text(text),
                None => Value::String(Cow::Owned(self.escaped_string()?)),
            },
            Kind::Array => Value::Array(self.array()?),
            Kind::Object => Value::Object(self.object()?),
        })
    }

    fn array(&mut self) -> Result<Vec<Value<'a>>, SyntaxError> {
        let mut items = Vec::new();
        let mut more = self.open_array()?;
        while more {
            items.push(self.read()?);
            more = self.next_item()?;
        }
        Ok(items)
    }

    fn object(&mut self) -> Result<Vec<(Cow<'a, str>, Value<'a>)>, SyntaxError> {
        let mut members = Vec::new();
        let mut names = Names::default();
        let mut more = self.open_object()?;
        while more {
            self.skip_whitespace();
            let start = self.offset();
            let name = self.name()?;
            if !names.is_new(&members, &name) {
                return Err(SyntaxFault::DuplicateName(name.into()).at(start));
            }
            members.push((name, self.read()?));
            more = self.next_member()?;
        }
        Ok(members)
    }
}
