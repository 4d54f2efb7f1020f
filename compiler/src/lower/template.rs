//! Templates as pieces of JSON text.
//!
//! ```text
//! { city = "${args.city}", n = 1 }   becomes   Json({"city":)  Value(args.city)  Json(,"n":1})
//! { t = "in ${args.city}!" }         becomes   Json({"t":"in ) Scalar(args.city) Json(!"})
//! ```

use crate::{
    check::graph::references,
    ir::{Piece, Reference, Root},
    model::{self, NodeId, Template, TextPart},
};

/// The pieces of `template`; neighbouring texts are one piece. `reference` resolves what a reference reads.
pub(super) fn pieces(template: &Template, reference: &dyn Fn(&model::Reference) -> Reference) -> Vec<Piece> {
    let mut pieces = Pieces { list: Vec::new(), reference };
    pieces.template(template);
    pieces.list
}

/// The nodes of which `template` reads something.
pub(super) fn nodes_of(template: &Template) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    references(template, &mut |reference, _| match reference.root {
        model::Root::Node(node) | model::Root::Error(node) => nodes.push(node),
        model::Root::Args | model::Root::Token(_) | model::Root::Run | model::Root::Local(_) => {}
    });
    nodes
}

struct Pieces<'a> {
    list: Vec<Piece>,
    reference: &'a dyn Fn(&model::Reference) -> Reference,
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
            Template::Reference(reference) => self.list.push(Piece::Value((self.reference)(reference))),
            Template::Text(parts) => {
                self.json("\"");
                for part in parts {
                    match part {
                        TextPart::Text(text) => self.json(&escaped(text)),
                        TextPart::Reference(reference) => self.list.push(Piece::Scalar((self.reference)(reference))),
                    }
                }
                self.json("\"");
            }
        }
    }

    fn json(&mut self, text: &str) {
        match self.list.last_mut() {
            _ if text.is_empty() => {}
            Some(Piece::Json(json)) => json.push_str(text),
            Some(Piece::Value(_) | Piece::Scalar(_)) | None => self.list.push(Piece::Json(text.to_owned())),
        }
    }
}

/// `text` as it stands between the quotes of a JSON string.
fn escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// What a reference starts from, once nodes have their final places.
pub(super) fn root(root: model::Root, place: impl Fn(model::NodeId) -> usize) -> Root {
    match root {
        model::Root::Args => Root::Args,
        model::Root::Node(id) | model::Root::Error(id) => Root::Output(place(id)),
        model::Root::Token(id) => Root::Token(place(id)),
        model::Root::Run => Root::Run,
        model::Root::Local(local) => Root::Local(local),
    }
}
