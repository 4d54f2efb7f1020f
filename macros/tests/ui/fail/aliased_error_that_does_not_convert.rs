#![allow(unused)]

use packwright_runtime_min::{Cx, HandlerError, handler, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema, Serialize)]
pub struct Place {
    pub city: String,
}

/// A result.
pub type Result<T> = std::result::Result<T, String>;

/// Finds.
#[handler]
pub async fn find(input: Place) -> Result<Place> {
    Ok(input)
}

fn main() {}
