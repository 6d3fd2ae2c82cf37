//! The syntax tree of the libFuzzer target as a generator: as it is, and with explicit spans.

use chiasma::adapters::arbitrary;
use chiasma::generators::verbatim;
use chiasma::property;
use subject_oxc::run;
use subject_oxc_fuzz::Program;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_tree_is_minified_or_has_an_error(
    #[from(arbitrary::<Program>())] tree: Program,
) -> Result<(), String> {
    run(&tree.to_string()).map(drop)
}

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_drawn_tree_is_minified_or_has_an_error(tree: Program) -> Result<(), String> {
    run(&tree.to_string()).map(drop)
}

// In this file, since edges are compared within one test binary.
#[property(errors = "invalid")]
#[ignore = "for the lab: it runs what other engines found"]
fn every_given_tree_is_minified_or_has_an_error(
    #[from(verbatim())] program: &str,
) -> Result<(), String> {
    run(program).map(drop)
}
