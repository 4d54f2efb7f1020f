//! One node.

use std::collections::BTreeMap;

use crate::{
    ast,
    check::graph,
    diagnostic::Finding,
    model::{
        Compensate, Decision, Each, IdempotencyKey, Local, Moment, Node, NodeKind, Pages, Reduce, Root, StateUse,
        Switch, Target, Template, TextPart, Undo, Wait,
    },
    resolve::{Schemas, names::Names, topology::Scope},
    rules::parse::{invalid_name, invalid_value},
    source::{Span, Spanned},
};

/// What the resolution of nodes reads and adds to.
#[derive(Debug)]
pub(super) struct Cx<'a> {
    /// The nodes of the topology.
    pub scope: &'a mut Scope,
    /// The names of the pack.
    pub names: &'a Names,
    /// All schemas.
    pub schemas: &'a mut Schemas,
}

/// How the values are called that are only known at some places of a node.
const CURSOR: &str = "cursor";
const PAGE: &str = "page";
const ACC: &str = "acc";
const OUTPUT: &str = "item";

/// Resolves the names in a node.
pub(super) fn resolve(node: ast::Node, cx: &mut Cx<'_>, out: &mut Vec<Finding>) -> Node {
    let ast::Node {
        name,
        kind,
        input,
        after,
        each,
        pages,
        on_error,
        compensate,
        retry,
        timeout,
        success,
        idempotency_key,
    } = node;
    // What is known while the node works: the item, or the cursor.
    let item = each.as_ref().map(|each| (each.item.value.clone(), format!("{}_index", each.item.value)));
    let mut locals: Vec<(&str, Local)> = Vec::new();
    if let Some((item, idx)) = &item {
        locals.extend([(item.as_str(), Local::Item), (idx.as_str(), Local::Index)]);
    }
    if pages.is_some() {
        locals.push((CURSOR, Local::Cursor));
    }
    let kind = self::kind(kind, name.span, &locals, cx, out);
    report_hidden_nodes(each.as_ref(), pages.as_ref(), cx, out);
    let input = cx.scope.template(input, &locals, out);
    if let Some(pages) = &pages
        && cx.scope.is_whole
        && !reads_cursor(&input)
    {
        let finding =
            invalid_value::finding(pages.span, format!("node `{}` never says where a page begins", name.value));
        out.push(finding.help("give it the cursor: input = { cursor = \"${cursor}\" }"));
    }
    Node {
        name,
        kind,
        input,
        after: cx.scope.nodes(&after, out),
        each: each.map(|each| self::each(each, cx, out)),
        pages: pages.map(|pages| self::pages(pages, cx, out)),
        on_error: target(on_error, cx, out),
        compensate: compensate.and_then(|compensate| self::compensate(compensate, cx, out)),
        retry,
        timeout,
        success,
        idempotency_key: idempotency_key.map(|ast::IdempotencyKey { span, text }| IdempotencyKey {
            span,
            text: text.map(|text| key(text, &locals, cx, out)),
        }),
    }
}

/// A key. Whatever scalar an expression gives, as a key it is a text.
fn key(key: ast::Template, locals: &[(&str, Local)], cx: &mut Cx<'_>, out: &mut Vec<Finding>) -> Template {
    match cx.scope.template(key, locals, out) {
        Template::Expression(expression) => Template::Text(vec![TextPart::Expression(expression)]),
        template => template,
    }
}

/// Whether the cursor has a part in what a node gets; without it every page is the first.
fn reads_cursor(input: &Template) -> bool {
    let mut reads = false;
    graph::reads(input, &mut |root, _| reads |= matches!(root, Root::Local(Local::Cursor)));
    reads
}

fn kind(
    kind: ast::NodeKind,
    span: Span,
    locals: &[(&str, Local)],
    cx: &mut Cx<'_>,
    out: &mut Vec<Finding>,
) -> NodeKind {
    match kind {
        ast::NodeKind::Handler(name) => {
            NodeKind::Handler(Spanned::new(cx.names.handler(&name, cx.schemas, out), name.span))
        }
        ast::NodeKind::Http(name) => NodeKind::Http(Spanned::new(cx.names.http(&name, cx.schemas, out), name.span)),
        ast::NodeKind::Response => NodeKind::Response,
        ast::NodeKind::Transform => NodeKind::Transform,
        ast::NodeKind::Switch(ast::Switch { decision, default }) => {
            let decision = self::decision(decision, cx, out);
            NodeKind::Switch(Switch { decision, default: target(default, cx, out) })
        }
        ast::NodeKind::Converge(sources) => NodeKind::Converge(cx.scope.nodes(&sources, out)),
        ast::NodeKind::Wait(ast::Wait { answer, deadline, on_timeout }) => NodeKind::Wait(Wait {
            answer: cx.schemas.add_or_any(answer, span),
            deadline: deadline.map_or(Moment::After(1), |deadline| moment(deadline, cx, out)),
            on_timeout: target(on_timeout, cx, out),
        }),
        ast::NodeKind::Timer(timer) => NodeKind::Timer(moment(timer, cx, out)),
        ast::NodeKind::Topology(name) => match cx.names.topology(&name, out) {
            Some(id) => NodeKind::Topology(Spanned::new(id, name.span)),
            None => {
                cx.scope.is_whole = false;
                assumed(span, cx)
            }
        },
        ast::NodeKind::State(ast::StateUse { map, access, key, expect, at_end }) => {
            let key = self::key(key, locals, cx, out);
            let expect = expect.map(|expect| cx.scope.template(expect, locals, out));
            match cx.names.state(&map, out) {
                Some(id) => NodeKind::State(StateUse { map: Spanned::new(id, map.span), access, key, expect, at_end }),
                None => {
                    cx.scope.is_whole = false;
                    assumed(span, cx)
                }
            }
        }
        ast::NodeKind::Unclear => assumed(span, cx),
    }
}

