//! A type as a JSON Schema document that stands alone.

use serde_json::{Map, Value, json};

use super::{NotNull, Part, Shape, Type};

impl Type<'_> {
    /// The document which says what this type says: other documents that it needs are inside, below `$defs`.
    pub fn schema(&self) -> Value {
        // Most often it is just what the author wrote.
        if let [Part::Schema(shape, NotNull::AsSaid)] = self.parts.as_slice()
            && let (Some(document), [""]) = (shape.document(), shape.pointers().as_slice())
        {
            return document.clone();
        }
        let mut sources = Sources::default();
        let mut document = sources.of_type(self);
        if let (Value::Object(members), false) = (&mut document, sources.list.is_empty()) {
            let sources = sources.list.into_iter().enumerate();
            let definition = |(idx, document): (usize, &Value)| (name(idx), with_id(document, idx));
            members.insert("$defs".to_owned(), Value::Object(sources.map(definition).collect()));
        }
        document
    }
}

/// The documents that a document refers to.
#[derive(Default)]
struct Sources<'s> {
    list: Vec<&'s Value>,
}

impl<'s> Sources<'s> {
    fn of_type(&mut self, ty: &Type<'s>) -> Value {
        let mut parts: Vec<Value> = ty.parts.iter().map(|part| self.of_part(part)).collect();
        match parts.pop() {
            Some(only) if parts.is_empty() => only,
            last => json!({ "anyOf": parts.into_iter().chain(last).collect::<Vec<_>>() }),
        }
    }

    fn of_part(&mut self, part: &Part<'s>) -> Value {
        match part {
            Part::Schema(shape, not_null) => self.of_shape(shape, *not_null),
            Part::Made(document) => serde_json::Value::clone(document),
            Part::List(item) => json!({"type": "array", "items": self.of_type(item)}),
            Part::Object(members) => {
                let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
                let members: Map<String, Value> =
                    members.iter().map(|(name, ty)| (name.clone(), self.of_type(ty))).collect();
                json!({"type": "object", "properties": members, "required": names, "additionalProperties": false})
            }
            Part::Time => json!({"type": "string", "format": "date-time"}),
            Part::Span => json!({"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]{1,9})?s$"}),
            // Check has refused a value that may be none.
            Part::Optional(inner) => self.of_type(inner),
            Part::Open => json!({}),
        }
    }

    fn of_shape(&mut self, shape: &Shape<'s>, not_null: NotNull) -> Value {
        let Some(document) = shape.document() else { return json!({}) };
        let idx = self.list.iter().position(|known| std::ptr::eq(*known, document)).unwrap_or_else(|| {
            self.list.push(document);
            self.list.len() - 1
        });
        let id = id(document, idx);
        let mut all: Vec<Value> =
            shape.pointers().iter().map(|pointer| json!({"$ref": format!("{id}#{}", escaped(pointer))})).collect();
        let mut document = match all.pop() {
            Some(only) if all.is_empty() => only,
            last => json!({ "allOf": all.into_iter().chain(last).collect::<Vec<_>>() }),
        };
        if not_null == NotNull::Excluded {
            document["not"] = json!({"type": "null"});
        }
        document
    }
}

fn name(idx: usize) -> String {
    format!("source-{idx}")
}

/// The URI of a document that is inside another one: its own, or one in a folder of its own, so that what it brings along does not
/// meet what others bring along.
fn id(document: &Value, idx: usize) -> String {
    match document.get("$id").and_then(Value::as_str) {
        Some(id) => id.to_owned(),
        None => format!("{}/root", name(idx)),
    }
}

fn with_id(document: &Value, idx: usize) -> Value {
    let mut document = document.clone();
    match &mut document {
        Value::Object(members) if !members.contains_key("$id") => {
            members.insert("$id".to_owned(), Value::String(id(&Value::Null, idx)));
        }
        Value::Bool(truth) => {
            let id = id(&Value::Null, idx);
            document = if *truth { json!({"$id": id}) } else { json!({"$id": id, "not": {}}) };
        }
        _ => {}
    }
    document
}

/// A JSON Pointer as it stands in a URI.
fn escaped(pointer: &str) -> String {
    let mut text = String::with_capacity(pointer.len());
    for byte in pointer.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'!'
            | b'$'
            | b'&'
            | b'\''
            | b'('
            | b')'
            | b'*'
            | b'+'
            | b','
            | b';'
            | b'='
            | b':'
            | b'@'
            | b'/'
            | b'?' => text.push(char::from(byte)),
            other => text.push_str(&format!("%{other:02X}")),
        }
    }
    text
}
