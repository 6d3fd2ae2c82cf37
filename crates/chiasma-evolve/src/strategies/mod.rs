//! The strategies: what each is made of, and the one interface they share.

mod bediv;
mod child;
mod ei;
mod random;
mod rlcheck;
mod zest;
mod zeugma;

use std::fmt;
use std::str::FromStr;

use chiasma_core::{Contextual, Rng, Trace};

pub use child::{Child, Form};

use crate::coverage::Counters;
use crate::input::InputId;
use crate::operators::OperatorYields;
use crate::settings::{Setting, Settings};

/// What came of a run, as far as strategies care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The target accepted the input.
    Valid,
    /// The target rejected it.
    Invalid,
    /// The target failed.
    Failure,
}

/// One run of a child.
#[derive(Debug, Clone, Copy)]
pub struct Run<'r> {
    /// What came of it.
    pub outcome: Outcome,
    /// The counters that it passed.
    pub counters: &'r Counters,
    /// How many bytes its generator consumed.
    pub size: usize,
    /// How long it took, generation included; to be compared within one campaign only.
    pub ticks: u64,
}

/// What a strategy thinks of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing of it is new.
    Dull,
    /// It is worth keeping, if it shows the same again.
    Interesting,
}

impl Verdict {
    pub(crate) fn interesting_if(interesting: bool) -> Self {
        if interesting { Self::Interesting } else { Self::Dull }
    }
}

/// An input to be kept.
#[derive(Debug, Clone, Copy)]
pub struct Keeping<'k> {
    /// What it is to be known by.
    pub id: InputId,
    /// What it asked for, in full.
    pub trace: &'k Trace,
    /// Its run, with the counters that it passes every time.
    pub run: Run<'k>,
    /// If its child was replayed by execution index: all that was known, asked for or not.
    pub contextual: Option<&'k Contextual>,
}

/// What a strategy did with an input that it was given to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// How many branches nothing had covered before.
    pub new_branches: usize,
}

/// An evolutionary search.
pub trait Strategy: fmt::Debug {
    /// Makes the next child.
    fn ask(&mut self, rng: &mut Rng, child: &mut Child);

    /// Looks at the run of the child made last.
    fn tell(&mut self, run: &Run<'_>) -> Verdict;

    /// Takes an input in whose run was interesting.
    fn keep(&mut self, keeping: &Keeping<'_>) -> Kept;

    /// How many branches were covered.
    fn covered(&self) -> usize;

    /// How many inputs breed.
    fn population(&self) -> usize;

    /// What each operator brought in.
    fn yields(&self) -> &OperatorYields;
}

/// A strategy, by name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StrategyName(&'static StrategyInfo);

/// What a strategy is made of: a row of the papers' comparison.
#[derive(Debug, PartialEq)]
pub struct StrategyInfo {
    /// What it goes by.
    pub name: &'static str,
    /// The paper's name for it, and the paper.
    pub origin: &'static str,
    /// How a child's bytes are read.
    pub replay: &'static str,
    /// How a parent is chosen.
    pub selection: &'static str,
    /// What makes a child of it.
    pub operators: &'static str,
    /// What is kept.
    pub feedback: &'static str,
    /// Its numbers.
    pub settings: &'static [Setting],
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Random,
    Zest,
    ExecutionIndexing,
    BeDiv(bediv::Saves),
    RlCheck,
    Zeugma(zeugma::Crossover),
}

/// Every strategy; reading this table tells how they differ.
pub fn strategies() -> &'static [StrategyInfo] {
    &[
        StrategyInfo {
            name: "random",
            origin: "generator-based random testing",
            replay: "linear",
            selection: "none",
            operators: "random bytes",
            feedback: "branches covered",
            settings: &[],
            kind: Kind::Random,
        },
        StrategyInfo {
            name: "zest",
            origin: "Zest, as The Havoc Paradox describes it",
            replay: "linear",
            selection: "round-robin, 50 * coverage / total children, x20 if favoured",
            operators: "replace region (mutations ~ Geo, mean 8; length mean 4; p = 0.1 zeros)",
            feedback: "new edge, new hit-count bucket, new edge among valid inputs",
            settings: zest::SETTINGS,
            kind: Kind::Zest,
        },
        StrategyInfo {
            name: "ei",
            origin: "JQF's EI, The Havoc Paradox",
            replay: "contextual",
            selection: "as zest",
            operators: "p = 0.5 contextual splice (2..=5 places, 1..=64 bytes), then p = 0.5 mutation \
                        within a call",
            feedback: "as zest",
            settings: ei::SETTINGS,
            kind: Kind::ExecutionIndexing,
        },
        StrategyInfo {
            name: "bediv-simple",
            origin: "BeDivFuzz, as The Havoc Paradox describes it",
            replay: "two sequences, by role",
            selection: "as zest",
            operators: "change or preserve structure, epsilon-greedy (0.2) on new valid paths; p = 0.1 both",
            feedback: "as zest",
            settings: bediv::SETTINGS,
            kind: Kind::BeDiv(bediv::Saves::Simple),
        },
        StrategyInfo {
            name: "bediv-structure",
            origin: "BeDivFuzz, as The Havoc Paradox describes it",
            replay: "two sequences, by role",
            selection: "as zest",
            operators: "as bediv-simple",
            feedback: "as zest, and a new structure",
            settings: bediv::SETTINGS,
            kind: Kind::BeDiv(bediv::Saves::Structure),
        },
        StrategyInfo {
            name: "rlcheck",
            origin: "RLCheck (greybox), as Crossover in Parametric Fuzzing compares with it",
            replay: "guided",
            selection: "none",
            operators: "Monte-Carlo control at every choice (window 5, epsilon 0.25)",
            feedback: "+20 valid with new branches, 0 valid, -1 invalid",
            settings: rlcheck::SETTINGS,
            kind: Kind::RlCheck,
        },
        StrategyInfo {
            name: "zeugma-none",
            origin: "Zeugma-X, Crossover in Parametric Fuzzing",
            replay: "linear",
            selection: "uniform",
            operators: "replace region (operations ~ 1 + Geo, mean 4; length mean 8)",
            feedback: "smallest input per branch",
            settings: zeugma::SETTINGS,
            kind: Kind::Zeugma(zeugma::Crossover::None),
        },
        StrategyInfo {
            name: "zeugma-one-point",
            origin: "Zeugma-1PT, Crossover in Parametric Fuzzing",
            replay: "linear",
            selection: "uniform",
            operators: "as zeugma-none, each operation with p = 0.5 a one-point crossover",
            feedback: "smallest input per branch",
            settings: zeugma::SETTINGS,
            kind: Kind::Zeugma(zeugma::Crossover::OnePoint),
        },
        StrategyInfo {
            name: "zeugma-two-point",
            origin: "Zeugma-2PT, Crossover in Parametric Fuzzing",
            replay: "linear",
            selection: "uniform",
            operators: "as zeugma-none, each operation with p = 0.5 a two-point crossover",
            feedback: "smallest input per branch",
            settings: zeugma::SETTINGS,
            kind: Kind::Zeugma(zeugma::Crossover::TwoPoint),
        },
        StrategyInfo {
            name: "zeugma-linked",
            origin: "Zeugma-Link, Crossover in Parametric Fuzzing",
            replay: "linear",
            selection: "uniform",
            operators: "as zeugma-none, each operation with p = 0.5 a linked crossover",
            feedback: "smallest input per branch",
            settings: zeugma::SETTINGS,
            kind: Kind::Zeugma(zeugma::Crossover::Linked),
        },
    ]
}

impl StrategyName {
    /// The strategy used unless another is asked for.
    #[must_use]
    pub fn preferred() -> Self {
        Self(&strategies()[strategies().len() - 1])
    }

