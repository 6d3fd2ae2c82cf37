//! What a reader reads of a lent buffer, within which calls.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use chiasma_core::{FunctionId, Read};

use super::observe::{Observed, Words};
use super::{WATCH, Watch};

thread_local! {
    /// The functions that read lent buffers, by their ids in documents.
    static READING: RefCell<BTreeMap<FunctionId, FunctionId>> = const { RefCell::new(BTreeMap::new()) };
}

/// Whether a call was left out because its reader could not be observed.
static HAS_LEFT_OUT_CALLS: AtomicBool = AtomicBool::new(false);

/// Whether calls of this process were left out because the kernel or a reader does not let what is read be observed.
#[must_use]
pub fn has_left_out_calls() -> bool {
    HAS_LEFT_OUT_CALLS.load(Ordering::Relaxed)
}

/// The function that has this id in a document, if it has read a lent buffer on this thread: documents have room for a
/// part of an id only.
#[must_use]
pub fn function_of_document(id: FunctionId) -> Option<FunctionId> {
    READING.with_borrow(|functions| functions.get(&id).copied())
}

/// A reader of a lent buffer: something that has read a part of the buffer's front and of its end.
///
/// It keeps where the unread bytes begin and how many there are, in words of its own: a slice does.
pub trait Reader {
    /// Address of the first byte that was not read, and how many there are.
    fn unread(&self) -> Unread;
}

/// The bytes of a lent buffer that were not read yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unread {
    /// Address of the first.
    pub start: usize,
    /// How many there are.
    pub len: usize,
}

impl Unread {
    /// What was read of the front and of the end since `before`; nothing if the one does not follow from the other.
    fn since(self, before: Self) -> Option<[Read; 2]> {
        let front = match self.len {
            // An empty rest may be anywhere.
            0 if !(before.start..=before.start + before.len).contains(&self.start) => 0,
            _ => self.start.checked_sub(before.start)?,
        };
        let end = before.len.checked_sub(front)?.checked_sub(self.len)?;
        Some([Read::Front(front), Read::End(end)])
    }
}

/// What a reader has read so far, between calls.
#[derive(Debug)]
pub(super) struct Reads {
    /// Where the reader says what it has not read; nothing if that cannot be observed.
    observed: Option<Observed>,
    /// What was unread when it was last looked at.
    last: Unread,
    reads: Vec<Read>,
}

impl Reads {
    pub(super) fn enter(&mut self, function: FunctionId) {
        if self.observe() {
            self.reads.push(Read::Enter(function));
        } else {
            HAS_LEFT_OUT_CALLS.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn exit(&mut self) {
        if self.observe() {
            self.reads.push(Read::Exit);
        }
    }

    /// Writes down what was read since the last time, as far as it can be observed; gives whether it can.
    fn observe(&mut self) -> bool {
        let Some(observed) = &mut self.observed else { return false };
        if let Some(unread) = observed.unread() {
            self.advance(unread);
        }
        true
    }

    /// Writes down what was read since the last time. A state that does not follow from the last is left out: a compiler may
    /// have written one half of it.
    fn advance(&mut self, unread: Unread) {
        if let Some(reads) = unread.since(self.last) {
            self.reads.extend(
                reads.into_iter().filter(|read| !matches!(read, Read::Front(0) | Read::End(0))),
            );
            self.last = unread;
        }
    }
}

/// Has `read` read from `reader`, and gives what it read within which calls. Calls are left out where the reader cannot be
/// observed.
pub fn watch_reader<R: Reader, T>(
    reader: &mut R,
    read: impl FnOnce(&mut R) -> T,
) -> (T, Vec<Read>) {
    let last = reader.unread();
    let observed = Observed::find(Words::of(reader), last);
    let reads = Reads { observed, last, reads: Vec::new() };
    let watch = Box::into_raw(Box::new(Watch { reads: Some(reads), ..Watch::default() }));
    let ending = Ending { watch, outer: WATCH.replace(watch) };
    let value = read(reader);
    let reads = ending.reads(reader.unread());
    READING.with_borrow_mut(|functions| {
        let entered = reads.iter().filter_map(|read| match read {
            Read::Enter(function) => Some((function.in_document(), *function)),
            _ => None,
        });
        functions.extend(entered);
    });
    (value, reads)
}

/// Ends the watching of a reader.
struct Ending {
    watch: *mut Watch,
    outer: *mut Watch,
}

impl Ending {
    fn reads(&self, unread: Unread) -> Vec<Read> {
        WATCH.set(self.outer);
        // SAFETY: it came from a box that is freed in `drop`, and the hooks do not know it any more.
        let reads = unsafe { &mut *self.watch }.reads.take();
        reads.map_or_else(Vec::new, |mut reads| {
            reads.advance(unread);
            mem::take(&mut reads.reads)
        })
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        WATCH.set(self.outer);
        // SAFETY: it came from a box, and nothing watches with it any more.
        drop(unsafe { Box::from_raw(self.watch) });
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::call;
    use super::*;

    /// Reads single bytes from both ends.
    struct Both<'b>(&'b [u8]);

    impl Reader for Both<'_> {
        fn unread(&self) -> Unread {
            Unread { start: self.0.as_ptr().addr(), len: self.0.len() }
        }
    }

    impl Both<'_> {
        fn front(&mut self) {
            self.0 = &self.0[1..];
        }

        fn end(&mut self) {
            self.0 = &self.0[..self.0.len() - 1];
        }
    }

