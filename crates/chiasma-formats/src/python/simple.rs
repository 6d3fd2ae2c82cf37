//! Statements that fit on a line.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::expressions::{Precedence, expression, expression_list, yield_expression};
use super::layout::end_of_line;
use super::program::{Flavour, Program};
use super::{imports, names, targets, types};

/// A line of statements with semicolons between them, and its end.
#[generator]
pub(super) fn line(s: &mut Source, p: &mut Program<'_>) {
    let count = *s.weighted(&[(20, 1), (2, 2), (1, 3)]);
    for place in 0..count {
        if place > 0 {
            p.put("; ");
        }
        simple_statement(s, p);
    }
    p.put_weighted(s, &[(30, ""), (1, ";")]);
    if p.slip(s) {
        p.put_one(s, &[" x", ")", "]", ":", " = = 1", " else", "\\", "\u{a0}", " $", " async x"]);
    }
    end_of_line(s, p);
}

type Write = fn(&mut Source, &mut Program<'_>);

const STATEMENTS: [(u32, Write); 14] = [
    (2, pass),
    (16, assignment),
    (10, expression_statement),
    (5, augmented_assignment),
    (4, annotated_assignment),
    (2, delete),
    (2, assertion),
    (2, raise),
    (3, imports::import),
    (2, types::type_alias),
    // Those that follow are legal in some places only.
    (10, return_statement),
    (6, yield_statement),
    (5, break_statement),
    (5, continue_statement),
];

#[generator]
pub(super) fn simple_statement(s: &mut Source, p: &mut Program<'_>) {
    if !p.spend() {
        return if s.bool() { small_assignment(s, p) } else { pass(s, p) };
    }
    let misplaced = p.slip(s);
    let scope = p.scope();
    let may_break = scope.loops > 0 || misplaced;
    let may_leave = !scope.in_star_handler;
    let flavour = p.function();
    let may_return = flavour.is_some() && may_leave || misplaced;
    let may_yield = flavour.is_some_and(Flavour::yields) || misplaced;
    let mut weights = STATEMENTS.map(|(weight, _)| weight);
    let legal = [may_return, may_yield, may_break, may_break];
    let places = weights.len() - legal.len()..;
    for (weight, is_legal) in weights[places].iter_mut().zip(legal) {
        if !is_legal {
            *weight = 0;
        }
    }
    STATEMENTS[s.weighted_index(&weights)].1(s, p);
}

fn pass(_: &mut Source, p: &mut Program<'_>) {
    p.put("pass");
}

/// What is written when the budget is used up.
#[generator]
fn small_assignment(s: &mut Source, p: &mut Program<'_>) {
    let before = p.pending.len();
    targets::name_target(s, p);
    p.put(" = ");
    expression(s, p, Precedence::Test);
    p.settle(before);
}

/// An assignment, perhaps to several targets.
#[generator]
fn assignment(s: &mut Source, p: &mut Program<'_>) {
    let before = p.pending.len();
    for _ in 0..*s.weighted(&[(10, 1), (1, 2), (1, 3)]) {
        targets::target(s, p);
        p.put(" = ");
    }
    value(s, p);
    p.settle(before);
}

/// What is assigned.
#[generator]
fn value(s: &mut Source, p: &mut Program<'_>) {
    let yields = u32::from(p.may_yield());
    pick!(s, {
        8 => expression_list(s, p),
        2 * yields => yield_expression(s, p),
    })
}

#[generator]
fn expression_statement(s: &mut Source, p: &mut Program<'_>) {
    expression_list(s, p);
}

#[generator]
fn augmented_assignment(s: &mut Source, p: &mut Program<'_>) {
    const OPERATORS: &[&str] =
        &["+=", "-=", "*=", "/=", "//=", "%=", "@=", "&=", "|=", "^=", ">>=", "<<=", "**="];
    let before = p.pending.len();
    if p.slip(s) {
        targets::target(s, p);
    } else {
        targets::single_target(s, p);
    }
    p.put(" ");
    p.put_one(s, OPERATORS);
    p.put(" ");
    value(s, p);
    p.settle(before);
}

/// An annotation, with a value or without.
#[generator]
fn annotated_assignment(s: &mut Source, p: &mut Program<'_>) {
    let before = p.pending.len();
    let start = p.len();
    if let Some(name) = targets::single_target(s, p) {
        let is_foreign = p.is_foreign(&name);
        match s.weighted_index(&[6, 1]) {
            // A name of another scope has no annotation here; its attributes do.
            _ if is_foreign && !p.slip(s) => p.put(".value"),
            0 => {}
            _ => {
                p.insert(start, "(");
                p.put(")");
            }
        }
    }
    p.put(": ");
    types::annotation(s, p);
    if s.bool() {
        p.put(" = ");
        value(s, p);
    }
    p.settle(before);
}

#[generator]
fn delete(s: &mut Source, p: &mut Program<'_>) {
    p.put("del ");
    targets::deleted(s, p, 0);
    for _ in 0..*s.weighted(&[(6, 0), (1, 1)]) {
        p.put(", ");
        targets::deleted(s, p, 0);
    }
}

#[generator]
fn assertion(s: &mut Source, p: &mut Program<'_>) {
    p.put("assert ");
    expression(s, p, Precedence::Test);
    if s.bool() {
        p.put(", ");
        expression(s, p, Precedence::Test);
    }
}

#[generator]
fn raise(s: &mut Source, p: &mut Program<'_>) {
    p.put("raise");
    let form = s.weighted_index(&[2, 3, 2, 1]);
    match form {
        0 => return,
        1 => {
            p.put(" ");
            names::exception(s, p);
            p.enclose("(", ")", |p| expression(s, p, Precedence::Named));
        }
        _ => {
            p.put(" ");
            expression(s, p, Precedence::Test);
        }
    }
    if form != 2 {
        p.put(" from ");
        expression(s, p, Precedence::Test);
    }
}

#[generator]
fn return_statement(s: &mut Source, p: &mut Program<'_>) {
    p.put("return");
    // An asynchronous generator returns nothing.
    let has_value = p.function() != Some(Flavour::AsyncGenerator) || p.slip(s);
    if has_value && s.ratio(5, 6) {
        p.put(" ");
        expression_list(s, p);
    }
}

#[generator]
fn yield_statement(s: &mut Source, p: &mut Program<'_>) {
    yield_expression(s, p);
}

fn break_statement(_: &mut Source, p: &mut Program<'_>) {
    p.put("break");
}

fn continue_statement(_: &mut Source, p: &mut Program<'_>) {
    p.put("continue");
}
