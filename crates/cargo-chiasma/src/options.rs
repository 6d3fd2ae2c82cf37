//! The command line.

mod grammar;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use chiasma_campaign::Limits;
use chiasma_campaign::build::BuildRequest;
use chiasma_campaign::property::Property;
use chiasma_campaign::quantity::{MAX_TIME, parse_size_from, parse_time_in};
use chiasma_campaign::store::Store;
use chiasma_evolve::{StrategyName, strategies};
pub use grammar::{GrammarCommand, GrammarFile};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, value_parser};

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
                  (its disk is full)."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Breed inputs for one property, or with --all for every one, until stopped
    Fuzz(FuzzOptions),
    /// List the properties of this workspace, without running them
    List(ListOptions),
    /// Run documents of your own through a property that takes text or bytes as they are
    ///
    /// The property's first argument must be drawn by `verbatim()` or `verbatim_bytes()`. Each document is
    /// told of: whether it passes, is invalid, or fails and how.
    Run(RunOptions),
    /// Draw random inputs; tell how many are valid, and why the others are not
    ///
    /// For writing a generator: the share of valid inputs, the reasons for rejection by frequency with the
    /// smallest example of each, sizes and times, and a few values.
    Sample(SampleOptions),
    /// Run saved inputs; print each value, outcome and failure
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
    /// Take over a corpus of libFuzzer or AFL++
    ///
    /// Takes every file for the bytes that drive the generator, and saves what it generates to the
    /// corpus. Any bytes will do.
    Import(ImportOptions),
    /// Write the corpus as plain files of bytes, for libFuzzer or AFL++
    ///
    /// Writes one file for each input of the corpus: the bytes that drive the generator, and nothing
    /// else. libFuzzer, AFL++ and `cargo chiasma import` read them.
    Export(ExportOptions),
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

/// Where the properties are, and how they are built.
#[derive(Debug, Clone, Default, Args)]
pub struct BuildOptions {
    /// The package to look in; if left out, the one in this directory, and at a workspace's root all that depend on chiasma
    #[arg(short, long, value_name = "NAME")]
    pub package: Option<String>,
    /// The Cargo.toml to use
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Features to build with
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub features: Vec<String>,
    /// Build with all features
    #[arg(long)]
    pub all_features: bool,
    /// Build without the default features
    #[arg(long)]
    pub no_default_features: bool,
    /// Put coverage into these crates only (names, separated by commas)
    #[arg(long, value_name = "CRATES", value_delimiter = ',')]
    pub instrument: Vec<String>,
    /// Leave coverage out of these crates (names, separated by commas)
    #[arg(long, value_name = "CRATES", value_delimiter = ',')]
    pub exclude: Vec<String>,
    /// These crates are the application, too, besides those of the workspace (names, separated by commas): their branches
    /// are targets, and their constants are drawn
    #[arg(long, value_name = "CRATES", value_delimiter = ',')]
    pub application: Vec<String>,
    /// How many compilers run at a time, as for cargo
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// Build without the network, as for cargo
    #[arg(long)]
    pub offline: bool,
}

impl BuildOptions {
    /// The same for the library.
    pub fn request(&self) -> BuildRequest {
        let options = self.clone();
        BuildRequest {
            package: options.package,
            manifest_path: options.manifest_path,
            features: options.features,
            all_features: options.all_features,
            no_default_features: options.no_default_features,
            instrument: options.instrument,
            exclude: options.exclude,
            application: options.application,
            jobs: options.jobs,
            offline: options.offline,
        }
    }
}

/// Limits of every run of a target.
#[derive(Debug, Clone, Args)]
pub struct LimitOptions {
    /// How long one run may take
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse_timeout)]
    pub timeout: Duration,
    /// How much memory a worker may use
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = parse_memory)]
    pub memory: u64,
    /// The longest parameter sequence, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 10_240,
          value_parser = value_parser!(u32).range(1..=64 << 20))]
    pub max_size: u32,
}

