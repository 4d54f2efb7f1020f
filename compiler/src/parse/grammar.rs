//! Which keys each table has, as data.
//!
//! The readers name their table's grammar; the answer to an unknown key is found here.

mod keys;
mod schema;

use packwright_runtime_min::handler::FailureClass;

pub(crate) use self::schema::{File, schema};

/// A table of the language.
#[derive(Debug)]
pub(crate) struct Grammar {
    /// How a sentence names it, such as "a topology".
    pub name: &'static str,
    /// How its header is written.
    pub header: &'static str,
    /// Its keys, in the order in which a page would list them.
    pub keys: &'static [&'static str],
    /// Keys it is going to have.
    pub planned: &'static [&'static str],
}

/// `pack.toml`.
pub(crate) static PACK: Grammar = Grammar {
    name: "pack.toml",
    header: "the top of pack.toml",
    keys: &["id", "namespace", "version", "description", "groups", "default_groups", "config", "http", "state"],
    planned: &["secrets", "limits", "reply", "defaults", "store"],
};

/// `[config.<name>]`.
pub(crate) static CONFIG: Grammar = Grammar {
    name: "a configuration entry",
    header: "`[config.<name>]` of pack.toml",
    keys: &["description", "env", "required"],
    planned: &["default"],
};

/// `[http.<name>]`.
pub(crate) static HTTP: Grammar = Grammar {
    name: "an HTTP call",
    header: "`[http.<name>]` of pack.toml",
    keys: &["method", "base_url", "path", "query", "timeout", "input", "output"],
    planned: &["headers", "auth", "body", "status"],
};

/// `base_url = { config = … }`.
pub(crate) static BASE_URL: Grammar =
    Grammar { name: "a base URL", header: "`base_url` of an HTTP call", keys: &["config"], planned: &[] };

/// `[state.<name>]`.
pub(crate) static STATE: Grammar = Grammar {
    name: "a map of state",
    header: "`[state.<name>]` of pack.toml",
    keys: &["description", "value"],
    planned: &["key", "ttl"],
};

/// A topology's file.
pub(crate) static TOPOLOGY: Grammar = Grammar {
    name: "a topology",
    header: "the top of a topology's file",
    keys: &[
        "name",
        "title",
        "description",
        "version",
        "kind",
        "groups",
        "timeout",
        "recursion",
        "input",
        "output",
        "nodes",
    ],
    planned: &["triggers", "idempotency_key", "rate_limit", "limits", "requires_confirmation"],
};

/// `[nodes.<name>]` of which it is not clear what it does: every key that some node has.
pub(crate) static NODE: Grammar = Grammar {
    name: "a node",
    header: "`[nodes.<name>]` of a topology",
    keys: &[
        "handler",
        "http",
        "response",
        "transform",
        "switch",
        "converge",
        "wait",
        "timer",
        "topology",
        "state",
        "get",
        "put",
        "delete",
        "value",
        "expect",
        "commit",
        "input",
        "after",
        "cases",
        "default",
        "deadline",
        "on_timeout",
        "for",
        "as",
        "concurrency",
        "ordered",
        "on_item_error",
        "reduce",
        "initial",
        "paginate",
        "retry",
        "timeout",
        "on_error",
        "compensate",
        "success",
        "idempotency_key",
    ],
    planned: NODE_PLANNED,
};

/// Keys that nodes are going to have, whatever they do.
const NODE_PLANNED: &[&str] = &["rate_limit", "secrets"];

/// A kind of node: the key which says what it does, and all keys that go with it.
#[derive(Debug)]
pub(crate) struct NodeGrammar {
    /// The key.
    pub action: &'static str,
    /// The keys.
    pub grammar: Grammar,
}

/// Every kind of node.
pub(crate) static NODES: [NodeGrammar; 10] = [
    node("handler", "a node with `handler`", CALL),
    node("http", "a node with `http`", CALL_OF_HTTP),
    node("response", "a response node", &["response", "after"]),
    node(
        "transform",
        "a node with `transform`",
        &[
            "transform",
            "after",
            "for",
            "as",
            "concurrency",
            "ordered",
            "on_item_error",
            "reduce",
            "initial",
            "on_error",
        ],
    ),
    node("switch", "a node with `switch`", &["switch", "cases", "default", "after"]),
    node("converge", "a node with `converge`", &["converge"]),
    node("wait", "a node with `wait`", &["wait", "deadline", "on_timeout", "after"]),
    node("timer", "a node with `timer`", &["timer", "after"]),
    node(
        "topology",
        "a node with `topology`",
        &[
            "topology",
            "input",
            "after",
            "for",
            "as",
            "concurrency",
            "ordered",
            "on_item_error",
            "reduce",
            "initial",
            "on_error",
            "compensate",
        ],
    ),
    node(
        "state",
        "a node with `state`",
        &[
            "state",
            "get",
            "put",
            "delete",
            "value",
            "expect",
            "commit",
            "after",
            "for",
            "as",
            "concurrency",
            "ordered",
            "on_item_error",
            "reduce",
            "initial",
            "on_error",
        ],
    ),
];

