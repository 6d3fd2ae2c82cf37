//! The memory that a worker and its supervisor share: the input about to run, and a few numbers.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

use chiasma_evolve::Counts;

use crate::memory::Memory;
use crate::protocol::Turn;
use crate::stacks::{self, Stacks};

/// Changes with the layout, so that two versions do not misread each other.
const MAGIC: u64 = 0x6368_6961_736d_6105;

/// The beginning of the shared file; the published input follows.
#[repr(C)]
#[derive(Debug)]
struct Header {
    magic: AtomicU64,
    capacity: AtomicU64,
    started: AtomicU64,
    finished: AtomicU64,
    run: AtomicU64,
    given: AtomicU64,
    children: AtomicU64,
    valid: AtomicU64,
    failed: AtomicU64,
    seed: AtomicU64,
    length: AtomicU32,
    mail: AtomicU32,
    stacks: Stacks,
}

const HEADER: usize = size_of::<Header>();

/// The shared memory of one worker.
#[derive(Debug)]
pub struct Shared {
    memory: Memory,
}

/// The numbers of a worker, as its supervisor reads them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Number of runs that began.
    pub started: u64,
    /// Number of runs that ended.
    pub finished: u64,
    /// The child or the given input that it runs.
    pub turn: Turn,
    /// The children that were run, each counted once, those before its snapshot included.
    pub children: u64,
    /// Those whose input was valid.
    pub valid: u64,
    /// Those that failed.
    pub failed: u64,
}

impl Progress {
    /// Whether a run is under way.
    #[must_use]
    pub fn in_a_run(&self) -> bool {
        self.started != self.finished
    }
}

/// The input that a worker is running, or ran last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// The bytes given to the generator.
    pub bytes: Vec<u8>,
    /// The seed of what it drew beyond them.
    pub seed: u64,
}

impl Shared {
    /// Creates the shared memory, for inputs of up to `max_size` bytes; in a file at `path` if it has to be.
    pub fn create(path: &Path, max_size: usize) -> io::Result<Self> {
        let shared = Self { memory: Memory::create(path, HEADER + max_size)? };
        shared.header().capacity.store(max_size as u64, Ordering::Relaxed);
        shared.header().magic.store(MAGIC, Ordering::Release);
        Ok(shared)
    }

    /// The path by which another process opens it, as long as this one lives.
    #[must_use]
    pub fn path(&self, given: &Path) -> PathBuf {
        self.memory.path(given)
    }

