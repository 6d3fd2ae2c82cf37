//! When two failures are the same: [`FailureKey`], its text, and the heading of a failure's file.
//!
//! Everything that compares failures compares keys: the runner of `cargo test`, workers, shrinking, campaigns and
//! the lab. A key consists of the *kind* of the failure, its *place* and the innermost *callers* in user code. A
//! process that dies without a panic has no place in the source; its key has the *function* instead that it died in.
//!
//! Callers are known only where an executable's symbols can be read, in a campaign. `cargo test` and a
//! worker know the kind and the place, so these alone decide what shrinking accepts and how the file is named:
//! the same failure has the same file, whichever of them finds it.

mod kind;
mod place;

use std::fmt;
use std::str::FromStr;

use crate::identity::hash;
pub use kind::{Death, FailureKind};
pub use place::Place;

/// The identity of a failure: its kind, its place and its innermost callers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FailureKey {
    /// The kind of failure.
    pub kind: FailureKind,
    /// The place of the panic, if there was one.
    pub place: Option<Place>,
    /// The function in which the process died, where there is no place and it is known: that of an endless loop, or the
    /// one where an endless recursion begins.
    pub function: Option<String>,
    /// The innermost functions of user code on the call stack, innermost first; empty where they are not known.
    pub callers: Vec<String>,
}

/// A text that does not name a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAFailure {
    text: String,
}

impl fmt::Display for NotAFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} does not name a failure; expected a kind and a place, such as \"panic at src/lib.rs:7:9\", \
             a death and a function, such as \"timeout in parser::skip\", or a kind alone, such as \"stack overflow\"",
            self.text
        )
    }
}

impl std::error::Error for NotAFailure {}

impl FailureKey {
    /// The key of a failure whose callers are not known.
    ///
    /// Of a place in a dependency or in the standard library only what is below its directory counts:
    /// `grass-0.10.0/src/args.rs:7:9`. The rest differs between machines and is nothing that a person wants to read.
    #[must_use]
    pub fn new(kind: FailureKind, place: Option<Place>) -> Self {
        Self {
            kind,
            place: place.as_ref().map(Place::portable),
            function: None,
            callers: Vec::new(),
        }
    }

    /// The same key of a process that died in this function; one with a place has it already.
    #[must_use]
    pub fn in_function(self, function: Option<String>) -> Self {
        let function = function.filter(|_| self.place.is_none());
        Self { function, ..self }
    }

    /// The same key with these callers.
    #[must_use]
    pub fn with_callers(self, callers: Vec<String>) -> Self {
        Self { callers, ..self }
    }

    /// Whether kind and place (or function) are the same; callers are not compared.
    #[must_use]
    pub fn is_at_place_of(&self, other: &Self) -> bool {
        self.kind == other.kind && self.place == other.place && self.function == other.function
    }

    /// Whether two failures may be at one place, as far as it is known: a process that was killed before it left its
    /// call stack may have died in any function.
    #[must_use]
    pub fn may_be_at_place_of(&self, other: &Self) -> bool {
        self.includes(other) || other.includes(self)
    }

    /// Whether another failure is at this place. A key without a function stands for a death in any function.
    #[must_use]
    pub fn includes(&self, other: &Self) -> bool {
        let function = self.function.as_ref().and(other.function.clone());
        self.is_at_place_of(&Self { function, ..other.clone() })
    }

    /// Whether two failures of this kind can be distinguished: by a place or a function.
    #[must_use]
    pub fn is_located(&self) -> bool {
        self.place.is_some() || self.function.is_some()
    }

    /// Whether a function is among the callers, by its whole name or the end of its path.
    #[must_use]
    pub fn is_called_from(&self, function: &str) -> bool {
        let is_part_of_name = |c: char| c.is_alphanumeric() || c == '_';
        self.callers.iter().any(|caller| {
            caller.match_indices(function).any(|(at, _)| {
                let before = caller[..at].chars().next_back();
                let behind = caller[at + function.len()..].chars().next();
                !before.is_some_and(is_part_of_name) && !behind.is_some_and(is_part_of_name)
            })
        })
    }

    /// The same key without what differs between builds: the column.
    #[must_use]
    pub fn portable(&self) -> Self {
        let place = self.place.clone().map(Place::without_column);
        Self { place, ..self.clone() }
    }

    /// The name of the file that holds the failing input, without extension.
    ///
    /// It depends on kind and place only, and not on the machine. `number` is 1, unless a file of that name holds
    /// another failure (one with other callers, or one that does not occur any more); then it is 2, and so on.
    #[must_use]
    pub fn file_name(&self, number: usize) -> String {
        let name = format!("{:016x}", hash(&self.to_string()));
        if number > 1 { format!("{name}-{number}") } else { name }
    }

    /// The remarks at the top of the file of a failing input, for [`Chi::heading`](crate::Chi::heading).
    ///
    /// `values` are the names and texts of what the property drew.
    pub fn remarks<'v>(
        &self,
        property: Option<&str>,
        message: &str,
        values: impl IntoIterator<Item = (&'v str, &'v str)>,
    ) -> Vec<String> {
        let property = property.map(|property| format!("{PROPERTY}{property}"));
        let mut remarks: Vec<String> = property.into_iter().collect();
        remarks.push(self.to_string());
        remarks.extend(self.callers.iter().map(|caller| format!("{CALLER}{caller}")));
        // Trimmed, so that its first line is not taken for a caller.
        remarks.push(message.trim().to_owned());
        remarks.extend(values.into_iter().map(|(name, text)| format!("{name} = {text}")));
        remarks
    }

    /// The key in the [remarks](Self::remarks) of a `.chi` file.
    pub fn of_chi(text: &str) -> Result<Self, NotAFailure> {
        let mut remarks = text.lines().filter_map(|line| line.strip_prefix("# ")).peekable();
        remarks.next_if(|line| line.starts_with(PROPERTY));
        let key: Self = remarks.next().unwrap_or_default().parse()?;
        let callers = remarks.map_while(|line| line.strip_prefix(CALLER)).map(str::to_owned);
        Ok(key.with_callers(callers.collect()))
    }
}

/// What precedes the property's path in the remarks.
const PROPERTY: &str = "property ";
/// What precedes each caller in the remarks.
const CALLER: &str = "  in ";

/// The title: kind and place in one line, without callers.
impl fmt::Display for FailureKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.place, &self.function) {
            (Some(place), _) => write!(f, "{} at {place}", self.kind),
            (None, Some(function)) => write!(f, "{} in {function}", self.kind),
            (None, None) => write!(f, "{}", self.kind),
        }
    }
}

/// Reads a title; callers are not part of it.
impl FromStr for FailureKey {
    type Err = NotAFailure;

    fn from_str(text: &str) -> Result<Self, NotAFailure> {
        let at_place = || {
            let (kind, place) = text.split_once(" at ")?;
            Some(Self::new(FailureKind::parse(kind)?, Some(Place::parse(place)?)))
        };
        let in_function = || {
            let (kind, function) = text.split_once(" in ")?;
            let kind =
                FailureKind::parse(kind).filter(|kind| matches!(kind, FailureKind::Death(_)))?;
            let is_named = !function.trim().is_empty();
            is_named.then(|| Self::new(kind, None).in_function(Some(function.to_owned())))
        };
        let alone = || Some(Self::new(FailureKind::parse(text)?, None));
        alone()
            .or_else(at_place)
            .or_else(in_function)
            .ok_or_else(|| NotAFailure { text: text.to_owned() })
    }
}
