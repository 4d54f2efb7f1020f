//! The keywords of one schema: the only place that reads them.

use std::borrow::Cow;

use packwright_runtime_min::json::Value;

use super::{Parser, values};
use crate::{
    FaultKind, Keyword, NodeIdx, SchemaFault,
    fault::{Invalid, NotGenerated},
    ir::{FLOAT_FORMATS, INTEGER_FORMATS, Keywords},
    keyword::Support,
};

/// What `$schema` says for the one draft that is read; the empty fragment is harmless.
const DRAFT: [&str; 2] =
    ["https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2020-12/schema#"];

impl Parser {
    /// Reads the keywords of the schema at `pointer`.
    pub(super) fn keywords(&mut self, idx: NodeIdx, members: &[(Cow<'_, str>, Value<'_>)], pointer: &str) -> Keywords {
        let mut keywords = Keywords::default();
        for (name, value) in members {
            let place = format!("{pointer}/{}", values::escape_pointer(name));
            let read = match Keyword::from_name(name) {
                None => Err(FaultKind::Unknown { near: Keyword::nearest(name) }),
                Some(keyword) if keyword.support() == Support::NotYet => {
                    Err(FaultKind::NotGenerated(NotGenerated::Keyword))
                }
                Some(keyword) => self.keyword(keyword, value, idx, &place, &mut keywords),
            };
            if let Err(kind) = read {
                self.faults.push(SchemaFault { pointer: place, keyword: name.to_string(), kind });
            }
        }
        keywords
    }

    /// Reads one keyword of node `idx`; `place` is the keyword's.
    fn keyword(
        &mut self,
        keyword: Keyword,
        value: &Value<'_>,
        idx: NodeIdx,
        place: &str,
        keywords: &mut Keywords,
    ) -> Result<(), FaultKind> {
        let Keywords {
            types,
            members,
            constant,
            number,
            string,
            array,
            object,
            reference: _,
            definitions,
            annotations,
        } = keywords;
        match keyword {
            Keyword::Schema => dialect(value)?,
            Keyword::Ref => self.references.push((idx, values::text(value)?)),
            Keyword::Defs => *definitions = self.named_schemas(value, place)?,
            Keyword::Comment => annotations.comment = Some(values::text(value)?),
            Keyword::Items => array.items = Some(self.schema(value, place.to_owned())),
            Keyword::Properties => object.properties = self.named_schemas(value, place)?,
            Keyword::AdditionalProperties => object.additional = Some(self.schema(value, place.to_owned())),
            Keyword::Type => *types = Some(values::types(value)?),
            Keyword::Enum => *members = Some(values::array(value)?),
            Keyword::Const => *constant = Some(value.clone().into_owned()),
            Keyword::Maximum => number.maximum = Some(values::number(value)?),
            Keyword::ExclusiveMaximum => number.exclusive_maximum = Some(values::number(value)?),
            Keyword::Minimum => number.minimum = Some(values::number(value)?),
            Keyword::ExclusiveMinimum => number.exclusive_minimum = Some(values::number(value)?),
            Keyword::MaxLength => string.max_length = Some(values::count(value)?),
            Keyword::MinLength => string.min_length = Some(values::count(value)?),
            Keyword::MaxItems => array.max_items = Some(values::count(value)?),
            Keyword::MinItems => array.min_items = Some(values::count(value)?),
            Keyword::MaxProperties => object.max_properties = Some(values::count(value)?),
            Keyword::MinProperties => object.min_properties = Some(values::count(value)?),
            Keyword::Required => object.required = values::names(value)?,
            Keyword::Format => {
                let name = values::text(value)?;
                number.format = INTEGER_FORMATS.iter().find(|format| format.name == name);
                annotations.format = FLOAT_FORMATS.iter().copied().find(|format| *format == name);
                if number.format.is_none() && annotations.format.is_none() {
                    return Err(FaultKind::NotGenerated(NotGenerated::Format(name)));
                }
            }
            Keyword::Title => annotations.title = Some(values::text(value)?),
            Keyword::Description => annotations.description = Some(values::text(value)?),
            Keyword::Default => annotations.default = Some(value.clone().into_owned()),
            Keyword::Deprecated => annotations.deprecated = values::boolean(value)?,
            Keyword::ReadOnly => annotations.read_only = values::boolean(value)?,
            Keyword::WriteOnly => annotations.write_only = values::boolean(value)?,
            Keyword::Examples => annotations.examples = values::array(value)?,
            Keyword::Vocabulary
            | Keyword::Id
            | Keyword::Anchor
            | Keyword::DynamicAnchor
            | Keyword::DynamicRef
            | Keyword::AllOf
            | Keyword::AnyOf
            | Keyword::OneOf
            | Keyword::Not
            | Keyword::If
            | Keyword::Then
            | Keyword::Else
            | Keyword::DependentSchemas
            | Keyword::PrefixItems
            | Keyword::Contains
            | Keyword::PatternProperties
            | Keyword::PropertyNames
            | Keyword::UnevaluatedItems
            | Keyword::UnevaluatedProperties
            | Keyword::MultipleOf
            | Keyword::Pattern
            | Keyword::UniqueItems
            | Keyword::MaxContains
            | Keyword::MinContains
            | Keyword::DependentRequired
            | Keyword::ContentEncoding
            | Keyword::ContentMediaType
            | Keyword::ContentSchema => return Err(FaultKind::NotGenerated(NotGenerated::Keyword)),
        }
        Ok(())
    }

    /// Reads an object of schemas, such as `properties`.
    fn named_schemas(&mut self, value: &Value<'_>, place: &str) -> Result<Vec<(String, NodeIdx)>, FaultKind> {
        let Value::Object(members) = value else {
            return Err(Invalid::Expected("an object of schemas").into());
        };
        let named = members.iter().map(|(name, schema)| {
            let pointer = format!("{place}/{}", values::escape_pointer(name));
            (name.to_string(), self.schema(schema, pointer))
        });
        Ok(named.collect())
    }
}

fn dialect(value: &Value<'_>) -> Result<(), FaultKind> {
    let dialect = values::text(value)?;
    if DRAFT.contains(&dialect.as_str()) {
        return Ok(());
    }
    Err(FaultKind::NotGenerated(NotGenerated::Dialect(dialect)))
}

impl From<Invalid> for FaultKind {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}
