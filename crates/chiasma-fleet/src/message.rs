//! Inputs as messages, under a subject that ends with the hash of their content.
//!
//! The content of an input is its compact form, which a corpus has as its file: nothing is compressed to send it. That of a
//! failure is its text, compressed: it names the failure.
//!
//! Whatever comes from the network is checked here before anything else sees it.

use std::borrow::Cow;
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
/// Maximum size of the text of a failure, in bytes.
pub const MAX_TEXT: usize = 4 << 20;
/// Number of bytes of a hash.
const HASH: usize = 16;

/// The hash of a content, by which inputs are known in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ContentHash([u8; HASH]);

impl ContentHash {
    pub(crate) fn of(content: &[u8]) -> Self {
        let digest = Sha256::digest(content);
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
    /// The length of its content.
    pub(crate) length: usize,
}

/// Why an input is not sent, or a message not taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It is larger than the limit.
    TooLarge,
    /// It is neither a compact input nor the compressed text of a failure.
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
    /// The message of a saved input, which may be in its compact form or text.
    pub(crate) fn of(kind: Kind, content: &[u8]) -> Result<Self, Refusal> {
        let (hash, end, payload) = match kind {
            Kind::Inputs => {
                let compact = match Chi::is_compact(content) {
                    true => content.to_vec(),
                    false => Chi::compacted(content).map_err(malformed)?,
                };
                let hash = ContentHash::of(&compact);
                (hash, hash.to_string(), compact)
            }
            Kind::Failures => {
                let text = str::from_utf8(content).map_err(malformed)?;
                if text.len() > MAX_TEXT {
                    return Err(Refusal::TooLarge);
                }
                let hash = ContentHash::of(content);
                (hash, format!("{}.{hash}", failure_identity(text)?), compressed(text)?)
            }
        };
        if payload.len() > MAX_PAYLOAD {
            return Err(Refusal::TooLarge);
        }
        Ok(Self { hash, end, payload: payload.into(), length: content.len() })
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

/// Reads and checks a message: the hash and the content of its input.
pub(crate) fn read<'m>(
    kind: Kind,
    end: &str,
    payload: &'m [u8],
) -> Result<(ContentHash, Cow<'m, [u8]>), Refusal> {
    if payload.len() > MAX_PAYLOAD {
        return Err(Refusal::TooLarge);
    }
    let content = content(kind, payload)?;
    let hash = ContentHash::of(&content);
    let expected = match kind {
        Kind::Inputs if !Chi::is_compact(&content) => {
            return Err(malformed("it is not in the compact form"));
        }
        Kind::Inputs => hash.to_string(),
        Kind::Failures => {
            let text = str::from_utf8(&content).map_err(malformed)?;
            format!("{}.{hash}", failure_identity(text)?)
        }
    };
    if end != expected {
        return Err(Refusal::Misnamed);
    }
    Chi::check(&content).map_err(malformed)?;
    Ok((hash, content))
}

/// The content of a message, which is not checked.
pub(crate) fn content(kind: Kind, payload: &[u8]) -> Result<Cow<'_, [u8]>, Refusal> {
    match kind {
        Kind::Inputs => Ok(Cow::Borrowed(payload)),
        Kind::Failures => decompressed(payload).map(Cow::Owned),
    }
}

fn compressed(text: &str) -> Result<Vec<u8>, Refusal> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).map_err(malformed)
}

fn decompressed(payload: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let mut decoder = ZlibDecoder::new(payload).take(MAX_TEXT as u64 + 1);
    decoder.read_to_end(&mut bytes).map_err(malformed)?;
    if bytes.len() > MAX_TEXT { Err(Refusal::TooLarge) } else { Ok(bytes) }
}

fn malformed(why: impl ToString) -> Refusal {
    Refusal::Malformed(why.to_string())
}

/// The key of a failing input, in the form that is the same on all machines.
pub(crate) fn portable_key(text: &str) -> Result<FailureKey, Refusal> {
    let key = FailureKey::of_chi(text).map_err(malformed)?;
    Ok(key.portable())
}