const CALL: &[&str] = &[
    "handler",
    "input",
    "after",
    "for",
    "as",
    "concurrency",
    "ordered",
    "on_item_error",
    "reduce",
    "initial",
    "paginate",
    "retry",
    "timeout",
    "on_error",
    "compensate",
    "idempotency_key",
];

const CALL_OF_HTTP: &[&str] = &[
    "http",
    "input",
    "after",
    "for",
    "as",
    "concurrency",
    "ordered",
    "on_item_error",
    "reduce",
    "initial",
    "paginate",
    "retry",
    "timeout",
    "on_error",
    "compensate",
    "success",
    "idempotency_key",
];

const fn node(action: &'static str, name: &'static str, keys: &'static [&'static str]) -> NodeGrammar {
    NodeGrammar { action, grammar: Grammar { name, header: name, keys, planned: NODE_PLANNED } }
}

/// The actions whose nodes have `key`, where it is a key of nodes.
pub(crate) fn actions_with(key: &str) -> Vec<&'static str> {
    NODES.iter().filter(|node| node.grammar.keys.contains(&key)).map(|node| node.action).collect()
}

/// One branch of a `switch` that is a list.
pub(crate) static BRANCH: Grammar =
    Grammar { name: "a branch", header: "a branch of a `switch`", keys: &["when", "then"], planned: &[] };

/// `paginate = { … }`.
pub(crate) static PAGINATE: Grammar = Grammar {
    name: "a pagination",
    header: "`paginate` of a node",
    keys: &["next", "start", "items", "max_pages", "max_items"],
    planned: &[],
};

/// `compensate = { … }`.
pub(crate) static COMPENSATE: Grammar = Grammar {
    name: "a compensation",
    header: "`compensate` of a node",
    keys: &["handler", "http", "input", "success"],
    planned: &["retry", "timeout"],
};

/// `retry = { … }`.
pub(crate) static RETRY: Grammar = Grammar {
    name: "a retry",
    header: "`retry` of a node",
    keys: &["attempts", "backoff", "delay", "max_delay", "jitter", "on"],
    planned: &[],
};

/// A file of tests.
pub(crate) static TESTS: Grammar =
    Grammar { name: "a file of tests", header: "the top of a file of tests", keys: &["tests"], planned: &[] };

/// `[tests.<name>]`.
pub(crate) static TEST: Grammar = Grammar {
    name: "a test",
    header: "`[tests.<name>]` of a file of tests",
    keys: &["topology", "args", "handlers", "http", "answers", "expect"],
    planned: &["now", "config", "topologies", "state"],
};

/// A stub of a handler.
pub(crate) static HANDLER_STUB: Grammar = Grammar {
    name: "a stub of a handler",
    header: "`handlers.<name>` of a test",
    keys: &["output", "error", "fails", "delay"],
    planned: &["when"],
};

/// A stub of an HTTP call.
pub(crate) static HTTP_STUB: Grammar = Grammar {
    name: "a stub of an HTTP call",
    header: "`http.<name>` of a test",
    keys: &["status", "body", "fails", "delay"],
    planned: &["when", "headers"],
};

/// `error = { … }` of a stub.
pub(crate) static STUB_ERROR: Grammar =
    Grammar { name: "a stub's error", header: "`error` of a stub", keys: &["code", "message", "class"], planned: &[] };

/// An answer to a wait.
pub(crate) static ANSWER: Grammar =
    Grammar { name: "an answer", header: "`answers.<node>` of a test", keys: &["value", "at", "gets"], planned: &[] };

/// `expect = { … }`.
pub(crate) static EXPECT: Grammar = Grammar {
    name: "an expectation",
    header: "`expect` of a test",
    keys: &["state", "output", "output_has", "error", "reply", "nodes", "attempts", "before", "compensated"],
    planned: &["holds", "took", "calls"],
};

/// The words for all classes of failures.
pub(crate) fn classes() -> impl Iterator<Item = &'static str> {
    FailureClass::PASSING.iter().chain([&FailureClass::Permanent]).map(|class| class.word())
}

/// All of them.
pub(crate) static GRAMMARS: &[&Grammar] = &[
    &PACK,
    &CONFIG,
    &HTTP,
    &BASE_URL,
    &STATE,
    &TOPOLOGY,
    &NODE,
    &BRANCH,
    &PAGINATE,
    &COMPENSATE,
    &RETRY,
    &TESTS,
    &TEST,
    &HANDLER_STUB,
    &HTTP_STUB,
    &STUB_ERROR,
    &ANSWER,
    &EXPECT,
];

/// Where else than in `here` a key of this name belongs, and whether it is in this version.
pub(crate) fn elsewhere(key: &str, here: &Grammar) -> Option<(&'static Grammar, Availability)> {
    let others = || GRAMMARS.iter().copied().filter(|grammar| grammar.header != here.header);
    let now = others().find(|grammar| grammar.keys.contains(&key)).map(|grammar| (grammar, Availability::Now));
    let planned =
        || others().find(|grammar| grammar.planned.contains(&key)).map(|grammar| (grammar, Availability::Planned));
    now.or_else(planned)
}

/// Whether a key can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Availability {
    /// In this version.
    Now,
    /// In a later one.
    Planned,
}
