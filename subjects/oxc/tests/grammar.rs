//! Programs of a grammar that are minified.

use chiasma::property;
use chiasma_grammar::grammar;
use subject_oxc::run;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_program_of_a_grammar_is_minified_or_has_an_error(
    #[from(grammar("javascript.g4", "program"))] program: &str,
) -> Result<(), String> {
    run(program).map(drop)
}
