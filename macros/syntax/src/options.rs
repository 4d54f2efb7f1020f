//! What stands between the attribute's parentheses.
//!
//! ```text
//! #[handler(name = "…", description = "…", effects(reads, writes("orders")), mutating = false)]
//! #[tool(id = "acme.lookup-order", title = "…", version = "1.0.0", groups("…"), + all of handler's)]
//! ```

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::{
    LitBool, LitStr, Token, parenthesized,
    parse::{Parse, ParseStream, Parser},
    token,
};

use crate::{
    AttributeKind, Effect, EffectKind, Fault,
    fault::did_you_mean,
    text::{dotted_id, handler_name, not_blank, version},
};

/// The options as written; each at most once, each of a valid form.
#[derive(Clone, Default)]
pub struct Options {
    /// What TOML calls the handler.
    pub name: Option<LitStr>,
    /// The text for models and people.
    pub description: Option<LitStr>,
    /// Declared effects in source order; none twice.
    pub effects: Vec<Effect>,
    /// Whether calling it changes anything.
    pub mutating: Option<LitBool>,
    /// The tool's dotted id.
    pub id: Option<LitStr>,
    /// The tool's title.
    pub title: Option<LitStr>,
    /// The tool's version.
    pub version: Option<LitStr>,
    /// The tool's groups.
    pub groups: Vec<LitStr>,
}

const HANDLER: [&str; 4] = ["name", "description", "effects", "mutating"];
const TOOL: [&str; 4] = ["id", "title", "version", "groups"];

impl Options {
    /// Reads all options and reports everything that is wrong with them, not only the first.
    pub fn parse(attribute: AttributeKind, args: TokenStream, faults: &mut Vec<Fault>) -> Self {
        let mut options = Self::default();
        let mut seen: Vec<String> = Vec::new();
        for argument in at_commas(args) {
            let option = |input: ParseStream<'_>| {
                let ident: Ident = input.parse()?;
                let fault = options.read(attribute, &ident, &mut seen, input)?;
                if input.is_empty() || fault.is_some() {
                    _ = input.parse::<TokenStream>();
                    return Ok(fault);
                }
                Err(input.error("expected `,`"))
            };
            match option.parse2(argument.clone()) {
                Ok(fault) => faults.extend(fault),
                Err(error) => faults.push(unreadable(&argument, &error)),
            }
        }
        faults.extend(options.contradiction());
        options
    }

    /// Reads the value of option `ident`. An error is a form that cannot be read; a fault is one that can and is wrong.
    fn read(
        &mut self,
        attribute: AttributeKind,
        ident: &Ident,
        seen: &mut Vec<String>,
        input: ParseStream<'_>,
    ) -> syn::Result<Option<Fault>> {
        let name = ident.to_string();
        let of_tools = TOOL.contains(&name.as_str());
        if !HANDLER.contains(&name.as_str()) && !of_tools {
            return Ok(Some(unknown_option(attribute, ident)));
        }
        if of_tools && attribute == AttributeKind::Handler {
            let message = format!("`{name}` is an option of `#[tool]`");
            return Ok(Some(Fault::attribute(ident, message, "write `#[tool(…)]` to offer this handler to callers")));
        }
        if seen.contains(&name) {
            let message = format!("the option `{name}` is given twice");
            return Ok(Some(Fault::attribute(ident, message, "remove one of them")));
        }
        seen.push(name.clone());
        Ok(match name.as_str() {
            "name" => store(&mut self.name, value(input)?, handler_name),
            "description" => store(&mut self.description, value(input)?, not_blank),
            "id" => store(&mut self.id, value(input)?, dotted_id),
            "title" => store(&mut self.title, value(input)?, not_blank),
            "version" => store(&mut self.version, value(input)?, version),
            "mutating" => {
                self.mutating = Some(value(input)?);
                None
            }
            "groups" => self.read_groups(input)?,
            "effects" => self.read_effects(input)?,
            other => unreachable!("`{other}` is in the lists of options and has no reader"),
        })
    }

    fn read_groups(&mut self, input: ParseStream<'_>) -> syn::Result<Option<Fault>> {
        let list;
        parenthesized!(list in input);
        let groups = list.parse_terminated(|item: ParseStream<'_>| item.parse::<LitStr>(), Token![,])?;
        for group in groups {
            if self.groups.iter().any(|known| known.value() == group.value()) {
                let message = format!("the group `{}` is given twice", group.value());
                return Ok(Some(Fault::attribute(group, message, "remove one of them")));
            }
            self.groups.push(group);
        }
        Ok(None)
    }

    fn read_effects(&mut self, input: ParseStream<'_>) -> syn::Result<Option<Fault>> {
        let list;
        parenthesized!(list in input);
        for WrittenEffect { tokens, name, span, resource } in list.parse_terminated(WrittenEffect::parse, Token![,])? {
            let Some(kind) = EffectKind::from_ident(&name) else {
                return Ok(Some(unknown_effect(&tokens, &name)));
            };
            if self.effects.iter().any(|known| known.kind == kind && known.resource == resource) {
                let message = format!("the effect `{name}` is given twice");
                return Ok(Some(Fault::attribute(tokens, message, "remove one of them")));
            }
            self.effects.push(Effect { kind, resource, span });
        }
        Ok(None)
    }

    fn contradiction(&self) -> Option<Fault> {
        let mutating = self.mutating.as_ref().filter(|literal| !literal.value)?;
        let effect = self.effects.iter().find(|effect| effect.kind.changes_something())?;
        let effect = effect.kind.ident();
        let message = format!("`mutating = false` contradicts the effect `{effect}`");
        Some(Fault::attribute(mutating, message, format!("remove `mutating = false`, or the effect `{effect}`")))
    }
}

