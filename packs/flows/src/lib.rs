//! Handlers that do little and write down that they did it: one line a call in `calls.log` of the server's data folder.

use std::{fs::OpenOptions, io::Write};

use packwright_runtime_min::{Cx, HandlerError, handler};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The file's name in the data folder.
pub const FILE: &str = "calls.log";

/// Something to write down.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct Note {
    /// What.
    pub text: String,
}

/// Which attempts of a call fail.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct Trouble {
    /// What is written down.
    pub text: String,
    /// So many attempts fail, as if something were busy.
    #[serde(default)]
    pub busy: u32,
    /// Then it fails for good.
    #[serde(default)]
    pub broken: bool,
}

/// A number to work on.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct Number {
    /// The number; 13 is refused.
    pub value: i64,
}

/// Where a page begins.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct Start {
    /// The first number that is not on a page before; none for the first page.
    pub cursor: Option<i64>,
}

/// Two numbers at a time, up to five.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct Page {
    /// The numbers.
    pub numbers: Vec<i64>,
    /// Where the next page begins; none after the last.
    pub next: Option<i64>,
}

/// Writes a text down.
#[handler(effects(writes("calls")))]
pub fn note(cx: &Cx, input: Note) -> Result<Note, HandlerError> {
    write(cx, &input.text)?;
    Ok(input)
}

/// Writes a text down, with the key by which others know the work again.
#[handler(effects(writes("calls")))]
pub fn book(cx: &Cx, input: Note) -> Result<Note, HandlerError> {
    write(cx, &format!("{} as {}", input.text, cx.idempotency_key()))?;
    Ok(input)
}

/// Writes each attempt down, and fails as often as it is told to.
#[handler(effects(writes("calls")))]
pub fn trouble(cx: &Cx, input: Trouble) -> Result<Note, HandlerError> {
    write(cx, &format!("{} {}", input.text, cx.attempt()))?;
    if cx.attempt() <= input.busy {
        return Err(HandlerError::transient("busy", "try again"));
    }
    if input.broken {
        return Err(HandlerError::permanent("broken", "it cannot be done"));
    }
    Ok(Note { text: input.text })
}

/// Squares a number.
#[handler(effects(writes("calls")))]
pub fn square(cx: &Cx, input: Number) -> Result<Number, HandlerError> {
    write(cx, &format!("square {}", input.value))?;
    match input.value {
        13 => Err(HandlerError::permanent("unlucky", "not this one")),
        value => Ok(Number { value: value * value }),
    }
}

/// Gives a page of numbers.
#[handler(effects(writes("calls")))]
pub fn page(cx: &Cx, input: Start) -> Result<Page, HandlerError> {
    let first = input.cursor.unwrap_or(1);
    write(cx, &format!("page {first}"))?;
    let numbers = (first..first + 2).filter(|number| *number <= 5).collect();
    Ok(Page { numbers, next: (first + 2 <= 5).then_some(first + 2) })
}

fn write(cx: &Cx, line: &str) -> Result<(), HandlerError> {
    let failure = |error: std::io::Error| HandlerError::permanent("unwritable", error.to_string());
    let mut file = OpenOptions::new().create(true).append(true).open(cx.data().join(FILE)).map_err(failure)?;
    file.write_all(format!("{line}\n").as_bytes()).map_err(failure)
}
