//! Documents that are parsed and walked through.

use chiasma::generators::verbatim;
use chiasma::property;
use chiasma_formats::xml;
use subject_roxmltree::run;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_document_is_walked_through_or_has_an_error(
    #[from(xml::documents().errors(ERRORS))] document: &str,
) -> Result<(), String> {
    run(document).map(drop)
}

#[property(errors = "invalid")]
#[ignore = "for the lab: it runs what other engines found"]
fn every_given_document_is_walked_through_or_has_an_error(
    #[from(verbatim())] document: &str,
) -> Result<(), String> {
    run(document).map(drop)
}

/// How often the generator makes a mistake on purpose.
const ERRORS: f64 = 0.01;

#[test]
fn entities_namespaces_and_places_are_seen() {
    let text = "<!DOCTYPE a [<!ENTITY e \"<b/>text\">]><a xmlns:p=\"u\" p:x=\"1\">&e;<?pi v?></a>";
    let summary = run(text).unwrap();
    assert_eq!((summary.nodes, summary.attributes), (5, 1));
    assert!(run("<a><b></a>").is_err());
}
