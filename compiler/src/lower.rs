//! From the checked pack to what is emitted.
//!
//! Total: whatever the author could have got wrong was refused by `check`, so nothing here has an error path. Comes out: names
//! in their four forms, graphs in execution order, derived facts (kind, effects, mutation), templates as pieces of JSON.

mod expression;
mod graph;
mod idents;
mod node;
mod origin;
mod template;
mod trigger;

use std::collections::BTreeSet;

use packwright_schema::plan;

use self::{idents::Idents, origin::Origins};
use crate::{
    check::CheckedPack,
    contracts::Effect,
    ir::{
        Body, Checked, Config, HandlerCall, HttpBase, HttpCall, Kind, PackCrate, Published, Purpose, Server,
        StateAccess, StateMap, Tool, UrlPart, Work, WorkKind,
    },
    model::{
        self, GroupId, HandlerId, HandlerTool, HttpId, NodeKind, Pack, SchemaId, StateId, Topology, TopologyId, Undo,
    },
    names::Names,
    source::SourceMap,
};

/// Lowers a pack whose places are in `sources`.
pub fn lower(checked: &CheckedPack, sources: &SourceMap) -> Server {
    let pack = checked.pack();
    let cx = Lowering {
        checked,
        pack,
        origins: Origins::new(sources),
        used_http: used_http(pack),
        used_state: used_state(pack),
    };
    let http = cx.http_calls();
    let mut tools: Vec<Tool> = cx.topologies(&http).chain(cx.handler_tools()).collect();
    tools.sort_by(|a, b| a.names.cmp(&b.names));
    Server {
        purpose: Purpose::Serve,
        pack: pack.id.value.clone(),
        description: pack.description.clone(),
        version: pack.version.clone(),
        groups: pack.groups.clone(),
        config: pack.config.iter().map(config).collect(),
        pack_crate: tools.iter().any(calls_a_handler).then(|| pack_crate(pack)),
        http,
        state: cx.state_maps(),
        tools,
        triggers: cx.triggers(),
        ledger: pack.ledger.iter().map(|entry| cx.published(entry)).collect(),
    }
}

/// What every part of the lowering reads.
struct Lowering<'a> {
    checked: &'a CheckedPack,
    pack: &'a Pack,
    origins: Origins<'a>,
    /// Calls that some node makes, ascending: a call's rank here is its index in [`Server::http`].
    used_http: BTreeSet<HttpId>,
    /// Maps of state that some node uses, likewise of [`Server::state`].
    used_state: BTreeSet<StateId>,
}

