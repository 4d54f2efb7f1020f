//! The keywords of one schema: the only place that reads them.

use std::{borrow::Cow, collections::HashMap};

use packwright_runtime_min::{
    json::Value,
    validate::{
        Format, nearest,
        plan::{INTEGER_FORMATS, PatternIdx},
    },
};

use super::{FormatUse, Known, Parser, Unknown, references::Reference, values};
use crate::{
    FaultKind, Keyword, NodeIdx, SchemaFault,
    fault::Invalid,
    ir::{FLOAT_FORMATS, Keywords, ResourceIdx},
    pattern, uri,
};

/// Where a keyword is read.
struct Site<'p> {
    /// The schema that has it.
    node: NodeIdx,
    resource: ResourceIdx,
    /// Its name.
    name: &'p str,
}

impl Parser<'_> {
    /// Reads the keywords of a schema.
    pub(super) fn keywords(
        &mut self,
        node: NodeIdx,
        members: &[(Cow<'_, str>, Value<'_>)],
        outer: ResourceIdx,
    ) -> Box<Keywords> {
        let resource = self.enter(node, members, outer);
        let mut keywords = Box::<Keywords>::default();
        for (name, value) in members {
            let dialect = self.known[resource.idx()].dialect;
            let keyword = Keyword::from_name(name).filter(|keyword| dialect.has(keyword.vocabulary()));
            let read = match (keyword, self.options.unknown) {
                (Some(keyword), _) => {
                    let site = Site { node, resource, name };
                    self.keyword(keyword, value, &site, &mut keywords)
                }
                (None, Unknown::Ignored) => Ok(()),
                (None, Unknown::Refused) => Err(FaultKind::Unknown { near: Keyword::nearest(name) }),
            };
            if let Err(kind) = read {
                self.fault(self.place(node, name), name, kind);
            }
        }
        keywords
    }

    /// The place of what is called `name` in a schema.
    fn place(&self, node: NodeIdx, name: &str) -> String {
        values::pointer_to(&self.nodes[node.idx()].pointer, name)
    }

    /// The resource of a schema: that of the schema around it, or its own if it has an `$id`. Before anything else is read,
    /// since all of it is seen from there.
    fn enter(&mut self, node: NodeIdx, members: &[(Cow<'_, str>, Value<'_>)], outer: ResourceIdx) -> ResourceIdx {
        let text = |wanted: &str| members.iter().find(|(name, _)| name == wanted).and_then(|(_, value)| value.as_str());
        let is_document = self.resources[outer.idx()].root == node;
        let id = text("$id").filter(|id| uri::split(id).1.is_empty());
        let uri = id.and_then(|id| uri::resolve(&self.resources[outer.idx()].uri, id));
        let resource = match uri {
            None => outer,
            Some(uri) => {
                let resource = if is_document {
                    self.resources[outer.idx()].uri.clone_from(&uri);
                    outer
                } else {
                    let Known { source, dialect, anchors: _ } = self.known[outer.idx()];
                    self.resource(uri.clone(), node, Known { source, dialect, anchors: HashMap::new() })
                };
                let first = *self.uris.entry(uri.clone()).or_insert(resource);
                if first != resource {
                    let by = self.reference_to(self.resources[first.idx()].root);
                    self.fault(self.place(node, "$id"), "$id", FaultKind::Taken { uri, by });
                }
                resource
            }
        };
        self.nodes[node.idx()].resource = resource;
        // A `$schema` that is not read is reported where it is.
        let is_root = self.resources[resource.idx()].root == node;
        if let Some(dialect) = text("$schema").filter(|_| is_root).and_then(|schema| self.dialect(schema).ok()) {
            self.known[resource.idx()].dialect = dialect;
        }
        resource
    }

    /// Reads one keyword.
    fn keyword(
        &mut self,
        keyword: Keyword,
        value: &Value<'_>,
        site: &Site<'_>,
        keywords: &mut Keywords,
    ) -> Result<(), FaultKind> {
        let Keywords {
            identity,
            types,
            members,
            constant,
            number,
            string,
            array,
            object,
            logic,
            reference: _,
            dynamic_reference: _,
            definitions,
            content,
            annotations,
        } = keywords;
        match keyword {
            Keyword::Schema => {
                let schema = values::text(value)?;
                self.dialect(&schema).map_err(FaultKind::NotRead)?;
                identity.schema = Some(schema);
            }
            Keyword::Vocabulary => identity.vocabulary = values::truths(value)?,
            Keyword::Id => identity.id = Some(self.id(value, site)?),
            Keyword::Anchor => identity.anchor = Some(self.anchor(value, site)?),
            Keyword::DynamicAnchor => {
                let anchor = self.anchor(value, site)?;
                self.resources[site.resource.idx()].dynamic_anchors.push((anchor.clone(), site.node));
                identity.dynamic_anchor = Some(anchor);
            }
            Keyword::Ref | Keyword::DynamicRef => {
                self.references.push_back(Reference { node: site.node, keyword, text: values::text(value)? });
            }
            Keyword::Defs => *definitions = self.named_schemas(value, site)?,
            Keyword::Comment => annotations.comment = Some(values::text(value)?),
            Keyword::AllOf => logic.all_of = self.schemas(value, site)?,
            Keyword::AnyOf => logic.any_of = self.schemas(value, site)?,
            Keyword::OneOf => logic.one_of = self.schemas(value, site)?,
            Keyword::Not => logic.not = Some(self.subschema(value, site)),
            Keyword::If => logic.condition = Some(self.subschema(value, site)),
            Keyword::Then => logic.then = Some(self.subschema(value, site)),
            Keyword::Else => logic.otherwise = Some(self.subschema(value, site)),
            Keyword::DependentSchemas => object.dependent_schemas = self.named_schemas(value, site)?,
            Keyword::PrefixItems => array.prefix = self.schemas(value, site)?,
            Keyword::Items => array.items = Some(self.subschema(value, site)),
            Keyword::Contains => array.contains = Some(self.subschema(value, site)),
            Keyword::Properties => object.properties = self.named_schemas(value, site)?,
            Keyword::PatternProperties => object.patterns = self.pattern_schemas(value, site)?,
            Keyword::AdditionalProperties => object.additional = Some(self.subschema(value, site)),
            Keyword::PropertyNames => object.names = Some(self.subschema(value, site)),
            Keyword::UnevaluatedItems => array.unevaluated = Some(self.subschema(value, site)),
            Keyword::UnevaluatedProperties => object.unevaluated = Some(self.subschema(value, site)),
            Keyword::Type => *types = Some(values::types(value)?),
            Keyword::Enum => *members = Some(values::array(value)?),
            Keyword::Const => *constant = Some(value.clone().into_owned()),
            Keyword::MultipleOf => number.multiple_of = Some(values::positive(value)?),
            Keyword::Maximum => number.maximum = Some(values::number(value)?),
            Keyword::ExclusiveMaximum => number.exclusive_maximum = Some(values::number(value)?),
            Keyword::Minimum => number.minimum = Some(values::number(value)?),
            Keyword::ExclusiveMinimum => number.exclusive_minimum = Some(values::number(value)?),
            Keyword::MaxLength => string.max_length = Some(values::count(value)?),
            Keyword::MinLength => string.min_length = Some(values::count(value)?),
            Keyword::Pattern => {
                let source = value.as_str().ok_or(Invalid::Expected("a regular expression"))?;
                string.pattern = Some(self.pattern(source)?);
            }
            Keyword::MaxItems => array.max_items = Some(values::count(value)?),
            Keyword::MinItems => array.min_items = Some(values::count(value)?),
            Keyword::UniqueItems => array.unique = values::boolean(value)?,
            Keyword::MaxContains => array.max_contains = Some(values::count(value)?),
            Keyword::MinContains => array.min_contains = Some(values::count(value)?),
            Keyword::MaxProperties => object.max_properties = Some(values::count(value)?),
            Keyword::MinProperties => object.min_properties = Some(values::count(value)?),
            Keyword::Required => object.required = values::names(value)?,
            Keyword::DependentRequired => object.dependent_required = values::dependent_names(value)?,
            Keyword::Format => self.format(value, site, keywords)?,
            Keyword::ContentEncoding => content.encoding = Some(values::text(value)?),
            Keyword::ContentMediaType => content.media_type = Some(values::text(value)?),
            Keyword::ContentSchema => content.schema = Some(self.subschema(value, site)),
            Keyword::Title => annotations.title = Some(values::text(value)?),
            Keyword::Description => annotations.description = Some(values::text(value)?),
            Keyword::Default => annotations.default = Some(value.clone().into_owned()),
            Keyword::Deprecated => annotations.deprecated = values::boolean(value)?,
            Keyword::ReadOnly => annotations.read_only = values::boolean(value)?,
            Keyword::WriteOnly => annotations.write_only = values::boolean(value)?,
            Keyword::Examples => annotations.examples = values::array(value)?,
        }
        Ok(())
    }

    fn id(&self, value: &Value<'_>, site: &Site<'_>) -> Result<String, FaultKind> {
        let id = values::text(value)?;
        if !uri::split(&id).1.is_empty() {
            return Err(Invalid::Expected("a URI reference without a fragment").into());
        }
        if uri::is_ours(&id) {
            return Err(Invalid::Expected("a URI reference of another scheme than `packwright:`").into());
        }
        // By now the resource has the URI; resolving from it finds whether there is one.
        match uri::resolve(&self.resources[site.resource.idx()].uri, &id) {
            Some(_) => Ok(id),
            None => Err(Invalid::Expected("a URI reference").into()),
        }
    }

    /// Reads a name for the schema, which nothing else in the resource has.
    fn anchor(&mut self, value: &Value<'_>, site: &Site<'_>) -> Result<String, FaultKind> {
        let anchor = values::anchor(value)?;
        let first = *self.known[site.resource.idx()].anchors.entry(anchor.clone()).or_insert(site.node);
        if first != site.node {
            let (by, uri) = (self.reference_to(first), format!("#{anchor}"));
            return Err(FaultKind::Taken { uri, by });
        }
        Ok(anchor)
    }

    fn pattern(&mut self, source: &str) -> Result<PatternIdx, FaultKind> {
        if !self.compiled.contains_key(source) {
            let compiled = pattern::compile(source).map(|pattern| {
                self.patterns.push(pattern);
                PatternIdx(u32::try_from(self.patterns.len() - 1).expect("there are fewer patterns than schemas"))
            });
            self.compiled.insert(source.to_owned(), compiled);
        }
        self.compiled[source].clone().map_err(FaultKind::Pattern)
    }

    fn format(&self, value: &Value<'_>, site: &Site<'_>, keywords: &mut Keywords) -> Result<(), FaultKind> {
        let name = values::text(value)?;
        let asserts = self.known[site.resource.idx()].dialect.format() == FormatUse::Asserts;
        let integer = INTEGER_FORMATS.iter().find(|format| format.name == name);
        let format = Format::from_name(&name);
        let is_known = integer.is_some() || format.is_some() || FLOAT_FORMATS.contains(&name.as_str());
        if !is_known && self.options.unknown == Unknown::Refused {
            let known = Format::ALL.iter().map(|format| format.name());
            let known =
                known.chain(INTEGER_FORMATS.iter().map(|format| format.name)).chain(FLOAT_FORMATS.iter().copied());
            let near = nearest(&name, known);
            return Err(FaultKind::UnknownFormat { format: name, near });
        }
        if asserts {
            // What is not said takes no room.
            if integer.is_some() {
                keywords.number.format = integer;
            }
            if format.is_some() {
                keywords.string.format = format;
            }
        }
        if !asserts || integer.is_none() && format.is_none() {
            keywords.annotations.format = Some(name);
        }
        Ok(())
    }

    /// Reads a keyword that is a schema.
    fn subschema(&mut self, value: &Value<'_>, site: &Site<'_>) -> NodeIdx {
        self.schema(value, self.place(site.node, site.name), site.name, site.resource)
    }

    /// Reads an array of schemas, such as `allOf`.
    fn schemas(&mut self, value: &Value<'_>, site: &Site<'_>) -> Result<Vec<NodeIdx>, FaultKind> {
        let Value::Array(items) = value else {
            return Err(Invalid::Expected("an array of schemas").into());
        };
        if items.is_empty() {
            return Err(Invalid::Expected("an array of at least one schema").into());
        }
        let place = self.place(site.node, site.name);
        let schemas = items.iter().enumerate().map(|(idx, schema)| {
            let name = idx.to_string();
            self.schema(schema, values::pointer_to(&place, &name), &name, site.resource)
        });
        Ok(schemas.collect())
    }

    /// Reads an object of schemas, such as `properties`.
    fn named_schemas(&mut self, value: &Value<'_>, site: &Site<'_>) -> Result<Vec<(String, NodeIdx)>, FaultKind> {
        let Value::Object(members) = value else {
            return Err(Invalid::Expected("an object of schemas").into());
        };
        let place = self.place(site.node, site.name);
        let named = members.iter().map(|(name, schema)| {
            (name.to_string(), self.schema(schema, values::pointer_to(&place, name), name, site.resource))
        });
        Ok(named.collect())
    }

    /// Reads `patternProperties`. A faulty pattern is the fault of its member.
    fn pattern_schemas(&mut self, value: &Value<'_>, site: &Site<'_>) -> Result<Vec<(PatternIdx, NodeIdx)>, FaultKind> {
        let mut patterns = Vec::new();
        for (source, schema) in self.named_schemas(value, site)? {
            match self.pattern(&source) {
                Ok(pattern) => patterns.push((pattern, schema)),
                Err(kind) => {
                    let pointer = self.nodes[schema.idx()].pointer.clone();
                    self.faults.push(SchemaFault { pointer, keyword: source, kind });
                }
            }
        }
        Ok(patterns)
    }
}
