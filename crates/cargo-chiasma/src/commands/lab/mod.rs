//! `cargo chiasma lab`: experiments, strategies x subjects x trials, and their report.

mod builds;
mod check;
mod crossing;
mod distances;
mod libfuzzer;
mod progress;
mod replaying;
mod report;
mod run;
mod subject;
mod surroundings;
mod trial;

use anyhow::Result;

use crate::exit::Exit;
use crate::options::LabCommand;

/// Runs an experiment, checks what it relies on, or reports on one.
pub(crate) fn run(command: &LabCommand) -> Result<Exit> {
    match command {
        LabCommand::Run(options) => run::run(options),
        LabCommand::Check(options) => check::run(options),
        LabCommand::Report(options) => report::run(&options.directory),
    }
}
