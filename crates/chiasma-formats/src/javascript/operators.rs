//! Operators: arithmetic, comparison, logic, and those with one operand.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::kinds::Kind;
use super::levels::Level;
use super::program::Program;
use super::scopes::Variable;
use super::words::GLOBALS;
use super::{expressions, members, names, strings};

/// A binary operator: its own level, and those of its operands.
struct Binary {
    text: &'static str,
    own: Level,
    left: Level,
    right: Level,
}

const fn binary(text: &'static str, own: Level, right: Level) -> Binary {
    Binary { text, own, left: own, right }
}

const ARITHMETIC: &[Binary] = &[
    binary("+", Level::Additive, Level::Multiplicative),
    binary("-", Level::Additive, Level::Multiplicative),
    binary("*", Level::Multiplicative, Level::Exponent),
    binary("/", Level::Multiplicative, Level::Exponent),
    binary("%", Level::Multiplicative, Level::Exponent),
    // What stands before `**` may be no unary expression; the same after it may.
    Binary { text: "**", own: Level::Exponent, left: Level::Update, right: Level::Exponent },
    binary("<<", Level::Shift, Level::Additive),
    binary(">>", Level::Shift, Level::Additive),
    binary(">>>", Level::Shift, Level::Additive),
    binary("&", Level::BitAnd, Level::Equality),
    binary("^", Level::BitXor, Level::BitAnd),
    binary("|", Level::BitOr, Level::BitXor),
];

const COMPARISONS: &[Binary] = &[
    binary("===", Level::Equality, Level::Relational),
    binary("!==", Level::Equality, Level::Relational),
    binary("==", Level::Equality, Level::Relational),
    binary("!=", Level::Equality, Level::Relational),
    binary("<", Level::Relational, Level::Shift),
    binary(">", Level::Relational, Level::Shift),
    binary("<=", Level::Relational, Level::Shift),
    binary(">=", Level::Relational, Level::Shift),
];

