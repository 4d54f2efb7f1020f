#![allow(unused)]

use packwright_runtime_min::{Cx, HandlerError, handler, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema, Serialize)]
pub struct Place {
    pub city: String,
}

/// An answer.
#[derive(JsonSchema)]
pub struct Answer {
    pub city: String,
}

/// Finds.
#[handler]
pub async fn find(input: Place) -> Result<Answer, HandlerError> {
    Ok(Answer { city: input.city })
}

fn main() {}
