//! What `mutatis` makes of trees.

#![cfg(feature = "mutatis")]

use subject_fuzzing::samples::assert_mutations_reach_everything;
use subject_roxmltree_fuzz::Document;

#[test]
fn mutated_documents_have_every_construct() {
    assert_mutations_reach_everything::<Document>(&[
        include_str!("../src/declarations.rs"),
        include_str!("../src/text.rs"),
        include_str!("../src/tree.rs"),
    ]);
}
