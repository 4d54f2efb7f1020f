#![allow(unused)]

use packwright_runtime_min::{Cx, HandlerError, handler, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema, Serialize)]
pub struct Place {
    pub city: String,
}

/// An input.
#[derive(Deserialize)]
pub struct Wish {
    pub city: String,
}

/// Finds.
#[handler]
pub fn find(input: Wish) -> String {
    input.city
}

fn main() {}
