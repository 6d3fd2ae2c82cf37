//! Inputs as messages: the compressed text of a `.chi` file, under a subject that ends with the hash of the text.
//!
//! Whatever comes from the network is checked here before anything else sees it.

use std::fmt;
use std::io::{Read, Write};

use bytes::Bytes;
use chiasma_core::{Chi, FailureKey};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};

use crate::names::Kind;

/// Maximum size of a message, in bytes: the default of a NATS server, less the room for headers.
pub const MAX_PAYLOAD: usize = (1 << 20) - 4_096;
/// Maximum size of the text in a message, in bytes.
pub const MAX_TEXT: usize = 4 << 20;
/// Number of bytes of a hash.
const HASH: usize = 16;

/// The hash of a text, by which inputs are known in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ContentHash([u8; HASH]);

impl ContentHash {
    pub(crate) fn of(text: &str) -> Self {
        let digest = Sha256::digest(text.as_bytes());
        let mut hash = [0; HASH];
        hash.copy_from_slice(&digest[..HASH]);
        Self(hash)
    }

    /// Reads it as it is displayed.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut hash = [0; HASH];
        if text.len() != 2 * HASH
            || !text.bytes().all(|c| c.is_ascii_digit() || (b'a'..=b'f').contains(&c))
        {
            return None;
        }
        for (at, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        Some(Self(hash))
    }

    /// A number that differs from hash to hash.
    pub(crate) fn number(self) -> u64 {
        self.0.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// An input, ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) hash: ContentHash,
    /// The end of its subject.
    pub(crate) end: String,
    pub(crate) payload: Bytes,
    /// The length of its text.
    pub(crate) length: usize,
}

/// Why an input is not sent, or a message not taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It is larger than the limit.
    TooLarge,
    /// It is not compressed text, or no `.chi` file.
    Malformed(String),
    /// Its subject does not name its content, or not its failure.
    Misnamed,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "it is too large"),
            Self::Malformed(why) => write!(f, "it is malformed: {why}"),
            Self::Misnamed => write!(f, "its name is not that of its content"),
        }
    }
}

impl Message {
    /// The message of an input.
    pub(crate) fn of(kind: Kind, text: &str) -> Result<Self, Refusal> {
        if text.len() > MAX_TEXT {
            return Err(Refusal::TooLarge);
        }
        let hash = ContentHash::of(text);
        let end = match kind {
            Kind::Inputs => hash.to_string(),
            Kind::Failures => format!("{}.{hash}", failure_identity(text)?),
        };
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        // Writing to memory does not fail.
        let payload = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
        let payload = payload.map_err(|error| Refusal::Malformed(error.to_string()))?;
        if payload.len() > MAX_PAYLOAD {
            return Err(Refusal::TooLarge);
        }
        Ok(Self { hash, end, payload: payload.into(), length: text.len() })
    }
}

/// The failure that a message is of, by the end of its subject.
pub(crate) fn failure_in(end: &str) -> Option<&str> {
    Some(end.rsplit_once('.')?.0)
}

/// The hash in a subject that ends like this.
pub(crate) fn hash_in(end: &str) -> Option<ContentHash> {
    ContentHash::parse(end.rsplit('.').next()?)
}

/// Reads and checks a message: the hash and the text of its input.
pub(crate) fn read(
    kind: Kind,
    end: &str,
    payload: &[u8],
) -> Result<(ContentHash, String), Refusal> {
    if payload.len() > MAX_PAYLOAD {
        return Err(Refusal::TooLarge);
    }
    let mut bytes = Vec::new();
    let mut decoder = ZlibDecoder::new(payload).take(MAX_TEXT as u64 + 1);
    let malformed = |why: String| Refusal::Malformed(why);
    decoder.read_to_end(&mut bytes).map_err(|error| malformed(error.to_string()))?;
    if bytes.len() > MAX_TEXT {
        return Err(Refusal::TooLarge);
    }
    let text = String::from_utf8(bytes).map_err(|_| malformed("it is not UTF-8".to_owned()))?;
    Chi::parse(&text).map_err(|error| malformed(error.to_string()))?;
    let hash = ContentHash::of(&text);
    let expected = match kind {
        Kind::Inputs => hash.to_string(),
        Kind::Failures => format!("{}.{hash}", failure_identity(&text)?),
    };
    if end == expected { Ok((hash, text)) } else { Err(Refusal::Misnamed) }
}

/// The key of a failing input, in the form that is the same on all machines.
pub(crate) fn portable_key(text: &str) -> Result<FailureKey, Refusal> {
    let key = FailureKey::of_chi(text).map_err(|error| Refusal::Malformed(error.to_string()))?;
    Ok(key.portable())
}

/// The identity of a failure, as a part of a subject.
fn failure_identity(text: &str) -> Result<ContentHash, Refusal> {
    let key = portable_key(text)?;
    Ok(ContentHash::of(&format!("{key}\n{}", key.callers.join("\n"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &str = "chiasma 1\n\nv:\n  int = 4\n";
    const FAILURE: &str =
        "chiasma 1\n# property p::holds\n# panic at src/lib.rs:7:9\n# no\n\nv:\n  int = 4\n";

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn what_is_sent_is_read() {
        for (kind, text) in [(Kind::Inputs, INPUT), (Kind::Failures, FAILURE)] {
            let Message { hash, end, payload, .. } = Message::of(kind, text).unwrap();
            assert_eq!(read(kind, &end, &payload), Ok((hash, text.to_owned())));
            assert_eq!(hash_in(&end), Some(hash));
        }
        assert!(Message::of(Kind::Failures, INPUT).is_err(), "it names no failure");
    }

    #[test]
    fn hostile_messages_are_refused() {
        let end = ContentHash::of(INPUT).to_string();
        let refusal = |end: &str, payload: &[u8]| read(Kind::Inputs, end, payload).unwrap_err();
        assert_eq!(refusal(&end, &vec![0; MAX_PAYLOAD + 1]), Refusal::TooLarge);
        // Four gigabytes in four megabytes would do as well: reading stops at the limit.
        assert_eq!(refusal(&end, &packed(&vec![b' '; MAX_TEXT + 1])), Refusal::TooLarge);
        for garbage in [&b""[..], b"no zlib", &packed(b"\xff"), &packed(b"chiasma 1\nwhat?\n")] {
            assert!(matches!(refusal(&end, garbage), Refusal::Malformed(_)), "{garbage:?}");
        }
        let mut cut = packed(INPUT.as_bytes());
        cut.truncate(cut.len() - 6);
        assert!(matches!(refusal(&end, &cut), Refusal::Malformed(_)));
        let other = packed(b"chiasma 1\n\nv:\n  int = 5\n");
        assert_eq!(refusal(&end, &other), Refusal::Misnamed);
        let packed = packed(INPUT.as_bytes());
        assert_eq!(refusal(&end.to_uppercase(), &packed), Refusal::Misnamed);
        assert_eq!(refusal("..", &packed), Refusal::Misnamed);
    }

    #[test]
    fn a_hash_is_read_as_it_is_displayed_and_nothing_else_is_one() {
        let hash = ContentHash::of("x");
        assert_eq!(ContentHash::parse(&hash.to_string()), Some(hash));
        let too_long = format!("{hash}0");
        for other in
            ["", "zz", &hash.to_string()[1..], &too_long, "+f+f+f+f+f+f+f+f+f+f+f+f+f+f+f+f"]
        {
            assert_eq!(ContentHash::parse(other), None, "{other}");
        }
    }
}
