//! The instance that a schema is about.

use std::fmt;

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::words::{PROPERTIES, TEXTS};
use crate::json::quote;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Instance {
    Null,
    Boolean(bool),
    Integer(i64),
    /// A number, in hundredths, so that it can be reckoned with.
    Decimal(i64),
    Text(String),
    Array(Vec<Instance>),
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) value: Instance,
}

impl Instance {
    /// The name of its type.
    pub(super) fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean(_) => "boolean",
            Self::Integer(_) => "integer",
            Self::Decimal(_) => "number",
            Self::Text(_) => "string",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
        }
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(value) => write!(f, "{value}"),
            Self::Integer(value) => write!(f, "{value}"),
            Self::Decimal(hundredths) => f.write_str(&decimal(*hundredths)),
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::Array(items) => {
                f.write_str("[")?;
                for (place, item) in items.iter().enumerate() {
                    let comma = if place > 0 { "," } else { "" };
                    write!(f, "{comma}{item}")?;
                }
                f.write_str("]")
            }
            Self::Object(members) => {
                f.write_str("{")?;
                for (place, Member { name, value }) in members.iter().enumerate() {
                    let comma = if place > 0 { "," } else { "" };
                    write!(f, "{comma}{}:{value}", quoted(name))?;
                }
                f.write_str("}")
            }
        }
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    quote(&mut out, text);
    out
}

/// A number of hundredths, as text.
pub(super) fn decimal(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let whole = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", whole / 100, whole % 100)
}

/// A value without others in it.
#[generator]
pub(super) fn scalar(s: &mut Source) -> Instance {
    pick!(s, {
        2 => Instance::Null,
        2 => Instance::Boolean(s.as_value().bool()),
        4 => Instance::Integer(integer(s)),
        3 => Instance::Decimal(s.int(-999..=999)),
        5 => Instance::Text((*s.as_value().choose(TEXTS)).to_owned()),
    })
}

/// A whole number, mostly a small one.
pub(super) fn integer(s: &mut Source) -> i64 {
    let s = &mut *s.as_value();
    pick!(s, {
        6 => s.int(0..=12),
        2 => s.int(-1000..=1000),
        1 => *s.choose(&[
            0,
            -1,
            127,
            256,
            65_536,
            2_147_483_647,
            -2_147_483_648,
            4_294_967_296,
            9_007_199_254_740_991,
            9_007_199_254_740_993,
            i64::MAX,
            i64::MIN,
        ]),
    })
}

/// Changes something of an instance, at any depth.
#[generator]
pub(super) fn change(s: &mut Source, instance: &mut Instance) {
    match instance {
        Instance::Array(items) if !items.is_empty() && s.ratio(3, 4) => {
            let at = s.index(items.len());
            pick!(s, {
                4 => change(s, &mut items[at]),
                1 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
            })
        }
        Instance::Object(members) if !members.is_empty() && s.ratio(3, 4) => {
            let at = s.index(members.len());
            pick!(s, {
                5 => change(s, &mut members[at].value),
                2 => drop(members.remove(at)),
                1 => members[at].name.push('_'),
                1 => {
                    let name = (*s.as_value().choose(PROPERTIES)).to_owned();
                    members.push(Member { name, value: scalar(s) });
                },
            })
        }
        Instance::Integer(value) if s.bool() => *value = value.wrapping_add(s.int(-2..=2)),
        Instance::Decimal(value) if s.bool() => *value = value.wrapping_add(s.int(-200..=200)),
        Instance::Text(text) if s.bool() => {
            if s.bool() {
                text.push(s.char(..));
            } else {
                text.pop();
            }
        }
        other => *other = replacement(s),
    }
}

fn replacement(s: &mut Source) -> Instance {
    pick!(s, {
        4 => scalar(s),
        1 => Instance::Array(s.vec(0..=2usize, scalar)),
        1 => {
            let name = (*s.as_value().choose(PROPERTIES)).to_owned();
            Instance::Object(vec![Member { name, value: scalar(s) }])
        },
    })
}
