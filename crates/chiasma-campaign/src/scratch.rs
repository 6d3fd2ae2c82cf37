//! The temporary directories of campaigns, and what a campaign that was killed has left behind.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;

use anyhow::{Context, Result};
use tempfile::TempDir;

use crate::orphans;

/// What the names of the directories begin with.
const PREFIX: &str = "chiasma-scratch-";
/// The file in each that is locked as long as the directory is in use.
const LOCK: &str = "lock";

/// A temporary directory, deleted at the end, or by the next one that is made if this process is killed.
#[derive(Debug)]
pub struct Scratch {
    directory: TempDir,
    _lock: File,
}

impl Scratch {
    /// Makes a directory, and deletes those of processes that are gone.
    pub fn new() -> Result<Self> {
        let parent = std::env::temp_dir();
        sweep(&parent);
        Self::new_in(&parent)
            .with_context(|| format!("cannot create a temporary directory in {}", parent.display()))
    }

    fn new_in(parent: &Path) -> io::Result<Self> {
        loop {
            let directory = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
            let lock = File::create(directory.path().join(LOCK))?;
            // Another process may be sweeping, and have taken it for abandoned in between.
            if try_lock(&lock) && directory.path().join(LOCK).exists() {
                return Ok(Self { directory, _lock: lock });
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// Deletes the directories that no process uses any more, and ends what their workers have started.
fn sweep(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.filter_map(io::Result::ok) {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        if is_ours && let Some(_locked) = lock_abandoned(&entry.path()) {
            orphans::kill_all_of(&entry.path());
            // Of another user, or busy: then the next one deletes it.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The lock of a directory, if no process holds it.
fn lock_abandoned(directory: &Path) -> Option<File> {
    let lock = File::options().write(true).open(directory.join(LOCK)).ok()?;
    try_lock(&lock).then_some(lock)
}

/// Takes a lock that ends with this process; not if another one has it.
fn try_lock(file: &File) -> bool {
    // SAFETY: the descriptor is open as long as `file` is borrowed; no memory is touched.
    unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) == 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_in_use_stays_and_an_abandoned_one_is_deleted() {
        let parent = tempfile::tempdir().unwrap();
        let used = Scratch::new_in(parent.path()).unwrap();
        // As after SIGKILL: the lock is gone with its process, the directory is not.
        let Scratch { directory, _lock } = Scratch::new_in(parent.path()).unwrap();
        let abandoned = directory.keep();
        drop(_lock);
        let foreign = parent.path().join("chiasma-other");
        fs::create_dir(&foreign).unwrap();
        sweep(parent.path());
        assert!(used.path().exists() && foreign.exists());
        assert!(!abandoned.exists(), "it is still there");
    }
}
