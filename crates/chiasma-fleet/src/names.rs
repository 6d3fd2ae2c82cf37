//! The names of a campaign's streams and subjects.

use std::fmt;
use std::str::FromStr;

/// What the names of all our streams begin with.
const PREFIX: &str = "chiasma";
/// Maximum length of a campaign's name.
const MAX_LENGTH: usize = 100;

/// The name of a campaign: letters, digits, `_` and `-`, since it is a part of subjects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CampaignName(String);

/// Which of a campaign's streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Inputs that revealed coverage.
    Inputs,
    /// Inputs that fail.
    Failures,
}

impl CampaignName {
    /// The name that the campaign of a property has if it is given none.
    #[must_use]
    pub fn of_property(path: &str) -> Self {
        let allowed =
            path.replace("::", "-").chars().filter(|c| is_allowed(*c)).collect::<String>();
        // The end tells properties apart better than the beginning.
        let start = allowed.len().saturating_sub(MAX_LENGTH);
        Self(allowed[start..].to_owned())
    }

    /// The name of a stream.
    pub(crate) fn stream(&self, kind: Kind) -> String {
        format!("{PREFIX}-{self}-{}", kind.word())
    }

    /// The campaign that has this stream of inputs.
    pub(crate) fn of_stream(stream: &str) -> Option<Self> {
        let rest = stream.strip_prefix(PREFIX)?.strip_prefix('-')?;
        rest.strip_suffix(Kind::Inputs.word())?.strip_suffix('-')?.parse().ok()
    }

    /// The subjects of a stream.
    pub(crate) fn subjects(&self, kind: Kind) -> String {
        format!("{PREFIX}.{self}.{}.>", kind.word())
    }

    /// A subject of a stream, which ends like this.
    pub(crate) fn subject(&self, kind: Kind, end: &str) -> String {
        format!("{PREFIX}.{self}.{}.{end}", kind.word())
    }

    /// The end of a subject of a stream.
    pub(crate) fn end_of<'s>(&self, kind: Kind, subject: &'s str) -> Option<&'s str> {
        subject.strip_prefix(&self.subject(kind, ""))
    }

    /// The subject of a node's figures; `*` for those of all nodes.
    pub(crate) fn figures(&self, node: &str) -> String {
        format!("{PREFIX}.{self}.nodes.{node}")
    }
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Inputs => "inputs",
            Self::Failures => "failures",
        }
    }
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

impl FromStr for CampaignName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if name.is_empty() || name.len() > MAX_LENGTH || !name.chars().all(is_allowed) {
            return Err(format!(
                "the name of a campaign has 1 to {MAX_LENGTH} letters, digits, `_` or `-`"
            ));
        }
        Ok(Self(name.to_owned()))
    }
}

impl fmt::Display for CampaignName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A word as it may be a part of a subject: other characters become `-`.
pub(crate) fn token(text: &str) -> String {
    text.chars().take(MAX_LENGTH).map(|c| if is_allowed(c) { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_never_reaches_beyond_its_campaign() {
        for name in ["", "a.b", "*", "a>", "a b", "ä", &"x".repeat(101)] {
            assert!(name.parse::<CampaignName>().is_err(), "{name}");
        }
        let name = CampaignName::of_property("json::tests::round_trip");
        assert_eq!(name.to_string(), "json-tests-round_trip");
        let stream = name.stream(Kind::Inputs);
        assert_eq!(stream, "chiasma-json-tests-round_trip-inputs");
        assert_eq!(CampaignName::of_stream(&stream), Some(name.clone()));
        assert_eq!(CampaignName::of_stream(&name.stream(Kind::Failures)), None);
        let subject = name.subject(Kind::Inputs, "00ff");
        assert_eq!(name.end_of(Kind::Inputs, &subject), Some("00ff"));
        assert_eq!(name.end_of(Kind::Failures, &subject), None);
    }
}
