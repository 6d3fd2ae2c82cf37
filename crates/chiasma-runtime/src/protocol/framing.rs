//! Messages as bytes in a row: the length of each, then its content.

use std::io::{self, Read, Write};

use chiasma_evolve::wire::Wire;

/// Maximum length of a message; a longer one means that the other side is not a worker of this version.
const MAX_MESSAGE: usize = 256 << 20;

/// Sends a message: its length, then its bytes.
pub fn send(stream: &mut impl Write, message: &impl Wire) -> io::Result<()> {
    let mut bytes = Vec::new();
    encode(message, &mut bytes);
    stream.write_all(&bytes)
}

/// Appends a message as it is sent.
pub fn encode(message: &impl Wire, bytes: &mut Vec<u8>) {
    let start = bytes.len();
    bytes.extend([0; PREFIX]);
    message.write(bytes);
    let length = (bytes.len() - start - PREFIX) as u32;
    bytes[start..start + PREFIX].copy_from_slice(&length.to_le_bytes());
}

/// Receives a message; an end of the stream is an error.
pub fn receive<M: Wire>(stream: &mut impl Read) -> io::Result<M> {
    let mut prefix = [0; PREFIX];
    stream.read_exact(&mut prefix)?;
    let mut bytes = vec![0; length(prefix)?];
    stream.read_exact(&mut bytes)?;
    decode(&bytes)
}

/// Takes the first message from the front of what has arrived; nothing if it is not all there.
pub fn take_first<M: Wire>(arrived: &mut &[u8]) -> io::Result<Option<M>> {
    let Some((prefix, rest)) = arrived.split_first_chunk() else { return Ok(None) };
    let Some((message, rest)) = rest.split_at_checked(length(*prefix)?) else { return Ok(None) };
    *arrived = rest;
    decode(message).map(Some)
}

/// How many bytes tell the length of a message.
const PREFIX: usize = 4;

fn length(prefix: [u8; PREFIX]) -> io::Result<usize> {
    let length = u32::from_le_bytes(prefix) as usize;
    if length > MAX_MESSAGE { Err(bad("a message that is too long")) } else { Ok(length) }
}

fn decode<M: Wire>(mut bytes: &[u8]) -> io::Result<M> {
    match M::read(&mut bytes) {
        Some(message) if bytes.is_empty() => Ok(message),
        _ => Err(bad("a message that cannot be decoded")),
    }
}

fn bad(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{RecordedInput, Report, Value};
    use crate::target::FailureReport;

    fn reports() -> Vec<Report> {
        let input = RecordedInput {
            bytes: vec![1, 2, 3],
            lines: "v:\n  int = 1\n".into(),
            values: vec![Value { name: "v".into(), text: "1".into() }],
        };
        let failure = FailureReport {
            key: "panic at a.rs:1:2".parse().unwrap(),
            message: "no".into(),
            frames: vec![1, 2],
        };
        vec![Report::Ready { edges: 7 }, Report::Failed { input, failure, run: 9 }, Report::Done {}]
    }

    #[test]
    fn what_is_sent_is_received() {
        let mut stream = Vec::new();
        for report in reports() {
            send(&mut stream, &report).unwrap();
        }
        let mut rest = &stream[..];
        for report in reports() {
            assert_eq!(receive::<Report>(&mut rest).unwrap(), report);
        }
        let end = receive::<Report>(&mut rest).unwrap_err();
        assert_eq!(end.kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn messages_are_taken_from_what_has_arrived_as_soon_as_they_are_whole() {
        let mut all = Vec::new();
        reports().iter().for_each(|report| encode(report, &mut all));
        for arrived in 0..=all.len() {
            let mut rest = &all[..arrived];
            let mut taken = Vec::new();
            while let Some(report) = take_first::<Report>(&mut rest).unwrap() {
                taken.push(report);
            }
            assert_eq!(taken, reports()[..taken.len()]);
            let mut again = Vec::new();
            taken.iter().for_each(|report| encode(report, &mut again));
            assert_eq!(
                [&again[..], rest].concat(),
                all[..arrived],
                "what is left is the beginning of one"
            );
        }
        let huge = [u32::MAX.to_le_bytes(); 2].concat();
        assert_eq!(
            take_first::<Report>(&mut &huge[..]).unwrap_err().kind(),
            io::ErrorKind::InvalidData
        );
    }

    #[test]
    fn garbage_is_an_error_and_not_a_panic() {
        let mut rng = chiasma_core::Rng::new(chiasma_core::Seed(1));
        let mut sound = Vec::new();
        send(&mut sound, &reports()[1]).unwrap();
        for _ in 0..20_000 {
            let mut bytes = sound.clone();
            let at = rng.up_to(bytes.len() as u64 - 1) as usize;
            bytes[at] = rng.up_to(255) as u8;
            bytes.truncate(rng.up_to(bytes.len() as u64) as usize);
            // Either it says something else now, or it is refused.
            let _ = receive::<Report>(&mut &bytes[..]);
        }
        let huge = u32::MAX.to_le_bytes();
        assert_eq!(
            receive::<Report>(&mut &huge[..]).unwrap_err().kind(),
            io::ErrorKind::InvalidData
        );
    }
}
