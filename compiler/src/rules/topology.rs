//! `PW03`: topologies and their nodes.

pub mod cycle;
pub mod empty_topology;
pub mod exclusive_join;
pub mod impossible_case;
pub mod kind_disagrees;
pub mod missing_case;
pub mod needless_compensation;
pub mod needless_retry;
pub mod not_a_list;
pub mod overlapping_converge;
pub mod overlong_timeout;
pub mod rejected_value;
pub mod several_responses;
pub mod silent_path;
pub mod tangled_flow;
pub mod unanswerable_wait;
pub mod undeclared_recursion;
pub mod unknown_http_call;
pub mod unknown_node;
pub mod unknown_topology;
pub mod unproven_edge;
pub mod unreachable_node;
pub mod unsafe_retry;
pub mod untaken_branch;
pub mod unused_node;