/// The identity of a failure, as a part of a subject.
fn failure_identity(text: &str) -> Result<ContentHash, Refusal> {
    let key = portable_key(text)?;
    Ok(ContentHash::of(format!("{key}\n{}", key.callers.join("\n")).as_bytes()))
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

    fn compact(number: u32) -> Vec<u8> {
        Chi::compacted(format!("chiasma 1\n\nv:\n  int = {number}\n").as_bytes()).unwrap()
    }

    #[test]
    fn what_is_sent_is_read() {
        let compact = compact(4);
        for (kind, content) in [(Kind::Inputs, &*compact), (Kind::Failures, FAILURE.as_bytes())] {
            let Message { hash, end, payload, .. } = Message::of(kind, content).unwrap();
            assert_eq!(read(kind, &end, &payload), Ok((hash, content.into())));
            assert_eq!(hash_in(&end), Some(hash));
        }
        assert!(Message::of(Kind::Failures, INPUT.as_bytes()).is_err(), "it names no failure");
        let (text, compact) = (INPUT.as_bytes(), &*compact);
        let [text, compact] = [text, compact].map(|form| Message::of(Kind::Inputs, form).unwrap());
        assert_eq!(text.hash, compact.hash, "an input is the same in both forms");
    }

    #[test]
    fn hostile_inputs_are_refused() {
        let named = |payload: &[u8]| {
            let end = ContentHash::of(payload).to_string();
            read(Kind::Inputs, &end, payload).unwrap_err()
        };
        assert_eq!(named(&vec![0; MAX_PAYLOAD + 1]), Refusal::TooLarge);
        let mut damaged = compact(4);
        *damaged.last_mut().unwrap() ^= 1;
        let cut = &compact(4)[..compact(4).len() - 1];
        for garbage in [&b""[..], b"what?", INPUT.as_bytes(), &damaged, cut] {
            assert!(matches!(named(garbage), Refusal::Malformed(_)), "{garbage:?}");
        }
        let end = ContentHash::of(&compact(4)).to_string();
        let refusal = |end: &str, payload: &[u8]| read(Kind::Inputs, end, payload).unwrap_err();
        assert_eq!(refusal(&end, &compact(5)), Refusal::Misnamed);
        assert_eq!(refusal(&end.to_uppercase(), &compact(4)), Refusal::Misnamed);
        assert_eq!(refusal("..", &compact(4)), Refusal::Misnamed);
    }

    #[test]
    fn hostile_failures_are_refused() {
        let end = Message::of(Kind::Failures, FAILURE.as_bytes()).unwrap().end;
        let refusal = |payload: &[u8]| read(Kind::Failures, &end, payload).unwrap_err();
        assert_eq!(refusal(&vec![0; MAX_PAYLOAD + 1]), Refusal::TooLarge);
        // Four gigabytes in four megabytes would do as well: reading stops at the limit.
        assert_eq!(refusal(&packed(&vec![b' '; MAX_TEXT + 1])), Refusal::TooLarge);
        for garbage in [&b""[..], b"no zlib", &packed(b"\xff"), &packed(INPUT.as_bytes())] {
            assert!(matches!(refusal(garbage), Refusal::Malformed(_)), "{garbage:?}");
        }
        let mut cut = packed(FAILURE.as_bytes());
        cut.truncate(cut.len() - 6);
        assert!(matches!(refusal(&cut), Refusal::Malformed(_)));
        let other = packed(FAILURE.replace(":7:", ":8:").as_bytes());
        assert_eq!(refusal(&other), Refusal::Misnamed);
        let unreadable = format!("{FAILURE}what?\n");
        let Message { end, payload, .. } =
            Message::of(Kind::Failures, unreadable.as_bytes()).unwrap();
        let refusal = read(Kind::Failures, &end, &payload).unwrap_err();
        assert!(matches!(refusal, Refusal::Malformed(_)), "{refusal:?}");
    }

    #[test]
    fn a_hash_is_read_as_it_is_displayed_and_nothing_else_is_one() {
        let hash = ContentHash::of(b"x");
        assert_eq!(ContentHash::parse(&hash.to_string()), Some(hash));
        let too_long = format!("{hash}0");
        for other in
            ["", "zz", &hash.to_string()[1..], &too_long, "+f+f+f+f+f+f+f+f+f+f+f+f+f+f+f+f"]
        {
            assert_eq!(ContentHash::parse(other), None, "{other}");
        }
    }
}
