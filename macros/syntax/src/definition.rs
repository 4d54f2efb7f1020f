//! One handler as its author defined it.

use std::fmt;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Signature, ext::IdentExt};

use crate::{Effect, Fault, Options, Shape, text::is_name};

/// Which of the two attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// `#[handler]`: topologies may call it.
    Handler,
    /// `#[tool]`: callers may run it too.
    Tool,
}

/// A handler: the attribute, the doc comment and the signature understood.
#[derive(Clone)]
pub struct Definition {
    /// What TOML calls it: the option `name`, else the function's name.
    pub name: String,
    /// The option `description`, else the doc comment's first paragraph; blank only beside a fault that says so.
    pub description: String,
    /// Declared effects in source order.
    pub effects: Vec<Effect>,
    /// Whether calling it changes anything; true unless the author denies it, as in the catalogue.
    pub mutating: bool,
    /// What `#[tool]` adds.
    pub tool: Option<ToolDefinition>,
    /// The signature.
    pub shape: Shape,
}

/// What `#[tool]` adds to a handler.
#[derive(Clone)]
pub struct ToolDefinition {
    /// The bare name: the last part of `id`, else the function's name with `-` for `_`.
    pub name: String,
    /// The dotted id, where written; its first parts must be the pack's namespace, which only the compiler knows.
    pub id: Option<LitStr>,
    /// The title, where written.
    pub title: Option<String>,
    /// The version, where written.
    pub version: Option<String>,
    /// The groups, as written.
    pub groups: Vec<LitStr>,
}

impl Definition {
    /// Understands a function under an attribute, given the attribute's arguments and the function's other attributes, or
    /// reports everything that is wrong.
    ///
    /// # Errors
    /// Every misuse, at least one, each on the author's tokens.
    pub fn parse(
        attribute: AttributeKind,
        args: TokenStream,
        attrs: &[Attribute],
        sig: &Signature,
    ) -> Result<Self, Vec<Fault>> {
        match Self::read(attribute, args, attrs, sig) {
            (Some(definition), faults) if faults.is_empty() => Ok(definition),
            (_, faults) => Err(faults),
        }
    }

    /// As [`Definition::parse`]; where only the attribute is wrong, also what can be told without the wrong options, so that
    /// one mistake is not reported again by all who use the handler.
    pub fn read(
        attribute: AttributeKind,
        args: TokenStream,
        attrs: &[Attribute],
        sig: &Signature,
    ) -> (Option<Self>, Vec<Fault>) {
        let mut faults = Vec::new();
        let options = Options::parse(attribute, args, &mut faults);
        let shape = Shape::parse(sig, &mut faults);
        let rust_name = sig.ident.unraw().to_string();
        let description = options.description.as_ref().map_or_else(|| first_paragraph(attrs), LitStr::value);
        if description.is_empty() {
            let help = "write a doc comment, `/// …`, above it, or `description = \"…\"` in the attribute";
            faults.push(Fault::attribute(&sig.ident, format!("the handler `{rust_name}` has no description"), help));
        }
        let tool = match attribute {
            AttributeKind::Handler => None,
            AttributeKind::Tool => tool_definition(&options, sig, &rust_name, &mut faults),
        };
        let Options { name, description: _, effects, mutating, id: _, title: _, version: _, groups: _ } = options;
        let definition = shape.map(|shape| Self {
            name: name.map_or(rust_name, |name| name.value()),
            description,
            effects,
            mutating: mutating.is_none_or(|literal| literal.value),
            tool,
            shape,
        });
        (definition, faults)
    }
}

fn tool_definition(
    options: &Options,
    sig: &Signature,
    rust_name: &str,
    faults: &mut Vec<Fault>,
) -> Option<ToolDefinition> {
    let name = match &options.id {
        Some(id) => id.value().rsplit('.').next().unwrap_or_default().to_owned(),
        None => rust_name.replace('_', "-"),
    };
    if !is_name(&name, "-") {
        let message = format!("`{name}` cannot be a tool's name");
        faults.push(Fault::attribute(&sig.ident, message, "give the tool another one by `id = \"…\"`"));
        return None;
    }
    Some(ToolDefinition {
        name,
        id: options.id.clone(),
        title: options.title.as_ref().map(LitStr::value),
        version: options.version.as_ref().map(LitStr::value),
        groups: options.groups.clone(),
    })
}

impl AttributeKind {
    /// The packwright attribute among `attrs`, by its last path segment: `#[handler]`, `#[packwright_runtime_min::tool(…)]`.
    pub fn find(attrs: &[Attribute]) -> Option<(Self, &Attribute)> {
        attrs.iter().find_map(|attribute| {
            let last = attribute.path().segments.last()?;
            let kind = match last.ident.to_string().as_str() {
                "handler" => Self::Handler,
                "tool" => Self::Tool,
                _ => return None,
            };
            Some((kind, attribute))
        })
    }
}

impl fmt::Display for AttributeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Handler => "handler",
            Self::Tool => "tool",
        })
    }
}

/// What stands between an attribute's parentheses; nothing for `#[handler]`.
///
/// # Errors
/// `#[handler = …]` is neither.
pub fn arguments(attribute: &Attribute) -> Result<TokenStream, Fault> {
    match &attribute.meta {
        Meta::Path(_) => Ok(TokenStream::new()),
        Meta::List(list) => Ok(list.tokens.clone()),
        Meta::NameValue(_) => {
            let tokens = attribute.meta.to_token_stream();
            Err(Fault::attribute(tokens, "the attribute's options stand in parentheses", "write `#[handler(…)]`"))
        }
    }
}

/// The doc comment's first paragraph as one line.
fn first_paragraph(attrs: &[Attribute]) -> String {
    let lines: Vec<String> = attrs
        .iter()
        .filter_map(doc_text)
        .flat_map(|text| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>())
        .collect();
    let paragraph: Vec<String> =
        lines.into_iter().skip_while(String::is_empty).take_while(|line| !line.is_empty()).collect();
    paragraph.join(" ")
}

fn doc_text(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                // An empty `///` line ends the paragraph, though its text has no line at all.
                Some(if text.value().is_empty() { "\n".to_owned() } else { text.value() })
            }
            _ => None,
        },
        _ => None,
    }
}
