//! Rejecting an input that the property does not apply to.

use std::panic::Location;

/// Why and where an input was rejected; the payload of the unwinding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rejection {
    /// The reason, in a few words.
    pub reason: &'static str,
    /// Where in the generator or the property.
    pub location: &'static Location<'static>,
}

impl Rejection {
    /// Rejects the current input, by unwinding to the runner without calling the panic hook.
    #[track_caller]
    pub fn unwind(reason: &'static str) -> ! {
        Self::unwind_at(reason, Location::caller())
    }

    /// Rejects the current input on behalf of the code at `location`.
    pub fn unwind_at(reason: &'static str, location: &'static Location<'static>) -> ! {
        std::panic::resume_unwind(Box::new(Self { reason, location }))
    }
}
