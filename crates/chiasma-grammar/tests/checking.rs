//! What `grammar check` tells, and railroad diagrams.

use chiasma_grammar::Grammar;
use chiasma_grammar::check::Example;

fn read(text: &str) -> Grammar {
    Grammar::read("g.g4", text).unwrap_or_else(|error| panic!("{error}"))
}

fn example(name: &str, text: &str) -> Example {
    Example { name: name.to_owned(), text: text.to_owned() }
}

const SUM: &str = "grammar Sum;\nsum : sum '+' sum | N | ID ;\nspare : N ;\nN : [0-9]+ ;\nID : [a-z]+ ;\nUNUSED : '!' ;\nWS : ' ' -> skip ;";

#[test]
fn unreachable_rules_are_told_and_hidden_ones_are_not() {
    let grammar = read(SUM);
    let findings = grammar.check(grammar.rule("sum").expect("a rule"), &[]);
    assert_eq!(findings.unreachable, [("spare".to_owned(), 3), ("UNUSED".to_owned(), 6)]);
}

#[test]
fn ambiguity_is_told_with_the_first_place() {
    let grammar = read("grammar If; s : 'if' s | 'if' s 'else' s | 'x' ; WS : ' ' -> skip ;");
    let rule = grammar.rule("s").expect("a rule");
    let one = example("one", "if x else x");
    let findings = grammar.check(rule, &[one, example("two", "if if x else x")]);
    assert_eq!(findings.ambiguous.keys().collect::<Vec<_>>(), ["s"]);
    assert_eq!(findings.ambiguous["s"].first, "two:1:1");
}

#[test]
fn operators_are_not_ambiguous_since_the_order_of_the_alternatives_decides() {
    let grammar = read(SUM);
    let sum = grammar.rule("sum").expect("a rule");
    assert!(grammar.check(sum, &[example("two", "1 + 2 + 3")]).ambiguous.is_empty());
}

#[test]
fn alternatives_that_no_example_uses_are_told() {
    let grammar = read(SUM);
    let sum = grammar.rule("sum").expect("a rule");
    let findings = grammar.check(sum, &[example("one", "1 + 2"), example("bad", "1 +")]);
    assert_eq!(findings.unused.len(), 1);
    assert_eq!(findings.unused[0].alternatives, ["ID"]);
    assert_eq!(findings.unused[0].of, 3);
    assert_eq!(findings.parsed, 1);
    let told = findings.to_string();
    assert!(
        told.contains("does not parse: bad:1:4: found the end of the text, expected N, ID\n"),
        "{told}"
    );
    assert!(told.contains("never used: sum, choice 1, 1 of 3: ID"), "{told}");
}

#[test]
fn a_diagram_shows_every_part_of_its_rule() {
    let grammar =
        read("grammar G; a : 'x<y' (b | NAME)* c? ; b : 'b' ; c : 'c' ; NAME : [a-z] ~[\"]+ ;");
    let diagrams = grammar.diagrams();
    let names: Vec<&str> = diagrams.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a.svg", "b.svg", "c.svg", "NAME.svg"]);
    let a = &diagrams[0].1;
    for part in ["&#39;x&lt;y&#39;", ">b<", ">NAME<", ">c<"] {
        assert!(a.contains(part), "{part} in {a}");
    }
    assert!(
        diagrams[3].1.contains("~[\\&quot;]") && diagrams[3].1.contains("[a-z]"),
        "{}",
        diagrams[3].1
    );
}
