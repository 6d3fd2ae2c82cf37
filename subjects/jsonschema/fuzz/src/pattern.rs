//! Regular expressions.

use std::fmt::{Display, Formatter, Result};

use arbitrary::Arbitrary;
use subject_fuzzing::Nested;

use crate::words::{Assertion, Class, Literal, PatternWords, Repetition};

/// A regular expression, as a schema has it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Pattern {
    Typical(PatternWords),
    Made(Expression),
}

/// A part of a regular expression.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Expression {
    #[default]
    Nowhere,
    Characters(Literal),
    OneOfClass(Class),
    Asserted(Assertion),
    Sequence(Nested<Expression>, Nested<Expression>),
    Alternatives(Nested<Expression>, Nested<Expression>),
    Group(Nested<Expression>),
    Repeated(Nested<Expression>, Repetition),
    Lookahead(Nested<Expression>),
    NegativeLookahead(Nested<Expression>),
}

#[cfg(feature = "mutatis")]
subject_fuzzing::recursive!(Expression);

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Typical(words) => words.fmt(f),
            Self::Made(expression) => expression.fmt(f),
        }
    }
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Nowhere => Ok(()),
            Self::Characters(literal) => literal.fmt(f),
            Self::OneOfClass(class) => class.fmt(f),
            Self::Asserted(assertion) => assertion.fmt(f),
            Self::Sequence(first, second) => write!(f, "{first}{second}"),
            Self::Alternatives(first, second) => write!(f, "{first}|{second}"),
            Self::Group(inner) => write!(f, "({inner})"),
            Self::Repeated(inner, repetition) => write!(f, "(?:{inner}){repetition}"),
            Self::Lookahead(inner) => write!(f, "(?={inner})"),
            Self::NegativeLookahead(inner) => write!(f, "(?!{inner})"),
        }
    }
}
