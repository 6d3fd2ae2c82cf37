//! Schemas that are compiled and validated with.

use chiasma::generators::verbatim;
use chiasma::property;
use chiasma_formats::json_schema;
use subject_jsonschema::run;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_schema_validates_or_has_an_error(
    #[from(json_schema::schemas().errors(ERRORS))] schema: &str,
) -> Result<(), String> {
    run(schema).map(drop)
}

#[property(errors = "invalid")]
#[ignore = "for the lab: it runs what other engines found"]
fn every_given_schema_validates_or_has_an_error(
    #[from(verbatim())] schema: &str,
) -> Result<(), String> {
    run(schema).map(drop)
}

/// How often the generator makes a mistake on purpose.
const ERRORS: f64 = 0.002;

#[test]
fn errors_of_all_instances_are_counted() {
    assert_eq!(run("{\"type\": \"string\"}").unwrap().errors, [1, 1, 1, 0]);
    assert!(run("{\"type\": 1}").is_err());
    assert!(run("{").is_err());
}
