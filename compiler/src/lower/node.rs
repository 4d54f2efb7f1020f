//! What a node does, with the functions that it needs.

use packwright_schema::plan;

use super::{expression, graph::Cx, handler_call, idents::Idents, template::pieces};
use crate::{
    expression::Env,
    ir::{
        Action, Call, Decision, Each, Fold, HttpUse, IdempotencyKey, LoopBody, Made, Moment, Node, Pages, Piece,
        StateUse, Switch, Wait, When, Work, WorkKind,
    },
    model::{self, NodeId, NodeKind, Place, Statuses, Template, TopologyId, Undo},
    names::Names,
    source::Span,
};

/// The action of the node `id`, whose function is called `ident`.
pub(super) fn action(cx: &Cx<'_>, id: NodeId, ident: &str, idents: &mut Idents) -> Action {
    let node = &cx.topology.nodes[id.idx()];
    let mut makes = Makes { cx, id, ident, idents };
    let name = node.name.span;
    match &node.kind {
        NodeKind::Handler(_) | NodeKind::Http(_) | NodeKind::Response | NodeKind::Transform | NodeKind::State(_) => {
            let kind = match &node.kind {
                NodeKind::State(it) => WorkKind::State(makes.state(name, it)),
                kind => work_kind(cx, kind, node.success.as_ref()),
            };
            let input = makes.made("input", Place::Input, name, &node.input);
            let is_proven = cx.lowering.checked.is_proven(cx.id, id);
            let work = Work { kind, input, is_proven };
            match (&node.each, &node.pages) {
                (Some(each), _) => Action::Each(self::each(each, LoopBody::Work(work), &mut makes)),
                (None, Some(pages)) => Action::Pages(Pages {
                    work,
                    start: makes.made("start", Place::Start, pages.span, &pages.start),
                    next: makes.made("next", Place::Next, pages.next.span, &pages.next.template),
                    items: makes.made("items", Place::Items, pages.items.span, &pages.items.template),
                    max_pages: pages.max_pages,
                    max_items: pages.max_items,
                }),
                (None, None) => Action::Work(work),
            }
        }
        NodeKind::Topology(called) => {
            let call = call(cx, called.value, makes.made("input", Place::Input, name, &node.input));
            match &node.each {
                Some(each) => Action::Each(self::each(each, LoopBody::Topology(call), &mut makes)),
                None => Action::Topology(call),
            }
        }
        NodeKind::Converge(sources) => Action::Converge(sources.iter().map(|source| cx.place(source.value)).collect()),
        NodeKind::Switch(switch) => {
            let decision = match &switch.decision {
                model::Decision::Value { value, cases } => Decision::Value {
                    value: makes.made("value", Place::SwitchValue, value.span, &value.template),
                    cases: cases.iter().map(|(case, _)| case.value.clone()).collect(),
                    has_default: switch.default.is_some(),
                },
                model::Decision::Conditions(conditions) => {
                    let conditions = conditions.iter();
                    let made =
                        conditions.map(|(when, _)| makes.made("when", Place::Condition, when.span, &when.template));
                    Decision::Conditions(made.collect())
                }
            };
            Action::Switch(Switch { ident: ident.to_owned(), decision })
        }
        NodeKind::Wait(wait) => Action::Wait(Wait {
            answer: plan(cx.lowering.checked.schema(wait.answer)),
            check_ident: format!("{}_ANSWER", ident.trim_end_matches('_').to_ascii_uppercase()),
            deadline: makes.moment("deadline", name, &wait.deadline),
            catch_timeout: wait.on_timeout.is_some(),
        }),
        NodeKind::Timer(at) => Action::Timer(makes.moment("due", name, at)),
    }
}

/// What tells the other side that the call of the node `id` is the same again.
pub(super) fn idempotency_key(cx: &Cx<'_>, id: NodeId, ident: &str, idents: &mut Idents) -> Option<IdempotencyKey> {
    let key = cx.topology.nodes[id.idx()].idempotency_key.as_ref()?;
    let mut makes = Makes { cx, id, ident, idents };
    Some(match &key.text {
        Some(text) => IdempotencyKey::Text(makes.made("idempotency-key", Place::Key, key.span, text)),
        None => IdempotencyKey::Run,
    })
}

/// The name and the action of what takes back the effect of `node`.
pub(super) fn undo(cx: &Cx<'_>, node: &model::Node, undo: &model::Compensate, idents: &mut Idents) -> (String, Action) {
    let name = format!("{}.compensate", node.name.value);
    let kind = match &undo.kind {
        Undo::Handler(id) => NodeKind::Handler(*id),
        Undo::Http(id) => NodeKind::Http(*id),
    };
    let ident = idents.give(&format!("{name}-input"));
    let pieces = made(cx, (Place::Input, &undo.input), cx.types.base(), &name, idents);
    let input = Made { ident, origin: cx.lowering.origins.of(undo.span), pieces };
    let kind = work_kind(cx, &kind, undo.success.as_ref());
    (name, Action::Work(Work { kind, input, is_proven: false }))
}

