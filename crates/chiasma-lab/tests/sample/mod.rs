//! Made-up results that look like those of an experiment, the same each time.

#![allow(dead_code, unreachable_pub, reason = "each test takes what it needs")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use chiasma_core::{Rng, Seed};
use chiasma_lab::experiment::{
    Budget, Checkpoint, Contender, Correction, Experiment, Measure, Runner, Subject, Trial,
};
use chiasma_lab::measures::{Covered, Moment};
use chiasma_lab::results::{
    Child, ExtraRuns, FailureLine, Figures, HeritabilityLine, InputLine, OperatorFigures,
    PhaseSeconds, PlanFile, Results, TrialOutcome, TrialResult,
};

pub const SUBJECTS: [&str; 3] = ["boa", "roxmltree", "grass"];
pub const CONTENDERS: [&str; 5] = ["random", "zest", "ei", "zeugma-linked", "libfuzzer-bytes"];
const SECONDS: f64 = 60.0;

/// An experiment with three subjects, five contenders and this number of trials; libFuzzer has a target for two.
pub fn experiment(trials: u32) -> Experiment {
    let subjects = SUBJECTS.map(|name| Subject {
        executions: None,
        name: name.to_owned(),
        manifest: PathBuf::from(format!("{name}/Cargo.toml")),
        property: "parses".to_owned(),
        verbatim: None,
        defects: None,
        application: Vec::new(),
        trace_crates: Vec::new(),
    });
    let contenders = CONTENDERS.map(|label| {
        let on = |subject: &&str| label != "libfuzzer-bytes" || *subject != "grass";
        let runner = Runner::Strategy { name: label.to_owned(), settings: BTreeMap::new() };
        let runners = SUBJECTS.iter().copied().filter(on);
        Contender {
            label: label.to_owned(),
            runners: runners.map(|subject| (subject.to_owned(), runner.clone())).collect(),
        }
    });
    let seconds = |seconds: u64| Checkpoint::Time(Duration::from_secs(seconds));
    Experiment {
        name: "sample".to_owned(),
        trials,
        budget: Budget::Time(Duration::from_secs_f64(SECONDS)),
        cores: 2,
        seed: 1,
        correction: Correction::Reference,
        compare_to: "zeugma-linked".to_owned(),
        subjects: subjects.into(),
        contenders: contenders.into(),
        measure: Measure {
            heritability: None,
            children: 400,
            kills: true,
            checkpoints: vec![seconds(10), seconds(60), Checkpoint::Executions(100_000)],
        },
        known_defects: BTreeMap::new(),
    }
}

/// Results in which every trial of an experiment finished.
pub fn results(experiment: &Experiment) -> Results {
    let plan = PlanFile::from(experiment);
    let mut trials: Vec<TrialResult> = plan.trials.iter().map(finished).collect();
    trials.sort_by(|a, b| a.trial.in_tables(&b.trial));
    Results { heritability: heritability(), skipped: Vec::new(), plan, trials }
}

/// The same, where one trial crashed, one subject did not build for one contender, and one was not run.
pub fn results_with_trouble(experiment: &Experiment) -> Results {
    let mut results = results(experiment);
    for result in &mut results.trials {
        let trial = &result.trial;
        let outcome = match (trial.subject.as_str(), trial.contender.as_str(), trial.number) {
            ("boa", "zest", 1) => Some(TrialOutcome::Crashed {
                message: "cannot write inputs.jsonl: no space left on device".to_owned(),
            }),
            ("grass", "ei", _) => Some(TrialOutcome::NotBuilt {
                message:
                    "error[E0432]: unresolved import `grass::from_string`\n --> tests/grass.rs:3:5"
                        .to_owned(),
            }),
            ("roxmltree", "random", 2) => None,
            _ => continue,
        };
        *result = TrialResult { outcome, ..nothing(trial) };
    }
    results
}

/// A trial without results.
pub fn nothing(trial: &Trial) -> TrialResult {
    TrialResult {
        trial: trial.clone(),
        outcome: None,
        inputs: Vec::new(),
        failures: Vec::new(),
        children: Vec::new(),
        stats: None,
    }
}

