//! Names for addresses in a test binary: functions and lines.

use std::path::Path;

use anyhow::{Result, anyhow};

use crate::build::Executable;
use crate::store::shown;

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
            .take_while(|frame| !frame.is_of_worker())
            .filter(Frame::is_user_code)
            .take(count)
            .collect()
    }
}

/// Crates whose functions are not user code, and beginnings of names that are the language's own.
const LIBRARIES: [&str; 11] = [
    "std::",
    "core::",
    "alloc::",
    "chiasma::",
    "chiasma_core::",
    "chiasma_evolve::",
    "chiasma_runtime::",
    "test::",
    "__rust",
    "_Unwind",
    "__libc",
];
/// Functions that are not user code.
const FUNCTIONS: [&str; 7] = [
    "main",
    "_start",
    "start_thread",
    "rust_begin_unwind",
    "rust_panic",
    "rust_eh_personality",
    "?",
];

impl Frame {
    /// Whether it is neither the standard library's nor Chiasma's.
    pub(crate) fn is_user_code(&self) -> bool {
        let name = self.function.trim_start_matches(['<', '&']).trim_start_matches("dyn ");
        let in_library = self.place.as_ref().is_some_and(|(file, _)| file.starts_with("/rustc/"));
        let is_foreign = LIBRARIES.iter().any(|prefix| name.starts_with(prefix));
        !in_library && !is_foreign && !FUNCTIONS.contains(&name)
    }

    /// Whether it is one of the worker around the property. What is around that depends on the worker's job, and is no
    /// part of what the property did.
    pub(crate) fn is_of_worker(&self) -> bool {
        self.function.contains("chiasma_runtime::worker::")
    }

    /// The function without the closures in it.
    pub(crate) fn named_function(&self) -> &str {
        self.function
            .split("::{closure")
            .next()
            .unwrap_or_default()
            .split("::{{closure")
            .next()
            .unwrap_or_default()
    }
}

/// Its name and its place, if that is known: what is below the current directory by its path from there.
impl std::fmt::Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.function)?;
        let Some((file, line)) = &self.place else { return Ok(()) };
        let place = chiasma_core::Place { file: shown(Path::new(file)), line: *line, column: None };
        write!(f, " ({})", place.portable())
    }
}
