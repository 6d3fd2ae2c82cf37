//! The result of checking a property: it passed, or the trouble that was found.

use std::path::PathBuf;

use chiasma_core::{LabelledMatch, Note, Seed, shrink};

use crate::outcome::Failure;
use crate::store::StoreError;

/// A property that holds, as far as was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed {
    /// The saved inputs that were replayed.
    pub replayed: usize,
    /// Those of them that are rejected now, so that they no longer test anything.
    pub replays_rejected: usize,
    /// Those of them whose choices are not all asked for any more, because the generator has changed.
    pub replays_unfit: usize,
    /// The saved inputs that could not be read, and were left out.
    pub left_out: usize,
    /// The fresh cases for which it holds.
    pub cases: u32,
    /// The fresh cases that were rejected.
    pub rejected: u32,
}

/// Why a check did not pass.
#[derive(Debug)]
pub enum Trouble {
    /// The property does not hold.
    Failed(Box<Found>),
    /// Nearly every case was rejected.
    TooManyRejects {
        /// The cases that were not.
        valid: u32,
        /// The cases that were.
        rejected: u32,
        /// The reasons with how often each was given, most frequent first.
        reasons: Vec<(String, u32)>,
    },
    /// A saved input could not be read, and all must be ([`CheckSettings::saved_must_fit`](crate::CheckSettings::saved_must_fit)).
    Saved(StoreError),
    /// A saved failure does not fit the generator any more, and all must ([`CheckSettings::saved_must_fit`](crate::CheckSettings::saved_must_fit)).
    Unfit {
        /// The file.
        path: PathBuf,
        /// The number of choices in it.
        saved: usize,
    },
    /// A setting is wrong.
    Settings(String),
}

/// An input for which a property does not hold.
#[derive(Debug)]
pub struct Found {
    /// In what way it does not.
    pub failure: Failure,
    /// The values drawn, by name.
    pub notes: Vec<Note>,
    /// What was drawn, as in a `.chi` file, where nothing has a name.
    pub drawn: String,
    /// The call stack of the panic, if `RUST_BACKTRACE` asks for it.
    pub backtrace: Option<String>,
    /// The input's parameter sequence.
    pub bytes: Vec<u8>,
    /// How it was found.
    pub origin: Origin,
    /// Whether the same input did not fail when it was run again.
    pub flaky: bool,
    /// Where it was saved; the error if it could not be.
    pub saved: Option<Result<PathBuf, StoreError>>,
}

/// How a failing input was found.
#[derive(Debug)]
pub enum Origin {
    /// It had been saved.
    Saved {
        /// The file.
        path: PathBuf,
        /// How much of the file the generator could still use.
        matched: LabelledMatch,
    },
    /// It was a fresh case, and was shrunk.
    Fresh {
        /// The seed that leads to it again.
        seed: Seed,
        /// Which valid case it was, from 1.
        case: u32,
        /// What shrinking did.
        shrunk: shrink::Summary,
        /// Why it did not do all it could.
        stopped: Option<Stopped>,
    },
}

/// Why shrinking ended before nothing more could be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// Shrinking was switched off.
    Off,
    /// The input did not fail when it was run again.
    Flaky,
    /// The runs allowed were used up.
    Runs,
    /// The time allowed was used up.
    Time,
    /// The shrinker itself panicked.
    Panicked,
}
