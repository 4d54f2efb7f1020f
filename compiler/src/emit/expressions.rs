//! Expressions as Rust: one function for each.
//!
//! ```text
//! /// `${args.days + 1}` (topologies/report.toml:12).
//! fn reply_value(scope: &Scope) -> Result<i64, HandlerError> {
//!     let site = Site::new("reply", "args.days + 1", "topologies/report.toml", 12);
//!     site.compute(|| cel::add(cel::read(scope, Args, &[Member("days")], "args.days")?.int()?, 1))
//! }
//! ```
//! The functions that are called are the runtime's. What can fail carries a `?`; the site says where that was.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

use super::rust::{doc, ident, number, text};
use crate::{
    expression::{
        code::{Code, CodeKind, EachCode, Fails, Repr},
        tree::{EachKind, Literal as Constant},
    },
    ir::{Local, Origin, Root, Step},
};

/// A function to print.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it computes.
    pub code: &'a Code,
    /// Where the roots are that it reads.
    pub roots: &'a [(String, Root)],
    /// The node it works for.
    pub node: &'a str,
    /// As the author wrote it, without `${` and `}`.
    pub written: &'a str,
    /// Where.
    pub origin: &'a Origin,
}

/// The function, which returns what the code's representation says, or a failure with its place.
pub fn function(function: &Function<'_>) -> TokenStream {
    let Function { name, code, roots, node, written, origin } = *function;
    let about = doc(&format!("`${{{}}}` ({origin}).", written.replace('\n', " ")));
    let (name, ty) = (ident(name), ty(code.repr));
    let (file, line, written) = (&origin.file, number(origin.line), text(written));
    let body = Printer { roots }.result(code);
    let scope = if roots.is_empty() { quote!(_scope) } else { quote!(scope) };
    quote! {
        #about
        fn #name(#scope: &Scope) -> Result<#ty, HandlerError> {
            let site = Site::new(#node, #written, #file, #line);
            site.compute(|| #body)
        }
    }
}

/// The Rust type of a representation.
fn ty(repr: Repr) -> TokenStream {
    match repr {
        Repr::Bool => quote!(bool),
        Repr::Int => quote!(i64),
        Repr::Double => quote!(f64),
        Repr::Text => quote!(cel::Text<'_>),
        Repr::Time => quote!(cel::Timestamp),
        Repr::Span => quote!(cel::Duration),
        Repr::Json => quote!(cel::Json<'_>),
        Repr::Optional => quote!(Option<cel::Json<'_>>),
    }
}

/// Printed code: an expression, or one that is a `Result` still.
enum Printed {
    Value(TokenStream),
    Result(TokenStream),
}

impl Printed {
    fn value(self) -> TokenStream {
        match self {
            Self::Value(tokens) => tokens,
            Self::Result(tokens) => quote!(#tokens?),
        }
    }

    fn result(self) -> TokenStream {
        match self {
            Self::Value(tokens) => quote!(Ok(#tokens)),
            Self::Result(tokens) => tokens,
        }
    }

    fn is_infallible(&self) -> bool {
        // Anything inside that fails is a `?`.
        match self {
            Self::Value(tokens) => !has_question_mark(tokens.clone()),
            Self::Result(_) => false,
        }
    }
}

fn has_question_mark(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Punct(punct) => punct.as_char() == '?',
        proc_macro2::TokenTree::Group(group) => has_question_mark(group.stream()),
        proc_macro2::TokenTree::Ident(_) | proc_macro2::TokenTree::Literal(_) => false,
    })
}

struct Printer<'a> {
    roots: &'a [(String, Root)],
}

impl Printer<'_> {
    fn value(&self, code: &Code) -> TokenStream {
        self.print(code).value()
    }

    fn result(&self, code: &Code) -> TokenStream {
        self.print(code).result()
    }

    /// An operand of an operator of Rust: in brackets unless it surely needs none.
    fn operand(&self, code: &Code) -> TokenStream {
        let value = self.value(code);
        match code.kind {
            CodeKind::Infix(..) | CodeKind::If(..) | CodeKind::And(..) | CodeKind::Or(..) | CodeKind::Prefix(..) => {
                quote!((#value))
            }
            CodeKind::Literal(Constant::Int(i64::MIN..0)) => quote!((#value)),
            CodeKind::Literal(Constant::Double(number)) if number.is_sign_negative() => quote!((#value)),
            _ => value,
        }
    }

    /// An argument of a function: texts and JSON are lent.
    fn argument(&self, code: &Code) -> TokenStream {
        let value = self.value(code);
        match (code.repr, &code.kind) {
            (Repr::Text, CodeKind::Literal(Constant::Text(constant))) => {
                let constant = text(constant);
                quote!(#constant)
            }
            (Repr::Text | Repr::Json, CodeKind::Local(_)) => value,
            (Repr::Text | Repr::Json, _) => quote!(&#value),
            (Repr::Bool | Repr::Int | Repr::Double | Repr::Time | Repr::Span | Repr::Optional, _) => value,
        }
    }

    fn print(&self, code: &Code) -> Printed {
        match &code.kind {
            CodeKind::Literal(literal) => Printed::Value(constant(literal)),
            CodeKind::Constant(json) => {
                let json = text(json);
                Printed::Value(quote!(cel::Json::constant(#json)))
            }
            CodeKind::Read { root, path, written } => {
                let (root, path, written) = (self.root(root), steps(path), text(written));
                Printed::Result(quote!(cel::read(scope, #root, #path, #written)))
            }
            CodeKind::Local(name) => {
                let name = local(name);
                Printed::Value(quote!(#name))
            }
            CodeKind::At(inner, path, written) => {
                let (inner, path, written) = (self.argument(inner), steps(path), text(written));
                Printed::Result(quote!(cel::at(#inner, #path, #written)))
            }
            CodeKind::Item(base, index) => {
                let (base, index_code) = (self.argument(base), self.argument(index));
                let helper = ident(match index.repr {
                    Repr::Int => "item",
                    Repr::Text => "member",
                    _ => "item_or_member",
                });
                Printed::Result(quote!(cel::#helper(#base, #index_code)))
            }
            CodeKind::Find(inner, path) => self.find(inner, path),
            CodeKind::FindItem(base, index) => {
                let index_code = self.argument(index);
                let helper = ident(match index.repr {
                    Repr::Int => "find_item",
                    Repr::Text => "find_member",
                    _ => "find_item_or_member",
                });
                let base = if base.repr == Repr::Optional {
                    self.value(base)
                } else {
                    let base = self.owned(base);
                    quote!(Some(#base))
                };
                Printed::Result(quote!(cel::#helper(#base, #index_code)))
            }
            CodeKind::OrValue(optional, default) => {
                let optional = self.value(optional);
                let default = match default.kind {
                    CodeKind::Local(_) => Printed::Value(self.owned(default)),
                    _ => self.print(default),
                };
                let is_optional = code.repr == Repr::Optional;
                match (is_optional, default.is_infallible()) {
                    (true, true) => {
                        let default = default.value();
                        Printed::Value(quote!(#optional.or_else(|| #default)))
                    }
                    (false, true) => {
                        let default = default.value();
                        Printed::Value(quote!(#optional.unwrap_or_else(|| #default)))
                    }
                    (true, false) => {
                        let default = default.result();
                        Printed::Result(quote!(cel::or(#optional, || #default)))
                    }
                    (false, false) => {
                        let default = default.result();
                        Printed::Result(quote!(cel::or_value(#optional, || #default)))
                    }
                }
            }
            CodeKind::HasValue(inner) => {
                let inner = self.value(inner);
                Printed::Value(quote!(#inner.is_some()))
            }
            CodeKind::Convert(inner) => self.convert(inner, code.repr),
            CodeKind::Encode(inner) => {
                let inner = self.argument(inner);
                Printed::Value(quote!(cel::json(#inner)))
            }
            CodeKind::Infix(symbol, left, right) => {
                let (left, right) = (self.operand(left), self.operand(right));
                let symbol = operator(symbol);
                Printed::Value(quote!(#left #symbol #right))
            }
            CodeKind::Prefix(symbol, inner) => {
                let (inner, symbol) = (self.operand(inner), operator(symbol));
                Printed::Value(quote!(#symbol #inner))
            }
            CodeKind::Call(name, arguments, fails) => {
                let (name, arguments) = (ident(name), arguments.iter().map(|argument| self.argument(argument)));
                let call = quote!(cel::#name(#(#arguments),*));
                match fails {
                    Fails::Perhaps => Printed::Result(call),
                    Fails::Never => Printed::Value(call),
                }
            }
            CodeKind::Compare(method, left, right, fails) => {
                let (left, right, method) = (self.argument(left), self.argument(right), ident(method));
                match fails {
                    Fails::Perhaps => Printed::Value(quote!(cel::compare(#left, #right)?.#method())),
                    Fails::Never => Printed::Value(quote!(cel::compare_numbers(#left, #right).#method())),
                }
            }
            CodeKind::And(left, right) => self.logic("and", &quote!(&&), left, right),
            CodeKind::Or(left, right) => self.logic("or_else", &quote!(||), left, right),
            CodeKind::If(condition, then, otherwise) => {
                let (condition, then, otherwise) = (self.value(condition), self.owned(then), self.owned(otherwise));
                Printed::Value(quote!(if #condition { #then } else { #otherwise }))
            }
            CodeKind::Each(each) => self.each(each),
            CodeKind::List(items) => {
                let items = items.iter().map(|item| self.argument(item));
                Printed::Value(quote!(cel::list_of(&[#(#items),*])))
            }
            CodeKind::Object(members) => {
                let members = members.iter().map(|(name, value)| {
                    let (name, value) = (text(name), self.argument(value));
                    quote!((#name, #value))
                });
                Printed::Value(quote!(cel::object_of(&[#(#members),*])))
            }
            CodeKind::Concat(parts) => {
                let parts = parts.iter().map(|part| self.argument(part));
                Printed::Value(quote!(cel::text(&[#(#parts),*])))
            }
        }
    }

    /// A value that is not lent: the variable of a macro is copied.
    fn owned(&self, code: &Code) -> TokenStream {
        let value = self.value(code);
        match code.kind {
            CodeKind::Local(_) => quote!(#value.clone()),
            _ => value,
        }
    }

    fn convert(&self, inner: &Code, repr: Repr) -> Printed {
        let value = self.operand(inner);
        let method = ident(match repr {
            Repr::Bool => "boolean",
            Repr::Int => "int",
            Repr::Double => "double",
            _ => "text",
        });
        match (repr, &inner.kind) {
            // A text is borrowed from what it is read from, which must stay.
            (Repr::Text, CodeKind::Local(_)) => Printed::Result(quote!(#value.text())),
            (Repr::Text, _) => Printed::Result(quote!(#value.into_text())),
            (_, _) => Printed::Result(quote!(#value.#method())),
        }
    }

    fn find(&self, inner: &Code, path: &[Step]) -> Printed {
        let path = steps(path);
        match &inner.kind {
            CodeKind::Read { root, path: before, written: _ } if before.is_empty() => {
                let root = self.root(root);
                Printed::Result(quote!(cel::look(scope, #root, #path)))
            }
            _ if inner.repr == Repr::Optional => {
                let inner = self.value(inner);
                Printed::Result(quote!(cel::find_in(#inner, #path)))
            }
            _ => {
                let inner = self.argument(inner);
                Printed::Result(quote!(cel::find(#inner, #path)))
            }
        }
    }

    fn logic(&self, helper: &str, symbol: &TokenStream, left: &Code, right: &Code) -> Printed {
        let printed = self.print(left);
        if printed.is_infallible() {
            let (left, right) = (self.operand(left), self.operand(right));
            return Printed::Value(quote!(#left #symbol #right));
        }
        let (left, right, helper) = (printed.result(), self.result(right), ident(helper));
        Printed::Result(quote!(cel::#helper(|| #left, || #right)))
    }

    fn each(&self, each: &EachCode) -> Printed {
        let EachCode { what, list, variable, condition, body } = each;
        let is_read = body.reads_local(variable) || condition.as_ref().is_some_and(|it| it.reads_local(variable));
        let list = self.argument(list);
        let variable = if is_read { local(variable).into_token_stream() } else { quote!(_) };
        let body_result = match body.kind {
            CodeKind::Local(_) => {
                let body = self.owned(body);
                quote!(Ok(#body))
            }
            _ => self.result(body),
        };
        let helper = ident(match (what, condition) {
            (EachKind::All, _) => "all",
            (EachKind::Exists, _) => "exists",
            (EachKind::ExistsOne, _) => "exists_one",
            (EachKind::Filter, _) => "filter",
            (EachKind::Map, None) => "map",
            (EachKind::Map, Some(_)) => "filter_map",
        });
        let body = match condition {
            None => body_result,
            Some(condition) => {
                let (condition, body) = (self.value(condition), self.value(body));
                quote!(Ok(if #condition { Some(#body) } else { None }))
            }
        };
        Printed::Result(quote!(cel::#helper(#list, |#variable| #body)))
    }

    fn root(&self, name: &str) -> TokenStream {
        let root = self.roots.iter().find(|(known, _)| known == name).map(|(_, root)| *root);
        self::root(root.expect("who prints code knows where its roots are"))
    }
}

/// Where a root is, as the variant of the runtime's type.
pub(super) fn root(root: Root) -> TokenStream {
    match root {
        Root::Args => quote!(Args),
        Root::Output(idx) => {
            let idx = number(idx);
            quote!(Output(#idx))
        }
        Root::Run => quote!(Local(local::RUN)),
        Root::Token(idx) => {
            let idx = number(idx);
            quote!(Local(local::TOKENS + #idx))
        }
        Root::Local(local) => {
            let place = ident(match local {
                Local::Item | Local::Output => "ITEM",
                Local::Index => "INDEX",
                Local::Cursor => "CURSOR",
                Local::Page => "PAGE",
                Local::Acc => "ACC",
            });
            quote!(Local(local::#place))
        }
    }
}

fn steps(path: &[Step]) -> TokenStream {
    let steps = path.iter().map(|step| match step {
        Step::Field(name) => {
            let name = text(name);
            quote!(Member(#name))
        }
        Step::Index(idx) => {
            let idx = number(*idx);
            quote!(Item(#idx))
        }
    });
    quote!(&[#(#steps),*])
}

fn constant(literal: &Constant) -> TokenStream {
    match literal {
        Constant::Null => quote!(cel::Json::constant("null")),
        Constant::Bool(truth) => quote!(#truth),
        Constant::Int(value) => {
            let digits = Literal::u64_unsuffixed(value.unsigned_abs());
            match *value {
                0.. => quote!(#digits),
                i64::MIN => quote!(i64::MIN),
                _ => quote!(-#digits),
            }
        }
        Constant::Double(value) => {
            let digits = Literal::f64_unsuffixed(value.abs());
            if value.is_sign_negative() { quote!(-#digits) } else { quote!(#digits) }
        }
        Constant::Text(constant) => {
            let constant = text(constant);
            quote!(cel::Text::Borrowed(#constant))
        }
    }
}

/// The variable of a macro. CEL's names may be words of Rust, or what a function has already, or have capitals.
fn local(name: &str) -> Ident {
    let capitals = name.bytes().rev().fold(0_u128, |bits, byte| bits << 1 | u128::from(byte.is_ascii_uppercase()));
    let mut local = name.to_ascii_lowercase();
    if capitals > 0 {
        local.push_str(&format!("_{capitals:x}_"));
    }
    let is_taken = matches!(local.as_str(), "scope" | "site") || local.ends_with('_') || local.starts_with('_');
    if is_taken || syn::parse_str::<Ident>(&local).is_err() {
        local.push('_');
    }
    ident(&local)
}

fn operator(symbol: &str) -> TokenStream {
    symbol.parse().expect("operators are tokens")
}
