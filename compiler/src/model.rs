//! The resolved pack: names have become ids, so references cannot dangle.
//!
//! Comes from `resolve`; read by `check` and `lower`. An id indexes the vector of its kind in [`Pack`].

use indexmap::IndexMap;

use crate::{
    contracts::{HandlerContract, package::Package},
    expression::Expr,
    source::{Places, Span, Spanned},
};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index of the vector of its kind.
            pub fn idx(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A topology of [`Pack::topologies`].
    TopologyId,
    /// A node of its [`Topology::nodes`].
    NodeId,
    /// A handler of [`Pack::handlers`].
    HandlerId,
    /// A declared HTTP call of [`Pack::http`].
    HttpId,
    /// A group of [`Pack::groups`].
    GroupId,
    /// A schema of [`Pack::schemas`].
    SchemaId,
    /// A configuration entry of [`Pack::config`].
    ConfigId,
}

/// A pack with all references resolved.
#[derive(Clone, Debug)]
pub struct Pack {
    /// The id: the binary's name.
    pub id: Spanned<String>,
    /// What it is for, if the author says so.
    pub description: Option<String>,
    /// The first part of dotted ids; the id where the author gives none.
    pub namespace: String,
    /// The version.
    pub version: semver::Version,
    /// Groups that keys may name, in the author's order; never empty (`default` where none is declared).
    pub groups: Vec<String>,
    /// Operator configuration, in the author's order.
    pub config: Vec<Config>,
    /// Declared HTTP calls, in the author's order.
    pub http: Vec<HttpCall>,
    /// The pack's crate; none where the pack has no Rust.
    pub package: Option<Package>,
    /// Handlers of the crate, in name order.
    pub handlers: Vec<Handler>,
    /// Topologies, in name order.
    pub topologies: Vec<Topology>,
    /// Handlers offered as tools, in name order.
    pub tools: Vec<HandlerTool>,
    /// Every schema of the pack and of its contracts.
    pub schemas: Vec<SchemaSource>,
    /// `schemas/**/*.json`: what they may refer to, in path order.
    pub schema_files: Vec<SchemaFile>,
    /// The ledger: published tools, by dotted id then version.
    pub ledger: Vec<LedgerEntry>,
}

/// A handler of the pack's crate.
#[derive(Clone, Debug)]
pub struct Handler {
    /// What its Rust says.
    pub contract: HandlerContract,
    /// The input's schema.
    pub input: SchemaId,
    /// The output's schema.
    pub output: SchemaId,
}

/// A configuration entry.
#[derive(Clone, Debug)]
pub struct Config {
    /// Its name.
    pub name: Spanned<String>,
    /// What it is for.
    pub description: String,
    /// The environment variable.
    pub env: String,
    /// Whether the server needs it.
    pub required: bool,
}

/// A declared HTTP call.
#[derive(Clone, Debug)]
pub struct HttpCall {
    /// Its name.
    pub name: Spanned<String>,
    /// `GET` or `POST`…, upper case.
    pub method: String,
    /// Where it goes.
    pub base: HttpBase,
    /// The path with `{field}` placeholders, cut up.
    pub path: Vec<UrlPart>,
    /// Query parameters, in the author's order.
    pub query: IndexMap<String, Vec<UrlPart>>,
    /// The input's schema.
    pub input: SchemaId,
    /// The answer's schema.
    pub output: SchemaId,
    /// Milliseconds for one call, body included.
    pub timeout_ms: u64,
}

/// The base URL of a call.
#[derive(Clone, Debug)]
pub enum HttpBase {
    /// In the pack.
    Literal(Spanned<String>),
    /// The operator's; where the entry is optional and unset, the call's output is `null`.
    Config(ConfigId),
}

/// A piece of a path or a query value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UrlPart {
    /// As written.
    Text(String),
    /// The input field of this name.
    Field(Spanned<String>),
}

/// A topology.
#[derive(Clone, Debug)]
pub struct Topology {
    /// Its bare name.
    pub name: Spanned<String>,
    /// A title for people.
    pub title: String,
    /// What a model reads.
    pub description: String,
    /// Its version; the pack's where none is given.
    pub version: semver::Version,
    /// The declared kind, if any.
    pub declared_kind: Option<Spanned<Kind>>,
    /// Groups that may use it; never empty.
    pub groups: Vec<GroupId>,
    /// The arguments' schema.
    pub input: SchemaId,
    /// The output's schema, where declared.
    pub output: Option<SchemaId>,
    /// Nodes, in the author's order.
    pub nodes: Vec<Node>,
}

