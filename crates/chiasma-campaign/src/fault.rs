//! Whose fault an error is, where that is known.

use std::fmt;

/// Whose fault an error is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The user's: a name, an option, a file.
    Mistake,
    /// The code's: it does not build.
    Build,
    /// The machine's: a full disk, no memory left.
    Machine,
}

impl Fault {
    /// An error with this cause.
    pub fn error(self, message: impl Into<String>) -> anyhow::Error {
        anyhow::Error::new(Marked { fault: self, message: message.into() })
    }

    /// Whose fault an error is: as it is marked, or else the machine's if that has run out of something,
    /// or else the user's.
    #[must_use]
    pub fn of(error: &anyhow::Error) -> Self {
        use std::io::ErrorKind::{OutOfMemory, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
        if let Some(marked) = error.downcast_ref::<Marked>() {
            return marked.fault;
        }
        let causes = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
        let exhausted = [OutOfMemory, QuotaExceeded, ReadOnlyFilesystem, StorageFull];
        let mut kinds = causes.map(std::io::Error::kind);
        if kinds.any(|kind| exhausted.contains(&kind)) { Self::Machine } else { Self::Mistake }
    }
}

#[derive(Debug)]
struct Marked {
    fault: Fault,
    message: String,
}

impl fmt::Display for Marked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Marked {}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn a_full_disk_is_not_the_users_mistake() {
        let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
        let error = Err::<(), _>(full).context("cannot write a.chi").unwrap_err();
        assert_eq!(Fault::of(&error), Fault::Machine);
        let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
        let error = Err::<(), _>(missing).context("cannot read a.chi").unwrap_err();
        assert_eq!(Fault::of(&error), Fault::Mistake);
        assert_eq!(Fault::of(&Fault::Build.error("it does not build")), Fault::Build);
    }
}
