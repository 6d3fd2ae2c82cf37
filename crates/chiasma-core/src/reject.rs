//! Giving an input up because the property does not speak of it.

use std::panic::Location;

/// Why, and where, an input was given up; the payload of the unwinding that does it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rejection {
    /// Why, in a few words.
    pub reason: &'static str,
    /// Where in the generator or the property.
    pub location: &'static Location<'static>,
}

impl Rejection {
    /// Gives the current input up, by unwinding to the runner without calling the panic hook.
    #[track_caller]
    pub fn unwind(reason: &'static str) -> ! {
        Self::unwind_at(reason, Location::caller())
    }

    /// Gives the current input up on behalf of the code at `location`.
    pub fn unwind_at(reason: &'static str, location: &'static Location<'static>) -> ! {
        std::panic::resume_unwind(Box::new(Self { reason, location }))
    }
}
