//! The lowered pack: what the emitters print, with every question answered.
//!
//! Comes from `lower`; read by `emit`. Names are final, orders are final, places are texts an author can open. Nothing here
//! can fail, and nothing here knows TOML, spans or findings.

use std::fmt;

use packwright_schema::{Plan, Schema};
use serde_json::Value;

use crate::{contracts::Effect, expression::Code};
pub use crate::{
    model::{Kind, Retry, Step},
    names::Names,
};

/// One server: everything a build emits.
#[derive(Debug)]
pub struct Server {
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
        let tools = self.tools.iter().flat_map(|tool| [Some(&tool.input), tool.output.as_ref()]);
        let calls = self.http.iter().flat_map(|call| [&call.input, &call.output]);
        tools.flatten().map(|checked| &checked.plan).chain(calls)
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

/// A topology's nodes in an order in which every node comes after those it needs.
#[derive(Debug)]
pub struct Graph {
    /// The nodes. Indices in [`Node::after`] and [`Root::Output`] point into this list.
    pub nodes: Vec<Node>,
    /// The node whose output is the reply.
    pub response: Option<usize>,
}

/// One node.
#[derive(Debug)]
pub struct Node {
    /// Its name in the topology.
    pub name: String,
    /// The function that runs it, unique in its topology.
    pub ident: String,
    /// The function that makes its input, unique in its topology.
    pub input_ident: String,
    /// Where it is declared.
    pub origin: Origin,
    /// What it does.
    pub action: Action,
    /// What it gets; for a response, what it answers.
    pub input: Vec<Piece>,
    /// Nodes it waits for, ascending; each index is lower than its own.
    pub after: Vec<usize>,
    /// Those of `after` whose outputs it reads, ascending.
    pub reads: Vec<usize>,
    /// How failures are tried again.
    pub retry: Retry,
    /// Milliseconds for one attempt.
    pub timeout_ms: u64,
}

/// What a node does.
#[derive(Debug)]
pub enum Action {
    /// Calls a Rust handler.
    Handler(HandlerCall),
    /// Makes the declared call of this index in [`Server::http`].
    Http(usize),
    /// Answers the caller with its input.
    Response,
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
    /// Calls `found` with each step that its code names.
    pub fn steps<'p>(&'p self, found: &mut impl FnMut(&'p Step)) {
        match self {
            Self::Json(_) => {}
            Self::Value(reference) | Self::Scalar(reference) => reference.path.iter().for_each(found),
            Self::Computed(computed) | Self::ComputedScalar(computed) => {
                computed.code.each_part(&mut |part| part.path().iter().for_each(&mut *found));
            }
        }
    }

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
    /// The output of the node of this index.
    Output(usize),
    /// What the place has beside these: an item of a loop, a failure.
    Local(usize),
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
