//! Experiment files: what they may say, what is wrong with them, and what is planned of them.

use std::path::Path;
use std::time::Duration;

use chiasma_lab::experiment::{
    Budget, Checkpoint, Correction, Experiment, Heritability, KnownSetting, KnownStrategy, Problem,
    Runner, Surroundings, duration_of,
};

const FULL: &str = r#"
[experiment]
name = "crossover"
trials = 3
time = "60s"
cores = 2
seed = 7
compare_to = "linked"

[[subject]]
name = "boa"
manifest = "boa/Cargo.toml"
property = "evaluates"
defects = "boa/defects.toml"

[[subject]]
name = "roxmltree"
manifest = "roxmltree/Cargo.toml"
property = "parses"
verbatim = "parses_given"

[[strategy]]
name = "zest"

[[strategy]]
name = "zeugma-linked"
label = "linked"
set = { crossover = 0.25, window = 5 }

[[strategy]]
name = "zeugma-none"
subjects = ["boa"]

[[engine]]
name = "libfuzzer"
label = "libfuzzer-bytes"
[engine.targets.roxmltree]
manifest = "roxmltree/fuzz/Cargo.toml"
target = "bytes"

[measure]
heritability = true
mutation_distance = true
checkpoints = ["60s", 100_000, "10s", "10s"]
"#;

fn strategies() -> Vec<KnownStrategy> {
    let setting = |name: &str, max: f64| KnownSetting { name: name.to_owned(), min: 0.0, max };
    ["random", "zest", "zeugma-none", "zeugma-linked"]
        .into_iter()
        .map(|name| KnownStrategy {
            name: name.to_owned(),
            settings: match name {
                "zeugma-linked" => vec![setting("crossover", 1.0), setting("window", 64.0)],
                _ => Vec::new(),
            },
        })
        .collect()
}

fn parse(text: &str) -> Result<Experiment, Vec<Problem>> {
    let surroundings = Surroundings {
        strategies: &strategies(),
        engines: &["libfuzzer"],
        has_file: &|path: &Path| !path.starts_with("missing"),
    };
    Experiment::parse(text, surroundings).map_err(|problems| problems.0)
}

/// What is wrong after one change of the full example: the lines' own texts, and the messages.
#[track_caller]
fn problems_after(old: &str, new: &str) -> Vec<(String, String)> {
    assert!(FULL.contains(old), "{old:?} is not in the example");
    let text = FULL.replacen(old, new, 1);
    let problems = parse(&text).unwrap_err();
    let line_of = |problem: &Problem| text.lines().nth(problem.line - 1).unwrap().to_owned();
    problems.iter().map(|problem| (line_of(problem), problem.message.clone())).collect()
}

#[track_caller]
fn assert_problem(old: &str, new: &str, line: &str, message: &str) {
    assert_eq!(problems_after(old, new), [(line.to_owned(), message.to_owned())]);
}

#[test]
fn a_full_file_says_what_it_says() {
    let experiment = parse(FULL).unwrap();
    assert_eq!(
        (experiment.name.as_str(), experiment.trials, experiment.cores),
        ("crossover", 3, 2)
    );
    assert_eq!(experiment.budget, Budget::Time(Duration::from_secs(60)));
    assert_eq!((experiment.seed, experiment.compare_to.as_str()), (7, "linked"));
    assert_eq!(experiment.subjects[0].defects.as_deref(), Some(Path::new("boa/defects.toml")));
    let labels: Vec<&str> =
        experiment.contenders.iter().map(|contender| contender.label.as_str()).collect();
    assert_eq!(labels, ["zest", "linked", "zeugma-none", "libfuzzer-bytes"]);
    let settings = [("crossover".to_owned(), 0.25), ("window".to_owned(), 5.0)].into();
    assert_eq!(
        experiment.contenders[1].runners["boa"],
        Runner::Strategy { name: "zeugma-linked".to_owned(), settings }
    );
    assert_eq!(
        experiment.measure.heritability,
        Some(Heritability { pairs: 1_000, corpora: "zeugma-none".to_owned() })
    );
    assert_eq!(
        experiment.measure.checkpoints,
        [
            Checkpoint::Time(Duration::from_secs(10)),
            Checkpoint::Time(Duration::from_secs(60)),
            Checkpoint::Executions(100_000)
        ],
        "in order, each once"
    );
}

