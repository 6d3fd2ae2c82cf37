//! The corpus that every strategy keeps on a made-up target, at equal seed and executions, is stored as
//! a fingerprint. A change of the engine that is not meant to change any search leaves all of them as
//! they are; one that is says so by storing new ones. (So does one that moves lines of this file: swarm testing, a part of
//! `chiasma`, knows choices by their place in the source.)

use std::fmt::Write as _;
use std::path::Path;

use chiasma_core::{Seed, Source};
use chiasma_evolve::{
    Counters, Evolution, Host, Loaded, MutantId, MutantResults, Outcome, StrategyName, Verdict,
    strategies,
};

const RUNS: u64 = 4_000;
const STORED: &str = "tests/fingerprints.txt";
/// Set to write the fingerprints as they are now.
const STORE: &str = "CHIASMA_STORE_FINGERPRINTS";

/// An expression of a small language: what is drawn, and which branches of its interpreter it takes.
enum Expression {
    Number(i32),
    Name(usize),
    Operation(usize, Box<Expression>, Box<Expression>),
    Block(Vec<Expression>),
}

fn expression(s: &mut Source) -> Expression {
    match s.weighted_index(&[4, 3, 2, 1]) {
        0 => {
            // A fraction that the interpreter does not look at: so one path has inputs of many sizes.
            (0..s.length(0..=3)).for_each(|_| _ = s.index(10));
            Expression::Number(s.int(-1_000..=1_000))
        }
        1 => Expression::Name(s.index(8)),
        2 => {
            let operator = s.index(4);
            Expression::Operation(
                operator,
                Box::new(s.draw(expression)),
                Box::new(s.draw(expression)),
            )
        }
        _ => Expression::Block((0..s.length(0..=4)).map(|_| s.draw(expression)).collect()),
    }
}

/// What the interpreter made of an expression.
enum Stop {
    /// A name that stands for nothing.
    Unknown,
    /// A division by zero: the defect.
    Division,
}

/// Interprets, and counts the branches taken.
fn interpret(expression: &Expression, depth: usize, edges: &mut [u8; 256]) -> Result<i32, Stop> {
    let mut pass = |edge: usize| edges[edge] = edges[edge].saturating_add(1);
    pass(depth.min(15));
    match expression {
        Expression::Number(number) => {
            pass(
                16 + (number.unsigned_abs() as usize)
                    .checked_ilog2()
                    .map_or(0, |log| 1 + log as usize),
            );
            Ok(*number)
        }
        Expression::Name(name) => {
            pass(32 + name);
            if *name < 7 { Ok(*name as i32) } else { Err(Stop::Unknown) }
        }
        Expression::Operation(operator, left, right) => {
            pass(48 + operator);
            let left = interpret(left, depth + 1, edges)?;
            let right = interpret(right, depth + 1, edges)?;
            edges[64 + operator * 8 + usize::from(left < right) * 4 + usize::from(left == 0)] = 1;
            Ok(match operator {
                0 => left.wrapping_add(right),
                1 => left.wrapping_mul(right),
                2 => left.checked_rem(right).ok_or(Stop::Division)?,
                _ => left.min(right),
            })
        }
        Expression::Block(inner) => {
            pass(96 + inner.len());
            let mut last = 0;
            for expression in inner {
                last = interpret(expression, depth + 1, edges)?;
                let edge = &mut edges[128 + (last.unsigned_abs() as usize % 64)];
                *edge = edge.saturating_add(1);
            }
            Ok(last)
        }
    }
}

struct Interpreter {
    edges: [u8; 256],
}

impl Host for Interpreter {
    fn run(&mut self, source: &mut Source, _: Loaded<'_>) -> Outcome {
        let expression = source.draw(expression);
        self.edges = [0; 256];
        match interpret(&expression, 0, &mut self.edges) {
            Ok(_) => Outcome::Valid,
            Err(Stop::Unknown) => Outcome::Invalid,
            Err(Stop::Division) => Outcome::Failure,
        }
    }

