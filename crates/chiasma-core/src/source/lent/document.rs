//! A document: what a generator read of its buffer, in order and within its calls, and the sequence that it is drawn from.

use super::{LONGEST_PIECE, Read};
use crate::identity::FunctionId;

/// Maximum number of calls within each other: far fewer than would make all answers the simplest.
const MAX_NESTING: usize = 120;
/// A call that read no more than this, in one piece, is a draw rather than a call.
const LONGEST_DRAW: usize = 16;

/// What a document consists of, as it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// The end of a call, or of the document.
    End,
    /// A piece of the buffer's front.
    Front,
    /// A piece of the buffer's end.
    Back,
    /// A call.
    Call,
}

impl Item {
    pub(super) fn at(index: usize) -> Self {
        [Self::End, Self::Front, Self::Back, Self::Call][index.min(3)]
    }
}

/// What becomes of bytes that are not zero and were not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unread {
    /// The buffer stays as it is.
    Kept,
    /// They become zero.
    LeftOut,
}

/// A piece of the buffer, or a call with pieces in it.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    Piece { side: Side, bytes: Vec<u8> },
    Call(Call),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Front,
    Back,
}

#[derive(Debug, PartialEq, Eq)]
struct Call {
    /// Nothing for the document itself.
    function: Option<FunctionId>,
    parts: Vec<Part>,
}

/// What was read of a buffer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Document {
    parts: Vec<Part>,
}

impl Document {
    /// All of a buffer, read from the front.
    pub(super) fn flat(buffer: &[u8]) -> Self {
        let parts = match buffer {
            [] => Vec::new(),
            _ => vec![Part::Piece { side: Side::Front, bytes: buffer.to_vec() }],
        };
        Self { parts }
    }

    /// What was read of `buffer`; nothing if that is more than there is.
    pub(super) fn of(buffer: &[u8], reads: &[Read], unread: Unread) -> Option<Self> {
        let (mut front, mut end) = (0, buffer.len());
        let mut open = vec![Call { function: None, parts: Vec::new() }];
        // Calls that are too deep and have none of their own.
        let mut beyond = 0;
        for read in reads {
            let (side, bytes) = match *read {
                Read::Enter(function) => {
                    if open.len() > MAX_NESTING {
                        beyond += 1;
                    } else {
                        open.push(Call { function: Some(function), parts: Vec::new() });
                    }
                    continue;
                }
                Read::Exit => {
                    if beyond > 0 {
                        beyond -= 1;
                    } else if open.len() > 1 {
                        close(&mut open);
                    }
                    continue;
                }
                Read::Front(length) => {
                    front += length;
                    (Side::Front, buffer.get(front - length..front)?)
                }
                Read::End(length) => {
                    end = end.checked_sub(length)?;
                    (Side::Back, &buffer[end..end + length])
                }
            };
            if !bytes.is_empty() {
                open.last_mut()?.parts.push(Part::Piece { side, bytes: bytes.to_vec() });
            }
        }
        while open.len() > 1 {
            close(&mut open);
        }
        let mut parts = open.pop()?.parts;
        let middle = buffer.get(front..end)?;
        if unread == Unread::Kept
            && let Some(last) = middle.iter().rposition(|&byte| byte != 0)
        {
            parts.push(Part::Piece { side: Side::Front, bytes: middle[..=last].to_vec() });
        }
        Some(Self { parts })
    }

    /// The sequence that it is drawn from, for a buffer of this size.
    pub(super) fn sequence(&self, size: usize, length: usize) -> Vec<u8> {
        let mut writer = Writer { sequence: vec![size as u8], left: length };
        if size == super::EXACT {
            writer.left = usize::MAX;
        }
        for part in &self.parts {
            writer.part(part);
        }
        if writer.left > 0 {
            writer.sequence.push(Item::End as u8);
        }
        writer.sequence
    }
}

/// Ends the innermost call: what it amounts to becomes part of the one around it.
fn close(open: &mut Vec<Call>) {
    let (Some(call), Some(around)) = (open.pop(), open.last_mut()) else { return };
    let is_call = match &call.parts[..] {
        // A draw.
        [Part::Piece { bytes, .. }] => bytes.len() > LONGEST_DRAW,
        // A call that does no more than call another is that one.
        [Part::Call(_)] => false,
        parts => !parts.is_empty(),
    };
    if is_call {
        around.parts.push(Part::Call(call));
    } else {
        around.parts.extend(call.parts);
    }
}

