//! A place in source code.

use std::fmt;
use std::panic::Location;

/// A place in source code: `file:line:column`, or `file:line`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file, as the compiler was given it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, where it is known.
    pub column: Option<u32>,
}

impl Place {
    /// Reads `file:line:column` or `file:line`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse().ok()).flatten()
        };
        let (rest, last) = text.rsplit_once(':')?;
        let last = number(last)?;
        let (file, line, column) = match rest.rsplit_once(':') {
            Some((file, line)) if number(line).is_some() => (file, number(line)?, Some(last)),
            _ => (rest, last, None),
        };
        (!file.is_empty()).then(|| Self { file: file.to_owned(), line, column })
    }

    /// The same place without what differs between machines: the directory that holds a dependency, the
    /// standard library, or what a build script wrote.
    #[must_use]
    pub fn portable(&self) -> Self {
        let file = written_by_build_script(&self.file)
            .unwrap_or_else(|| below_crate_root(&self.file).to_owned());
        Self { file, ..*self }
    }

    /// The same place without its column.
    #[must_use]
    pub fn without_column(self) -> Self {
        Self { column: None, ..self }
    }
}

impl From<&Location<'_>> for Place {
    fn from(location: &Location<'_>) -> Self {
        let file = location.file().to_owned();
        Self { file, line: location.line(), column: Some(location.column()) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

/// The file of a build script by the name of its crate: `/…/build/parser-0123456789abcdef/out/a.rs` is
/// `parser/out/a.rs`.
fn written_by_build_script(file: &str) -> Option<String> {
    let (_, below) = file.rsplit_once("/build/")?;
    let (directory, rest) = below.split_once("/out/")?;
    let (package, _) = directory.rsplit_once('-')?;
    Some(format!("{package}/out/{rest}"))
}

/// A file's path from the directory of its crate on.
fn below_crate_root(file: &str) -> &str {
    for root in ["/registry/src/", "/rustc/"] {
        // One more directory is named after the registry or the compiler.
        let below = file.split_once(root).and_then(|(_, below)| below.split_once('/'));
        if let Some((_, rest)) = below {
            return rest;
        }
    }
    // The standard library's sources, where they are installed.
    file.split_once("/rustlib/src/rust/").map_or(file, |(_, below)| below)
}
