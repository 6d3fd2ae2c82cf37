//! The command line: the subcommands; their options are in a file per group.

mod corpus;
#[cfg(feature = "fleet")]
mod fleet;
mod fuzz;
mod grammar;
mod inputs;
mod lab;
mod shared;

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand};

pub(crate) use corpus::{
    CoverageOptions, ExportOptions, ImportOptions, MinimizeOptions, MutantsOptions, TypesOptions,
};
#[cfg(feature = "fleet")]
pub(crate) use fleet::{FleetCommand, FleetStatusOptions, FleetTransferOptions, JoinOptions};
pub use fuzz::{FuzzOptions, StrategiesOptions};
pub use grammar::{GrammarCommand, GrammarFile};
pub use inputs::{ListOptions, ReplayOptions};
pub(crate) use inputs::{RunOptions, SampleOptions, ShrinkOptions};
pub(crate) use lab::{LabCheckOptions, LabCommand, LabRunOptions};
pub use shared::{BuildOptions, PropertyOptions};

/// The command as cargo starts it: `cargo-chiasma chiasma ...`.
#[derive(Debug, Parser)]
#[command(name = "cargo", bin_name = "cargo", disable_help_subcommand = true)]
pub enum Cli {
    /// Breed inputs for the properties of this workspace
    Chiasma(Arguments),
}

#[derive(Debug, Args)]
#[command(
    version,
    about = "Structure-aware, coverage-guided fuzzing of #[property] tests",
    after_help = "Exit codes: 0 nothing failed, 1 a failure was found, 2 a mistake in what was asked \
                  for, 3 the build failed, 4 a bug in Chiasma, 5 the machine ran out of something \
                  (its disk is full), 130 stopped by a second Ctrl-C."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Breed inputs for one property, or with --all for every one, until stopped
    ///
    /// Ctrl-C, --time or --executions stop it. A failure does not: it is shrunk, shown, and saved below
    /// `chiasma/` beside the package, where `cargo test` replays it from then on. Starting again goes on with the
    /// corpus that is saved there, too. The exit code is 1 if a failure was found.
    Fuzz(FuzzOptions),
    /// List the properties of this workspace, without running them
    List(ListOptions),
    /// Run documents of your own through a property that takes text or bytes as they are
    ///
    /// The property's first argument must be drawn by `verbatim()`, `verbatim_bytes()` or
    /// `adapters::arbitrary()`. Shows for each document whether it passes, is invalid, or fails and how.
    Run(RunOptions),
    /// Draw random inputs; tell how many are valid, and why the others are not
    ///
    /// For writing a generator: the share of valid inputs, the reasons for rejection by frequency with the
    /// smallest example of each, sizes and times, and a few values.
    Sample(SampleOptions),
    /// Run saved inputs; print each value, outcome and failure
    ///
    /// Each has a process of its own, so that one that kills it does not keep the others from running. The exit code is 1
    /// if one fails. With --raw a failing input can be handed to the program itself.
    Replay(ReplayOptions),
    /// Make a failing input as simple as it gets
    ///
    /// Fewer choices are simpler, and then smaller ones. The shrunk input fails in the same way, at the
    /// same place.
    ///
    /// A failure that kills the process (a signal, an abort, a time-out, too much memory, an exit) is
    /// shrunk with a process for each try, which takes a few milliseconds each.
    Shrink(ShrinkOptions),
    /// Reduce the corpus to the fewest, smallest inputs with the same coverage
    ///
    /// Runs the whole corpus, chooses few and small inputs that together pass every edge that all of
    /// them pass, and deletes the others. Failures are never deleted, nor is an input that kills its
    /// process.
    Minimize(MinimizeOptions),
    /// Show which lines of your own code the corpus reaches
    ///
    /// Runs the corpus and the saved failures, and says which lines of your own code they reach: files
    /// below the workspace, without dependencies and generated code.
    ///
    /// A line counts if the compiler put an edge of the program there. Code that was optimised away or
    /// never instantiated does not.
    Coverage(CoverageOptions),
    /// Show which small changes of the code a property does not notice
    ///
    /// Puts every mutant that cargo-mutants finds into one build, runs the corpus on those that it
    /// reaches, and shows the ones that survive: what the property should look at, too.
    Mutants(MutantsOptions),
    /// Take over a corpus of libFuzzer or AFL++, or documents
    ///
    /// Takes every file for the bytes that drive the generator, and saves what it generates to the
    /// corpus. Any bytes will do. With --documents the files are what the property takes as it is, as by
    /// `cargo chiasma run`.
    Import(ImportOptions),
    /// Write the corpus as plain files: bytes for libFuzzer or AFL++, values, or text
    ///
    /// Writes one file for each input of the corpus: the bytes that drive the generator, and nothing
    /// else. libFuzzer, AFL++ and `cargo chiasma import` read them. With --values the files are what the inputs
    /// generate, with --text readable `.chi` files.
    Export(ExportOptions),
    /// Look at a campaign that runs on many machines, and bring its corpus here or there
    #[cfg(feature = "fleet")]
    Fleet {
        #[command(subcommand)]
        command: FleetCommand,
    },
    /// Compare strategies: run experiments, and report on them
    Lab {
        #[command(subcommand)]
        command: LabCommand,
    },
    /// Show the strategies, and the parts that they are made of
    Strategies(StrategiesOptions),
    /// Show which types influence the branches of the target, and its constants
    ///
    /// Asks the compiler for the MIR of the application's crates, and shows for each branch the types
    /// that flow into its condition, nearest first, and how many of its sides the corpus covers.
    Types(TypesOptions),
    /// Check a grammar (ANTLR's .g4), generate from it, parse texts, learn probabilities
    Grammar {
        #[command(subcommand)]
        command: GrammarCommand,
    },
}

