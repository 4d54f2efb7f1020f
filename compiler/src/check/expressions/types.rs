//! What the names of a topology stand for at each place.

use std::borrow::Cow;

use packwright_schema::Schema;
use serde_json::Value;

use super::{arguments, given, of_schema, output};
use crate::{
    check::graph::{Graph, id},
    diagnostic::{Finding, Label},
    expression::{
        Env, Expr, Type, Want, infer, infer_as,
        tree::Kind,
        types::{Class, Origin},
    },
    model::{
        Each, Node, NodeId, NodeKind, OnItemError, Pack, Pages, Place, Reduce, SchemaId, StateAccess, StateUse,
        Template, TextPart, Topology,
    },
};

/// What expressions of a topology can read.
#[derive(Clone, Debug)]
pub struct Types<'s> {
    topology: &'s Topology,
    /// What all places can read.
    base: Env<'s>,
    /// By node: what its work gets, for one item or one page.
    inputs: Vec<Type<'s>>,
    /// By node: what is wrong with the expressions of its input.
    found: Vec<Vec<Finding>>,
    /// By node: what its work gives once: for one item, or one page.
    once: Vec<Type<'s>>,
    /// By node: the conditions that hold where it runs, or do not.
    given: Vec<Vec<(Expr, bool)>>,
}

impl<'s> Types<'s> {
    /// The types of `topology`; of nodes that wait for each other, and of those behind them, nothing is known. `schema` gives a schema with its document, where it has no fault.
    pub fn of(
        pack: &'s Pack,
        topology: &'s Topology,
        graph: &Graph,
        schema: &dyn Fn(SchemaId) -> Option<(&'s Schema, &'s Value)>,
    ) -> Self {
        let ty = |id: Option<SchemaId>, origin| of_schema(id.and_then(schema), origin);
        let args = ty(Some(topology.input), Origin::Author);
        let mut base = Env::new();
        base.share("args", args, Some(arguments(pack, topology)));
        base.share("run.id", Type::text(), None);
        // Whether somebody catches the failure is asked elsewhere.
        base.share_group("errors.", failure());
        base.share_group("tokens.", Type::text());
        let count = topology.nodes.len();
        let mut types = Self {
            topology,
            base,
            inputs: vec![Type::open(); count],
            found: vec![Vec::new(); count],
            once: vec![Type::open(); count],
            given: vec![Vec::new(); count],
        };
        let order = graph.order();
        let mut is_stuck = vec![true; count];
        order.iter().for_each(|idx| is_stuck[*idx] = false);
        let stuck = || (0..count).filter(|idx| is_stuck[*idx]);
        stuck().for_each(|idx| types.base.share(topology.nodes[idx].name.value.clone(), Type::open(), None));
        // Outputs are made of those before them.
        for idx in order {
            types.given[idx] = given::of(&types, topology, &graph.needs[idx]);
            let node = &topology.nodes[idx];
            let declared = types.declared(pack, node, &ty);
            if let Some((once, _)) = &declared {
                types.once[idx] = once.clone();
            }
            types.infer_input(id(idx));
            let (once, declared) = declared.unwrap_or_else(|| (types.inputs[idx].clone(), None));
            types.once[idx] = once;
            let output = types.output(id(idx), node);
            types.base.share(node.name.value.clone(), output, declared);
        }
        stuck().for_each(|idx| types.infer_input(id(idx)));
        types
    }

    fn infer_input(&mut self, node: NodeId) {
        let mut found = Vec::new();
        let input = made(&self.env(node, Place::Input), &self.topology.nodes[node.idx()].input, &mut found);
        self.inputs[node.idx()] = input;
        self.found[node.idx()] = found;
    }

