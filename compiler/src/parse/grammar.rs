//! Which keys each table has, as data.
//!
//! The readers name their table's grammar; the answer to an unknown key is found here.

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
    keys: &["id", "namespace", "version", "description", "groups", "default_groups", "config", "http"],
    planned: &["secrets", "limits", "reply", "defaults", "store", "state"],
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

/// A topology's file.
pub(crate) static TOPOLOGY: Grammar = Grammar {
    name: "a topology",
    header: "the top of a topology's file",
    keys: &["name", "title", "description", "version", "kind", "groups", "input", "output", "nodes"],
    planned: &[
        "on_error",
        "triggers",
        "idempotency_key",
        "timeout",
        "state",
        "rate_limit",
        "limits",
        "requires_confirmation",
    ],
};

/// `[nodes.<name>]`.
pub(crate) static NODE: Grammar = Grammar {
    name: "a node",
    header: "`[nodes.<name>]` of a topology",
    keys: &["handler", "http", "response", "input", "after", "retry", "timeout"],
    planned: &[
        "transform",
        "switch",
        "join",
        "converge",
        "for",
        "paginate",
        "wait",
        "timer",
        "topology",
        "when",
        "on_error",
        "compensate",
        "state",
        "rate_limit",
        "secrets",
    ],
};

/// A response node.
pub(crate) static RESPONSE: Grammar =
    Grammar { name: "a response node", header: "a response node", keys: &["response", "after"], planned: &["when"] };

/// `retry = { … }`.
pub(crate) static RETRY: Grammar = Grammar {
    name: "a retry",
    header: "`retry` of a node",
    keys: &["attempts", "backoff", "delay"],
    planned: &["on", "jitter", "max_delay"],
};

/// All of them.
pub(crate) static GRAMMARS: &[&Grammar] = &[&PACK, &CONFIG, &HTTP, &BASE_URL, &TOPOLOGY, &NODE, &RETRY];

/// Where else than in `here` a key of this name belongs, and whether it is in this version.
pub(crate) fn elsewhere(key: &str, here: &Grammar) -> Option<(&'static Grammar, Availability)> {
    // Whoever writes `timeout` in a response node has found the right kind of table.
    if here.header == RESPONSE.header {
        return None;
    }
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
