//! Values of keywords: numbers, counts, and any JSON.

use std::collections::BTreeMap;

use arbitrary::Arbitrary;
use serde_json::{Value, json};
use subject_fuzzing::Nested;

use crate::words::{Factor, FarNumber, Property, Text, UnusualCount};

/// Any JSON value.
#[derive(Debug, Default, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Json {
    #[default]
    Null,
    Boolean(bool),
    Numeric(Number),
    Textual(Text),
    Array(Vec<Nested<Json>>),
    Object(BTreeMap<Property, Nested<Json>>),
}

/// A number.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Number {
    Integer(i8),
    Hundredths(i16),
    Far(FarNumber),
    AnyInteger(i64),
}

/// A number of things.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "mutatis", mutatis(default_mutate = false))]
pub(crate) enum Count {
    Few(
        #[arbitrary(with = |u: &mut arbitrary::Unstructured<'_>| u.int_in_range(0..=7))]
        #[cfg_attr(feature = "explicit", generate(range = 0..=7))]
        u8,
    ),
    Several(u8),
    Extreme(UnusualCount),
}

/// What numbers are a multiple of.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Multiple {
    Usual(Factor),
    Whole16(std::num::NonZeroU16),
}

#[cfg(feature = "mutatis")]
impl mutatis::DefaultMutate for Count {
    type DefaultMutate = CountMutator<
        subject_fuzzing::Within<0, 7>,
        <u8 as mutatis::DefaultMutate>::DefaultMutate,
        subject_fuzzing::WordMutator<UnusualCount>,
    >;
}

#[cfg(feature = "mutatis")]
subject_fuzzing::recursive!(Json);

impl From<&Json> for Value {
    fn from(json: &Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Boolean(value) => json!(value),
            Json::Numeric(number) => number.value(),
            Json::Textual(text) => text.0.into(),
            Json::Array(values) => values.iter().map(|value| Self::from(&**value)).collect(),
            Json::Object(members) => {
                let member = |(name, value): (&Property, &Nested<Json>)| {
                    (name.to_string(), Self::from(&**value))
                };
                Self::Object(members.iter().map(member).collect())
            }
        }
    }
}

impl Number {
    pub(crate) fn value(&self) -> Value {
        match self {
            Self::Integer(number) => json!(number),
            Self::Hundredths(number) => json!(f64::from(*number) / 100.0),
            Self::Far(number) => parsed(number.0),
            Self::AnyInteger(number) => json!(number),
        }
    }
}

impl Count {
    pub(crate) fn value(&self) -> Value {
        match self {
            Self::Few(count) | Self::Several(count) => json!(count),
            Self::Extreme(count) => parsed(count.0),
        }
    }
}

impl Multiple {
    pub(crate) fn value(&self) -> Value {
        match self {
            Self::Usual(factor) => parsed(factor.0),
            Self::Whole16(number) => json!(number),
        }
    }
}

/// A number of a pool.
fn parsed(number: &str) -> Value {
    serde_json::from_str(number).expect("the pools have numbers only")
}
