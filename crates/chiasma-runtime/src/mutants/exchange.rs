//! The memory that a worker and the process that runs mutants share: one request, and the answers to it.

use std::io;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

/// The most mutants of one request.
pub(super) const MAX_MUTANTS: usize = 256;

/// What is known of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Survived,
    Failed,
    Differed,
    TimedOut,
}

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Conclusion {
    /// The answers hold.
    Sound,
    /// The original does not behave as in the worker; no mutant was run.
    OriginalDiffers,
    /// After the mutants the original no longer behaves as before them.
    OriginalChanged,
}

/// The beginning of the memory; the input follows.
#[repr(C)]
#[derive(Debug)]
struct Header {
    /// Hash of how the original behaved in the worker.
    expected: AtomicU64,
    length: AtomicU32,
    count: AtomicU32,
    /// Number of runs that ended.
    progress: AtomicU32,
    /// Number of mutants that have an answer.
    answered: AtomicU32,
    conclusion: AtomicU8,
    answers: [AtomicU8; MAX_MUTANTS],
    mutants: [AtomicU32; MAX_MUTANTS],
}

const HEADER: usize = size_of::<Header>();

/// The shared memory of one process that runs mutants.
#[derive(Debug)]
pub(super) struct Exchange {
    memory: NonNull<u8>,
    /// Room for the input.
    capacity: usize,
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request<'r> {
    pub(super) input: &'r [u8],
    pub(super) mutants: &'r [u32],
    pub(super) expected: u64,
}

impl Exchange {
    /// For inputs of up to `capacity` bytes.
    pub(super) fn new(capacity: usize) -> io::Result<Self> {
        // SAFETY: new memory at a place that the system chooses, which nothing refers to yet.
        let memory = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                HEADER + capacity,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if memory == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let memory = NonNull::new(memory.cast()).ok_or_else(|| io::Error::other("mapped at 0"))?;
        Ok(Self { memory, capacity })
    }

    fn header(&self) -> &Header {
        // SAFETY: the memory is longer, page-aligned, and mapped as long as `self` lives; the header consists of
        // atomics, for which every bit pattern is valid.
        unsafe { self.memory.cast::<Header>().as_ref() }
    }

    fn input_cells(&self) -> &[AtomicU8] {
        // SAFETY: the memory has `capacity` bytes behind the header; bytes are valid atomics.
        unsafe {
            std::slice::from_raw_parts(self.memory.add(HEADER).cast().as_ptr(), self.capacity)
        }
    }

    /// Writes a request, of at most [`MAX_MUTANTS`], and forgets the last one. An input that is too long is cut
    /// off, so that the original does not behave as expected.
    pub(super) fn put(&self, request: Request<'_>) {
        let header = self.header();
        let count = request.mutants.len().min(MAX_MUTANTS);
        let length = request.input.len().min(self.capacity);
        for (cell, byte) in self.input_cells().iter().zip(request.input) {
            cell.store(*byte, Ordering::Relaxed);
        }
        for (cell, mutant) in header.mutants.iter().zip(request.mutants) {
            cell.store(*mutant, Ordering::Relaxed);
        }
        header.expected.store(request.expected, Ordering::Relaxed);
        header.length.store(length as u32, Ordering::Relaxed);
        header.count.store(count as u32, Ordering::Relaxed);
        header.answered.store(0, Ordering::Relaxed);
        header.conclusion.store(0, Ordering::Relaxed);
        header.progress.store(0, Ordering::Release);
    }

    /// The input of the request, into `bytes`.
    pub(super) fn read_input(&self, bytes: &mut Vec<u8>) {
        bytes.clear();
        let length = self.header().length.load(Ordering::Acquire) as usize;
        let cells = self.input_cells().iter().take(length);
        bytes.extend(cells.map(|cell| cell.load(Ordering::Relaxed)));
    }

    /// How the original behaved in the worker.
    pub(super) fn expected(&self) -> u64 {
        self.header().expected.load(Ordering::Relaxed)
    }

    /// The mutants of the request.
    pub(super) fn mutants(&self) -> impl Iterator<Item = u32> {
        let header = self.header();
        let count = header.count.load(Ordering::Relaxed) as usize;
        header.mutants.iter().take(count).map(|cell| cell.load(Ordering::Relaxed))
    }

    /// Counts a run that ended.
    pub(super) fn advance(&self) {
        self.header().progress.fetch_add(1, Ordering::Release);
    }

    /// Number of runs that ended.
    pub(super) fn progress(&self) -> u32 {
        self.header().progress.load(Ordering::Acquire)
    }

    /// Answers for the next mutant.
    pub(super) fn answer(&self, answer: Answer) {
        let header = self.header();
        let at = header.answered.load(Ordering::Relaxed) as usize;
        if let Some(cell) = header.answers.get(at) {
            cell.store(answer as u8, Ordering::Relaxed);
            header.answered.store(at as u32 + 1, Ordering::Release);
        }
    }

    /// The answers so far, in the order of the mutants.
    pub(super) fn answers(&self) -> impl Iterator<Item = Answer> {
        let header = self.header();
        let answered = header.answered.load(Ordering::Acquire) as usize;
        header.answers.iter().take(answered).map(|cell| match cell.load(Ordering::Relaxed) {
            0 => Answer::Survived,
            1 => Answer::Failed,
            2 => Answer::Differed,
            _ => Answer::TimedOut,
        })
    }

    /// Says how the request ended.
    pub(super) fn conclude(&self, conclusion: Conclusion) {
        self.header().conclusion.store(conclusion as u8, Ordering::Release);
    }

    /// How the request ended.
    pub(super) fn conclusion(&self) -> Conclusion {
        match self.header().conclusion.load(Ordering::Acquire) {
            0 => Conclusion::Sound,
            1 => Conclusion::OriginalDiffers,
            _ => Conclusion::OriginalChanged,
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        // SAFETY: the memory was mapped by `new` with this length, and nothing refers to it any more.
        unsafe { libc::munmap(self.memory.as_ptr().cast(), HEADER + self.capacity) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_and_its_answers_come_back_as_they_were_written() {
        let exchange = Exchange::new(4).unwrap();
        exchange.put(Request { input: &[1, 2, 3], mutants: &[7, 70_000], expected: 5 });
        let mut input = Vec::new();
        exchange.read_input(&mut input);
        assert_eq!((&input[..], exchange.expected()), (&[1, 2, 3][..], 5));
        assert_eq!(exchange.mutants().collect::<Vec<_>>(), [7, 70_000]);
        exchange.answer(Answer::Differed);
        exchange.advance();
        assert_eq!(exchange.answers().collect::<Vec<_>>(), [Answer::Differed]);
        exchange.conclude(Conclusion::OriginalChanged);
        assert_eq!(exchange.conclusion(), Conclusion::OriginalChanged);
        exchange.put(Request { input: &[9; 10], mutants: &[], expected: 0 });
        exchange.read_input(&mut input);
        assert_eq!(input, [9; 4], "no more than there is room for");
        assert_eq!((exchange.answers().count(), exchange.progress()), (0, 0));
        assert_eq!(exchange.conclusion(), Conclusion::Sound);
    }
}
