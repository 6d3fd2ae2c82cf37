//! Reading and writing the files of saved inputs: only regular ones, never half-written, and where asked for safe
//! from power loss.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::ChiError;

/// Maximum size of the file of a saved input, in bytes. A larger one is not read: it would take seconds at every start.
pub const MAX_FILE: u64 = 16 << 20;

/// Reads a saved input.
///
/// Anything but a regular file is refused before it is opened, since opening a FIFO waits for a writer.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let refused = |message: &str| io::Error::new(io::ErrorKind::InvalidData, message.to_owned());
    if !fs::metadata(path)?.is_file() {
        return Err(refused("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(refused("it is larger than 16 MiB, too large for a saved input"));
    }
    Ok(bytes)
}

/// Reads a saved input that is text.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_file(path)?).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        io::Error::new(io::ErrorKind::InvalidData, ChiError::not_text_behind(before))
    })
}

/// Writes or overwrites a file: whenever the process is stopped, and however full the disk is, the file has
/// either its new content or its old one.
///
/// Written to a hidden file beside it, and then renamed; the name has the process id, so that two processes do not
/// write to the same one. What exists and is not a regular file, such as a device, is left alone; of a link, the
/// file that it leads to is replaced.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    replace(&FileSystem, &destination(path)?, content, Survives::Kill)
}

/// The same, and after it returns the new content survives a loss of power, too.
pub fn replace_file_durably(path: &Path, content: &[u8]) -> io::Result<()> {
    replace(&FileSystem, &destination(path)?, content, Survives::PowerLoss)
}

/// Creates a directory and those above it; after it returns, what it has created survives a loss of power.
pub fn create_directory_durably(path: &Path) -> io::Result<()> {
    let is_missing = |directory: &&Path| !directory.as_os_str().is_empty() && !directory.exists();
    let missing: Vec<&Path> = path.ancestors().take_while(is_missing).collect();
    fs::create_dir_all(path)?;
    missing.iter().try_for_each(|directory| FileSystem.sync_names(directory_of(directory)))
}

/// The directory that a path is in.
fn directory_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The regular file that a path leads to, or the path itself if there is none.
fn destination(path: &Path) -> io::Result<PathBuf> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is not a regular file, and only such are written",
        )),
        Ok(_) if path.is_symlink() => fs::canonicalize(path),
        _ => Ok(path.to_owned()),
    }
}

/// What a new content is to survive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Survives {
    Kill,
    PowerLoss,
}

/// The operations that replace a file, so that a test can lose power between any two of them.
trait Disk {
    fn write(&self, path: &Path, content: &[u8]) -> io::Result<()>;
    /// Waits until the content of a file is stored.
    fn sync(&self, path: &Path) -> io::Result<()>;
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Waits until the names in a directory are stored.
    fn sync_names(&self, directory: &Path) -> io::Result<()>;
    fn remove(&self, path: &Path) -> io::Result<()>;
}

fn replace(disk: &impl Disk, path: &Path, content: &[u8], survives: Survives) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let partial = path.with_file_name(format!(".{name}.{}.partial", std::process::id()));
    let is_durable = survives == Survives::PowerLoss;
    let written = disk
        .write(&partial, content)
        // Stored before it gets its name: a name may be stored first, and would then belong to an empty file.
        .and_then(|()| if is_durable { disk.sync(&partial) } else { Ok(()) })
        .and_then(|()| disk.rename(&partial, path));
    if written.is_err() {
        let _ = disk.remove(&partial);
        return written;
    }
    if is_durable { disk.sync_names(directory_of(path)) } else { Ok(()) }
}

/// The real one.
struct FileSystem;

