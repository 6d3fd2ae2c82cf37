//! A campaign: what is fuzzed, how and until when, and what it found.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use anyhow::Result;
use chiasma_evolve::{Facts, StrategyName};

use super::Supervisor;
use super::corpus::Corpus;
use super::diagnosis::Diagnosis;
use super::hints::Hints;
use super::intake::Intake;
use crate::clock::Clock;
use crate::event::{FoundFailure, Listener};
use crate::exchange::Exchange;
use crate::property::Property;
use crate::reason::Reasons;
use crate::scratch::Scratch;
use crate::stats::Figures;
use crate::store::Store;
use crate::symbols::Symbols;

/// Limits of every run of a target.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Longest time that one run may take.
    pub timeout: Duration,
    /// Bytes of memory that a worker may use.
    pub memory: u64,
    /// Longest parameter sequence, in bytes.
    pub max_size: u32,
}

/// A campaign for one property.
pub struct Campaign<'c> {
    /// The property that inputs are bred for.
    pub property: &'c Property,
    /// The same in a build that traces comparisons, if hints are wanted.
    pub comparing: Option<Property>,
    /// Its corpus and failures on disk.
    pub store: Store,
    /// The strategy that breeds.
    pub strategy: StrategyName,
    /// The strategy's settings that differ from the default, each as `name=value`; already checked.
    pub settings: Vec<String>,
    /// Seed of all random decisions.
    pub seed: u64,
    /// Number of worker processes.
    pub workers: usize,
    /// Limits of every run.
    pub limits: Limits,
    /// Whether failures are shrunk during the campaign; that takes a processor of its own.
    pub shrinks: bool,
    /// Time after which the campaign ends.
    pub time: Option<Duration>,
    /// What that time is measured by.
    pub clock: Clock,
    /// Runs after which the campaign ends.
    pub executions: Option<u64>,
    /// Minimum number of children reported beside their parents, spread over all runs.
    pub samples: u64,
    /// Set to end the campaign early.
    pub stop: &'c AtomicBool,
    /// Other campaigns for the same property, if there are any.
    pub exchange: Option<Box<dyn Exchange>>,
    /// Receivers of the campaign's events.
    pub listeners: Vec<Box<dyn Listener + 'c>>,
}

/// The result of a campaign.
#[derive(Debug)]
pub struct Summary {
    /// Number of inputs added to the corpus.
    pub kept: u64,
    /// The failures that were found, and not known before.
    pub failures: Vec<FoundFailure>,
    /// The figures at its end.
    pub figures: Figures,
}

impl Campaign<'_> {
    /// Runs it to its end.
    pub fn run(mut self) -> Result<Summary> {
        self.store.prepare()?;
        let directory = Scratch::new()?;
        let symbols = Symbols::of(&self.property.binary.executable)?;
        let (sender, receiver) = channel();
        let hints = self.comparing.take().map(Hints::new);
        let (property, limits) = (self.property, self.limits.clone());
        let intake = self.exchange.take().map(|others| Intake::new(others, property, &limits));
        let mut supervisor = Supervisor {
            hints,
            intake,
            campaign: self,
            directory: directory.path().to_owned(),
            symbols,
            facts: Facts::default(),
            sender,
            receiver,
            slots: Vec::new(),
            finished: Vec::new(),
            shrinking: None,
            to_shrink: VecDeque::new(),
            corpus: Corpus::default(),
            reasons: Reasons::default(),
            kept: 0,
            failures: Vec::new(),
            unsaved: Vec::new(),
            diagnosis: Diagnosis::new()?,
            started: Instant::now(),
            past_processor_time: Duration::ZERO,
            repeated: 0,
            failed_starts: 0,
            fingerprint: 0,
            ending: false,
            has_warned_of_coverage: false,
            has_warned_of_calls: false,
            figures: Figures::default(),
        };
        supervisor.run()
    }
}
