//! Names become ids.
//!
//! Goes in: the files as written, and the handlers' contracts. Comes out: a [`Pack`] without a dangling name, and a finding for
//! each name that nothing has. What such a name stood for is *assumed*: a handler or a call that takes and gives anything, so
//! that the checks after this one go on and find nothing that follows from the same slip.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::{
    ast,
    contracts::{Contracts, HandlerContract, Scan},
    diagnostic::Finding,
    model::{
        Config, ConfigId, Handler, HttpBase, HttpCall, LedgerEntry, Pack, SchemaId, SchemaSource, StateMap, TopologyId,
    },
    rules::{catalogue::unknown_config, parse::duplicate_name},
    source::{Places, Span, Spanned},
    workers,
};

mod names;
mod node;
mod template;
mod test;
mod tool;
mod topology;
mod trigger;

#[cfg(test)]
mod tests;

use self::names::{Groups, Names, Others, Topologies};

/// A pack whose names are resolved, and what is known to be missing from it.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The pack.
    pub pack: Pack,
    /// Topologies of which faults hide a part.
    pub incomplete: BTreeSet<TopologyId>,
    /// Whether faults of the Rust sources may hide handlers that are offered as tools.
    pub hides_tools: bool,
}

/// Resolves every name of a pack.
pub fn resolve(ast: ast::Pack, contracts: Contracts, out: &mut Vec<Finding>) -> Resolved {
    let ast::Pack { manifest, topologies, schema_files, ledger, tests } = ast;
    let groups = Groups::of(&manifest, out);
    let version = manifest.version.unwrap_or(semver::Version::new(0, 0, 0));
    let mut schemas = Schemas::default();
    let config = config(manifest.config, manifest.id.as_ref(), out);
    let http = http_calls(manifest.http, manifest.is_whole, &config, &mut schemas, out);
    let handlers = contracts.handlers.into_iter().map(|contract| handler(contract, &mut schemas)).collect();
    let hides_tools = contracts.is_partial || !contracts.unusable.is_empty();
    let others = Others::of(contracts.unusable, contracts.functions, contracts.is_partial);
    let mut ast_topologies = topologies;
    ast_topologies.sort_by(|a, b| name_of(a).cmp(name_of(b)));
    let known = Topologies::of(&ast_topologies);
    let state_map = |ast::StateMap { name, value }| StateMap { value: schemas.add_or_any(value, name.span), name };
    let state = manifest.state.into_iter().map(state_map).collect();
    let names = Names::new(groups, http, state, handlers, known, others, manifest.is_whole);
    let namespace = manifest.namespace.or_else(|| manifest.id.clone()).map(|name| name.value).unwrap_or_default();
    let tools = tool::resolve(&names, &namespace, &version, out);

    report_repetitions(&ast_topologies, out);
    let resolved = workers::map_owned(ast_topologies, |topology| {
        let (mut own, mut found) = (Schemas::default(), Vec::new());
        let topology = topology::resolve(topology, &version, &names, &mut own, &mut found);
        (topology, own, found)
    });
    let mut incomplete = BTreeSet::new();
    let mut topologies = Vec::with_capacity(resolved.len());
    for (id, ((mut topology, is_whole), own, found)) in (0u32..).map(TopologyId).zip(resolved) {
        if !is_whole {
            incomplete.insert(id);
        }
        out.extend(found);
        topology::renumber(&mut topology, schemas.count());
        schemas.append(own);
        topologies.push(topology);
    }

    // What a test says of a topology that is only known in parts follows from the slips there.
    let tests = tests.into_iter().filter_map(|test| test::resolve(test, &topologies, &names, out)).collect();
    let id = manifest.id.unwrap_or_else(|| Spanned::new(String::new(), names.groups.file));
    let ledger = ledger.into_iter().map(|entry| ledger_entry(entry, &names.groups)).collect();
    let Names { groups, mut http, state, mut handlers, .. } = names;
    if let Some(span) = schemas.assumed_handler {
        handlers.push(handler(HandlerContract::assumed(span), &mut schemas));
    }
    if let Some(span) = schemas.assumed_http {
        http.push(names::assumed_call(span, &mut schemas));
    }
    let pack = Pack {
        id,
        description: manifest.description,
        namespace,
        version,
        groups: groups.names,
        config,
        http,
        state,
        package: contracts.package,
        handlers,
        topologies,
        tools,
        schemas: schemas.sources,
        schema_files,
        ledger,
        tests,
    };
    Resolved { pack, incomplete, hides_tools }
}

/// The schemas met so far, by the pack or by one topology, and what was assumed meanwhile.
#[derive(Debug, Default)]
struct Schemas {
    sources: Vec<SchemaSource>,
    /// Where a handler was named first that nobody knows.
    assumed_handler: Option<Span>,
    /// Where an HTTP call was.
    assumed_http: Option<Span>,
}

impl Schemas {
    fn count(&self) -> u32 {
        u32::try_from(self.sources.len()).expect("sources below 4 GiB hold fewer schemas than bytes")
    }

    fn add(&mut self, source: SchemaSource) -> SchemaId {
        let id = SchemaId(self.count());
        self.sources.push(source);
        id
    }

    /// Adds those of a topology, whose ids grow by how many there were before.
    fn append(&mut self, others: Self) {
        let Self { sources, assumed_handler, assumed_http } = others;
        self.sources.extend(sources);
        self.assumed_handler = self.assumed_handler.or(assumed_handler);
        self.assumed_http = self.assumed_http.or(assumed_http);
    }

