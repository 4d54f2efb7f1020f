#![allow(unused)]

use packwright_runtime_min::{Cx, HandlerError, handler, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema, Serialize)]
pub struct Place {
    pub city: String,
}

/// Finds.
#[handler(nme = "find", effects(raeds))]
pub const fn find(cx: &mut Cx) -> u8 {
    1
}

fn main() {}