    /// What the work of a node gets: for one item, or one page.
    pub fn input(&self, node: NodeId) -> &Type<'s> {
        &self.inputs[node.idx()]
    }

    /// What is wrong with the expressions of a node's input.
    pub fn found(&self, node: NodeId) -> &[Finding] {
        &self.found[node.idx()]
    }

    /// What every place of the topology can read.
    pub fn base(&self) -> &Env<'s> {
        &self.base
    }

    /// The conditions that hold where a node runs, or do not.
    pub(super) fn given(&self, node: NodeId) -> &[(Expr, bool)] {
        &self.given[node.idx()]
    }

    /// What a place of a node can read.
    pub fn env(&self, node: NodeId, place: Place) -> Cow<'_, Env<'s>> {
        let locals = self.locals(node, place);
        let given = &self.given[node.idx()];
        let next = self.next_is_there(node, place);
        if locals.is_empty() && given.is_empty() && next.is_none() {
            return Cow::Borrowed(&self.base);
        }
        let env = locals.into_iter().fold(self.base.clone(), |env, (name, ty)| env.with(name, ty, None));
        let given = given.iter().cloned().chain(next.map(|condition| (condition, true)));
        Cow::Owned(given.fold(env, |env, (condition, truth)| env.given(condition, truth)))
    }

    /// The names that only this place knows.
    fn locals(&self, node: NodeId, place: Place) -> Vec<(String, Type<'s>)> {
        let Node { each, pages, .. } = &self.topology.nodes[node.idx()];
        let mut locals = Vec::new();
        if let (Some(Each { list, item, .. }), Place::Input | Place::Key | Place::Expected) = (each, place) {
            locals.push((item.value.clone(), self.template(node, Place::List, &list.template).item()));
            locals.push((format!("{}_index", item.value), Type::count()));
        }
        if let (Some(each @ Each { reduce: Some(reduce), .. }), Place::Reduction) = (each, place) {
            locals.push(("acc".to_owned(), self.accumulated(node, reduce)));
            locals.push(("item".to_owned(), item_output(each, self.once[node.idx()].clone())));
        }
        if pages.is_some() && matches!(place, Place::Input | Place::Key | Place::Next | Place::Items) {
            locals.push(("cursor".to_owned(), self.cursor(node)));
        }
        if pages.is_some() && matches!(place, Place::Next | Place::Items) {
            locals.push(("page".to_owned(), self.once[node.idx()].clone()));
        }
        locals
    }

    /// The condition that the next cursor is there: where it is not, there are no more pages.
    fn next_is_there(&self, node: NodeId, place: Place) -> Option<Expr> {
        let Some(Pages { next, .. }) = &self.topology.nodes[node.idx()].pages else { return None };
        let (Place::Next, Template::Expression(next)) = (place, &next.template) else { return None };
        match &next.expr.kind {
            Kind::Field(base, name) => Some(Expr { kind: Kind::Has(base.clone(), name.clone()), span: next.expr.span }),
            _ => None,
        }
    }

    /// What a node's work gives once, and where that is said; none where it gives what it gets.
    fn declared(
        &self,
        pack: &'s Pack,
        node: &Node,
        ty: &dyn Fn(Option<SchemaId>, Origin) -> Type<'s>,
    ) -> Option<(Type<'s>, Option<Label>)> {
        let declared = |schema: SchemaId, origin| (ty(Some(schema), origin), Some(output(pack, schema)));
        let null = || (Type::constant(Value::Null), None);
        Some(match &node.kind {
            NodeKind::Handler(handler) => declared(pack.handlers[handler.value.idx()].output, Origin::Rust),
            NodeKind::Http(call) => {
                let (answer, place) = declared(pack.http[call.value.idx()].output, Origin::Author);
                match &node.success {
                    Some(statuses) if statuses.has_others() => (answer.or(Type::constant(Value::Null)), place),
                    Some(_) | None => (answer, place),
                }
            }
            NodeKind::Wait(wait) => declared(wait.answer, Origin::Author),
            NodeKind::Topology(called) => {
                let called = &pack.topologies[called.value.idx()];
                match (called.output, called.kind()) {
                    (Some(schema), _) => declared(schema, Origin::Author),
                    (None, crate::model::Kind::Query) => (Type::open(), None),
                    (None, crate::model::Kind::Command) => null(),
                }
            }
            NodeKind::Response | NodeKind::Transform => return None,
            NodeKind::Converge(sources) => {
                let output = |source: NodeId| {
                    let name = &self.topology.nodes[source.idx()].name.value;
                    self.base.get(name).map_or_else(Type::open, |root| root.ty.clone())
                };
                let types = sources.iter().map(|source| output(source.value));
                (types.reduce(Type::or).unwrap_or_else(Type::open), None)
            }
            NodeKind::State(StateUse { map, access, .. }) => {
                let (value, place) = declared(pack.state[map.value.idx()].value, Origin::Author);
                match access {
                    StateAccess::Get => (value.or(Type::constant(Value::Null)), place),
                    StateAccess::Put => (value, place),
                    StateAccess::Delete => null(),
                }
            }
            NodeKind::Switch(_) | NodeKind::Timer(_) => null(),
        })
    }

    /// The output of a node.
    fn output(&self, id: NodeId, node: &Node) -> Type<'s> {
        let once = self.once[id.idx()].clone();
        if let Some(each) = &node.each {
            return match &each.reduce {
                Some(reduce) => self.accumulated(id, reduce),
                None => Type::list(item_output(each, once)),
            };
        }
        match &node.pages {
            Some(pages) => Type::list(self.template(id, Place::Items, &pages.items.template).item()),
            None => once,
        }
    }

    /// What a cursor is: the first, or the next after a page, which is read as if nothing were known of the one before.
    fn cursor(&self, node: NodeId) -> Type<'s> {
        let Some(Pages { start, next, .. }) = &self.topology.nodes[node.idx()].pages else { return Type::open() };
        let Template::Expression(next) = &next.template else { return Type::open() };
        let page = self.once[node.idx()].clone();
        let mut env = self.base.clone().with("page", page, None).with("cursor", Type::open(), None);
        if let Kind::Field(base, name) = &next.expr.kind {
            let has = Kind::Has(base.clone(), name.clone());
            env = env.given(Expr { kind: has, span: next.expr.span }, true);
        }
        let next = infer(&next.expr, &env, &mut Vec::new()).ty;
        let next = next.inner().cloned().unwrap_or(next);
        made(&self.base, start, &mut Vec::new()).or(next.without_null())
    }

    /// What a reduction has after any number of items: the first value says of which sort it is, not which it is. Where the next
    /// value may be of another sort, nothing is known.
    fn accumulated(&self, node: NodeId, reduce: &Reduce) -> Type<'s> {
        let sort = self.accumulated_sort(node, reduce);
        let next = made(&self.step_env(node, sort.clone()), &reduce.next.template, &mut Vec::new());
        if next.class() == sort.class() { sort } else { Type::open() }
    }

    /// Of which sort the first value of a reduction is; open where no sort is told from it.
    fn accumulated_sort(&self, node: NodeId, reduce: &Reduce) -> Type<'s> {
        match self.template(node, Place::Initial, &reduce.initial).class() {
            Some(Class::Int) => Type::integer(),
            Some(Class::Double) => Type::number(),
            Some(Class::Text) => Type::text(),
            Some(Class::Bool) => Type::boolean(),
            Some(_) | None => Type::open(),
        }
    }

    /// What a step of a reduction can read where `acc` is of this type.
    fn step_env(&self, node: NodeId, acc: Type<'s>) -> Env<'s> {
        let env = self.base.clone().with("acc", acc, None);
        let env = match &self.topology.nodes[node.idx()].each {
            Some(each) => env.with("item", item_output(each, self.once[node.idx()].clone()), None),
            None => env,
        };
        self.given[node.idx()].iter().cloned().fold(env, |env, (condition, truth)| env.given(condition, truth))
    }

    /// What the first value of a reduction is, and what the next is, where these are two sorts.
    pub(super) fn two_sorts(&self, node: NodeId, reduce: &Reduce) -> Option<(Type<'s>, Type<'s>)> {
        // What could not be resolved has become null, and is reported.
        if matches!(reduce.next.template, Template::Literal(Value::Null)) {
            return None;
        }
        let sort = self.accumulated_sort(node, reduce);
        let next = made(&self.step_env(node, sort.clone()), &reduce.next.template, &mut Vec::new());
        let differs = !sort.is_open() && !next.is_open() && next.class() != sort.class();
        differs.then_some((sort, next))
    }

    /// What a compensation gets.
    pub fn undo(&self, template: &Template) -> Type<'s> {
        made(&self.base, template, &mut Vec::new())
    }

    /// What a template gives; its faults are said elsewhere.
    pub fn template(&self, node: NodeId, place: Place, template: &Template) -> Type<'s> {
        made(&self.env(node, place), template, &mut Vec::new())
    }
}