    /// Opens the memory that a supervisor created.
    pub fn open(path: &Path) -> io::Result<Self> {
        let shared = Self { memory: Memory::open(path, HEADER)? };
        let capacity = shared.header().capacity.load(Ordering::Relaxed);
        let is_ours = shared.header().magic.load(Ordering::Acquire) == MAGIC;
        if !is_ours || capacity != shared.capacity() as u64 {
            let message =
                "the supervisor and the test were built from different versions of Chiasma";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(shared)
    }

    /// Maximum length of an input.
    fn capacity(&self) -> usize {
        self.memory.map.len() - HEADER
    }

    fn header(&self) -> &Header {
        // SAFETY: the map is long enough (checked above), page-aligned, and lives as long as `self`;
        // the header consists of atomics, for which every bit pattern is valid.
        unsafe { &*self.memory.map.as_ptr().cast::<Header>() }
    }

    /// Publishes an input and counts a run as started.
    #[inline]
    pub fn begin(&mut self, bytes: &[u8], seed: u64) {
        self.publish(bytes, seed);
        let header = self.header();
        header.started.store(header.started.load(Ordering::Relaxed) + 1, Ordering::Release);
    }

    /// Writes the input of the run that begins.
    #[inline]
    fn publish(&mut self, bytes: &[u8], seed: u64) {
        let length = bytes.len().min(self.capacity());
        // SAFETY: the map is that long. The mirror of a source may refer to the same bytes, so there is no
        // exclusive reference to them; this thread is the only one of the process that writes them.
        unsafe {
            let input = self.memory.map.as_mut_ptr().add(HEADER);
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), input, length);
        }
        let header = self.header();
        header.seed.store(seed, Ordering::Relaxed);
        header.length.store(length as u32, Ordering::Relaxed);
    }

    /// Counts a run as started whose input is in the mirror as far as it is known, and behind that whatever was
    /// there before: a replay asks for no more than the run did.
    #[inline]
    pub fn begin_mirrored(&mut self) {
        let header = self.header();
        header.seed.store(0, Ordering::Relaxed);
        header.length.store(self.capacity() as u32, Ordering::Relaxed);
        header.started.store(header.started.load(Ordering::Relaxed) + 1, Ordering::Release);
    }

    /// The bytes of the published input, for a source to write its recording to; they stay mapped until the
    /// process ends.
    #[must_use]
    pub fn mirror(&self) -> &'static [AtomicU8] {
        let length = self.capacity();
        // SAFETY: the map is that long, and is never unmapped: a worker leaks its link. Bytes are valid atomics.
        unsafe { std::slice::from_raw_parts(self.memory.map.as_ptr().add(HEADER).cast(), length) }
    }

    /// Leaves this memory out of processes that are forked from this one: what they do to their memory cannot reach
    /// it then. They must not use it.
    pub fn keep_from_children(&self) {
        self.memory.keep_from_children();
    }

    /// Has the call stacks of this process's last moments left here; called by the thread that runs inputs.
    pub fn leave_stacks(&self) {
        // SAFETY: a worker leaks its link, so the memory stays mapped.
        let header: &'static Header = unsafe { &*self.memory.map.as_ptr().cast() };
        stacks::install(&header.stacks, &header.started, &header.finished);
    }

    /// The thread of the worker that runs inputs, once it has said so.
    #[must_use]
    pub fn thread(&self) -> Option<u32> {
        self.header().stacks.thread()
    }

    /// The call stacks that a worker left when it died in a run, as addresses relative to its executable,
    /// innermost first.
    #[must_use]
    pub fn last_stacks(&self) -> Vec<Vec<u64>> {
        self.header().stacks.of_run(self.progress().started)
    }

    /// Counts the run as finished.
    #[inline]
    pub fn end(&mut self) {
        let header = self.header();
        header.finished.store(header.started.load(Ordering::Relaxed), Ordering::Release);
    }

    /// Publishes what the worker does next.
    #[inline]
    pub fn set_turn(&mut self, turn: Turn) {
        let header = self.header();
        header.run.store(turn.run, Ordering::Relaxed);
        header.given.store(turn.given, Ordering::Relaxed);
    }

    /// Publishes what the worker has done so far.
    #[inline]
    pub fn set_counts(&mut self, counts: &Counts) {
        let header = self.header();
        header.children.store(counts.runs, Ordering::Relaxed);
        header.valid.store(counts.valid, Ordering::Relaxed);
        header.failed.store(counts.failed, Ordering::Relaxed);
    }

    /// Whether the supervisor has sent something; called before every run.
    #[inline]
    #[must_use]
    pub fn has_mail(&self) -> bool {
        self.header().mail.load(Ordering::Acquire) != 0
    }

    /// Number of messages from the supervisor that were announced since the last call.
    #[must_use]
    pub fn take_mail(&self) -> u32 {
        self.header().mail.swap(0, Ordering::AcqRel)
    }

    /// Announces a message to the worker.
    pub fn announce_mail(&self) {
        self.header().mail.fetch_add(1, Ordering::AcqRel);
    }

    /// The numbers of the worker.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let header = self.header();
        Progress {
            finished: header.finished.load(Ordering::Acquire),
            started: header.started.load(Ordering::Acquire),
            turn: Turn {
                run: header.run.load(Ordering::Relaxed),
                given: header.given.load(Ordering::Relaxed),
            },
            children: header.children.load(Ordering::Relaxed),
            valid: header.valid.load(Ordering::Relaxed),
            failed: header.failed.load(Ordering::Relaxed),
        }
    }

    /// The input published last; to be read when the worker is dead.
    #[must_use]
    pub fn published(&self) -> Published {
        let header = self.header();
        let length = (header.length.load(Ordering::Relaxed) as usize).min(self.capacity());
        let bytes = self.memory.map[HEADER..HEADER + length].to_vec();
        Published { bytes, seed: header.seed.load(Ordering::Relaxed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("chiasma-shared-{name}-{}", std::process::id()))
    }

    #[test]
    fn what_a_worker_publishes_its_supervisor_reads() {
        let path = file("published");
        let supervisor = Shared::create(&path, 100).unwrap();
        let mut worker = Shared::open(&supervisor.path(&path)).unwrap();
        worker.begin(&[1, 2, 3], 42);
        let during = supervisor.progress();
        assert_eq!((during.started, during.finished), (1, 0));
        assert_eq!(supervisor.published(), Published { bytes: vec![1, 2, 3], seed: 42 });
        assert!(during.in_a_run());
        worker.end();
        let turn = Turn { run: 7, given: 0 };
        worker.set_turn(turn);
        worker.begin(&[9; 200], 43);
        worker.end();
        worker.set_counts(&Counts { runs: 7, valid: 4, failed: 1, ..Counts::default() });
        let after = Progress { started: 2, finished: 2, turn, children: 7, valid: 4, failed: 1 };
        assert_eq!(supervisor.progress(), after);
        assert_eq!(supervisor.published().bytes, [9; 100], "no more than there is room for");
        let worker = Box::leak(Box::new(worker));
        worker.mirror()[1].store(7, Ordering::Relaxed);
        worker.begin_mirrored();
        let Published { bytes, seed } = supervisor.published();
        assert_eq!((&bytes[..3], bytes.len(), seed), (&[9, 7, 9][..], 100, 0));
        worker.end();
        assert!(!worker.has_mail());
        supervisor.announce_mail();
        supervisor.announce_mail();
        assert!(worker.has_mail());
        assert_eq!(worker.take_mail(), 2);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_does_not_matter_because_nothing_is_written_to_it() {
        let nowhere = Path::new("/no/such/directory/shared");
        let supervisor = Shared::create(nowhere, 1 << 20).unwrap();
        let worker = Shared::open(&supervisor.path(nowhere)).unwrap();
        supervisor.announce_mail();
        assert!(worker.has_mail());
    }

    #[test]
    fn a_file_that_is_not_ours_is_refused() {
        let path = file("foreign");
        std::fs::write(&path, [7; 4_096]).unwrap();
        assert_eq!(Shared::open(&path).unwrap_err().kind(), io::ErrorKind::InvalidData);
        std::fs::write(&path, [7; 5]).unwrap();
        assert_eq!(Shared::open(&path).unwrap_err().kind(), io::ErrorKind::InvalidData);
        std::fs::remove_file(path).unwrap();
    }
}
