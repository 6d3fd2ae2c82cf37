//! Stylesheets that are compiled.

use chiasma::property;
use chiasma_formats::scss;
use subject_grass::run;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_stylesheet_compiles_or_has_an_error(
    #[from(scss::stylesheets().errors(ERRORS))] stylesheet: &str,
) -> Result<(), String> {
    run(stylesheet).map(drop)
}

/// How often the generator makes a mistake on purpose.
const ERRORS: f64 = 0.002;

#[test]
fn a_stylesheet_is_compiled() {
    assert_eq!(run("$a: 1px; a { b { c: $a + 1 } }").unwrap().css, "a b {\n  c: 2px;\n}\n");
    assert!(run("a { b: $c }").is_err());
}