impl LimitOptions {
    /// The same for the library.
    pub fn limits(&self) -> Limits {
        let Self { timeout, memory, max_size } = *self;
        Limits { timeout, memory, max_size }
    }
}

/// Where the files of a property are.
#[derive(Debug, Clone, Args)]
pub struct FileOptions {
    /// Where the corpus is kept [default: chiasma/PROPERTY/corpus beside the package]
    #[arg(long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,
    /// Where failures are kept [default: chiasma/PROPERTY/failures beside the package]
    #[arg(long, value_name = "DIR")]
    pub failures: Option<PathBuf>,
}

impl FileOptions {
    /// The store of a property.
    pub fn store(&self, property: &Property) -> Store {
        Store::of(property, self.corpus.clone(), self.failures.clone())
    }
}

#[derive(Debug, Clone, Args)]
pub struct FuzzOptions {
    /// The property: its name, or a part of it that no other has
    pub property: Option<String>,
    /// Fuzz every property, within one budget; those that still find things get more of it
    #[arg(long, conflicts_with = "property")]
    pub all: bool,
    /// How inputs are bred; `cargo chiasma strategies` shows them
    #[arg(long, value_name = "NAME", default_value = StrategyName::preferred().name(),
          value_parser = strategy_names())]
    pub strategy: StrategyName,
    /// A number of the strategy, other than its default; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub settings: Vec<String>,
    /// Where the random numbers start; another each time if left out
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Stop after this time, such as 60s, 10m or 8h
    #[arg(long, value_name = "TIME", value_parser = parse_budget)]
    pub time: Option<Duration>,
    /// Stop after this many runs
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub executions: Option<u64>,
    /// How many processes breed, sharing what they find
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1_024))]
    pub workers: u16,
    /// Write statistics to this file, a line of JSON each second and one at the end
    #[arg(long, value_name = "FILE")]
    pub stats: Option<PathBuf>,
    /// Print lines instead of drawing a screen
    #[arg(long)]
    pub no_tui: bool,
    #[command(flatten)]
    pub limits: LimitOptions,
    #[command(flatten)]
    pub files: FileOptions,
    #[command(flatten)]
    pub build: BuildOptions,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LabCommand {
    /// Run the trials of an experiment, or those that are left of it
    ///
    /// The file names subjects, strategies and how long a trial is; see docs/lab.md. A trial that
    /// is done is not run again: an experiment that was stopped continues where it was. When all are done,
    /// the report is made.
    Run(LabRunOptions),
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
    /// Check the file and say how long it takes, and run nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct LabReportOptions {
    /// The directory with the results
    pub(crate) directory: PathBuf,
}

#[derive(Debug, Clone, Args)]
pub struct ListOptions {
    #[command(flatten)]
    pub build: BuildOptions,
}

#[derive(Debug, Clone, Args)]
#[command(after_help = "Exits with 1 if a document fails.")]
pub(crate) struct RunOptions {
    /// The property: its name, or a part of it that no other has
    pub(crate) property: String,
    /// The documents: files, or directories of files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) documents: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct SampleOptions {
    /// The property: its name, or a part of it that no other has
    pub(crate) property: String,
    /// How many inputs to draw
    #[arg(long, value_name = "N", default_value_t = 1_000,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,
    /// Where the random numbers start; another each time if left out
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
}

#[derive(Debug, Clone, Args)]
pub struct ReplayOptions {
    /// The property: its name, or a part of it that no other has
    pub property: String,
    /// The saved inputs; all failures of the property if left out
    pub inputs: Vec<PathBuf>,
    /// Print nothing but the values, as they are: text and bytes themselves, other values by Display or else
    /// Debug; the property is not run
    #[arg(long)]
    pub raw: bool,
    #[command(flatten)]
    pub limits: LimitOptions,
    #[command(flatten)]
    pub files: FileOptions,
    #[command(flatten)]
    pub build: BuildOptions,
}

