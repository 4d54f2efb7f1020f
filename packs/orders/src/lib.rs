//! One tool over a table of orders: a pack without topologies.

use packwright_runtime_min::{HandlerError, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub mod order;
mod table;

use order::Order;

/// Which order.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LookupOrder {
    /// The order's number, such as A-1001.
    #[schemars(length(min = 1, max = 32))]
    pub order_id: String,
}

/// Looks up one order: its status, the day it was placed, and its total.
#[tool(id = "acme.lookup-order", title = "Look up an order", effects(reads("orders")), mutating = false)]
pub fn lookup_order(input: LookupOrder) -> Result<Order, HandlerError> {
    table::orders().find(|order| order.order_id == input.order_id).ok_or_else(|| {
        let message =
            format!("there is no order `{}`; numbers look like A-1001, with a capital letter", input.order_id);
        HandlerError::permanent("unknown-order", message)
    })
}

#[cfg(test)]
mod tests {
    use super::{LookupOrder, lookup_order, order::Status};

    fn look_up(order_id: &str) -> Result<super::Order, packwright_runtime_min::HandlerError> {
        lookup_order(LookupOrder { order_id: order_id.to_owned() })
    }

    #[test]
    fn a_known_order_is_found() {
        let order = look_up("A-1002").expect("it is in the table");
        assert_eq!((order.status, order.total_cents, order.currency.as_str()), (Status::Shipped, 12_900, "EUR"));
    }

    #[test]
    fn an_unknown_order_is_a_permanent_failure_that_names_it() {
        let error = look_up("Z-9").expect_err("it is not in the table");
        assert_eq!(error.code, "unknown-order");
        assert!(error.message.contains("`Z-9`"), "{}", error.message);
        assert!(matches!(error.class, packwright_runtime_min::handler::FailureClass::Permanent));
    }
}
