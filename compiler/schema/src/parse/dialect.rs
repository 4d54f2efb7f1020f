//! `$schema` and `$vocabulary`: which keywords a resource has.

use packwright_runtime_min::json::Value;

use super::{FormatUse, Options, Parser};
use crate::{fault::NotRead, keyword::Vocabulary, uri};

/// What `$schema` says for the draft; the empty fragment is harmless.
const DRAFT: [&str; 2] =
    ["https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2020-12/schema#"];

/// The last part of each vocabulary's URI, after this.
const VOCABULARIES: &str = "https://json-schema.org/draft/2020-12/vocab/";

/// Which keywords a resource has, and what `format` does there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    applicator: bool,
    unevaluated: bool,
    validation: bool,
    content: bool,
    meta_data: bool,
    /// None where there is no `format`.
    format: Option<FormatUse>,
}

impl Dialect {
    /// The draft's own.
    pub(super) fn draft(options: Options) -> Self {
        Self {
            applicator: true,
            unevaluated: true,
            validation: true,
            content: true,
            meta_data: true,
            format: Some(options.format),
        }
    }

    /// The dialect of a metaschema's `$vocabulary`.
    ///
    /// Whether a vocabulary is required is asked only where it is not the draft's: those we have.
    fn of(dialect: &str, vocabularies: &Value<'_>, options: Options) -> Result<Self, NotRead> {
        let Value::Object(vocabularies) = vocabularies else { return Ok(Self::draft(options)) };
        let mut read = Self {
            applicator: false,
            unevaluated: false,
            validation: false,
            content: false,
            meta_data: false,
            format: None,
        };
        for (vocabulary, required) in vocabularies {
            match vocabulary.strip_prefix(VOCABULARIES) {
                Some("core") => {}
                Some("applicator") => read.applicator = true,
                Some("unevaluated") => read.unevaluated = true,
                Some("validation") => read.validation = true,
                Some("content") => read.content = true,
                Some("meta-data") => read.meta_data = true,
                Some("format-annotation") => read.format = read.format.or(Some(options.format)),
                Some("format-assertion") => read.format = Some(FormatUse::Asserts),
                Some(_) | None if *required == Value::Bool(true) => {
                    let (dialect, vocabulary) = (dialect.to_owned(), vocabulary.to_string());
                    return Err(NotRead::Vocabulary { dialect, vocabulary });
                }
                Some(_) | None => {}
            }
        }
        Ok(read)
    }

    /// Whether it has the keywords of a vocabulary. Core is always there.
    pub(super) fn has(self, vocabulary: Vocabulary) -> bool {
        match vocabulary {
            Vocabulary::Core => true,
            Vocabulary::Applicator => self.applicator,
            Vocabulary::Unevaluated => self.unevaluated,
            Vocabulary::Validation => self.validation,
            Vocabulary::Format => self.format.is_some(),
            Vocabulary::Content => self.content,
            Vocabulary::MetaData => self.meta_data,
        }
    }

    /// What `format` does, where there is one.
    pub(super) fn format(self) -> FormatUse {
        self.format.unwrap_or(FormatUse::Annotates)
    }
}

impl Parser<'_> {
    /// The dialect of a `$schema`.
    pub(super) fn dialect(&self, schema: &str) -> Result<Dialect, NotRead> {
        if DRAFT.contains(&schema) {
            return Ok(Dialect::draft(self.options));
        }
        let not_read = || NotRead::Dialect(schema.to_owned());
        let uri = uri::absolute(schema).ok_or_else(not_read)?;
        let document = self.documents.find(&uri).ok_or_else(not_read)?;
        Dialect::of(schema, document.root.get("$vocabulary").unwrap_or(&Value::Null), self.options)
    }
}
