//! Looks at a value that something else has borrowed, as a debugger does.
//!
//! While a generator is under way it has borrowed its reader mutably, so nothing else may read it: not by a raw pointer
//! either. The kernel may, being outside the program; `std::os::unix::io` says so of `/proc/self/mem`, too. What it finds is
//! whatever the compiler has written by then, so it is numbers that are checked, never a value of the type.

use super::reads::Unread;

/// Maximum number of words of a reader.
const MAX_WORDS: usize = 8;

/// The memory of a value, as words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words {
    address: usize,
    count: usize,
    /// This process; asking each time would double the calls of the kernel.
    process: u32,
}

impl Words {
    pub(super) fn of<T>(value: &T) -> Self {
        // Exposed, so that the compiler keeps it in memory.
        let count = (size_of::<T>() / size_of::<usize>()).min(MAX_WORDS);
        let address = (&raw const *value).expose_provenance();
        Self { address, count, process: std::process::id() }
    }

    /// What is in there now; nothing if the kernel does not tell.
    fn read(self) -> Option<[usize; MAX_WORDS]> {
        let mut words = [0; MAX_WORDS];
        let bytes = self.count * size_of::<usize>();
        (self.copy_to(&mut words, bytes) == Some(bytes)).then_some(words)
    }

    /// Has the kernel copy from this process; gives how many bytes it copied.
    #[cfg(all(target_os = "linux", not(miri)))]
    fn copy_to(self, words: &mut [usize; MAX_WORDS], bytes: usize) -> Option<usize> {
        let here = libc::iovec { iov_base: words.as_mut_ptr().cast(), iov_len: bytes };
        let there_base = std::ptr::without_provenance_mut(self.address);
        let there = libc::iovec { iov_base: there_base, iov_len: bytes };
        let process = self.process as libc::pid_t;
        // SAFETY: `here` is that many bytes of `words`, at most all. The kernel checks the other address, and only reads there.
        let copied = unsafe { libc::process_vm_readv(process, &here, 1, &there, 1, 0) };
        usize::try_from(copied).ok()
    }

    /// There is no such call.
    #[cfg(not(all(target_os = "linux", not(miri))))]
    fn copy_to(self, _words: &mut [usize; MAX_WORDS], _bytes: usize) -> Option<usize> {
        None
    }
}

/// Where a reader keeps what it has not read.
#[derive(Debug)]
pub(super) struct Observed {
    words: Words,
    start_at: usize,
    len_at: usize,
}

impl Observed {
    /// Finds the words of a reader in which it keeps `unread`; nothing if they cannot be told.
    pub(super) fn find(words: Words, unread: Unread) -> Option<Self> {
        let contents = words.read()?;
        let only = |wanted: usize| {
            let mut at = (0..words.count).filter(|&at| contents[at] == wanted);
            at.next().filter(|_| at.next().is_none())
        };
        let (start_at, len_at) = (only(unread.start)?, only(unread.len)?);
        Some(Self { words, start_at, len_at })
    }

    /// What it has not read now.
    pub(super) fn unread(&self) -> Option<Unread> {
        let contents = self.words.read()?;
        Some(Unread { start: contents[self.start_at], len: contents[self.len_at] })
    }
}