/// A node of which nobody knows what it does: it may do anything.
fn assumed(span: Span, cx: &mut Cx<'_>) -> NodeKind {
    NodeKind::Handler(Spanned::new(cx.names.assumed_handler(span, cx.schemas), span))
}

fn decision(decision: ast::Decision, cx: &mut Cx<'_>, out: &mut Vec<Finding>) -> Decision {
    match decision {
        ast::Decision::Value { value, cases } => {
            let value = cx.scope.expression(value, &[], out);
            let case = |(case, target): (_, Spanned<String>)| Some((case, cx.scope.target(&target, out)?));
            Decision::Value { value, cases: cases.into_iter().filter_map(case).collect() }
        }
        ast::Decision::Conditions(conditions) => {
            let condition = |(when, then): (_, Spanned<String>)| {
                let when = cx.scope.expression(when, &[], out);
                Some((when, cx.scope.target(&then, out)?))
            };
            Decision::Conditions(conditions.into_iter().filter_map(condition).collect())
        }
    }
}

fn target(name: Option<Spanned<String>>, cx: &mut Cx<'_>, out: &mut Vec<Finding>) -> Option<Target> {
    name.and_then(|name| cx.scope.target(&name, out))
}

fn moment(moment: ast::Moment, cx: &mut Cx<'_>, out: &mut Vec<Finding>) -> Moment {
    match moment {
        ast::Moment::After(milliseconds) => Moment::After(milliseconds),
        ast::Moment::At(expression) => Moment::At(cx.scope.expression(expression, &[], out)),
        ast::Moment::Unclear => {
            cx.scope.is_whole = false;
            Moment::After(1)
        }
    }
}

fn each(each: ast::Each, cx: &mut Cx<'_>, out: &mut Vec<Finding>) -> Each {
    let ast::Each { list, item, concurrency, ordered, on_item_error, reduce } = each;
    let list = cx.scope.expression(list, &[], out);
    let reduce = reduce.map(|ast::Reduce { next, initial }| Reduce {
        next: cx.scope.expression(next, &[(ACC, Local::Acc), (OUTPUT, Local::Output)], out),
        initial: cx.scope.template(initial, &[], out),
    });
    Each { list, item, concurrency, ordered, on_item_error, reduce }
}

fn pages(pages: ast::Pages, cx: &mut Cx<'_>, out: &mut Vec<Finding>) -> Pages {
    let ast::Pages { span, next, start, items, max_pages, max_items } = pages;
    Pages {
        span,
        next: cx.scope.expression(next, &[(PAGE, Local::Page), (CURSOR, Local::Cursor)], out),
        start: cx.scope.template(start, &[], out),
        items: cx.scope.expression(items, &[(PAGE, Local::Page), (CURSOR, Local::Cursor)], out),
        max_pages,
        max_items,
    }
}

fn compensate(compensate: ast::Compensate, cx: &mut Cx<'_>, out: &mut Vec<Finding>) -> Option<Compensate> {
    let ast::Compensate { span, kind, input, success } = compensate;
    let kind = match kind {
        ast::NodeKind::Handler(name) => {
            Undo::Handler(Spanned::new(cx.names.handler(&name, cx.schemas, out), name.span))
        }
        ast::NodeKind::Http(name) => Undo::Http(Spanned::new(cx.names.http(&name, cx.schemas, out), name.span)),
        ast::NodeKind::Response
        | ast::NodeKind::Transform
        | ast::NodeKind::Switch(_)
        | ast::NodeKind::Converge(_)
        | ast::NodeKind::Wait(_)
        | ast::NodeKind::Timer(_)
        | ast::NodeKind::Topology(_)
        | ast::NodeKind::State(_)
        | ast::NodeKind::Unclear => return None,
    };
    let input: Template = cx.scope.template(input, &[], out);
    Some(Compensate { span, kind, input, success })
}

/// Says so where a name that a loop gives to something is that of a node: the node could not be named there.
fn report_hidden_nodes(each: Option<&ast::Each>, pages: Option<&ast::Pages>, cx: &Cx<'_>, out: &mut Vec<Finding>) {
    let mut given: BTreeMap<String, Span> = BTreeMap::new();
    if let Some(each) = each {
        let item = &each.item;
        given.extend([(item.value.clone(), item.span), (format!("{}_index", item.value), item.span)]);
        if let Some(reduce) = &each.reduce {
            given.extend([ACC, OUTPUT].map(|name| (name.to_owned(), reduce.next.span)));
        }
    }
    if let Some(pages) = pages {
        given.extend([CURSOR, PAGE].map(|name| (name.to_owned(), pages.span)));
    }
    for (name, span) in given {
        if let Some(node) = cx.scope.find(&name) {
            out.push(invalid_name::hides_a_node(&name, span, node));
        }
    }
}
