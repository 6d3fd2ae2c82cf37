//! Saved inputs as text: `.chi` files.
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

mod arguments;
mod file;
mod parse;
pub(crate) mod write;

use crate::identity::hash;
use crate::source::Labelled;
pub use arguments::Arguments;
pub use file::{MAX_FILE, create_directory_durably, read_file, replace_file, replace_file_durably};

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

/// A saved input.
#[derive(Debug, Clone)]
pub struct Chi {
    labelled: Labelled,
}

impl Chi {
    /// The input, to be loaded into a source.
    #[must_use]
    pub fn labelled(&self) -> Labelled {
        self.labelled.clone()
    }
}

/// An error in a `.chi` file, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChiError {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub message: String,
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
