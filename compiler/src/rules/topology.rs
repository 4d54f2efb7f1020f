//! `PW03`: topologies and their nodes.

pub mod cycle;
pub mod empty_topology;
pub mod kind_disagrees;
pub mod response_referenced;
pub mod several_responses;
pub mod unknown_http_call;
pub mod unknown_node;
pub mod unknown_topology;
pub mod unreachable_node;
pub mod unused_node;
