//! One topology.

use std::iter;

use serde_json::json;

use crate::{
    ast,
    diagnostic::Finding,
    model::{Given, Local, NodeId, NodeKind, SchemaSource, Target, Template, Topology},
    resolve::{Schemas, any, names::Names, node, template, tool, trigger},
    rules::topology::unknown_node,
    source::{Span, Spanned},
};

/// Resolves a topology; also says whether all of it was there and could be resolved.
pub(super) fn resolve(
    topology: ast::Topology,
    pack_version: &semver::Version,
    names: &Names,
    schemas: &mut Schemas,
    out: &mut Vec<Finding>,
) -> (Topology, bool) {
    let ast::Topology {
        is_whole,
        repeats,
        file,
        name,
        title,
        description,
        version,
        kind,
        groups,
        timeout,
        recursion,
        input,
        hides_input,
        output,
        triggers,
        nodes,
    } = topology;
    let mut hidden = Vec::new();
    // A name that a broken file does not have may be in the part that could not be read.
    let out = if is_whole { out } else { &mut hidden };
    let name = name.unwrap_or_else(|| Spanned::new(String::new(), file));
    let groups = groups.map(|groups| names.groups.resolve(&groups, out)).filter(|groups| !groups.is_empty());
    let no_input = if hides_input { some_arguments() } else { no_arguments() };
    let input = input.unwrap_or_else(|| SchemaSource { json: no_input, ..any(file) });
    let mut scope = Scope::of(&nodes);
    let mut cx = node::Cx { scope: &mut scope, names, schemas };
    let nodes = nodes.into_iter().map(|node| node::resolve(node, &mut cx, out)).collect();
    let triggers = triggers.into_iter().filter_map(|trigger| trigger::resolve(trigger, out)).collect();
    let topology = Topology {
        title: title.unwrap_or_else(|| tool::title(&name.value)),
        description: description.unwrap_or_default(),
        version: version.unwrap_or_else(|| pack_version.clone()),
        declared_kind: kind,
        groups: groups.unwrap_or_else(|| names.groups.default.clone()),
        timeout,
        recursion,
        input: schemas.add(input),
        output: output.map(|output| schemas.add(output)),
        triggers,
        nodes,
        name,
    };
    (topology, is_whole && !repeats && !hides_input && scope.is_whole)
}

/// Adds `by` to the ids of a topology's own schemas, before which the pack has that many.
pub(super) fn renumber(topology: &mut Topology, by: u32) {
    let Topology {
        name: _,
        title: _,
        description: _,
        version: _,
        declared_kind: _,
        groups: _,
        timeout: _,
        recursion: _,
        input,
        output,
        triggers: _,
        nodes,
    } = topology;
    let answers = nodes.iter_mut().filter_map(|node| match &mut node.kind {
        NodeKind::Wait(wait) => Some(&mut wait.answer),
        NodeKind::Handler(_)
        | NodeKind::Http(_)
        | NodeKind::Response
        | NodeKind::Transform
        | NodeKind::Switch(_)
        | NodeKind::Converge(_)
        | NodeKind::Timer(_)
        | NodeKind::Topology(_)
        | NodeKind::State(_) => None,
    });
    iter::once(input).chain(output).chain(answers).for_each(|id| id.0 += by);
}

/// The input of a topology that declares none.
fn no_arguments() -> serde_json::Value {
    json!({"type": "object", "additionalProperties": false})
}

/// The input of a topology of which nobody knows what it declares.
fn some_arguments() -> serde_json::Value {
    json!({"type": "object"})
}

/// What the references of a topology can name.
#[derive(Debug)]
pub(super) struct Scope {
    /// In the author's order.
    names: Vec<String>,
    /// The same nodes in the order of their names: few are looked up faster here than in a map.
    sorted: Vec<NodeId>,
    spans: Vec<Span>,
    waits: Vec<bool>,
    /// What only the place knows that is being resolved.
    locals: Vec<(String, Local)>,
    /// False once something could not be resolved.
    pub is_whole: bool,
}

impl Scope {
    fn of(nodes: &[ast::Node]) -> Self {
        let names: Vec<_> = nodes.iter().map(|node| node.name.value.clone()).collect();
        let mut sorted: Vec<_> = (0..).map(NodeId).take(names.len()).collect();
        sorted.sort_by_key(|id| &names[id.idx()]);
        Self {
            names,
            sorted,
            spans: nodes.iter().map(|node| node.name.span).collect(),
            waits: nodes.iter().map(|node| matches!(node.kind, ast::NodeKind::Wait(_))).collect(),
            locals: Vec::new(),
            is_whole: nodes.iter().all(|node| !matches!(node.kind, ast::NodeKind::Unclear)),
        }
    }

    /// That of a trigger, before any node.
    pub(super) fn of_trigger() -> Self {
        Self::of(&[])
    }

    /// The node of this name; where there is none, that is reported.
    pub(super) fn node(&mut self, name: &Spanned<String>, out: &mut Vec<Finding>) -> Option<NodeId> {
        let id = self.id(&name.value);
        if id.is_none() {
            self.is_whole = false;
            let locals = self.locals.iter().map(|(name, _)| name);
            out.push(unknown_node::finding(name, self.names.iter().chain(locals)));
        }
        id
    }

    fn id(&self, name: &str) -> Option<NodeId> {
        let found = self.sorted.binary_search_by_key(&name, |id| &self.names[id.idx()]).ok()?;
        Some(self.sorted[found])
    }

    /// The place of the node of this name, if there is one.
    pub(super) fn find(&self, name: &str) -> Option<Span> {
        self.id(name).map(|id| self.spans[id.idx()])
    }

    /// Whether a node waits for an answer.
    pub(super) fn waits(&self, node: NodeId) -> bool {
        self.waits[node.idx()]
    }

    /// What `name` stands for at this place only.
    pub(super) fn local(&self, name: &str) -> Option<Local> {
        self.locals.iter().find(|(local, _)| local == name).map(|(_, local)| *local)
    }

    /// The node that a branch enters; none where it is none, which is reported.
    pub(super) fn target(&mut self, name: &Spanned<String>, out: &mut Vec<Finding>) -> Option<Target> {
        match name.value.as_str() {
            "end" => Some(Spanned::new(None, name.span)),
            _ => Some(Spanned::new(Some(self.node(name, out)?), name.span)),
        }
    }

    /// All nodes of a list; those that do not exist are reported and left out.
    pub(super) fn nodes(&mut self, names: &[Spanned<String>], out: &mut Vec<Finding>) -> Vec<Spanned<NodeId>> {
        names.iter().filter_map(|name| Some(Spanned::new(self.node(name, out)?, name.span))).collect()
    }

    /// Resolves a template in which `locals` have a meaning too.
    pub(super) fn template(
        &mut self,
        template: ast::Template,
        locals: &[(&str, Local)],
        out: &mut Vec<Finding>,
    ) -> Template {
        self.locals = locals.iter().map(|(name, local)| ((*name).to_owned(), *local)).collect();
        let template = template::resolve(template, self, out);
        self.locals.clear();
        template
    }

    /// The same for a place where one value is asked for.
    pub(super) fn expression(
        &mut self,
        expression: ast::Given,
        locals: &[(&str, Local)],
        out: &mut Vec<Finding>,
    ) -> Given {
        let ast::Given { template, span } = expression;
        Given { template: self.template(template, locals, out), span }
    }
}
