//! What a report shows of a run: the values that were drawn, and each draw as it happens.

use std::fmt;

use super::Source;
use crate::chi::Headings;

/// An observer of each draw as it happens, in case the process does not survive it.
pub(super) struct Witness {
    pub(super) tell: Box<dyn FnMut(Witnessed<'_>)>,
    /// Which calls have a line.
    pub(super) headings: Headings,
}

impl fmt::Debug for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Witness({:?})", self.headings)
    }
}

/// What a witness gets.
#[derive(Debug)]
pub enum Witnessed<'w> {
    /// The next line of what will be the input's `.chi` file.
    Line(&'w str),
    /// A value noted for the report.
    Note(&'w Note),
}

/// A value that a property drew, as its report shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The name that the property gave it.
    pub name: String,
    /// Its `Debug` form.
    pub value: String,
}

impl Source {
    /// Says whether the values that a property draws are noted for its report.
    pub fn set_noting(&mut self, noting: bool) {
        self.notes = noting.then(Vec::new);
    }

    /// Calls `tell` with every call, choice and note of the runs that follow, and traces them.
    pub fn set_witness(&mut self, tell: impl FnMut(Witnessed<'_>) + 'static) {
        self.witness = Some(Witness { tell: Box::new(tell), headings: Headings::default() });
        self.set_tracing(true);
    }

    /// The values noted for the report so far.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        self.notes.as_deref().unwrap_or_default()
    }

    /// Notes a drawn value for the report, if there is going to be one.
    pub fn note(&mut self, name: &str, value: impl FnOnce() -> String) {
        if let Some(notes) = &mut self.notes {
            let note = Note { name: name.to_owned(), value: value() };
            if let Some(witness) = &mut self.witness {
                (witness.tell)(Witnessed::Note(&note));
            }
            notes.push(note);
        }
    }
}
