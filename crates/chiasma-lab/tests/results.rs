//! The files of a results directory: written whole, read as far as they are whole, resumable.

mod sample;

use std::fs;
use std::path::Path;

use chiasma_lab::experiment::{Experiment, Trial};
use chiasma_lab::measures::{Covered, Moment};
use chiasma_lab::results::{
    Child, Code, Directory, ExtraRuns, FailureLine, InputLine, ResultsError, TrialOutcome,
    aggregate,
};

const END: TrialOutcome = TrialOutcome::Finished { end: Moment { seconds: 60.0, runs: 5_000 } };

fn begin(path: &Path, experiment: &Experiment) -> Directory {
    Directory::begin(path, experiment).unwrap()
}

fn first(experiment: &Experiment) -> Trial {
    experiment.plan().trials[0].clone()
}

fn input(seconds: f64, edges: &[u32]) -> InputLine {
    InputLine {
        killed: None,
        at: Moment { seconds, runs: seconds as u64 * 100 },
        application: Covered::Edges(edges.to_vec()),
        all: Covered::Total(edges.len() as u64 * 10),
    }
}

#[test]
fn what_is_written_is_read_again() {
    let place = tempfile::tempdir().unwrap();
    let experiment = sample::experiment(2);
    let directory = begin(place.path(), &experiment);
    let trial = first(&experiment);
    let failure = FailureLine {
        at: Moment { seconds: 2.0, runs: 200 },
        identity: "panic at a.rs:1".to_owned(),
        defect: None,
    };
    let child = Child { distance: 0.25, saved: true, parent_valid: true, valid: false };
    directory.write_inputs(&trial.id, &[input(1.0, &[1, 2]), input(2.0, &[2, 3])]).unwrap();
    directory.write_failures(&trial.id, &[failure]).unwrap();
    directory.write_children(&trial.id, &[child]).unwrap();
    directory.write_outcome(&trial, &END).unwrap();
    let results = directory.load().unwrap();
    assert_eq!(results.skipped, []);
    assert_eq!(results.trials.len(), experiment.plan().trials.len());
    let result = results.trials.iter().find(|result| result.trial == trial).unwrap();
    assert_eq!(result.outcome, Some(END));
    assert_eq!(result.curve(Code::Application).unwrap().total(), 3);
    assert_eq!(result.curve(Code::All).unwrap().total(), 20);
    let totals: Vec<&Covered> = result.inputs.iter().map(|input| &input.application).collect();
    assert_eq!(
        totals,
        [&Covered::Total(2), &Covered::Total(3)],
        "edges are counted once, at reading"
    );
    assert_eq!(
        result.detections()[0].defect,
        "panic at a.rs:1",
        "unknown defects have an identity"
    );
    assert_eq!(result.children, [child]);
    assert_eq!((result.zero_mutations(), result.validity_preserved()), (Some(0.0), Some(0.0)));
}

#[test]
fn the_files_are_as_documented() {
    let place = tempfile::tempdir().unwrap();
    let experiment = sample::experiment(1);
    let directory = begin(place.path(), &experiment);
    let trial = first(&experiment);
    directory.write_inputs(&trial.id, &[input(1.0, &[1, 2])]).unwrap();
    directory.write_outcome(&trial, &END).unwrap();
    let read = |name: &str| fs::read_to_string(directory.trial_path(&trial.id).join(name)).unwrap();
    let line = "{\"seconds\":1.0,\"runs\":100,\"application\":[1,2],\"all\":20}\n";
    assert_eq!(read("inputs.jsonl"), line);
    let file: serde_json::Value = serde_json::from_str(&read("trial.json")).unwrap();
    assert_eq!((&file["outcome"], &file["runs"]), (&"finished".into(), &5_000.into()));
    assert_eq!(file["trial"]["id"], "boa.random.1");
    assert_eq!(file["trial"]["budget"]["time"], 60.0);
    let crash = TrialOutcome::Crashed { message: "no space left on device".to_owned() };
    directory.write_outcome(&trial, &crash).unwrap();
    let file: serde_json::Value = serde_json::from_str(&read("trial.json")).unwrap();
    assert_eq!(
        (&file["outcome"], &file["message"]),
        (&"crashed".into(), &"no space left on device".into())
    );
}