impl Lowering<'_> {
    fn topologies<'a>(&'a self, http: &'a [HttpCall]) -> impl Iterator<Item = Tool> + 'a {
        let mut idents = Idents::default();
        self.pack
            .topologies
            .iter()
            .zip((0..).map(TopologyId))
            .map(move |(topology, id)| self.topology((id, topology), idents.give(&topology.name.value), http))
    }

    fn topology(&self, (id, topology): (TopologyId, &Topology), ident: String, http: &[HttpCall]) -> Tool {
        let graph = graph::graph(self, id);
        let Facts { effects, mutating } = self.facts(topology, http);
        Tool {
            names: Names::topology(&self.pack.namespace, &topology.name.value),
            ident,
            origin: self.origins.of(topology.name.span),
            title: topology.title.clone(),
            description: topology.description.clone(),
            version: topology.version.clone(),
            kind: topology.kind(),
            groups: self.groups(&topology.groups),
            effects,
            mutating,
            input: self.shown(topology.input),
            output: topology.output.map(|id| self.shown(id)),
            body: Body::Topology(graph),
        }
    }

    fn handler_tools(&self) -> impl Iterator<Item = Tool> {
        let mut idents = Idents::default();
        self.pack.tools.iter().map(move |tool| self.handler_tool(tool, idents.give(&tool.name)))
    }

    fn handler_tool(&self, tool: &HandlerTool, ident: String) -> Tool {
        let handler = &self.pack.handlers[tool.handler.idx()];
        Tool {
            names: Names::handler(&self.pack.namespace, &tool.name),
            ident,
            origin: self.origins.of(handler.contract.span),
            title: tool.title.clone(),
            description: handler.contract.description.clone(),
            version: tool.version.clone(),
            kind: Kind::Query,
            groups: self.groups(&tool.groups),
            effects: handler.contract.effects.clone(),
            mutating: handler.contract.mutating,
            input: self.shown(tool.input),
            output: Some(self.shown(tool.output)),
            body: Body::Handler(handler_call(handler, self.origins)),
        }
    }

    /// What the nodes of a topology do to the world, together with those of the topologies that they run.
    fn facts(&self, topology: &Topology, http: &[HttpCall]) -> Facts {
        let mut facts = Facts { effects: Vec::new(), mutating: false };
        let run = with_called(self.pack, topology);
        for id in run.iter().flat_map(|topology| handlers_of(topology)) {
            let contract = &self.pack.handlers[id.idx()].contract;
            contract.effects.iter().for_each(|effect| facts.add(effect.clone()));
            facts.mutating |= contract.mutating;
        }
        for id in run.iter().flat_map(|topology| calls_of(topology)) {
            let call = &http[self.used_http.range(..id).count()];
            facts.add(Effect { kind: "network".to_owned(), resource: Some(call.base.resource()) });
            if call.method != "GET" {
                facts.add(Effect { kind: "external-side-effect".to_owned(), resource: Some(call.base.resource()) });
                facts.mutating = true;
            }
        }
        for node in run.iter().flat_map(|topology| &topology.nodes) {
            if let NodeKind::State(it) = &node.kind {
                let is_read = it.access == StateAccess::Get;
                let resource = Some(format!("state:{}", self.pack.state[it.map.value.idx()].name.value));
                facts.add(Effect { kind: if is_read { "reads" } else { "writes" }.to_owned(), resource });
                facts.mutating |= !is_read;
            }
        }
        facts
    }

    fn state_maps(&self) -> Vec<StateMap> {
        let mut idents = Idents::default();
        let map = |id: &StateId| {
            let map = &self.pack.state[id.idx()];
            StateMap {
                name: map.name.value.clone(),
                ident: idents.give(&map.name.value),
                origin: self.origins.of(map.name.span),
                value: plan(self.checked.schema(map.value)),
            }
        };
        self.used_state.iter().map(map).collect()
    }

    fn http_calls(&self) -> Vec<HttpCall> {
        let mut idents = Idents::default();
        self.used_http.iter().map(|id| self.http_call(&self.pack.http[id.idx()], &mut idents)).collect()
    }

    fn http_call(&self, call: &model::HttpCall, idents: &mut Idents) -> HttpCall {
        HttpCall {
            name: call.name.value.clone(),
            ident: idents.give(&call.name.value),
            origin: self.origins.of(call.name.span),
            method: call.method.clone(),
            base: match &call.base {
                model::HttpBase::Literal(url) => HttpBase::Literal(url.value.clone()),
                model::HttpBase::Config(id) => {
                    let entry = &self.pack.config[id.idx()];
                    let name = entry.name.value.clone();
                    if entry.required { HttpBase::Config(name) } else { HttpBase::OptionalConfig(name) }
                }
            },
            path: url_parts(&call.path),
            query: call.query.iter().map(|(name, parts)| (name.clone(), url_parts(parts))).collect(),
            timeout_ms: call.timeout_ms,
            input: plan(self.checked.schema(call.input)),
            output: plan(self.checked.schema(call.output)),
        }
    }

    fn shown(&self, id: SchemaId) -> Checked {
        let schema = self.checked.schema(id).clone();
        Checked { document: self.checked.document(id).clone(), plan: plan(&schema), schema }
    }

    fn published(&self, entry: &model::LedgerEntry) -> Published {
        Published {
            dotted: entry.dotted_id.clone(),
            version: entry.version.clone(),
            manifest: entry.manifest.clone(),
            retired: entry.retired,
            groups: self.groups(&entry.groups),
        }
    }

    fn groups(&self, ids: &[GroupId]) -> Vec<String> {
        let ids: BTreeSet<GroupId> = ids.iter().copied().collect();
        ids.into_iter().map(|id| self.pack.groups[id.idx()].clone()).collect()
    }
}

