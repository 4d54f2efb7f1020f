//! The [`Value`] tree, built from the reader's events.

use super::{Kind, Reader, SyntaxError, SyntaxFault, Value, names::Names};

impl<'a> Reader<'a> {
    /// Reads a value with all that is in it.
    ///
    /// # Errors
    /// When no complete value is here, or one of its objects uses a name twice.
    pub fn value(&mut self) -> Result<Value<'a>, SyntaxError> {
        // The recursion through `array` and `object` ends at MAX_DEPTH, where opening one more is an error.
        match self.peek()? {
            Kind::Null => self.null().map(|()| Value::Null),
            Kind::Bool => self.boolean().map(Value::Bool),
            Kind::Number => self.number().map(|text| Value::Number(text.into())),
            Kind::String => self.string().map(Value::String),
            Kind::Array => self.array(),
            Kind::Object => self.object(),
        }
    }

    fn array(&mut self) -> Result<Value<'a>, SyntaxError> {
        let mut items = Vec::new();
        let mut more = self.open_array()?;
        while more {
            items.push(self.value()?);
            more = self.next_item()?;
        }
        Ok(Value::Array(items))
    }

    fn object(&mut self) -> Result<Value<'a>, SyntaxError> {
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
            members.push((name, self.value()?));
            more = self.next_member()?;
        }
        Ok(Value::Object(members))
    }
}
