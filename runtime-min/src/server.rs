//! The generated server's other half: everything that is the same for all packs.

pub mod definition;
pub mod http;
