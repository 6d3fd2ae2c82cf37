//! Saved inputs in little space: `.chic` files, for corpora.
//!
//! Behind a first line that names the format are a checksum, the length of the statements, and the statements, packed. A
//! statement is a number: the end of a call, a kind of choice (its answer follows), a call like an earlier one (by the order of
//! first use), or a new one (its title and generator follow). So each title is there once, and a file needs no other one.

use std::collections::HashMap;

use super::number::{
    read_block, read_number, read_signed, write_block, write_number, write_signed,
};
use super::pack::{pack, unpack};
use super::statement::Statements;
use super::{ChiError, MAX_FILE};
use crate::identity::combine;
use crate::request::Kind;
use crate::source::Saved;

/// The beginning of every file. The zero tells Git and others that it is not text.
const BEGINNING: &[u8] = b"chiasma compact 1\n\0";

const END_CALL: u128 = 0;
const NEW_CALL: u128 = 1;
/// The kinds of choices, in the order of their statements.
const KINDS: [Kind; 6] =
    [Kind::Bool, Kind::Signed, Kind::Char, Kind::Choice, Kind::Length, Kind::Bytes];
const FIRST_KIND: u128 = 2;
const FIRST_CALL: u128 = FIRST_KIND + KINDS.len() as u128;

/// Whether a file is of this form.
pub(super) fn is_compact(content: &[u8]) -> bool {
    content.starts_with(BEGINNING)
}

/// Writes a saved input.
#[derive(Default)]
pub(super) struct Compact {
    statements: Vec<u8>,
    calls: HashMap<(String, Option<String>), u128>,
}

impl Compact {
    /// The content of the file.
    pub(super) fn finish(self) -> Vec<u8> {
        let mut packed = Vec::new();
        write_number(self.statements.len() as u128, &mut packed);
        pack(&self.statements, &mut packed);
        let mut content = BEGINNING.to_vec();
        content.extend_from_slice(&checksum(&packed).to_le_bytes());
        content.extend_from_slice(&packed);
        content
    }
}

impl Statements for Compact {
    fn call(&mut self, title: &str, generator: Option<&str>) {
        let next = FIRST_CALL + self.calls.len() as u128;
        let call = (title.to_owned(), generator.map(str::to_owned));
        let known = *self.calls.entry(call).or_insert(next);
        if known < next {
            write_number(known, &mut self.statements);
            return;
        }
        write_number(NEW_CALL, &mut self.statements);
        write_block(title.as_bytes(), &mut self.statements);
        write_block(generator.unwrap_or_default().as_bytes(), &mut self.statements);
    }

    fn end_call(&mut self) {
        write_number(END_CALL, &mut self.statements);
    }

    fn choice(&mut self, word: &str, answer: Saved) {
        let kind = KINDS.iter().position(|kind| kind.word() == word).unwrap_or_default();
        write_number(FIRST_KIND + kind as u128, &mut self.statements);
        match answer {
            Saved::Number(number) => write_signed(number, &mut self.statements),
            Saved::Bytes(bytes) => write_block(&bytes, &mut self.statements),
        }
    }
}

/// Reads a saved input.
pub(super) fn read(content: &[u8], to: &mut impl Statements) -> Result<(), ChiError> {
    let damaged = |why: &str| ChiError {
        line: 1,
        message: format!("this compact input is damaged: {why}; it can be deleted"),
    };
    let rest = content.strip_prefix(BEGINNING).ok_or_else(|| damaged("it begins otherwise"))?;
    let (sum, mut packed) = rest.split_first_chunk().ok_or_else(|| damaged("it is cut off"))?;
    if u64::from_le_bytes(*sum) != checksum(packed) {
        return Err(damaged("its checksum is wrong"));
    }
    let length = read_number(&mut packed).and_then(|length| usize::try_from(length).ok());
    let statements = length
        .filter(|&length| length as u64 <= MAX_FILE)
        .and_then(|length| unpack(packed, length))
        .ok_or_else(|| damaged("it does not unpack"))?;
    deliver(&statements, to)
        .ok_or_else(|| damaged("a statement makes no sense, or its text would be too long"))
}

