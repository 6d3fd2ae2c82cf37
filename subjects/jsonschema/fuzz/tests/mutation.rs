//! What `mutatis` makes of trees.

#![cfg(feature = "mutatis")]

use subject_fuzzing::samples::assert_mutations_reach_everything;
use subject_jsonschema_fuzz::Document;

#[test]
fn mutated_schemas_have_every_construct() {
    assert_mutations_reach_everything::<Document>(&[
        include_str!("../src/keywords.rs"),
        include_str!("../src/pattern.rs"),
        include_str!("../src/tree.rs"),
        include_str!("../src/values.rs"),
    ]);
}