#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Exits with 0 if the input does not fail, with 1 if it does and was shrunk."
)]
pub(crate) struct ShrinkOptions {
    /// The property: its name, or a part of it that no other has
    pub(crate) property: String,
    /// The failing input, a .chi file; it is overwritten by the shrunk one
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    /// Write the shrunk input here, and leave FILE alone
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Stop after trying this many inputs
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    pub(crate) runs: u64,
    /// Stop after this many seconds
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = value_parser!(u64).range(1..=86_400))]
    pub(crate) seconds: u64,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct MinimizeOptions {
    /// The property: its name, or a part of it that no other has
    pub(crate) property: String,
    /// Say what would be deleted, and delete nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    #[command(flatten)]
    pub(crate) files: FileOptions,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct CoverageOptions {
    /// The property: its name, or a part of it that no other has
    pub(crate) property: String,
    /// Write the coverage to this file, in the format of lcov
    #[arg(long, value_name = "FILE")]
    pub(crate) lcov: Option<PathBuf>,
    /// Write pages to this directory that show each line; begin with index.html
    #[arg(long, value_name = "DIR")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    #[command(flatten)]
    pub(crate) files: FileOptions,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct MutantsOptions {
    /// The property: its name, or a part of it that no other has
    pub(crate) property: String,
    /// The package whose mutants are meant; if left out, the one that has the property
    #[arg(long, value_name = "PACKAGE")]
    pub(crate) of: Option<String>,
    /// Exit with 1 if fewer percent of the mutants are killed
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = parse_percent)]
    pub(crate) min_score: f64,
    /// Write the report to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write the report to mutants.html in this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    #[command(flatten)]
    pub(crate) files: FileOptions,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct ImportOptions {
    /// The property: its name, or a part of it that no other has
    pub(crate) property: String,
    /// Directories of plain files: a corpus of libFuzzer, or the output or queue of AFL++
    #[arg(value_name = "DIR", required = true)]
    pub(crate) directories: Vec<PathBuf>,
    /// The files are documents, for a property that takes text or bytes by `verbatim()`; they keep their names
    #[arg(long)]
    pub(crate) documents: bool,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    #[command(flatten)]
    pub(crate) files: FileOptions,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct ExportOptions {
    /// The property: its name, or a part of it that no other has
    pub(crate) property: String,
    /// The directory to write to; it is created if it is not there
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// Write the values as they are, not the bytes that drive the generator
    #[arg(long)]
    pub(crate) values: bool,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    #[command(flatten)]
    pub(crate) files: FileOptions,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
}

#[derive(Debug, Clone, Args)]
pub struct StrategiesOptions {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Reads a limit of one run.
fn parse_timeout(text: &str) -> Result<Duration, String> {
    parse_time_in(text, Duration::from_millis(1)..=Duration::from_secs(86_400))
}

/// Reads how long a campaign may take.
fn parse_budget(text: &str) -> Result<Duration, String> {
    parse_time_in(text, Duration::from_millis(1)..=MAX_TIME)
}

/// Reads a limit of memory: less than this, and no process starts.
fn parse_memory(text: &str) -> Result<u64, String> {
    parse_size_from(text, 8 << 20)
}

/// Reads a share.
fn parse_percent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err(format!("{text:?} is not a number from 0 to 100")),
    }
}

#[derive(Debug, Clone, Args)]
pub(crate) struct TypesOptions {
    /// The property: its name, or a part of it that no other has
    pub(crate) property: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    #[command(flatten)]
    pub(crate) files: FileOptions,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
}

/// Reads the name of a strategy, and suggests a similar one if there is none of that name.
fn strategy_names() -> impl TypedValueParser<Value = StrategyName> {
    let names = strategies().iter().map(|strategy| strategy.name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<StrategyName>())
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
            (&line, "--memory", "0", "less than 8M"),
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
