//! Expressions: their forms, how tightly each binds, and the operators.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::program::{NameKind, Program};
use super::{
    calls, comprehensions, displays, fstrings, functions, layout, names, numbers, strings,
};
use crate::draft::distinct;

/// How tightly an expression binds, from the loosest; a looser one is put in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    Yield,
    Named,
    /// A lambda or a conditional.
    Test,
    Or,
    And,
    Not,
    Comparison,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Unary,
    Power,
    Await,
    Primary,
    Atom,
}

use Precedence::{
    And, Atom, Await, BitAnd, BitOr, BitXor, Comparison, Named, Not, Or, Power, Primary, Product,
    Shift, Sum, Test, Unary, Yield,
};

type Write = fn(&mut Source, &mut Program<'_>);

/// A form of expressions.
struct Form {
    weight: u32,
    precedence: Precedence,
    write: Write,
}

const fn form(weight: u32, precedence: Precedence, write: Write) -> Form {
    Form { weight, precedence, write }
}

/// Every form, the leaves first.
const FORMS: [Form; 35] = [
    form(16, Atom, names::name),
    form(8, Atom, numbers::number),
    form(8, Atom, strings::string),
    form(4, Atom, constant),
    // The next three are legal in some places only.
    form(4, Named, assignment_expression),
    form(8, Yield, yield_expression),
    form(10, Await, await_expression),
    form(12, Primary, calls::call),
    form(7, Primary, calls::attribute),
    form(6, Primary, calls::subscript),
    form(6, Primary, calls::method_call),
    form(4, Sum, sum),
    form(4, Product, product),
    form(1, Shift, shift),
    form(1, BitAnd, bitwise_and),
    form(1, BitXor, bitwise_xor),
    form(1, BitOr, bitwise_or),
    form(4, Comparison, comparison),
    form(3, Or, disjunction),
    form(3, And, conjunction),
    form(2, Not, negation),
    form(3, Unary, unary_operation),
    form(3, Power, power),
    form(3, Test, conditional),
    form(4, Test, functions::lambda),
    form(5, Atom, displays::list),
    form(4, Atom, displays::tuple),
    form(3, Atom, displays::set),
    form(4, Atom, displays::dictionary),
    form(3, Atom, comprehensions::list_comprehension),
    form(2, Atom, comprehensions::set_comprehension),
    form(2, Atom, comprehensions::dictionary_comprehension),
    form(2, Atom, comprehensions::generator_expression),
    form(5, Atom, fstrings::fstring),
    form(2, Atom, nest),
];
const LEAVES: usize = 4;
const ASSIGNMENT: usize = 4;
const YIELD: usize = 5;
const AWAIT: usize = 6;

/// Maximum nesting depth of expressions.
const DEEPEST: u32 = 14;

/// Any expression that may stand where one that binds like `least` does.
#[generator]
pub(super) fn expression(s: &mut Source, p: &mut Program<'_>, least: Precedence) {
    if p.slip(s) {
        p.put_one(s, &["", ")", "x y", "1 +", "*", "?", "(", "if", "x = 1", "a b c"]);
        return;
    }
    let form = if p.depth < DEEPEST && p.spend() { any_form(s, p) } else { leaf_form(s) };
    p.depth += 1;
    if form.precedence < least {
        p.enclose("(", ")", |p| (form.write)(s, p));
    } else {
        (form.write)(s, p);
    }
    p.depth -= 1;
}

fn any_form(s: &mut Source, p: &Program<'_>) -> &'static Form {
    let mut weights = FORMS.each_ref().map(|form| form.weight);
    for leaf in &mut weights[..LEAVES] {
        *leaf *= 1 + p.depth;
    }
    let legal = [(ASSIGNMENT, p.may_bind()), (YIELD, p.may_yield()), (AWAIT, p.may_await())];
    for (place, _) in legal.into_iter().filter(|(_, is_legal)| !is_legal) {
        weights[place] = 0;
    }
    &FORMS[s.weighted_index(&weights)]
}

fn leaf_form(s: &mut Source) -> &'static Form {
    let weights: [u32; LEAVES] = std::array::from_fn(|place| FORMS[place].weight);
    &FORMS[s.weighted_index(&weights)]
}

/// What a call, an attribute or a subscript belongs to: mostly a name.
#[generator]
pub(super) fn primary(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        3 => names::name(s, p),
        2 => expression(s, p, Primary),
    })
}

/// Several expressions with commas, some unpacked: a tuple where no parentheses are needed.
#[generator]
pub(super) fn expression_list(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        12 => expression(s, p, Test),
        2 => {
            for place in 0..s.length(2..=3) {
                if place > 0 {
                    p.put(", ");
                }
                displays::element(s, p, Test);
            }
        },
        1 => {
            displays::element(s, p, Test);
            p.put(",");
        },
    })
}

/// `None`, `True`, `False` or `...`.
#[generator]
pub(super) fn constant(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    p.put_one(s, &["None", "True", "False", "..."]);
}

