//! The generators of Unicode text.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, text};

fn drawn() -> impl Iterator<Item = String> {
    (0..2_000).map(|seed| Source::random(Seed(seed)).draw(text::texts()))
}

#[test]
fn plain_text_and_the_nasty_parts_both_appear() {
    let texts: Vec<String> = drawn().collect();
    let count = |has: fn(&str) -> bool| texts.iter().filter(|text| has(text)).count();
    assert!(count(|text| !text.is_empty() && text.is_ascii()) > 200);
    assert!(count(|text| !text.is_ascii()) > 1_000);
    assert!(count(|text| text.contains('\0')) > 20);
    assert!(count(|text| text.contains('\u{202e}')) > 20);
    assert!(count(|text| text.contains('\u{200d}')) > 20);
    assert!(count(|text| text.to_lowercase().len() != text.len()) > 20);
    assert!(count(str::is_empty) < 200);
}

#[test]
fn all_planes_with_characters_appear() {
    let all: String = drawn().collect();
    for plane in [0, 1, 2, 14, 15, 16] {
        assert!(all.chars().any(|character| character as u32 >> 16 == plane), "plane {plane}");
    }
}

#[test]
fn a_grapheme_is_not_empty() {
    for seed in 0..500 {
        assert!(!Source::random(Seed(seed)).draw(text::graphemes()).is_empty());
    }
}

#[test]
fn a_word_has_neither_ascii_space_nor_control() {
    for seed in 0..500 {
        let word = Source::random(Seed(seed)).draw(text::words());
        assert!(!word.contains(|c: char| c.is_ascii_whitespace() || c.is_control()), "{word:?}");
    }
}

#[test]
fn bytes_are_ill_formed_only_where_errors_are_wanted() {
    let ill_formed = |errors: f64| {
        (0..500)
            .map(|seed| Source::random(Seed(seed)).draw(text::encoded().errors(errors)))
            .filter(|bytes| std::str::from_utf8(bytes).is_err())
            .count()
    };
    assert_eq!(ill_formed(0.0), 0);
    assert!(ill_formed(0.2) > 200);
}

#[test]
fn the_dictionary_gives_words() {
    let words = Dictionary::parse("[texts]\nquuxery\n").unwrap();
    let texts = text::texts().dictionary(words);
    let has = |seed| Source::random(Seed(seed)).draw(texts.clone()).contains("quuxery");
    assert!((0..500).any(has));
}

#[test]
fn a_text_has_at_most_as_many_pieces_as_the_budget_and_fits_the_size_limit() {
    for seed in 0..2_000 {
        let mut source = Source::random(Seed(seed));
        source.draw(text::texts());
        assert!(!source.is_oversize());
        let short = Source::random(Seed(seed)).draw(text::texts().budget(2));
        assert!(short.chars().count() <= 2 * 301, "{short}");
    }
}
