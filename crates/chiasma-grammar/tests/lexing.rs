//! Lexers as ANTLR's, each with a small grammar for what public ones do: lazy ends, `EOF`, modes, hidden tokens.

use chiasma_core::{Seed, Source};
use chiasma_grammar::{Grammar, Limits, Probabilities, RuleId};

fn read(text: &str) -> (Grammar, RuleId) {
    let grammar = Grammar::read("test.g4", text).unwrap_or_else(|error| panic!("{error}"));
    let start = grammar.start_rule().expect("a rule");
    (grammar, start)
}

/// Asserts that a text parses and comes back byte for byte.
fn comes_back((grammar, start): &(Grammar, RuleId), text: &str) {
    let parsed = grammar.parse(*start, text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let mut source = Source::replay(&parsed.sequence, Seed(1));
    let uniform = Probabilities::uniform(grammar);
    assert_eq!(grammar.generate(&mut source, *start, &uniform, Limits::default()), text);
}

/// Asserts that everything generated parses, and gives the texts.
fn all_parse((grammar, start): &(Grammar, RuleId), count: u64) -> Vec<String> {
    let uniform = Probabilities::uniform(grammar);
    (0..count)
        .map(|seed| {
            let mut source = Source::random(Seed(seed));
            let text = grammar.generate(&mut source, *start, &uniform, Limits::default());
            grammar.parse(*start, &text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            text
        })
        .collect()
}

#[test]
fn a_lazy_repetition_at_the_end_of_a_token_takes_as_little_as_it_can() {
    let grammar = read("grammar G; a : (ANY | WORD)* EOF ; ANY : .+? ; WORD : [a-z]+ ;");
    assert_eq!(grammar.0.parse(grammar.1, "ab:cd").expect("a text").tokens, 3);
    comes_back(&grammar, "ab:cd;;");
}

#[test]
fn the_end_of_the_text_ends_a_comment_and_nothing_else() {
    let grammar = read(
        "grammar G; a : ID* EOF ; ID : [a-z]+ ; C : '//' ~[\\n]* ('\\n' | EOF) -> skip ; S : '\"' ~[\"]* EOF -> skip ; W : ' ' -> skip ;",
    );
    comes_back(&grammar, "a // b\nc // d");
    comes_back(&grammar, "a \"b");
    let error = grammar.0.parse(grammar.1, "a \"b\" c").expect_err("a quote within the text");
    assert_eq!((error.line, error.column), (1, 3));
    all_parse(&grammar, 200);
}

#[test]
fn the_end_of_the_text_can_be_asked_for_more_than_once() {
    let grammar = read("grammar G; a : s* EOF ; s : ID (';' | EOF) ; ID : [a-z]+ ;");
    comes_back(&grammar, "a;b");
}

#[test]
fn a_rule_without_text_leads_out_of_a_mode() {
    let text = "lexer grammar L;
        NAME : [a-z]+ -> mode(ENDS) ; OPEN : '(' ; W : [ \\n]+ -> skip ;
        mode ENDS;
        WE : ' '+ -> skip ; END : [\\n;] -> mode(DEFAULT_MODE) ; OTHER : -> mode(DEFAULT_MODE), skip ;";
    let parser = "parser grammar P; options { tokenVocab = L; } a : (NAME | OPEN | END)* EOF ;";
    let directory = std::env::temp_dir().join(format!("chiasma-lexing-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    std::fs::write(directory.join("L.g4"), text).expect("a file");
    std::fs::write(directory.join("P.g4"), parser).expect("a file");
    let grammar = Grammar::load(&directory.join("P.g4")).unwrap_or_else(|error| panic!("{error}"));
    std::fs::remove_dir_all(&directory).expect("the directory");
    let start = grammar.start_rule().expect("a rule");
    comes_back(&(grammar, start), "f (x\n  y;(");
}

#[test]
fn a_hidden_token_is_hidden_even_if_a_rule_asks_for_it() {
    let grammar = read("grammar G; a : (ID W?)+ EOF ; ID : [a-z]+ ; W : ' '+ -> skip ;");
    comes_back(&grammar, "a  b c");
    let warnings: Vec<String> = grammar.0.warnings().iter().map(ToString::to_string).collect();
    assert!(warnings.iter().any(|w| w.contains("`W` is hidden from the parser")), "{warnings:?}");
}

#[test]
fn sets_of_any_size_ignore_case() {
    let grammar = read(
        "grammar G; options { caseInsensitive = true; } a : ID EOF ; ID : [A-Z_\\u007F-\\uFFFF]+ ;",
    );
    comes_back(&grammar, "aZé");
}

#[test]
fn a_token_comes_from_the_rule_of_the_mode_that_the_lexer_is_in() {
    let text = "grammar G; a : (RULE ID OPEN RULE ID CLOSE)* EOF ;
        RULE : 'rule' ; ID : [a-z]+ ; OPEN : '{' -> mode(M) ; W : ' ' -> skip ;
        mode M; RULE_M : 'rule' -> type(RULE) ; ID_M : [a-z]+ -> type(ID) ;
        CLOSE : '}' -> mode(DEFAULT_MODE) ; W_M : ' ' -> skip ;";
    all_parse(&read(text), 200);
}

#[test]
fn tokens_that_are_never_read_are_told_of_and_not_drawn() {
    let grammar = read(
        "grammar G; a : (e ';')* EOF ; e : DIGIT | INT | '-' e | NAME | IF ; INT : [0-9]+ ; DIGIT : [0-9] ; NAME : [a-z]+ ; IF : 'if' ;",
    );
    let texts = all_parse(&grammar, 200).concat();
    assert!(texts.contains('0') && texts.contains('-'), "{texts}");
    let findings = grammar.0.check(grammar.1, &[]).to_string();
    assert!(findings.contains("never read: DIGIT (line 1): its text reads as INT"), "{findings}");
    assert!(findings.contains("never read: IF (line 1): its text reads as NAME"), "{findings}");
}

#[test]
fn a_comment_that_would_swallow_what_follows_is_left_out() {
    let grammar = read(
        "grammar G; a : (ID NL)* EOF ; ID : [a-z]+ ; NL : '\\n' ; C : '#' ~[\\n]* -> skip ; W : ' ' -> skip ;",
    );
    let texts = all_parse(&grammar, 300);
    assert!(texts.iter().any(|text| text.contains('#')), "comments before line breaks stay");
    comes_back(&grammar, "a # b\nc #d\n");
}

#[test]
fn hidden_text_that_leaves_the_mode_is_not_put_between_tokens() {
    let text = "grammar G; a : ID* EOF ; ID : [a-z]+ ; W : ' ' -> skip ; D : '#' -> skip, mode(M) ;
        mode M ; T : ~[\\n]+ -> skip ; E : '\\n' -> skip, mode(DEFAULT_MODE) ;";
    let grammar = read(text);
    assert!(all_parse(&grammar, 200).iter().all(|text| !text.contains('#')));
    comes_back(&grammar, "a #b\nc");
}

#[test]
fn the_start_is_the_rule_that_asks_for_the_end_and_that_none_calls() {
    let grammar = Grammar::read("t.g4", "grammar G; x : 'x' ; one : x EOF ; a : x x EOF ;");
    let grammar = grammar.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(grammar.start_rule(), grammar.rule("one"));
    let grammar = Grammar::read("t.g4", "grammar G; x : 'x' ; a : x x ;");
    let grammar = grammar.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(grammar.start_rule(), grammar.rule("x"));
}

#[test]
fn commands_may_begin_with_a_capital() {
    comes_back(&read("grammar G; a : ID* EOF ; ID : [a-z]+ ; W : ' ' -> Channel(HIDDEN) ;"), "a b");
}

#[test]
fn any_token_of_a_grammar_without_tokens_is_nothing() {
    let grammar = read("grammar G; a : .* ;");
    assert!(all_parse(&grammar, 20).iter().all(String::is_empty));
}
