//! Experiments, run by the real command.

mod support;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use support::Project;

/// An experiment on the maze with this many trials, and on the other subjects given.
fn experiment(project: &Project, trials: u32, more: &str) {
    let text = format!(
        r#"
        [experiment]
        name = "maze"
        trials = {trials}
        executions = 4_000
        cores = 2

        [[subject]]
        name = "maze"
        manifest = "Cargo.toml"
        property = "is_quick"

        [[strategy]]
        name = "zeugma-linked"
        [[strategy]]
        name = "ei"
        label = "indexed"
        set = {{ mean-mutations = 2 }}

        [measure]
        heritability = true
        pairs = 50
        children = 200
        checkpoints = [500, 4_000]
        {more}"#
    );
    fs::write(project.directory.join("experiment.toml"), text).unwrap();
}

/// Compares the tables of two experiments row by row. If they differ, shows the first rows that do, and
/// why trials did not finish.
fn assert_same_results(directory: &Path, expected: &Path) {
    let table = |of: &Path| fs::read_to_string(of.join("results.csv")).unwrap();
    let (table, expected_table) = (table(directory), table(expected));
    if table == expected_table {
        return;
    }
    let missing = |from: &str, of: &str| -> String {
        let rows = of.lines().filter(|row| !from.lines().any(|other| other == *row));
        rows.take(5).map(|row| format!("  {row}\n")).collect()
    };
    panic!(
        "{} differs from {}\nrows that are new:\n{}rows that are missing:\n{}{}",
        directory.display(),
        expected.display(),
        missing(&expected_table, &table),
        missing(&table, &expected_table),
        unfinished(directory) + &unfinished(expected),
    );
}

/// The files of the trials that did not finish: they say why.
fn unfinished(directory: &Path) -> String {
    let trials = fs::read_dir(directory.join("trials")).unwrap();
    let files = trials.map(|trial| trial.unwrap().path().join("trial.json"));
    let texts = files.map(|file| (fs::read_to_string(&file).unwrap_or_default(), file));
    texts
        .filter(|(text, _)| !text.contains("\"outcome\": \"finished\""))
        .map(|(text, file)| format!("{}: {text}\n", file.display()))
        .collect()
}