#[generator]
fn assignment_expression(s: &mut Source, p: &mut Program<'_>) {
    let name = names::binding(s, p);
    let name = distinct(&name, |name| p.is_iterated(name));
    p.put(&name);
    p.put(" := ");
    expression(s, p, Test);
    p.bind(&name, NameKind::Value);
}

/// `yield`, what it gives, and where from.
#[generator]
pub(super) fn yield_expression(s: &mut Source, p: &mut Program<'_>) {
    // An asynchronous generator cannot delegate.
    let delegates = u32::from(!p.may_await());
    pick!(s, {
        1 => p.put("yield"),
        4 => {
            p.put("yield ");
            expression_list(s, p);
        },
        2 * delegates => {
            p.put("yield from ");
            expression(s, p, Test);
        },
    })
}

#[generator]
fn await_expression(s: &mut Source, p: &mut Program<'_>) {
    p.put("await ");
    expression(s, p, Primary);
}

/// Two operands that bind like `left` and `right`, and the operator between them.
fn operation(
    s: &mut Source,
    p: &mut Program<'_>,
    operator: &str,
    (left, right): (Precedence, Precedence),
) {
    expression(s, p, left);
    layout::space(s, p);
    p.put(operator);
    p.put(" ");
    if !p.slip(s) {
        expression(s, p, right);
    }
}

#[generator]
fn sum(s: &mut Source, p: &mut Program<'_>) {
    let operator = *s.as_value().choose(&["+", "-"]);
    operation(s, p, operator, (Sum, Product));
}

#[generator]
fn product(s: &mut Source, p: &mut Program<'_>) {
    let operator = *s.as_value().choose(&["*", "/", "//", "%", "@"]);
    operation(s, p, operator, (Product, Unary));
}

#[generator]
fn shift(s: &mut Source, p: &mut Program<'_>) {
    let operator = *s.as_value().choose(&["<<", ">>"]);
    operation(s, p, operator, (Shift, Sum));
}

#[generator]
fn bitwise_and(s: &mut Source, p: &mut Program<'_>) {
    operation(s, p, "&", (BitAnd, Shift));
}

#[generator]
fn bitwise_xor(s: &mut Source, p: &mut Program<'_>) {
    operation(s, p, "^", (BitXor, BitAnd));
}

#[generator]
fn bitwise_or(s: &mut Source, p: &mut Program<'_>) {
    operation(s, p, "|", (BitOr, BitXor));
}

/// Comparisons, perhaps in a chain.
#[generator]
fn comparison(s: &mut Source, p: &mut Program<'_>) {
    const OPERATORS: &[&str] = &["==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"];
    expression(s, p, BitOr);
    for _ in 0..*s.weighted(&[(6, 1), (2, 2), (1, 3)]) {
        layout::space(s, p);
        let operator = if p.slip(s) { "=" } else { *s.as_value().choose(OPERATORS) };
        p.put(operator);
        p.put(" ");
        expression(s, p, BitOr);
    }
}

#[generator]
fn disjunction(s: &mut Source, p: &mut Program<'_>) {
    expression(s, p, And);
    for _ in 0..*s.weighted(&[(4, 1), (1, 2)]) {
        layout::space(s, p);
        p.put("or ");
        expression(s, p, And);
    }
}

#[generator]
fn conjunction(s: &mut Source, p: &mut Program<'_>) {
    expression(s, p, Not);
    for _ in 0..*s.weighted(&[(4, 1), (1, 2)]) {
        layout::space(s, p);
        p.put("and ");
        expression(s, p, Not);
    }
}

#[generator]
fn negation(s: &mut Source, p: &mut Program<'_>) {
    p.put("not ");
    expression(s, p, Not);
}

#[generator]
fn unary_operation(s: &mut Source, p: &mut Program<'_>) {
    p.put_one(s, &["-", "+", "~", "- ", "--", "~-"]);
    expression(s, p, Unary);
}

#[generator]
fn power(s: &mut Source, p: &mut Program<'_>) {
    expression(s, p, Await);
    p.put(" ** ");
    expression(s, p, Unary);
}

#[generator]
fn conditional(s: &mut Source, p: &mut Program<'_>) {
    expression(s, p, Or);
    layout::space(s, p);
    p.put("if ");
    expression(s, p, Or);
    if !p.slip(s) {
        p.put(" else ");
        expression(s, p, Test);
    }
}

/// Brackets around brackets, which parsers rarely meet.
#[generator]
fn nest(s: &mut Source, p: &mut Program<'_>) {
    const BRACKETS: &[(&str, &str)] =
        &[("(", ")"), ("[", "]"), ("(", ",)"), ("{", "}"), ("[[", "], 0]"), ("(not (", "))")];
    let (open, close) = *s.as_value().choose(BRACKETS);
    let levels = *s.as_value().weighted(&[(4, 1), (2, 2), (1, 6), (1, 20)]);
    p.put(open.repeat(levels));
    p.brackets += 1;
    expression(s, p, Test);
    p.brackets -= 1;
    p.put(close.repeat(levels));
}
