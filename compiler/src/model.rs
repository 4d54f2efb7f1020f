//! The resolved pack: names have become ids, so references cannot dangle.
//!
//! Comes from `resolve`; read by `check` and `lower`. An id indexes the vector of its kind in [`Pack`].

pub mod test;

use indexmap::IndexMap;
use packwright_runtime_min::handler::FailureClass;

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
    /// A map of [`Pack::state`].
    StateId,
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
    /// Declared maps of state, in the author's order.
    pub state: Vec<StateMap>,
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
    /// The pack's own tests, by file and in the author's order.
    pub tests: Vec<test::Test>,
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

/// A map of the pack's state: values by texts, which outlive runs.
#[derive(Clone, Debug)]
pub struct StateMap {
    /// Its name.
    pub name: Spanned<String>,
    /// The schema of its values.
    pub value: SchemaId,
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
    /// Milliseconds for a whole run, where the author limits them.
    pub timeout: Option<Spanned<u64>>,
    /// How deep it may call itself, where the author says that it does.
    pub recursion: Option<Spanned<u32>>,
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
    /// What it gets; for a response node, what it answers; for a transform, what it makes.
    pub input: Template,
    /// Nodes named in `after`: order without data.
    pub after: Vec<Spanned<NodeId>>,
    /// The list whose items it works on.
    pub each: Option<Each>,
    /// The pages that it reads until there are no more.
    pub pages: Option<Pages>,
    /// The node that its failure for good enters.
    pub on_error: Option<Target>,
    /// What takes its effect back.
    pub compensate: Option<Compensate>,
    /// How failures are tried again, where they are.
    pub retry: Option<Spanned<Retry>>,
    /// Milliseconds for one attempt, where the author limits them.
    pub timeout: Option<Spanned<u64>>,
    /// The statuses that are no failure of its HTTP call, where the author lists them.
    pub success: Option<Statuses>,
    /// What tells the other side that it is the same call again.
    pub idempotency_key: Option<IdempotencyKey>,
}

/// Statuses of HTTP answers: ascending ranges, first and last, that do not touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statuses(pub Vec<(u16, u16)>);

impl Statuses {
    /// Whether some are not of 2xx: answers without what the call declares.
    pub fn has_others(&self) -> bool {
        self.0.iter().any(|(first, last)| *first < 200 || *last > 299)
    }
}

/// What tells the other side that it is the same call again.
#[derive(Clone, Debug)]
pub struct IdempotencyKey {
    /// Its value.
    pub span: Span,
    /// The text; none where it is made of the run, the node and the item.
    pub text: Option<Template>,
}

/// How long one attempt of a node may take where the author does not say.
const NODE_TIMEOUT_MS: u64 = 30_000;

impl Node {
    /// Milliseconds for one attempt.
    pub fn timeout_ms(&self) -> u64 {
        self.timeout.map_or(NODE_TIMEOUT_MS, |timeout| timeout.value)
    }

    /// Every value that the node's own work is made of, with where it stands; what takes the work back is not among them.
    pub fn places(&self) -> Vec<(Place, &Template)> {
        let mut places = Vec::new();
        match &self.kind {
            NodeKind::Switch(Switch { decision: Decision::Value { value, cases: _ }, default: _ }) => {
                places.push((Place::SwitchValue, &value.template));
            }
            NodeKind::Switch(Switch { decision: Decision::Conditions(conditions), default: _ }) => {
                places.extend(conditions.iter().map(|(when, _)| (Place::Condition, &when.template)));
            }
            NodeKind::Wait(Wait { deadline: Moment::At(at), .. }) | NodeKind::Timer(Moment::At(at)) => {
                places.push((Place::Moment, &at.template));
            }
            NodeKind::Handler(_)
            | NodeKind::Http(_)
            | NodeKind::Response
            | NodeKind::Transform
            | NodeKind::Topology(_) => places.push((Place::Input, &self.input)),
            NodeKind::State(StateUse { map: _, access, key, expect, at_end: _ }) => {
                places.push((Place::Key, key));
                if *access == StateAccess::Put {
                    places.push((Place::Input, &self.input));
                }
                places.extend(expect.iter().map(|expect| (Place::Expected, expect)));
            }
            NodeKind::Converge(_) | NodeKind::Wait(_) | NodeKind::Timer(_) => {}
        }
        if let Some(Each { list, reduce, .. }) = &self.each {
            places.push((Place::List, &list.template));
            if let Some(Reduce { next, initial }) = reduce {
                places.extend([(Place::Initial, initial), (Place::Reduction, &next.template)]);
            }
        }
        if let Some(Pages { next, start, items, .. }) = &self.pages {
            places.extend([(Place::Start, start), (Place::Next, &next.template), (Place::Items, &items.template)]);
        }
        let key = self.idempotency_key.as_ref().and_then(|key| key.text.as_ref());
        places.extend(key.map(|key| (Place::Key, key)));
        places
    }