#[test]
fn the_documented_example_is_right() {
    let source = include_str!("../src/experiment/mod.rs");
    let lines = source.lines().skip_while(|line| !line.ends_with("```toml")).skip(1);
    let example: Vec<&str> = lines
        .take_while(|line| !line.ends_with("```"))
        .map(|line| line.trim_start_matches("//!").trim_start())
        .collect();
    let experiment = parse(&example.join("\n")).unwrap();
    assert_eq!((experiment.name.as_str(), experiment.contenders.len()), ("crossover", 2));
}

#[test]
fn what_is_left_out_has_a_default() {
    let minimal = r#"
        [experiment]
        name = "small"
        trials = 1
        executions = 1000
        [[subject]]
        name = "boa"
        manifest = "boa/Cargo.toml"
        property = "evaluates"
        [[strategy]]
        name = "zest"
    "#;
    let experiment = parse(minimal).unwrap();
    assert_eq!((experiment.cores, experiment.seed, experiment.compare_to.as_str()), (1, 1, "zest"));
    assert_eq!(experiment.measure.checkpoints, [Checkpoint::Executions(1000)]);
    assert_eq!(experiment.measure.heritability, None);
    assert!(experiment.measure.children > 0);
}

#[test]
fn names_that_are_not_there_are_told_with_those_that_are() {
    assert_problem(
        "name = \"zest\"",
        "name = \"zset\"",
        "name = \"zset\"",
        "there is no strategy \"zset\", but \"zest\" \
         (all: random, zest, zeugma-none, zeugma-linked)",
    );
    assert_problem(
        "name = \"libfuzzer\"",
        "name = \"q\"",
        "name = \"q\"",
        "there is no engine \"q\"; there are libfuzzer",
    );
    assert_problem(
        "subjects = [\"boa\"]",
        "subjects = [\"bao\", \"boa\"]",
        "subjects = [\"bao\", \"boa\"]",
        "there is no subject \"bao\"; there are boa, roxmltree",
    );
    assert_problem(
        "[engine.targets.roxmltree]",
        "[engine.targets.roxml]",
        "[engine.targets.roxml]",
        "there is no subject \"roxml\", but \"roxmltree\" (all: boa, roxmltree)",
    );
    assert_problem(
        "compare_to = \"linked\"",
        "compare_to = \"zeugma-linked\"",
        "compare_to = \"zeugma-linked\"",
        "there is no contender \"zeugma-linked\", but \"zeugma-none\" \
         (all: zest, linked, zeugma-none, libfuzzer-bytes)",
    );
}

#[test]
fn another_engine_needs_a_property_that_runs_what_it_finds() {
    assert_problem(
        "verbatim = \"parses_given\"\n",
        "",
        "[engine.targets.roxmltree]",
        "what libfuzzer finds in roxmltree cannot be run: its [[subject]] needs \
         verbatim = \"PROPERTY\", a property that draws from `generators::verbatim()`",
    );
}

#[test]
fn parents_come_from_a_strategy() {
    assert_problem(
        "mutation_distance = true",
        "corpora = \"libfuzzer-bytes\"",
        "corpora = \"libfuzzer-bytes\"",
        "what another engine found has no choices to cross: name a strategy",
    );
}

#[test]
fn settings_are_checked_by_name_and_range() {
    let line = "set = { crossover = 2, window = 5 }";
    let message = "crossover = 2 is out of range: from 0 to 1";
    assert_problem("crossover = 0.25", "crossover = 2", line, message);
    let line = "set = { crosover = 0.25, window = 5 }";
    let message = "there is no setting of zeugma-linked \"crosover\", but \"crossover\" \
                   (all: crossover, window)";
    assert_problem("crossover = 0.25", "crosover = 0.25", line, message);
    let problems = problems_after("name = \"zest\"", "name = \"zest\"\nset = { window = 1 }");
    assert_eq!(problems[0].1, "there is no setting of zest \"window\": there are none");
}

