//! What stands between `${` and `}`: CEL (the Common Expression Language), typed by JSON Schemas.
//!
//! Goes in: the text of a TOML string, escapes undone. Comes out: its pieces, the trees of its expressions, and of each tree a type
//! and the code that computes it. Refuses to know: which nodes there are; names and what they stand for are an [`Env`]'s.
//!
//! ```text
//! text      text::pieces            "in ${args.city}"            -> 'in ', <args.city>
//! parse     parse::parse            text, places                 -> tree::Expr, or a Fault with its place
//! infer     infer::infer_as         Expr, Want, Env, findings    -> Typed: a types::Type and a code::Code
//! schema    Type::schema            Type                         -> a JSON Schema document that stands alone
//! print     emit::expressions       Code, where roots are        -> a Rust function that returns what its caller asks for
//! ```
//!
//! Places where others have expressions (conditions, list sources, keys) make an [`Env`] with their own roots, say what they
//! [`Want`] and get a [`Typed`] by [`infer_as`]; the code of that is printed by `emit::expressions::function`.

pub mod parse;
pub mod text;
pub mod tree;

pub mod types;

pub mod code;
pub mod env;
pub mod infer;

mod cel;
mod reference;
mod tokens;

pub use self::{
    code::{Code, Repr},
    env::Env,
    infer::{Typed, Want, infer, infer_as},
    tree::Expr,
    types::Type,
};
