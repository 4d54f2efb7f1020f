//! What the names of a pack stand for.

use std::collections::HashMap;

use crate::{
    ast::{Manifest, Topology},
    contracts::{PlainFunction, Unusable, UnusableHandler},
    diagnostic::Finding,
    model::{GroupId, Handler, HandlerId, HttpBase, HttpCall, HttpId, StateId, StateMap, TopologyId},
    resolve::{ASSUMED_BASE, Schemas, any},
    rules::{
        catalogue::{unknown_group, unknown_state},
        handlers::{private_handler, unknown_handler, wrong_handler_shape},
        topology::{unknown_http_call, unknown_topology},
    },
    source::{Span, Spanned},
};

/// The groups of a pack.
#[derive(Debug)]
pub(super) struct Groups {
    /// Their names; never empty.
    pub names: Vec<String>,
    /// The groups of tools that name none; never empty.
    pub default: Vec<GroupId>,
    /// The first byte of pack.toml.
    pub file: Span,
    ids: HashMap<String, GroupId>,
    is_whole: bool,
}

impl Groups {
    /// The groups that `manifest` declares, or `default` where it declares none.
    pub(super) fn of(manifest: &Manifest, out: &mut Vec<Finding>) -> Self {
        let mut groups = Self {
            names: manifest.groups.iter().map(|group| group.value.clone()).collect(),
            default: Vec::new(),
            file: manifest.file,
            ids: HashMap::new(),
            is_whole: manifest.is_whole,
        };
        if groups.names.is_empty() {
            groups.names.push("default".to_owned());
        }
        groups.ids = groups.names.iter().cloned().zip((0..).map(GroupId)).collect();
        groups.default = match &manifest.default_groups {
            Some(written) => groups.resolve(written, out),
            None => Vec::new(),
        };
        if groups.default.is_empty() {
            groups.default = (0..).map(GroupId).take(groups.names.len()).collect();
        }
        groups
    }

    /// The ids of those of `names` that the pack declares.
    pub(super) fn known(&self, names: &[String]) -> Vec<GroupId> {
        names.iter().filter_map(|name| self.ids.get(name).copied()).collect()
    }

    /// The ids of `written`; those that the pack does not declare are reported and left out.
    pub(super) fn resolve(&self, written: &[Spanned<String>], out: &mut Vec<Finding>) -> Vec<GroupId> {
        let mut ids = Vec::with_capacity(written.len());
        for group in written {
            match self.ids.get(&group.value) {
                Some(id) => ids.push(*id),
                None if self.is_whole => out.push(unknown_group::finding(group, &self.names)),
                None => {}
            }
        }
        ids
    }
}

/// What the pack's crate has beside handlers: the answer to why a name is none.
#[derive(Debug)]
pub(super) struct Others {
    unusable: HashMap<String, UnusableHandler>,
    functions: HashMap<String, PlainFunction>,
    is_partial: bool,
}

impl Others {
    /// See [`Contracts`](crate::contracts::Contracts) for what they are.
    pub(super) fn of(unusable: Vec<UnusableHandler>, functions: Vec<PlainFunction>, is_partial: bool) -> Self {
        Self {
            unusable: unusable.into_iter().map(|handler| (handler.name.clone(), handler)).collect(),
            functions: functions.into_iter().map(|function| (function.name.clone(), function)).collect(),
            is_partial,
        }
    }

    /// Why `name` is none of `handlers`; silent where it may be one of those that faults hide.
    fn why_not<'h>(&'h self, name: &Spanned<String>, handlers: impl Iterator<Item = &'h String>) -> Option<Finding> {
        if let Some(unusable) = self.unusable.get(&name.value) {
            return Some(match &unusable.reason {
                Unusable::Private => private_handler::function(name, unusable.span),
                Unusable::PrivateModule(module) => private_handler::module(name, unusable.span, module),
                Unusable::Shape(reason) => wrong_handler_shape::used(name, unusable.span, reason),
            });
        }
        if self.is_partial {
            return None;
        }
        if let Some(function) = self.functions.get(&name.value) {
            return Some(unknown_handler::without_attribute(name, function.span));
        }
        let mut known: Vec<_> = handlers.chain(self.unusable.keys()).map(String::as_str).collect();
        known.sort_unstable();
        Some(unknown_handler::finding(name, &known))
    }
}

/// The topologies of a pack, by name.
#[derive(Debug)]
pub(super) struct Topologies {
    ids: HashMap<String, TopologyId>,
    /// False where faults hide the names of some.
    is_whole: bool,
}

impl Topologies {
    /// The names of `topologies`, which are in the order of their ids.
    pub(super) fn of(topologies: &[Topology]) -> Self {
        let name = |topology: &Topology| topology.name.as_ref().map(|name| name.value.clone());
        let ids = topologies.iter().zip((0..).map(TopologyId)).filter_map(|(it, id)| Some((name(it)?, id)));
        let is_whole = topologies.iter().all(|topology| topology.is_whole && topology.name.is_some());
        Self { ids: ids.collect(), is_whole }
    }
}

