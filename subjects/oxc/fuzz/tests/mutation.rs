//! What `mutatis` makes of trees.

#![cfg(feature = "mutatis")]

use subject_fuzzing::samples::assert_mutations_reach_everything;
use subject_oxc_fuzz::Program;

#[test]
fn mutated_programs_have_every_construct() {
    assert_mutations_reach_everything::<Program>(&[
        include_str!("../src/classes.rs"),
        include_str!("../src/expressions.rs"),
        include_str!("../src/functions.rs"),
        include_str!("../src/literals.rs"),
        include_str!("../src/patterns.rs"),
        include_str!("../src/program.rs"),
        include_str!("../src/statements.rs"),
    ]);
}
