//! What holds for every regular expression and its haystack, without an engine.

use chiasma_core::{Seed, Source};
use chiasma_formats::Dictionary;
use chiasma_formats::regex::{self, Dialect};

const DIALECTS: [Dialect; 4] =
    [Dialect::Regular, Dialect::Backtracking, Dialect::Perl, Dialect::EcmaScript];

fn patterns(dialect: Dialect) -> impl Iterator<Item = String> {
    (0..1500).map(move |seed| Source::random(Seed(seed)).draw(regex::patterns_in(dialect)))
}

/// Whether every bracket that is no literal has a partner.
fn is_balanced(pattern: &str) -> bool {
    let (mut groups, mut class, mut braces) = (0, 0, 0);
    let mut characters = pattern.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => drop(characters.next()),
            '[' => class += 1,
            ']' if class > 0 => class -= 1,
            _ if class > 0 => {}
            '(' => groups += 1,
            ')' => groups -= 1,
            '{' => braces += 1,
            '}' => braces -= 1,
            _ => {}
        }
        if groups < 0 {
            return false;
        }
    }
    groups == 0 && class == 0 && braces == 0
}

#[test]
fn brackets_have_a_partner() {
    // Other dialects have `[]a]`, comments and quotes, in which brackets need none.
    for pattern in patterns(Dialect::EcmaScript).filter(|pattern| !pattern.contains("[]")) {
        assert!(is_balanced(&pattern), "{pattern}");
    }
}

#[test]
fn a_regular_pattern_neither_looks_around_nor_refers_back() {
    for pattern in patterns(Dialect::Regular) {
        let plain = pattern.replace("\\\\", "").replace("\\(", "");
        for feature in ["(?=", "(?!", "(?<=", "(?<!", "(?>", "(?P=", "\\k<", "\\1", "\\K", "(?#"] {
            assert!(!plain.contains(feature), "{feature} in {pattern}");
        }
    }
}

#[test]
fn the_other_dialects_look_around_and_refer_back() {
    for dialect in [Dialect::Backtracking, Dialect::Perl, Dialect::EcmaScript] {
        let all: Vec<String> = patterns(dialect).collect();
        for feature in ["(?=", "(?!", "(?<=", "(?<!", "\\1", "\\k<"] {
            assert!(all.iter().any(|pattern| pattern.contains(feature)), "{feature} {dialect:?}");
        }
    }
}

#[test]
fn a_number_that_is_repeated_lies_in_order() {
    for dialect in DIALECTS {
        for pattern in patterns(dialect) {
            for (at, _) in pattern.match_indices('{') {
                let inside = pattern[at + 1..].split('}').next().unwrap_or("");
                let Some((least, most)) = inside.split_once(',') else { continue };
                let (Ok(least), Ok(most)) = (least.parse::<u32>(), most.parse::<u32>()) else {
                    continue;
                };
                assert!(least <= most, "{pattern}");
            }
        }
    }
}

#[test]
fn a_pattern_of_one_character_is_in_its_haystack() {
    let zeros = [0; 64];
    for dialect in DIALECTS {
        let search = Source::replay(&zeros, Seed(0)).draw(regex::searches_in(dialect));
        assert_eq!(search.pattern, "a", "{dialect:?}");
        assert_eq!(search.haystack, "a", "{dialect:?}");
    }
}

#[test]
fn a_search_and_a_pattern_of_the_same_bytes_have_the_same_pattern() {
    for seed in 0..100 {
        let mut s = Source::random(Seed(seed));
        let search = s.draw(regex::searches());
        let pattern = Source::replay(s.recording(), Seed(seed + 1)).draw(regex::patterns());
        assert_eq!(search.pattern, pattern);
    }
}

#[test]
fn mistakes_are_made_only_when_asked_for() {
    let broken = |errors: f64| {
        let format = regex::patterns_in(Dialect::EcmaScript).errors(errors);
        let draw = |seed| Source::random(Seed(seed)).draw(format.clone());
        let patterns = (0..300).map(draw).filter(|pattern: &String| !pattern.contains("[]"));
        patterns.filter(|pattern| !is_balanced(pattern)).count()
    };
    assert_eq!(broken(0.0), 0);
    assert!(broken(0.1) > 50, "{}", broken(0.1));
}

#[test]
fn a_budget_bounds_how_long_a_pattern_is() {
    let length = |budget: u32, seed: u64| {
        Source::random(Seed(seed)).draw(regex::patterns().budget(budget)).len()
    };
    let sum = |budget: u32| (0..500).map(|seed| length(budget, seed)).sum::<usize>();
    assert!(3 * sum(3) < sum(50), "{} {}", sum(3), sum(50));
}

#[test]
fn words_of_the_dictionary_become_literals_and_names() {
    let words = Dictionary::parse("[texts]\nneedle\n[names]\nmy_group\n").unwrap();
    let searches: Vec<_> = (0..500)
        .map(|seed| Source::random(Seed(seed)).draw(regex::searches().dictionary(words.clone())))
        .collect();
    assert!(searches.iter().any(|search| search.pattern.contains("needle")));
    assert!(searches.iter().any(|search| search.pattern.contains("<my_group>")));
    assert!(searches.iter().any(|search| search.haystack.contains("needle")));
}