/// Everything that a topology's file can name.
#[derive(Debug)]
pub(super) struct Names {
    /// Groups.
    pub groups: Groups,
    /// Declared HTTP calls; the id after the last is that of the assumed one.
    pub http: Vec<HttpCall>,
    /// Declared maps of state.
    pub state: Vec<StateMap>,
    /// Handlers; the id after the last is that of the assumed one.
    pub handlers: Vec<Handler>,
    http_ids: HashMap<String, HttpId>,
    handler_ids: HashMap<String, HandlerId>,
    topologies: Topologies,
    others: Others,
    is_whole: bool,
}

impl Names {
    /// The names of a pack; `is_whole` says whether all of `pack.toml` could be read.
    pub(super) fn new(
        groups: Groups,
        http: Vec<HttpCall>,
        state: Vec<StateMap>,
        handlers: Vec<Handler>,
        topologies: Topologies,
        others: Others,
        is_whole: bool,
    ) -> Self {
        let http_ids = http.iter().map(|call| call.name.value.clone()).zip((0..).map(HttpId)).collect();
        let handler_ids =
            handlers.iter().map(|handler| handler.contract.name.clone()).zip((0..).map(HandlerId)).collect();
        Self { groups, http, state, handlers, http_ids, handler_ids, topologies, others, is_whole }
    }

    /// The handler of this name, or an assumed one.
    pub(super) fn handler(&self, name: &Spanned<String>, schemas: &mut Schemas, out: &mut Vec<Finding>) -> HandlerId {
        if let Some(id) = self.handler_ids.get(&name.value) {
            return *id;
        }
        out.extend(self.others.why_not(name, self.handler_ids.keys()));
        self.assumed_handler(name.span, schemas)
    }

    /// The topology of this name; where there is none, that is reported.
    pub(super) fn topology(&self, name: &Spanned<String>, out: &mut Vec<Finding>) -> Option<TopologyId> {
        let id = self.topologies.ids.get(&name.value).copied();
        if id.is_none() && self.topologies.is_whole {
            let mut known: Vec<_> = self.topologies.ids.keys().map(String::as_str).collect();
            known.sort_unstable();
            out.push(unknown_topology::finding(name, &known));
        }
        id
    }

    /// The handler of this name, if there is one.
    pub(super) fn known_handler(&self, name: &str) -> Option<HandlerId> {
        self.handler_ids.get(name).copied()
    }

    /// The declared HTTP call of this name, if there is one.
    pub(super) fn known_http(&self, name: &str) -> Option<HttpId> {
        self.http_ids.get(name).copied()
    }

    /// The map of state of this name; where there is none, that is reported.
    pub(super) fn state(&self, name: &Spanned<String>, out: &mut Vec<Finding>) -> Option<StateId> {
        let found = self.state.iter().zip((0..).map(StateId)).find(|(map, _)| map.name.value == name.value);
        if found.is_none() && self.is_whole {
            out.push(unknown_state::finding(name, self.state.iter().map(|map| map.name.value.as_str())));
        }
        found.map(|(_, id)| id)
    }

    /// A handler that takes and gives anything.
    pub(super) fn assumed_handler(&self, span: Span, schemas: &mut Schemas) -> HandlerId {
        schemas.assumed_handler.get_or_insert(span);
        HandlerId(u32::try_from(self.handlers.len()).expect("sources below 4 GiB hold fewer handlers than bytes"))
    }

    /// The declared HTTP call of this name, or an assumed one.
    pub(super) fn http(&self, name: &Spanned<String>, schemas: &mut Schemas, out: &mut Vec<Finding>) -> HttpId {
        if let Some(id) = self.http_ids.get(&name.value) {
            return *id;
        }
        if self.is_whole {
            let declared = self.http.iter().map(|call| call.name.value.as_str());
            out.push(unknown_http_call::finding(name, declared));
        }
        schemas.assumed_http.get_or_insert(name.span);
        HttpId(u32::try_from(self.http.len()).expect("sources below 4 GiB hold fewer calls than bytes"))
    }
}

/// An HTTP call that takes and gives anything.
pub(super) fn assumed_call(span: Span, schemas: &mut Schemas) -> HttpCall {
    HttpCall {
        name: Spanned::new(String::new(), span),
        // It may change something: nobody calls a node of it unused.
        method: "POST".to_owned(),
        base: HttpBase::Literal(Spanned::new(ASSUMED_BASE.to_owned(), span)),
        path: Vec::new(),
        query: indexmap::IndexMap::new(),
        input: schemas.add(any(span)),
        output: schemas.add(any(span)),
        timeout_ms: 1,
    }
}