#[test]
fn an_experiment_that_is_killed_three_times_ends_with_the_same_results() {
    let maze = Project::copy("maze", "lab");
    experiment(&maze, 3, "");
    let whole = maze.run(["lab", "run", "experiment.toml", "--out", "whole"]);
    assert_eq!(whole.code, Some(0), "{}", whole.output());
    let results = fs::read_to_string(maze.directory.join("whole/results.csv")).unwrap();
    assert_eq!(results.matches(",outcome,,finished").count(), 6, "{}", whole.output());
    for row in ["maze.indexed.3,maze,indexed,3,covered_all,4000 runs,", ",zero_mutations,,"] {
        assert!(results.contains(row), "no {row} in {results}");
    }
    for _ in 0..3 {
        let mut command = maze.chiasma(["lab", "run", "experiment.toml", "--out", "killed"]);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        // A trial has ended, and others are under way.
        assert!(lines.any(|line| line.unwrap().starts_with('[')));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = maze.run(["lab", "run", "experiment.toml", "--out", "killed"]);
    assert!(last.stderr.contains(" of 6 trials there already"), "{}", last.output());
    assert_eq!(last.code, Some(0), "{}", last.output());
    assert_same_results(&maze.directory.join("killed"), &maze.directory.join("whole"));
    let heritability = |name: &str| {
        fs::read_to_string(maze.directory.join(name).join("heritability.jsonl")).unwrap()
    };
    assert!(heritability("killed") == heritability("whole"), "other children of the same pairs");
    assert!(heritability("whole").contains("linked crossover"));
    let again = maze.run(["lab", "run", "experiment.toml", "--out", "whole"]);
    assert!(again.stderr.contains("6 of 6 trials there already"), "{}", again.output());
    let page = fs::read_to_string(maze.directory.join("whole/report.html")).unwrap();
    assert!(page.contains("</html>") && page.contains("zeugma-linked"));
}

#[test]
fn a_subject_that_does_not_build_is_told_in_the_table_and_the_rest_goes_on() {
    let maze = Project::copy("maze", "lab-broken");
    let broken = Project::copy("broken", "lab-does-not-build");
    let manifest = broken.directory.join("Cargo.toml");
    experiment(
        &maze,
        1,
        &format!(
            "[[subject]]\nname = \"broken\"\nmanifest = {manifest:?}\nproperty = \"any\"\n\
             [[subject]]\nname = \"fails\"\nmanifest = \"Cargo.toml\"\nproperty = \"grows\"\n"
        ),
    );
    let ended = maze.run(["lab", "run", "experiment.toml", "--out", "results"]);
    assert_eq!(ended.code, Some(0), "{}", ended.output());
    let results = fs::read_to_string(maze.directory.join("results/results.csv")).unwrap();
    assert_eq!(results.matches(",outcome,,finished").count(), 4, "{}", ended.output());
    assert_eq!(results.matches(",outcome,,not_built").count(), 2, "{}", ended.output());
    let report = fs::read_to_string(maze.directory.join("results/report.md")).unwrap();
    assert!(report.contains("4 of 6 trials finished"), "{report}");
    failing_inputs_are_replayed(&maze.directory.join("results/trials/fails.indexed.1"));
}

/// What a trial covers is that of its corpus and of its failing inputs, which EI never keeps.
fn failing_inputs_are_replayed(trial: &Path) {
    let lines = |name: &str| fs::read_to_string(trial.join(name)).unwrap();
    let stats = lines("stats.jsonl");
    let of_kind = |kind: &str| stats.matches(&format!("\"kind\":\"{kind}\"")).count();
    let (kept, failures) = (of_kind("kept"), of_kind("failure"));
    assert!(failures > 0, "nothing has failed: {stats}");
    assert_eq!(lines("inputs.jsonl").lines().count(), kept + failures, "{kept} were kept");
}

#[test]
fn a_mistake_in_the_file_is_told_by_line_before_anything_runs() {
    let maze = Project::copy("maze", "lab-mistakes");
    experiment(&maze, 3, "[[strategy]]\nname = \"zset\"\n");
    let ended = maze.run(["lab", "run", "experiment.toml"]);
    assert_eq!(ended.code, Some(2), "{}", ended.output());
    assert!(
        ended.stderr.contains("there is no strategy \"zset\", but \"zest\""),
        "{}",
        ended.output()
    );
    assert!(!maze.directory.join("results").exists());
    experiment(&maze, 3, "");
    let dry = maze.run(["lab", "run", "experiment.toml", "--dry-run"]);
    assert_eq!(dry.code, Some(0), "{}", dry.output());
    assert!(dry.stderr.contains("maze: 6 trials"), "{}", dry.output());
    assert!(!maze.directory.join("results").exists());
}

#[test]
fn a_trial_of_processor_time_ends_when_its_workers_have_taken_it() {
    let maze = Project::copy("maze", "lab-processor-time");
    let experiment = r#"
        [experiment]
        name = "maze"
        trials = 1
        cpu_time = "400ms"

        [[subject]]
        name = "maze"
        manifest = "Cargo.toml"
        property = "is_quick"

        [[strategy]]
        name = "random"
        "#;
    fs::write(maze.directory.join("experiment.toml"), experiment).unwrap();
    let ended = maze.run(["lab", "run", "experiment.toml", "--out", "results"]);
    assert_eq!(ended.code, Some(0), "{}", ended.output());
    let stats = maze.directory.join("results/trials/maze.random.1/stats.jsonl");
    let stats = fs::read_to_string(stats).unwrap();
    let last: serde_json::Value = serde_json::from_str(stats.lines().last().unwrap()).unwrap();
    assert_eq!(last["kind"], "final", "{stats}");
    // It is ended by a supervisor that has to wait for a processor, too.
    let seconds = last["seconds"].as_f64().unwrap();
    assert!((0.4..10.0).contains(&seconds), "{stats}");
    let results = fs::read_to_string(maze.directory.join("results/results.csv")).unwrap();
    assert!(results.contains("covered_all,400ms"), "{results}");
}

/// What the experiment on engines is.
const ENGINES: &str = r#"
    [experiment]
    name = "engines"
    trials = 1
    time = "3s"
    cores = 2

    [[subject]]
    name = "brackets"
    manifest = "Cargo.toml"
    property = "every_document"
    verbatim = "every_given_document"
    application = ["imitation"]
    defects = "defects.toml"

    [[strategy]]
    name = "zeugma-linked"

    [[engine]]
    name = "libfuzzer"
    options = ["-len_control=0"]
    [engine.targets.brackets]
    manifest = "Cargo.toml"
    target = "imitation"
    "#;

/// A defect that the subject has, and one that it has not.
const DEFECTS: &str = r#"
    [[defect]]
    subject = "brackets"
    id = "closed-early"
    identity = "panic at src/lib.rs:10"
    trigger = "[]]"
    difficulty = 1

    [[defect]]
    subject = "brackets"
    id = "never-there"
    identity = "panic at src/lib.rs:99"
    trigger = "[[]]"
    difficulty = 3
    "#;

/// One copy with an experiment of two contenders.
fn engines() -> Project {
    let imitation = Project::copy("imitation", "lab-engine");
    fs::write(imitation.directory.join("experiment.toml"), ENGINES).unwrap();
    fs::write(imitation.directory.join("defects.toml"), DEFECTS).unwrap();
    imitation
}

fn names_that_are_not_there_are_told_by_a_dry_run(imitation: &Project) {
    let mistaken = ENGINES
        .replace("\"every_given_document\"", "\"every_giben_document\"")
        .replace("[\"imitation\"]", "[\"limitation\"]")
        .replace("target = \"imitation\"", "target = \"irritation\"");
    fs::write(imitation.directory.join("mistaken.toml"), mistaken).unwrap();
    let ended = imitation.run(["lab", "run", "mistaken.toml", "--dry-run"]);
    assert_eq!(ended.code, Some(2), "{}", ended.output());
    for problem in [
        "brackets: it does not depend on the crate limitation",
        "brackets: no source of its package has a property every_giben_document",
        "imitation has no fuzz target irritation (it has imitation)",
    ] {
        assert!(ended.stderr.contains(problem), "{problem}\n{}", ended.output());
    }
    let ended = imitation.run(["lab", "run", "experiment.toml", "--dry-run"]);
    assert_eq!(ended.code, Some(0), "{}", ended.output());
    assert!(
        ended.stderr.contains("engines: 2 trials (2 contenders, 1 subject, 1 each)"),
        "{}",
        ended.output()
    );
}

fn triggers_are_checked(imitation: &Project) {
    let ended = imitation.run(["lab", "check", "experiment.toml"]);
    assert_eq!(ended.code, Some(1), "{}", ended.output());
    for line in [
        "brackets/closed-early: panic at src/lib.rs:10",
        "brackets/never-there: NOT panic at src/lib.rs:99, but: it does not fail",
        "1 defect as listed, 1 not",
    ] {
        assert!(ended.stdout.contains(line), "{line}\n{}", ended.output());
    }
}

#[test]
fn another_engine_is_restarted_when_it_dies_and_its_documents_are_run_in_our_build() {
    let imitation = &engines();
    names_that_are_not_there_are_told_by_a_dry_run(imitation);
    triggers_are_checked(imitation);
    let ended = imitation.run(["lab", "run", "experiment.toml", "--out", "results"]);
    assert_eq!(ended.code, Some(0), "{}", ended.output());
    let trial = imitation.directory.join("results/trials/brackets.libfuzzer.1");
    let read = |name: &str| fs::read_to_string(trial.join(name)).unwrap();
    assert!(read("trial.json").contains("\"outcome\": \"finished\""), "{}", read("trial.json"));
    assert_eq!(read("processes").len(), 4, "three deaths, and one that was ended");
    // One that was dropped again, one that is an error, one that fails; the one that is no UTF-8 is no
    // document, and the one that overflows the stack leaves no coverage.
    let inputs = read("inputs.jsonl");
    let runs: Vec<u64> = inputs
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(line["all"].as_array().is_some_and(|edges| !edges.is_empty()), "{inputs}");
            line["runs"].as_u64().unwrap()
        })
        .collect();
    assert_eq!(runs, [10, 100, 250], "{inputs}");
    let failures = read("failures.jsonl");
    assert_eq!(failures.lines().count(), 2, "{failures}");
    assert!(failures.contains("panic at src/lib.rs"), "{failures}");
    assert!(failures.contains("\"identity\":\"stack overflow"), "{failures}");
    assert!(failures.contains("\"runs\":100,"), "of the first process: {failures}");
    let report = fs::read_to_string(imitation.directory.join("results/report.md")).unwrap();
    assert!(report.contains("libfuzzer"), "{report}");
    assert!(
        read("arguments").lines().any(|line| line == "-len_control=0"),
        "{}",
        read("arguments")
    );
    // The application is named, and is the package itself: a crate by path.
    let (_, coverage) =
        report.split_once("**Median coverage of the application's own code**").unwrap();
    let row = coverage.lines().find(|line| line.starts_with("| brackets | 3s | ")).unwrap();
    assert_eq!(row, "| brackets | 3s | 3 | 3 |", "{report}");
    for row in [
        "| brackets | closed-early | 3s | 1.00 | 1.00 |",
        "| brackets | never-there | 3s | 0.00 | 0.00 |",
    ] {
        assert!(report.contains(row), "{row}\n{report}");
    }
}

