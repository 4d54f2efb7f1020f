//! The lowered pack: what the emitters print, with every question answered.
//!
//! Comes from `lower`; read by `emit`. Names are final, orders are final, places are texts an author can open. Nothing here
//! can fail, and nothing here knows TOML, spans or findings.

use std::fmt;

use packwright_schema::{Plan, Schema};
use serde_json::Value;

use crate::{contracts::Effect, expression::Code};
pub use crate::{
    model::{Backoff, Kind, Local, OnItemError, Retry, StateAccess, Statuses, Step, Way},
    names::Names,
};

/// What a generated program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It serves.
    Serve,
    /// It runs the pack's tests: handlers may be stubbed in it.
    Test,
}

/// One server: everything a build emits.
#[derive(Debug)]
pub struct Server {
    /// What the program is for.
    pub purpose: Purpose,
    /// The pack's id; the binary's name.
    pub pack: String,
    /// What the pack is for, if its author says so.
    pub description: Option<String>,
    /// The pack's version.
    pub version: semver::Version,
    /// Groups that keys may name, in the author's order.
    pub groups: Vec<String>,
    /// Operator configuration, in the author's order.
    pub config: Vec<Config>,
    /// Declared HTTP calls that some node makes, in the author's order.
    pub http: Vec<HttpCall>,
    /// Declared maps of state that some node uses, in the author's order.
    pub state: Vec<StateMap>,
    /// Every active tool, by canonical id.
    pub tools: Vec<Tool>,
    /// Every version of the ledger, by dotted id and then by version.
    pub ledger: Vec<Published>,
    /// The pack's own crate, if some handler is called.
    pub pack_crate: Option<PackCrate>,
}

impl Server {
    /// The plan of every schema that the server enforces.
    pub fn plans(&self) -> impl Iterator<Item = &Plan> {
        let tools = self.tools.iter().flat_map(|tool| [Some(&tool.input), tool.enforced_output()]);
        let calls = self.http.iter().flat_map(|call| [&call.input, &call.output]);
        let state = self.state.iter().map(|map| &map.value);
        let graphs = self.tools.iter().filter_map(|tool| match &tool.body {
            Body::Topology(graph) => Some(graph),
            Body::Handler(_) => None,
        });
        let waits = graphs.flat_map(Graph::waits).map(|(_, wait)| &wait.answer);
        tools.flatten().map(|checked| &checked.plan).chain(calls).chain(state).chain(waits)
    }
}

/// What the pack's own crate is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackCrate {
    /// The package in its `Cargo.toml`.
    pub package: String,
    /// The library, as Rust paths name it.
    pub library: String,
}

/// A configuration entry.
#[derive(Debug)]
pub struct Config {
    /// Its name in the pack.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// The environment variable.
    pub env: String,
    /// Whether the server needs it.
    pub required: bool,
}

/// A declared HTTP call.
#[derive(Debug)]
pub struct HttpCall {
    /// Its name in the pack.
    pub name: String,
    /// Its name in Rust, in snake case and unique among the calls.
    pub ident: String,
    /// Where it is declared.
    pub origin: Origin,
    /// The method, upper case.
    pub method: String,
    /// Where it goes.
    pub base: HttpBase,
    /// The path after the base URL.
    pub path: Vec<UrlPart>,
    /// Query parameters in order.
    pub query: Vec<(String, Vec<UrlPart>)>,
    /// Milliseconds for one call.
    pub timeout_ms: u64,
    /// What inputs are held against.
    pub input: Plan,
    /// What answers are held against.
    pub output: Plan,
}

/// A map of the pack's state.
#[derive(Debug)]
pub struct StateMap {
    /// Its name in the pack.
    pub name: String,
    /// Its name in Rust, in snake case and unique among the maps.
    pub ident: String,
    /// Where it is declared.
    pub origin: Origin,
    /// What its values are held against.
    pub value: Plan,
}

/// A piece of a path or a query value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UrlPart {
    /// As written.
    Text(String),
    /// The input field of this name.
    Field(String),
}

