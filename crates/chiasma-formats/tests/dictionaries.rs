//! The dictionaries of well-known vocabularies.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, dictionaries, xml};

#[test]
fn every_dictionary_can_be_read_and_its_words_are_used() {
    let all = [
        (dictionaries::ANT, "extension-point"),
        (dictionaries::MAVEN, "dependencyManagement"),
        (dictionaries::SVG, "feGaussianBlur"),
        (dictionaries::WEB_APP, "url-pattern"),
    ];
    for (text, word) in all {
        let documents = xml::documents().dictionary(Dictionary::parse(text).unwrap());
        let has_word =
            |seed| Source::random(Seed(seed)).draw(documents.clone()).contains(&format!("<{word}"));
        assert!((0..2_000).any(has_word), "{word}");
    }
}