/// The arguments as cargo passes them, also if this program was started directly.
pub fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    if arguments.get(1).is_none_or(|first| first != "chiasma") {
        arguments.insert(1.min(arguments.len()), "chiasma".into());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_number_has_a_range_that_is_told() {
        let line = ["cargo", "chiasma", "fuzz", "p"];
        let shrink = ["cargo", "chiasma", "shrink", "p", "f.chi"];
        let mutants = ["cargo", "chiasma", "mutants", "p"];
        let cases: [(&[&str], &str, &str, &str); 13] = [
            (&line, "--timeout", "1e19", "longer than"),
            (&line, "--timeout", "0", "is not from 1ms to 1d"),
            (&line, "--timeout", "-1", "is not a time"),
            (&line, "--timeout", "NaN", "is not"),
            (&line, "--time", "0s", "is not from 1ms to"),
            (&line, "--time", "inf", "is not a time"),
            (&line, "--memory", "0", "is not from 8M to 16384G"),
            (&line, "--workers", "0", "1..=1024"),
            (&line, "--max-size", "0", "1..=67108864"),
            (&line, "--max-size", "4294967295", "1..=67108864"),
            (&line, "--executions", "0", "1.."),
            (&shrink, "--seconds", "18446744073709551615", "1..=86400"),
            (&mutants, "--min-score", "NaN", "from 0 to 100"),
        ];
        for (line, option, value, told) in cases {
            let line = line.iter().copied().map(str::to_owned).chain([format!("{option}={value}")]);
            let error = Cli::command().try_get_matches_from(line).unwrap_err().to_string();
            assert!(error.contains(told), "{option} {value}: no {told:?} in {error}");
        }
    }

    #[test]
    fn no_command_takes_any_number_whatever() {
        let mut cli = Cli::command();
        cli.build();
        let mut numbers = 0;
        check_numbers(&cli, &["cargo".to_owned()], &mut numbers);
        assert!(numbers > 20, "only {numbers} options were tried");
    }

    /// Tries every option of a command and of those below it that takes a number; `line` leads to the command.
    fn check_numbers(command: &clap::Command, line: &[String], numbers: &mut usize) {
        for inner in command.get_subcommands() {
            check_numbers(inner, &[line, &[inner.get_name().to_owned()]].concat(), numbers);
        }
        let required = command.get_positionals().filter(|argument| argument.is_required_set());
        let line = [line, &vec!["x".to_owned(); required.count()]].concat();
        // Any seed is as good as another.
        for option in command.get_opts().filter(|option| option.get_id() != "seed") {
            let kind = option.get_value_names().unwrap_or_default().concat();
            let refused: &[&str] = match kind.as_str() {
                "N" | "TIME" | "SIZE" | "BYTES" => &["-1", "0", "18446744073709551616"],
                "PERCENT" => &["-1", "101"],
                _ => continue,
            };
            *numbers += 1;
            for value in refused {
                let option = format!("--{}={value}", option.get_long().unwrap());
                let line = [&line[..], std::slice::from_ref(&option)].concat();
                let error = Cli::command().try_get_matches_from(&line).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::ValueValidation, "{line:?}: {error}");
                assert!(error.to_string().contains(value), "{line:?}: {error}");
            }
        }
    }

    #[test]
    fn only_shared_options_are_under_a_heading_in_the_help() {
        let mut cli = Cli::command();
        cli.build();
        let chiasma = cli.find_subcommand("chiasma").unwrap();
        let import = chiasma.find_subcommand("import").unwrap();
        let headed = |heading| {
            let arguments =
                import.get_arguments().filter(move |it| it.get_help_heading() == heading);
            arguments.map(|it| it.get_id().as_str()).collect::<Vec<_>>()
        };
        assert_eq!(headed(None), ["name", "directories", "documents", "help"]);
        assert_eq!(headed(Some("Limits of a run")), ["timeout", "memory", "max_size"]);
        assert_eq!(headed(Some("Files")), ["corpus", "failures"]);
        assert!(headed(Some("Build")).contains(&"offline"));
    }

    #[test]
    fn a_strategy_that_is_nearly_right_gets_a_suggestion() {
        let said = |name| {
            let line = ["cargo", "chiasma", "fuzz", "--strategy", name];
            Cli::command().try_get_matches_from(line).unwrap_err().to_string()
        };
        let typo = said("zeugma-liked");
        assert!(typo.contains("a similar value exists: 'zeugma-linked'"), "{typo}");
        let other = said("afl");
        assert!(other.contains("zeugma-linked") && !other.contains("similar"), "{other}");
    }
}
