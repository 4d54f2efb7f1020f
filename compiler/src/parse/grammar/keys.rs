//! What each key of the grammar means and takes, for editors: the readers know more, and say it with a place.

use super::{
    ANSWER, BASE_URL, BRANCH, COMPENSATE, CONFIG, EXPECT, Grammar, HANDLER_STUB, HTTP, HTTP_STUB, NODE, NODES, PACK,
    PAGINATE, RETRY, STATE, STUB_ERROR, TEST, TESTS, TOPOLOGY,
    schema::Takes::{self, *},
};
use crate::{
    model::test::{ANSWER_ENDS, NODE_ENDS, STATES},
    parse::{
        node::{loops, retry},
        test, topology,
    },
};

/// A key of a table.
#[derive(Debug)]
pub(super) struct Key {
    pub name: &'static str,
    pub is_required: bool,
    pub takes: Takes,
    /// What an editor shows.
    pub says: &'static str,
}

/// The keys of a table; those of a kind of node are among the keys of nodes.
pub(super) fn of(grammar: &Grammar) -> &'static [Key] {
    let is = |other: &Grammar| std::ptr::eq(&raw const *grammar, &raw const *other);
    let grammar = if NODES.iter().any(|node| is(&node.grammar)) { &NODE } else { grammar };
    let mut all = ALL.iter().filter(|(other, _)| std::ptr::eq(&raw const *grammar, &raw const **other));
    all.next().map_or(&[], |(_, keys)| keys)
}

/// A key that may be left out.
const fn may(name: &'static str, takes: Takes, says: &'static str) -> Key {
    Key { name, is_required: false, takes, says }
}

/// A key that must be there.
const fn must(name: &'static str, takes: Takes, says: &'static str) -> Key {
    Key { name, is_required: true, takes, says }
}

