//! Formulas of whole numbers: evaluating, printing with as few parentheses as it takes, and parsing.

mod parse;
mod print;

pub use parse::{ParseError, parse};

/// A formula.
#[derive(Debug, Clone, PartialEq)]
pub enum Formula {
    Number(u32),
    Negated(Box<Formula>),
    Binary(Box<Formula>, Operator, Box<Formula>),
}

/// What stands between two formulas.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Operator {
    Plus,
    Minus,
    Times,
    Over,
}

impl Formula {
    /// The value, unless it is too large or something is divided by zero.
    pub fn value(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(i64::from(*number)),
            Self::Negated(inner) => inner.value()?.checked_neg(),
            Self::Binary(left, operator, right) => {
                let (left, right) = (left.value()?, right.value()?);
                match operator {
                    Operator::Plus => left.checked_add(right),
                    Operator::Minus => left.checked_sub(right),
                    Operator::Times => left.checked_mul(right),
                    Operator::Over => left.checked_div(right),
                }
            }
        }
    }
}
