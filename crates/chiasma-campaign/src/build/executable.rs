//! The executable of a test binary, held open.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// An executable that stays what it was when it was built.
///
/// The next build deletes the file and writes another of the same name: a campaign that starts
/// processes by that name finds no file for a moment, or a half-written one, and then continues with another
/// program, whose edges are not those that it knows. The open file is still the old one.
#[derive(Debug, Clone)]
pub struct Executable {
    path: PathBuf,
    file: Arc<File>,
}

impl Executable {
    /// Holds on to the file at `path`.
    pub fn open(path: PathBuf) -> io::Result<Self> {
        let file = Arc::new(File::open(&path)?);
        Ok(Self { path, file })
    }

    /// Where it was built; another may be there by now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A path to the open file, for this process and those that it starts.
    pub(crate) fn held(&self) -> PathBuf {
        let held = PathBuf::from(format!("/proc/self/fd/{}", self.file.as_raw_fd()));
        // Not every system has it; then the name is used.
        if held.exists() { held } else { self.path.clone() }
    }

    /// A command that runs it.
    ///
    /// The file is closed when the new program begins, and not before: its path is looked up in the
    /// new process, which has it open until then.
    pub fn command(&self) -> Command {
        let mut command = Command::new(self.held());
        command.arg0(&self.path);
        command
    }

    /// Its content.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        fs::read(self.held())
    }
}

/// The same file at the same place.
impl PartialEq for Executable {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn what_was_opened_runs_and_reads_the_same_after_another_took_its_place() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("program");
        fs::copy("/bin/echo", &path).unwrap();
        let program = Executable::open(path.clone()).unwrap();
        fs::remove_file(&path).unwrap();
        let echo = fs::read("/bin/echo").unwrap();
        assert!(program.read().unwrap() == echo, "it is gone");
        fs::write(&path, "another").unwrap();
        assert!(program.read().unwrap() == echo, "it is another");
        let said = program.command().arg("still here").output().unwrap();
        assert_eq!(said.stdout, b"still here\n");
    }
}
