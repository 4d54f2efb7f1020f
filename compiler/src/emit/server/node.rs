//! The functions of one node: one that runs it, one that makes its input.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::http::static_name;
use crate::{
    emit::{
        expressions::{self, Function},
        rust::{doc, ident, number, text},
    },
    ir::{Action, Computed, Graph, HandlerCall, Node, Piece, Root, Server, Step},
};

/// What the file of a topology imports: no more than its functions need.
pub(super) fn uses(graph: &Graph) -> TokenStream {
    let with_input = || graph.nodes.iter().filter(|node| has_input(node));
    let computed =
        with_input().flat_map(|node| &node.input).any(|piece| computed_of(piece).is_some()).then(expressions::uses);
    let calls: Vec<&HandlerCall> = graph.nodes.iter().filter_map(call_of).collect();
    let has_http = graph.nodes.iter().any(|node| matches!(node.action, Action::Http(_)));
    let has_scope = with_input().next().is_some();

    let ours = if has_http {
        quote!(
            use crate::{http, validators};
        )
    } else {
        quote!(
            use crate::validators;
        )
    };
    let handler = calls.iter().any(|call| call.takes_input).then(|| quote!(Handler));
    let error = (has_scope || calls.iter().any(|call| needs_error(call))).then(|| quote!(HandlerError));
    let pieces: Vec<&Piece> = with_input().flat_map(|node| &node.input).collect();
    let (mut roots, mut steps) = (Vec::new(), Vec::new());
    pieces.iter().for_each(|piece| piece.roots(&mut |root| roots.push(root)));
    pieces.iter().for_each(|piece| piece.steps(&mut |step| steps.push(step)));
    let roots = import(
        &quote!(packwright_runtime_min::expression::Root),
        [
            roots.contains(&Root::Args).then(|| quote!(Args)),
            roots.iter().any(|root| matches!(root, Root::Local(_))).then(|| quote!(Local)),
            roots.iter().any(|root| matches!(root, Root::Output(_))).then(|| quote!(Output)),
        ],
    );
    let steps = import(
        &quote!(packwright_runtime_min::expression::Step),
        [
            steps.iter().any(|step| matches!(step, Step::Index(_))).then(|| quote!(Item)),
            steps.iter().any(|step| matches!(step, Step::Field(_))).then(|| quote!(Member)),
        ],
    );
    let input = has_scope.then(|| {
        quote!(
            use packwright_runtime_min::expression::Input;
        )
    });
    let call = (!calls.is_empty()).then(|| {
        quote!(
            use packwright_runtime_min::server::call;
        )
    });
    let scope = has_scope.then(|| quote!(Scope,));
    let client = has_http.then(|| {
        quote!(
            use packwright_runtime_min::server::http as client;
        )
    });
    let types = import(&quote!(packwright_runtime_min), [handler, error]);
    quote! {
        #ours
        #types
        #computed
        #input
        #roots
        #steps
        #call
        use packwright_runtime_min::server::definition::{Kind, Node, NodeCall, NodeFuture, Retry, #scope Tool};
        #client
    }
}

/// The same for the file of a handler that is a tool.
pub(super) fn handler_uses(call: &HandlerCall) -> TokenStream {
    let handler = call.takes_input.then(|| quote!(Handler));
    let error = needs_error(call).then(|| quote!(HandlerError));
    let types = import(&quote!(packwright_runtime_min), [handler, error]);
    quote! {
        use crate::validators;
        #types
        use packwright_runtime_min::server::call;
        use packwright_runtime_min::server::definition::{Kind, Node, NodeCall, NodeFuture, Retry, Tool};
    }
}

/// The import of those of `names` that are needed from `from`.
fn import<const N: usize>(from: &TokenStream, names: [Option<TokenStream>; N]) -> Option<TokenStream> {
    let names: Vec<TokenStream> = names.into_iter().flatten().collect();
    match names.as_slice() {
        [] => None,
        [name] => Some(quote!(use #from::#name;)),
        names => Some(quote!(use #from::{#(#names),*};)),
    }
}

/// Whether the call has to say what its error would be, if it could fail.
fn needs_error(call: &HandlerCall) -> bool {
    !call.is_async && !call.fallible
}

/// The functions of `node`.
pub(super) fn functions(server: &Server, node: &Node) -> TokenStream {
    let name = ident(&node.ident);
    let input = ident(&node.input_ident);
    let made = quote!(#input(&node.scope));
    let run = match &node.action {
        Action::Handler(call) => {
            let about = doc(&format!(
                "Runs node `{}` ({}): the handler `{}` ({}).",
                node.name, node.origin, call.path, call.origin
            ));
            handler(&about, &name, call, &quote!(let json = #made?;), &quote!(&json))
        }
        Action::Http(idx) => {
            let call = &server.http[*idx];
            let about = doc(&format!("Runs node `{}` ({}): the HTTP call `{}`.", node.name, node.origin, call.name));
            let call = static_name(call);
            quote! {
                #about
                fn #name(node: NodeCall) -> NodeFuture {
                    Box::pin(async move {
                        let json = #made?;
                        client::call(&http::#call, &node.cx, &json).await
                    })
                }
            }
        }
        Action::Response => {
            let about = doc(&format!("Runs node `{}` ({}): the response.", node.name, node.origin));
            quote! {
                #about
                fn #name(node: NodeCall) -> NodeFuture {
                    Box::pin(async move { #made })
                }
            }
        }
    };
    let input = has_input(node).then(|| {
        let input = input_function(node);
        let values = node.input.iter().filter_map(computed_of).map(|computed| value_function(node, computed));
        quote!(#input #(#values)*)
    });
    quote!(#run #input)
}

/// The function of a handler that is a tool: its input is the arguments.
pub(super) fn handler_tool(name: &Ident, call: &HandlerCall) -> TokenStream {
    let about = doc(&format!("Runs the handler `{}` ({}).", call.path, call.origin));
    handler(&about, name, call, &TokenStream::new(), &quote!(&node.scope.args))
}

/// A function `name` that calls a handler with what is decoded from `json`, after the statement `made`.
fn handler(
    about: &TokenStream,
    name: &Ident,
    call: &HandlerCall,
    made: &TokenStream,
    json: &TokenStream,
) -> TokenStream {
    let path: syn::Path = syn::parse_str(&format!("::{}", call.path)).expect("the scan found the handler by this path");
    let node = if call.takes_cx || call.takes_input { quote!(node) } else { quote!(_node) };
    let cx = call.takes_cx.then(|| quote!(&node.cx,));
    let argument = call.takes_input.then(|| quote!(input));
    let decode = call.takes_input.then(|| {
        quote! {
            #made
            let input: <#path as Handler>::Input = call::decode(#json)?;
        }
    });
    let called = quote!(#path(#cx #argument));
    let output = match (call.is_async, call.fallible) {
        (true, true) => quote!(let output = #called.await?;),
        (true, false) => quote!(let output = #called.await;),
        (false, true) => quote!(let output = call::blocking(move || #called).await?;),
        (false, false) => quote! {
            let run = move || Ok::<_, HandlerError>(#called);
            let output = call::blocking(run).await?;
        },
    };
    quote! {
        #about
        fn #name(#node: NodeCall) -> NodeFuture {
            Box::pin(async move {
                #decode
                #output
                call::encode(&output)
            })
        }
    }
}

fn input_function(node: &Node) -> TokenStream {
    let what = match node.action {
        Action::Handler(_) | Action::Http(_) => "The input of",
        Action::Response => "The answer of",
    };
    let about = doc(&format!("{what} node `{}` ({}).", node.name, node.origin));
    let (function, name, file) = (ident(&node.input_ident), &node.name, &node.origin.file);
    let pieces = node.input.iter().map(piece);
    quote! {
        #about
        fn #function(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
            let mut input = Input::new(scope, #name, #file);
            #(#pieces)*
            Ok(input.finish())
        }
    }
}

fn piece(piece: &Piece) -> TokenStream {
    let (function, reference) = match piece {
        Piece::Computed(computed) => {
            let value = ident(&computed.ident);
            return quote!(input.put(&#value(scope)?););
        }
        Piece::ComputedScalar(computed) => {
            let value = ident(&computed.ident);
            return quote!(input.put_text(&#value(scope)?););
        }
        Piece::Json(json) => {
            let json = text(json);
            return quote!(input.json(#json););
        }
        Piece::Value(reference) => (ident("value"), reference),
        Piece::Scalar(reference) => (ident("scalar"), reference),
    };
    let root = match reference.root {
        Root::Args => quote!(Args),
        Root::Output(idx) => {
            let idx = number(idx);
            quote!(Output(#idx))
        }
        Root::Local(idx) => {
            let idx = number(idx);
            quote!(Local(#idx))
        }
    };
    let steps = reference.path.iter().map(|step| match step {
        Step::Field(name) => quote!(Member(#name)),
        Step::Index(idx) => {
            let idx = number(*idx);
            quote!(Item(#idx))
        }
    });
    let (written, line) = (&reference.written, number(reference.origin.line));
    quote!(input.#function(#root, &[#(#steps),*], #written, #line)?;)
}

/// Whether anybody asks for the input of `node`.
fn has_input(node: &Node) -> bool {
    match &node.action {
        Action::Handler(call) => call.takes_input,
        Action::Http(_) | Action::Response => true,
    }
}

fn call_of(node: &Node) -> Option<&HandlerCall> {
    match &node.action {
        Action::Handler(call) => Some(call),
        Action::Http(_) | Action::Response => None,
    }
}

fn computed_of(piece: &Piece) -> Option<&Computed> {
    match piece {
        Piece::Json(_) | Piece::Value(_) | Piece::Scalar(_) => None,
        Piece::Computed(computed) | Piece::ComputedScalar(computed) => Some(computed),
    }
}

/// The function of a computed value.
fn value_function(node: &Node, computed: &Computed) -> TokenStream {
    let Computed { ident, code, roots, written, origin } = computed;
    expressions::function(&Function { name: ident, code, roots, node: &node.name, written, origin })
}