fn finished(trial: &Trial) -> TrialResult {
    let mut rng = Rng::new(Seed(trial.seed));
    let skill = CONTENDERS.iter().position(|label| *label == trial.contender).unwrap_or(0) as f64;
    let size =
        800.0 * (1.0 + SUBJECTS.iter().position(|name| *name == trial.subject).unwrap() as f64);
    let rate = 3_000.0 + 400.0 * skill + rng.up_to(400) as f64;
    let luck = 0.94 + 0.12 * unit(&mut rng);
    let mut inputs = Vec::new();
    let mut seconds = 0.05;
    while seconds < SECONDS {
        let reached = 1.0 - (-(seconds / 4.0).powf(0.4) * (0.5 + skill / 6.0)).exp();
        let covered = (size * luck * reached) as u64;
        inputs.push(InputLine {
            at: Moment { seconds, runs: (seconds * rate) as u64 },
            application: Covered::Total(covered),
            all: Covered::Total(covered * 2 + 300),
            killed: Some((0..(20.0 * reached) as u32).collect()),
        });
        seconds *= 1.0 + 0.12 * unit(&mut rng);
    }
    let end = Moment { seconds: SECONDS, runs: (SECONDS * rate) as u64 };
    TrialResult {
        outcome: Some(TrialOutcome::Finished { end }),
        inputs,
        failures: failures(trial, skill, rate, &mut rng),
        children: (0..400).map(|_| child(skill, &mut rng)).collect(),
        stats: Some(stats(skill, end.runs)),
        ..nothing(trial)
    }
}

fn failures(trial: &Trial, skill: f64, rate: f64, rng: &mut Rng) -> Vec<FailureLine> {
    let mut failures = Vec::new();
    for (at, difficulty) in [0.1, 0.5, 0.95].into_iter().enumerate() {
        if unit(rng) * (1.0 + skill / 3.0) < difficulty {
            continue;
        }
        let seconds = SECONDS * difficulty * unit(rng);
        failures.push(FailureLine {
            at: Moment { seconds, runs: (seconds * rate) as u64 },
            identity: format!("panic at src/{}.rs:{}:9", trial.subject, 100 * (at + 1)),
            defect: (at != 1).then(|| format!("{}-{at}", trial.subject)),
        });
    }
    failures
}

fn child(skill: f64, rng: &mut Rng) -> Child {
    let is_zero = unit(rng) < 0.3 / (1.0 + skill);
    let small = unit(rng).powf(1.0 + skill) * 0.9 + 0.05;
    let distance = if is_zero { 0.0 } else { small };
    let saved = !is_zero && unit(rng) < 0.15 * (1.2 - small);
    Child {
        distance,
        saved,
        parent_valid: unit(rng) < 0.8,
        valid: unit(rng) < 0.9 - 0.5 * distance,
    }
}

fn stats(skill: f64, runs: u64) -> Figures {
    let operator = |name: &str, children: u64, kept: u64| OperatorFigures {
        name: name.to_owned(),
        children,
        kept,
    };
    Figures {
        valid_share: 0.3 + skill / 10.0,
        operators: if skill == 0.0 {
            Vec::new()
        } else {
            vec![operator("mutation", runs / 2, 180), operator("linked crossover", runs / 2, 320)]
        },
        diversity: vec![500.0 + 100.0 * skill, 210.0 + 20.0 * skill, 120.5],
        phases: PhaseSeconds {
            modify: 1.5 + skill,
            generate: 20.0,
            run: 36.0 - skill,
            scan: 1.0,
            confirm: 1.0,
            trace: 0.25,
            send: 0.25,
        },
        extra_runs: ExtraRuns { confirmations: 90, traces: 10, repeated: 0, hints: 0 },
        ..Figures::default()
    }
}

fn heritability() -> Vec<HeritabilityLine> {
    let mut rng = Rng::new(Seed(3));
    let mut lines = Vec::new();
    for subject in SUBJECTS {
        let operators = [
            ("one-point crossover", 0.2),
            ("two-point crossover", 0.2),
            ("linked crossover", 0.7),
            ("contextual splice", 0.65),
        ];
        for (operator, mean) in operators {
            for pair in 0..200 {
                lines.push(HeritabilityLine {
                    subject: subject.to_owned(),
                    operator: operator.to_owned(),
                    pair,
                    rate: (mean + 0.4 * (unit(&mut rng) - 0.5)).clamp(0.0, 1.0),
                    hybrid: unit(&mut rng) < mean * 0.6 + 0.2,
                });
            }
        }
    }
    lines
}

fn unit(rng: &mut Rng) -> f64 {
    rng.up_to(1 << 30) as f64 / f64::from(1 << 30)
}
