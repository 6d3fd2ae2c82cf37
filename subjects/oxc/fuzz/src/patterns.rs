//! Patterns, parameters and what can be assigned to.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Formatter, Result};

use arbitrary::Arbitrary;
use subject_fuzzing::Nested;

use crate::expressions::Expression;
use crate::print_list;
use crate::words::{Name, Property, Rest};

/// A pattern that declares names; none twice, unless patterns lie in it.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Pattern {
    OfName(Name),
    OfArray(BTreeMap<Name, Option<Nested<Expression>>>, Option<Rest>),
    OfHoles(u8, Name),
    OfObject(BTreeMap<Name, Option<Nested<Expression>>>, Option<Rest>),
    OfKeys(Property, Nested<Pattern>),
    OfComputed(Nested<Expression>, Name),
    OfPattern(Nested<Pattern>),
}

/// The parameters of a function.
#[derive(Debug, Default, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Parameters {
    #[default]
    NoParameters,
    Names(BTreeSet<Name>),
    WithDefaults(BTreeMap<Name, Option<Nested<Expression>>>, Option<Rest>),
    OnePattern(Nested<Pattern>),
    PatternWithDefault(Nested<Pattern>),
}

/// What can be assigned to.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Target {
    ToName(Name),
    ToProperty(Nested<Expression>, Property),
    ToIndex(Nested<Expression>, Nested<Expression>),
    ToArray(Vec<Nested<Target>>),
    ToObject(Property, Nested<Target>, Nested<Expression>),
}

impl Default for Pattern {
    fn default() -> Self {
        Self::OfName(Name::default())
    }
}

impl Default for Target {
    fn default() -> Self {
        Self::ToName(Name::default())
    }
}

/// Names with defaults, and one for the rest.
struct Defaults<'p>(&'p BTreeMap<Name, Option<Nested<Expression>>>, &'p Option<Rest>);

impl Display for Defaults<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self(names, rest) = self;
        for (index, (name, default)) in names.iter().enumerate() {
            write!(f, "{}{name}", if index > 0 { ", " } else { "" })?;
            default.as_ref().map_or(Ok(()), |default| write!(f, " = {default}"))?;
        }
        let separator = if names.is_empty() { "" } else { ", " };
        rest.as_ref().map_or(Ok(()), |rest| write!(f, "{separator}...{rest}"))
    }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::OfName(name) => name.fmt(f),
            Self::OfArray(names, rest) => write!(f, "[{}]", Defaults(names, rest)),
            Self::OfHoles(holes, name) => {
                write!(f, "[{}{name}]", ",".repeat(usize::from(holes % 4)))
            }
            Self::OfObject(names, rest) => write!(f, "{{{}}}", Defaults(names, rest)),
            Self::OfKeys(key, inner) => write!(f, "{{{key}: {inner}}}"),
            Self::OfComputed(key, name) => write!(f, "{{[{key}]: {name} = 1}}"),
            Self::OfPattern(inner) => write!(f, "[{inner} = []]"),
        }
    }
}

impl Display for Parameters {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::NoParameters => Ok(()),
            Self::Names(names) => print_list(f, &Vec::from_iter(names), ", "),
            Self::WithDefaults(names, rest) => Defaults(names, rest).fmt(f),
            Self::OnePattern(pattern) => pattern.fmt(f),
            Self::PatternWithDefault(pattern) => write!(f, "{pattern} = {{}}"),
        }
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::ToName(name) => name.fmt(f),
            Self::ToProperty(object, property) => write!(f, "{object}.{property}"),
            Self::ToIndex(object, index) => write!(f, "{object}[{index}]"),
            Self::ToArray(targets) => {
                f.write_str("[")?;
                print_list(f, targets, ", ")?;
                f.write_str("]")
            }
            Self::ToObject(property, target, default) => {
                write!(f, "{{{property}: {target} = {default}}}")
            }
        }
    }
}