/// Writes a document in the order in which it is drawn.
struct Writer {
    sequence: Vec<u8>,
    /// How many bytes of the buffer are still to come. Nothing is drawn behind the last of them.
    left: usize,
}

impl Writer {
    fn part(&mut self, part: &Part) {
        if self.left == 0 {
            return;
        }
        match part {
            Part::Piece { side: Side::Front, bytes } => {
                bytes.chunks(LONGEST_PIECE).for_each(|piece| self.piece(Item::Front, piece));
            }
            Part::Piece { side: Side::Back, bytes } => {
                bytes.rchunks(LONGEST_PIECE).for_each(|piece| self.piece(Item::Back, piece));
            }
            Part::Call(Call { function, parts }) => {
                self.sequence.push(Item::Call as u8);
                let id = function.map_or(0, |function| function.in_document().0 as u16);
                self.sequence.extend_from_slice(&id.to_le_bytes());
                parts.iter().for_each(|part| self.part(part));
                if self.left > 0 {
                    self.sequence.push(Item::End as u8);
                }
            }
        }
    }

    fn piece(&mut self, item: Item, piece: &[u8]) {
        self.sequence.extend_from_slice(&[item as u8, (piece.len() - 1) as u8]);
        self.sequence.extend_from_slice(piece);
        self.left -= piece.len().min(self.left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: FunctionId = FunctionId(0x0201);

    fn sequence(buffer: &[u8], reads: &[Read]) -> Vec<u8> {
        Document::of(buffer, reads, Unread::LeftOut).unwrap().sequence(0, buffer.len())
    }

    #[test]
    fn a_calls_bytes_lie_together_wherever_they_come_from() {
        let buffer = [1, 2, 3, 4, 5, 6, 7, 8];
        let reads = [
            Read::Front(1),
            Read::Enter(ID),
            Read::Front(2),
            Read::End(1),
            Read::Exit,
            Read::End(2),
        ];
        let expected = [0, 1, 0, 1, 3, 1, 2, 1, 1, 2, 3, 2, 0, 8, 0, 2, 1, 6, 7, 0];
        assert_eq!(sequence(&buffer, &reads), expected);
    }

    #[test]
    fn calls_that_read_nothing_or_one_draw_or_call_only_one_other_are_left_out() {
        let (outer, inner) = (FunctionId(1), ID);
        let reads = [
            Read::Enter(outer),
            Read::Enter(inner),
            Read::Enter(outer),
            Read::Exit,
            Read::Enter(outer),
            Read::Front(1),
            Read::Exit,
            Read::Front(1),
            Read::Exit,
            Read::Exit,
        ];
        assert_eq!(sequence(&[7, 8, 0], &reads), [0, 3, 1, 2, 1, 0, 7, 1, 0, 8, 0, 0]);
    }

    #[test]
    fn nothing_is_drawn_behind_the_last_byte_of_a_buffer() {
        let reads = [Read::Enter(ID), Read::Front(1), Read::Front(1), Read::Exit];
        assert_eq!(sequence(&[7, 8], &reads), [0, 3, 1, 2, 1, 0, 7, 1, 0, 8]);
    }

    #[test]
    fn more_than_there_is_cannot_have_been_read() {
        let of = |reads: &[Read]| Document::of(&[1, 2], reads, Unread::LeftOut);
        assert_eq!(of(&[Read::Front(3)]), None);
        assert_eq!(of(&[Read::End(3)]), None);
        assert_eq!(of(&[Read::Front(2), Read::End(1)]), None);
    }

    #[test]
    fn what_was_not_read_is_kept_up_to_the_last_byte_that_is_not_zero() {
        let buffer = [1, 0, 2, 0, 3];
        let document = Document::of(&buffer, &[Read::Front(1), Read::End(1)], Unread::Kept);
        let expected = [0, 1, 0, 1, 2, 0, 3, 1, 1, 0, 2, 0];
        assert_eq!(document.unwrap().sequence(0, buffer.len()), expected);
    }
}
