//! Options that several commands share: the property, how it is built, the limits of a run, where files are.

use std::path::PathBuf;
use std::time::Duration;

use chiasma_campaign::Limits;
use chiasma_campaign::build::BuildRequest;
use chiasma_campaign::property::Property;
use chiasma_campaign::quantity::{parse_size_in, parse_time_in};
use chiasma_campaign::store::Store;
use clap::{Args, value_parser};

// Headings in the help, said for each option: one for all options of a group would hold for those that follow, too.
const BUILD: &str = "Build";
const LIMITS: &str = "Limits of a run";
const FILES: &str = "Files";

/// The property that a command works on, how it is built, and the limits of its runs.
#[derive(Debug, Clone, Args)]
pub struct PropertyOptions {
    /// The property: its name, or a part of it that no other has
    #[arg(value_name = "PROPERTY")]
    pub name: String,
    #[command(flatten)]
    pub limits: LimitOptions,
    #[command(flatten)]
    pub build: BuildOptions,
}

impl PropertyOptions {
    /// The limits of every run.
    pub fn limits(&self) -> Limits {
        self.limits.limits()
    }
}

/// Where the properties are, and how they are built.
#[derive(Debug, Clone, Default, Args)]
pub struct BuildOptions {
    /// The package to look in; if left out, the one in this directory, and at a workspace's root all that depend on chiasma
    #[arg(help_heading = BUILD, short, long, value_name = "NAME")]
    pub package: Option<String>,
    /// The Cargo.toml to use
    #[arg(help_heading = BUILD, long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Features to build with
    #[arg(help_heading = BUILD, short = 'F', long, value_name = "FEATURES")]
    pub features: Vec<String>,
    /// Build with all features
    #[arg(help_heading = BUILD, long)]
    pub all_features: bool,
    /// Build without the default features
    #[arg(help_heading = BUILD, long)]
    pub no_default_features: bool,
    /// Put coverage into these crates only (names, separated by commas)
    #[arg(help_heading = BUILD, long, value_name = "CRATES", value_delimiter = ',')]
    pub instrument: Vec<String>,
    /// Leave coverage out of these crates (names, separated by commas)
    #[arg(help_heading = BUILD, long, value_name = "CRATES", value_delimiter = ',')]
    pub exclude: Vec<String>,
    /// These crates are the application, too, besides those of the workspace (names, separated by commas): their branches
    /// are targets, and their constants are drawn
    #[arg(help_heading = BUILD, long, value_name = "CRATES", value_delimiter = ',')]
    pub application: Vec<String>,
    /// Follow the calls of functions in these crates that draw (names, separated by commas), instead of those of the
    /// workspace; `none` for none
    #[arg(help_heading = BUILD, long, value_name = "CRATES", value_delimiter = ',')]
    pub trace_crates: Vec<String>,
    /// How many compilers run at a time, as for cargo
    #[arg(help_heading = BUILD, short, long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_024))]
    pub jobs: Option<u32>,
    /// Build without the network, as for cargo
    #[arg(help_heading = BUILD, long)]
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
            trace_crates: options.trace_crates,
            jobs: options.jobs,
            offline: options.offline,
        }
    }
}

/// Limits of every run of a target.
#[derive(Debug, Clone, Args)]
pub struct LimitOptions {
    /// How long one run may take
    #[arg(help_heading = LIMITS, long, value_name = "TIME", default_value = "1s", value_parser = parse_timeout)]
    pub timeout: Duration,
    /// How much memory a worker may use
    #[arg(help_heading = LIMITS, long, value_name = "SIZE", default_value = "2G", value_parser = parse_memory)]
    pub memory: u64,
    /// The longest parameter sequence, in bytes
    #[arg(help_heading = LIMITS, long, value_name = "BYTES", default_value_t = 10_240,
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
    #[arg(help_heading = FILES, long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,
    /// Where failures are kept [default: chiasma/PROPERTY/failures beside the package]
    #[arg(help_heading = FILES, long, value_name = "DIR")]
    pub failures: Option<PathBuf>,
}

impl FileOptions {
    /// The store of a property.
    pub fn store(&self, property: &Property) -> Store {
        Store::of(property, self.corpus.clone(), self.failures.clone())
    }
}

/// Reads a limit of one run.
fn parse_timeout(text: &str) -> Result<Duration, String> {
    parse_time_in(text, Duration::from_millis(1)..=Duration::from_secs(86_400))
}

/// Reads a limit of memory: with less no process starts, and no machine has more.
fn parse_memory(text: &str) -> Result<u64, String> {
    parse_size_in(text, 8 << 20..=16 << 40)
}
