//! The keywords of JSON Schema 2020-12, and what packwright does with each.

use packwright_runtime_min::validate::nearest;

macro_rules! keywords {
    ($($name:literal => $keyword:ident, $support:ident;)*) => {
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

            /// What packwright does with it.
            pub const fn support(self) -> Support {
                match self {
                    $(Self::$keyword => Support::$support,)*
                }
            }
        }
    };
}

/// What packwright does with a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Validators assert or apply it.
    Generated,
    /// It says something to readers; validators have nothing to do.
    Annotation,
    /// The draft has it and validators cannot be generated for it yet.
    NotYet,
}

keywords! {
    "$schema" => Schema, Annotation;
    "$vocabulary" => Vocabulary, NotYet;
    "$id" => Id, NotYet;
    "$anchor" => Anchor, NotYet;
    "$dynamicAnchor" => DynamicAnchor, NotYet;
    "$ref" => Ref, Generated;
    "$dynamicRef" => DynamicRef, NotYet;
    "$defs" => Defs, Generated;
    "$comment" => Comment, Annotation;
    "allOf" => AllOf, NotYet;
    "anyOf" => AnyOf, NotYet;
    "oneOf" => OneOf, NotYet;
    "not" => Not, NotYet;
    "if" => If, NotYet;
    "then" => Then, NotYet;
    "else" => Else, NotYet;
    "dependentSchemas" => DependentSchemas, NotYet;
    "prefixItems" => PrefixItems, NotYet;
    "items" => Items, Generated;
    "contains" => Contains, NotYet;
    "properties" => Properties, Generated;
    "patternProperties" => PatternProperties, NotYet;
    "additionalProperties" => AdditionalProperties, Generated;
    "propertyNames" => PropertyNames, NotYet;
    "unevaluatedItems" => UnevaluatedItems, NotYet;
    "unevaluatedProperties" => UnevaluatedProperties, NotYet;
    "type" => Type, Generated;
    "enum" => Enum, Generated;
    "const" => Const, Generated;
    "multipleOf" => MultipleOf, NotYet;
    "maximum" => Maximum, Generated;
    "exclusiveMaximum" => ExclusiveMaximum, Generated;
    "minimum" => Minimum, Generated;
    "exclusiveMinimum" => ExclusiveMinimum, Generated;
    "maxLength" => MaxLength, Generated;
    "minLength" => MinLength, Generated;
    "pattern" => Pattern, NotYet;
    "maxItems" => MaxItems, Generated;
    "minItems" => MinItems, Generated;
    "uniqueItems" => UniqueItems, NotYet;
    "maxContains" => MaxContains, NotYet;
    "minContains" => MinContains, NotYet;
    "maxProperties" => MaxProperties, Generated;
    "minProperties" => MinProperties, Generated;
    "required" => Required, Generated;
    "dependentRequired" => DependentRequired, NotYet;
    "format" => Format, Generated;
    "contentEncoding" => ContentEncoding, NotYet;
    "contentMediaType" => ContentMediaType, NotYet;
    "contentSchema" => ContentSchema, NotYet;
    "title" => Title, Annotation;
    "description" => Description, Annotation;
    "default" => Default, Annotation;
    "deprecated" => Deprecated, Annotation;
    "readOnly" => ReadOnly, Annotation;
    "writeOnly" => WriteOnly, Annotation;
    "examples" => Examples, Annotation;
}

impl Keyword {
    /// The keyword that `name` may have been meant to be.
    pub fn nearest(name: &str) -> Option<Self> {
        let near = nearest(name, Self::ALL.iter().map(|keyword| keyword.name()))?;
        Self::from_name(near)
    }
}
