//! The options of campaigns and of the table of strategies.

use std::path::PathBuf;
use std::time::Duration;

use chiasma_campaign::quantity::{MAX_TIME, parse_time_in};
use chiasma_evolve::{StrategyName, strategies};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};

use super::shared::{BuildOptions, FileOptions, LimitOptions};

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
    /// A number of the strategy, other than its default; may be given several times. What is known of the target's code is
    /// used by `constants=0.5` (the default has it), `types=0.25` and, after a second build, `hints=1`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub settings: Vec<String>,
    /// Where the random numbers start; another each time if left out
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Stop breeding after this time, such as 60s, 10m or 8h; failures found last are then shrunk, for at most 10 s each
    #[arg(long, value_name = "TIME", value_parser = parse_budget)]
    pub time: Option<Duration>,
    /// Stop after this many runs; then a campaign with the same seed does the same again
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub executions: Option<u64>,
    /// How many processes breed, sharing what they find
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1_024))]
    pub workers: u16,
    /// Write statistics to this file, a line of JSON each second and one at the end
    #[arg(long, value_name = "FILE")]
    pub stats: Option<PathBuf>,
    #[cfg(feature = "fleet")]
    #[command(flatten)]
    pub(crate) fleet: super::JoinOptions,
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

#[derive(Debug, Clone, Args)]
pub struct StrategiesOptions {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Reads how long a campaign may take.
fn parse_budget(text: &str) -> Result<Duration, String> {
    parse_time_in(text, Duration::from_millis(1)..=MAX_TIME)
}

/// Reads the name of a strategy, and suggests a similar one if there is none of that name.
fn strategy_names() -> impl TypedValueParser<Value = StrategyName> {
    let names = strategies().iter().map(|strategy| strategy.name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<StrategyName>())
}
