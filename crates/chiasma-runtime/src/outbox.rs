//! The outbox of a worker: memory from which its supervisor takes reports when it gets to it.
//!
//! A message on a socket wakes its reader, which on a busy machine takes the processor from the worker; and a worker
//! whose reader is not awake waits when the socket is full. Neither happens here. What is in the outbox outlives the worker.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::memory::Memory;

/// How many bytes an outbox holds: a few hundred kept inputs.
pub const CAPACITY: usize = 4 << 20;

/// The beginning of the memory; the bytes follow.
#[repr(C)]
#[derive(Debug)]
struct Header {
    /// Number of bytes that were ever put in.
    put: AtomicU64,
    /// Number of bytes that were ever taken out.
    taken: AtomicU64,
}

const HEADER: usize = size_of::<Header>();

/// Bytes on their way from one process to another, in order. One process puts them in, one takes them out.
#[derive(Debug)]
pub struct Outbox {
    memory: Memory,
}

impl Outbox {
    /// Creates an empty outbox; in a file at `path` if it has to be.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self { memory: Memory::create(path, HEADER + CAPACITY)? })
    }

    /// Opens the outbox that a supervisor created.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { memory: Memory::open(path, HEADER + CAPACITY)? })
    }

    /// The path by which another process opens it, as long as this one lives.
    #[must_use]
    pub fn path(&self, given: &Path) -> PathBuf {
        self.memory.path(given)
    }

    /// Leaves it out of processes that are forked from this one, which must not use it.
    pub(crate) fn keep_from_children(&self) {
        self.memory.keep_from_children();
    }

    fn header(&self) -> &Header {
        // SAFETY: the map is long enough, page-aligned, and lives as long as `self`; the header consists of
        // atomics, for which every bit pattern is valid.
        unsafe { &*self.memory.map.as_ptr().cast::<Header>() }
    }

    /// Puts in as many of these bytes as there is room for; their number.
    pub fn put(&mut self, bytes: &[u8]) -> usize {
        let put = self.header().put.load(Ordering::Relaxed);
        let held = put.wrapping_sub(self.header().taken.load(Ordering::Acquire)) as usize;
        let length = bytes.len().min(CAPACITY.saturating_sub(held));
        let (first, second) = places(put, length);
        let (here, behind) = bytes[..length].split_at(first.len());
        let room = &mut self.memory.map[HEADER..HEADER + CAPACITY];
        room[first].copy_from_slice(here);
        room[second].copy_from_slice(behind);
        self.header().put.store(put.wrapping_add(length as u64), Ordering::Release);
        length
    }

    /// Takes out all that is in it, and appends it to `bytes`.
    pub fn take(&mut self, bytes: &mut Vec<u8>) {
        let taken = self.header().taken.load(Ordering::Relaxed);
        let put = self.header().put.load(Ordering::Acquire);
        // The target may have overwritten the numbers; more than all bytes cannot be in it.
        let length = (put.wrapping_sub(taken) as usize).min(CAPACITY);
        let (first, second) = places(taken, length);
        let room = &self.memory.map[HEADER..HEADER + CAPACITY];
        bytes.extend_from_slice(&room[first]);
        bytes.extend_from_slice(&room[second]);
        self.header().taken.store(put, Ordering::Release);
    }
}

/// Where `length` bytes lie, of which `before` came before: up to the end of the room, and from its beginning on.
fn places(before: u64, length: usize) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
    let start = (before % CAPACITY as u64) as usize;
    let first = length.min(CAPACITY - start);
    (start..start + first, 0..length - first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both_ends(name: &str) -> (Outbox, Outbox) {
        let path = std::env::temp_dir().join(format!("chiasma-{name}-{}", std::process::id()));
        let supervisor = Outbox::create(&path).unwrap();
        let worker = Outbox::open(&supervisor.path(&path)).unwrap();
        (supervisor, worker)
    }

    #[test]
    fn what_is_put_in_is_taken_out_in_order_however_long() {
        let (mut supervisor, mut worker) = both_ends("outbox-order");
        let all: Vec<u8> = (0..3 * CAPACITY + 12_345).map(|n| (n % 251) as u8).collect();
        let (mut put, mut taken) = (0, Vec::new());
        for part in [1, 7, CAPACITY, 100_000].into_iter().cycle() {
            let end = all.len().min(put + part);
            put += worker.put(&all[put..end]);
            assert_eq!(worker.put(&[]), 0);
            supervisor.take(&mut taken);
            assert_eq!(taken.len(), put);
            if put == all.len() {
                break;
            }
        }
        assert!(taken == all);
        supervisor.take(&mut taken);
        assert_eq!(taken.len(), all.len(), "it is empty now");
    }

    #[test]
    fn no_more_is_put_in_than_there_is_room_for_and_it_outlives_the_worker() {
        let (mut supervisor, mut worker) = both_ends("outbox-full");
        assert_eq!(worker.put(&vec![1; CAPACITY - 1]), CAPACITY - 1);
        assert_eq!((worker.put(&[2, 3]), worker.put(&[4])), (1, 0));
        drop(worker);
        let mut taken = Vec::new();
        supervisor.take(&mut taken);
        assert_eq!((taken.len(), taken[CAPACITY - 1]), (CAPACITY, 2));
    }
}
