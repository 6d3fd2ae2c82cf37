use calculator_example::{Formula, Operator, parse};
use chiasma::generators::{int, recursive};
use chiasma::{Generator, Source, property};

fn formula(s: &mut Source) -> Formula {
    let number = int(0..=100).map(Formula::Number);
    s.draw(recursive(5, 20, number, |inner| {
        chiasma::one_of![
            1 => inner.clone().map(|formula| Formula::Negated(Box::new(formula))),
            4 => (inner.clone(), operator, inner).map(|(left, operator, right)| {
                Formula::Binary(Box::new(left), operator, Box::new(right))
            }),
        ]
    }))
}

fn operator(s: &mut Source) -> Operator {
    *s.choose(&[Operator::Plus, Operator::Minus, Operator::Times, Operator::Over])
}

#[property]
fn what_is_printed_has_the_same_value(#[from(formula)] formula: Formula) {
    let printed = parse(&formula.to_string()).expect("what is printed can be read");
    assert_eq!(printed.value(), formula.value(), "printed as {formula}");
}