/// The base URL of a call.
#[derive(Debug)]
pub enum HttpBase {
    /// In the pack.
    Literal(String),
    /// A required configuration entry.
    Config(String),
    /// An optional one: unset means that the call is not made and its output is `null`.
    OptionalConfig(String),
}

/// A tool: a topology, or a handler offered by itself.
#[derive(Debug)]
pub struct Tool {
    /// How callers may name it.
    pub names: Names,
    /// Its name in Rust, in snake case and unique among the tools of its source.
    pub ident: String,
    /// Where it is declared.
    pub origin: Origin,
    /// A title for people.
    pub title: String,
    /// What a model reads.
    pub description: String,
    /// Its version.
    pub version: semver::Version,
    /// Whether it answers or works.
    pub kind: Kind,
    /// Groups that may use it, in the pack's order.
    pub groups: Vec<String>,
    /// What its nodes do to the world: the union, in order of first appearance.
    pub effects: Vec<Effect>,
    /// Whether any node changes anything.
    pub mutating: bool,
    /// The arguments' schema.
    pub input: Checked,
    /// The output's schema, where declared.
    pub output: Option<Checked>,
    /// What runs.
    pub body: Body,
}

/// A schema in its forms: to be shown, to be read and to be enforced.
#[derive(Debug)]
pub struct Checked {
    /// The document, as callers see it.
    pub document: Value,
    /// What it says.
    pub schema: Schema,
    /// What the validator is printed from.
    pub plan: Plan,
}

/// What a tool runs.
#[derive(Debug)]
pub enum Body {
    /// A graph of nodes.
    Topology(Graph),
    /// One handler, which gets the arguments and whose output is the reply.
    Handler(HandlerCall),
}

/// A topology's nodes in an order in which every node comes after those it needs; compensations come last.
#[derive(Debug)]
pub struct Graph {
    /// The nodes. All indices point into this list.
    pub nodes: Vec<Node>,
    /// The nodes whose output is the reply; at most one of them runs.
    pub responses: Vec<usize>,
    /// Milliseconds for a whole run, where they are limited.
    pub timeout_ms: Option<u64>,
}

/// One node.
#[derive(Debug)]
pub struct Node {
    /// Its name in the topology.
    pub name: String,
    /// Its name in Rust, unique in its topology: the function that does its work.
    pub ident: String,
    /// Where it is declared.
    pub origin: Origin,
    /// What it does.
    pub action: Action,
    /// Nodes that are done before it, ascending; each index is lower than its own.
    pub after: Vec<usize>,
    /// Nodes of which it reads something, ascending; likewise.
    pub reads: Vec<usize>,
    /// The ways that lead to it, any of which enters it; none: it is entered unconditionally.
    pub gates: Vec<Gate>,
    /// Whether another node is entered when it fails for good.
    pub catch: bool,
    /// The node whose effect it takes back.
    pub compensates: Option<usize>,
    /// How failures are tried again, where they are.
    pub retry: Option<Retry>,
    /// Milliseconds for one attempt.
    pub timeout_ms: u64,
    /// What tells the other side that it is the same call again, where it is told.
    pub idempotency_key: Option<IdempotencyKey>,
}

/// A way that leads to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// From which node.
    pub node: usize,
    /// Which of its ways.
    pub way: Way,
}

/// What a node does.
#[derive(Debug)]
pub enum Action {
    /// It works once.
    Work(Work),
    /// It works on each item of a list.
    Each(Each),
    /// It asks for page after page.
    Pages(Pages),
    /// It takes one of several ways.
    Switch(Switch),
    /// It has the output of the one of these that is done.
    Converge(Vec<usize>),
    /// It waits for an answer from outside.
    Wait(Wait),
    /// It waits for a time.
    Timer(Moment),
    /// It runs another topology.
    Topology(Call),
}

/// What is run, and what it gets.
#[derive(Debug)]
pub struct Work {
    /// What it is.
    pub kind: WorkKind,
    /// What it gets; what a response answers, what a transform makes.
    pub input: Made,
    /// Whether it is proven that it accepts that.
    pub is_proven: bool,
}

