//! The pack's handlers that are tools, one a file.

pub(crate) mod lookup_place;
