//! Mutants of made-up packages: embedded, switched, and reported on.

mod report;
mod schema;
mod support;
