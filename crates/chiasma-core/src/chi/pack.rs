//! Compression of short sequences that repeat themselves: pieces that occurred before are referred to (LZ77).
//!
//! A sequence of steps: a byte with the number of literals and the length of the match behind them (four bits each, 15 for
//! "and more", which follows as a number), the literals, and the distance of the match.

use super::number::{read_number, write_number};

/// Minimum length of a match: a shorter one takes as much space as its literals.
const MIN_MATCH: usize = 3;
/// Maximum number of earlier places that are compared.
const MAX_TRIED: usize = 32;
/// Number of heads of the lists of places, by the hash of what is there.
const HEADS: usize = 1 << 12;
/// A field of four bits that is continued by a number.
const MORE: usize = 15;
const NOWHERE: u32 = u32::MAX;

/// Appends the packed `bytes`.
pub(super) fn pack(bytes: &[u8], packed: &mut Vec<u8>) {
    let mut places = Places::new(bytes);
    let (mut at, mut literals_from) = (0, 0);
    while at < bytes.len() {
        match places.longest_match(at) {
            Some(found) => {
                step(&bytes[literals_from..at], Some(found), packed);
                (at..at + found.length).for_each(|place| places.add(place));
                at += found.length;
                literals_from = at;
            }
            None => {
                places.add(at);
                at += 1;
            }
        }
    }
    if literals_from < bytes.len() {
        step(&bytes[literals_from..], None, packed);
    }
}

/// Unpacks exactly `length` bytes; nothing if these are no packed bytes of that length.
pub(super) fn unpack(mut packed: &[u8], length: usize) -> Option<Vec<u8>> {
    // What is claimed is not believed before it is there.
    let mut bytes = Vec::with_capacity(length.min(packed.len().saturating_mul(8)));
    while bytes.len() < length {
        let (&first, rest) = packed.split_first()?;
        packed = rest;
        let literals = read_field(usize::from(first >> 4), &mut packed)?;
        let matched = read_field(usize::from(first & 15), &mut packed)?;
        bytes.extend_from_slice(packed.split_off(..literals)?);
        if bytes.len() < length {
            let distance = usize::try_from(read_number(&mut packed)?).ok()?;
            let count = matched.checked_add(MIN_MATCH)?;
            let from = bytes.len().checked_sub(distance).filter(|_| distance > 0)?;
            if count > length - bytes.len() {
                return None;
            }
            // A match may reach into what it makes.
            (0..count).for_each(|offset| bytes.push(bytes[from + offset]));
        }
    }
    (bytes.len() == length && packed.is_empty()).then_some(bytes)
}

#[derive(Clone, Copy)]
struct Match {
    distance: usize,
    length: usize,
}

fn step(literals: &[u8], found: Option<Match>, packed: &mut Vec<u8>) {
    let matched = found.map_or(0, |found| found.length - MIN_MATCH);
    let nibble = |field: usize| field.min(MORE) as u8;
    packed.push(nibble(literals.len()) << 4 | nibble(matched));
    for field in [literals.len(), matched] {
        if field >= MORE {
            write_number((field - MORE) as u128, packed);
        }
    }
    packed.extend_from_slice(literals);
    if let Some(found) = found {
        write_number(found.distance as u128, packed);
    }
}

fn read_field(nibble: usize, packed: &mut &[u8]) -> Option<usize> {
    if nibble < MORE {
        return Some(nibble);
    }
    usize::try_from(read_number(packed)?).ok()?.checked_add(MORE)
}

/// The places passed so far, in lists by the hash of the bytes there.
struct Places<'b> {
    bytes: &'b [u8],
    heads: Vec<u32>,
    earlier: Vec<u32>,
}

impl<'b> Places<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, heads: vec![NOWHERE; HEADS], earlier: vec![NOWHERE; bytes.len()] }
    }

    fn head(&self, at: usize) -> Option<usize> {
        let &[a, b, c] = self.bytes.get(at..at + MIN_MATCH)? else { return None };
        let word = u32::from_le_bytes([a, b, c, 0]);
        Some((word.wrapping_mul(0x9E37_79B1) >> 20) as usize)
    }

    fn add(&mut self, at: usize) {
        if let Some(head) = self.head(at) {
            self.earlier[at] = self.heads[head];
            self.heads[head] = at as u32;
        }
    }

    fn longest_match(&self, at: usize) -> Option<Match> {
        let mut place = self.heads[self.head(at)?];
        let mut longest: Option<Match> = None;
        for _ in 0..MAX_TRIED {
            if place == NOWHERE {
                break;
            }
            let pairs = self.bytes[place as usize..].iter().zip(&self.bytes[at..]);
            let length = pairs.take_while(|(earlier, now)| earlier == now).count();
            if length >= MIN_MATCH && longest.is_none_or(|longest| length > longest.length) {
                longest = Some(Match { distance: at - place as usize, length });
            }
            place = self.earlier[place as usize];
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Rng, Seed};

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        pack(bytes, &mut packed);
        packed
    }

    #[test]
    fn what_is_packed_unpacks_to_the_same() {
        let mut rng = Rng::new(Seed(1));
        for length in (0..200).chain([5_000, 70_000]) {
            // Few different bytes repeat themselves, many hardly ever do.
            for different in [0, 1, 3, 255] {
                let bytes: Vec<u8> = (0..length).map(|_| rng.up_to(different) as u8).collect();
                assert_eq!(unpack(&packed(&bytes), length), Some(bytes));
            }
        }
    }

    #[test]
    fn repetition_takes_little_space() {
        let bytes = b"declaration: value, ".repeat(500);
        assert!(packed(&bytes).len() < 40, "{}", packed(&bytes).len());
    }

    #[test]
    fn damaged_bytes_unpack_to_something_of_the_right_length_or_to_nothing() {
        let bytes = b"abcabcabcabcabcdefabcdef".repeat(9);
        let whole = packed(&bytes);
        let mut rng = Rng::new(Seed(2));
        for _ in 0..20_000 {
            let mut damaged = whole.clone();
            let at = rng.up_to(damaged.len() as u64 - 1) as usize;
            damaged[at] = rng.up_to(255) as u8;
            let unpacked = unpack(&damaged, bytes.len());
            assert!(unpacked.is_none_or(|unpacked| unpacked.len() == bytes.len()));
        }
        assert_eq!(unpack(&whole[..whole.len() - 1], bytes.len()), None, "truncated");
        assert_eq!(unpack(&whole, usize::MAX), None, "claims more than there is");
    }
}
