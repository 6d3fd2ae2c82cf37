//! CSS style sheets, by what can be seen of them without a parser.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, Format, css};

fn texts(format: &Format, count: u64) -> impl Iterator<Item = String> {
    (1..=count).map(move |seed| Source::random(Seed(seed)).draw(format))
}

/// Whether brackets balance outside of strings, comments, escapes and unquoted addresses.
fn brackets_balance(text: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => drop(rest.next()),
            '"' | '\'' => loop {
                match rest.next() {
                    Some('\\') => drop(rest.next()),
                    Some(end) if end == c => break,
                    Some(_) => {}
                    None => return false,
                }
            },
            '/' if rest.as_str().starts_with('*') => {
                let behind = &rest.as_str()[1..];
                let Some(end) = behind.find("*/") else { return false };
                rest = behind[end + 2..].chars();
            }
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(c) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

#[test]
fn brackets_always_balance() {
    for text in texts(&css::stylesheets(), 500) {
        assert!(brackets_balance(&text), "{text}");
    }
}

#[test]
fn deliberate_errors_unbalance_brackets() {
    let format = css::stylesheets().errors(0.05);
    let wrong = texts(&format, 500).filter(|text| !brackets_balance(text)).count();
    assert!(wrong > 100, "{wrong} of 500");
}

#[test]
fn errors_that_are_off_draw_nothing() {
    let (plain, off) = (css::stylesheets(), css::stylesheets().errors(0.0));
    assert!(texts(&plain, 100).eq(texts(&off, 100)));
}

#[test]
fn the_same_choices_give_the_same_sheet() {
    assert!(texts(&css::stylesheets(), 100).eq(texts(&css::stylesheets(), 100)));
}

#[test]
fn a_small_budget_makes_small_sheets() {
    let mean = |budget| {
        texts(&css::stylesheets().budget(budget), 300).map(|text| text.len()).sum::<usize>() / 300
    };
    let (small, large) = (mean(10), mean(150));
    assert!(small < 250 && 2 * small < large, "{small}, {large}");
}

#[test]
fn no_sheet_is_longer_than_the_size_limit() {
    for seed in 1..=1_000 {
        let mut s = Source::random(Seed(seed));
        let text = s.draw(css::stylesheets());
        assert!(!s.is_oversize() && text.len() < 8_000, "{} bytes: {text}", text.len());
    }
}

#[test]
fn the_words_of_a_dictionary_are_elements_properties_classes_and_strings() {
    let words = Dictionary::parse(
        "[tags]\nqux\n[attributes]\nquux\n[names]\ncorge\n[texts]\nsome \"grault\"\n",
    )
    .unwrap();
    let all: String = texts(&css::stylesheets().dictionary(words), 3_000).collect();
    assert!(all.contains("qux"));
    assert!(all.contains("quux:"));
    assert!(all.contains(".corge"));
    assert!(all.contains("\"some \\\"grault\\\""));
}

#[test]
fn declarations_alone_have_no_rules_around_them() {
    for text in texts(&css::declarations(), 300) {
        assert!(!text.starts_with('{') && brackets_balance(&text), "{text}");
        assert!(text.trim().is_empty() || text.contains(':'), "{text}");
    }
}

#[test]
fn selectors_alone_are_never_empty() {
    for text in texts(&css::selectors(), 300) {
        assert!(!text.trim().is_empty() && !text.ends_with([',', '>', '+', '~']), "{text}");
    }
}

#[test]
fn hundreds_of_properties_occur() {
    let all: String = texts(&css::stylesheets(), 3_000).collect();
    let of =
        ["accent-color:", "word-spacing:", "view-timeline:", "-ms-filter:", "grid-template-areas:"];
    for property in of {
        assert!(all.contains(property), "{property}");
    }
}
