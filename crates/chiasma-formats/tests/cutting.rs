//! Documents that end too early.

use chiasma_core::{Seed, Source};
use chiasma_formats::{json, regex};

#[test]
fn with_errors_some_documents_end_too_early_and_without_none_does() {
    // An object is all there is, so that one without its end was cut.
    let whole = |text: &str| text.trim_end().ends_with('}');
    let cut = |errors| {
        let draw = |seed| Source::random(Seed(seed)).draw(json::objects().errors(errors));
        (0..2_000).filter(|&seed| !whole(&draw(seed))).count()
    };
    assert_eq!(cut(0.0), 0);
    assert!(cut(0.02) > 20);
}

#[test]
fn a_cut_is_made_between_characters() {
    for seed in 0..2_000 {
        // Nothing to assert: a cut within a character would panic.
        Source::random(Seed(seed)).draw(regex::searches().errors(1.0));
    }
}
