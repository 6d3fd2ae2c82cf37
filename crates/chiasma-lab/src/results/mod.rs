//! The files of an experiment: plain text, written whole or not at all, read as far as they are whole.
//!
//! ```text
//! DIR/
//!   plan.json                  what was planned: name, comparison, checkpoints, every trial
//!   trials/boa.zest.1/
//!     trial.json               the trial as planned, and its outcome; written last: no file, no result
//!     inputs.jsonl             a line for each saved input, replayed in the one uniform build
//!     failures.jsonl           a line for each failure
//!     children.jsonl           a line for each child whose distance to its parent was measured
//!     stats.jsonl              what the campaign itself wrote (cargo chiasma fuzz --stats)
//!   heritability.jsonl         a line for each child of a pair of parents
//!   results.csv, results.jsonl every number by trial, in one table; made from the files above
//! ```
//!
//! | file | fields of a line |
//! |---|---|
//! | `trial.json` | `trial` (`id`, `subject`, `contender`, `number`, `seed`, `runner`, `budget`), `outcome`: `finished` with `seconds` and `runs`, `crashed` or `not_built` with `message` |
//! | `inputs.jsonl` | `seconds`, `runs`, `application`, `all`: the edges it covers, or the number that it and all before it cover |
//! | `failures.jsonl` | `seconds`, `runs`, `identity`, and `defect` if it is a known one |
//! | `children.jsonl` | `distance` (0 to 1), `saved`, `parent_valid`, `valid` |
//! | `stats.jsonl` | `kind`, and of the last line of kind `final`: `seconds`, `runs`, `valid_share`, `operators`, `diversity`, `phases` (seconds in `modify`, `generate`, `run`, `scan`, `confirm`, `trace`, `send`), `extra_runs` |
//! | `heritability.jsonl` | `subject`, `operator`, `pair`, `rate`, `hybrid` |
//! | `results.csv`, `results.jsonl` | `trial`, `subject`, `contender`, `number`, `measure`, `at`, `value` |

mod aggregate;
mod directory;
mod files;
mod lines;
mod trial;

use std::io;
use std::path::PathBuf;

use thiserror::Error;

pub use aggregate::{Row, aggregate};
pub use chiasma_campaign::{ExtraRuns, Figures, OperatorFigures, PhaseSeconds};
pub use directory::{Directory, Results, Standing};
pub use files::{
    Child, FailureLine, HeritabilityLine, InputLine, PlanFile, TrialFile, TrialOutcome,
};
pub use lines::Skipped;
pub use trial::{Code, Detection, TrialResult};

/// Why results cannot be read or written.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// A file cannot be read or written.
    #[error("cannot {action} {}: {cause}", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// On which file.
        path: PathBuf,
        /// Why it failed.
        cause: io::Error,
    },
    /// A file does not say what it should.
    #[error("{} is not what it should be: {cause}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: serde_json::Error,
    },
    /// The directory holds results of another experiment.
    #[error(
        "{} holds another experiment's results: {trial} was run with other settings, another seed or \
         another budget; choose another directory, or delete that trial",
        path.display()
    )]
    OtherExperiment {
        /// The directory.
        path: PathBuf,
        /// A trial that is not the same in both.
        trial: String,
    },
}
