//! Reading a TOML table against its grammar.

use toml::{
    Spanned as TomlSpanned,
    de::{DeString, DeTable, DeValue},
};

use crate::{
    diagnostic::Finding,
    parse::{document::File, grammar::Grammar},
    rules::{
        parse::{missing_key, unknown_key, wrong_type},
        similar,
    },
    source::{Span, Spanned},
};

/// A table that is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'d> {
    /// The file it is in.
    pub file: File<'d>,
    /// Its keys and values.
    pub keys: &'d DeTable<'d>,
    /// Its header.
    pub span: Span,
    /// What it may hold.
    pub grammar: &'static Grammar,
}

/// A key with its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'d> {
    /// The file it is in.
    pub file: File<'d>,
    /// The key.
    pub key: &'d str,
    /// The key's place.
    pub key_span: Span,
    /// The value.
    pub value: &'d DeValue<'d>,
    /// The value's place.
    pub span: Span,
}

impl<'d> Table<'d> {
    /// Starts to read a table, and refuses the keys that its grammar does not have.
    pub(super) fn open(
        file: File<'d>,
        keys: &'d DeTable<'d>,
        span: Span,
        grammar: &'static Grammar,
        out: &mut Vec<Finding>,
    ) -> Self {
        for (key, _) in keys.iter().filter(|(key, _)| !grammar.keys.contains(&key.get_ref().as_ref())) {
            out.push(unknown_key::finding(key.get_ref(), file.span(key.span()), grammar));
        }
        Self { file, keys, span, grammar }
    }

    /// The entry of this key.
    pub(super) fn get(&self, key: &str) -> Option<Entry<'d>> {
        debug_assert!(self.grammar.keys.contains(&key), "`{key}` is in the grammar");
        self.find(key)
    }

    /// The entry of this key, where the grammar has it too.
    pub(super) fn get_if_allowed(&self, key: &str) -> Option<Entry<'d>> {
        self.find(key).filter(|_| self.grammar.keys.contains(&key))
    }

    /// Looks at one key after the other: a table has a few, and a reader asks it a few times. Hashing takes longer.
    fn find(&self, key: &str) -> Option<Entry<'d>> {
        let (key, value) = self.keys.iter().find(|(there, _)| there.get_ref() == key)?;
        Some(Entry::new(self.file, key, value))
    }

    /// The entry of a key that must be there; `example` is what to type.
    pub(super) fn required(&self, key: &str, example: &str, out: &mut Vec<Finding>) -> Option<Entry<'d>> {
        let entry = self.get(key);
        // A misspelt key is one slip, reported by its place.
        if entry.is_none() && !self.misspells(key) {
            out.push(missing_key::finding(key, self.span, self.grammar.name, example));
        }
        entry
    }

    /// Whether there may be more in the table at `key` than is found there: a key that looks like it is reported, or it is no
    /// table. What seems to be missing then follows from that.
    pub(super) fn hides(&self, key: &str) -> bool {
        self.get(key).is_some_and(|entry| !entry.value.is_table()) || similar(key, self.unknown()).is_some()
    }

    /// Whether there is no such key, but one that looks like it.
    pub(super) fn misspells(&self, key: &str) -> bool {
        self.get(key).is_none() && similar(key, self.unknown()).is_some()
    }

    /// Keys that the grammar does not have.
    fn unknown(&self) -> impl Iterator<Item = &str> {
        self.keys.keys().map(|key| key.get_ref().as_ref()).filter(|key| !self.grammar.keys.contains(key))
    }

    /// The entries of the table at `key`, in the author's order; none where there is no such key.
    pub(super) fn entries(&self, key: &str, out: &mut Vec<Finding>) -> Vec<Entry<'d>> {
        let Some((entry, table)) = self.get(key).and_then(|entry| Some((entry, entry.table(out)?))) else {
            return Vec::new();
        };
        let mut entries: Vec<_> = table.iter().map(|(key, value)| Entry::new(entry.file, key, value)).collect();
        // The TOML parser moves a table to the end when it meets the table's own header after that of a table below it.
        entries.sort_by_key(|entry| entry.key_span);
        entries
    }
}

impl<'d> Entry<'d> {
    /// A key of a table of `file`, with its value.
    pub(super) fn new(file: File<'d>, key: &'d TomlSpanned<DeString<'d>>, value: &'d TomlSpanned<DeValue<'d>>) -> Self {
        let (key_span, span) = (file.span(key.span()), file.span(value.span()));
        Self { file, key: key.get_ref(), key_span, value: value.get_ref(), span }
    }

    /// The value as text.
    pub(super) fn text(&self, out: &mut Vec<Finding>) -> Option<Spanned<&'d str>> {
        match self.value.as_str() {
            Some(text) => Some(Spanned::new(text, self.span)),
            None => self.wrong_type("a text in quotes", out),
        }
    }

    /// The value as a text that says something.
    pub(super) fn sentence(&self, out: &mut Vec<Finding>) -> Option<String> {
        let text = self.text(out)?;
        if text.value.trim().is_empty() {
            out.push(crate::rules::parse::invalid_value::finding(self.span, format!("`{}` is blank", self.key)));
            return None;
        }
        Some(text.value.to_owned())
    }

    /// The value as `true` or `false`.
    pub(super) fn boolean(&self, out: &mut Vec<Finding>) -> Option<bool> {
        self.value.as_bool().or_else(|| self.wrong_type("`true` or `false`", out))
    }

    /// The value as a table.
    pub(super) fn table(&self, out: &mut Vec<Finding>) -> Option<&'d DeTable<'d>> {
        self.value.as_table().or_else(|| self.wrong_type("a table", out))
    }

    /// The value as a list of texts, those of another type left out.
    pub(super) fn texts(&self, out: &mut Vec<Finding>) -> Option<Vec<Spanned<String>>> {
        let Some(items) = self.value.as_array() else {
            return self.wrong_type("a list of texts", out);
        };
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            let entry = Self { value: item.get_ref(), span: self.file.span(item.span()), ..*self };
            match entry.value.as_str() {
                Some(text) => texts.push(Spanned::new(text.to_owned(), entry.span)),
                None => drop(entry.wrong_type::<()>("a list of texts", out)),
            }
        }
        Some(texts)
    }

    /// Says that the value should be `takes`.
    pub(super) fn wrong_type<T>(&self, takes: &str, out: &mut Vec<Finding>) -> Option<T> {
        out.push(wrong_type::finding(self.key, self.span, takes, kind(self.value)));
        None
    }
}

/// How a sentence names the type of a value.
pub(super) fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a float",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