#[test]
fn a_trial_has_one_budget() {
    assert_problem(
        "time = \"60s\"",
        "time = \"60s\"\nexecutions = 5",
        "time = \"60s\"",
        "a trial ends after a time, after a cpu_time or after a number of executions: only one of them",
    );
    assert_problem(
        "time = \"60s\"",
        "time = \"1 minute\"",
        "time = \"1 minute\"",
        "\"1 minute\" is not a time such as 500ms, 60s, 10m or 8h",
    );
    assert_problem(
        "time = \"60s\"",
        "time = \"0s\"",
        "time = \"0s\"",
        "a trial cannot take no time",
    );
    let problems = problems_after("time = \"60s\"", "");
    assert_eq!(problems[0].0, "[experiment]");
    assert!(
        problems[0].1.contains("time = \"60s\", cpu_time = \"60s\", or executions = 1_000_000")
    );
}

#[test]
fn checkpoints_lie_within_a_trial() {
    assert_problem(
        "\"10s\", \"10s\"]",
        "\"2m\"]",
        "checkpoints = [\"60s\", 100_000, \"2m\"]",
        "nothing is known at 2m: a trial ends after 1m",
    );
    let problems = problems_after("\"10s\", \"10s\"]", "true]");
    let expected = "expected a time such as \"60s\", a number of executions, or \"end\"";
    assert_eq!(problems[0].1, expected);
}

#[test]
fn a_trial_may_end_after_processor_time_and_its_checkpoints_are_in_it() {
    let experiment = parse(&FULL.replace("time = \"60s\"", "cpu_time = \"60s\"")).unwrap();
    assert_eq!(experiment.budget, Budget::CpuTime(Duration::from_secs(60)));
    assert!(experiment.measure.checkpoints.contains(&Checkpoint::Time(Duration::from_secs(60))));
    assert_problem(
        "time = \"60s\"",
        "time = \"60s\"\ncpu_time = \"60s\"",
        "time = \"60s\"",
        "a trial ends after a time, after a cpu_time or after a number of executions: only one of them",
    );
    assert_problem(
        "time = \"60s\"",
        "cpu_time = \"12s\"",
        "checkpoints = [\"60s\", 100_000, \"10s\", \"10s\"]",
        "nothing is known at 1m: a trial ends after 12s",
    );
}

#[test]
fn a_subject_may_have_executions_of_its_own_and_marks_may_be_those_of_all_pairs() {
    let text = FULL
        .replace("name = \"boa\"\n", "name = \"boa\"\nexecutions = 5_000\n")
        .replace("\"10s\", \"10s\"]", "\"end\"]")
        .replace("[experiment]\n", "[experiment]\ncorrection = \"pairwise\"\n");
    let experiment = parse(&text).unwrap();
    let budget = |subject: &str| {
        let trials = experiment.plan().trials;
        trials.into_iter().find(|trial| trial.subject == subject).unwrap().budget
    };
    assert_eq!(budget("boa"), Budget::Executions(5_000));
    assert_eq!(budget("roxmltree"), experiment.budget);
    assert_eq!(experiment.correction, Correction::Pairwise);
    assert_eq!(experiment.measure.checkpoints.last(), Some(&Checkpoint::End));
    let problems = problems_after("name = \"boa\"\n", "name = \"boa\"\nexecutions = 0\n");
    assert!(problems[0].1.contains("executions"), "{problems:?}");
}

#[test]
fn files_that_are_not_there_are_told() {
    assert_problem(
        "manifest = \"boa/Cargo.toml\"",
        "manifest = \"missing/Cargo.toml\"",
        "manifest = \"missing/Cargo.toml\"",
        "there is no file missing/Cargo.toml (paths are relative to this file)",
    );
}

#[test]
fn names_fit_into_directories_and_are_given_once() {
    let message = "\"b/oa\": the name of a subject is made of letters, digits, - and _";
    let problems = problems_after("name = \"boa\"", "name = \"b/oa\"");
    assert_eq!(problems[0], ("name = \"b/oa\"".to_owned(), message.to_owned()));
    let problems = problems_after("name = \"roxmltree\"", "name = \"boa\"");
    assert_eq!(problems[0].1, "there are two subjects \"boa\"");
    let problems = problems_after("label = \"linked\"", "label = \"zest\"");
    let message = "two contenders are called \"zest\": give one a label";
    assert!(problems.iter().any(|(_, actual)| actual == message));
}

