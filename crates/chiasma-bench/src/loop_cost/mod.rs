//! What the engine costs: executions a CPU-second of the bare loop, of Chiasma and of libFuzzer, on
//! the same generators and targets.
//!
//! Each line of the contest is a process of its own. Lines are run in turn, several rounds, each round
//! beginning with another line, and every ratio is the median of the rounds' ratios: what slows the
//! machine down for a while slows neighbours alike. A fuzzer is compared with the bare loop *on the
//! inputs that this fuzzer ran*, recorded beforehand: a fuzzer that prefers small inputs is fast
//! without its engine having any part in it.

mod build;
mod contest;
mod lines;
mod processes;
mod report;
mod stages;
mod subjects;
pub mod wrapper;

use anyhow::Result;

use chiasma_evolve::{StrategyName, strategies};

use build::Tools;
use contest::Contest;
use lines::Fuzzer;
use report::Report;
use stages::Stages;
use subjects::{SUBJECTS, Subject};

/// What to measure, and how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// What to compare.
    pub question: Question,
    /// How many CPU-seconds a fuzzer gets on each target, all rounds together.
    pub seconds: u32,
    /// Who reads the result.
    pub form: Form,
}

/// What is compared with what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The engine with the bare loop and with libFuzzer, on every target.
    Engines,
    /// All strategies with one another, on one target, without those that need a target with mutants.
    Strategies,
    /// The default beside linked crossover, on one target.
    Default,
}

impl Question {
    fn fuzzers(self) -> Vec<Fuzzer> {
        match self {
            Self::Engines => vec![
                Fuzzer::Chiasma(PLAIN_STRATEGY),
                Fuzzer::Chiasma("zeugma-linked"),
                Fuzzer::LibFuzzer,
            ],
            Self::Default => {
                let default = StrategyName::preferred().name();
                [PLAIN_STRATEGY, "zeugma-linked", default].map(Fuzzer::Chiasma).into()
            }
            Self::Strategies => {
                let all = strategies().iter().map(|strategy| strategy.name);
                all.filter(|name| !watches_mutants(name)).map(Fuzzer::Chiasma).collect()
            }
        }
    }

    fn subjects(self) -> &'static [Subject] {
        match self {
            Self::Engines => &SUBJECTS,
            Self::Strategies | Self::Default => &SUBJECTS[..1],
        }
    }
}

fn watches_mutants(strategy: &str) -> bool {
    strategy.parse().is_ok_and(StrategyName::watches_mutants)
}

/// The strategy with the least to do, which the others are compared with.
const PLAIN_STRATEGY: &str = "zeugma-none";

/// What the result looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A table for people.
    Table,
    /// One JSON object.
    Json,
}

/// Builds everything, measures, and prints.
pub fn print(options: Options) -> Result<()> {
    let fuzzers = options.question.fuzzers();
    let tools = Tools::build(&fuzzers)?;
    let mut reports = Vec::new();
    for subject in options.question.subjects() {
        let contest = Contest::prepare(&tools, subject, &fuzzers, options.seconds)?;
        let stages = Stages::measure(&contest)?;
        reports.push(Report::of(subject, contest.run()?, stages));
    }
    match options.form {
        Form::Table => reports.iter().for_each(Report::print),
        Form::Json => println!("{}", Report::json(&reports)),
    }
    Ok(())
}
