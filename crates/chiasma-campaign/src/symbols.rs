//! Names for addresses in a test binary: functions and lines.

use anyhow::{Result, anyhow};

use crate::build::Executable;

/// The symbols of an executable.
pub struct Symbols {
    loader: addr2line::Loader,
}

impl std::fmt::Debug for Symbols {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Symbols")
    }
}

/// A function on the call stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Its name, without hash.
    pub function: String,
    /// The file that it is in, and the line.
    pub place: Option<(String, u32)>,
}

/// A place in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
}

impl Symbols {
    /// Reads the symbols of `executable`.
    pub fn of(executable: &Executable) -> Result<Self> {
        let loader = addr2line::Loader::new(executable.held()).map_err(|error| {
            anyhow!("cannot read the symbols of {}: {error}", executable.path().display())
        })?;
        Ok(Self { loader })
    }

    /// The functions at an address relative to the executable, inlined ones first.
    pub fn frames(&self, address: u64) -> Vec<Frame> {
        let mut found = Vec::new();
        if let Ok(mut frames) = self.loader.find_frames(address) {
            while let Ok(Some(frame)) = frames.next() {
                let name =
                    frame.function.and_then(|name| name.raw_name().ok().map(|n| n.into_owned()));
                let function = name.map_or_else(
                    || "?".to_owned(),
                    |name| format!("{:#}", rustc_demangle::demangle(&name)),
                );
                let place = frame
                    .location
                    .and_then(|location| Some((location.file?.to_owned(), location.line?)));
                found.push(Frame { function, place });
            }
        }
        if found.is_empty()
            && let Some(symbol) = self.loader.find_symbol(address)
        {
            let function = format!("{:#}", rustc_demangle::demangle(symbol));
            found.push(Frame { function, place: None });
        }
        found
    }

    /// The places at an address relative to the executable, with the calls that were inlined there.
    pub fn places(&self, address: u64) -> Vec<Place> {
        let mut found = Vec::new();
        if let Ok(mut frames) = self.loader.find_frames(address) {
            while let Ok(Some(frame)) = frames.next() {
                let place = frame.location.and_then(|location| {
                    let (file, column) = (location.file?.to_owned(), location.column.unwrap_or(0));
                    Some(Place { file, line: location.line?, column })
                });
                // Line 0 is code that the compiler could not place.
                found.extend(place.filter(|place| place.line > 0));
            }
        }
        found
    }

    /// The lines at an address relative to the executable, with the calls that were inlined there.
    pub fn lines(&self, address: u64) -> Vec<(String, u32)> {
        self.places(address).into_iter().map(|place| (place.file, place.line)).collect()
    }

    /// The innermost `count` functions of a call stack that are user code: neither the standard
    /// library's nor Chiasma's.
    pub fn user_frames(&self, addresses: &[u64], count: usize) -> Vec<Frame> {
        addresses
            .iter()
            // A return address may be the next line's; the call itself lies before it.
            .flat_map(|address| self.frames(address.saturating_sub(1)))
            .filter(is_user_code)
            .take(count)
            .collect()
    }
}

/// Whether a function is neither the standard library's nor Chiasma's.
fn is_user_code(frame: &Frame) -> bool {
    let crates = [
        "std::",
        "core::",
        "alloc::",
        "chiasma::",
        "chiasma_core::",
        "chiasma_evolve::",
        "chiasma_runtime::",
        "test::",
        "rust_",
        "__rust",
        "_Unwind",
        "_start",
        "main",
        "__libc",
        "?",
        "start_thread",
    ];
    let name = frame.function.trim_start_matches(['<', '&']).trim_start_matches("dyn ");
    let in_library = frame.place.as_ref().is_some_and(|(file, _)| file.starts_with("/rustc/"));
    !in_library && !crates.iter().any(|prefix| name.starts_with(prefix))
}