/// What tells the other side that it is the same call again.
#[derive(Debug)]
pub enum IdempotencyKey {
    /// It is made of the run, the node and the item.
    Run,
    /// This text.
    Text(Made),
}

/// What is run.
#[derive(Debug)]
pub enum WorkKind {
    /// A Rust handler.
    Handler(HandlerCall),
    /// A declared call.
    Http(HttpUse),
    /// The answer to the caller.
    Response,
    /// A value made of others.
    Transform,
    /// A value of the pack's state, read or written.
    State(StateUse),
}

/// How a declared call is made.
#[derive(Debug)]
pub struct HttpUse {
    /// Which call, as an index of [`Server::http`].
    pub call: usize,
    /// The statuses that are no failure, where they are not those of 2xx.
    pub success: Option<Statuses>,
}

/// How a value of the pack's state is read or written; what is put is the input.
#[derive(Debug)]
pub struct StateUse {
    /// Which map, as an index of [`Server::state`].
    pub map: usize,
    /// What is done.
    pub access: StateAccess,
    /// The key.
    pub key: Made,
    /// What has to be there.
    pub expect: Option<Made>,
    /// Whether it is put when the run completes, and not before.
    pub at_end: bool,
}

/// A value that a function of its own makes.
#[derive(Debug)]
pub struct Made {
    /// The function, unique in its topology.
    pub ident: String,
    /// Where the value is written.
    pub origin: Origin,
    /// What it is made of.
    pub pieces: Vec<Piece>,
}

/// A loop over a list.
#[derive(Debug)]
pub struct Each {
    /// The list.
    pub items: Made,
    /// What is done for each.
    pub body: LoopBody,
    /// How many are under way at most.
    pub concurrency: u32,
    /// Whether outputs are in the list's order.
    pub ordered: bool,
    /// What an item's failure means.
    pub on_item_error: OnItemError,
    /// What the outputs are made into.
    pub fold: Option<Fold>,
}

/// What is done for an item.
#[derive(Debug)]
pub enum LoopBody {
    /// This.
    Work(Work),
    /// A run of another topology.
    Topology(Call),
}

/// One value made of many.
#[derive(Debug)]
pub struct Fold {
    /// What it begins with.
    pub initial: Made,
    /// The next value.
    pub step: Made,
}

/// A pagination.
#[derive(Debug)]
pub struct Pages {
    /// What asks for a page.
    pub work: Work,
    /// The first cursor.
    pub start: Made,
    /// The cursor after a page.
    pub next: Made,
    /// The items of a page.
    pub items: Made,
    /// The most pages.
    pub max_pages: u32,
    /// The most items.
    pub max_items: u32,
}

/// What a switch decides by.
#[derive(Debug)]
pub struct Switch {
    /// The function that decides, unique in its topology.
    pub ident: String,
    /// How it does.
    pub decision: Decision,
}

/// How a switch decides.
#[derive(Debug)]
pub enum Decision {
    /// By a value.
    Value {
        /// The value.
        value: Made,
        /// What it may be, in the order of the branches.
        cases: Vec<String>,
        /// Whether anything else takes one branch more.
        has_default: bool,
    },
    /// By conditions in the order of the branches, the first of which that holds wins; else one branch more is taken.
    Conditions(Vec<Made>),
}

/// A wait for an answer.
#[derive(Debug)]
pub struct Wait {
    /// What answers are held against.
    pub answer: Plan,
    /// The static that holds it, unique in its topology.
    pub check_ident: String,
    /// Until when.
    pub deadline: Moment,
    /// Whether silence enters another node.
    pub catch_timeout: bool,
}

/// A time to come.
#[derive(Debug)]
pub struct Moment {
    /// The function that gives it, unique in its topology.
    pub ident: String,
    /// Where it is written.
    pub origin: Origin,
    /// Which it is.
    pub when: When,
}

