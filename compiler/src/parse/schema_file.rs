//! `schemas/**/*.json`: schemas that others refer to.

use packwright_runtime_min::json::{Kind, Reader, SyntaxError, Value as Exact};
use serde_json::{Map, Value};

use crate::{
    diagnostic::Finding,
    model::{SchemaFile, SchemaSource},
    parse::number,
    rules::parse::{invalid_value, toml_syntax},
    source::{FileId, Place, Places, SourceFile, Span},
};

/// Reads one document.
pub(super) fn read(id: FileId, source: &SourceFile, out: &mut Vec<Finding>) -> SchemaFile {
    let file = SchemaFile { path: source.path.clone(), span: Span::new(id, 0..0), source: None };
    // All that is wrong with the text, twice used names included, is found here.
    if let Err(error) = Exact::parse(&source.bytes) {
        let at = error.offset.min(source.bytes.len());
        out.push(toml_syntax::not_json(Span::new(id, at..at), &error.to_string()));
        return file;
    }
    let mut inexact = Vec::new();
    let mut reading = Reading { id, bytes: &source.bytes, places: Places::default(), out: &mut inexact };
    let json = Reader::new(&source.bytes).and_then(|mut reader| reading.value(&mut reader, None));
    let json = json.expect("the text has been read before");
    let places = reading.places;
    // Numbers that cannot be kept make it another schema.
    let source = inexact.is_empty().then(|| SchemaSource { json, span: file.span, places });
    out.append(&mut inexact);
    SchemaFile { source, ..file }
}

struct Reading<'o> {
    id: FileId,
    bytes: &'o [u8],
    places: Places,
    out: &'o mut Vec<Finding>,
}

impl Reading<'_> {
    /// Reads a value, which is that of `key`. The recursion ends where the reader refuses to go deeper.
    fn value(&mut self, reader: &mut Reader<'_>, key: Option<Span>) -> Result<Value, SyntaxError> {
        let kind = reader.peek()?;
        let start = reader.offset();
        let span = Span::new(self.id, start..start + 1);
        let idx = self.places.open(Place { key: key.unwrap_or(span), value: span });
        let value = match kind {
            Kind::Null => reader.null().map(|()| Value::Null)?,
            Kind::Bool => reader.boolean().map(Value::Bool)?,
            Kind::Number => self.number(reader.number()?, start),
            Kind::String => Value::String(reader.string()?.into_owned()),
            Kind::Array => self.array(reader)?,
            Kind::Object => self.object(reader)?,
        };
        // What goes over several lines is shown by where it starts.
        if !self.bytes[start..reader.offset()].contains(&b'\n') {
            self.places.end(idx, Span::new(self.id, start..reader.offset()));
        }
        self.places.close(idx);
        Ok(value)
    }

    fn number(&mut self, text: &str, start: usize) -> Value {
        match number::exact(text) {
            Ok(number) => Value::Number(number),
            Err(why) => {
                self.out.push(invalid_value::finding(Span::new(self.id, start..start + text.len()), why));
                Value::Null
            }
        }
    }

    fn array(&mut self, reader: &mut Reader<'_>) -> Result<Value, SyntaxError> {
        let mut items = Vec::new();
        let mut more = reader.open_array()?;
        while more {
            items.push(self.value(reader, None)?);
            more = reader.next_item()?;
        }
        Ok(Value::Array(items))
    }

    fn object(&mut self, reader: &mut Reader<'_>) -> Result<Value, SyntaxError> {
        let mut members = Map::new();
        let mut more = reader.open_object()?;
        while more {
            reader.peek()?;
            let start = reader.offset();
            let name = reader.name()?.into_owned();
            // The colon is read with the name, and blanks may be between both.
            let length =
                self.bytes[start..reader.offset()].iter().rposition(|byte| *byte == b'"').map_or(0, |at| at + 1);
            let key = Span::new(self.id, start..start + length);
            members.insert(name, self.value(reader, Some(key))?);
            more = reader.next_member()?;
        }
        Ok(Value::Object(members))
    }
}
