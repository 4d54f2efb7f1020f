//! What stands between `${` and `}`.
//!
//! Goes in: the text of a TOML string, escapes undone. Comes out: its pieces, with their places in that text. Refuses to know:
//! which nodes there are, and what is in them.
//!
//! Today an expression is a reference, which is also CEL (the Common Expression Language): `args.city`,
//! `forecast.daily.temperature_2m_max[1]`, `args["per-page"]`. The rest of CEL is refused by name, not by accident.

pub mod parse;
pub mod text;
