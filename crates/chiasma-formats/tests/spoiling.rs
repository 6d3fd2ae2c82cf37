//! Mistakes in the document as a whole.

use chiasma_core::{Seed, Source};
use chiasma_formats::{json, regex, sql};

#[test]
fn with_errors_some_documents_end_too_early_and_without_none_does() {
    // An object is all there is, so that one without its end was cut.
    let whole = |text: &str| text.trim_end().ends_with('}');
    let cut = |errors| {
        let draw = |seed| Source::random(Seed(seed)).draw(json::objects().errors(errors));
        (0..6_000).filter(|&seed| !whole(&draw(seed))).count()
    };
    assert_eq!(cut(0.0), 0);
    assert!(cut(0.02) > 20);
}

#[test]
fn some_documents_nest_deeper_than_any_stack_takes() {
    let draw = |seed| Source::random(Seed(seed)).draw(sql::scripts().errors(0.2));
    let deep = (0..20_000).filter(|&seed| draw(seed).contains(&"(".repeat(10_000))).count();
    assert!(deep >= 1);
}

#[test]
fn mistakes_are_made_between_characters() {
    for seed in 0..2_000 {
        // Nothing to assert: one within a character would panic.
        Source::random(Seed(seed)).draw(regex::searches().errors(1.0));
    }
}
