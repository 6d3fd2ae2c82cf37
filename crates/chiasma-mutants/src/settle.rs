//! Compiling a schema, and leaving out what does not compile, until it builds.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use crate::diagnostics::{Diagnostic, errors};
use crate::mutant::MutantId;
use crate::schema::{Reason, Schema};
use crate::substitution::Substitution;

/// Rounds after which all mutants of a file that still has errors are left out. Types, borrows and
/// constants are checked in turn, so that three or four rounds are usual.
const MAX_ROUNDS: usize = 12;

/// How a schema came to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settled {
    /// How often it was compiled.
    pub rounds: usize,
}

/// Why a schema cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    /// The rewritten files cannot be written.
    #[error("cannot write the files with mutants to {}: {error}", directory.display())]
    Unwritable {
        /// Where to.
        directory: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The compiler cannot be started.
    #[error("cannot compile the mutants: {0}")]
    CannotCompile(io::Error),
    /// It does not build without any mutant.
    #[error("the package does not build, with or without mutants:\n{0}")]
    DoesNotBuild(String),
}

/// Compiles a schema, leaves out the mutants that are to blame for errors, and so on until it builds.
///
/// `compile` builds the package with the [`Substitution`], and gives the output of
/// `cargo --message-format=json`, or nothing if it builds.
pub fn settle(
    schema: &mut Schema,
    substitution: &Substitution,
    mut compile: impl FnMut() -> io::Result<Option<String>>,
) -> Result<Settled, SettleError> {
    let mut rounds = 0;
    loop {
        substitution.write(schema).map_err(|error| {
            let directory = substitution.directory().to_owned();
            SettleError::Unwritable { directory, error }
        })?;
        rounds += 1;
        let Some(output) = compile().map_err(SettleError::CannotCompile)? else {
            return Ok(Settled { rounds });
        };
        let errors = errors(&output);
        let blamed = blamed(schema, &errors, rounds);
        if blamed.is_empty() {
            let shown: Vec<&str> = errors.iter().map(|error| error.rendered.as_str()).collect();
            return Err(SettleError::DoesNotBuild(shown.concat()));
        }
        schema.leave_out(blamed);
    }
}

/// The mutants that are to blame for errors: by the text, the site, the function, the file, all in turn.
fn blamed(schema: &Schema, errors: &[Diagnostic], rounds: usize) -> BTreeMap<MutantId, Reason> {
    let mut blamed = BTreeMap::new();
    let rendered: Vec<_> = schema.rendered().collect();
    if rounds < MAX_ROUNDS {
        for error in errors {
            for (path, rendered) in &rendered {
                blamed.extend(schema.blamed(path, rendered, error));
            }
        }
    }
    if !blamed.is_empty() {
        return blamed;
    }
    let mut leave_out = |mutants: Vec<MutantId>, error: &Diagnostic| {
        let reason = Reason::BreaksOriginal(error.message.clone());
        blamed.extend(mutants.into_iter().map(|mutant| (mutant, reason.clone())));
    };
    for error in errors {
        for (path, _) in &rendered {
            if error.spans.iter().any(|span| span.is_in(path)) {
                leave_out(schema.embedded_in(path), error);
            }
        }
    }
    if blamed.is_empty()
        && let Some(error) = errors.first()
    {
        let all = schema.embedded().map(|mutant| mutant.id);
        let reason = Reason::BreaksOriginal(error.message.clone());
        blamed.extend(all.map(|mutant| (mutant, reason.clone())));
    }
    blamed
}