    /// The schema that the author gave, or one that takes anything in the place of one whose lack is reported.
    fn add_or_any(&mut self, source: Option<SchemaSource>, span: Span) -> SchemaId {
        self.add(source.unwrap_or_else(|| any(span)))
    }
}

/// A schema that takes anything.
fn any(span: Span) -> SchemaSource {
    SchemaSource { json: Value::Bool(true), span, places: Places::default() }
}

fn name_of(topology: &ast::Topology) -> &str {
    topology.name.as_ref().map_or("", |name| &name.value)
}

/// `topologies` is sorted by name, so that repetitions are neighbours, in path order.
fn report_repetitions(topologies: &[ast::Topology], out: &mut Vec<Finding>) {
    let names: Vec<_> = topologies.iter().filter_map(|topology| topology.name.as_ref()).collect();
    for same in names.chunk_by(|a, b| a.value == b.value) {
        for again in &same[1..] {
            out.push(duplicate_name::finding(&again.value, again.span, Some(same[0].span)));
        }
    }
}

/// The configuration entries; two that one variable would set are reported.
fn config(entries: Vec<ast::Config>, pack: Option<&Spanned<String>>, out: &mut Vec<Finding>) -> Vec<Config> {
    let mut first = HashMap::new();
    let mut config = Vec::with_capacity(entries.len());
    for entry in entries {
        let span = entry.env.as_ref().map_or(entry.name.span, |env| env.span);
        let entry = config_entry(entry, pack);
        match first.get(&entry.env) {
            Some(first) => out.push(duplicate_name::variable(&entry.env, span, *first)),
            None => drop(first.insert(entry.env.clone(), span)),
        }
        config.push(entry);
    }
    config
}

fn config_entry(entry: ast::Config, pack: Option<&Spanned<String>>) -> Config {
    let ast::Config { name, description, env, required } = entry;
    let env = env.map_or_else(
        || {
            let pack = pack.map_or("", |id| &id.value);
            format!("{pack}_{}", name.value).to_ascii_uppercase().replace('-', "_")
        },
        |env| env.value,
    );
    Config { name, description, env, required }
}

fn http_calls(
    calls: Vec<ast::HttpCall>,
    is_whole: bool,
    config: &[Config],
    schemas: &mut Schemas,
    out: &mut Vec<Finding>,
) -> Vec<HttpCall> {
    let ids: HashMap<&str, ConfigId> =
        config.iter().map(|entry| entry.name.value.as_str()).zip((0..).map(ConfigId)).collect();
    let mut base = |base, name: &Spanned<String>| match base {
        Some(ast::HttpBase::Literal(url)) => HttpBase::Literal(url),
        Some(ast::HttpBase::Config(entry)) => match ids.get(entry.value.as_str()) {
            Some(id) => HttpBase::Config(*id),
            None => {
                if is_whole {
                    out.push(unknown_config::finding(&entry, ids.keys().copied()));
                }
                HttpBase::Literal(Spanned::new(ASSUMED_BASE.to_owned(), entry.span))
            }
        },
        None => HttpBase::Literal(Spanned::new(ASSUMED_BASE.to_owned(), name.span)),
    };
    let mut resolved = Vec::with_capacity(calls.len());
    for call in calls {
        let ast::HttpCall { name, method, base: written, path, query, input, output, timeout_ms } = call;
        let base = base(written, &name);
        let input = schemas.add_or_any(input, name.span);
        let output = schemas.add_or_any(output, name.span);
        resolved.push(HttpCall { name, method, base, path, query, input, output, timeout_ms });
    }
    resolved
}

/// The base of a call whose own is missing or wrong: one that no rule complains of.
const ASSUMED_BASE: &str = "https://assumed.invalid";

fn handler(contract: HandlerContract, schemas: &mut Schemas) -> Handler {
    let mut add = |json: &Value| schemas.add(SchemaSource { json: json.clone(), ..any(contract.span) });
    let (input, output) = (add(&contract.input), add(&contract.output));
    Handler { contract, input, output }
}

fn ledger_entry(entry: ast::Ledger, groups: &Groups) -> LedgerEntry {
    let ast::Ledger { entry, groups: written } = entry;
    // A published manifest is not edited: a group that is gone since is one that nobody is in.
    let groups = written.map_or_else(|| groups.default.clone(), |written| groups.known(&written));
    LedgerEntry { groups, ..entry }
}

/// Whether the crate has every handler that topologies name: if not, there is a finding, and no reason to build the crate.
pub fn has_all_handlers(pack: &ast::Pack, scan: &Scan) -> bool {
    let known: BTreeSet<&str> = scan.handlers.iter().map(|handler| handler.name.as_str()).collect();
    let nodes = pack.topologies.iter().flat_map(|topology| &topology.nodes);
    let kinds = nodes.flat_map(|node| [Some(&node.kind), node.compensate.as_ref().map(|undo| &undo.kind)]);
    kinds.flatten().all(|kind| match kind {
        ast::NodeKind::Handler(name) => known.contains(name.value.as_str()),
        ast::NodeKind::Http(_)
        | ast::NodeKind::Response
        | ast::NodeKind::Transform
        | ast::NodeKind::Switch(_)
        | ast::NodeKind::Converge(_)
        | ast::NodeKind::Wait(_)
        | ast::NodeKind::Timer(_)
        | ast::NodeKind::Topology(_)
        | ast::NodeKind::State(_)
        | ast::NodeKind::Unclear => true,
    })
}