/// Writes both operands.
fn operation(
    s: &mut Source,
    p: &mut Program<'_>,
    operator: &Binary,
    level: Level,
    mut operand: impl FnMut(&mut Source, &mut Program<'_>, Level),
) {
    p.at_level(operator.own, level, |p| {
        p.each(s, 2, |s, p, index| {
            if index == 0 {
                return operand(s, p, operator.left);
            }
            p.put(" ");
            p.put(operator.text);
            p.put(" ");
            // Leaving an operand out is the mistake to make here.
            if !p.slip(s) {
                operand(s, p, operator.right);
            }
        });
    });
}

/// Two numbers, or one, by an operator.
#[generator]
pub(super) fn arithmetic(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !s.one_in(7) {
        let operator = s.as_value().choose(ARITHMETIC);
        return operation(s, p, operator, level, numeric_operand);
    }
    p.at_level(Level::Unary, level, |p| {
        let sign = *s.as_value().choose(&["-", "+", "~"]);
        p.put(sign);
        let start = p.len();
        numeric_operand(s, p, Level::Unary);
        if p.since(start).starts_with(sign) {
            p.insert(start, " ");
        }
    });
}

/// A number, or sometimes something that is converted to one.
fn numeric_operand(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let kind = *s.weighted(&[
        (24, Kind::Number),
        (1, Kind::String),
        (1, Kind::Boolean),
        (1, Kind::Nothing),
        (1, Kind::Date),
        (1, Kind::Array),
        (1, Kind::Object),
    ]);
    expressions::of(s, p, kind, level);
}

/// Two big integers, or one, by an operator.
#[generator]
pub(super) fn bigint_arithmetic(s: &mut Source, p: &mut Program<'_>, level: Level) {
    pick!(s, {
        5 => {
            // Without powers and shifts: what they make of a large number does not end.
            let operator = &ARITHMETIC[*s.choose(&[0, 1, 2, 3, 4, 9, 10, 11])];
            operation(s, p, operator, level, |s, p, level| {
                expressions::of(s, p, Kind::BigInt, level);
            });
        },
        1 => p.at_level(Level::Shift, level, |p| {
            p.put_one(
                s,
                &["2n ** 64n", "2n ** 63n", "10n ** 20n", "0n ** 0n", "1n << 70n", "(-8n) >> 1n"],
            );
        }),
        1 => p.at_level(Level::Unary, level, |p| {
            p.put_one(s, &["~", "- "]);
            expressions::of(s, p, Kind::BigInt, Level::Unary);
        }),
    })
}

/// A string and something else.
#[generator]
pub(super) fn concatenation(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let string_first = s.bool();
    let mut index = 0;
    operation(s, p, &ARITHMETIC[0], level, |s, p, level| {
        index += 1;
        let kind = if (index == 1) == string_first {
            Kind::String
        } else {
            *s.weighted(&[
                (4, Kind::String),
                (4, Kind::Number),
                (1, Kind::Boolean),
                (1, Kind::Nothing),
                (1, Kind::Array),
                (1, Kind::Object),
                (1, Kind::BigInt),
            ])
        };
        expressions::of(s, p, kind, level);
    });
}

/// A truth value from two operands.
#[generator]
pub(super) fn comparison(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let private = if p.context.privates.is_empty() { 0 } else { 4 };
    pick!(s, {
        8 => {
            let operator = s.as_value().choose(COMPARISONS);
            let kind = *s.weighted(&[
                (6, Kind::Number),
                (4, Kind::String),
                (1, Kind::BigInt),
                (1, Kind::Date),
                (1, Kind::Array),
            ]);
            operation(s, p, operator, level, |s, p, level| expressions::of(s, p, kind, level));
        },
        2 => {
            let operator = &COMPARISONS[s.as_value().index(4)];
            operation(s, p, operator, level, |s, p, level| {
                expressions::of(s, p, Kind::Any, level);
            });
        },
        1 => p.at_level(Level::Relational, level, |p| {
            expressions::of(s, p, Kind::Any, Level::Relational);
            p.put(" instanceof ");
            pick!(s, {
                p.put(["Object", "Array", "Function", "Error", "Map"][s.as_value().index(5)]),
                p.put(GLOBALS[s.as_value().index(7)]),
                expressions::of(s, p, Kind::Class, Level::Shift),
            })
        }),
        2 => membership(s, p, level),
        private => members::private_in(s, p, level),
        1 => logical(s, p, Kind::Boolean, level),
    })
}

/// `key in object`; at the beginning of a `for` in parentheses.
fn membership(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let own = if p.context.no_in { Level::Comma } else { Level::Relational };
    let wanted = if p.context.no_in { Level::Primary } else { level };
    p.at_level(own, wanted, |p| {
        pick!(s, {
            strings::string_literal(s, p),
            expressions::of(s, p, Kind::Number, Level::Relational),
            expressions::of(s, p, Kind::Symbol, Level::Relational),
        });
        p.put(" in ");
        let kind = *s.choose(&[Kind::Object, Kind::Array, Kind::Function]);
        expressions::of(s, p, kind, Level::Shift);
    });
}

/// `&&`, `||` and `??`: the kind of both operands is that of the result.
#[generator]
pub(super) fn logical(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    let operator =
        *s.as_value().choose(&[("&&", Level::And), ("||", Level::Or), ("??", Level::Coalesce)]);
    p.at_level(operator.1, level, |p| {
        // `??` may not be mixed with the other two unless there are parentheses.
        let operand = if operator.0 == "??" { Level::BitOr } else { operator.1 };
        pick!(s, {
            3 => expressions::of(s, p, kind, operand),
            1 => expressions::of(s, p, Kind::Any, operand),
        });
        p.put(&format!(" {} ", operator.0));
        expressions::of(s, p, kind, Level::BitOr);
    });
}

/// `++` and `--` on a variable or a property.
#[generator]
pub(super) fn update(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let operator = *s.as_value().choose(&["++", "--"]);
    let is_number = |variable: &Variable| {
        variable.facts.kind == Kind::Number && variable.binding.is_assignable()
    };
    let target = p.pick(s, is_number);
    p.at_level(Level::Update, level, |p| {
        let is_prefix = s.as_value().bool();
        if is_prefix {
            p.put(operator);
        }
        match target {
            Some(variable) => names::written(s, p, &variable.name),
            None => members::place(s, p),
        }
        if p.slip(s) {
            p.put("()");
        }
        if !is_prefix {
            p.put(operator);
        }
    });
}

/// `typeof`, `void`, `delete`, `!` of anything.
#[generator]
pub(super) fn unary(s: &mut Source, p: &mut Program<'_>, level: Level) {
    p.at_level(Level::Unary, level, |p| {
        pick!(s, {
            3 => {
                p.put("typeof ");
                // `typeof` alone may name what is not there.
                pick!(s, {
                    5 => expressions::of(s, p, Kind::Any, Level::Unary),
                    1 => p.put("undeclared"),
                })
            },
            2 => {
                p.put("void ");
                expressions::of(s, p, Kind::Any, Level::Unary);
            },
            2 => {
                p.put("delete ");
                members::deletable(s, p);
            },
            2 => {
                p.put("!");
                expressions::of(s, p, Kind::Any, Level::Unary);
            },
        })
    });
}
