//! The command: its arguments, the subcommand that they name, and its exit code.

use std::process::ExitCode;

use clap::Parser;

use crate::exit::Exit;
use crate::options::{Cli, Command};
use crate::{commands, options};

/// Runs the command.
pub fn main() -> ExitCode {
    // Cargo starts the compiler through this same program while it builds.
    if let Some(code) = chiasma_campaign::build::wrapper::run_if_asked() {
        return code;
    }
    let Cli::Chiasma(arguments) = Cli::parse_from(options::arguments());
    let ended = std::panic::catch_unwind(|| run(arguments.command));
    chiasma_campaign::kill_rest();
    match ended {
        Ok(Ok(exit)) => exit.code(),
        Ok(Err(error)) => {
            note!("error: {error:#}");
            Exit::of(&error).code()
        }
        Err(_) => {
            note!("error: this is a bug in Chiasma; what was reported as saved is saved");
            Exit::OurBug.code()
        }
    }
}

fn run(command: Command) -> anyhow::Result<Exit> {
    match command {
        Command::Fuzz(options) => commands::fuzz::run(&options),
        Command::List(options) => commands::list::run(&options),
        Command::Run(options) => commands::run::run(&options),
        Command::Sample(options) => commands::sample::run(&options),
        Command::Replay(options) => commands::replay::run(&options),
        Command::Shrink(options) => commands::shrink::run(&options),
        Command::Minimize(options) => commands::minimize::run(&options),
        Command::Coverage(options) => commands::coverage::run(&options),
        Command::Mutants(options) => commands::mutants::run(&options),
        Command::Import(options) => commands::import::run(&options),
        Command::Export(options) => commands::export::run(&options),
        #[cfg(feature = "fleet")]
        Command::Fleet { command } => commands::fleet::run(&command),
        Command::Lab { command } => commands::lab::run(&command),
        Command::Strategies(options) => commands::strategies::run(&options),
        Command::Types(options) => commands::types::run(&options),
        Command::Grammar { command } => commands::grammar::run(&command),
    }
}