    /// What it goes by.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Its settings, with the papers' values.
    #[must_use]
    pub fn settings(self) -> Settings {
        Settings::defaults(self.0.settings)
    }

    /// A search by this strategy.
    #[must_use]
    pub fn build(self, settings: &Settings) -> Box<dyn Strategy> {
        match self.0.kind {
            Kind::Random => Box::new(random::Random::default()),
            Kind::Zest => Box::new(zest::Zest::new(settings)),
            Kind::ExecutionIndexing => Box::new(ei::ExecutionIndexing::new(settings)),
            Kind::BeDiv(saves) => Box::new(bediv::BeDiv::new(saves, settings)),
            Kind::RlCheck => Box::new(rlcheck::RlCheck::new(settings)),
            Kind::Zeugma(crossover) => Box::new(zeugma::Zeugma::new(crossover, settings)),
        }
    }
}

/// A name that no strategy has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownStrategy {
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no strategy {:?}", self.name)?;
        let distance = |known: &str| edit_distance(&self.name, known);
        if let Some(near) = strategies().iter().map(|info| info.name).min_by_key(|n| distance(n))
            && distance(near) <= near.len() / 2
        {
            write!(f, "; did you mean {near}?")?;
        }
        let names: Vec<_> = strategies().iter().map(|info| info.name).collect();
        write!(f, " (strategies: {})", names.join(", "))
    }
}

impl std::error::Error for UnknownStrategy {}

impl FromStr for StrategyName {
    type Err = UnknownStrategy;

    fn from_str(name: &str) -> Result<Self, UnknownStrategy> {
        let found = strategies().iter().find(|info| info.name == name);
        found.map(Self).ok_or_else(|| UnknownStrategy { name: name.to_owned() })
    }
}

/// How many characters must be inserted, removed or replaced to make one of the other.
fn edit_distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (n, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], n + 1);
        for (m, b) in to.chars().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[m + 1];
            row[m + 1] = replaced.min(row[m] + 1).min(diagonal + 1);
        }
    }
    row[row.len() - 1]
}

#[cfg(test)]
mod testing {
    //! Made-up inputs for the strategies' tests.

    use chiasma_core::{Seed, Source};

    use super::{InputId, Keeping, Run, Strategy};

    /// Gives an input of so many bytes, each a request of its own, to a strategy.
    pub(super) fn keep(strategy: &mut dyn Strategy, bytes: &[u8], run: Run<'_>) {
        let mut source = Source::random(Seed(0));
        source.set_tracing(true);
        source.load(bytes, Seed(0));
        for _ in bytes {
            source.byte();
        }
        strategy.keep(&Keeping { id: InputId(0), trace: source.trace(), run, contextual: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_nearly_right_gets_a_suggestion() {
        let error = "zeugma-liked".parse::<StrategyName>().expect_err("a typo");
        assert!(error.to_string().contains("did you mean zeugma-linked?"), "{error}");
        let error = "afl".parse::<StrategyName>().expect_err("another tool");
        assert!(!error.to_string().contains("did you mean"), "{error}");
        assert!(
            error.to_string().contains("(strategies: random, zest, ei, bediv-simple, "),
            "{error}"
        );
    }
}
