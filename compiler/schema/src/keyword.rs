//! The keywords of JSON Schema 2020-12: in which vocabulary each is, and where it has schemas in it.

use packwright_runtime_min::{json::Value, validate::nearest};

macro_rules! keywords {
    ($($name:literal => $keyword:ident, $vocabulary:ident, $holds:ident;)*) => {
        /// A keyword of the draft's vocabularies: core, applicator, unevaluated, validation, format, content, meta-data.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the draft says what each keyword means")]
        pub enum Keyword {
            $($keyword,)*
        }

        impl Keyword {
            /// Every keyword, in the draft's order.
            pub const ALL: &[Self] = &[$(Self::$keyword,)*];

            /// As it is written in schemas.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$keyword => $name,)*
                }
            }

            /// The keyword that is written `name`.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$keyword),)*
                    _ => None,
                }
            }

            /// The vocabulary that defines it.
            pub const fn vocabulary(self) -> Vocabulary {
                match self {
                    $(Self::$keyword => Vocabulary::$vocabulary,)*
                }
            }

            /// Where it has schemas in it.
            pub const fn holds(self) -> Holds {
                match self {
                    $(Self::$keyword => Holds::$holds,)*
                }
            }
        }
    };
}

/// A vocabulary of the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the draft says what is in each vocabulary")]
pub enum Vocabulary {
    Core,
    Applicator,
    Unevaluated,
    Validation,
    /// The draft has two of `format`, one that asserts and one that does not; either has the keyword.
    Format,
    Content,
    MetaData,
}

/// Where a keyword has schemas in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Nowhere.
    None,
    /// It is one.
    Schema,
    /// Its items are.
    List,
    /// Its members' values are.
    Named,
}

keywords! {
    "$schema" => Schema, Core, None;
    "$vocabulary" => Vocabulary, Core, None;
    "$id" => Id, Core, None;
    "$anchor" => Anchor, Core, None;
    "$dynamicAnchor" => DynamicAnchor, Core, None;
    "$ref" => Ref, Core, None;
    "$dynamicRef" => DynamicRef, Core, None;
    "$defs" => Defs, Core, Named;
    "$comment" => Comment, Core, None;
    "allOf" => AllOf, Applicator, List;
    "anyOf" => AnyOf, Applicator, List;
    "oneOf" => OneOf, Applicator, List;
    "not" => Not, Applicator, Schema;
    "if" => If, Applicator, Schema;
    "then" => Then, Applicator, Schema;
    "else" => Else, Applicator, Schema;
    "dependentSchemas" => DependentSchemas, Applicator, Named;
    "prefixItems" => PrefixItems, Applicator, List;
    "items" => Items, Applicator, Schema;
    "contains" => Contains, Applicator, Schema;
    "properties" => Properties, Applicator, Named;
    "patternProperties" => PatternProperties, Applicator, Named;
    "additionalProperties" => AdditionalProperties, Applicator, Schema;
    "propertyNames" => PropertyNames, Applicator, Schema;
    "unevaluatedItems" => UnevaluatedItems, Unevaluated, Schema;
    "unevaluatedProperties" => UnevaluatedProperties, Unevaluated, Schema;
    "type" => Type, Validation, None;
    "enum" => Enum, Validation, None;
    "const" => Const, Validation, None;
    "multipleOf" => MultipleOf, Validation, None;
    "maximum" => Maximum, Validation, None;
    "exclusiveMaximum" => ExclusiveMaximum, Validation, None;
    "minimum" => Minimum, Validation, None;
    "exclusiveMinimum" => ExclusiveMinimum, Validation, None;
    "maxLength" => MaxLength, Validation, None;
    "minLength" => MinLength, Validation, None;
    "pattern" => Pattern, Validation, None;
    "maxItems" => MaxItems, Validation, None;
    "minItems" => MinItems, Validation, None;
    "uniqueItems" => UniqueItems, Validation, None;
    "maxContains" => MaxContains, Validation, None;
    "minContains" => MinContains, Validation, None;
    "maxProperties" => MaxProperties, Validation, None;
    "minProperties" => MinProperties, Validation, None;
    "required" => Required, Validation, None;
    "dependentRequired" => DependentRequired, Validation, None;
    "format" => Format, Format, None;
    "contentEncoding" => ContentEncoding, Content, None;
    "contentMediaType" => ContentMediaType, Content, None;
    "contentSchema" => ContentSchema, Content, Schema;
    "title" => Title, MetaData, None;
    "description" => Description, MetaData, None;
    "default" => Default, MetaData, None;
    "deprecated" => Deprecated, MetaData, None;
    "readOnly" => ReadOnly, MetaData, None;
    "writeOnly" => WriteOnly, MetaData, None;
    "examples" => Examples, MetaData, None;
}

impl Keyword {
    /// The keyword that `name` may have been meant to be.
    pub fn nearest(name: &str) -> Option<Self> {
        let near = nearest(name, Self::ALL.iter().map(|keyword| keyword.name()))?;
        Self::from_name(near)
    }

    /// Whether the schemas in it apply to the value itself, not to what is in it.
    pub(crate) const fn is_in_place(self) -> bool {
        matches!(
            self,
            Self::Ref
                | Self::DynamicRef
                | Self::AllOf
                | Self::AnyOf
                | Self::OneOf
                | Self::Not
                | Self::If
                | Self::Then
                | Self::Else
                | Self::DependentSchemas
        )
    }

    /// The schemas in its value, as far as that is what it should be.
    pub(crate) fn schemas_in<'v>(self, value: &'v Value<'v>) -> Vec<&'v Value<'v>> {
        match (self.holds(), value) {
            (Holds::Schema, schema) => vec![schema],
            (Holds::List, Value::Array(items)) => items.iter().collect(),
            (Holds::Named, Value::Object(members)) => members.iter().map(|(_, schema)| schema).collect(),
            (Holds::None | Holds::List | Holds::Named, _) => Vec::new(),
        }
    }
}
