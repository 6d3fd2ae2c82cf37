//! What can be said of JavaScript programs without a parser.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, Format, javascript};

fn drawn(format: &Format, seed: u64) -> String {
    Source::random(Seed(seed)).draw(format.clone())
}

fn many(format: &Format, count: u64) -> Vec<String> {
    (1..=count).map(|seed| drawn(format, seed)).collect()
}

/// The words of a text: names, keywords and numbers.
fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '\\' | '\u{200c}')))
        .filter(|word| !word.is_empty())
        .collect()
}

#[test]
fn the_same_choices_give_the_same_program() {
    for seed in 1..=100 {
        let mut first = Source::random(Seed(seed));
        let text = first.draw(javascript::programs());
        let bytes = first.recording().to_vec();
        let again = Source::replay(&bytes, Seed(seed + 1000)).draw(javascript::programs());
        assert_eq!(text, again);
    }
}

#[test]
fn the_simplest_program_is_a_literal() {
    let simplest = |format: Format| Source::replay(&[0; 4096], Seed(1)).draw(format);
    assert_eq!(simplest(javascript::programs()), "0;");
    assert_eq!(simplest(javascript::modules()), "0;");
    assert_eq!(simplest(javascript::expressions()), "0");
}

#[test]
fn a_larger_budget_gives_longer_programs_and_none_are_huge() {
    let mean = |budget: u32| {
        let texts = many(&javascript::programs().budget(budget), 200);
        texts.iter().map(String::len).sum::<usize>() / texts.len()
    };
    assert!(mean(0) < 150, "{}", mean(0));
    assert!(mean(10) < mean(36));
    assert!(mean(36) < mean(150));
    for text in many(&javascript::programs(), 1000) {
        assert!(text.len() < 4000, "{} bytes:\n{text}", text.len());
    }
}

#[test]
fn parameter_sequences_stay_far_below_the_size_limit() {
    for seed in 1..=500 {
        let mut source = Source::random(Seed(seed));
        drop(source.draw(javascript::programs()));
        assert!(source.recording().len() < 4096, "seed {seed}: {}", source.recording().len());
    }
}

#[test]
fn nothing_is_drawn_for_mistakes_that_are_off() {
    let bytes_of = |format: Format| {
        let mut source = Source::replay(&[0; 4096], Seed(1));
        assert_eq!(source.draw(format), "0;");
        source.recording().len()
    };
    let off = bytes_of(javascript::programs());
    assert_eq!(off, bytes_of(javascript::programs().errors(0.0)));
    assert!(off < bytes_of(javascript::programs().errors(0.001)));
}

#[test]
fn mistakes_are_made_when_asked_for_and_only_then() {
    let has_mistake = |text: &String| {
        ["break nowhere;", "let a; let a;", "this.#undeclared", "import x from 'x';"]
            .iter()
            .any(|mistake| text.contains(mistake))
    };
    assert!(!many(&javascript::programs(), 1000).iter().any(has_mistake));
    assert!(many(&javascript::programs().errors(0.2), 300).iter().any(has_mistake));
}

#[test]
fn the_users_words_turn_up_in_every_role() {
    let text =
        "[names]\nwidget\n[attributes]\ncolour\n[keywords]\nhostPrint\n[texts]\nit's \"so\"\n";
    let format = javascript::programs().dictionary(Dictionary::parse(text).unwrap());
    let programs = many(&format, 1500).concat();
    let words = words(&programs);
    for word in ["widget", "colour", "hostPrint"] {
        assert!(words.contains(&word), "{word} never occurs");
    }
    assert!(programs.contains("\"it's \\\"so\\\"\""), "the text never occurs");
}

#[test]
fn a_word_that_is_no_name_declares_nothing() {
    let words = Dictionary::parse("[names]\nno name\nclass\n1st\n").unwrap();
    let programs = many(&javascript::programs().dictionary(words), 500).concat();
    for wrong in ["let no name", "var class", "const class", "let 1st", "function 1st"] {
        assert!(!programs.contains(wrong), "{wrong}");
    }
}

#[test]
fn most_names_that_are_declared_are_used() {
    let (mut declared, mut used) = (0, 0);
    for text in many(&javascript::programs(), 500) {
        let words = words(&text);
        for pair in words.windows(2).filter(|pair| matches!(pair[0], "let" | "const" | "var")) {
            declared += 1;
            used += u32::from(words.iter().filter(|word| **word == pair[1]).count() > 1);
        }
    }
    assert!(declared > 500, "{declared}");
    assert!(used * 2 > declared, "{used} of {declared}");
}

#[test]
fn jumps_name_labels_that_are_there() {
    let is_name = |c: &char| c.is_alphanumeric() || *c == '$';
    let mut jumps = 0;
    for text in many(&javascript::programs(), 3000) {
        for keyword in ["break ", "continue "] {
            for (at, _) in text.match_indices(keyword) {
                let label: String =
                    text[at + keyword.len()..].chars().take_while(is_name).collect();
                if label.is_empty() {
                    continue;
                }
                jumps += 1;
                assert!(text[..at].contains(&format!("{label}: ")), "{label} in\n{text}");
            }
        }
    }
    assert!(jumps > 10, "{jumps}");
}

#[test]
fn only_modules_import_and_export() {
    let begins = |text: &str, word: &str| text.lines().any(|line| line.starts_with(word));
    let modules = many(&javascript::modules(), 200);
    for form in
        ["import {", "import * as", "export default", "export const", "export {", "export * from"]
    {
        assert!(modules.iter().any(|text| text.contains(form)), "{form} never occurs");
    }
    for text in many(&javascript::programs(), 1000) {
        assert!(!begins(&text, "import ") && !begins(&text, "export "), "{text}");
    }
}

#[test]
fn strict_programs_have_nothing_that_only_sloppy_mode_has() {
    let mut strict = 0;
    for text in many(&javascript::programs(), 2000) {
        // What `Function` makes of a text is sloppy again; so is what an indirect `eval` runs.
        let has_source = text.contains("Function(") || text.contains("eval?.(");
        let is_strict = ["\"use strict\"", "'use strict'"].iter().any(|d| text.starts_with(d));
        if !is_strict || has_source {
            continue;
        }
        strict += 1;
        assert!(!text.contains("with ("), "{text}");
        assert!(!words(&text).contains(&"0777"), "{text}");
    }
    assert!(strict > 50, "{strict}");
}

#[test]
fn nothing_depends_on_the_clock_or_on_chance() {
    for text in many(&javascript::programs(), 2000) {
        for source in ["Math.random", "Date.now", "new Date()", "performance", "setTimeout"] {
            assert!(!text.contains(source), "{source} in\n{text}");
        }
    }
}
