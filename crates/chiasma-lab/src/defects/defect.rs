//! A defect: its identity, and the input that triggers it.

use std::str::FromStr;

use chiasma_core::FailureKey;
use serde::Deserialize;

use super::trigger::Trigger;

/// A known defect of a subject.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defect {
    /// The subject.
    pub subject: String,
    /// Its name, which no other defect of the subject has.
    pub id: String,
    /// The portable key of its failures, without callers: `panic at grass-0.10.0/src/args.rs:7`, `timeout in
    /// grass::parse::skip`, or `stack overflow` for one in any function.
    #[serde(deserialize_with = "key")]
    pub identity: FailureKey,
    /// A function of the subject that is among the innermost callers, where the place is in another crate.
    pub via: Option<String>,
    /// The input that triggers it.
    pub trigger: Trigger,
    /// 1: a tiny input; 2: the right construct; 3: deep structure or semantics.
    pub difficulty: u8,
    /// Where it was reported or fixed.
    pub reference: Option<String>,
    /// What goes wrong.
    pub note: Option<String>,
}

impl Defect {
    /// Its whole name.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}", self.subject, self.id)
    }

    /// Its identity in one line.
    #[must_use]
    pub fn shown(&self) -> String {
        match &self.via {
            Some(via) => format!("{} via {via}", self.identity),
            None => self.identity.to_string(),
        }
    }

    /// Whether a failure of its subject is this defect's.
    pub(super) fn is_seen_in(&self, failure: &FailureKey) -> bool {
        let is_called = self.via.as_deref().is_none_or(|via| failure.is_called_from(via));
        is_called && self.identity.includes(&failure.portable())
    }

    /// Whether it cannot be distinguished from another.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let same_identity = self.identity == other.identity && self.via == other.via;
        self.subject == other.subject && (self.id == other.id || same_identity)
    }
}

fn key<'de, D: serde::Deserializer<'de>>(from: D) -> Result<FailureKey, D::Error> {
    let text = String::deserialize(from)?;
    FailureKey::from_str(&text).map_err(serde::de::Error::custom)
}
