//! Scripts that are parsed and printed.

use chiasma::property;
use chiasma_formats::sql;
use subject_sqlparser::run;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_script_is_parsed_or_has_an_error(
    #[from(sql::scripts().errors(ERRORS))] script: &str,
) -> Result<(), String> {
    run(script).map(drop)
}

/// How often the generator makes a mistake on purpose.
const ERRORS: f64 = 0.002;

#[test]
fn a_script_is_parsed_and_printed() {
    assert_eq!(
        run("select 1; select a from b").unwrap().statements,
        ["SELECT 1", "SELECT a FROM b"]
    );
    assert!(run("SELECT FROM WHERE").is_err());
}
