//! JSON Schema 2020-12 as packwright reads it.
//!
//! Goes in: a schema document, and the [`Documents`] it may refer to. Comes out: its [`Schema`] (an arena of faithful nodes) or
//! every [`SchemaFault`]; then a [`Plan`], which says as data what to assert, in what order, for which error. [`interpret`] runs
//! the plan; the compiler's emitter prints the same plan as Rust. The plan's types, predicates, messages and coercion are
//! the runtime's ([`packwright_runtime_min::validate`]), so that both can only agree.
//!
//! Refuses to know: packs, TOML, tokens of Rust, and the network.
//!
//! ```
//! use packwright_runtime_min::{json::Value, validate::Report};
//! use packwright_schema::{Schema, interpret, plan};
//! use serde_json::json;
//!
//! let schema = Schema::parse(&json!({"type": "object", "properties": {"days": {"type": "integer", "maximum": 7}}}))
//!     .expect("the schema has no fault");
//! let mut args = Value::parse(br#"{"days": "9"}"#)?;
//! let mut report = Report::new();
//! interpret(&plan(&schema), &mut args, &mut report);
//! assert_eq!(args.get("days"), Some(&Value::Number("9".into())));
//! assert_eq!(report.violations[0].message, "expected at most 7, got 9");
//! # Ok::<(), packwright_runtime_min::json::SyntaxError>(())
//! ```

pub mod documents;
pub mod fault;
pub mod ir;
pub mod keyword;
pub mod pattern;
mod uri;

pub mod parse;
mod scopes;

pub mod bundle;

pub mod plan;

pub mod example;
pub mod interpret;

pub mod contradiction;
pub mod covers;

pub use bundle::bundle;
pub use contradiction::{Contradiction, contradictions};
pub use covers::{Covers, Exists, Undecided, Witness, common, covers, satisfiable};
pub use documents::Documents;
pub use example::example;
pub use fault::{FaultKind, SchemaFault};
pub use interpret::interpret;
pub use ir::{NodeIdx, Schema};
pub use keyword::Keyword;
pub use packwright_runtime_min::validate::{Type, Types};
pub use parse::Options;
pub use pattern::PatternFault;
pub use plan::{Plan, plan};