/// Whether a tool answers or works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It has a response node.
    Query,
    /// It has none.
    Command,
}

impl Topology {
    /// The kind as derived: a topology with a response node is a query.
    pub fn kind(&self) -> Kind {
        if self.nodes.iter().any(|node| matches!(node.kind, NodeKind::Response)) { Kind::Query } else { Kind::Command }
    }
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its name in the topology.
    pub name: Spanned<String>,
    /// What it does.
    pub kind: NodeKind,
    /// What it gets; for a response node, what it answers.
    pub input: Template,
    /// Nodes named in `after`: order without data.
    pub after: Vec<Spanned<NodeId>>,
    /// How failures are tried again.
    pub retry: Retry,
    /// Milliseconds for one attempt.
    pub timeout_ms: u64,
}

/// What a node does.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// Calls a Rust handler.
    Handler(Spanned<HandlerId>),
    /// Makes a declared HTTP call.
    Http(Spanned<HttpId>),
    /// Answers the caller.
    Response,
}

/// How failures are tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// Attempts in all, at least 1.
    pub attempts: u32,
    /// Milliseconds before the second attempt.
    pub backoff_ms: u64,
}

/// A JSON value with expressions in it.
#[derive(Clone, Debug)]
pub enum Template {
    /// No expression inside.
    Literal(serde_json::Value),
    /// A list with expressions in it.
    Array(Vec<Template>),
    /// An object with expressions in it, in the author's order.
    Object(IndexMap<String, Template>),
    /// `"${…}"` as the whole text: keeps the type of what it says.
    Expression(Expression),
    /// Text with `${…}` inside it: scalars are written out.
    Text(Vec<TextPart>),
}

/// A piece of an interpolated text.
#[derive(Clone, Debug)]
pub enum TextPart {
    /// As written.
    Text(String),
    /// The scalar it says.
    Expression(Expression),
}

/// An expression whose names are resolved.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it says.
    pub expr: Expr,
    /// What its names stand for, in the order of first appearance.
    pub roots: IndexMap<String, Root>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The arguments of the run.
    Args,
    /// The output of a node.
    Node(NodeId),
}

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// An object's member.
    Field(String),
    /// An array's item, from 0.
    Index(u32),
}

/// A handler offered as a tool.
#[derive(Clone, Debug)]
pub struct HandlerTool {
    /// The handler.
    pub handler: HandlerId,
    /// The bare name.
    pub name: String,
    /// A title for people.
    pub title: String,
    /// The version.
    pub version: semver::Version,
    /// Groups that may use it; never empty.
    pub groups: Vec<GroupId>,
    /// The arguments' schema.
    pub input: SchemaId,
    /// The output's schema.
    pub output: SchemaId,
}

/// A schema as written, and where.
#[derive(Clone, Debug)]
pub struct SchemaSource {
    /// The document.
    pub json: serde_json::Value,
    /// Where its owner is (the TOML table, or the Rust function).
    pub span: Span,
    /// The places of its parts; empty for contracts' schemas.
    pub places: Places,
}

/// A file of `schemas/`, which schemas refer to.
#[derive(Clone, Debug)]
pub struct SchemaFile {
    /// Its path in the pack, by which they do.
    pub path: String,
    /// Its first byte.
    pub span: Span,
    /// What it says; none where that could not be read, which is reported.
    pub source: Option<SchemaSource>,
}

/// A published version of a tool.
#[derive(Clone, Debug)]
pub struct LedgerEntry {
    /// The first byte of its file.
    pub span: Span,
    /// The dotted id.
    pub dotted_id: String,
    /// The version.
    pub version: semver::Version,
    /// The frozen ToolManifest.
    pub manifest: serde_json::Value,
    /// Whether it carries `unregisteredAt`.
    pub retired: bool,
    /// Groups that may see it, from the manifest's `packwright.groups` metadata.
    pub groups: Vec<GroupId>,
}

impl Expression {
    /// What it reads, with the place of each reference, in the author's order.
    pub fn reads(&self, found: &mut impl FnMut(Root, Span)) {
        self.expr.names(&mut |name, reference| {
            if let Some(root) = self.roots.get(name) {
                found(*root, reference.span);
            }
        });
    }
}
