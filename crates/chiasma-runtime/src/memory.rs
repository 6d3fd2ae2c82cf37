//! Memory that two processes share: a file that both map.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use memmap2::MmapMut;

/// Memory that this process and another one share. It lasts as long as one of them has it.
#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) map: MmapMut,
    file: File,
}

impl Memory {
    /// Creates zeros.
    ///
    /// The file is in memory where the system has such files, and else at `path`. Its space is taken now: a disk that is
    /// full is an error here, and would kill both processes later.
    pub(crate) fn create(path: &Path, length: usize) -> io::Result<Self> {
        let in_file =
            || File::options().read(true).write(true).create(true).truncate(true).open(path);
        let file = file_in_memory().map_or_else(in_file, Ok)?;
        file.set_len(length as u64)?;
        reserve(&file, length as u64)?;
        Self::map(file)
    }

    /// Opens what another process created, if it has at least `length` bytes.
    pub(crate) fn open(path: &Path, length: usize) -> io::Result<Self> {
        let memory = Self::map(File::options().read(true).write(true).open(path)?)?;
        if memory.map.len() < length {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the shared file is too short"));
        }
        Ok(memory)
    }

    fn map(file: File) -> io::Result<Self> {
        // SAFETY: the file is made for this; what the other process writes meanwhile is read through
        // atomics, or only when that process has said so, through atomics, or has ended.
        let map = unsafe { MmapMut::map_mut(&file)? };
        Ok(Self { map, file })
    }

    /// The path by which another process opens it, as long as this one lives.
    pub(crate) fn path(&self, given: &Path) -> PathBuf {
        if given.exists() { given.to_owned() } else { path_in_memory(&self.file) }
    }

    /// Leaves it out of processes that are forked from this one, which must not use it.
    pub(crate) fn keep_from_children(&self) {
        // Where there is no such advice, the memory is shared as before.
        #[cfg(target_os = "linux")]
        let _ = self.map.advise(memmap2::Advice::DontFork);
    }
}

/// A file in memory, if there is such a thing here and other processes can open it.
fn file_in_memory() -> Option<File> {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::FromRawFd;
        // SAFETY: the name ends with a zero, and outlives the call.
        let descriptor = unsafe { libc::memfd_create(c"chiasma".as_ptr(), libc::MFD_CLOEXEC) };
        if descriptor >= 0 {
            // SAFETY: the descriptor is new, and owned by nothing else.
            let file = unsafe { File::from_raw_fd(descriptor) };
            return path_in_memory(&file).exists().then_some(file);
        }
    }
    None
}

/// Where other processes find a file in memory.
fn path_in_memory(file: &File) -> PathBuf {
    PathBuf::from(format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd()))
}

/// Takes the space of a file, which would otherwise be taken when it is first written to.
fn reserve(file: &File, length: u64) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        let length = libc::off_t::try_from(length).map_err(io::Error::other)?;
        // SAFETY: the descriptor is open as long as `file` is borrowed; no memory is touched.
        match unsafe { libc::posix_fallocate(file.as_raw_fd(), 0, length) } {
            0 => {}
            error => return Err(io::Error::from_raw_os_error(error)),
        }
    }
    Ok(())
}
