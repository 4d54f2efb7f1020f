#![allow(unused)]

use packwright_runtime_min::{Cx, HandlerError, handler, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema, Serialize)]
pub struct Place {
    pub city: String,
}

/// Finds.
#[handler]
pub fn find(Place { city }: Place) -> String {
    city
}

fn main() {}
