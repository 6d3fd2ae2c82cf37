//! Everything that the command prints: lines on standard output (`say!`) and on standard error (`note!`).
//!
//! Nothing else prints, so that two things hold everywhere: what a target or a file says cannot command the terminal, and
//! an output that is full or gone is no reason to panic.

use std::fmt::Arguments;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use chiasma_core::display::{harmless, harmless_json};

/// Whether the reader of the standard output has closed it.
static GONE: AtomicBool = AtomicBool::new(false);

/// Prints a line on standard output.
macro_rules! say {
    ($($text:tt)*) => { $crate::output::line(format_args!($($text)*)) };
}

/// Prints a line on standard error.
macro_rules! note {
    ($($text:tt)*) => { $crate::output::line_aside(format_args!($($text)*)) };
}

/// Whether the reader of the standard output is gone: a pipe was closed, or a terminal.
pub fn is_gone() -> bool {
    GONE.load(Ordering::Relaxed)
}

/// Prints a line on standard output.
pub fn line(text: Arguments<'_>) {
    let _ = write_line(&mut io::stdout().lock(), text).inspect_err(note_loss);
}

/// Prints a line on standard error.
pub fn line_aside(text: Arguments<'_>) {
    // There is no other place to tell that this did not work.
    let _ = write_line(&mut io::stderr().lock(), text);
}

/// Prints JSON on standard output; what a terminal would obey is escaped as JSON does it.
pub fn json(text: &str) {
    line(format_args!("{}", harmless_json(text)));
}

/// Writes a document to the byte, for programs and files. A terminal gets it escaped, like everything else.
pub fn raw(document: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let written = if stdout.is_terminal() {
        stdout.write_all(harmless(&String::from_utf8_lossy(document)).as_bytes())
    } else {
        stdout.write_all(document)
    };
    written.and_then(|()| stdout.flush()).inspect_err(note_loss)
}

/// Takes note of a reader that is gone. A full disk may have room again; a reader does not come back.
fn note_loss(error: &io::Error) {
    if error.kind() == io::ErrorKind::BrokenPipe || error.raw_os_error() == Some(libc::EIO) {
        GONE.store(true, Ordering::Relaxed);
    }
}

fn write_line(to: &mut impl Write, text: Arguments<'_>) -> io::Result<()> {
    let text = format!("{text}\n");
    to.write_all(harmless(&text).as_bytes())?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_harmless_and_a_reader_that_is_gone_is_an_error_and_no_panic() {
        let mut lines = Vec::new();
        write_line(&mut lines, format_args!("a\u{1b}[2Jb\nc")).unwrap();
        assert_eq!(lines, b"a\\u{1b}[2Jb\nc\n");
        let (reader, mut writer) = io::pipe().unwrap();
        drop(reader);
        let error = write_line(&mut writer, format_args!("x")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