#[test]
fn a_line_that_a_kill_cut_off_is_left_out_and_told() {
    let place = tempfile::tempdir().unwrap();
    let experiment = sample::experiment(1);
    let directory = begin(place.path(), &experiment);
    let trial = first(&experiment);
    directory.write_outcome(&trial, &END).unwrap();
    let path = directory.trial_path(&trial.id).join("inputs.jsonl");
    let whole = "{\"seconds\":1.0,\"runs\":100,\"application\":7,\"all\":20}\n";
    fs::write(&path, format!("{whole}{}", &whole[..30])).unwrap();
    let results = directory.load().unwrap();
    let result = results.trials.iter().find(|result| result.trial == trial).unwrap();
    assert_eq!(result.curve(Code::Application).unwrap().total(), 7);
    assert_eq!((results.skipped.len(), results.skipped[0].line), (1, 2));
    assert_eq!(results.skipped[0].path, path);
    // Not even text, as after a power failure.
    fs::write(&path, [b"\0\0\xff\n", whole.as_bytes()].concat()).unwrap();
    let results = directory.load().unwrap();
    assert_eq!((results.skipped.len(), results.skipped[0].line), (1, 1));
}

#[test]
fn an_interrupted_experiment_goes_on_where_it_was() {
    let place = tempfile::tempdir().unwrap();
    let experiment = sample::experiment(2);
    let directory = begin(place.path(), &experiment);
    let trials = experiment.plan().trials;
    let crashed = TrialOutcome::Crashed { message: "killed".to_owned() };
    let not_built = TrialOutcome::NotBuilt { message: "error: no such crate".to_owned() };
    directory.write_outcome(&trials[0], &END).unwrap();
    directory.write_outcome(&trials[1], &crashed).unwrap();
    directory.write_outcome(&trials[3], &not_built).unwrap();
    // This one was running when the power went: it has data, and no outcome.
    directory.write_inputs(&trials[2].id, &[input(1.0, &[1])]).unwrap();
    let standing = begin(place.path(), &experiment).standing().unwrap();
    assert_eq!(standing.finished, trials[..1]);
    assert_eq!(standing.failed, [trials[1].clone(), trials[3].clone()]);
    assert_eq!(standing.open.len(), trials.len() - 3);
    assert_eq!(standing.open[0], trials[2]);
}

#[test]
fn an_experiment_may_grow_and_may_not_change() {
    let place = tempfile::tempdir().unwrap();
    let small = sample::experiment(1);
    let directory = begin(place.path(), &small);
    directory.write_outcome(&first(&small), &END).unwrap();
    let grown = begin(place.path(), &sample::experiment(3)).standing().unwrap();
    assert_eq!(grown.finished, [first(&small)]);
    let changed = Experiment { seed: 2, ..small };
    let error = Directory::begin(place.path(), &changed).unwrap_err();
    assert!(matches!(error, ResultsError::OtherExperiment { .. }));
    assert!(error.to_string().contains("boa.random.1 was run with other settings"), "{error}");
}

#[test]
fn what_is_no_results_directory_is_told() {
    let place = tempfile::tempdir().unwrap();
    let error = Directory::open(place.path()).load().unwrap_err().to_string();
    assert!(
        error.contains("plan.json") && error.contains("no directory of an experiment"),
        "{error}"
    );
    fs::write(place.path().join("plan.json"), "{").unwrap();
    let error = Directory::open(place.path()).load().unwrap_err().to_string();
    assert!(error.contains("plan.json is not what it should be"), "{error}");
}

