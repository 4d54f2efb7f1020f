//! The functions of one node, and its entry in the table of nodes.

use packwright_runtime_min::handler::FailureClass;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{
    http::static_name,
    made::{self, As, function},
};
use crate::{
    emit::rust::{doc, ident, number, text},
    ir::{
        Action, Backoff, Call, Decision, Each, Fold, Gate, HandlerCall, HttpUse, IdempotencyKey, LoopBody, Moment,
        Node, OnItemError, Pages, Purpose, Retry, Server, StateAccess, StateUse, Statuses, Switch, Wait, Way, When,
        Work, WorkKind,
    },
};

/// The functions of `node`.
pub(super) fn functions(server: &Server, node: &Node) -> TokenStream {
    match &node.action {
        Action::Work(it) => work(server, node, it),
        Action::Topology(call) => function(node, &call.args, "The arguments that go out from", As::Json),
        Action::Each(Each { items, body, fold, concurrency: _, ordered: _, on_item_error: _ }) => {
            let items = function(node, items, "The items of", As::Items);
            let body = match body {
                LoopBody::Work(it) => work(server, node, it),
                LoopBody::Topology(call) => function(node, &call.args, "The arguments for an item of", As::Json),
            };
            let fold = fold.as_ref().map(|Fold { initial, step }| {
                let initial = function(node, initial, "What begins the result of", As::Json);
                let step = function(node, step, "What one item more makes of the result of", As::Json);
                quote!(#initial #step)
            });
            quote!(#items #body #fold)
        }
        Action::Pages(Pages { work: it, start, next, items, max_pages: _, max_items: _ }) => {
            let work = work(server, node, it);
            let start = function(node, start, "The first cursor of", As::Json);
            let next = function(node, next, "The cursor after a page of", As::Optional);
            let items = function(node, items, "The items of a page of", As::Items);
            quote!(#work #start #next #items)
        }
        Action::Switch(it) => switch(node, it),
        Action::Wait(it) => moment(node, &it.deadline, "The deadline of"),
        Action::Timer(it) => moment(node, it, "The end of"),
        Action::Converge(_) => TokenStream::new(),
    }
}

/// The functions of what a node runs.
fn work(server: &Server, node: &Node, work: &Work) -> TokenStream {
    let name = ident(&node.ident);
    let input = ident(&work.input.ident);
    let made = quote!(#input(&node.scope));
    let keyed = idempotency_key(node);
    let (run, what) = match &work.kind {
        WorkKind::Handler(call) => {
            let about = doc(&format!(
                "Runs node `{}` ({}): the handler `{}` ({}).",
                node.name, node.origin, call.path, call.origin
            ));
            let what = call.takes_input.then_some("The input of");
            let made = quote!(let json = #made?;);
            (handler(server.purpose, &about, &name, call, (&made, &quote!(&json)), keyed.as_ref()), what)
        }
        WorkKind::Http(HttpUse { call, success }) => {
            let call = &server.http[*call];
            let about = doc(&format!("Runs node `{}` ({}): the HTTP call `{}`.", node.name, node.origin, call.name));
            let call = static_name(call);
            let function = ident(match (work.is_proven, success) {
                (true, None) => "call_proven",
                (false, None) => "call",
                (true, Some(_)) => "call_proven_allowing",
                (false, Some(_)) => "call_allowing",
            });
            let success = success.as_ref().map(|Statuses(ranges)| {
                let ranges = ranges.iter().map(|(first, last)| {
                    let (first, last) = (number(*first), number(*last));
                    quote!((#first, #last))
                });
                quote!(, &[#(#ranges),*])
            });
            let (cx_made, cx) = match keyed {
                Some(keyed) => (Some(quote!(let cx = #keyed;)), quote!(&cx)),
                None => (None, quote!(&node.cx)),
            };
            let run = quote! {
                #about
                fn #name(node: NodeCall) -> NodeFuture {
                    Box::pin(async move {
                        let json = #made?;
                        #cx_made
                        client::#function(&http::#call, #cx, &json #success).await
                    })
                }
            };
            (run, Some("The input of"))
        }
        WorkKind::State(it) => return state(server, node, work, it),
        kind @ (WorkKind::Response | WorkKind::Transform) => {
            let (does, what) = match kind {
                WorkKind::Response => ("the response", "The answer of"),
                _ => ("a transform", "The value of"),
            };
            let about = doc(&format!("Runs node `{}` ({}): {does}.", node.name, node.origin));
            let run = quote! {
                #about
                fn #name(node: NodeCall) -> NodeFuture {
                    Box::pin(async move { #made })
                }
            };
            (run, Some(what))
        }
    };
    let input = what.map(|what| function(node, &work.input, what, As::Json));
    let key = match &node.idempotency_key {
        Some(IdempotencyKey::Text(key)) => Some(function(node, key, "The idempotency key of", As::Json)),
        Some(IdempotencyKey::Run) | None => None,
    };
    quote!(#run #input #key)
}

/// The context with the idempotency key of the node, where it has one.
fn idempotency_key(node: &Node) -> Option<TokenStream> {
    Some(match node.idempotency_key.as_ref()? {
        IdempotencyKey::Run => quote!(call::keyed_by_run(&node.cx)),
        IdempotencyKey::Text(key) => {
            let key = ident(&key.ident);
            quote!(call::keyed(&node.cx, &#key(&node.scope)?)?)
        }
    })
}

/// The functions of a node that reads or writes the pack's state.
fn state(server: &Server, node: &Node, work: &Work, it: &StateUse) -> TokenStream {
    let StateUse { map, access, key, expect, at_end } = it;
    let map = &server.state[*map];
    let (name, key_name) = (ident(&node.ident), ident(&key.ident));
    let about = doc(&format!("Runs node `{}` ({}): the state `{}`.", node.name, node.origin, map.name));
    let place = ident(&map.ident.to_ascii_uppercase());
    let expected = expect.as_ref().map(|expect| {
        let expect = ident(&expect.ident);
        quote!(#expect(&node.scope)?)
    });
    let when = match (&expected, at_end) {
        (Some(expected), _) => quote!(values::When::Expected(#expected)),
        (None, true) => quote!(values::When::Completed),
        (None, false) => quote!(values::When::Always),
    };
    let expected = expected.map_or_else(|| quote!(None), |expected| quote!(Some(#expected)));
    let asked = match access {
        StateAccess::Get => quote!(values::get(&node, &state::#place, &key)),
        StateAccess::Put => {
            let (put, value) = (ident(if work.is_proven { "put_proven" } else { "put" }), ident(&work.input.ident));
            quote!(values::#put(&node, &state::#place, &key, #value(&node.scope)?, #when))
        }
        StateAccess::Delete => quote!(values::delete(&node, &state::#place, &key, #expected)),
    };
    let key = function(node, key, "The key of", As::Json);
    let value = (*access == StateAccess::Put).then(|| function(node, &work.input, "The value of", As::Json));
    let expect = expect.as_ref().map(|expect| function(node, expect, "What has to be there for", As::Json));
    quote! {
        #about
        fn #name(node: NodeCall) -> NodeFuture {
            Box::pin(async move {
                let key = #key_name(&node.scope)?;
                #asked
            })
        }
        #key
        #value
        #expect
    }
}

fn switch(node: &Node, Switch { ident: name, decision }: &Switch) -> TokenStream {
    let about = doc(&format!("The branch that node `{}` ({}) takes.", node.name, node.origin));
    let name = ident(name);
    match decision {
        Decision::Value { value, cases, has_default } => {
            let default = if *has_default {
                let last = number(cases.len());
                quote!(Some(#last))
            } else {
                quote!(None)
            };
            let body =
                made::body(node, &value.origin, &value.pieces, As::Json, &quote!(input.case(&[#(#cases),*], #default)));
            let computed = made::computed(node, &value.pieces);
            quote! {
                #about
                fn #name(scope: &Scope) -> Result<usize, HandlerError> {
                    #body
                }
                #computed
            }
        }
        Decision::Conditions(conditions) => {
            let branches = conditions.iter().enumerate().map(|(branch, condition)| {
                let (branch, condition) = (number(branch), ident(&condition.ident));
                quote! {
                    if #condition(scope)? {
                        return Ok(#branch);
                    }
                }
            });
            let last = number(conditions.len());
            let functions =
                conditions.iter().map(|condition| function(node, condition, "A condition of", As::Condition));
            quote! {
                #about
                fn #name(scope: &Scope) -> Result<usize, HandlerError> {
                    #(#branches)*
                    Ok(#last)
                }
                #(#functions)*
            }
        }
    }
}

/// The function which gives a time to come.
fn moment(node: &Node, moment: &Moment, what: &str) -> TokenStream {
    let about = doc(&format!("{what} node `{}` ({}), in milliseconds since 1970.", node.name, moment.origin));
    let name = ident(&moment.ident);
    match &moment.when {
        When::After(milliseconds) => {
            let milliseconds = number(*milliseconds);
            quote! {
                #about
                fn #name(_scope: &Scope, now_ms: i64) -> Result<i64, HandlerError> {
                    Ok(now_ms.saturating_add(#milliseconds))
                }
            }
        }
        When::At(pieces) => {
            let body = made::body(node, &moment.origin, pieces, As::Json, &quote!(input.moment(now_ms)));
            let computed = made::computed(node, pieces);
            quote! {
                #about
                fn #name(scope: &Scope, now_ms: i64) -> Result<i64, HandlerError> {
                    #body
                }
                #computed
            }
        }
    }
}

/// The function of a handler that is a tool: its input is the arguments.
pub(super) fn handler_tool(purpose: Purpose, name: &Ident, call: &HandlerCall) -> TokenStream {
    let about = doc(&format!("Runs the handler `{}` ({}).", call.path, call.origin));
    handler(purpose, &about, name, call, (&TokenStream::new(), &quote!(&node.scope.args)), None)
}

/// A function `name` that calls a handler with what is decoded from `json`, after the statement `made`; in the context `keyed`, where it is
/// another than the node's.
fn handler(
    purpose: Purpose,
    about: &TokenStream,
    name: &Ident,
    call: &HandlerCall,
    (made, json): (&TokenStream, &TokenStream),
    keyed: Option<&TokenStream>,
) -> TokenStream {
    let path: syn::Path = syn::parse_str(&format!("::{}", call.path)).expect("the scan found the handler by this path");
    let is_test = purpose == Purpose::Test;
    let node = if is_test || call.takes_cx || call.takes_input { quote!(node) } else { quote!(_node) };
    let keyed = keyed.filter(|_| call.takes_cx).map(|keyed| quote!(let cx = #keyed;));
    let cx = call.takes_cx.then(|| if keyed.is_some() { quote!(&cx,) } else { quote!(&node.cx,) });
    let argument = call.takes_input.then(|| quote!(input));
    let decode = call.takes_input.then(|| {
        quote! {
            #made
            let input: <#path as Handler>::Input = call::decode(#json)?;
        }
    });
    let stubbed = is_test.then(|| {
        let path = &call.path;
        quote! {
            if let Some(stubbed) = packwright_runtime_min::server::pack_tests::handler(#path, &node.cx).await {
                return stubbed;
            }
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
                #stubbed
                #keyed
                #output
                call::encode(&output)
            })
        }
    }
}

/// The entry of `node` in the table of nodes; `validators` is the module of the topology's.
pub(super) fn entry(node: &Node, validators: &TokenStream) -> TokenStream {
    let Node {
        name,
        ident: _,
        origin: _,
        action: _,
        after,
        reads,
        gates,
        catch,
        compensates,
        retry,
        timeout_ms,
        idempotency_key: _,
    } = node;
    let list = |indices: &[usize]| {
        let indices = indices.iter().map(|idx| number(*idx));
        quote!(&[#(#indices),*])
    };
    let known = |idx: &usize| after.contains(idx) || sources(node).contains(idx);
    let reads: Vec<usize> = reads.iter().copied().filter(|idx| !known(idx)).collect();
    let after = (!after.is_empty()).then(|| list(after)).map(|list| quote!(after: #list,));
    let reads = (!reads.is_empty()).then(|| list(&reads)).map(|list| quote!(reads: #list,));
    let gates = (!gates.is_empty()).then(|| {
        let gates = gates.iter().map(gate);
        quote!(gates: &[#(#gates),*],)
    });
    let catch = catch.then(|| quote!(catch: true,));
    let compensates = compensates.map(|idx| {
        let idx = number(idx);
        quote!(compensates: Some(#idx),)
    });
    let retry = retry.as_ref().map(self::retry).map(|retry| quote!(retry: #retry,));
    let timeout_ms = number(*timeout_ms);
    let action = action(node, validators);
    quote! {
        Node {
            name: #name,
            #after
            #reads
            #gates
            #catch
            #compensates
            #retry
            timeout_ms: #timeout_ms,
            action: #action,
            ..Node::PLAIN
        }
    }
}

fn sources(node: &Node) -> &[usize] {
    match &node.action {
        Action::Converge(sources) => sources,
        Action::Work(_)
        | Action::Each(_)
        | Action::Pages(_)
        | Action::Switch(_)
        | Action::Wait(_)
        | Action::Timer(_)
        | Action::Topology(_) => &[],
    }
}

fn gate(gate: &Gate) -> TokenStream {
    let node = number(gate.node);
    match gate.way {
        Way::Branch(branch) => {
            let branch = number(branch);
            quote!(Gate::Branch { node: #node, branch: #branch })
        }
        Way::Caught => quote!(Gate::Caught { node: #node }),
        Way::TimedOut => quote!(Gate::TimedOut { node: #node }),
    }
}

/// The longest pause that the runtime makes where nothing is said.
const USUAL_MAX_DELAY_MS: u64 = 3_600_000;

/// A retry; what is as the runtime has it where nothing is said is not said.
fn retry(retry: &Retry) -> TokenStream {
    let Retry { attempts, delay_ms, backoff, max_delay_ms, jitter, on } = retry;
    let (attempts, delay_ms) = (number(*attempts), number(*delay_ms));
    let usual = quote!(Retry::new(#attempts, #delay_ms));
    let mut others = TokenStream::new();
    if *backoff == Backoff::Constant {
        others.extend(quote!(backoff: Backoff::Constant,));
    }
    if *max_delay_ms != USUAL_MAX_DELAY_MS {
        let max_delay_ms = number(*max_delay_ms);
        others.extend(quote!(max_delay_ms: #max_delay_ms,));
    }
    if !jitter {
        others.extend(quote!(jitter: false,));
    }
    if on != FailureClass::PASSING {
        let on = on.iter().map(|class| ident(&format!("{class:?}")));
        others.extend(quote!(on: &[#(FailureClass::#on),*],));
    }
    if others.is_empty() { usual } else { quote!(Retry { #others ..#usual }) }
}

fn action(node: &Node, validators: &TokenStream) -> TokenStream {
    let run = ident(&node.ident);
    match &node.action {
        Action::Work(_) => quote!(Action::Run(#run)),
        Action::Switch(Switch { ident: name, decision: _ }) => {
            let name = ident(name);
            quote!(Action::Switch(#name))
        }
        Action::Converge(sources) => {
            let sources = sources.iter().map(|idx| number(*idx));
            quote!(Action::Converge(&[#(#sources),*]))
        }
        Action::Timer(moment) => {
            let moment = ident(&moment.ident);
            quote!(Action::Timer(#moment))
        }
        Action::Wait(Wait { answer: _, check_ident, deadline, catch_timeout }) => {
            let (check, deadline) = (ident(check_ident), ident(&deadline.ident));
            quote! {
                Action::Wait(&Wait {
                    deadline_ms: #deadline,
                    check: &#validators::#check,
                    catch_timeout: #catch_timeout,
                })
            }
        }
        Action::Topology(it) => {
            let call = call(it);
            quote!(Action::Topology(&#call))
        }
        Action::Each(Each { items, body, concurrency, ordered, on_item_error, fold }) => {
            let (items, concurrency) = (ident(&items.ident), number(*concurrency));
            let body = match body {
                LoopBody::Work(_) => quote!(Body::Run(#run)),
                LoopBody::Topology(it) => {
                    let call = call(it);
                    quote!(Body::Topology(#call))
                }
            };
            let on_item_error = ident(match on_item_error {
                OnItemError::Fail => "Fail",
                OnItemError::Skip => "Skip",
                OnItemError::Collect => "Collect",
            });
            let fold = match fold {
                Some(Fold { initial, step }) => {
                    let (initial, step) = (ident(&initial.ident), ident(&step.ident));
                    quote!(Some(Fold { initial: #initial, step: #step }))
                }
                None => quote!(None),
            };
            quote! {
                Action::Each(&Each {
                    items: #items,
                    body: #body,
                    concurrency: #concurrency,
                    on_item_error: ItemFailure::#on_item_error,
                    ordered: #ordered,
                    fold: #fold,
                })
            }
        }
        Action::Pages(Pages { work: _, start, next, items, max_pages, max_items }) => {
            let (start, next, items) = (ident(&start.ident), ident(&next.ident), ident(&items.ident));
            let (max_pages, max_items) = (number(*max_pages), number(*max_items));
            quote! {
                Action::Pages(&Pages {
                    start: #start,
                    body: #run,
                    next: #next,
                    items: #items,
                    max_pages: #max_pages,
                    max_items: #max_items,
                })
            }
        }
    }
}

fn call(Call { tool, args, max_depth }: &Call) -> TokenStream {
    let tool = text(tool);
    let args = ident(&args.ident);
    let max_depth = match max_depth {
        Some(depth) => {
            let depth = number(*depth);
            quote!(#depth)
        }
        None => quote!(Call::MAX_DEPTH),
    };
    quote!(Call { tool: #tool, args: #args, max_depth: #max_depth, timeout_ms: None })
}
