//! Finding mutants: `cargo mutants` lists them, without building anything.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::mutant::{Mutant, parse_list};

/// The variable that names another `cargo-mutants` than the one in the path.
pub const CARGO_MUTANTS: &str = "CARGO_MUTANTS";

/// Why mutants could not be listed.
#[derive(Debug, thiserror::Error)]
pub enum DiscoverError {
    /// There is no `cargo-mutants`.
    #[error(
        "cargo-mutants, which finds the mutants, is not installed; \
         install it with `cargo install cargo-mutants --locked`"
    )]
    NotInstalled,
    /// It cannot be started.
    #[error("cannot start {program:?}: {error}")]
    CannotStart {
        /// The program.
        program: OsString,
        /// Why not.
        error: io::Error,
    },
    /// It says no.
    #[error("cargo-mutants cannot list the mutants of {package}:\n{message}")]
    Refused {
        /// The package.
        package: String,
        /// What it wrote.
        message: String,
    },
    /// Its list is not understood.
    #[error(
        "cannot read the list of cargo-mutants ({error}); this was made for its version 27: \
         `cargo install cargo-mutants --locked --version ^27`"
    )]
    Misread {
        /// Why not.
        error: serde_json::Error,
    },
}

/// The mutants of a package of the workspace at `root`, with ids from 1 on.
pub fn discover(root: &Path, package: &str) -> Result<Vec<Mutant>, DiscoverError> {
    let program = std::env::var_os(CARGO_MUTANTS).unwrap_or_else(|| "cargo-mutants".into());
    list(&program, root, package)
}

fn list(program: &OsString, root: &Path, package: &str) -> Result<Vec<Mutant>, DiscoverError> {
    let output = Command::new(program)
        .args(["mutants", "--list", "--json", "--colors=never", "--package", package, "--dir"])
        .arg(root)
        .output()
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => DiscoverError::NotInstalled,
            _ => DiscoverError::CannotStart { program: program.clone(), error },
        })?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(DiscoverError::Refused { package: package.to_owned(), message });
    }
    parse_list(&String::from_utf8_lossy(&output.stdout))
        .map_err(|error| DiscoverError::Misread { error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_cargo_mutants_is_told_with_the_command_that_installs_it() {
        let error = list(&"/nowhere/cargo-mutants".into(), Path::new("."), "p").unwrap_err();
        assert!(error.to_string().contains("`cargo install cargo-mutants --locked`"), "{error}");
    }

    #[test]
    fn what_cargo_mutants_says_is_passed_on() {
        let error = list(&"false".into(), Path::new("."), "p").unwrap_err();
        assert!(matches!(error, DiscoverError::Refused { .. }), "{error}");
    }
}
