//! The exit codes, and which error has which.

use std::process::ExitCode;

use chiasma_campaign::Fault;

/// The exit code after a second Ctrl-C, as a shell has it for one that was killed by the signal.
pub const STOPPED_AT_ONCE: u8 = 130;

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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_exit_code_is_in_the_help_and_in_the_manual() {
        let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.md");
        let manual = std::fs::read_to_string(manual).unwrap();
        let mut cli = crate::options::Cli::command();
        let help = cli.find_subcommand_mut("chiasma").unwrap().render_help().to_string();
        let (_, help) = help.split_once("Exit codes:").unwrap();
        let codes = [
            Exit::Passed,
            Exit::FailureFound,
            Exit::Mistake,
            Exit::BuildFailed,
            Exit::OurBug,
            Exit::Machine,
        ];
        for code in codes.map(|exit| exit as u8).into_iter().chain([STOPPED_AT_ONCE]) {
            assert!(manual.contains(&format!("\n| {code} | ")), "{code} is not in the manual");
            assert!(help.contains(&format!(" {code} ")), "{code} is not in the help: {help}");
        }
    }
}
