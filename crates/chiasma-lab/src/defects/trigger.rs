//! The input that triggers a defect, in a short notation.

use serde::Deserialize;

/// How an input is written in the list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Trigger {
    /// The text itself.
    Text(String),
    /// Bytes, as hexadecimal digits, with blanks wherever they help.
    Hex {
        /// The digits.
        #[serde(deserialize_with = "hexadecimal")]
        hex: Vec<u8>,
    },
    /// A repeated text.
    Repeat {
        /// The text, and how often.
        #[serde(deserialize_with = "bounded")]
        repeat: (String, usize),
    },
    /// A search for a pattern.
    Search {
        /// The pattern.
        pattern: String,
        /// The text to search.
        haystack: String,
    },
}

/// An input as subjects take it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A pattern, and a text to search.
    Search {
        /// The pattern.
        pattern: String,
        /// The text to search.
        haystack: String,
    },
}

impl Trigger {
    /// The input, written out.
    #[must_use]
    pub fn input(&self) -> Input {
        match self {
            Self::Text(text) => Input::Text(text.clone()),
            Self::Hex { hex } => Input::Bytes(hex.clone()),
            Self::Repeat { repeat: (text, times) } => Input::Text(text.repeat(*times)),
            Self::Search { pattern, haystack } => {
                Input::Search { pattern: pattern.clone(), haystack: haystack.clone() }
            }
        }
    }
}

/// Maximum length of a repeated text, in bytes; a larger one is a mistake, and would take all memory.
const MAX_REPEATED: usize = 64 << 20;

fn bounded<'de, D: serde::Deserializer<'de>>(from: D) -> Result<(String, usize), D::Error> {
    let (text, times) = <(String, usize)>::deserialize(from)?;
    match text.len().checked_mul(times) {
        Some(..=MAX_REPEATED) => Ok((text, times)),
        _ => Err(serde::de::Error::custom("a repeated text has at most 64 MiB")),
    }
}

fn hexadecimal<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(from)?;
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let byte =
        |pair: &[u8]| match std::str::from_utf8(pair).map(|pair| u8::from_str_radix(pair, 16)) {
            Ok(Ok(byte)) if pair.len() == 2 => Ok(byte),
            _ => Err(serde::de::Error::custom("hex needs an even number of hexadecimal digits")),
        };
    digits.chunks(2).map(byte).collect()
}