#[test]
fn what_cannot_be_written_is_an_error_and_leaves_the_old_file() {
    let place = tempfile::tempdir().unwrap();
    let experiment = sample::experiment(1);
    let directory = begin(place.path(), &experiment);
    let trial = first(&experiment);
    directory.write_inputs(&trial.id, &[input(1.0, &[1])]).unwrap();
    // A directory where the file should be cannot be replaced by a file.
    let blocked = directory.trial_path(&trial.id).join("trial.json");
    fs::create_dir(&blocked).unwrap();
    let error = directory.write_outcome(&trial, &END).unwrap_err().to_string();
    assert!(error.starts_with("cannot write") && error.contains("trial.json"), "{error}");
    let names: Vec<_> = fs::read_dir(directory.trial_path(&trial.id))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(names.iter().all(|name| !name.contains("partial")), "{names:?}");
}

#[test]
fn the_aggregate_has_every_trial_and_is_the_same_each_time() {
    let place = tempfile::tempdir().unwrap();
    let experiment = sample::experiment(2);
    let results = sample::results_with_trouble(&experiment);
    let directory = begin(place.path(), &experiment);
    let read = || fs::read_to_string(place.path().join("results.csv")).unwrap();
    directory.write_aggregate(&results).unwrap();
    let once = read();
    directory.write_aggregate(&results).unwrap();
    assert_eq!(once, read());
    for line in [
        "trial,subject,contender,number,measure,at,value",
        "boa.zest.1,boa,zest,1,outcome,,crashed",
        "boa.zest.1,boa,zest,1,message,,cannot write inputs.jsonl: no space left on device",
        "grass.ei.2,grass,ei,2,outcome,,not_built",
        "roxmltree.random.2,roxmltree,random,2,outcome,,not_run",
        "boa.zest.2,boa,zest,2,outcome,,finished",
    ] {
        assert!(once.lines().any(|actual| actual == line), "no {line}");
    }
    let rows = aggregate(&results);
    assert_eq!(rows.len() + 1, once.lines().count());
    let at = |trial: &str, at: &str| {
        let of = |row: &&chiasma_lab::results::Row| {
            row.trial == trial && row.measure == "covered_application" && row.at == at
        };
        rows.iter().find(of).map(|row| row.value.parse::<u64>().unwrap())
    };
    assert!(at("boa.ei.1", "10s") < at("boa.ei.1", "1m"));
    assert!(at("boa.ei.1", "100000 runs").is_some());
    assert_eq!(at("boa.zest.1", "10s"), None, "what crashed is not counted");
    let trials: Vec<&str> = rows.iter().map(|row| row.trial.as_str()).collect();
    assert!(trials.is_sorted());
}

#[test]
fn the_campaigns_last_word_is_taken_from_its_own_statistics() {
    let place = tempfile::tempdir().unwrap();
    let experiment = sample::experiment(1);
    let directory = begin(place.path(), &experiment);
    let trial = first(&experiment);
    directory.write_outcome(&trial, &END).unwrap();
    // As `cargo chiasma fuzz --stats` writes them.
    let lines = [
        r#"{"kind":"kept","name":"a","covered":3,"property":"p"}"#,
        r#"{"kind":"progress","seconds":1.0,"runs":10,"valid_share":0.5,"operators":[],"diversity":[]}"#,
        r#"{"kind":"final","seconds":2.0,"runs":20,"valid_share":0.75,"property":"p","edges":9,
            "operators":[{"name":"mutation","children":20,"kept":2}],"diversity":[3.0,2.0,1.5]}"#,
    ];
    let text = lines.map(|line| line.replace('\n', "")).join("\n");
    fs::write(directory.trial_path(&trial.id).join("stats.jsonl"), text).unwrap();
    let results = directory.load().unwrap();
    let stats = results.of("boa", "random").next().unwrap().stats.clone().unwrap();
    assert_eq!((stats.valid_share, stats.diversity), (0.75, vec![3.0, 2.0, 1.5]));
    assert_eq!((stats.operators[0].kept, stats.extra_runs), (2, ExtraRuns::default()));
}
