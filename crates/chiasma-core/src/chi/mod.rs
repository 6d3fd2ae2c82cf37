//! Saved inputs: `.chi` files, which are text.
//!
//! ```text
//! chiasma 1
//! # property json::printing_then_parsing_is_identity
//! # panic at tests/json.rs:24:5
//! # assertion failed: again == v
//! # v = Array([Number(-4)])
//!
//! v:  # value
//!   choice = 3  # 0..=3
//!   VecOf<value>:
//!     length = 1  # 0..=3
//!     value:
//!       choice = 0  # 0..=3
//!       int = -4  # -9..=9
//! ```
//!
//! The first line names the format and its version. Then there is one line for each generator call
//! (a title and a colon, with what it drew indented below it) and one for each choice (its kind and
//! the value). What follows `  #` is for the reader and is ignored.
//!
//! A saved input is replayed by its titles and kinds, not by position, so it survives changes of its
//! generator: a choice is found again as long as the calls around it have the same titles, and it is
//! the same occurrence of its kind among theirs. A call at the outermost level whose title no longer exists is an argument that
//! was renamed, if there is a new one of the same type ([`Arguments`]).

//!
//! Corpora have many inputs that hardly anyone reads. They are saved as `.chic` files ([`Chi::compact`]): the same
//! statements without comments, each title once, packed.

mod arguments;
mod compact;
mod file;
mod headings;
mod number;
mod pack;
mod parse;
mod statement;
pub(crate) mod write;

use crate::identity::hash;
use crate::source::Labelled;
use crate::trace::Trace;
pub use arguments::Arguments;
use compact::Compact;
pub use file::{
    MAX_FILE, create_directory_durably, read_file, read_text, replace_file, replace_file_durably,
};
pub(crate) use headings::Headings;
use statement::{Labelling, Lines, Outermost, Statements, Unused};

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

/// A saved input.
#[derive(Debug, Clone)]
pub struct Chi {
    labelled: Labelled,
}

/// The extension of a file that holds the text of an input.
pub const TEXT_EXTENSION: &str = "chi";
/// The extension of a file that holds an input in its compact form.
pub const COMPACT_EXTENSION: &str = "chic";

/// Whether a file has the name of a saved input, in either form.
#[must_use]
pub fn is_saved_input(path: &std::path::Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| [TEXT_EXTENSION, COMPACT_EXTENSION].contains(&extension))
}

impl Chi {
    /// Reads a saved input in either form.
    pub fn read(content: &[u8]) -> Result<Self, ChiError> {
        let mut labelling = Labelling::default();
        read(content, &mut labelling)?;
        Ok(Self { labelled: labelling.finish() })
    }

    /// Whether a saved input can be read; the error says why not.
    pub fn check(content: &[u8]) -> Result<(), ChiError> {
        read(content, &mut Unused)
    }

    /// Reads a saved input from its text.
    pub fn parse(text: &str) -> Result<Self, ChiError> {
        Self::read(text.as_bytes())
    }

    /// Reads a saved input whose property has these arguments by now, some of them by another name: those are found
    /// by position and type. Nothing if none was renamed, or the input cannot be read.
    #[must_use]
    pub fn refitted(content: &[u8], arguments: &Arguments) -> Option<Self> {
        let mut outermost = Outermost::default();
        read(content, &mut outermost).ok()?;
        let renamed = arguments.renamed(&outermost.calls);
        if renamed.is_empty() {
            return None;
        }
        let mut labelling = Labelling::renaming(&renamed);
        read(content, &mut labelling).ok()?;
        Some(Self { labelled: labelling.finish() })
    }

    /// The compact form of an input.
    #[must_use]
    pub fn compact(trace: &Trace) -> Vec<u8> {
        let mut compact = Compact::default();
        write::statements(trace, &mut compact);
        compact.finish()
    }

    /// The compact form of a saved input.
    pub fn compacted(content: &[u8]) -> Result<Vec<u8>, ChiError> {
        let mut compact = Compact::default();
        read(content, &mut compact)?;
        Ok(compact.finish())
    }

    /// The lines of a saved input in either form, without a heading and without comments on what was drawn.
    pub fn lines_of(content: &[u8]) -> Result<String, ChiError> {
        let mut lines = Lines::default();
        read(content, &mut lines)?;
        Ok(lines.text)
    }

    /// The text of a saved input in either form; that of a compact one has no comments.
    pub fn text_of(content: &[u8]) -> Result<String, ChiError> {
        if compact::is_compact(content) {
            return Ok(Self::heading(&[]) + &Self::lines_of(content)?);
        }
        Self::check(content)?;
        Ok(String::from_utf8_lossy(content).into_owned())
    }

    /// The input, to be loaded into a source.
    #[must_use]
    pub fn labelled(&self) -> Labelled {
        self.labelled.clone()
    }
}

fn read(content: &[u8], to: &mut impl Statements) -> Result<(), ChiError> {
    if compact::is_compact(content) {
        return compact::read(content, to);
    }
    let text = str::from_utf8(content)
        .map_err(|error| ChiError::not_text_behind(&content[..error.valid_up_to()]))?;
    parse::read(text, to)
}

/// An error in a saved input, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChiError {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub message: String,
}

impl ChiError {
    /// There is something else than text behind these bytes.
    fn not_text_behind(before: &[u8]) -> Self {
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        Self { line, message: "this is not text (UTF-8)".to_owned() }
    }
}

impl std::fmt::Display for ChiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ChiError {}

/// The name for an input's file, without extension: the same for the same bytes.
#[must_use]
pub fn file_name(bytes: &[u8]) -> String {
    let hexadecimal: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{:016x}", hash(&hexadecimal))
}