#[test]
fn words_and_forms_that_toml_or_we_do_not_know_are_told_with_their_line() {
    let problems = problems_after("trials = 3", "trails = 3");
    assert_eq!(problems[0].0, "trails = 3");
    assert!(problems[0].1.contains("unknown field `trails`, expected one of"), "{problems:?}");
    let problems = problems_after("trials = 3", "trials = \"3\"");
    assert_eq!(problems[0].0, "trials = \"3\"");
    assert!(problems[0].1.contains("invalid type: string"), "{problems:?}");
    let problems = problems_after("trials = 3", "trials = ");
    assert_eq!(problems[0].0, "trials = ");
    let problem = &parse("").unwrap_err()[0];
    assert_eq!((problem.line, problem.message.as_str()), (1, "missing field `experiment`"));
}

#[test]
fn all_problems_are_told_at_once_in_the_order_of_the_file() {
    let text = FULL
        .replace("trials = 3", "trials = 0")
        .replace("name = \"zest\"", "name = \"zset\"")
        .replace("60s", "1 minute");
    let problems = parse(&text).unwrap_err();
    let lines: Vec<usize> = problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [4, 5, 23, 44], "{problems:?}");
}

#[test]
fn an_experiment_needs_subjects_and_contenders() {
    let problems = parse("[experiment]\nname = \"e\"\ntrials = 1\ntime = \"1s\"").unwrap_err();
    assert_eq!(problems.len(), 2);
    assert!(problems[0].message.starts_with("there is no subject"), "{problems:?}");
    assert!(problems[1].message.contains("random, zest, zeugma-none"), "{problems:?}");
}

#[test]
fn the_plan_has_every_trial_once_and_goes_round_so_that_half_a_plan_is_balanced() {
    let trials = parse(FULL).unwrap().plan().trials;
    let ids: Vec<&str> = trials.iter().map(|trial| trial.id.as_str()).collect();
    assert_eq!(
        ids[..6],
        [
            "boa.zest.1",
            "boa.linked.1",
            "boa.zeugma-none.1",
            "roxmltree.zest.1",
            "roxmltree.linked.1",
            "roxmltree.libfuzzer-bytes.1",
        ]
    );
    assert_eq!((ids.len(), ids[6]), (18, "boa.zest.2"));
}

#[test]
fn seeds_differ_and_depend_on_the_trial_and_the_experiments_seed_alone() {
    let seeds = |text: &str| -> Vec<(String, u64)> {
        let trials = parse(text).unwrap().plan().trials;
        trials.iter().map(|trial| (trial.id.to_string(), trial.seed)).collect()
    };
    let all = seeds(FULL);
    let mut different: Vec<u64> = all.iter().map(|(_, seed)| *seed).collect();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), all.len());
    assert!(different.iter().all(|&seed| seed < 1 << 48));
    let fewer = seeds(&FULL.replace("[[strategy]]\nname = \"zest\"\n", ""));
    assert!(fewer.len() < all.len() && fewer.iter().all(|trial| all.contains(trial)));
    let others = seeds(&FULL.replace("seed = 7", "seed = 8"));
    assert!(others.iter().all(|trial| !all.contains(trial)));
    // They must not change from one version to the next, or experiments could not be repeated.
    assert_eq!(all[0], ("boa.zest.1".to_owned(), 55_695_471_837_007));
}

#[test]
fn the_duration_is_estimated_from_trials_and_cores() {
    let minute = Duration::from_secs(60);
    let experiment = parse(FULL).unwrap();
    assert_eq!(experiment.estimate(None), Some(9 * minute), "18 trials, two at a time");
    let counted = FULL.replace("time = \"60s\"", "executions = 1_000_000");
    let experiment = parse(&counted.replace("checkpoints", "# checkpoints")).unwrap();
    assert_eq!(experiment.estimate(None), None);
    assert_eq!(experiment.estimate(Some(10_000.0)), Some(15 * minute));
    assert_eq!(duration_of(3, 2, minute), 2 * minute);
    assert_eq!(duration_of(0, 2, minute), Duration::ZERO);
}
