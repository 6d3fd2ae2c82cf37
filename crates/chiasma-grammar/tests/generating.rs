//! Generating: spans, roles, ends, weights and separators.

use chiasma_core::{Extension, FunctionId, MAX_DEPTH, Role, Seed, Source};
use chiasma_grammar::{Grammar, Limits, Probabilities, RuleId};

fn read(text: &str) -> (Grammar, RuleId, Probabilities) {
    let grammar = Grammar::read("g.g4", text).unwrap_or_else(|error| panic!("{error}"));
    let first = grammar.start_rule().expect("a rule");
    let uniform = Probabilities::uniform(&grammar);
    (grammar, first, uniform)
}

const NESTED: &str = "grammar G; a : '(' a* ')' | NAME ; NAME : [a-z]+ ;";

#[test]
fn every_expansion_is_a_span_of_its_rule() {
    let (grammar, a, uniform) = read(NESTED);
    let mut source = Source::random(Seed(2));
    source.set_tracing(true);
    let parsed = grammar.parse(a, "((xy)z)").unwrap_or_else(|error| panic!("{error}"));
    source.load(&parsed.sequence, Seed(0));
    assert_eq!(grammar.generate(&mut source, a, &uniform, Limits::default()), "((xy)z)");
    let trace = source.trace();
    let titles: Vec<String> = trace.spans().iter().skip(1).map(|span| span.title()).collect();
    assert_eq!(titles, ["a", "a", "a", "NAME", "a", "NAME"]);
    let of = |n: usize| -> FunctionId { trace.spans()[n].function };
    assert!(of(1) == of(2) && of(4) == of(6) && of(1) != of(4));
}

#[test]
fn choices_of_the_parser_are_structure_and_those_within_tokens_are_values() {
    let (grammar, a, _) = read(NESTED);
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    let parsed = grammar.parse(a, "(ab)").unwrap_or_else(|error| panic!("{error}"));
    source.load(&parsed.sequence, Seed(0));
    grammar.generate(&mut source, a, &Probabilities::uniform(&grammar), Limits::default());
    let roles: Vec<Role> = source.trace().requests().iter().map(|request| request.role).collect();
    use Role::{Structural, Value};
    // Group; one more; name; a, one more, b, stop; stop.
    assert_eq!(roles, [Structural, Structural, Structural, Value, Value, Value, Value, Structural]);
}

#[test]
fn choices_at_different_places_have_different_sites() {
    let (grammar, a, uniform) = read("grammar G; a : ('x' | 'y') ('x' | 'y') ;");
    let mut source = Source::random(Seed(1));
    source.set_tracing(true);
    grammar.generate(&mut source, a, &uniform, Limits::default());
    let sites: Vec<_> = source.trace().requests().iter().map(|request| request.site).collect();
    assert!(sites.len() == 2 && sites[0] != sites[1]);
}

#[test]
fn grammars_that_grow_without_bound_end() {
    let (grammar, a, uniform) =
        read("grammar G; a : b b b b | 'x' ; b : a a | a b a | c ; c : '(' a ')' ;");
    for seed in 0..100 {
        let mut source = Source::random(Seed(seed));
        let limits = Limits { depth: 30, expansions: 200 };
        let text = grammar.generate(&mut source, a, &uniform, limits);
        assert!(text.len() < 20_000, "seed {seed}: {}", text.len());
        assert!(!source.is_oversize());
    }
}

#[test]
fn the_simplest_text_is_the_shallowest() {
    let (grammar, a, uniform) =
        read("grammar G; a : b | c ; b : '(' a ')' ; c : d ; d : 'x' | b ;");
    let mut source = Source::random(Seed(1));
    source.set_extension(Extension::Simplest);
    source.load(&[], Seed(1));
    assert_eq!(grammar.generate(&mut source, a, &uniform, Limits::default()), "x");
}

#[test]
fn any_bytes_end_however_deep_they_go() {
    let (grammar, a, uniform) = read("grammar G; a : '(' a ')' | 'x' ;");
    // Index 1 is the group: as deep as there are bytes.
    let mut source = Source::replay(&[1; 5_000], Seed(1));
    let text = grammar.generate(&mut source, a, &uniform, Limits { depth: 0, expansions: 0 });
    assert_eq!(text, format!("{}x{}", "(".repeat(5_000), ")".repeat(5_000)));
}

#[test]
fn examples_deeper_than_a_source_has_spans_come_back() {
    let (grammar, a, uniform) = read("grammar G; a : '(' a ')' | 'x' ;");
    let depth = MAX_DEPTH as usize * 5;
    let text = format!("{}x{}", "(".repeat(depth), ")".repeat(depth));
    let parsed = grammar.parse(a, &text).unwrap_or_else(|error| panic!("{error}"));
    for tracing in [false, true] {
        let mut source = Source::random(Seed(0));
        source.set_tracing(tracing);
        source.load(&parsed.sequence, Seed(0));
        assert_eq!(grammar.generate(&mut source, a, &uniform, Limits::default()), text);
    }
}

#[test]
fn fresh_choices_follow_probabilities_and_recorded_ones_do_not() {
    let (grammar, a, uniform) = read("grammar G; a : 'x' | 'y' | 'z' ;");
    let text = "chiasma probabilities 1\na choice 1\n  0\n  0\n  1\n";
    let always_z = Probabilities::read(&grammar, text).unwrap_or_else(|error| panic!("{error}"));
    let mut source = Source::random(Seed(1));
    for seed in 0..20 {
        source.load(&[], Seed(seed));
        assert_eq!(grammar.generate(&mut source, a, &always_z, Limits::default()), "z");
    }
    let parsed = grammar.parse(a, "y").unwrap_or_else(|error| panic!("{error}"));
    for probabilities in [&uniform, &always_z] {
        source.load(&parsed.sequence, Seed(1));
        assert_eq!(grammar.generate(&mut source, a, probabilities, Limits::default()), "y");
    }
}

#[test]
fn tokens_that_would_run_together_are_kept_apart() {
    let (grammar, a, uniform) = read(
        "grammar G; a : 'int' ID '=' N '.' '.' N ; ID : [a-z]+ ; N : [0-9]+ ('.' [0-9]+)? ; W : [ \\n] -> skip ;",
    );
    let mut source = Source::random(Seed(1));
    source.set_extension(Extension::Simplest);
    source.load(&[], Seed(1));
    assert_eq!(grammar.generate(&mut source, a, &uniform, Limits::default()), "int a=0 ..0");
}

#[test]
fn names_that_are_keywords_are_drawn_again() {
    let (grammar, a, uniform) = read("grammar G; a : ID ; k : 'a' ; ID : [ab] ;");
    let mut source = Source::random(Seed(0));
    let mut keywords = 0;
    for seed in 0..800 {
        source.load(&[], Seed(seed));
        let text = grammar.generate(&mut source, a, &uniform, Limits::default());
        keywords += usize::from(text == "a");
    }
    // One in two at first; one in 512 nine times in a row.
    assert!(keywords < 10, "{keywords}");
}
