//! Reading grammars: what is understood, what is warned about, and how mistakes are reported.

use chiasma_core::{Seed, Source};
use chiasma_grammar::{Grammar, Limits, Probabilities};

fn read(text: &str) -> Grammar {
    Grammar::read("g.g4", text).unwrap_or_else(|error| panic!("{error}"))
}

/// The errors of a grammar, without the file's name.
fn errors(text: &str) -> String {
    match Grammar::read("g.g4", text) {
        Ok(_) => panic!("{text:?} has no mistake"),
        Err(error) => error.to_string().replace("g.g4:", ""),
    }
}

fn warnings(text: &str) -> Vec<String> {
    read(text).warnings().iter().map(|warning| warning.to_string().replace("g.g4:", "")).collect()
}

fn parses(grammar: &Grammar, rule: &str, text: &str) -> bool {
    grammar.parse(grammar.rule(rule).expect("the rule is there"), text).is_ok()
}

#[test]
fn everything_that_a_file_may_have_is_read() {
    let grammar = read(
        r#"
        /** A grammar with everything. */
        grammar All;
        options { language = Java; superClass = Base; }
        tokens { VIRTUAL }
        channels { DOCS }
        @header { package x; /* } */ }
        @parser::members { String s = "}"; char c = '}'; }

        start[int depth] returns [int value] locals [int x] throws A, B
        options { k = 1; }
        @init { x = 1; }
        @after { x = 2; }
            : first=item rest+=item* {isFine()}? call[1, "]"] # Labelled
            | <assoc=right> item '->' item { act(); }          # Other
            | ~(ID | ';') .                                    # Not
            ;
        catch [Exception e] { e.print(); }
        finally { done(); }

        item : ID | INT ;
        call : 'call' '(' ')' ;

        ID : [a-zA-Z_] [a-zA-Z_0-9]* ;
        INT : '0'..'9'+ ;
        DOC : '/**' .*? '*/' -> channel(DOCS) ;
        SPACE : [ \t\r\n]+ -> skip ;
        "#,
    );
    assert!(parses(&grammar, "start", "a b 7 call()"));
    assert!(parses(&grammar, "start", "a -> /** doc */ b"));
    assert!(parses(&grammar, "start", "( ;"));
    assert!(!parses(&grammar, "start", "; ("));
}

#[test]
fn predicates_and_actions_are_warned_of_and_ignored() {
    let warnings = warnings("grammar G;\n@members {x}\na : {p()}? 'x' {act();} ;");
    assert_eq!(
        warnings,
        [
            "2:1: warning: the action @members is ignored",
            "3:5: warning: this predicate is ignored: it is taken to be true",
            "3:16: warning: this action is ignored",
        ]
    );
}

#[test]
fn unknown_escapes_are_warned_of_and_taken_as_they_are() {
    let text = r"lexer grammar L; A : [\q] ;";
    assert_eq!(warnings(text), ["1:23: warning: unknown escape `\\q`, taken for `q`"]);
    assert!(parses(&read(text), "A", "q"));
}

#[test]
fn sets_have_escapes_ranges_and_properties() {
    let grammar =
        read(r"lexer grammar L; A : [\]\-\\\u0041\u{1F600}-\u{1F602}\p{Greek}-]+ ; B : ~[^a-] ;");
    for text in ["]", "-", "\\", "A", "😁", "λ", "]-\\"] {
        assert!(parses(&grammar, "A", text), "{text}");
    }
    assert!(!parses(&grammar, "A", "B"));
    assert!(
        parses(&grammar, "B", "b") && !parses(&grammar, "B", "-") && !parses(&grammar, "B", "^")
    );
}

#[test]
fn surrogate_pairs_are_one_character() {
    let grammar = read(r"lexer grammar L; A : '\uD83D\uDE00' ; B : [\uD83D\uDE01] ;");
    assert!(parses(&grammar, "A", "😀") && parses(&grammar, "B", "😁"));
    let half = warnings(r"lexer grammar L; A : [a\uD83D] ;");
    assert_eq!(half, ["1:24: warning: \\uD83D is half a surrogate pair, not a character; ignored"]);
}

#[test]
fn groups_may_begin_with_options_and_a_colon() {
    let grammar = read("grammar G; a : ( options {greedy=true;} : 'x' )* (: 'y')? ;");
    assert!(parses(&grammar, "a", "xxy"));
}

#[test]
fn the_longest_token_wins_and_then_the_first() {
    let grammar = read("grammar G; a : IF | ID+ ; IF : 'if' ; ID : [a-z]+ ; WS : ' ' -> skip ;");
    assert!(parses(&grammar, "a", "if"));
    assert!(parses(&grammar, "a", "iff x"));
    assert!(!parses(&grammar, "a", "if x"));
}

#[test]
fn lazy_repetitions_stop_at_the_first_end() {
    let grammar = read("grammar G; a : C ID ; C : '<' .*? '>' ; ID : [a-z>]+ ;");
    assert!(parses(&grammar, "a", "<x>y"));
    assert!(parses(&grammar, "a", "<x>y>"));
}

#[test]
fn tokens_may_hold_themselves() {
    let grammar = read("grammar G; a : ID EOF ; ID : [a-z]+ ; C : '(*' (C | .)*? '*)' -> skip ;");
    assert!(parses(&grammar, "a", "(* a (* b *) c *)x"));
}

