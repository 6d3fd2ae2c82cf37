//! Bytes lent to a generator that is not written for a source: one that reads a buffer by itself, from both ends.
//!
//! In the sequence such a buffer is a *document*: pieces of its front and of its end in the order in which they were
//! read, within the calls that read them. So a call's bytes lie together wherever in the buffer they come from, and a
//! document has its calls whatever mode of replay it is read in. A fresh document is one of no structure at first. Once
//! the generator has run it is known what was read, and the document is written again with only that.

mod document;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::LazyLock;

use super::replay::Replay;
use super::{Source, Weights};
use crate::identity::{Function, FunctionId, SiteId};
use document::{Document, Item, Unread};

/// How many bytes a buffer may have; the last is for those that are as long as their pieces.
const SIZES: [usize; 6] = [16, 64, 256, 1_024, 4_096, usize::MAX];
/// The index in `SIZES` of a buffer that is as long as its pieces.
const EXACT: usize = SIZES.len() - 1;
/// Maximum length of a piece.
const LONGEST_PIECE: usize = 256;

/// How likely each size is for a fresh document.
static SIZE_WEIGHTS: LazyLock<Weights> = LazyLock::new(|| weights([1, 2, 4, 3, 1, 0]));
/// How likely each item is for a fresh document: its end, a piece of the front, a piece of the end, a call.
static ITEM_WEIGHTS: LazyLock<Weights> = LazyLock::new(|| weights([2, 9, 3, 0]));
/// The same within a call: what is missing is no more than its end.
static INNER_WEIGHTS: LazyLock<Weights> = LazyLock::new(|| weights([1, 0, 0, 0]));

/// A buffer for a generator to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lent {
    /// Its bytes. What no answer was drawn for is zero.
    pub bytes: Vec<u8>,
    /// Whether it has no bytes but those drawn: it is a file from elsewhere, to be read to its end.
    pub is_exact: bool,
    /// Whether the calls that read it are wanted, too, if hooks can tell them.
    pub is_watched: bool,
}

/// What a generator did with its buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Read {
    /// It read this many bytes behind those of the front that were read already.
    Front(usize),
    /// It read this many bytes before those of the end that were read already.
    End(usize),
    /// It called a function.
    Enter(FunctionId),
    /// It left the function that it called last.
    Exit,
}

impl Source {
    /// Lends a buffer to a generator that reads it by itself, and learns from it what was read.
    ///
    /// A generator that cannot tell may say that it read all from the front: `vec![Read::Front(lent.bytes.len())]`.
    ///
    /// ```
    /// use chiasma_core::{Read, Seed, Source};
    ///
    /// let two = |s: &mut Source| s.lend(|lent| ([lent.bytes[0], lent.bytes[1]], vec![Read::Front(2)]));
    /// let mut s = Source::random(Seed(1));
    /// let pair = two(&mut s);
    /// // Its size, a piece of two bytes (its kind and its length come first), and the end.
    /// let recording = s.recording().to_vec();
    /// assert_eq!(recording[3..5], pair);
    /// assert_eq!(recording.len(), 6);
    /// assert_eq!(two(&mut Source::replay(&recording, Seed(2))), pair);
    /// ```
    pub fn lend<T>(&mut self, generator: impl Fn(&Lent) -> (T, Vec<Read>)) -> T {
        let is_fresh = self.at >= self.len;
        let is_replaced = matches!(self.replay, Replay::Linear)
            // It has been told what was drawn.
            && self.witness.is_none()
            && (is_fresh || self.tracing && (self.writing_again || self.automatic.is_on()));
        if !is_replaced {
            return generator(&self.read_document().1).0;
        }
        self.has_written_again |= !is_fresh;
        let is_watched = self.pause_hooks();
        let (start, traced) = (self.at, self.tracing);
        self.tracing = false;
        self.choose_path();
        let read = catch_unwind(AssertUnwindSafe(|| self.read_document()));
        let (size, mut lent) = read.unwrap_or_else(|rejection| {
            // Of the run, not of those that follow.
            self.tracing = traced;
            resume_unwind(rejection)
        });
        lent.is_watched = is_watched;
        // What was drawn is now there to be read.
        self.len = self.len.max(self.at);
        let unread = if is_fresh { Unread::LeftOut } else { Unread::Kept };
        let mut made = catch_unwind(AssertUnwindSafe(|| generator(&lent)));
        if let Ok((_, reads)) = &made
            && !self.is_oversize()
            && let Some(document) = Document::of(&lent.bytes, reads, unread)
        {
            self.replace(start, &document.sequence(size, lent.bytes.len()));
        }
        self.at = start;
        self.tracing = traced;
        self.choose_path();
        let (_, replaced) = self.read_document();
        self.resume_hooks(is_watched);
        // A generator may have looked at bytes that it did not read.
        if replaced.bytes != lent.bytes && made.is_ok() {
            made = catch_unwind(AssertUnwindSafe(|| generator(&replaced)));
        }
        match made {
            Ok((value, _)) => value,
            Err(panic) => resume_unwind(panic),
        }
    }

