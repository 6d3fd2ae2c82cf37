//! Numbers, texts, templates and regular expressions.

use std::fmt::{Display, Formatter, Result};

use arbitrary::Arbitrary;
use subject_fuzzing::Nested;

use crate::expressions::Expression;
use crate::words::{
    Escape, LegacyNumber, NumberWord, RegexAssertion, RegexAtom, RegexFlags, RegexRepetition,
    TemplateText, TextWord,
};

/// A number.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Number {
    Byte(u8),
    Notable(NumberWord),
    Legacy(LegacyNumber),
    Float(f32),
}

/// A string.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Text {
    Word(TextWord),
    Quoted(Vec<TextPart>),
}

/// A part of a string.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum TextPart {
    Character(char),
    Escaped(Escape),
    CodePoint(char),
}

/// A template.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Template(TemplateText, Vec<(Nested<Expression>, TemplateText)>);

/// A regular expression.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Regex(RegexPart, RegexFlags);

/// A part of a regular expression.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum RegexPart {
    Atom(RegexAtom),
    Assertion(RegexAssertion),
    Sequenced(Nested<RegexPart>, Nested<RegexPart>),
    Either(Nested<RegexPart>, Nested<RegexPart>),
    Group(Nested<RegexPart>),
    BackReference(Nested<RegexPart>),
    NamedGroup(Nested<RegexPart>),
    Lookaround(bool, bool, Nested<RegexPart>),
    Repeated(Nested<RegexPart>, RegexRepetition),
}

#[cfg(feature = "mutatis")]
subject_fuzzing::recursive!(RegexPart);

impl Default for RegexPart {
    fn default() -> Self {
        Self::Atom(RegexAtom::default())
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Byte(number) => number.fmt(f),
            Self::Notable(number) => number.fmt(f),
            Self::Legacy(number) => number.fmt(f),
            Self::Float(number) if number.is_finite() => write!(f, "{:e}", number.abs()),
            Self::Float(_) => f.write_str("1e400"),
        }
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Word(word) => write!(f, "\"{word}\""),
            Self::Quoted(parts) => {
                f.write_str("'")?;
                for part in parts {
                    match part {
                        TextPart::Character('\n' | '\r' | '\\' | '\'') => f.write_str("_")?,
                        TextPart::Character(char) => char.fmt(f)?,
                        TextPart::Escaped(escape) => escape.fmt(f)?,
                        TextPart::CodePoint(char) => write!(f, "\\u{{{:x}}}", u32::from(*char))?,
                    }
                }
                f.write_str("'")
            }
        }
    }
}

impl Display for Template {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "`{}", self.0)?;
        for (value, text) in &self.1 {
            write!(f, "${{{}}}{text}", value.bare())?;
        }
        f.write_str("`")
    }
}

impl Display for Regex {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "/{}/{}", self.0, self.1)
    }
}

impl Display for RegexPart {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Atom(atom) => atom.fmt(f),
            Self::Assertion(assertion) => assertion.fmt(f),
            Self::Sequenced(first, second) => write!(f, "{first}{second}"),
            Self::Either(first, second) => write!(f, "{first}|{second}"),
            Self::Group(inner) => write!(f, "({inner})"),
            Self::BackReference(inner) => write!(f, "({inner})\\1"),
            Self::NamedGroup(inner) => write!(f, "(?<n>{inner})\\k<n>"),
            Self::Lookaround(ahead, negative, inner) => {
                let direction = if *ahead { "" } else { "<" };
                let sign = if *negative { '!' } else { '=' };
                write!(f, "(?{direction}{sign}{inner})")
            }
            Self::Repeated(inner, repetition) => write!(f, "(?:{inner}){repetition}"),
        }
    }
}