impl Disk for FileSystem {
    fn write(&self, path: &Path, content: &[u8]) -> io::Result<()> {
        fs::write(path, content)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        File::options().write(true).open(path)?.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn sync_names(&self, directory: &Path) -> io::Result<()> {
        use io::ErrorKind::{InvalidInput, PermissionDenied};
        match File::open(directory).and_then(|directory| directory.sync_all()) {
            // Some file systems cannot, and some directories may only be written to; there is nothing more to do.
            Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied) => Ok(()),
            other => other,
        }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeMap;

    use super::*;

    type Names = BTreeMap<PathBuf, usize>;

    /// A disk that stores nothing until it is synced, and whose power fails after some operations.
    #[derive(Default)]
    struct Unsafe {
        /// The content of each file, as it is in memory and as it is stored.
        files: RefCell<Vec<(Vec<u8>, Vec<u8>)>>,
        names: RefCell<Names>,
        /// Names may be stored at any time before they have to be.
        stored_names: RefCell<Vec<Names>>,
        operations_left: Cell<usize>,
    }

    impl Unsafe {
        fn holding(path: &Path, content: &[u8]) -> Self {
            let disk = Self { operations_left: Cell::new(usize::MAX), ..Self::default() };
            replace(&disk, path, content, Survives::PowerLoss).unwrap();
            disk
        }

        fn operate(&self) -> io::Result<()> {
            match self.operations_left.get().checked_sub(1) {
                Some(left) => {
                    self.operations_left.set(left);
                    Ok(())
                }
                None => Err(io::Error::other("no power")),
            }
        }

        fn renamed(&self) {
            let names = self.names.borrow().clone();
            self.stored_names.borrow_mut().push(names);
        }

        /// Every content that a file may have after the power was lost.
        fn after_power_loss(&self, path: &Path) -> Vec<Option<Vec<u8>>> {
            let content = |names: &Names| Some(self.files.borrow()[*names.get(path)?].1.clone());
            self.stored_names.borrow().iter().map(content).collect()
        }
    }

    impl Disk for Unsafe {
        fn write(&self, path: &Path, content: &[u8]) -> io::Result<()> {
            self.operate()?;
            self.files.borrow_mut().push((content.to_owned(), Vec::new()));
            self.names.borrow_mut().insert(path.to_owned(), self.files.borrow().len() - 1);
            self.renamed();
            Ok(())
        }

        fn sync(&self, path: &Path) -> io::Result<()> {
            self.operate()?;
            let (content, stored) = &mut self.files.borrow_mut()[self.names.borrow()[path]];
            stored.clone_from(content);
            Ok(())
        }

        fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
            self.operate()?;
            let file = self.names.borrow_mut().remove(from).unwrap();
            self.names.borrow_mut().insert(to.to_owned(), file);
            self.renamed();
            Ok(())
        }

        fn sync_names(&self, _: &Path) -> io::Result<()> {
            self.operate()?;
            *self.stored_names.borrow_mut() = vec![self.names.borrow().clone()];
            Ok(())
        }

        fn remove(&self, path: &Path) -> io::Result<()> {
            self.operate()?;
            self.names.borrow_mut().remove(path);
            self.renamed();
            Ok(())
        }
    }

    #[test]
    fn power_may_fail_between_any_two_operations_and_the_file_is_old_or_new() {
        let path = Path::new("failures/a.chi");
        for operations in 0..=4 {
            let disk = Unsafe::holding(path, b"old");
            disk.operations_left.set(operations);
            let result = replace(&disk, path, b"new", Survives::PowerLoss);
            let allowed: &[&[u8]] = if result.is_ok() { &[b"new"] } else { &[b"old", b"new"] };
            for content in disk.after_power_loss(path) {
                let content = content.expect("the file is gone");
                assert!(allowed.contains(&&*content), "{content:?} after {operations}: {result:?}");
            }
            assert_eq!(result.is_ok(), operations == 4, "there are four operations");
        }
    }

    #[test]
    fn the_fast_way_is_not_safe_from_power_loss_and_the_model_shows_it() {
        let path = Path::new("corpus/a.chi");
        let disk = Unsafe::holding(path, b"old");
        replace(&disk, path, b"new", Survives::Kill).unwrap();
        assert!(disk.after_power_loss(path).contains(&Some(Vec::new())), "an empty file");
    }
}
