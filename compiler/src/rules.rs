//! The rule table: every way in which a pack can be wrong, its code, its page and, where it is a check over the resolved
//! pack, its function.
//!
//! One rule is two files, `rules/<group>/<rule>.rs` and `<rule>.md`. The page says what the rule does, why, and what to write
//! instead; its examples are its tests.

use crate::{
    check::Cx,
    diagnostic::{Finding, Label, Level},
    source::Span,
};

pub mod bug;
pub mod catalogue;
pub mod expressions;
pub mod handlers;
pub mod parse;
pub mod schemas;
pub mod security;
pub mod tests_of_packs;
pub mod topology;

#[cfg(test)]
mod tests;

/// One way in which a pack can be wrong.
#[derive(Debug)]
pub struct Rule {
    /// `PW` and four digits, of which the first two are the group's.
    pub code: &'static str,
    /// The fault in kebab case; reads well after "allow …".
    pub name: &'static str,
    /// What it belongs to.
    pub group: Group,
    /// How bad it is.
    pub level: Level,
    /// One line on the fault.
    pub summary: &'static str,
    /// The page which `packwright explain` prints, in Markdown.
    pub page: &'static str,
    /// Who finds it.
    pub found_by: FoundBy,
}

/// What rules are about; the hundreds of the codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// `PW00`: the TOML and JSON files themselves.
    Parse,
    /// `PW01`: the Rust handlers.
    Handlers,
    /// `PW02`: JSON Schemas.
    Schemas,
    /// `PW03`: topologies and their nodes.
    Topology,
    /// `PW04`: references and expressions.
    Expressions,
    /// `PW05`: the tool catalogue.
    Catalogue,
    /// `PW06`: deployment and security.
    Security,
    /// `PW07`: the pack's own tests.
    Tests,
    /// `PW09`: faults of packwright itself.
    Bug,
}

/// The phase that finds a fault.
#[derive(Clone, Copy, Debug)]
pub enum FoundBy {
    /// Reading the TOML and JSON files.
    Parse,
    /// Reading the Rust sources, or asking them for their schemas.
    Contracts,
    /// Turning names into ids.
    Resolve,
    /// This function over the resolved pack.
    Check(fn(&Cx<'_>, &mut Vec<Finding>)),
    /// Inferring the types of expressions.
    Inference,
    /// Comparing what would be emitted with the ledger.
    Published,
    /// Making the server's crate and building it.
    Build,
}

impl Rule {
    /// A finding of this rule at `span`; `message` is one lower-case phrase naming the author's things in backticks.
    pub fn finding(&self, span: Span, message: impl Into<String>) -> Finding {
        Finding {
            code: self.code,
            level: self.level,
            message: message.into(),
            primary: Label { span, text: String::new() },
            labels: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }
}

impl Group {
    /// The two digits after `PW`.
    pub fn digits(self) -> &'static str {
        match self {
            Self::Parse => "00",
            Self::Handlers => "01",
            Self::Schemas => "02",
            Self::Topology => "03",
            Self::Expressions => "04",
            Self::Catalogue => "05",
            Self::Security => "06",
            Self::Tests => "07",
            Self::Bug => "09",
        }
    }
}

/// The rule of this code or name, in any case.
pub fn find(text: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.code.eq_ignore_ascii_case(text) || rule.name.eq_ignore_ascii_case(text))
}

/// The candidate that `text` is most likely a slip of.
///
/// A slip changes at most a third of the letters; of several, the nearest wins, then the first.
pub(crate) fn similar<'c>(text: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let distance = |candidate: &'c str| (strsim::damerau_levenshtein(text, candidate), candidate);
    let (distance, candidate) = candidates.into_iter().map(distance).min_by_key(|(distance, _)| *distance)?;
    (distance <= text.chars().count().max(3) / 3).then_some(candidate)
}

