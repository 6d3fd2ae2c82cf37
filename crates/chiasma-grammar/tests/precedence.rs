//! Operators bind as in ANTLR: alternatives written first bind tighter, and to the left unless said otherwise.

use chiasma_grammar::Grammar;

/// The indexes of the alternatives of the rule `e`, outermost first and from left to right.
fn choices(grammar: &str, text: &str) -> Vec<u8> {
    let grammar = Grammar::read("test.g4", grammar).unwrap_or_else(|error| panic!("{error}"));
    let rule = grammar.rule("e").expect("a rule");
    let parsed = grammar.parse(rule, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(parsed.ambiguities.is_empty(), "{text}: {:?}", parsed.ambiguities);
    parsed.sequence
}

/// The simplest alternative has the index 0; the others follow in the order written.
const BINARY: &str = "grammar G; e : e '*' e | e ('+' | '-') e | 'x' ;";

#[test]
fn what_is_written_first_binds_tighter() {
    assert_eq!(choices(BINARY, "x*x+x"), [2, 1, 0, 0, 0, 0]);
    assert_eq!(choices(BINARY, "x+x*x"), [2, 0, 0, 1, 0, 0]);
}

#[test]
fn operators_associate_to_the_left_unless_said_otherwise() {
    assert_eq!(choices(BINARY, "x-x+x"), [2, 2, 0, 1, 0, 0, 0]);
    let right = "grammar G; e : <assoc=right> e '^' e | e '+' e | 'x' ;";
    assert_eq!(choices(right, "x^x^x"), [1, 0, 1, 0, 0]);
    assert_eq!(choices(right, "x+x+x"), [2, 2, 0, 0, 0]);
    let old = "grammar G; e : e '^'<assoc=right> e | 'x' ;";
    assert_eq!(choices(old, "x^x^x"), [1, 0, 1, 0, 0]);
}

#[test]
fn prefixes_and_suffixes_have_their_place_too() {
    let tight = "grammar G; e : e '!' | '-' e | e '+' e | 'x' ;";
    assert_eq!(choices(tight, "-x+x"), [3, 2, 0, 0]);
    assert_eq!(choices(tight, "-x!"), [2, 1, 0]);
    assert_eq!(choices(tight, "x+-x!"), [3, 0, 2, 1, 0]);
    let loose = "grammar G; e : e '+' e | '-' e | 'x' ;";
    assert_eq!(choices(loose, "-x+x"), [2, 1, 0, 0]);
    assert_eq!(choices(loose, "--x+x"), [2, 2, 1, 0, 0]);
}

#[test]
fn a_long_sum_is_parsed_in_linear_time() {
    let grammar = Grammar::read("test.g4", BINARY).unwrap_or_else(|error| panic!("{error}"));
    let rule = grammar.rule("e").expect("a rule");
    let text = format!("x{}", "+x*x".repeat(5_000));
    // With all derivations looked at, tens of millions of items.
    assert_eq!(grammar.parse(rule, &text).expect("a sum").tokens, 20_001);
}
