//! The real command on small projects: what it finds in them, what it says, and what it exits with.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use support::{Ended, Project, Stats, run};

const PASSED: Option<i32> = Some(0);
const FAILURE_FOUND: Option<i32> = Some(1);
const MISTAKE: Option<i32> = Some(2);
const BUILD_FAILED: Option<i32> = Some(3);

/// A short campaign.
const SHORT: [&str; 6] = ["--no-tui", "--executions", "2000", "--seed", "1", "--time=60s"];

fn fuzz<'a>(property: &'a str, options: &[&'a str]) -> Vec<&'a str> {
    [&["fuzz", property], &SHORT[..], options].concat()
}

fn assert_says(ended: &Ended, code: Option<i32>, texts: &[&str]) {
    let output = ended.output();
    assert_eq!(ended.code, code, "{output}");
    for text in texts {
        assert!(output.contains(text), "no {text:?} in\n{output}");
    }
    assert!(!output.contains("panicked at crates/"), "{output}");
}

#[test]
fn a_workspace_has_the_properties_of_all_its_packages() {
    let town = Project::copy("town", "town");
    let listed = town.run(["list"]);
    assert_says(&listed, PASSED, &[]);
    let properties = "baker::tests::deep::nobody_bakes_thirteen
baker::tests::sorting_keeps_the_number
forge::sorting_swords_keeps_their_sum
";
    assert_eq!(listed.stdout, properties, "{}", listed.output());

    let several = town.run(fuzz("sorting", &[]));
    let both = [
        "\"sorting\" matches several properties",
        "\n  baker::tests::sorting_keeps_the_number",
        "\n  forge::sorting_swords_keeps_their_sum",
    ];
    assert_says(&several, MISTAKE, &both);
    assert!(!several.stderr.contains("thirteen"), "{}", several.output());

    assert_says(&town.run(fuzz("swords", &[])), PASSED, &["\nended: "]);
    assert!(!town.saved("smith/chiasma/forge/sorting_swords_keeps_their_sum/corpus").is_empty());
    assert_says(&town.run(fuzz("keeps_the_number", &[])), PASSED, &["\nended: "]);

    let failed = town.run(fuzz("nobody_bakes", &[]));
    assert_says(&failed, FAILURE_FOUND, &["panic at baker/src/lib.rs:22"]);
    let files = "baker/chiasma/baker/tests/deep/nobody_bakes_thirteen/failures";
    assert_eq!(town.saved(files).len(), 1, "{}", failed.output());
    assert_says(&town.run(["replay", "thirteen"]), FAILURE_FOUND, &["  fails: panic at baker/src"]);

    let other = town.run(["list", "-p", "plain"]);
    assert_says(&other, MISTAKE, &["plain does not depend on chiasma", "cargo add --dev chiasma"]);
    let unknown = town.run(["list", "-p", "tailor"]);
    assert_says(&unknown, MISTAKE, &["no package tailor", "baker, smith, plain"]);
    let nothing = town.run(fuzz("sailing", &[]));
    assert_says(&nothing, MISTAKE, &["no property has \"sailing\" in its name", "thirteen"]);
    let which = town.run(["fuzz"]);
    assert_says(&which, MISTAKE, &["which property?", "--all", "thirteen"]);
}

#[test]
fn cargo_test_and_fuzz_save_the_same_failure_to_the_same_file() {
    let town = Project::copy("town", "town of one file");
    let mut command = town.cargo(["test", "-p", "baker", "nobody_bakes_thirteen"]);
    command.env("CARGO_TARGET_DIR", support::plain_target());
    let tested = run(command.env("CHIASMA_CASES", "100000").env("CHIASMA_SEED", "1"));
    assert_says(&tested, Some(101), &["property nobody_bakes_thirteen failed", "  saved   "]);
    let files = "baker/chiasma/baker/tests/deep/nobody_bakes_thirteen/failures";
    let saved = town.saved(files);
    assert_eq!(saved.len(), 1, "{}", tested.output());

    // Found by a campaign that does not know of the file,
    let apart = town.run(fuzz("nobody_bakes", &["--failures", "apart"]));
    assert_says(&apart, FAILURE_FOUND, &["found panic at baker/src/lib.rs:22"]);
    assert!(town.saved("apart").keys().eq(saved.keys()), "{}", apart.output());
    // and by one that does.
    let again = town.run(fuzz("nobody_bakes", &[]));
    assert_says(&again, FAILURE_FOUND, &["still fails: panic at baker/src/lib.rs:22"]);
    assert_eq!(town.saved(files), saved);
}

#[test]
fn in_a_members_directory_only_that_member_is_looked_at() {
    let town = Project::copy("town", "town of members");
    let swords = "forge::sorting_swords_keeps_their_sum\n";
    let manifest = town.directory.join("smith/Cargo.toml");
    let named = town.run(["list", "--manifest-path", &manifest.to_string_lossy()]);
    assert_says(&named, PASSED, &[]);
    assert_eq!(named.stdout, swords, "{}", named.output());

    let inside = Project { directory: town.directory.join("smith/tests") };
    let listed = inside.run(["list"]);
    assert_eq!(listed.stdout, swords, "{}", listed.output());
    let other = inside.run(["list", "-p", "baker"]);
    assert_says(&other, PASSED, &["baker::tests::sorting_keeps_the_number"]);

    // One without properties says nothing about what is meant.
    let plain = Project { directory: town.directory.join("plain") };
    assert_says(&plain.run(["list"]), PASSED, &["forge::sorting_swords", "baker::tests::"]);
}

#[test]
fn all_properties_share_one_budget_and_one_file_of_statistics() {
    let town = Project::copy("town", "town of all");
    // A turn ends by its number of runs, long before its share of the time: on a busy machine the first
    // turns alone would take all of a few seconds.
    let turn = ["--executions", "20000", "--seed", "1", "--no-tui", "--stats", "stats"];
    let failed = town.run([&["fuzz", "--all", "--time", "200s"], &turn[..]].concat());
    assert_says(&failed, FAILURE_FOUND, &["panic at baker/src/lib.rs:22"]);
    let text = fs::read_to_string(town.directory.join("stats")).unwrap();
    for property in town.run(["list"]).stdout.lines() {
        assert!(
            failed.stdout.contains(&format!("fuzzing {property} with ")),
            "{}",
            failed.output()
        );
        let ended = |row: &&str| row.contains(property) && row.contains("\"kind\":\"final\"");
        assert!(text.lines().filter(ended).count() > 1, "{property} had no second turn:\n{text}");
    }
}

#[test]
fn features_bring_properties() {
    let town = Project::copy("town", "featured town");
    for package in [&["-p", "smith"][..], &[]] {
        let listed = town.run([&["list", "--features", "armour"], package].concat());
        assert_says(&listed, PASSED, &["forge::armour_holds\n", "forge::sorting_swords"]);
    }
    let without = town.run(["list", "-p", "smith"]);
    assert_eq!(without.stdout, "forge::sorting_swords_keeps_their_sum\n", "{}", without.output());
    let all = town.run(["list", "-p", "smith", "--all-features"]);
    assert!(all.stdout.contains("armour_holds"), "{}", all.output());
    let unknown = town.run(["list", "--features", "shields"]);
    assert_says(&unknown, MISTAKE, &["no package", "has the feature shields"]);
}

#[test]
fn a_path_may_have_spaces() {
    let town = Project::copy("town", "a town, with spaces & 'quotes'");
    // With the target directory that a project has by itself.
    let mut command = town.chiasma(fuzz("thirteen", &["--stats", "the statistics"]));
    let failed = run(command.env("CARGO_TARGET_DIR", town.directory.join("target")));
    assert_says(&failed, FAILURE_FOUND, &["panic at baker/src/lib.rs:22"]);
    assert!(!failed.stderr.contains("puts no hooks"), "{}", failed.output());
    assert_eq!(Stats::read(&town.directory.join("the statistics")).last()["failures"], 1);
    let manifest = town.directory.join("baker/Cargo.toml");
    let elsewhere = Project { directory: "/".into() };
    let manifest = manifest.to_string_lossy();
    let replayed = elsewhere.run(["replay", "thirteen", "--manifest-path", &manifest]);
    assert_says(&replayed, FAILURE_FOUND, &["  fails: panic at "]);
}

#[test]
fn a_project_without_properties_is_told_so() {
    let empty = Project::copy("empty", "empty");
    let message = "there is no #[property] in the tests of this workspace";
    assert_says(&empty.run(["list"]), PASSED, &[message]);
    assert_says(&empty.run(fuzz("anything", &[])), MISTAKE, &[message]);
    assert_says(&empty.run(["fuzz", "--all", "--time", "1s"]), MISTAKE, &[message]);
    let nowhere = Project { directory: "/".into() };
    assert_says(&nowhere.run(["list"]), MISTAKE, &["could not find `Cargo.toml`"]);
}

#[test]
fn a_build_error_is_the_compilers_to_tell() {
    let broken = Project::copy("broken", "broken");
    let texts = ["error[E0308]: mismatched types", "src/lib.rs:2:5", "broken do not build"];
    assert_says(&broken.run(fuzz("is_small", &[])), BUILD_FAILED, &texts);
    assert_says(&broken.run(["list"]), BUILD_FAILED, &texts);
}

#[test]
fn an_unknown_strategy_gets_a_suggestion() {
    let maze = Project::copy("maze", "strategies");
    let ended = maze.run(fuzz("is_quick", &["--strategy", "zeugma-linkd"]));
    assert_says(&ended, MISTAKE, &["zeugma-linkd", "zeugma-linked"]);
    let ended = maze.run(fuzz("is_quick", &["--timeout", "soon"]));
    assert_says(&ended, MISTAKE, &["\"soon\" is not a time such as"]);
}

#[test]
fn a_place_that_cannot_be_written_to_is_named_with_what_to_do() {
    let maze = Project::copy("maze", "read-only");
    for option in ["--corpus", "--failures"] {
        let ended = maze.run(fuzz("is_quick", &[option, "Cargo.toml/below"]));
        assert_says(&ended, MISTAKE, &["cannot write to Cargo.toml/below", "--corpus DIR"]);
    }
    let ended = maze.run(fuzz("is_quick", &["--stats", "Cargo.toml/below"]));
    assert_says(&ended, MISTAKE, &["cannot create Cargo.toml/below"]);
}

#[test]
fn a_place_that_cannot_be_written_to_for_a_while_loses_nothing() {
    let maze = Project::copy("maze", "away");
    let (here, away) = (maze.directory.join("here"), maze.directory.join("away"));
    let output = maze.directory.join("output");
    let arguments = ["fuzz", "grows_and_holds", "--no-tui", "--seed", "1", "--stats", "stats"];
    let mut campaign = maze
        .chiasma(arguments.iter().chain(&["--corpus", "here"]))
        .stdout(fs::File::create(&output).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let said = || fs::read_to_string(&output).unwrap();
    wait_for("the first inputs", || !support::saved(&here).is_empty());
    fs::rename(&here, &away).unwrap();
    fs::write(&here, "in the way").unwrap();
    wait_for("a warning", || said().contains("warning: cannot write"));
    assert!(said().contains("kept in memory"), "{}", said());
    fs::remove_file(&here).unwrap();
    fs::rename(&away, &here).unwrap();
    // SAFETY: a signal to a child that has not been waited for; it touches no memory.
    unsafe { libc::kill(campaign.id() as i32, libc::SIGINT) };
    assert_eq!(campaign.wait().unwrap().code(), PASSED, "{}", said());
    let inputs = Stats::read(&maze.directory.join("stats")).last()["corpus"].as_u64().unwrap();
    assert_eq!(support::saved(&here).len() as u64, inputs);
}

fn wait_for(what: &str, mut happens: impl FnMut() -> bool) {
    let started = Instant::now();
    while !happens() {
        assert!(started.elapsed() < Duration::from_secs(200), "{what} did not happen");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_panic_that_aborts_is_found_and_kept() {
    let aborting = Project::copy("aborting", "aborting");
    let arguments = ["fuzz", "is_lucky", "--no-tui", "--seed", "1", "--executions", "10000"];
    let ended = aborting.run([&arguments[..], &["--stats", "stats"]].concat());
    assert_says(&ended, FAILURE_FOUND, &["\nended: "]);
    let failures = aborting.saved("chiasma/aborting/is_lucky/failures");
    assert_eq!(failures.len(), 1, "{}", ended.output());
    assert_says(&aborting.run(["replay", "is_lucky"]), FAILURE_FOUND, &["  fails: "]);
    let stats = Stats::read(&aborting.directory.join("stats"));
    assert_eq!(stats.last()["runs"], 10_000, "{}", ended.output());
}

#[test]
fn the_same_seed_gives_the_same_corpus_in_the_same_order() {
    let maze = Project::copy("maze", "same");
    let campaign = |seed: &str, name: &str| {
        let stats = format!("{name}.stats");
        let options = ["--executions", "20000", "--seed", seed, "--stats", &stats];
        let ended =
            maze.run([&["fuzz", "is_quick", "--no-tui", "--corpus", name], &options[..]].concat());
        assert_says(&ended, PASSED, &["\nended: "]);
        (maze.saved(name), Stats::read(&maze.directory.join(stats)).kept)
    };
    let (first, second, other) = (campaign("5", "1"), campaign("5", "2"), campaign("6", "3"));
    assert_eq!(first.1, second.1, "the order of discovery");
    assert_eq!(first.0, second.0, "the files");
    assert!(first.1.len() > 20, "{:?}", first.1);
    assert_eq!(first.0.len(), first.1.len());
    assert_ne!(first.1, other.1);
    // And once more, from what is there.
    fs::remove_dir_all(maze.directory.join("2")).unwrap();
    fs::create_dir(maze.directory.join("2")).unwrap();
    for name in first.0.keys() {
        let from = maze.directory.join("1").join(name);
        fs::copy(from, maze.directory.join("2").join(name)).unwrap();
    }
    assert_eq!(campaign("7", "1"), campaign("7", "2"), "resumed");
}

#[test]
fn a_property_that_iterates_a_hash_map_gives_the_same_corpus_each_time() {
    let maze = Project::copy("maze", "hashed");
    let campaign = |name: &str| {
        let stats = format!("{name}.stats");
        let options = ["--executions", "5000", "--seed", "5", "--stats", &stats];
        let ended =
            maze.run([&["fuzz", "is_hashed", "--no-tui", "--corpus", name], &options[..]].concat());
        assert_says(&ended, PASSED, &["\nended: "]);
        let files: BTreeMap<_, _> = maze
            .saved(name)
            .into_keys()
            .map(|file| {
                let content = fs::read(maze.directory.join(name).join(&file)).unwrap();
                (file, content)
            })
            .collect();
        (files, Stats::read(&maze.directory.join(stats)).kept)
    };
    let (first, second) = (campaign("1"), campaign("2"));
    assert!(first.1.len() > 20, "{:?}", first.1);
    assert_eq!(first, second);
}

#[test]
fn workers_share_what_they_find() {
    let maze = Project::copy("maze", "shared");
    let covered = |workers: &str, limit: [&str; 2]| {
        let options = ["--no-tui", "--seed", "1", "--stats", "stats", "--workers", workers];
        let ended = maze.run([&["fuzz", "grows_and_holds"], &options[..], &limit].concat());
        assert_says(&ended, PASSED, &["\nended: "]);
        let stats = Stats::read(&maze.directory.join("stats"));
        stats.last()["covered"].as_u64().unwrap()
    };
    // The best of the workers, and one that has read what all of them saved.
    let best = covered("2", ["--executions", "20000"]);
    let all = covered("1", ["--executions", "1"]);
    assert!(all > 100, "{all}");
    assert!(best * 100 >= all * 97, "the best worker knows {best} of {all} edges");
}

#[test]
fn the_runs_asked_for_are_shared_by_the_workers() {
    let maze = Project::copy("maze", "runs");
    let options = ["--executions", "30000", "--workers", "3", "--seed", "1", "--stats", "stats"];
    let ended = maze.run([&["fuzz", "is_quick", "--no-tui"], &options[..]].concat());
    assert_says(&ended, PASSED, &["3 workers", "\nended: "]);
    let runs = Stats::read(&maze.directory.join("stats")).last()["runs"].as_u64().unwrap();
    // What is found is run again by every worker.
    assert!((30_000..45_000).contains(&runs), "{runs}");
}

#[test]
fn starting_again_resumes() {
    let maze = Project::copy("maze", "again");
    let stats = maze.directory.join("stats");
    let fuzz = || maze.run(fuzz("is_quick", &["--stats", "stats"]));
    assert_says(&fuzz(), PASSED, &[", 0 saved inputs\n"]);
    let first = Stats::read(&stats).last()["covered"].as_u64().unwrap();
    let saved = maze.saved("chiasma/maze/is_quick/corpus").len();
    assert_says(&fuzz(), PASSED, &[&format!(", {saved} saved inputs\n")]);
    assert!(Stats::read(&stats).last()["covered"].as_u64().unwrap() >= first);
}

#[test]
fn an_interrupt_ends_the_campaign_cleanly() {
    let maze = Project::copy("maze", "interrupted");
    let output = maze.directory.join("output");
    let file = fs::File::create(&output).unwrap();
    // In a group of their own: Ctrl-C reaches all of them, as it does in a terminal.
    let mut campaign = maze
        .chiasma(["fuzz", "grows_and_holds", "--no-tui", "--workers", "2"])
        .process_group(0)
        .stderr(Stdio::from(file.try_clone().unwrap()))
        .stdout(Stdio::from(file))
        .spawn()
        .unwrap();
    let said = || fs::read_to_string(&output).unwrap();
    wait_for("a corpus", || maze.saved("chiasma/maze/grows_and_holds/corpus").len() > 10);
    // SAFETY: a signal to a group that we have made; it touches no memory.
    unsafe { libc::kill(-(campaign.id() as i32), libc::SIGINT) };
    let mut ended = None;
    wait_for("its end", || {
        ended = campaign.try_wait().unwrap();
        ended.is_some()
    });
    assert_eq!(ended.unwrap().code(), PASSED, "{}", said());
    assert!(said().contains("\nended: "), "{}", said());
    assert!(!said().contains("replaced") && !said().contains("warning"), "{}", said());
    assert!(maze.saved("chiasma/maze/grows_and_holds/failures").is_empty(), "{}", said());
}

/// Workers die all the time, and new ones are of the old build.
#[test]
fn a_build_during_a_campaign_leaves_it_the_program_that_it_began_with() {
    let maze = Project::copy("maze", "rebuilt");
    let output = maze.directory.join("output");
    let file = fs::File::create(&output).unwrap();
    let mut campaign = maze
        .chiasma(["fuzz", "dies_now_and_then", "--no-tui", "--stats", "stats"])
        .stderr(Stdio::from(file.try_clone().unwrap()))
        .stdout(Stdio::from(file))
        .spawn()
        .unwrap();
    let said = || fs::read_to_string(&output).unwrap();
    let replaced = || {
        let stats = Stats::read(&maze.directory.join("stats"));
        stats.snapshots.last().map_or(0, |row| row["replaced"].as_u64().unwrap())
    };
    wait_for("workers that die", || replaced() > 3);
    let tests = maze.directory.join("tests/maze.rs");
    let text = fs::read_to_string(&tests).unwrap();
    fs::write(&tests, text.replace("fn dies_now_and_then", "fn has_another_name")).unwrap();
    assert_says(&maze.run(["list"]), PASSED, &["maze::has_another_name"]);
    let before = replaced();
    let has_ended = &mut || campaign.try_wait().unwrap();
    wait_for("more of them", || has_ended().is_some() || replaced() > before + 3);
    assert_eq!(has_ended(), None, "{}", said());
    // SAFETY: a signal to a child that has not been waited for; it touches no memory.
    unsafe { libc::kill(campaign.id() as i32, libc::SIGINT) };
    let mut ended = None;
    wait_for("its end", || {
        ended = campaign.try_wait().unwrap();
        ended.is_some()
    });
    assert_eq!(ended.unwrap().code(), FAILURE_FOUND, "{}", said());
}

#[test]
fn a_plain_test_build_has_no_fuzzing_in_it() {
    let maze = Project::copy("maze", "tested");
    let mut cargo = std::process::Command::new(env!("CARGO"));
    cargo
        .args(["test", "--test", "maze", "is_quick"])
        .current_dir(&maze.directory)
        .env("CARGO_TARGET_DIR", support::plain_target())
        .env("CARGO_NET_OFFLINE", "true");
    assert_says(&run(&mut cargo), PASSED, &["test is_quick ... ok"]);
    let depends = support::plain_target().join("debug/deps");
    assert!(has_file(&depends, "libchiasma-") && !has_file(&depends, "libchiasma_runtime-"));
}

fn has_file(directory: &Path, prefix: &str) -> bool {
    let entries = fs::read_dir(directory).unwrap();
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
}