/// The trials that fit on the disk count, the others are reported, and the same command runs them later.
#[test]
fn on_a_full_disk_trials_crash_and_the_rest_goes_on() {
    // Mounting takes a right that not every machine gives.
    let probe = Command::new("unshare")
        .args(["--mount", "--map-root-user", "mount", "-t", "tmpfs", "tmpfs", "/tmp"])
        .output();
    if !probe.as_ref().is_ok_and(|probe| probe.status.success()) {
        eprintln!("NOT TESTED: no disk can be mounted here: {probe:?}");
        return;
    }
    let maze = Project::copy("maze", "lab-full-disk");
    experiment(&maze, 3, "");
    // Built before, where there is room.
    assert_eq!(maze.run(["sample", "is_quick", "--count", "1"]).code, Some(0));
    let small = maze.directory.join("small");
    fs::create_dir_all(&small).unwrap();
    // A disk of its own for this one process, and a file that fills it but for a little. What trials leave
    // behind may fill the rest, so the report is made when there is room again.
    let script = "mount -t tmpfs -o size=16m tmpfs small && head -c 15600k /dev/zero > small/ballast \
                  && \"$0\" \"$@\"; code=$?; rm small/ballast \
                  && \"$0\" chiasma lab report small/results && cp small/results/report.md full.md \
                  && \"$0\" \"$@\" && cp small/results/report.md room.md; exit $code";
    let command = maze.chiasma(["lab", "run", "experiment.toml", "--out", "small/results"]);
    let mut within = Command::new("unshare");
    within.args(["--mount", "--map-root-user", "sh", "-c", script]).arg(command.get_program());
    within.args(command.get_args()).current_dir(&maze.directory).stdin(Stdio::null());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => within.env(name, value),
            None => within.env_remove(name),
        };
    }
    let ended = support::run(&mut within);
    let read = |name: &str| fs::read_to_string(maze.directory.join(name)).unwrap_or_default();
    assert!(ended.stderr.contains("CRASHED: "), "{}", ended.output());
    let (full, room) = (read("full.md"), read("room.md"));
    assert!(full.contains("No space left on device"), "{full}\n{}", ended.output());
    assert!(!full.contains("6 of 6 trials finished"), "{full}");
    assert!(room.contains("6 of 6 trials finished"), "{room}\n{}", ended.output());
}
