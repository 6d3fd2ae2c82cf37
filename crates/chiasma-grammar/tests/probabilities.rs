//! Files of probabilities.

use chiasma_grammar::{Grammar, Probabilities};

fn grammar() -> Grammar {
    let text = "grammar Sum; sum: term ('+' term)*; term: N | '(' sum ')' | ID; N: [0-9]+; ID: [a-z]+; WS: ' ' -> skip;";
    Grammar::read("sum.g4", text).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    match Probabilities::read(&grammar(), text) {
        Ok(_) => panic!("{text:?} is read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_written_is_read_back_exactly() {
    let grammar = grammar();
    let sum = grammar.rule("sum").expect("a rule");
    for example in ["1", "(a+12)+b", "1+2+a+bcd", "(((((a+b)))))+(7 +8)+99999999"] {
        let parsed = grammar.parse(sum, example).unwrap_or_else(|error| panic!("{error}"));
        let probabilities = Probabilities::learned(&grammar, &parsed.counts);
        let text = probabilities.write(&grammar);
        let read =
            Probabilities::read(&grammar, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read, probabilities, "{text}");
    }
}

#[test]
fn a_file_is_readable() {
    let grammar = grammar();
    let text = Probabilities::uniform(&grammar).write(&grammar);
    let term = "term choice 1\n  0.3333333333333333  # N\n  0.3333333333333333  # '(' sum ')'\n  0.3333333333333333  # ID\n";
    assert!(text.contains(term), "{text}");
}

#[test]
fn numbers_need_not_add_up_to_one() {
    let text = "chiasma probabilities 1\nterm choice 1\n  1\n  2\n  1\n";
    let read = Probabilities::read(&grammar(), text).unwrap_or_else(|error| panic!("{error}"));
    let term = grammar().points().iter().position(|point| point.owner == "term").expect("a choice");
    assert_eq!(read.of(chiasma_grammar::PointId(term as u32)), [0.25, 0.5, 0.25]);
}

#[test]
fn mistakes_are_told_with_their_lines() {
    assert_eq!(
        error("hello"),
        "line 1: expected `chiasma probabilities 1`: is this a file of probabilities?"
    );
    let head = "chiasma probabilities 1\n";
    assert!(
        error(&format!("{head}\nfactor choice 1\n  1\n"))
            .starts_with("line 3: the grammar has no choice `factor choice 1`")
    );
    assert_eq!(error(&format!("{head}  1\n")), "line 2: a number before the first choice");
    assert_eq!(
        error(&format!("{head}term choice 1\n  1\n  2\n")),
        "line 2: `term choice 1` has 3 alternatives, and the file gives 2 numbers"
    );
    assert_eq!(
        error(&format!("{head}term choice 1\n  1\n  -2\n")),
        "line 4: expected a number that is not negative, found `-2`"
    );
    assert_eq!(
        error(&format!("{head}term choice 1\n  0\n  0\n  0\n")),
        "line 2: the numbers of `term choice 1` add up to 0"
    );
}
