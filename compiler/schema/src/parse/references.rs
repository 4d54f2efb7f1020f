//! `$ref`: from texts to indices, and the proof that following them ends.

use std::collections::HashMap;

use packwright_runtime_min::validate::nearest;

use super::{Parser, values};
use crate::{
    FaultKind, NodeIdx, SchemaFault,
    fault::NotGenerated,
    ir::{Form, Keywords},
};

/// How many `$ref`s with siblings may apply to one value, each through the one before. A validator calls itself for each,
/// and this times the depth of a document has to fit the smallest stack. References alone are followed at compile time.
const LONGEST_CHAIN: usize = 8;

/// How far following the references of a node has come.
#[derive(Clone, Copy)]
enum Visit {
    Not,
    Underway,
    /// With the number of references with siblings from this node on.
    Done {
        references: usize,
    },
}

impl Parser {
    /// Resolves every `$ref`, then refuses those from which there is no end.
    pub(super) fn resolve_references(&mut self) {
        if self.references.is_empty() {
            return;
        }
        let places: HashMap<String, NodeIdx> =
            (0..).map(NodeIdx).zip(&self.nodes).map(|(idx, node)| (node.pointer.clone(), idx)).collect();
        for (idx, reference) in std::mem::take(&mut self.references) {
            match resolve(&reference, &places) {
                Ok(target) => self.keywords_mut(idx).reference = Some(target),
                Err(kind) => self.fault_at_reference(idx, kind),
            }
        }
        self.refuse_endless_references();
    }

    /// Follows every chain of references once. In-place applicators other than `$ref` do not exist yet; each new one is an
    /// edge here too.
    fn refuse_endless_references(&mut self) {
        let mut visits = vec![Visit::Not; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let mut chain = Vec::new();
            let mut next = Some(start);
            while let Some(idx) = next {
                match visits[idx] {
                    Visit::Not => {
                        visits[idx] = Visit::Underway;
                        chain.push(idx);
                        next = self.target(idx);
                    }
                    Visit::Underway => {
                        let first = chain.iter().position(|seen| *seen == idx).unwrap_or(0);
                        self.refuse_cycle(&chain[first..]);
                        break;
                    }
                    Visit::Done { references: _ } => break,
                }
            }
            for idx in chain.into_iter().rev() {
                visits[idx] = Visit::Done { references: self.references_from(idx, &visits) };
            }
        }
    }

    /// How many references with siblings apply to a value of node `idx`, of whose target that is known.
    fn references_from(&mut self, idx: usize, visits: &[Visit]) -> usize {
        let Some(target) = self.target(idx) else { return 0 };
        let further = if let Visit::Done { references } = visits[target] { references } else { 0 };
        let references = further + usize::from(self.asserts_itself(idx));
        if references > LONGEST_CHAIN && further <= LONGEST_CHAIN {
            self.fault_at_reference(index(idx), FaultKind::RefChain { limit: LONGEST_CHAIN });
        }
        references
    }

    fn refuse_cycle(&mut self, cycle: &[usize]) {
        let mut chain: Vec<String> = cycle.iter().map(|idx| self.nodes[*idx].pointer.clone()).collect();
        chain.extend(chain.first().cloned());
        self.fault_at_reference(index(cycle[0]), FaultKind::RefCycle { chain });
    }

    fn target(&self, idx: usize) -> Option<usize> {
        match &self.nodes[idx].form {
            Form::Keywords(keywords) => keywords.reference.map(|target| target.0 as usize),
            Form::Any | Form::Never => None,
        }
    }

    fn asserts_itself(&self, idx: usize) -> bool {
        matches!(&self.nodes[idx].form, Form::Keywords(keywords) if keywords.asserts_itself())
    }

    fn keywords_mut(&mut self, idx: NodeIdx) -> &mut Keywords {
        match &mut self.nodes[idx.0 as usize].form {
            Form::Keywords(keywords) => keywords,
            Form::Any | Form::Never => unreachable!("a boolean schema has no `$ref`"),
        }
    }

    fn fault_at_reference(&mut self, idx: NodeIdx, kind: FaultKind) {
        let pointer = format!("{}/$ref", self.nodes[idx.0 as usize].pointer);
        self.faults.push(SchemaFault { pointer, keyword: "$ref".to_owned(), kind });
    }
}

fn index(idx: usize) -> NodeIdx {
    NodeIdx(u32::try_from(idx).expect("indices of nodes fit"))
}

/// The node at which `reference` points.
fn resolve(reference: &str, places: &HashMap<String, NodeIdx>) -> Result<NodeIdx, FaultKind> {
    let Some(fragment) =
        reference.strip_prefix('#').filter(|fragment| fragment.is_empty() || fragment.starts_with('/'))
    else {
        return Err(FaultKind::NotGenerated(NotGenerated::Reference(reference.to_owned())));
    };
    let found = percent_decoded(fragment).and_then(|pointer| places.get(&canonical(&pointer)));
    found.copied().ok_or_else(|| {
        let mut pointers: Vec<&str> = places.keys().map(String::as_str).collect();
        pointers.sort_unstable();
        let near = nearest(fragment, pointers).map(|near| format!("#{near}"));
        FaultKind::UnresolvedRef { reference: reference.to_owned(), near }
    })
}

/// The pointer with the escapes that [`values::escape_pointer`] writes: `~01` and the like stay what they are.
fn canonical(pointer: &str) -> String {
    let segments = pointer.split('/').map(|segment| values::escape_pointer(&values::unescape_pointer(segment)));
    segments.collect::<Vec<_>>().join("/")
}

/// A fragment with its `%XX` decoded; none if that is no text.
fn percent_decoded(fragment: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = fragment.as_bytes();
    while let [byte, others @ ..] = rest {
        rest = others;
        if *byte != b'%' {
            bytes.push(*byte);
            continue;
        }
        let [high, low, others @ ..] = rest else { return None };
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        bytes.push(digit(*high)? * 16 + digit(*low)?);
        rest = others;
    }
    String::from_utf8(bytes).ok()
}