/// Whether the node answers the caller.
pub(super) fn responds(node: &Node) -> bool {
    node.work().is_some_and(|work| matches!(work.kind, WorkKind::Response))
}

fn work_kind(cx: &Cx<'_>, kind: &NodeKind, success: Option<&Statuses>) -> WorkKind {
    let lowering = cx.lowering;
    match kind {
        NodeKind::Handler(id) => {
            WorkKind::Handler(handler_call(&lowering.pack.handlers[id.value.idx()], lowering.origins))
        }
        NodeKind::Http(id) => WorkKind::Http(HttpUse {
            call: lowering.used_http.range(..id.value).count(),
            success: success.filter(|success| success.0 != [(200, 299)]).cloned(),
        }),
        NodeKind::Response => WorkKind::Response,
        NodeKind::Transform
        | NodeKind::Switch(_)
        | NodeKind::Converge(_)
        | NodeKind::Wait(_)
        | NodeKind::Timer(_)
        | NodeKind::Topology(_)
        | NodeKind::State(_) => WorkKind::Transform,
    }
}

fn each(each: &model::Each, body: LoopBody, makes: &mut Makes<'_>) -> Each {
    let model::Each { list, item: _, concurrency, ordered, on_item_error, reduce } = each;
    Each {
        items: makes.made("items", Place::List, list.span, &list.template),
        body,
        concurrency: *concurrency,
        ordered: *ordered,
        on_item_error: *on_item_error,
        fold: reduce.as_ref().map(|reduce| Fold {
            initial: makes.made("initial", Place::Initial, reduce.next.span, &reduce.initial),
            step: makes.made("reduce", Place::Reduction, reduce.next.span, &reduce.next.template),
        }),
    }
}

fn call(cx: &Cx<'_>, called: TopologyId, args: Made) -> Call {
    let pack = cx.lowering.pack;
    let topology = &pack.topologies[called.idx()];
    Call {
        tool: Names::topology(&pack.namespace, &topology.name.value).canonical,
        args,
        max_depth: topology.recursion.map(|recursion| recursion.value),
    }
}

/// Gives names to the functions of a node that make values.
struct Makes<'a> {
    cx: &'a Cx<'a>,
    id: NodeId,
    /// The node's name in Rust.
    ident: &'a str,
    idents: &'a mut Idents,
}

impl Makes<'_> {
    fn ident(&mut self, what: &str) -> String {
        self.idents.give(&format!("{}-{what}", self.ident))
    }

    /// The function that makes `template`, which is written at `span` or has no place of its own.
    fn made(&mut self, what: &str, place: Place, span: Span, template: &Template) -> Made {
        let (ident, origin) = (self.ident(what), self.cx.lowering.origins.of(span));
        Made { ident, origin, pieces: self.pieces(place, template) }
    }

    fn state(&mut self, span: Span, it: &model::StateUse) -> StateUse {
        let model::StateUse { map, access, key, expect, at_end } = it;
        StateUse {
            map: self.cx.lowering.used_state.range(..map.value).count(),
            access: *access,
            key: self.made("key", Place::Key, span, key),
            expect: expect.as_ref().map(|expect| self.made("expect", Place::Expected, span, expect)),
            at_end: *at_end,
        }
    }

    fn moment(&mut self, what: &str, span: Span, moment: &model::Moment) -> Moment {
        let (span, when) = match moment {
            model::Moment::After(milliseconds) => (span, When::After(*milliseconds)),
            model::Moment::At(at) => (at.span, When::At(self.pieces(Place::Moment, &at.template))),
        };
        Moment { ident: self.ident(what), origin: self.cx.lowering.origins.of(span), when }
    }

    fn pieces(&mut self, place: Place, template: &Template) -> Vec<Piece> {
        let env = self.cx.types.env(self.id, place);
        made(self.cx, (place, template), &env, self.ident, self.idents)
    }
}

/// The pieces of `template`, for a node that is called `ident`.
fn made(
    cx: &Cx<'_>,
    (place, template): (Place, &Template),
    env: &Env<'_>,
    ident: &str,
    idents: &mut Idents,
) -> Vec<Piece> {
    let value = format!("{ident}-value");
    pieces(template, &mut |expression, want| expression::piece(cx, expression, (place, want), env, &value, idents))
}
