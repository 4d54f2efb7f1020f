//! The pack as its author wrote it: plain data, a place for everything, names not yet looked up.
//!
//! Comes from `parse`, which has said what is missing or wrong; an absent `Option` is an absent (or refused) key. Read by
//! `resolve` only.

use indexmap::IndexMap;
use serde_json::Value;

use crate::{
    expression::Expr,
    model::{Kind, LedgerEntry, Retry, SchemaFile, SchemaSource, UrlPart},
    source::{Span, Spanned},
};

/// A pack.
#[derive(Clone, Debug)]
pub struct Pack {
    /// `pack.toml`.
    pub manifest: Manifest,
    /// `topologies/*.toml`, in path order.
    pub topologies: Vec<Topology>,
    /// `schemas/**/*.json`, in path order.
    pub schema_files: Vec<SchemaFile>,
    /// `ledger/*/*.json`, in path order.
    pub ledger: Vec<Ledger>,
}

/// `pack.toml`.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// Its first byte.
    pub file: Span,
    /// False where faults hide parts of the file: then a name that it does not declare may still be in it.
    pub is_whole: bool,
    /// The id.
    pub id: Option<Spanned<String>>,
    /// The first part of dotted ids.
    pub namespace: Option<Spanned<String>>,
    /// The version.
    pub version: Option<semver::Version>,
    /// What the pack is for.
    pub description: Option<String>,
    /// Declared groups.
    pub groups: Vec<Spanned<String>>,
    /// The groups of tools that name none.
    pub default_groups: Option<Vec<Spanned<String>>>,
    /// Operator configuration.
    pub config: Vec<Config>,
    /// Declared HTTP calls.
    pub http: Vec<HttpCall>,
}

/// `[config.<name>]`.
#[derive(Clone, Debug)]
pub struct Config {
    /// Its name.
    pub name: Spanned<String>,
    /// What it is for.
    pub description: String,
    /// The environment variable, where the author names one.
    pub env: Option<Spanned<String>>,
    /// Whether the server needs it.
    pub required: bool,
}

/// `[http.<name>]`.
#[derive(Clone, Debug)]
pub struct HttpCall {
    /// Its name.
    pub name: Spanned<String>,
    /// Upper case.
    pub method: String,
    /// Where it goes.
    pub base: Option<HttpBase>,
    /// The path, cut up.
    pub path: Vec<UrlPart>,
    /// Query parameters, cut up.
    pub query: IndexMap<String, Vec<UrlPart>>,
    /// The input's schema.
    pub input: Option<SchemaSource>,
    /// The answer's schema.
    pub output: Option<SchemaSource>,
    /// Milliseconds for one call.
    pub timeout_ms: u64,
}

/// The base URL of a call.
#[derive(Clone, Debug)]
pub enum HttpBase {
    /// In the pack.
    Literal(Spanned<String>),
    /// The name of a configuration entry.
    Config(Spanned<String>),
}

/// A file of `topologies/`.
#[derive(Clone, Debug)]
pub struct Topology {
    /// False where faults hide parts of the file.
    pub is_whole: bool,
    /// Whether a key or table is there twice, so that one of both is lost.
    pub repeats: bool,
    /// The first byte of its file.
    pub file: Span,
    /// Its name.
    pub name: Option<Spanned<String>>,
    /// A title for people.
    pub title: Option<String>,
    /// What a model reads.
    pub description: Option<String>,
    /// Its version.
    pub version: Option<semver::Version>,
    /// The declared kind.
    pub kind: Option<Spanned<Kind>>,
    /// The groups that may use it.
    pub groups: Option<Vec<Spanned<String>>>,
    /// The arguments' schema.
    pub input: Option<SchemaSource>,
    /// The output's schema.
    pub output: Option<SchemaSource>,
    /// Nodes, in the author's order.
    pub nodes: Vec<Node>,
}

/// `[nodes.<name>]`.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its name.
    pub name: Spanned<String>,
    /// What it does.
    pub kind: NodeKind,
    /// What it gets; for a response node, what it answers.
    pub input: Template,
    /// Nodes that come before it without giving data.
    pub after: Vec<Spanned<String>>,
    /// How failures are tried again.
    pub retry: Retry,
    /// Milliseconds for one attempt.
    pub timeout_ms: u64,
}

/// What a node does.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// Calls the handler of this name.
    Handler(Spanned<String>),
    /// Makes the declared HTTP call of this name.
    Http(Spanned<String>),
    /// Answers the caller.
    Response,
    /// The author said none of these, or several; `parse` has reported it.
    Unclear,
}

/// A JSON value with expressions in it.
#[derive(Clone, Debug)]
pub enum Template {
    /// No expression inside.
    Literal(Value),
    /// A list with expressions in it.
    Array(Vec<Template>),
    /// An object with expressions in it.
    Object(IndexMap<String, Template>),
    /// An expression as the whole text.
    Expression(Expr),
    /// Expressions inside text.
    Text(Vec<TextPart>),
    /// `${…}` that is not an expression; `parse` has reported it.
    Unclear,
}

/// A piece of an interpolated text.
#[derive(Clone, Debug)]
pub enum TextPart {
    /// As written.
    Text(String),
    /// What it says.
    Expression(Expr),
}

/// A file of `ledger/`.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// What it publishes; its groups are still names.
    pub entry: LedgerEntry,
    /// The groups that may see it, where it says so.
    pub groups: Option<Vec<String>>,
}
