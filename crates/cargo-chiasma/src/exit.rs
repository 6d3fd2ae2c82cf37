//! The exit codes, and which error has which.

use std::process::ExitCode;

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
}

impl Exit {
    /// The code for the operating system.
    pub fn code(self) -> ExitCode {
        ExitCode::from(self as u8)
    }

    /// What an error means: the kind it was marked with, or else the user's mistake.
    pub fn of(error: &anyhow::Error) -> Self {
        match error.downcast_ref::<Marked>() {
            Some(marked) => marked.exit,
            None => Self::Mistake,
        }
    }

    /// An error that makes the command exit with this.
    pub fn error(self, message: impl Into<String>) -> anyhow::Error {
        anyhow::Error::new(Marked { exit: self, message: message.into() })
    }
}

#[derive(Debug)]
struct Marked {
    exit: Exit,
    message: String,
}

impl std::fmt::Display for Marked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Marked {}
