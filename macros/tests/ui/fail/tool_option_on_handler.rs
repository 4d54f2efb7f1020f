#![allow(unused)]

use packwright_runtime_min::{Cx, HandlerError, handler, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema, Serialize)]
pub struct Place {
    pub city: String,
}

/// Finds.
#[handler(title = "Find")]
pub fn find(input: Place) -> Place {
    input
}

fn main() {}
