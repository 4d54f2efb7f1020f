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
pub async fn find(input: Place) -> Place {
    let shared = std::rc::Rc::new(input);
    std::future::ready(()).await;
    Place { city: shared.city.clone() }
}

fn main() {}
