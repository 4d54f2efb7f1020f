//! `PW06`: deployment and security.

pub mod path_outside_pack;
pub mod plain_http;
pub mod runtime_dependency;