/// When a time to come is.
#[derive(Debug)]
pub enum When {
    /// So many milliseconds after now.
    After(u64),
    /// What these give: a timestamp, or a duration from now.
    At(Vec<Piece>),
}

/// A run of another topology.
#[derive(Debug)]
pub struct Call {
    /// Its canonical id.
    pub tool: String,
    /// Its arguments.
    pub args: Made,
    /// How deep runs may be nested, where the author says so.
    pub max_depth: Option<u32>,
}

/// How a Rust handler is called.
#[derive(Clone, Debug)]
pub struct HandlerCall {
    /// The path, such as `weather::place::geocode`.
    pub path: String,
    /// Where the function is.
    pub origin: Origin,
    /// `async fn` or `fn`.
    pub is_async: bool,
    /// Whether it takes `&Cx`.
    pub takes_cx: bool,
    /// Whether it takes an input.
    pub takes_input: bool,
    /// Whether it returns a `Result`.
    pub fallible: bool,
}

/// A piece of a node's input: JSON text that is known now, or a value that is known in a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// JSON text.
    Json(String),
    /// The referenced value, byte for byte.
    Value(Reference),
    /// The referenced scalar inside a JSON string.
    Scalar(Reference),
    /// A value that is computed.
    Computed(Computed),
    /// A scalar that is computed, inside a JSON string.
    ComputedScalar(Computed),
}

impl Piece {
    /// Calls `found` with each root that it reads.
    pub fn roots(&self, found: &mut impl FnMut(Root)) {
        match self {
            Self::Json(_) => {}
            Self::Value(reference) | Self::Scalar(reference) => found(reference.root),
            Self::Computed(computed) | Self::ComputedScalar(computed) => {
                computed.roots.iter().for_each(|(_, root)| found(*root));
            }
        }
    }
}

/// An expression that is more than a reference: a function of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Computed {
    /// The function's name, unique in its file.
    pub ident: String,
    /// What it computes.
    pub code: Code,
    /// Where the roots are that it reads, by name.
    pub roots: Vec<(String, Root)>,
    /// As the author wrote it, without `${` and `}`.
    pub written: String,
    /// Where.
    pub origin: Origin,
}

/// A reference into the arguments or into an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Where it starts.
    pub root: Root,
    /// The way from there.
    pub path: Vec<Step>,
    /// As the author wrote it, without `${` and `}`.
    pub written: String,
    /// Where.
    pub origin: Origin,
}

/// Where a reference starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The run's arguments.
    Args,
    /// The output of the node of this index, or why it failed.
    Output(usize),
    /// What only some places of a node know.
    Local(Local),
    /// The token of the waiting node of this index.
    Token(usize),
    /// The run's id.
    Run,
}

/// A frozen version from the ledger.
#[derive(Debug)]
pub struct Published {
    /// The dotted id.
    pub dotted: String,
    /// The version.
    pub version: semver::Version,
    /// The ToolManifest.
    pub manifest: Value,
    /// Whether it is withdrawn.
    pub retired: bool,
    /// Groups that may see it.
    pub groups: Vec<String>,
}

/// A line of a pack's file, printed as `topologies/weather-report.toml:14`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Relative to the pack's folder.
    pub file: String,
    /// From 1.
    pub line: usize,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl Tool {
    /// What answers are held against; none where nothing is declared, or where it is proven that all are what is declared.
    pub fn enforced_output(&self) -> Option<&Checked> {
        let is_proven = match &self.body {
            Body::Handler(_) => false,
            Body::Topology(graph) => {
                graph.responses.iter().all(|idx| graph.nodes[*idx].work().is_some_and(|work| work.is_proven))
            }
        };
        self.output.as_ref().filter(|_| !is_proven)
    }
}

impl Graph {
    /// The nodes that wait for an answer.
    pub fn waits(&self) -> impl Iterator<Item = (&Node, &Wait)> {
        self.nodes.iter().filter_map(|node| match &node.action {
            Action::Wait(wait) => Some((node, wait)),
            Action::Work(_)
            | Action::Each(_)
            | Action::Pages(_)
            | Action::Switch(_)
            | Action::Converge(_)
            | Action::Timer(_)
            | Action::Topology(_) => None,
        })
    }
}

