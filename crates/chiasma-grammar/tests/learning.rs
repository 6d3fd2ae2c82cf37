//! Learning probabilities from examples, and inverting them.

use chiasma_grammar::check::Example;
use chiasma_grammar::{Counts, Grammar, PointId, Probabilities};

const LIST: &str = "grammar List; list: item*; item: 'a' | 'b' | 'c' | '(' list ')';";

fn grammar() -> Grammar {
    Grammar::read("list.g4", LIST).unwrap_or_else(|error| panic!("{error}"))
}

fn counts(grammar: &Grammar, texts: &[&str]) -> Counts {
    let list = grammar.rule("list").expect("a rule");
    let example = |text: &&str| Example { name: "one".to_owned(), text: (*text).to_owned() };
    let examples: Vec<Example> = texts.iter().map(example).collect();
    grammar.learn(list, &examples).unwrap_or_else(|(_, error)| panic!("{error}"))
}

fn point(grammar: &Grammar, owner: &str) -> PointId {
    let place = grammar.points().iter().position(|point| point.owner == owner);
    PointId(place.expect("a choice") as u32)
}

#[test]
fn learned_probabilities_are_the_shares_in_the_examples() {
    let grammar = grammar();
    let learned = Probabilities::learned(&grammar, &counts(&grammar, &["aab", "(c)"]));
    // a a b ( c ): of five items two are a, one b, one c and one a group.
    assert_eq!(learned.of(point(&grammar, "item")), [0.4, 0.2, 0.2, 0.2]);
    // The lists have 3, 1 and 1 items: five times once more, three times stop.
    assert_eq!(learned.of(point(&grammar, "list")), [3.0 / 8.0, 5.0 / 8.0]);
}

#[test]
fn inverted_probabilities_turn_common_into_rare_and_keep_repetitions() {
    let grammar = grammar();
    let counts = counts(&grammar, &["aaab"]);
    let inverted = Probabilities::inverted(&grammar, &counts);
    let shares = inverted.of(point(&grammar, "item"));
    // 1/0.75 : 1/0.25 share one half, the two unused alternatives the other.
    assert_eq!(shares, [0.125, 0.375, 0.25, 0.25]);
    let learned = Probabilities::learned(&grammar, &counts);
    assert_eq!(inverted.of(point(&grammar, "list")), learned.of(point(&grammar, "list")));
}