/// One item of `effects(…)`, not yet judged. Hyphens are read too, so that `spawns-run`, as manifests write it, gets an answer.
struct WrittenEffect {
    tokens: TokenStream,
    name: String,
    span: Span,
    resource: Option<String>,
}

impl Parse for WrittenEffect {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let first: Ident = input.parse()?;
        let (mut tokens, mut name) = (quote!(#first), first.to_string());
        while input.peek(Token![-]) {
            let hyphen: Token![-] = input.parse()?;
            let next: Ident = input.parse()?;
            name.push_str(&format!("-{next}"));
            tokens.extend(quote!(#hyphen #next));
        }
        let resource = if input.peek(token::Paren) {
            let inner;
            parenthesized!(inner in input);
            let resource: LitStr = inner.parse()?;
            if !inner.is_empty() {
                return Err(inner.error("an effect names one resource"));
            }
            Some(resource.value())
        } else {
            None
        };
        Ok(Self { tokens, name, span: first.span(), resource })
    }
}

/// The value after `=`.
fn value<T: Parse>(input: ParseStream<'_>) -> syn::Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

/// Puts a text in its place, if `check` has nothing to say against it.
fn store(place: &mut Option<LitStr>, text: LitStr, check: fn(&LitStr) -> Option<Fault>) -> Option<Fault> {
    let fault = check(&text);
    if fault.is_none() {
        *place = Some(text);
    }
    fault
}

fn unknown_option(attribute: AttributeKind, ident: &Ident) -> Fault {
    let known: Vec<&str> = match attribute {
        AttributeKind::Handler => HANDLER.to_vec(),
        AttributeKind::Tool => [TOOL, HANDLER].concat(),
    };
    let name = ident.to_string();
    let help = match did_you_mean(&name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the options are {}", list(&known)),
    };
    Fault::attribute(ident, format!("`#[{attribute}]` has no option `{name}`"), help)
}

fn unknown_effect(tokens: &TokenStream, name: &str) -> Fault {
    let known = EffectKind::ALL.map(EffectKind::ident);
    let help = match did_you_mean(&name.replace('-', "_"), known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the effects are {}", list(&known)),
    };
    Fault::attribute(tokens, format!("there is no effect `{name}`"), help)
}

/// An option whose form cannot be read at all. The place is the parser's, unless it stands at the end of the attribute.
fn unreadable(argument: &TokenStream, error: &syn::Error) -> Fault {
    let first = argument.clone().into_iter().next().map(|tree| tree.to_string()).unwrap_or_default();
    let help = match first.as_str() {
        "effects" => "write `effects(reads, writes(\"orders\"))`".to_owned(),
        "groups" => "write `groups(\"public\", \"operators\")`".to_owned(),
        "mutating" => "write `mutating = false` or `mutating = true`".to_owned(),
        name if HANDLER.contains(&name) || TOOL.contains(&name) => format!("write `{name} = \"…\"`"),
        _ => "write options as `name = \"…\"` with commas between them".to_owned(),
    };
    Fault::attribute(argument, format!("this option cannot be read ({error})"), help)
}

/// Cuts the arguments at their commas; an empty piece after the last one is no argument.
fn at_commas(args: TokenStream) -> Vec<TokenStream> {
    let mut pieces: Vec<TokenStream> = vec![TokenStream::new()];
    for tree in args {
        match (tree, pieces.last_mut()) {
            (TokenTree::Punct(punct), _) if punct.as_char() == ',' => pieces.push(TokenStream::new()),
            (tree, Some(piece)) => piece.extend([tree]),
            (_, None) => {}
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// `a`, `b` and `c`, in backticks.
fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
