//! Documents that are parsed.

mod documents;

use chiasma::property;
use subject_hjson::run;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_document_has_a_value_or_an_error(
    #[from(documents::document)] document: &str,
) -> Result<(), String> {
    run(document).map(drop)
}

#[test]
fn people_may_write_as_they_like() {
    let text = "{\n  # a comment\n  name: Ada\n  'age': 36, list: [1\n2 /* two */]\n}";
    let text = text.replace('\'', "\"");
    assert!(run(&text).is_ok(), "{:?}", run(&text));
    assert!(run("{ a: [ }").is_err());
}

#[test]
fn most_documents_are_valid() {
    use chiasma::{Seed, Source};
    let valid = |seed: &u64| {
        let text = Source::random(Seed(*seed)).draw(documents::document);
        std::panic::catch_unwind(|| run(&text).is_ok()).unwrap_or(false)
    };
    let count = (0..400).filter(valid).count();
    assert!(count > 200, "{count} of 400");
}
