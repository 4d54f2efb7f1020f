//! The pack as its author wrote it: plain data, a place for everything, names not yet looked up.
//!
//! Comes from `parse`, which has said what is missing or wrong; an absent `Option` is an absent (or refused) key. Read by
//! `resolve` only.

use indexmap::IndexMap;
use serde_json::Value;

use crate::{
    expression::Expr,
    model::{Kind, LedgerEntry, OnItemError, Retry, SchemaFile, SchemaSource, StateAccess, Statuses, UrlPart},
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
    /// The tests of `tests/*.toml`, in path order.
    pub tests: Vec<Test>,
}

/// A test with names as they are written.
pub type Test = crate::model::test::Test<String, String, String>;

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
    /// Declared maps of state.
    pub state: Vec<StateMap>,
}

/// `[state.<name>]`.
#[derive(Clone, Debug)]
pub struct StateMap {
    /// Its name.
    pub name: Spanned<String>,
    /// The schema of its values.
    pub value: Option<SchemaSource>,
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
    /// Milliseconds for a whole run.
    pub timeout: Option<Spanned<u64>>,
    /// How deep it may call itself.
    pub recursion: Option<Spanned<u32>>,
    /// The arguments' schema.
    pub input: Option<SchemaSource>,
    /// Whether that schema is there and could not be read: then nobody knows the arguments.
    pub hides_input: bool,
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
    /// What it gets; for a response node, what it answers; for a transform, what it makes.
    pub input: Template,
    /// Nodes that come before it without giving data.
    pub after: Vec<Spanned<String>>,
    /// The list whose items it works on, one after the other or together.
    pub each: Option<Each>,
    /// The pages that it reads until there are no more.
    pub pages: Option<Pages>,
    /// The node that its failure for good enters.
    pub on_error: Option<Spanned<String>>,
    /// What takes its effect back.
    pub compensate: Option<Compensate>,
    /// How failures are tried again.
    pub retry: Option<Spanned<Retry>>,
    /// Milliseconds for one attempt.
    pub timeout: Option<Spanned<u64>>,
    /// The statuses that are no failure of its HTTP call.
    pub success: Option<Statuses>,
    /// What tells the other side that it is the same call again.
    pub idempotency_key: Option<IdempotencyKey>,
}

/// `idempotency_key = …`.
#[derive(Clone, Debug)]
pub struct IdempotencyKey {
    /// The value.
    pub span: Span,
    /// The text; none where it is made of the run, the node and the item.
    pub text: Option<Template>,
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
    /// Makes a value of others.
    Transform,
    /// Takes one of several ways.
    Switch(Switch),
    /// Has the output of the first of these nodes that is done.
    Converge(Vec<Spanned<String>>),
    /// Waits for an answer from outside.
    Wait(Wait),
    /// Waits for a time.
    Timer(Moment),
    /// Runs the topology of this name.
    Topology(Spanned<String>),
    /// Reads or writes a value of the pack's state.
    State(StateUse),
    /// The author said none of these, or several; `parse` has reported it.
    Unclear,
}

/// `state = "…"` and what goes with it; what is put is the node's input.
#[derive(Clone, Debug)]
pub struct StateUse {
    /// The map.
    pub map: Spanned<String>,
    /// What is done.
    pub access: StateAccess,
    /// The key, a text.
    pub key: Template,
    /// What has to be there.
    pub expect: Option<Template>,
    /// Whether it is put when the run completes, and not before.
    pub at_end: bool,
}

/// A place where one value is asked for: a condition, a list, a moment.
#[derive(Clone, Debug)]
pub struct Given {
    /// What stands there.
    pub template: Template,
    /// The TOML value.
    pub span: Span,
}

/// `switch = …`.
#[derive(Clone, Debug)]
pub struct Switch {
    /// What decides.
    pub decision: Decision,
    /// The way that is taken where no other is; `"end"` is a name here.
    pub default: Option<Spanned<String>>,
}

/// What a switch decides by.
#[derive(Clone, Debug)]
pub enum Decision {
    /// A value, and what it may be.
    Value {
        /// The value.
        value: Given,
        /// The members of `cases`, in the author's order: a value as text, and the node it enters.
        cases: Vec<(Spanned<String>, Spanned<String>)>,
    },
    /// Conditions, the first of which that holds wins.
    Conditions(Vec<(Given, Spanned<String>)>),
}

/// `wait = …`.
#[derive(Clone, Debug)]
pub struct Wait {
    /// The answer's schema.
    pub answer: Option<SchemaSource>,
    /// Until when.
    pub deadline: Option<Moment>,
    /// The node that is entered where no answer came.
    pub on_timeout: Option<Spanned<String>>,
}

/// A time to come.
#[derive(Clone, Debug)]
pub enum Moment {
    /// So many milliseconds after the node began.
    After(u64),
    /// What an expression gives: a duration from then, or a timestamp.
    At(Given),
    /// It could not be read, which is reported.
    Unclear,
}

/// `for = …` and what goes with it.
#[derive(Clone, Debug)]
pub struct Each {
    /// The list.
    pub list: Given,
    /// What an item is called.
    pub item: Spanned<String>,
    /// How many are worked on together.
    pub concurrency: u32,
    /// Whether the output is in the list's order.
    pub ordered: bool,
    /// What an item that fails for good means.
    pub on_item_error: OnItemError,
    /// What the outputs are made into.
    pub reduce: Option<Reduce>,
}

/// `reduce` and `initial`.
#[derive(Clone, Debug)]
pub struct Reduce {
    /// The next value, of `acc` and `item`.
    pub next: Given,
    /// The first.
    pub initial: Template,
}

/// `paginate = { … }`.
#[derive(Clone, Debug)]
pub struct Pages {
    /// Its key.
    pub span: Span,
    /// The cursor after a page.
    pub next: Given,
    /// The first cursor.
    pub start: Template,
    /// The items of a page.
    pub items: Given,
    /// More pages than this are a failure.
    pub max_pages: u32,
    /// More items than this are a failure.
    pub max_items: u32,
}

/// `compensate = { … }`.
#[derive(Clone, Debug)]
pub struct Compensate {
    /// Its key.
    pub span: Span,
    /// A handler or an HTTP call.
    pub kind: NodeKind,
    /// What it gets.
    pub input: Template,
    /// The statuses that are no failure of its HTTP call.
    pub success: Option<Statuses>,
}

/// A JSON value with expressions in it.
#[derive(Clone, Debug)]
pub enum Template {
    /// No expression inside.
    Literal(Value),
    /// A list with expressions in it.
    Array(Vec<Template>),
    /// An object with expressions in it.
    Object(Vec<(String, Template)>),
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
