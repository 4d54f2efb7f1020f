//! The signatures a handler may have: `[async] fn name([&Cx][, Input]) -> T | Result<T, E>`.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{FnArg, GenericArgument, Pat, PatType, PathArguments, ReturnType, Safety, Signature, Type, parse_quote};

use crate::Fault;

/// A handler's signature, understood.
#[derive(Clone)]
pub struct Shape {
    /// `async fn` or `fn`.
    pub is_async: bool,
    /// Whether the first parameter is `&Cx`.
    pub takes_cx: bool,
    /// The input's type, with the user's spans.
    pub input: Option<Type>,
    /// The type of a good answer, with the user's spans; `()` where none is written.
    pub output: Type,
    /// How it fails.
    pub failure: Failure,
}

/// How a handler fails.
#[derive(Clone)]
pub enum Failure {
    /// It does not return a `Result`.
    Never,
    /// `Result<T, E>`: with `E`.
    Error(Type),
    /// An alias with one parameter such as `io::Result<T>`: with the error that this whole type has.
    Alias(Type),
}

impl Shape {
    /// Understands `sig`, or reports everything in it that a handler cannot have.
    pub fn parse(sig: &Signature, faults: &mut Vec<Fault>) -> Option<Self> {
        let before = faults.len();
        refuse_qualifiers(sig, faults);
        let (takes_cx, input) = parameters(sig, faults);
        let (output, failure) = answer(&sig.output, faults);
        (faults.len() == before).then_some(Self { is_async: sig.asyncness.is_some(), takes_cx, input, output, failure })
    }

    /// Whether it returns a `Result`.
    pub fn fallible(&self) -> bool {
        match self.failure {
            Failure::Never => false,
            Failure::Error(_) | Failure::Alias(_) => true,
        }
    }
}

fn refuse_qualifiers(sig: &Signature, faults: &mut Vec<Fault>) {
    if let Some(constness) = &sig.constness {
        faults.push(Fault::signature(constness, "a handler cannot be a `const fn`", "write `fn` or `async fn`"));
    }
    match &sig.safety {
        Safety::Unsafe(unsafety) => {
            faults.push(Fault::signature(unsafety, "a handler cannot be `unsafe`", "write `fn` or `async fn`"));
        }
        Safety::Safe(_) | Safety::Default => {}
    }
    if let Some(abi) = &sig.abi {
        faults.push(Fault::signature(abi, "a handler cannot be an `extern fn`", "write `fn` or `async fn`"));
    }
    let generics = &sig.generics;
    if !generics.params.is_empty() || generics.where_clause.is_some() {
        let tokens = match &generics.where_clause {
            Some(clause) if generics.params.is_empty() => clause.to_token_stream(),
            _ => generics.to_token_stream(),
        };
        faults.push(Fault::signature(tokens, "a handler cannot be generic", "name the input's and output's types"));
    }
}

/// Whether there is a `&Cx`, and the input's type.
fn parameters(sig: &Signature, faults: &mut Vec<Fault>) -> (bool, Option<Type>) {
    let (mut takes_cx, mut input) = (false, None);
    for (idx, parameter) in sig.inputs.iter().enumerate() {
        let typed = match parameter {
            FnArg::Receiver(receiver) => {
                let help = "make it a function outside `impl`, with its input as a parameter";
                faults.push(Fault::signature(receiver, "a handler cannot take `self`", help));
                continue;
            }
            FnArg::Typed(typed) => typed,
        };
        match cx_parameter(&typed.ty) {
            Some(CxForm::Shared) if idx == 0 => takes_cx = true,
            Some(CxForm::Shared) => {
                faults.push(Fault::signature(typed, "`&Cx` is not the first parameter", "put `cx: &Cx` first"));
            }
            Some(CxForm::Mutable) => {
                faults.push(Fault::signature(&typed.ty, "a handler takes `Cx` by shared reference", "write `&Cx`"));
            }
            Some(CxForm::Owned) => {
                faults.push(Fault::signature(&typed.ty, "a handler takes `Cx` by reference", "write `&Cx`"));
            }
            None if input.is_some() => {
                let help = "put the fields of all inputs into one struct";
                faults.push(Fault::signature(typed, "a handler takes one input", help));
            }
            None => {
                faults.extend(input_fault(typed));
                input = Some((*typed.ty).clone());
            }
        }
    }
    (takes_cx, input)
}