    /// The ways that lead from the node to others, as they are written.
    pub fn ways(&self) -> Vec<(Way, &Target)> {
        let mut ways = Vec::new();
        match &self.kind {
            NodeKind::Switch(switch) => {
                ways.extend(switch.targets().enumerate().map(|(at, target)| (Way::Branch(at), target)));
            }
            NodeKind::Wait(wait) => ways.extend(wait.on_timeout.iter().map(|target| (Way::TimedOut, target))),
            NodeKind::Handler(_)
            | NodeKind::Http(_)
            | NodeKind::Response
            | NodeKind::Transform
            | NodeKind::Converge(_)
            | NodeKind::Timer(_)
            | NodeKind::Topology(_)
            | NodeKind::State(_) => {}
        }
        ways.extend(self.on_error.iter().map(|target| (Way::Caught, target)));
        ways
    }
}

/// Where a value of a node stands; what it may read and what it has to be depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// `input`, `response`, `transform`; `value` of a node that puts
    Input,
    /// `get`, `put`, `delete`, `idempotency_key`
    Key,
    /// `expect`
    Expected,
    /// `switch = "${…}"`
    SwitchValue,
    /// `when`
    Condition,
    /// `timer`, `deadline`
    Moment,
    /// `for`
    List,
    /// `initial`
    Initial,
    /// `reduce`
    Reduction,
    /// `start` of a pagination
    Start,
    /// `next` of a pagination
    Next,
    /// `items` of a pagination
    Items,
}

/// A way from one node to another that is not always taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A switch took its branch of this number.
    Branch(usize),
    /// The node failed for good.
    Caught,
    /// Nobody answered in time.
    TimedOut,
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
    /// Makes a value of others.
    Transform,
    /// Takes one of several ways.
    Switch(Switch),
    /// Has the output of the one of these nodes that is done.
    Converge(Vec<Spanned<NodeId>>),
    /// Waits for an answer from outside.
    Wait(Wait),
    /// Waits for a time.
    Timer(Moment),
    /// Runs another topology.
    Topology(Spanned<TopologyId>),
    /// Reads or writes a value of the pack's state; what is put is the node's input.
    State(StateUse),
}

/// Reads or writes a value of the pack's state.
#[derive(Clone, Debug)]
pub struct StateUse {
    /// The map.
    pub map: Spanned<StateId>,
    /// What is done.
    pub access: StateAccess,
    /// The key, always a text.
    pub key: Template,
    /// What has to be there for a write; `null` stands for nothing.
    pub expect: Option<Template>,
    /// Whether it is put when the run completes, and not before.
    pub at_end: bool,
}

/// What is done to a value of the pack's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateAccess {
    /// It is read.
    Get,
    /// It becomes another.
    Put,
    /// It is taken away.
    Delete,
}

/// A node that a branch enters; none is `"end"`.
pub type Target = Spanned<Option<NodeId>>;

/// A place where one value is asked for: a condition, a list, a moment.
#[derive(Clone, Debug)]
pub struct Given {
    /// What stands there.
    pub template: Template,
    /// The TOML value.
    pub span: Span,
}

/// Takes one of several ways.
#[derive(Clone, Debug)]
pub struct Switch {
    /// What decides.
    pub decision: Decision,
    /// The way that is taken where no other is.
    pub default: Option<Target>,
}

/// What a switch decides by.
#[derive(Clone, Debug)]
pub enum Decision {
    /// A value, and what it may be.
    Value {
        /// The value.
        value: Given,
        /// Values as texts, in the author's order, and what they enter.
        cases: Vec<(Spanned<String>, Target)>,
    },
    /// Conditions, the first of which that holds wins.
    Conditions(Vec<(Given, Target)>),
}

