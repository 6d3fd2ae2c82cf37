//! The options of `cargo chiasma lab`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::shared::LimitOptions;

#[derive(Debug, Subcommand)]
pub(crate) enum LabCommand {
    /// Run the trials of an experiment, or those that are left of it
    ///
    /// The file names subjects, strategies and how long a trial is; see docs/lab.md. A trial that
    /// is done is not run again: an experiment that was stopped continues where it was. When all are done,
    /// the report is made.
    Run(LabRunOptions),
    /// Run the triggers of the known defects, and tell which do not bring theirs about
    ///
    /// Each subject with `defects` and `verbatim` is built, and the property that takes documents as they are is run on
    /// the triggers of its defects.
    Check(LabCheckOptions),
    /// Make tables and plots of the results of an experiment, as far as it is
    Report(LabReportOptions),
}

#[derive(Debug, Clone, Args)]
pub(crate) struct LabRunOptions {
    /// The experiment's file
    pub(crate) file: PathBuf,
    /// Where the results go [default: results/NAME beside the file]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Check the file, and whether there are the properties, crates and fuzz targets that it names; say how long it
    /// takes, and run nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct LabCheckOptions {
    /// The experiment's file
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct LabReportOptions {
    /// The directory with the results
    pub(crate) directory: PathBuf,
}