fn input_fault(typed: &PatType) -> Option<Fault> {
    let tokens = typed.ty.to_token_stream();
    if mentions_impl(&tokens) {
        return Some(Fault::signature(
            &typed.ty,
            "the input's type has no name",
            "name a type that implements `Deserialize` and `JsonSchema`",
        ));
    }
    if borrows(&tokens, Lifetimes::None) {
        return Some(Fault::signature(
            &typed.ty,
            "a handler owns its input",
            "take the type without `&` and lifetimes, as in `input: String`",
        ));
    }
    match &*typed.pat {
        Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => None,
        pattern => {
            Some(Fault::signature(pattern, "the input has no name", "write `input: …` and take it apart in the body"))
        }
    }
}

/// The types of a good answer and of a failure.
fn answer(output: &ReturnType, faults: &mut Vec<Fault>) -> (Type, Failure) {
    let ty = match output {
        ReturnType::Default => return (parse_quote!(()), Failure::Never),
        ReturnType::Type(_, ty) => &**ty,
    };
    let tokens = ty.to_token_stream();
    if mentions_impl(&tokens) {
        let help = "name a type that implements `Serialize` and `JsonSchema`";
        faults.push(Fault::signature(ty, "the output's type has no name", help));
    } else if borrows(&tokens, Lifetimes::Static) {
        let help = "return an owned type, as in `String` for `&str`";
        faults.push(Fault::signature(ty, "a handler gives its output away", help));
    }
    let Type::Path(path) = ungrouped(ty) else { return (ty.clone(), Failure::Never) };
    let Some(last) = path.path.segments.last().filter(|segment| segment.ident == "Result") else {
        return (ty.clone(), Failure::Never);
    };
    let types: Vec<&Type> = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().filter_map(as_type).collect(),
        PathArguments::None | PathArguments::Parenthesized(_) => Vec::new(),
    };
    match types[..] {
        [output, error] => (output.clone(), Failure::Error(error.clone())),
        [output] => (output.clone(), Failure::Alias(ty.clone())),
        _ => {
            let help = "write `Result<T, HandlerError>` with the output's type for `T`";
            faults.push(Fault::signature(ty, "this `Result` does not show the output's type", help));
            (ty.clone(), Failure::Never)
        }
    }
}

fn as_type(argument: &GenericArgument) -> Option<&Type> {
    match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// How a parameter mentions `Cx`.
enum CxForm {
    Shared,
    Mutable,
    Owned,
}

fn cx_parameter(ty: &Type) -> Option<CxForm> {
    match ungrouped(ty) {
        Type::Reference(reference) if is_cx(&reference.elem) => {
            Some(if reference.mutability.is_some() { CxForm::Mutable } else { CxForm::Shared })
        }
        ty if is_cx(ty) => Some(CxForm::Owned),
        _ => None,
    }
}

fn is_cx(ty: &Type) -> bool {
    matches!(ungrouped(ty), Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Cx"))
}

/// The type inside invisible groups, which other macros leave behind, and parentheses.
fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        other => other,
    }
}

fn mentions_impl(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == "impl",
        TokenTree::Group(group) => mentions_impl(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Which lifetimes are allowed.
#[derive(Clone, Copy)]
enum Lifetimes {
    None,
    Static,
}

/// Whether the type holds a reference or a lifetime that is not allowed, at any depth.
fn borrows(tokens: &TokenStream, allowed: Lifetimes) -> bool {
    let mut trees = tokens.clone().into_iter().peekable();
    while let Some(tree) = trees.next() {
        let borrowed = match tree {
            TokenTree::Group(group) => borrows(&group.stream(), allowed),
            TokenTree::Punct(punct) if punct.as_char() == '&' => {
                let named = matches!(trees.peek(), Some(TokenTree::Punct(next)) if next.as_char() == '\'');
                !named
            }
            TokenTree::Punct(punct) if punct.as_char() == '\'' => match allowed {
                Lifetimes::None => true,
                Lifetimes::Static => !matches!(trees.peek(), Some(TokenTree::Ident(name)) if name == "static"),
            },
            TokenTree::Punct(_) | TokenTree::Ident(_) | TokenTree::Literal(_) => false,
        };
        if borrowed {
            return true;
        }
    }
    false
}
