#![allow(unused)]

use packwright_runtime_min::{Cx, HandlerError, handler, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema, Serialize)]
pub struct Place {
    pub city: String,
}

/// An error.
pub struct Lost;

/// Finds.
#[handler]
pub async fn find(input: Place) -> Result<Place, Lost> {
    Err(Lost)
}

fn main() {}
