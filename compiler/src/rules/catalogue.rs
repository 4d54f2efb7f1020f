//! `PW05`: the tool catalogue.

pub mod changed_version;
pub mod http_placeholder;
pub mod invalid_cron;
pub mod ledger_entry;
pub mod no_tool;
pub mod overlong_description;
pub mod rejected_trigger;
pub mod silent_cron;
pub mod tool_name_collision;
pub mod unknown_config;
pub mod unknown_group;
pub mod unknown_state;
pub mod unused_http_input;
pub mod unused_state;
