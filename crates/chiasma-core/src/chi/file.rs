//! Writing a file so that it is never seen half-written.

use std::fs;
use std::io;
use std::path::Path;

/// Writes or overwrites a file: whenever the process is stopped, and however full the disk is, the file has
/// either its new content or its old one.
///
/// Written to a hidden file beside it, and then renamed; the name has the process id, so that two processes do not
/// write to the same one.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let partial = path.with_file_name(format!(".{name}.{}.partial", std::process::id()));
    let written = fs::write(&partial, content).and_then(|()| fs::rename(&partial, path));
    if written.is_err() {
        let _ = fs::remove_file(&partial);
    }
    written
}
