//! What holds for every JSON document, without a parser.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, json};

/// What is outside of strings, if all brackets and quotes have a partner.
fn outside_of_strings(document: &str) -> Option<String> {
    let mut outside = String::new();
    let mut open = Vec::new();
    let mut characters = document.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' => loop {
                match characters.next()? {
                    '"' => break,
                    '\\' => drop(characters.next()?),
                    '\0'..' ' => return None,
                    _ => {}
                }
            },
            '[' => open.push(']'),
            '{' => open.push('}'),
            ']' | '}' if open.pop() != Some(c) => return None,
            _ => {}
        }
        outside.push(c);
    }
    open.is_empty().then_some(outside)
}

#[test]
fn brackets_and_quotes_have_a_partner() {
    for seed in 0..1000 {
        let document = Source::random(Seed(seed)).draw(json::documents());
        assert!(outside_of_strings(&document).is_some(), "{seed}: {document}");
    }
}

#[test]
fn mistakes_are_made_only_when_asked_for() {
    let broken = |errors: f64| {
        let draw = |seed| Source::random(Seed(seed)).draw(json::documents().errors(errors));
        (0..200).filter(|seed| outside_of_strings(&draw(*seed)).is_none()).count()
    };
    assert_eq!(broken(0.0), 0);
    assert!(broken(0.1) > 50, "{}", broken(0.1));
}

#[test]
fn nothing_is_drawn_for_mistakes_that_are_not_asked_for() {
    let drawn = |errors: f64| {
        let mut s = Source::random(Seed(3));
        let _ = s.draw(json::objects().errors(errors));
        s.recording().len()
    };
    assert_eq!(drawn(0.0), {
        let mut s = Source::random(Seed(3));
        let _ = s.draw(json::objects());
        s.recording().len()
    });
    // So small that none is made, but each is thought about.
    assert!(drawn(1e-9) != drawn(0.0));
}

#[test]
fn a_budget_bounds_how_many_values_there_are() {
    let commas = |budget: u32, seed: u64| {
        let document = Source::random(Seed(seed)).draw(json::documents().budget(budget));
        outside_of_strings(&document).unwrap().matches(',').count()
    };
    assert!((0..500).all(|seed| commas(0, seed) <= 12));
    let sum = |budget: u32| (0..500).map(|seed| commas(budget, seed)).sum::<usize>();
    assert!(2 * sum(5) < sum(100), "{} {}", sum(5), sum(100));
}

#[test]
fn the_same_bytes_give_the_same_document() {
    for seed in 0..50 {
        let mut first = Source::random(Seed(seed));
        let document = first.draw(json::documents());
        let again = Source::replay(first.recording(), Seed(seed + 1)).draw(json::documents());
        assert_eq!(document, again);
    }
}

#[test]
fn the_simplest_document_is_null() {
    let zeros = [0; 64];
    assert_eq!(Source::replay(&zeros, Seed(0)).draw(json::documents()), "null");
    assert_eq!(Source::replay(&zeros, Seed(0)).draw(json::objects()), "{}");
}

#[test]
fn words_of_the_dictionary_become_keys_and_strings() {
    let words = "[attributes]\nmy-key\n[texts]\nmy text\n";
    let words = Dictionary::parse(words).unwrap();
    let all: String = (0..200)
        .map(|seed| Source::random(Seed(seed)).draw(json::documents().dictionary(words.clone())))
        .collect();
    assert!(all.contains("\"my-key\":"));
    assert!(all.contains("\"my text\""));
}

#[test]
fn every_line_of_json_lines_is_a_document() {
    for seed in 0..300 {
        let text = Source::random(Seed(seed)).draw(json::lines());
        assert!(text.lines().all(|line| outside_of_strings(line).is_some()), "{text}");
        assert!(text.lines().count() <= 8);
    }
}
