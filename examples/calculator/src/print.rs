//! Printing formulas.

use std::fmt;

use crate::{Formula, Operator};

impl Operator {
    /// How tightly it binds.
    pub(crate) fn strength(self) -> u8 {
        match self {
            Self::Plus | Self::Minus => 1,
            Self::Times | Self::Over => 2,
        }
    }

    pub(crate) fn sign(self) -> char {
        match self {
            Self::Plus => '+',
            Self::Minus => '-',
            Self::Times => '*',
            Self::Over => '/',
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Negated(inner) => write!(f, "-{}", Within { formula: inner, least: 3 }),
            Self::Binary(left, operator, right) => {
                let strength = operator.strength();
                let left = Within { formula: left, least: strength };
                // A sum that is subtracted needs parentheses.
                let right = match operator {
                    Operator::Minus => Within { formula: right, least: strength + 1 },
                    _ => Within { formula: right, least: strength },
                };
                write!(f, "{left} {} {right}", operator.sign())
            }
        }
    }
}

/// A formula within another, in parentheses unless it binds at least so tightly.
struct Within<'f> {
    formula: &'f Formula,
    least: u8,
}

impl fmt::Display for Within<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strength = match self.formula {
            Formula::Binary(_, operator, _) => operator.strength(),
            Formula::Number(_) | Formula::Negated(_) => 3,
        };
        if strength < self.least { write!(f, "({})", self.formula) } else { self.formula.fmt(f) }
    }
}
