//! Garbage grammars and garbage texts never panic or hang: Chiasma tests it on itself.

use chiasma::generators::{chars_of, string};
use chiasma::{Generator, Seed, Source, property};
use chiasma_grammar::{Grammar, Limits, Probabilities, grammar};

/// Pieces of grammars, put together at random.
fn grammar_soup(s: &mut Source) -> String {
    const PIECES: [&str; 44] = [
        "grammar G;",
        "lexer grammar L;",
        "parser grammar P;",
        "a",
        "b",
        "A",
        "B",
        "fragment",
        " : ",
        " ; ",
        " | ",
        "(",
        ")",
        "*",
        "+",
        "?",
        "*?",
        "~",
        ".",
        "..",
        "'x'",
        "'xy'",
        "[a-z]",
        "[^\\]]",
        "[\\p{Lu}]",
        "'\\u0041'",
        "->",
        "skip",
        "more",
        "mode(M)",
        "mode M;",
        "type(A)",
        "{act}",
        "{p}?",
        "# L",
        "x=",
        "x+=",
        "options {x=y;}",
        "tokens {T}",
        "import X;",
        "@init {}",
        "EOF",
        "/* c */",
        "\n",
    ];
    let mut text = String::new();
    if s.bool() {
        text.push_str("grammar G; a : ");
    }
    for _ in 0..s.length(0..60) {
        if s.weighted_index(&[15, 1]) == 1 {
            text.push(s.char(..));
        } else {
            text.push_str(s.choose::<&str>(&PIECES));
            text.push(' ');
        }
    }
    text
}

/// Grammars that mostly are right, ambiguous and recursive ones among them.
fn small_grammar(s: &mut Source) -> String {
    let mut text = String::from("grammar G;");
    for rule in ["a", "b", "c"] {
        let alternatives: Vec<String> = (0..s.length(1..4))
            .map(|_| alternative(s, &["a", "b", "c", "'x'", "'y'", "T", "U", "."]))
            .collect();
        text.push_str(&format!("{rule} : {} | 'x' ;\n", alternatives.join(" | ")));
    }
    for rule in ["T", "U"] {
        let body = alternative(s, &["'x'", "[xyz]", "'y'", "F", "."]);
        text.push_str(&format!("{rule} : 'z' {body} ;\n"));
    }
    text.push_str("fragment F : 'f' F? ; W : [ \\n]+ -> skip ;\n");
    text
}

fn alternative(s: &mut Source, atoms: &[&str]) -> String {
    let elements: Vec<String> = (0..s.length(0..4))
        .map(|_| format!("{}{}", s.choose(atoms), s.choose(&["", "", "?", "*", "+", "*?"])))
        .collect();
    elements.join(" ")
}

#[property(cases = 400)]
fn garbage_grammars_are_refused_or_work(#[from(grammar_soup)] text: String) {
    if let Ok(grammar) = Grammar::read("garbage.g4", &text) {
        works(&grammar);
    }
}

#[property(cases = 150)]
fn small_grammars_of_any_shape_work(#[from(small_grammar)] text: String) {
    if let Ok(grammar) = Grammar::read("small.g4", &text) {
        works(&grammar);
    }
}

/// Generates, and parses what was generated; whatever is parsed comes back.
fn works(grammar: &Grammar) {
    let Some(rule) = grammar.start_rule() else { return };
    let uniform = Probabilities::uniform(grammar);
    let limits = Limits { depth: 20, expansions: 100 };
    for seed in 0..3 {
        let mut source = Source::random(Seed(seed));
        let text = grammar.generate(&mut source, rule, &uniform, limits);
        if let Ok(parsed) = grammar.parse(rule, &text) {
            source.load(&parsed.sequence, Seed(0));
            assert_eq!(grammar.generate(&mut source, rule, &uniform, limits), text);
        }
    }
}

#[property(cases = 300)]
fn garbage_texts_are_refused_or_come_back(
    #[from(string(0..60, chars_of("{}[]\",:0-9a-f\\+.eE \n-")))] text: String,
) {
    let json = grammar("grammars/json.g4", "value");
    if let Ok(sequence) = json.sequence(&text) {
        let mut source = Source::replay(&sequence, Seed(0));
        assert_eq!(source.draw(json), text);
    }
}

#[property(cases = 100)]
fn a_property_draws_from_a_rule(#[from(grammar("grammars/json.g4", "object"))] text: String) {
    assert!(text.trim_start().starts_with('{') && text.trim_end().ends_with('}'), "{text}");
}

#[property(cases = 100)]
fn any_bytes_are_a_text_of_the_grammar(bytes: Vec<u8>) {
    let json = grammar("grammars/json.g4", "json");
    let text = Source::replay(&bytes, Seed(0)).draw(json.by_ref());
    if let Err(error) = json.sequence(&text) {
        panic!("{error} in {text:?}");
    }
}