/// Every rule, by code.
pub static RULES: &[&Rule] = &[
    &parse::toml_syntax::TOML_SYNTAX,
    &parse::unknown_key::UNKNOWN_KEY,
    &parse::missing_key::MISSING_KEY,
    &parse::wrong_type::WRONG_TYPE,
    &parse::invalid_name::INVALID_NAME,
    &parse::duplicate_name::DUPLICATE_NAME,
    &parse::invalid_value::INVALID_VALUE,
    &parse::unread_file::UNREAD_FILE,
    &handlers::unknown_handler::UNKNOWN_HANDLER,
    &handlers::private_handler::PRIVATE_HANDLER,
    &handlers::wrong_handler_shape::WRONG_HANDLER_SHAPE,
    &handlers::duplicate_handler::DUPLICATE_HANDLER,
    &handlers::rust_error::RUST_ERROR,
    &handlers::stale_contracts::STALE_CONTRACTS,
    &handlers::rust_syntax::RUST_SYNTAX,
    &handlers::wrong_attribute::WRONG_ATTRIBUTE,
    &schemas::invalid_schema::INVALID_SCHEMA,
    &schemas::unsupported_keyword::UNSUPPORTED_KEYWORD,
    &schemas::unresolved_ref::UNRESOLVED_REF,
    &schemas::input_not_object::INPUT_NOT_OBJECT,
    &schemas::rejected_example::REJECTED_EXAMPLE,
    &schemas::refused_by_models::REFUSED_BY_MODELS,
    &topology::unknown_node::UNKNOWN_NODE,
    &topology::cycle::CYCLE,
    &topology::unreachable_node::UNREACHABLE_NODE,
    &topology::several_responses::SEVERAL_RESPONSES,
    &topology::kind_disagrees::KIND_DISAGREES,
    &topology::empty_topology::EMPTY_TOPOLOGY,
    &topology::unused_node::UNUSED_NODE,
    &topology::unknown_http_call::UNKNOWN_HTTP_CALL,
    &topology::unknown_topology::UNKNOWN_TOPOLOGY,
    &topology::exclusive_join::EXCLUSIVE_JOIN,
    &topology::overlapping_converge::OVERLAPPING_CONVERGE,
    &topology::untaken_branch::UNTAKEN_BRANCH,
    &topology::silent_path::SILENT_PATH,
    &topology::not_a_list::NOT_A_LIST,
    &topology::missing_case::MISSING_CASE,
    &topology::impossible_case::IMPOSSIBLE_CASE,
    &topology::undeclared_recursion::UNDECLARED_RECURSION,
    &topology::unsafe_retry::UNSAFE_RETRY,
    &topology::overlong_timeout::OVERLONG_TIMEOUT,
    &topology::unanswerable_wait::UNANSWERABLE_WAIT,
    &topology::needless_compensation::NEEDLESS_COMPENSATION,
    &topology::rejected_value::REJECTED_VALUE,
    &topology::unproven_edge::UNPROVEN_EDGE,
    &topology::shared_idempotency_key::SHARED_IDEMPOTENCY_KEY,
    &topology::unread_idempotency_key::UNREAD_IDEMPOTENCY_KEY,
    &topology::needless_retry::NEEDLESS_RETRY,
    &topology::tangled_flow::TANGLED_FLOW,
    &expressions::invalid_expression::INVALID_EXPRESSION,
    &expressions::unknown_field::UNKNOWN_FIELD,
    &expressions::not_a_scalar::NOT_A_SCALAR,
    &expressions::possibly_absent::POSSIBLY_ABSENT,
    &expressions::wrong_operand::WRONG_OPERAND,
    &expressions::condition_not_boolean::CONDITION_NOT_BOOLEAN,
    &expressions::constant_comparison::CONSTANT_COMPARISON,
    &expressions::failing_arithmetic::FAILING_ARITHMETIC,
    &expressions::risky_arithmetic::RISKY_ARITHMETIC,
    &expressions::unknown_function::UNKNOWN_FUNCTION,
    &expressions::undeclared_field::UNDECLARED_FIELD,
    &catalogue::tool_name_collision::TOOL_NAME_COLLISION,
    &catalogue::unknown_group::UNKNOWN_GROUP,
    &catalogue::unknown_config::UNKNOWN_CONFIG,
    &catalogue::ledger_entry::LEDGER_ENTRY,
    &catalogue::http_placeholder::HTTP_PLACEHOLDER,
    &catalogue::no_tool::NO_TOOL,
    &catalogue::unused_http_input::UNUSED_HTTP_INPUT,
    &catalogue::changed_version::CHANGED_VERSION,
    &catalogue::overlong_description::OVERLONG_DESCRIPTION,
    &catalogue::unknown_state::UNKNOWN_STATE,
    &catalogue::unused_state::UNUSED_STATE,
    &catalogue::invalid_cron::INVALID_CRON,
    &catalogue::silent_cron::SILENT_CRON,
    &catalogue::rejected_trigger::REJECTED_TRIGGER,
    &security::plain_http::PLAIN_HTTP,
    &security::runtime_dependency::RUNTIME_DEPENDENCY,
    &security::path_outside_pack::PATH_OUTSIDE_PACK,
    &tests_of_packs::unknown_in_test::UNKNOWN_IN_TEST,
    &tests_of_packs::rejected_in_test::REJECTED_IN_TEST,
    &tests_of_packs::empty_test::EMPTY_TEST,
    &tests_of_packs::failed_test::FAILED_TEST,
    &bug::internal::INTERNAL,
];
