//! The exit codes, and which error has which.

use std::process::ExitCode;

use chiasma_campaign::Fault;

/// What the command exits with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Nothing failed.
    Passed = 0,
    /// A failure was found.
    FailureFound = 1,
    /// The user's mistake: a name, an option, a file.
    Mistake = 2,
    /// The build failed.
    BuildFailed = 3,
    /// Our bug.
    OurBug = 4,
    /// The machine has run out of something: its disk is full.
    Machine = 5,
}

impl Exit {
    /// The code for the operating system.
    pub fn code(self) -> ExitCode {
        ExitCode::from(self as u8)
    }

    /// What an error makes the command exit with.
    pub fn of(error: &anyhow::Error) -> Self {
        match Fault::of(error) {
            Fault::Mistake => Self::Mistake,
            Fault::Build => Self::BuildFailed,
            Fault::Machine => Self::Machine,
        }
    }
}
