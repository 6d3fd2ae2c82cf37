//! Stylesheets of a grammar of CSS that are compiled.

use chiasma::property;
use chiasma_grammar::grammar;
use subject_grass::run;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_stylesheet_of_a_grammar_compiles_or_has_an_error(
    #[from(grammar("css3.g4", "stylesheet"))] stylesheet: &str,
) -> Result<(), String> {
    run(stylesheet).map(drop)
}
