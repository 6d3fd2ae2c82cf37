//! Garbage grammars and garbage texts never panic or hang: Chiasma tests it on itself.

use chiasma::generators::{chars_of, string};
use chiasma::{Generator, Seed, Source, property};
use chiasma_grammar::{Grammar, Limits, Probabilities, RuleId, grammar};

/// Pieces of grammars, put together at random.
fn grammar_soup(s: &mut Source) -> String {
    const PIECES: [&str; 54] = [
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
        "pushMode(M)",
        "popMode",
        "channel(HIDDEN)",
        ",",
        "C",
        "options {caseInsensitive=true;}",
        "[]",
        "'\\uD83D'",
        "<assoc=right>",
        "A : 'x' ;",
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
        let body = alternative(s, &["'x'", "[xyz]", "'y'", "F", ".", "EOF"]);
        text.push_str(&format!("{rule} : 'z' {body} {} ;\n", command(s)));
    }
    text.push_str("fragment F : 'f' F? ; W : [ \\n]+ -> skip ;\n");
    text.push_str("mode M; ");
    for rule in ["V", "X"] {
        let body = alternative(s, &["'x'", "[xyz]", "T", "."]);
        text.push_str(&format!("{rule} : {body} {} ;\n", command(s)));
    }
    text
}

/// A command of a lexer rule, or none.
fn command(s: &mut Source) -> &'static str {
    s.choose::<&str>(&[
        "",
        "-> skip",
        "-> more",
        "-> type(T)",
        "-> mode(M)",
        "-> more, pushMode(M)",
        "-> skip, pushMode(M)",
        "-> popMode",
        "-> skip, mode(DEFAULT_MODE)",
        "-> type(U), popMode",
    ])
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
        comes_back(grammar, rule, &text);
    }
}

/// A source that replays a sequence of any length.
fn source_of(sequence: &[u8]) -> Source {
    let mut source = Source::with_max_size(sequence.len().max(1), Seed(0));
    source.load(sequence, Seed(0));
    source
}

/// What parses comes back byte for byte.
fn comes_back(grammar: &Grammar, rule: RuleId, text: &str) {
    if let Ok(parsed) = grammar.parse(rule, text) {
        let mut source = source_of(&parsed.sequence);
        let uniform = Probabilities::uniform(grammar);
        assert_eq!(grammar.generate(&mut source, rule, &uniform, Limits::default()), text);
    }
}

#[property(cases = 300)]
fn garbage_texts_are_refused_or_come_back(
    #[from(string(0..60, chars_of("{}[]\",:0-9a-f\\+.eE \n-")))] text: String,
) {
    let json = grammar("grammars/json.g4", "value");
    if let Ok(sequence) = json.sequence(&text) {
        assert_eq!(source_of(&sequence).draw(json), text);
    }
}

#[property(cases = 150)]
fn garbage_texts_of_small_grammars_are_refused_or_come_back(
    #[from(small_grammar)] grammar: String,
    #[from(string(0..30, chars_of("fxyz \n")))] text: String,
) {
    let Ok(grammar) = Grammar::read("small.g4", &grammar) else { return };
    for rule in ["a", "T", "V"].iter().filter_map(|name| grammar.rule(name)) {
        comes_back(&grammar, rule, &text);
    }
}

/// The grammars that come with the crate, and their start rules.
const GRAMMARS: [(&str, &str); 7] = [
    ("grammars/arithmetic.g4", "start"),
    ("grammars/css3.g4", "stylesheet"),
    ("grammars/javascript.g4", "program"),
    ("grammars/json.g4", "json"),
    ("grammars/sql.g4", "script"),
    ("grammars/url.g4", "url"),
    ("grammars/xml.g4", "document"),
];

#[property(cases = 50)]
fn damaged_texts_of_our_grammars_are_refused_or_come_back(
    #[from(damaged_text)] (which, text): (usize, String),
) {
    let generator = grammar(GRAMMARS[which].0, GRAMMARS[which].1);
    if let Ok(sequence) = generator.sequence(&text) {
        assert_eq!(source_of(&sequence).draw(generator), text);
    }
}

/// A text of one of our grammars with a few characters taken away or put in.
fn damaged_text(s: &mut Source) -> (usize, String) {
    let which = s.index(GRAMMARS.len());
    let (file, rule) = GRAMMARS[which];
    let generator = grammar(file, rule).within(Limits { depth: 20, expansions: 100 });
    let text = s.draw(generator);
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..s.length(0..4) {
        let at = s.index(chars.len() + 1);
        if s.bool() && at < chars.len() {
            chars.remove(at);
        } else {
            chars.insert(
                at,
                *s.choose(&['"', '\'', '(', ')', '{', '<', '/', '\\', '\n', 'a', '\u{1F600}']),
            );
        }
    }
    (which, chars.into_iter().collect())
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
