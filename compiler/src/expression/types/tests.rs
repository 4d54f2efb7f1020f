//! Types of made-up values.
