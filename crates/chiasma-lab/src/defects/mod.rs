//! The known defects of the subjects, and which of them a failure is.
//!
//! A defect is known by its *identity*: the [portable](FailureKey::portable) key of its failures and, where their
//! place is in a crate that the subject uses, the function of the subject that called it.
//!
//! ```
//! use chiasma_lab::defects::Defects;
//!
//! let list = "[[defect]]\nsubject = 'sql'\nid = 'deep'\nidentity = 'stack overflow'\ntrigger = '(('\n\
//!             difficulty = 2\n";
//! let defects = Defects::parse(list).unwrap();
//! let failure = "stack overflow".parse().unwrap();
//! assert_eq!(defects.identify("sql", &failure).unwrap().id, "deep");
//! ```

mod defect;
mod trigger;

use std::path::Path;

pub use chiasma_core::{Death, FailureKey, FailureKind};
pub use defect::Defect;
pub use trigger::{Input, Trigger};

/// A list of known defects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defects {
    all: Vec<Defect>,
}

/// Why a list of defects cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file is not there.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
    /// It is no list of defects.
    #[error("not a list of defects: {0}")]
    Malformed(#[from] toml::de::Error),
    /// Two defects cannot be distinguished.
    #[error("the defects {0} and {1} have the same identity, or the same name")]
    Alike(String, String),
}

/// The file, as it is written.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    defect: Vec<Defect>,
}

impl Defects {
    /// Reads a list from a file.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| Error::Unreadable { path: path.display().to_string(), source })?;
        Self::parse(&text)
    }

    /// Reads a list.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let File { defect: all } = toml::from_str(text)?;
        for (at, one) in all.iter().enumerate() {
            if let Some(other) = all[..at].iter().find(|other| one.is_like(other)) {
                return Err(Error::Alike(other.name(), one.name()));
            }
        }
        Ok(Self { all })
    }

    /// All of them, in the order of the list.
    pub fn iter(&self) -> impl Iterator<Item = &Defect> {
        self.all.iter()
    }

    /// Those of one subject.
    pub fn of(&self, subject: &str) -> impl Iterator<Item = &Defect> {
        self.all.iter().filter(move |defect| defect.subject == subject)
    }

    /// The defect that a failure of a subject is; nothing if it is none that is known.
    #[must_use]
    pub fn identify(&self, subject: &str, failure: &FailureKey) -> Option<&Defect> {
        let fitting = self.of(subject).filter(|defect| defect.is_seen_in(failure));
        // One that asks for a function or a caller says more than one that does not.
        fitting.max_by_key(|defect| (defect.identity.function.is_some(), defect.via.is_some()))
    }

    /// The defects that a failure of a subject may be, if its callers are not known.
    pub fn candidates(&self, subject: &str, failure: &FailureKey) -> Vec<&Defect> {
        let portable = failure.portable();
        self.of(subject).filter(|defect| defect.identity.includes(&portable)).collect()
    }
}
