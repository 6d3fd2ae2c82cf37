//! What a property returns beside its verdict, for runs to be compared.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;

use crate::outcome::{IntoOutcome, PropertyOutcome};
use crate::settings::ErrorsAre;

/// What the target made of an input: a property may return it, and then holds.
///
/// `cargo chiasma mutants` compares it with what a mutant of the target makes of the same input, and so
/// notices mutants that no assertion does. Anything with `Debug` can be an output; it is not looked at in other
/// runs.
///
/// ```
/// use chiasma::{Output, property};
///
/// #[property]
/// fn halves(numbers: Vec<f64>) -> Output<Vec<f64>> {
///     Output::of(numbers.iter().map(|n| n / 2.0).collect()).within(1e-9)
/// }
/// # fn main() {}
/// ```
#[derive(Debug, Clone)]
#[must_use = "an output is compared only if the property returns it"]
pub struct Output<T> {
    value: T,
    tolerance: f64,
}

impl<T: Debug> Output<T> {
    /// This value; two are the same if their `Debug` text is.
    pub fn of(value: T) -> Self {
        Self { value, tolerance: 0.0 }
    }

    /// The same, where floats in the text may differ: by `tolerance` times the greater one, or by `tolerance`
    /// if that is below 1.
    pub fn within(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }
}

impl<T: Debug> IntoOutcome for Output<T> {
    fn into_outcome(self, _: ErrorsAre) -> PropertyOutcome {
        if WATCHED.get() {
            let text = format!("{:?}", self.value);
            LAST.set(Some(Returned { text, tolerance: self.tolerance }));
        }
        PropertyOutcome::Valid
    }
}

/// An output that was written down.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Returned {
    pub(crate) text: String,
    pub(crate) tolerance: f64,
}

thread_local! {
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<Returned>> = const { RefCell::new(None) };
}

/// From now on outputs on this thread are written down.
#[cfg(any(feature = "fuzz", test))]
pub(crate) fn watch() {
    WATCHED.set(true);
}

/// The output of the last run on this thread.
#[cfg(any(feature = "fuzz", test))]
pub(crate) fn take() -> Option<Returned> {
    LAST.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_written_down_only_when_it_is_watched() {
        let outcome = || Output::of(vec![1.5]).within(0.1).into_outcome(ErrorsAre::Failures);
        assert_eq!(outcome(), PropertyOutcome::Valid);
        assert_eq!(take(), None);
        watch();
        assert_eq!(outcome(), PropertyOutcome::Valid);
        assert_eq!(take(), Some(Returned { text: "[1.5]".to_owned(), tolerance: 0.1 }));
        let result: Result<Output<u8>, &str> = Ok(Output::of(3));
        assert_eq!(result.into_outcome(ErrorsAre::Failures), PropertyOutcome::Valid);
        assert_eq!(take().map(|returned| returned.text).as_deref(), Some("3"));
    }
}
