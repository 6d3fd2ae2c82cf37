//! Programs that are minified.

use chiasma::generators::verbatim;
use chiasma::property;
use chiasma_formats::javascript;
use subject_oxc::run;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_program_is_minified_or_has_an_error(
    #[from(javascript::programs().errors(ERRORS))] program: &str,
) -> Result<(), String> {
    run(program).map(drop)
}

#[property(errors = "invalid")]
#[ignore = "for the lab: it runs what other engines found"]
fn every_given_program_is_minified_or_has_an_error(
    #[from(verbatim())] program: &str,
) -> Result<(), String> {
    run(program).map(drop)
}

/// How often the generator makes a mistake on purpose.
const ERRORS: f64 = 0.002;

#[test]
fn a_program_is_checked_and_minified() {
    assert_eq!(
        run("let first = 1 + 2; export { first }").unwrap().code,
        "let first=3;export{first};"
    );
    assert!(run("let a; let a").is_err());
    assert!(run("with (a) b").is_ok(), "a script is not strict");
}