    fn generate(&mut self, source: &mut Source) {
        source.draw(expression);
    }

    fn counters(&mut self) -> &Counters {
        &self.edges
    }

    fn ticks(&self) -> u64 {
        0
    }

    /// Each operator that was met has a mutant.
    fn reached(&mut self, reached: &mut Vec<MutantId>) {
        let met = |operator: &MutantId| self.edges[48 + *operator as usize] > 0;
        reached.extend((0..4).filter(met));
    }

    /// It takes a left operand of 0 that is less than the right one to notice a mutant.
    fn try_mutants(&mut self, _: &[u8], mutants: &[MutantId], results: &mut MutantResults) {
        let noticed = |operator: &MutantId| self.edges[64 + *operator as usize * 8 + 5] > 0;
        results.killed.extend(mutants.iter().copied().filter(noticed));
    }

    fn ignore(&mut self, edge: usize) {
        panic!("edge {edge} flickers, and the target is deterministic");
    }
}

/// FNV-1a.
fn hash(hash: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(hash, step)
}

// Imported here: `expression` stays at its lines, which are the identity of its call sites.
use chiasma_evolve::{BranchTarget, Facts, TypeDistance, TypeFacts};

/// What is known of the interpreter: its branches depend on expressions.
fn facts() -> Facts {
    let distance = TypeDistance { name: "Expression".into(), distance: 2.0 };
    let branches = vec![BranchTarget { edges: vec![255], types: vec![0] }];
    let types = Some(TypeFacts { distances: vec![distance], branches });
    Facts { types, ..Facts::default() }
}

/// What a campaign of a strategy keeps: a line of the stored file.
fn fingerprint(name: &str) -> String {
    let strategy: StrategyName = name.parse().unwrap();
    let settings = strategy.settings();
    let mut evolution = Evolution::with_facts(strategy, &settings, &facts(), 2_000, Seed(11));
    let mut host = Interpreter { edges: [0; 256] };
    let (mut corpus, mut kept, mut smaller) = (0xcbf2_9ce4_8422_2325, 0, 0);
    for run in 0..RUNS {
        let Some(keeps) = evolution.step(&mut host).kept else { continue };
        let recording = evolution.source().recording();
        corpus = hash(hash(corpus, &run.to_le_bytes()), recording);
        match keeps.verdict {
            Verdict::New => kept += 1,
            _ => smaller += 1,
        }
    }
    let (search, counts) = (evolution.search(), evolution.counts());
    format!(
        "{name:16} corpus {corpus:016x} of {kept:3} new {smaller:3} smaller, {:3} breed, {:3} edges, \
         {:4} valid\n",
        search.population(),
        search.covered(),
        counts.valid,
    )
}

#[test]
fn every_strategy_keeps_the_corpus_that_is_stored() {
    let mut now = String::new();
    strategies().iter().for_each(|strategy| now += &fingerprint(strategy.name));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(STORED);
    if std::env::var_os(STORE).is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap();
    if now == stored {
        return;
    }
    let mut differing = String::new();
    for line in now.lines().filter(|line| !stored.lines().any(|stored| stored == *line)) {
        let name = line.split(' ').next().unwrap();
        let before = stored.lines().find(|stored| stored.split(' ').next() == Some(name));
        writeln!(differing, "was {}\nis  {line}", before.unwrap_or("not stored")).unwrap();
    }
    panic!(
        "searches differ from those stored:\n{differing}If that is meant, run with {STORE}=1 and commit {STORED}."
    );
}

#[test]
fn no_two_strategies_keep_the_same_corpus() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(STORED);
    let stored = std::fs::read_to_string(path).unwrap();
    let mut corpora: Vec<&str> =
        stored.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert_eq!(corpora.len(), strategies().len(), "{stored}");
    corpora.sort_unstable();
    corpora.dedup();
    // `zest-strings` is `zest` where no string is drawn, and `grammar-baseline` is `random` where there is
    // no grammar with probabilities.
    assert_eq!(corpora.len(), strategies().len() - 2, "{stored}");
}
