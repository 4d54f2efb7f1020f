//! The metaschema's word on keywords that the parser does not read yet.

use packwright_runtime_min::json::Value;

use crate::{FaultKind, SchemaFault, fault::Invalid};

/// Adds what the metaschema has against `document`, except where the parser has found a fault of the value already.
///
/// Takes milliseconds the first time, so it is called only for documents that are refused anyway.
#[cold]
pub(crate) fn add_faults(document: &Value<'_>, faults: &mut Vec<SchemaFault>) {
    // A number beyond f64 cannot be handed over; the document is refused for the other fault all the same.
    let Ok(document) = serde_json::from_slice(&document.to_json()) else { return };
    for error in jsonschema::draft202012::meta::validator().iter_errors(&document) {
        let pointer = keyword_of(error.instance_path().as_str());
        let keyword = pointer.rsplit('/').next().unwrap_or_default().to_owned();
        let known = |fault: &SchemaFault| {
            matches!(fault.kind, FaultKind::Invalid(_)) && (fault.pointer == pointer || inside(pointer, &fault.pointer))
        };
        if !faults.iter().any(known) {
            let kind = FaultKind::Invalid(Invalid::Metaschema(error.to_string()));
            faults.push(SchemaFault { pointer: pointer.to_owned(), keyword, kind });
        }
    }
}

/// The keyword in whose value the place is: `/required/1` is in `/required`.
fn keyword_of(mut pointer: &str) -> &str {
    while let Some((parent, last)) = pointer.rsplit_once('/')
        && last.bytes().all(|byte| byte.is_ascii_digit())
    {
        pointer = parent;
    }
    pointer
}

fn inside(pointer: &str, outer: &str) -> bool {
    pointer.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'))
}
