//! `PW00`: the TOML and JSON files themselves.

pub mod duplicate_name;
pub mod invalid_name;
pub mod invalid_value;
pub mod missing_key;
pub mod toml_syntax;
pub mod unknown_key;
pub mod unread_file;
pub mod wrong_type;
