//! An order as callers see it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An order.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Eq, Serialize)]
pub struct Order {
    /// The order's number, as printed on the invoice.
    pub order_id: String,
    /// How far it is.
    pub status: Status,
    /// The day it was placed, as YYYY-MM-DD.
    pub placed_on: String,
    /// How many things it is for.
    pub items: u32,
    /// The total in hundredths of the currency.
    pub total_cents: u64,
    /// The currency's ISO 4217 code.
    pub currency: String,
}

/// How far an order is: processing, shipped, delivered, returned or cancelled.
// The variants have no comments of their own: with them, schemars says `oneOf` with a `const` each, where `enum` says it all.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Processing,
    Shipped,
    Delivered,
    Returned,
    Cancelled,
}

impl Status {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "processing" => Self::Processing,
            "shipped" => Self::Shipped,
            "delivered" => Self::Delivered,
            "returned" => Self::Returned,
            "cancelled" => Self::Cancelled,
            _ => return None,
        })
    }
}
