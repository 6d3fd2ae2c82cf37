//! SCSS style sheets, by what can be seen of them without a compiler.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, Format, scss};

fn texts(format: &Format, count: u64) -> impl Iterator<Item = String> {
    (1..=count).map(move |seed| Source::random(Seed(seed)).draw(format))
}

/// What follows each occurrence of `before`, up to the end of the name.
fn names_after<'t>(text: &'t str, before: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(before).map(move |(at, _)| {
        let rest = &text[at + before.len()..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"-_".contains(c));
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[test]
fn every_mixin_that_is_included_is_defined_before() {
    let mut seen = 0;
    for text in texts(&scss::stylesheets(), 1_000) {
        for name in names_after(&text, "@include ") {
            seen += 1;
            let used = text.find(&format!("@include {name}")).unwrap();
            let defined = text.find(&format!("@mixin {name}"));
            assert!(defined.is_some_and(|at| at < used), "{name} in {text}");
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn every_variable_that_is_read_is_assigned_somewhere() {
    for text in texts(&scss::stylesheets(), 1_000) {
        for name in names_after(&text, "$") {
            let same = name.replace('_', "-");
            let assigned = names_after(&text, "$").any(|other| {
                let at = other.as_ptr() as usize - text.as_ptr() as usize + other.len();
                let rest = text[at..].trim_start();
                other.replace('_', "-") == same && rest.starts_with([':', ',', ')', '.'])
                    || (other == name && (rest.starts_with("in ") || rest.starts_with("from ")))
            });
            // `$pi` is the library's, and what stands in a string is no variable.
            assert!(assigned || text.contains('"') || text.contains('\''), "{name} in {text}");
        }
    }
}

#[test]
fn every_loop_that_runs_while_something_holds_counts_down() {
    let mut seen = 0;
    for text in texts(&scss::stylesheets(), 2_000) {
        for name in names_after(&text, "@while $") {
            seen += 1;
            assert!(text.contains(&format!("${name}: ${name} - 1;")), "{text}");
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn braces_balance_as_often_as_not_in_strings_and_comments_only() {
    let count = |text: &str, c| text.matches(c).count();
    let balanced = texts(&scss::stylesheets(), 500)
        .filter(|text| count(text, '{') == count(text, '}'))
        .count();
    assert!(balanced > 400, "{balanced} of 500");
    let wrong = texts(&scss::stylesheets().errors(0.1), 500)
        .filter(|text| count(text, '{') != count(text, '}'))
        .count();
    assert!(wrong > 200, "{wrong} of 500");
}

#[test]
fn errors_that_are_off_draw_nothing() {
    let (plain, off) = (scss::stylesheets(), scss::stylesheets().errors(0.0));
    assert!(texts(&plain, 100).eq(texts(&off, 100)));
}

#[test]
fn the_same_choices_give_the_same_sheet() {
    assert!(texts(&scss::stylesheets(), 100).eq(texts(&scss::stylesheets(), 100)));
}

#[test]
fn no_sheet_is_longer_than_the_size_limit() {
    for seed in 1..=1_000 {
        let mut s = Source::random(Seed(seed));
        let text = s.draw(scss::stylesheets());
        assert!(!s.is_oversize() && text.len() < 8_000, "{} bytes: {text}", text.len());
    }
}

#[test]
fn the_words_of_a_dictionary_are_variables_and_mixins() {
    let words = Dictionary::parse("[names]\nquux\n").unwrap();
    let all: String = texts(&scss::stylesheets().dictionary(words), 2_000).collect();
    for word in ["$quux: ", "@mixin quux", "@function quux", ".quux"] {
        assert!(all.contains(word), "{word}");
    }
}

#[test]
fn expressions_alone_are_no_statements() {
    for text in texts(&scss::expressions(), 300) {
        assert!(!text.is_empty() && !text.ends_with(';'), "{text}");
    }
}