fn deliver(mut statements: &[u8], to: &mut impl Statements) -> Option<()> {
    let mut calls: Vec<(&str, Option<&str>)> = Vec::new();
    let mut depth: usize = 0;
    // About as long as its text is, which has each line indented: a few bytes can nest calls a million times.
    let mut text: usize = 0;
    while !statements.is_empty() {
        text += 2 * depth + 1;
        if text as u64 > MAX_FILE {
            return None;
        }
        match read_number(&mut statements)? {
            END_CALL => {
                depth = depth.checked_sub(1)?;
                to.end_call();
            }
            NEW_CALL => {
                let title = str::from_utf8(read_block(&mut statements)?).ok()?;
                let generator = str::from_utf8(read_block(&mut statements)?).ok()?;
                let call = (title, Some(generator).filter(|name| !name.is_empty()));
                calls.push(call);
                text += title.len();
                depth += 1;
                to.call(call.0, call.1);
            }
            known @ FIRST_CALL.. => {
                let (title, generator) = *calls.get(usize::try_from(known - FIRST_CALL).ok()?)?;
                text += title.len();
                depth += 1;
                to.call(title, generator);
            }
            kind => {
                let kind = KINDS[(kind - FIRST_KIND) as usize];
                let answer = match kind {
                    Kind::Bytes => Saved::Bytes(read_block(&mut statements)?.to_owned()),
                    _ => Saved::Number(read_signed(&mut statements)?),
                };
                to.choice(kind.word(), answer);
            }
        }
    }
    Some(())
}

/// Tells a damaged file from a whole one.
fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(bytes.len() as u64, combine)
}

#[cfg(test)]
mod tests {
    use crate::rng::Rng;
    use crate::{Chi, Seed, Source};

    use super::*;

    const TEXT: &str =
        "chiasma 1\n\na:  # A\n  b:\n    int = -3\n    choice = 1\n  b:\n    bytes = 00 01 02\n";

    /// A file with these statements, and a checksum that is right.
    fn file_of(statements: Vec<u8>) -> Vec<u8> {
        Compact { statements, ..Compact::default() }.finish()
    }

    fn replay(content: &[u8]) -> Result<(), ChiError> {
        let chi = Chi::read(content)?;
        let mut source = Source::random(Seed(0));
        source.load_labelled(chi.labelled(), Seed(0));
        let _: u8 = source.named("a", |s: &mut Source| s.int(0..=9));
        Chi::text_of(content).map(drop)
    }

    #[test]
    fn statements_that_were_damaged_on_purpose_are_replayed_or_refused() {
        let whole = Chi::compacted(TEXT.as_bytes()).unwrap();
        let mut packed = &whole[BEGINNING.len() + 8..];
        let length = read_number(&mut packed).unwrap() as usize;
        let statements = unpack(packed, length).unwrap();
        replay(&file_of(statements.clone())).unwrap();
        let (mut rng, mut refused) = (Rng::new(Seed(1)), 0);
        for _ in 0..20_000 {
            let mut damaged = statements.clone();
            for _ in 0..=rng.up_to(2) {
                let at = rng.up_to(damaged.len() as u64 - 1) as usize;
                damaged[at] = rng.up_to(255) as u8;
            }
            refused += u32::from(replay(&file_of(damaged)).is_err());
            // The same to what is packed, with its length.
            let mut content = whole.clone();
            let at = BEGINNING.len()
                + 8
                + rng.up_to((whole.len() - BEGINNING.len() - 9) as u64) as usize;
            content[at] = rng.up_to(255) as u8;
            let sum = checksum(&content[BEGINNING.len() + 8..]).to_le_bytes();
            content[BEGINNING.len()..BEGINNING.len() + 8].copy_from_slice(&sum);
            refused += u32::from(replay(&content).is_err());
        }
        assert!((1_000..39_000).contains(&refused), "{refused} of 40,000 were refused");
    }

    #[test]
    fn calls_may_be_nested_a_thousand_times_and_not_a_million_times() {
        let nested = |times| {
            let mut statements = vec![NEW_CALL as u8, 1, b'a', 0];
            statements.resize(times, FIRST_CALL as u8);
            replay(&file_of(statements))
        };
        nested(1_000).unwrap();
        assert!(nested(1_000_000).unwrap_err().message.contains("too long"));
    }
}