    /// The parameter sequence of a buffer that has exactly these bytes: a file of libFuzzer or AFL++.
    #[must_use]
    pub fn lent_sequence(bytes: &[u8]) -> Vec<u8> {
        Document::flat(bytes).sequence(EXACT, bytes.len())
    }

    /// Says whether a traced run writes documents again as they were read; fresh ones always are.
    ///
    /// Its trace then has other bytes than the run was loaded with, and the same value.
    pub fn set_writing_again(&mut self, writing_again: bool) {
        self.writing_again = writing_again;
    }

    /// Whether this run wrote a document again that it was loaded with.
    #[must_use]
    pub fn has_written_again(&self) -> bool {
        self.has_written_again
    }

    /// Whether all was read that the run was loaded with.
    #[must_use]
    pub fn has_read_all(&self) -> bool {
        self.at >= self.len
    }

    /// Replaces what was read since `start` by `bytes`, and leaves what lies behind it; nothing if there is no room.
    fn replace(&mut self, start: usize, bytes: &[u8]) {
        let (old_end, new_end) = (self.at, start + bytes.len());
        let behind = self.len - old_end;
        if new_end + behind > self.limit {
            return;
        }
        self.bytes.copy_within(old_end..self.len, new_end);
        self.bytes[start..new_end].copy_from_slice(bytes);
        self.len = new_end + behind;
        self.mirror.write(start, &self.bytes[start..self.len]);
    }

    /// Draws a document; gives its size, as an index in `SIZES`, and the buffer.
    fn read_document(&mut self) -> (usize, Lent) {
        let size = self.index_with(&SIZE_WEIGHTS);
        let room = SIZES[size];
        let (mut front, mut end) = (Vec::new(), Vec::new());
        let mut left = room;
        let mut open = Vec::new();
        while left > 0 {
            let weights = if open.is_empty() { &ITEM_WEIGHTS } else { &INNER_WEIGHTS };
            let item = Item::at(self.index_with(weights));
            match item {
                Item::End => match open.pop() {
                    Some(call) => self.close(call),
                    None => break,
                },
                Item::Front | Item::Back => {
                    let length = self.length(1..=LONGEST_PIECE);
                    let mut piece = self.bytes(length);
                    piece.truncate(left);
                    left -= piece.len();
                    if item == Item::Front {
                        front.append(&mut piece);
                    } else {
                        // The end is read backwards, a piece at a time.
                        end.push(piece);
                    }
                }
                Item::Call => {
                    let id = u64::from(self.int::<u16>(..));
                    let function = Function { id: FunctionId(id), name: "call" };
                    open.push(self.open(&function, SiteId(id)));
                }
            }
        }
        for call in open.into_iter().rev() {
            self.close(call);
        }
        let is_exact = size == EXACT;
        let bytes = buffer(front, &end, if is_exact { 0 } else { room });
        (size, Lent { bytes, is_exact, is_watched: false })
    }
}

/// The front and the pieces of the end, with zeros between them if the buffer is to be as long as `room`.
fn buffer(mut front: Vec<u8>, end: &[Vec<u8>], room: usize) -> Vec<u8> {
    let at_end: usize = end.iter().map(Vec::len).sum();
    front.resize(front.len().max(room.saturating_sub(at_end)), 0);
    front.extend(end.iter().rev().flatten());
    front
}

fn weights<const N: usize>(weights: [u32; N]) -> Weights {
    Weights::new(weights).expect("the weights add up to more than 0")
}