impl Switch {
    /// Where the branches lead, in their order; the default, if there is one, is the last.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        let (cases, conditions): (&[_], &[_]) = match &self.decision {
            Decision::Value { value: _, cases } => (cases, &[]),
            Decision::Conditions(conditions) => (&[], conditions),
        };
        let cases = cases.iter().map(|(_, target)| target);
        cases.chain(conditions.iter().map(|(_, target)| target)).chain(&self.default)
    }
}

/// Waits for an answer from outside.
#[derive(Clone, Debug)]
pub struct Wait {
    /// The answer's schema.
    pub answer: SchemaId,
    /// Until when.
    pub deadline: Moment,
    /// The node that is entered where no answer came.
    pub on_timeout: Option<Target>,
}

/// A time to come.
#[derive(Clone, Debug)]
pub enum Moment {
    /// So many milliseconds after the node began.
    After(u64),
    /// What an expression gives: a duration from then, or a timestamp.
    At(Given),
}

/// Works on the items of a list.
#[derive(Clone, Debug)]
pub struct Each {
    /// The list.
    pub list: Given,
    /// What an item is called; its index is called the same with `_index`.
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

/// What an item that fails for good means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnItemError {
    /// The node fails.
    Fail,
    /// The output has no such item.
    Skip,
    /// The output says of each item whether it failed.
    Collect,
}

/// Makes one value of many.
#[derive(Clone, Debug)]
pub struct Reduce {
    /// The next value, of `acc` and `item`.
    pub next: Given,
    /// The first.
    pub initial: Template,
}

/// Calls again until there are no more pages.
#[derive(Clone, Debug)]
pub struct Pages {
    /// Its key.
    pub span: Span,
    /// The cursor after a page; `null` or absent after the last.
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

/// Takes an effect back.
#[derive(Clone, Debug)]
pub struct Compensate {
    /// Its key.
    pub span: Span,
    /// What does it.
    pub kind: Undo,
    /// What that gets.
    pub input: Template,
    /// The statuses that are no failure of its HTTP call, where the author lists them.
    pub success: Option<Statuses>,
}

/// What takes an effect back.
#[derive(Clone, Debug)]
pub enum Undo {
    /// A Rust handler.
    Handler(Spanned<HandlerId>),
    /// A declared HTTP call.
    Http(Spanned<HttpId>),
}

/// How failures are tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retry {
    /// Attempts in all, at least 1.
    pub attempts: u32,
    /// Milliseconds before the second attempt.
    pub delay_ms: u64,
    /// How pauses grow.
    pub backoff: Backoff,
    /// The longest pause in milliseconds.
    pub max_delay_ms: u64,
    /// Whether up to half of each pause is taken off.
    pub jitter: bool,
    /// The failures that are tried again, each once.
    pub on: Vec<FailureClass>,
}

/// How the pauses between attempts grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backoff {
    /// Each is twice the one before.
    Exponential,
    /// All are the same.
    Constant,
}

/// A JSON value with expressions in it.
#[derive(Clone, Debug)]
pub enum Template {
    /// No expression inside.
    Literal(serde_json::Value),
    /// A list with expressions in it.
    Array(Vec<Template>),
    /// An object with expressions in it, in the author's order.
    Object(Vec<(String, Template)>),
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
    pub roots: Vec<(String, Root)>,
}

/// What a reference starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The arguments of the run.
    Args,
    /// The output of a node.
    Node(NodeId),
    /// The failure of a node, where that was caught: `errors.charge`.
    Error(NodeId),
    /// The text that answers a waiting node: `tokens.approval`.
    Token(NodeId),
    /// The id of the run: `run.id`.
    Run,
    /// What only this place of the node knows.
    Local(Local),
}

/// What only some places of a node know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Local {
    /// An item of the list.
    Item,
    /// Its index, from 0.
    Index,
    /// Where a page begins.
    Cursor,
    /// The answer with a page in it.
    Page,
    /// What a reduction has so far.
    Acc,
    /// An output that a reduction adds.
    Output,
}

/// One step of a reference.
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
            if let Some(root) = self.root(name) {
                found(root, reference.span);
            }
        });
    }

    /// What a name of it stands for.
    pub fn root(&self, name: &str) -> Option<Root> {
        self.roots.iter().find(|(known, _)| known == name).map(|(_, root)| *root)
    }
}