/// What a template gives; what is wrong with its expressions goes to `out`.
fn made<'s>(env: &Env<'s>, template: &Template, out: &mut Vec<Finding>) -> Type<'s> {
    match template {
        Template::Literal(value) => literal(value),
        Template::Array(items) => {
            let items = items.iter().map(|item| made(env, item, out));
            Type::list(items.reduce(Type::or).unwrap_or_else(Type::open))
        }
        Template::Object(members) => {
            let member = |(name, member): &(String, Template)| (name.clone(), made(env, member, out));
            Type::object(members.iter().map(member).collect())
        }
        Template::Text(parts) => {
            for part in parts {
                match part {
                    TextPart::Text(_) => {}
                    TextPart::Expression(expression) => drop(infer_as(&expression.expr, Want::Scalar, env, out)),
                }
            }
            Type::text_of(parts.iter().map(|part| match part {
                TextPart::Text(text) => Some(text.as_str()),
                TextPart::Expression(_) => None,
            }))
        }
        Template::Expression(expression) => infer_as(&expression.expr, Want::Value, env, out).ty,
    }
}

/// What is written out: of objects and lists the parts, so that steps lead into them.
fn literal<'s>(value: &Value) -> Type<'s> {
    match value {
        Value::Object(members) => {
            Type::object(members.iter().map(|(name, member)| (name.clone(), literal(member))).collect())
        }
        Value::Array(items) if !items.is_empty() => {
            Type::list(items.iter().map(literal).reduce(Type::or).unwrap_or_else(Type::open))
        }
        Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            Type::constant(value.clone())
        }
    }
}

/// What the output of an item is in the list of all.
fn item_output<'s>(each: &Each, once: Type<'s>) -> Type<'s> {
    match each.on_item_error {
        OnItemError::Fail | OnItemError::Skip => once,
        OnItemError::Collect => {
            let failed = Type::object(vec![("error".to_owned(), failure())]);
            Type::object(vec![("ok".to_owned(), once)]).or(failed)
        }
    }
}

/// Why a node failed.
fn failure<'s>() -> Type<'s> {
    let text = |name: &str| (name.to_owned(), Type::text());
    Type::object(vec![text("code"), text("message"), text("class")])
}