/// Every table that has a grammar.
pub(super) static ALL: &[(&Grammar, &[Key])] = &[
    (
        &PACK,
        &[
            must("id", Kebab, "The pack's id, such as `weather`: the name of its program."),
            may(
                "namespace",
                Kebab,
                "What the dotted ids of its tools begin with, such as `acme` in `acme.weather-report`.",
            ),
            must("version", Version, "The pack's version, such as `1.0.0`; its tools have it unless they say another."),
            may("description", Sentence, "What the pack is for."),
            may("groups", Groups, "The groups of callers that there are. Each key of the server names some."),
            may("default_groups", Groups, "The groups that may use a tool which names none."),
            may("config", Tables(&CONFIG, "^[a-z][a-z0-9_]{0,63}$"), "What the operator configures, by name."),
            may("http", Tables(&HTTP, "^[a-z][a-z0-9-]{0,63}$"), "HTTP calls that nodes make, by name."),
            may(
                "state",
                Tables(&STATE, "^[a-z][a-z0-9_]{0,63}$"),
                "Values by key that outlive runs and are seen by all topologies, by name.",
            ),
        ],
    ),
    (
        &CONFIG,
        &[
            must("description", Sentence, "What the operator should set it to."),
            may("env", Upper, "The environment variable that sets it. Default: the entry's name in upper case."),
            may("required", Boolean, "Whether the server needs it to start. Default: false."),
        ],
    ),
    (
        &HTTP,
        &[
            may("method", Method, "The HTTP method. Default: GET."),
            must(
                "base_url",
                BaseUrl,
                "Where the service is: a URL, or `{ config = \"…\" }` for one that the operator sets.",
            ),
            may("path", UrlPath, "The path after the base URL, with `{field}` for fields of the input."),
            may("query", Query, "Query parameters by name, with `{field}` for fields of the input."),
            may("timeout", Duration, "How long one call may take. Default: 30s."),
            must("input", Schema, "The JSON Schema of what the call is given."),
            must("output", Schema, "The JSON Schema of what the service answers."),
        ],
    ),
    (
        &STATE,
        &[
            may("description", Sentence, "What is kept in it."),
            must("value", Schema, "The JSON Schema of its values. Keys are texts."),
        ],
    ),
    (&BASE_URL, &[must("config", Named, "The configuration entry that holds the URL.")]),
    (
        &TOPOLOGY,
        &[
            must("name", Kebab, "The topology's name, such as `weather-report`: callers use it."),
            may("title", Sentence, "A title for people. Default: made from the name."),
            must("description", Sentence, "What it does, for the models that choose tools by it."),
            may("version", Version, "Its version. Default: the pack's."),
            may(
                "kind",
                Words(&["query", "command"]),
                "It is derived: a topology with a response node is a query. Said here, it is checked.",
            ),
            may("groups", Groups, "The groups that may use it. Default: the pack's `default_groups`."),
            may("timeout", Duration, "How long a whole run may take."),
            may("recursion", Count(topology::DEEPEST), "How deep it may call itself, through others too."),
            may("input", Schema, "The JSON Schema of its arguments."),
            may("output", Schema, "The JSON Schema of its answer."),
            may("nodes", Nodes, "What it does, by name. References between nodes are the edges."),
        ],
    ),
    (
        &NODE,
        &[
            may("handler", Named, "Calls the Rust function of this name or path."),
            may("http", Named, "Makes the HTTP call of this name."),
            may("response", Template, "Answers the caller with this value."),
            may("transform", Template, "Makes this value of others."),
            may(
                "switch",
                Switch,
                "Takes one of several ways: by a value with `cases`, or by the first condition of a list that holds.",
            ),
            may(
                "converge",
                Converge,
                "Has the output of the first of these nodes that is done; they exclude each other.",
            ),
            may("wait", Schema, "Waits for an answer from outside that fits this JSON Schema."),
            may("timer", Moment, "Waits for a duration such as `5m`, or until what an expression gives."),
            may("topology", Named, "Runs another topology of the pack."),
            may(
                "state",
                Named,
                "Reads or writes a value of this map of the pack's state, with `get`, `put` or `delete`.",
            ),
            may("get", Text, "The key of the value that is read; null where there is none."),
            may("put", Text, "The key of the value that becomes `value`."),
            may("delete", Text, "The key of the value that is taken away."),
            may("value", Template, "The value that is put."),
            may("expect", Template, "What has to be there, null for nothing; else the node fails as a conflict."),
            may(
                "commit",
                Words(&["node", "run"]),
                "When it is put: with the node, or, as a watermark, when the run completes. Default: node.",
            ),
            may("input", Input, "What it is given: a table with `${…}` in it, or one expression."),
            may("after", Texts, "Nodes that must be done before, where no reference says so."),
            may("cases", Cases, "The node that each value of the `switch` enters; \"end\" enters none."),
            may("default", Named, "The node that is entered where nothing else is; \"end\" enters none."),
            may("deadline", Moment, "How long to wait for the answer."),
            may("on_timeout", Named, "The node that is entered when no answer comes."),
            may("for", List, "Does it for each item of this list."),
            may("as", Snake, "What the item is called. Default: `item`; its index is that with `_index`."),
            may("concurrency", Count(loops::MOST_AT_A_TIME), "How many items are under way at a time. Default: 1."),
            may("ordered", Boolean, "Whether outputs are in the order of the list. Default: true."),
            may("on_item_error", Words(&["fail", "skip", "collect"]), "What an item's failure means. Default: fail."),
            may("reduce", Template, "The next value, made of `acc` and `item`: the outputs become one value."),
            may("initial", Template, "What `acc` is before the first item."),
            may("paginate", Table(&PAGINATE), "Asks for page after page; the output is the list of all items."),
            may("retry", Table(&RETRY), "How failures are tried again."),
            may("timeout", Duration, "How long one attempt may take."),
            may("on_error", Named, "The node that is entered when this one fails for good; else the run fails."),
            may("compensate", Table(&COMPENSATE), "What takes its effect back when the run fails later."),
            may(
                "success",
                Statuses,
                "The statuses that are no failure, such as `[\"2xx\", 404]`; beside those of 2xx the output is null. Default: `[\"2xx\"]`.",
            ),
            may(
                "idempotency_key",
                IdempotencyKey,
                "What tells the other side that it is the same call again: a text, or `true` for one made of run, node and item.",
            ),
        ],
    ),
    (
        &BRANCH,
        &[
            must("when", Condition, "The condition, such as `${args.score >= 80}`; `true` for otherwise."),
            must("then", Named, "The node that is entered; \"end\" enters none."),
        ],
    ),
    (
        &PAGINATE,
        &[
            must("next", Expression, "The cursor after a `page`; null or absent at the end."),
            may("start", Template, "The first cursor. Default: null."),
            must("items", Expression, "The items of a `page`."),
            may("max_pages", Count(loops::PAGES.1), "The most pages. Default: 100."),
            may("max_items", Count(loops::ITEMS.1), "The most items. Default: 10000."),
        ],
    ),
    (
        &COMPENSATE,
        &[
            may("handler", Named, "Calls the Rust function of this name or path."),
            may("http", Named, "Makes the HTTP call of this name."),
            may("input", Input, "What it is given."),
            may("success", Statuses, "The statuses that are no failure of the HTTP call. Default: `[\"2xx\"]`."),
        ],
    ),
    (
        &RETRY,
        &[
            must("attempts", Count(retry::MOST_ATTEMPTS), "How many attempts there are, with the first one."),
            may("backoff", Words(&["exponential", "constant"]), "Whether pauses double. Default: exponential."),
            may("delay", Duration, "The pause before the second attempt. Default: 500ms."),
            may("max_delay", Duration, "The longest pause. Default: 1h."),
            may("jitter", Boolean, "Whether pauses vary, so that callers do not come all at once. Default: true."),
            may("on", Failures, "The failures that are tried again. Default: all that may pass."),
        ],
    ),
    (&TESTS, &[must("tests", Tables(&TEST, "^[a-z][a-z0-9-]{0,63}$"), "The tests, by name.")]),
    (
        &TEST,
        &[
            must("topology", Named, "The topology that is run."),
            may("args", Template, "What it is called with. Default: no arguments."),
            may(
                "handlers",
                Several(&HANDLER_STUB),
                "What stands in for handlers, by name: for all calls, or one each.",
            ),
            may("http", Several(&HTTP_STUB), "What stands in for HTTP calls, by name: for all calls, or one each."),
            may("answers", Several(&ANSWER), "Answers to nodes that wait; a node without one is not answered."),
            must("expect", Table(&EXPECT), "What is to come of the run."),
        ],
    ),
    (
        &HANDLER_STUB,
        &[
            may("output", Template, "The call ends with this output."),
            may("error", Table(&STUB_ERROR), "The call fails with this."),
            may("fails", Words(&["timeout", "connection"]), "The call never ends, or finds no connection."),
            may("delay", Duration, "How long the call takes, by the test's own clock."),
        ],
    ),
    (
        &HTTP_STUB,
        &[
            may("status", Status, "The status of the answer. Default: 200."),
            may("body", Template, "The JSON of the answer. Default: an empty body."),
            may("fails", Words(&["timeout", "connection"]), "The call never ends, or finds no connection."),
            may("delay", Duration, "How long the call takes, by the test's own clock."),
        ],
    ),
    (
        &STUB_ERROR,
        &[
            must("code", Named, "The failure's code, such as `unknown-city`."),
            may("message", Named, "The failure's message."),
            may("class", Classes, "Whether the failure may pass. Default: permanent."),
        ],
    ),
    (
        &ANSWER,
        &[
            must("value", Template, "The answer."),
            may("at", Duration, "How long after the node asked it is given. Default: at once."),
            may("gets", Words(ANSWER_ENDS), "What the answer is to come to. Default: taken."),
        ],
    ),
    (
        &EXPECT,
        &[
            may("state", Words(STATES), "How the run ends; `refused` where its arguments are."),
            may("output", Template, "The output, whole."),
            may("output_has", Template, "Members that the output has, among others."),
            may("error", Template, "Members that the error has: `code`, `message`, `node`."),
            may("reply", Template, "Members that the body of the reply has, among others."),
            may("nodes", ByName(NODE_ENDS), "How nodes end."),
            may("attempts", Counts(test::MOST_ATTEMPTS), "How many attempts nodes have."),
            may("before", Pairs, "Pairs of nodes of which the first ends before the second begins."),
            may("compensated", Texts, "The nodes whose effects are taken back, in this order and no others."),
        ],
    ),
];