#[test]
fn modes_and_more_make_tokens_of_pieces() {
    let grammar = read(
        "lexer grammar L; QUOTE : '\"' -> more, mode(TEXT) ; ID : [a-z]+ ; \
         mode TEXT; PIECE : ~'\"' -> more ; STRING : '\"' -> mode(DEFAULT_MODE) ;",
    );
    let string = grammar.rule("STRING").expect("a rule");
    let parsed = grammar.parse(string, "\"ab c\"").unwrap_or_else(|error| panic!("{error}"));
    let mut source = Source::replay(&parsed.sequence, Seed(1));
    let uniform = Probabilities::uniform(&grammar);
    assert_eq!(grammar.generate(&mut source, string, &uniform, Limits::default()), "\"ab c\"");
}

#[test]
fn case_may_not_matter() {
    let grammar = read(
        "grammar G; options { caseInsensitive = true; } a : 'select' ID ; ID : [a-z]+ ; WS : ' ' -> skip ;",
    );
    assert!(parses(&grammar, "a", "SeLECT Abc"));
}

#[test]
fn left_recursion_and_ambiguity_are_no_trouble() {
    let grammar =
        read("grammar G; e : e '*' e | e '+' e | N | f ; f : e '!' | g? ; g : f ; N : [0-9]+ ;");
    assert!(parses(&grammar, "e", "1+2*3!+4"));
    assert!(parses(&grammar, "e", ""));
    let sum = grammar.rule("e").expect("a rule");
    // (2*3)! or 2*(3!): `f` begins with itself only by way of `e`, so no precedence decides.
    let parsed = grammar.parse(sum, "2*3!").unwrap_or_else(|error| panic!("{error}"));
    assert!(!parsed.ambiguities.is_empty());
}

#[test]
fn undefined_names_are_told_with_the_nearest() {
    assert_eq!(
        errors("grammar G;\na : valeu ;\nvalue : 'x' ;"),
        "2:5: error: there is no rule `valeu`\n  hint: did you mean `value`?"
    );
    assert_eq!(
        errors("grammar G;\na : NUM ;"),
        "2:5: error: there is no token `NUM`\n  hint: add a rule `NUM : .. ;`"
    );
}

#[test]
fn rules_that_never_end_are_errors() {
    assert_eq!(
        errors("grammar G;\na : b ;\nb : b 'x' | 'y' b ;"),
        "3:1: error: the rule `b` never ends: each of its alternatives leads back to it\n  \
         hint: add an alternative that does not"
    );
}

#[test]
fn tokens_that_begin_with_themselves_are_errors() {
    let told = errors("lexer grammar L;\nA : B? A 'x' | 'y' ;\nB : 'b' ;");
    assert!(told.starts_with("2:1: error: the lexer rule `A` begins with itself"), "{told}");
}

#[test]
fn duplicates_are_errors() {
    assert_eq!(
        errors("grammar G; a : 'x' ;\na : 'y' ;"),
        "2:1: error: the rule `a` is defined twice\n  hint: the first one is at 1:12; rename one of them"
    );
}

#[test]
fn syntax_errors_are_told_one_a_rule() {
    let told = errors("grammar G;\na : ( 'x' ;\nb : 'y ;\nc : \"z\" ;\nd : 'x' ;");
    let first_lines: Vec<&str> = told.lines().filter(|line| line.contains("error")).collect();
    assert_eq!(
        first_lines,
        [
            "2:11: error: expected `)`, found `;`",
            "3:5: error: this literal does not end",
            "4:5: error: text in double quotes",
        ]
    );
}

#[test]
fn unknown_modes_commands_and_properties_are_errors() {
    assert!(
        errors("lexer grammar L; A : 'a' -> mode(X) ;")
            .starts_with("1:29: error: there is no mode `X`")
    );
    assert!(
        errors("lexer grammar L; A : 'a' -> skipp ;")
            .starts_with("1:29: error: unknown command `skipp`")
    );
    assert!(
        errors(r"lexer grammar L; A : [\p{Foo}] ;").contains("there is no Unicode property `Foo`")
    );
}

#[test]
fn files_that_are_missing_are_named() {
    let told = errors("parser grammar P; options { tokenVocab = Missing; } a : 'x' ;");
    assert!(
        told.contains("`Missing` is not found") && told.contains("put Missing.g4 beside"),
        "{told}"
    );
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let deep = format!("grammar G; a : {}'x'{} ;", "(".repeat(100_000), ")".repeat(100_000));
    assert!(errors(&deep).contains("groups one within the other"));
}

#[test]
fn imported_rules_are_added_and_own_rules_win() {
    let directory = std::env::temp_dir().join(format!("chiasma-grammar-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory for the test");
    let write = |name: &str, text: &str| {
        std::fs::write(directory.join(name), text).expect("a file for the test");
    };
    write("Main.g4", "grammar Main; import Base; a : b ID ; b : 'own' ;");
    write("Base.g4", "grammar Base; b : 'imported' ; ID : [a-z]+ ; WS : ' ' -> skip ;");
    let grammar =
        Grammar::load(&directory.join("Main.g4")).unwrap_or_else(|error| panic!("{error}"));
    std::fs::remove_dir_all(&directory).expect("the test's own directory");
    assert!(parses(&grammar, "a", "own x"));
    assert!(!parses(&grammar, "a", "imported x"));
}