impl Node {
    /// What it runs, once or several times.
    pub fn work(&self) -> Option<&Work> {
        match &self.action {
            Action::Work(work)
            | Action::Each(Each { body: LoopBody::Work(work), .. })
            | Action::Pages(Pages { work, .. }) => Some(work),
            Action::Each(Each { body: LoopBody::Topology(_), .. })
            | Action::Switch(_)
            | Action::Converge(_)
            | Action::Wait(_)
            | Action::Timer(_)
            | Action::Topology(_) => None,
        }
    }

    /// The pieces of all values that are made for it.
    pub fn made(&self) -> Vec<&[Piece]> {
        let mut made: Vec<&[Piece]> = Vec::new();
        made.extend(self.work().map(|work| work.input.pieces.as_slice()));
        if let Some(Work { kind: WorkKind::State(StateUse { map: _, access: _, key, expect, at_end: _ }), .. }) =
            self.work()
        {
            made.extend([key].into_iter().chain(expect).map(|made| made.pieces.as_slice()));
        }
        if let Some(IdempotencyKey::Text(key)) = &self.idempotency_key {
            made.push(&key.pieces);
        }
        made.extend(self.call().map(|call| call.args.pieces.as_slice()));
        match &self.action {
            Action::Each(Each { items, fold, .. }) => {
                made.push(&items.pieces);
                made.extend(fold.iter().flat_map(|fold| [&*fold.initial.pieces, &fold.step.pieces]));
            }
            Action::Pages(Pages { start, next, items, .. }) => {
                made.extend([start, next, items].map(|made| made.pieces.as_slice()));
            }
            Action::Switch(Switch { decision: Decision::Value { value, .. }, .. }) => made.push(&value.pieces),
            Action::Switch(Switch { decision: Decision::Conditions(conditions), .. }) => {
                made.extend(conditions.iter().map(|condition| condition.pieces.as_slice()));
            }
            Action::Wait(Wait { deadline: Moment { when: When::At(pieces), .. }, .. })
            | Action::Timer(Moment { when: When::At(pieces), .. }) => made.push(pieces),
            Action::Work(_) | Action::Converge(_) | Action::Wait(_) | Action::Timer(_) | Action::Topology(_) => {}
        }
        made
    }

    /// The topology that it runs, once or several times.
    pub fn call(&self) -> Option<&Call> {
        match &self.action {
            Action::Topology(call) | Action::Each(Each { body: LoopBody::Topology(call), .. }) => Some(call),
            Action::Each(Each { body: LoopBody::Work(_), .. })
            | Action::Work(_)
            | Action::Pages(_)
            | Action::Switch(_)
            | Action::Converge(_)
            | Action::Wait(_)
            | Action::Timer(_) => None,
        }
    }
}

impl HttpBase {
    /// What the call's effect names as its resource: the host, or the configuration entry that will hold it.
    pub fn resource(&self) -> String {
        match self {
            Self::Literal(url) => url.clone(),
            Self::Config(name) | Self::OptionalConfig(name) => format!("config:{name}"),
        }
    }
}

impl Server {
    /// Tools of the ledger that are gone: every version is withdrawn and the pack defines them no longer. With each, its
    /// versions, highest first.
    pub fn retired(&self) -> impl Iterator<Item = (&str, Vec<&Published>)> {
        let is_gone = |versions: &&[Published]| {
            let is_defined = self.tools.iter().any(|tool| tool.names.dotted == versions[0].dotted);
            !is_defined && versions.iter().all(|version| version.retired)
        };
        let by_tool = self.ledger.chunk_by(|a, b| a.dotted == b.dotted);
        by_tool.filter(is_gone).map(|versions| (versions[0].dotted.as_str(), versions.iter().rev().collect()))
    }
}