    /// Reads with a function that has hooks.
    fn read(number: usize, reader: &mut Both<'_>, read: impl FnOnce(&mut Both<'_>)) {
        call(number, || read(reader));
    }

    fn read_in_calls(reader: &mut Both<'_>) {
        reader.front();
        read(1, reader, |reader| {
            reader.front();
            reader.end();
            read(2, reader, |reader| reader.end());
            read(2, reader, |_| ());
            reader.front();
        });
        reader.end();
    }

    #[cfg(all(target_os = "linux", not(miri)))]
    #[test]
    fn what_a_reader_reads_of_either_end_is_known_by_call() {
        let bytes = [0; 8];
        let id = |number: usize| FunctionId::at(16 * number as u32);
        let ((), reads) = watch_reader(&mut Both(&bytes), read_in_calls);
        let (enter, exit) = (|number| Read::Enter(id(number)), Read::Exit);
        let (front, end) = (Read::Front(1), Read::End(1));
        let expected =
            [front, enter(1), front, end, enter(2), end, exit, enter(2), exit, front, exit, end];
        assert_eq!(reads, expected);
        assert!(WATCH.get().is_null());
    }

    /// Keeps where it is on the heap.
    struct Boxed<'b>(Box<Both<'b>>);

    impl Reader for Boxed<'_> {
        fn unread(&self) -> Unread {
            self.0.unread()
        }
    }

    #[test]
    fn a_reader_that_cannot_be_observed_has_read_in_no_call() {
        let bytes = [0; 8];
        let mut reader = Boxed(Box::new(Both(&bytes)));
        let ((), reads) = watch_reader(&mut reader, |reader| read_in_calls(&mut reader.0));
        assert_eq!(reads, [Read::Front(3), Read::End(3)]);
        assert!(WATCH.get().is_null());
    }

    #[test]
    fn a_state_that_does_not_follow_from_the_last_is_left_out() {
        let unread = |start, len| Unread { start, len };
        let before = unread(100, 10);
        assert_eq!(unread(103, 5).since(before), Some([Read::Front(3), Read::End(2)]));
        assert_eq!(unread(103, 10).since(before), None, "only its start was written");
        assert_eq!(unread(99, 10).since(before), None);
        assert_eq!(unread(0, 0).since(before), Some([Read::Front(0), Read::End(10)]));
        assert_eq!(unread(110, 0).since(before), Some([Read::Front(10), Read::End(0)]));
    }
}
