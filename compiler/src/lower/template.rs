//! Templates as pieces of JSON text.
//!
//! ```text
//! { city = "${args.city}", n = 1 }   becomes   Json({"city":)  Value(args.city)  Json(,"n":1})
//! { t = "in ${args.city}!" }         becomes   Json({"t":"in ) Scalar(args.city) Json(!"})
//! { n = "${args.n + 1}" }            becomes   Json({"n":)     Computed(args.n + 1) Json(})
//! ```

use crate::{
    expression::Want,
    ir::Piece,
    model::{Expression, Template, TextPart},
};

/// The pieces of `template`; neighbouring texts are one piece. `lower` makes a piece of an expression.
pub(super) fn pieces(template: &Template, lower: &mut dyn FnMut(&Expression, Want) -> Piece) -> Vec<Piece> {
    let mut pieces = Pieces { list: Vec::new(), lower };
    pieces.template(template);
    pieces.list
}

struct Pieces<'a> {
    list: Vec<Piece>,
    lower: &'a mut dyn FnMut(&Expression, Want) -> Piece,
}

impl Pieces<'_> {
    fn template(&mut self, template: &Template) {
        match template {
            Template::Literal(value) => self.json(&value.to_string()),
            Template::Array(items) => {
                self.json("[");
                for (idx, item) in items.iter().enumerate() {
                    self.json(if idx == 0 { "" } else { "," });
                    self.template(item);
                }
                self.json("]");
            }
            Template::Object(members) => {
                self.json("{");
                for (idx, (name, member)) in members.iter().enumerate() {
                    self.json(if idx == 0 { "" } else { "," });
                    self.json(&serde_json::Value::from(name.as_str()).to_string());
                    self.json(":");
                    self.template(member);
                }
                self.json("}");
            }
            Template::Expression(expression) => self.expression(expression, Want::Value),
            Template::Text(parts) => {
                self.json("\"");
                for part in parts {
                    match part {
                        TextPart::Text(text) => self.json(&escaped(text)),
                        TextPart::Expression(expression) => self.expression(expression, Want::Scalar),
                    }
                }
                self.json("\"");
            }
        }
    }

    fn expression(&mut self, expression: &Expression, want: Want) {
        let piece = (self.lower)(expression, want);
        self.list.push(piece);
    }

    fn json(&mut self, text: &str) {
        match self.list.last_mut() {
            _ if text.is_empty() => {}
            Some(Piece::Json(json)) => json.push_str(text),
            Some(Piece::Value(_) | Piece::Scalar(_) | Piece::Computed(_) | Piece::ComputedScalar(_)) | None => {
                self.list.push(Piece::Json(text.to_owned()));
            }
        }
    }
}

/// `text` as it stands between the quotes of a JSON string.
fn escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}