/// What running a tool does.
struct Facts {
    effects: Vec<Effect>,
    mutating: bool,
}

impl Facts {
    fn add(&mut self, effect: Effect) {
        if !self.effects.contains(&effect) {
            self.effects.push(effect);
        }
    }
}

/// How the generated code calls `handler`.
fn handler_call(handler: &model::Handler, origins: Origins<'_>) -> HandlerCall {
    let contract = &handler.contract;
    HandlerCall {
        path: contract.path.clone(),
        origin: origins.of(contract.span),
        is_async: contract.is_async,
        takes_cx: contract.takes_cx,
        takes_input: contract.takes_input,
        fallible: contract.fallible,
    }
}

/// The topology, and every one that is run for it, each once.
fn with_called<'p>(pack: &'p Pack, topology: &'p Topology) -> Vec<&'p Topology> {
    let mut found = vec![topology];
    let mut at = 0;
    while let Some(topology) = found.get(at).copied() {
        at += 1;
        for node in &topology.nodes {
            if let NodeKind::Topology(called) = &node.kind {
                let called = &pack.topologies[called.value.idx()];
                if !found.iter().any(|it| std::ptr::eq(*it, called)) {
                    found.push(called);
                }
            }
        }
    }
    found
}

/// The calls that some node of the pack makes.
fn used_http(pack: &Pack) -> BTreeSet<HttpId> {
    pack.topologies.iter().flat_map(calls_of).collect()
}

/// The maps of state that some node of the pack uses.
fn used_state(pack: &Pack) -> BTreeSet<StateId> {
    let nodes = pack.topologies.iter().flat_map(|topology| &topology.nodes);
    let used = nodes.filter_map(|node| if let NodeKind::State(it) = &node.kind { Some(it.map.value) } else { None });
    used.collect()
}

/// The HTTP calls that the nodes of a topology make themselves, in their order.
fn calls_of(topology: &Topology) -> impl Iterator<Item = HttpId> {
    let of_node = |node: &model::Node| {
        let own = if let NodeKind::Http(id) = &node.kind { Some(id.value) } else { None };
        let undo = node.compensate.as_ref().and_then(|undo| match &undo.kind {
            Undo::Http(id) => Some(id.value),
            Undo::Handler(_) => None,
        });
        [own, undo]
    };
    topology.nodes.iter().flat_map(of_node).flatten()
}

/// The handlers that they call themselves, in their order.
fn handlers_of(topology: &Topology) -> impl Iterator<Item = HandlerId> {
    let of_node = |node: &model::Node| {
        let own = if let NodeKind::Handler(id) = &node.kind { Some(id.value) } else { None };
        let undo = node.compensate.as_ref().and_then(|undo| match &undo.kind {
            Undo::Handler(id) => Some(id.value),
            Undo::Http(_) => None,
        });
        [own, undo]
    };
    topology.nodes.iter().flat_map(of_node).flatten()
}

fn url_parts(parts: &[model::UrlPart]) -> Vec<UrlPart> {
    let part = |part: &model::UrlPart| match part {
        model::UrlPart::Text(text) => UrlPart::Text(text.clone()),
        model::UrlPart::Field(name) => UrlPart::Field(name.value.clone()),
    };
    parts.iter().map(part).collect()
}

fn pack_crate(pack: &Pack) -> PackCrate {
    let package = pack.package.as_ref().expect("handlers come from the pack's package");
    PackCrate { package: package.name.value.clone(), library: package.lib_name.clone() }
}

fn calls_a_handler(tool: &Tool) -> bool {
    match &tool.body {
        Body::Handler(_) => true,
        Body::Topology(graph) => {
            graph.nodes.iter().any(|node| matches!(node.work(), Some(Work { kind: WorkKind::Handler(_), .. })))
        }
    }
}

fn config(entry: &model::Config) -> Config {
    Config {
        name: entry.name.value.clone(),
        description: entry.description.clone(),
        env: entry.env.clone(),
        required: entry.required,
    }
}
