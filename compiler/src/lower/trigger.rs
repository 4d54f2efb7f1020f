//! What begins runs without a caller.

use super::{Lowering, template::pieces};
use crate::{
    ir::{On, Piece, Trigger},
    model::{self, Template, Topology},
    names::Names,
};

impl Lowering<'_> {
    /// The triggers of all topologies.
    pub(super) fn triggers(&self) -> Vec<Trigger> {
        let of = |topology| move |trigger| self.trigger(topology, trigger);
        self.pack.topologies.iter().flat_map(|topology| topology.triggers.iter().map(of(topology))).collect()
    }

    fn trigger(&self, topology: &Topology, trigger: &model::Trigger) -> Trigger {
        let model::Trigger { name, on, args } = trigger;
        Trigger {
            name: format!("{}/{}", topology.name.value, name.value),
            origin: self.origins.of(name.span),
            tool: Names::topology(&self.pack.namespace, &topology.name.value).canonical,
            on: match on {
                model::On::Cron(cron) => On::Cron { cron: *cron, args: constant(&args.template) },
            },
        }
    }
}

/// A template without expressions, as JSON.
fn constant(template: &Template) -> String {
    let pieces = pieces(template, &mut |_, _| unreachable!("the parser takes constants only"));
    let text = |piece| match piece {
        Piece::Json(json) => json,
        Piece::Value(_) | Piece::Scalar(_) | Piece::Computed(_) | Piece::ComputedScalar(_) => String::new(),
    };
    pieces.into_iter().map(text).collect()
}
