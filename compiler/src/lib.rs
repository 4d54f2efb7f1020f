//! packwright: from a pack's sources to checked manifests, schemas and one server binary.
