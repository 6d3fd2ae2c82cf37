//! Workers, supervisors and other commands are killed at random moments, and disks are full at others: nothing that was
//! reported as saved is lost, no file is half-written, and the next start resumes.
//!
//! The suite kills some 60 times. The long form, whose figures are in `docs/results/hostile.md`:
//!
//! ```sh
//! CHIASMA_KILLS=1000 CHIASMA_FULL_DISKS=100 cargo test -p cargo-chiasma --test kills -- --nocapture
//! ```

mod disk;
mod full_disk;
mod session;
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chiasma_core::{Rng, Seed};
use disk::{Disk, whole_files};
use session::{Session, pause};
use support::{Project, Stats, workers};

const WORKERS_KILLED: u64 = 4;
/// Kills of each round: workers, their supervisor, and one of each other command.
const KILLS_A_ROUND: u64 = WORKERS_KILLED + 1 + 3;

/// The number that a variable says, or else this one.
fn number_from(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn kills_at_any_moment_lose_nothing_that_was_reported_as_saved() {
    let project = Project::copy("maze", "kills");
    assert_eq!(
        project.run(["list"]).stdout,
        "maze::dies_now_and_then\nmaze::grows\nmaze::grows_and_holds\nmaze::is_hashed\nmaze::is_killed\n\
         maze::is_quick\nmaze::is_steady\n"
    );
    // `list` need not build what `fuzz` does.
    assert_eq!(project.run(["sample", "is_quick", "--count", "1"]).code, Some(0));
    let rounds = number_from("CHIASMA_KILLS", 64).div_ceil(KILLS_A_ROUND);
    let mut rng = Rng::new(Seed(3));
    let mut disk = Disk::new(project.directory.join("chiasma/maze/grows"));
    let mut others = OtherCommands::default();
    let (mut sizes, mut resumed) = (Vec::new(), 0);
    for number in 0..rounds {
        let mut session = Session::fuzz(&project, "grows", number);
        for _ in 0..WORKERS_KILLED {
            pause(&mut rng, 200);
            session.kill_a_worker(&mut rng);
        }
        pause(&mut rng, 200);
        // On a busy machine a start takes longer than all pauses.
        if number % 2 == 0 {
            session.wait_for_its_start();
        }
        session.kill();
        // Nothing if it was killed before it had read its corpus.
        if let Some(count) = session.saved_inputs() {
            let all = disk.corpus.len();
            assert!(count >= all, "{count} of {all} inputs were loaded: {}", session.output());
            resumed += 1;
        }
        disk.check_with_numbers(&session.stats_file, &session.output());
        sizes.push(disk.corpus.len());
        others.suffer(&project, &mut rng);
        println!(
            "{number}: {} inputs, {} failures, {others:?}",
            disk.corpus.len(),
            disk.failures.len()
        );
    }
    assert!(resumed >= rounds / 2, "only {resumed} of {rounds} got so far as to resume");
    // The last start is left alone, and ends as if nothing had happened.
    let ended = project.run(["fuzz", "grows", "--no-tui", "--time", "1s", "--seed", "1"]);
    assert!(matches!(ended.code, Some(0 | 1)), "{}", ended.output());
    let begins_with = format!(" {} saved inputs", disk.corpus.len());
    assert!(ended.stdout.contains(&begins_with), "{begins_with}: {}", ended.output());
    assert!(!ended.stdout.contains("warning: cannot"), "{}", ended.output());
    assert!(others.shrinking + others.minimizing + others.importing > 0, "{others:?}");
    assert_eq!(hidden_files(&project), Vec::<PathBuf>::new(), "left behind by the killed");
    println!(
        "{} kills of workers, {rounds} of campaigns ({resumed} resumed), {others:?}; corpus after each: {sizes:?}, \
         {} failures",
        rounds * WORKERS_KILLED,
        disk.failures.len()
    );
    assert!(sizes[0] < sizes[sizes.len() / 2], "the corpus stopped growing at once: {sizes:?}");
    others.finish(&project);
}

/// What a killed process was writing, and did not finish.
fn hidden_files(project: &Project) -> Vec<PathBuf> {
    let directories =
        ["corpus", "failures"].map(|name| project.directory.join("chiasma/maze/grows").join(name));
    let files = directories.iter().flat_map(|directory| fs::read_dir(directory).unwrap());
    let files = files.map(|entry| entry.unwrap().path());
    let is_hidden = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
    };
    files.filter(is_hidden).collect()
}

/// How often the other commands were killed while they were at work; sometimes they end before.
#[derive(Debug, Default)]
struct OtherCommands {
    shrinking: u64,
    minimizing: u64,
    importing: u64,
}

impl OtherCommands {
    /// Kills one of each, on copies of what is on the disk.
    fn suffer(&mut self, project: &Project, rng: &mut Rng) {
        self.shrinking += u64::from(killed_shrinking(project, rng));
        self.minimizing += u64::from(killed_minimizing(project, rng));
        self.importing += u64::from(killed_importing(project, rng));
    }

    /// What was begun and killed again and again is done.
    fn finish(&self, project: &Project) {
        let import = project.run(["import", "grows", "bytes", "--corpus", "imported"]);
        assert_eq!(import.code, Some(0), "{}", import.output());
        let (bytes, imported) = (project.directory.join("bytes"), project.saved("imported").len());
        let all = fs::read_dir(bytes).unwrap().count();
        assert_eq!(imported, all, "{}", import.output());
    }
}

/// Starts a command, and kills it within `milliseconds` after it has started a worker; whether it was still running.
fn kill_at_work(project: &Project, arguments: &[&str], milliseconds: u64, rng: &mut Rng) -> bool {
    let mut session = Session::start(project, arguments[0], arguments);
    if !session.has_begun() {
        return false;
    }
    pause(rng, milliseconds);
    let is_running = session.supervisor.try_wait().unwrap().is_none();
    session.kill();
    is_running
}

fn killed_shrinking(project: &Project, rng: &mut Rng) -> bool {
    let (large, path) = (large_failure(), project.directory.join("large.chi"));
    fs::write(&path, &large).unwrap();
    let was_killed = kill_at_work(project, &["shrink", "grows", "large.chi"], 150, rng);
    let text = fs::read_to_string(&path).unwrap();
    assert!(chiasma_core::Chi::parse(&text).is_ok(), "half-written: {text}");
    assert!(text == large || text.len() < large.len(), "neither old nor new: {text}");
    was_killed
}

/// An input that opens five doors of the first room, and tries much else.
fn large_failure() -> String {
    let keys =
        [7, 0, 9, 2, 11].map(|key| (0, key)).into_iter().chain((5..150).map(|n| (n % 60 + 1, n)));
    let attempts = keys.map(|(room, key)| {
        format!(
            "  Any<(u8, u8)>:\n    Any<u8>:\n      int = {room}\n    Any<u8>:\n      int = {key}\n"
        )
    });
    let attempts: String = attempts.collect();
    format!("chiasma 1\n\nattempts:  # VecOf<Any<(u8, u8)>>\n  length = 150\n{attempts}")
}

fn killed_minimizing(project: &Project, rng: &mut Rng) -> bool {
    let (corpus, copy) = (project.saved("chiasma/maze/grows/corpus"), "minimized");
    let directory = project.directory.join(copy);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir(&directory).unwrap();
    for (name, text) in &corpus {
        fs::write(directory.join(name), text).unwrap();
    }
    let minimize = ["minimize", "grows", "--corpus", copy];
    let was_killed = kill_at_work(project, &minimize, 150, rng);
    let left = whole_files(&directory);
    if left.len() < corpus.len() {
        let edges = |directory: &str| {
            let dry = project.run(["minimize", "grows", "--dry-run", "--corpus", directory]);
            let line =
                dry.stdout.lines().find(|line| line.starts_with("edges: ")).map(str::to_owned);
            line.unwrap_or_else(|| panic!("{}", dry.output())).split(' ').nth(1).unwrap().to_owned()
        };
        assert_eq!(edges(copy), edges("chiasma/maze/grows/corpus"), "edges are lost");
    }
    was_killed
}

fn killed_importing(project: &Project, rng: &mut Rng) -> bool {
    // An earlier run of this test leaves an empty directory.
    let exported = fs::read_dir(project.directory.join("bytes"));
    if exported.map_or(0, Iterator::count) == 0 {
        let export = project.run(["export", "grows", "bytes"]);
        assert_eq!(export.code, Some(0), "{}", export.output());
    }
    let before = whole_files(&project.directory.join("imported"));
    let import = ["import", "grows", "bytes", "--corpus", "imported"];
    let was_killed = kill_at_work(project, &import, 20, rng);
    let after = whole_files(&project.directory.join("imported"));
    assert!(after.is_superset(&before), "imported inputs are gone");
    was_killed
}

#[test]
fn an_input_is_not_blamed_for_nine_kills_of_its_process() {
    let project = Project::copy("maze", "blameless");
    let fuzz = ["fuzz", "is_killed", "--no-tui", "--seed", "1", "--executions", "300"];
    let made = project.run(fuzz);
    let corpus = project.saved("chiasma/maze/is_killed/corpus");
    let Some((name, text)) = corpus.first_key_value() else { panic!("{}", made.output()) };
    // Alone, so that it suffers all kills.
    fs::create_dir_all(project.directory.join("alone")).unwrap();
    fs::write(project.directory.join("alone").join(name), text).unwrap();
    let kills = project.directory.join("kills");
    let run_under_fire = |arguments: &[&str], count: usize| {
        fs::write(&kills, vec![b'.'; count]).unwrap();
        let mut command = project.chiasma(arguments);
        let ended = support::run(command.env("KILLS_OF_THE_MAZE", &kills));
        (ended, fs::read(&kills).unwrap().len())
    };
    let (fuzzed, left) = run_under_fire(&[&fuzz[..], &["--corpus", "alone"]].concat(), 9);
    assert!(fuzzed.stdout.contains(" 1 saved input\n"), "{}", fuzzed.output());
    assert!(!fuzzed.stdout.contains("left out") && left == 0, "{}", fuzzed.output());
    let minimize = ["minimize", "is_killed", "--dry-run"];
    let (minimized, left) = run_under_fire(&minimize, 9);
    assert!(!minimized.stdout.contains("left alone"), "{}", minimized.output());
    assert!(minimized.stdout.contains(" files\n") && left == 0, "{}", minimized.output());
    let name = format!("chiasma/maze/is_killed/corpus/{name}");
    let replay = ["replay", "is_killed", &name];
    let (replayed, left) = run_under_fire(&replay, 9);
    assert_eq!((replayed.code, left), (Some(0), 0), "{}", replayed.output());
    // There is an end to it.
    let (replayed, left) = run_under_fire(&replay, 100);
    assert_eq!((replayed.code, left), (Some(1), 90), "{}", replayed.output());
    assert!(replayed.stdout.contains("fails: signal 9"), "{}", replayed.output());
}

#[test]
fn a_worker_in_an_endless_loop_ends_with_its_supervisor() {
    let project = Project::copy("zoo", "orphans");
    let mut session = Session::fuzz(&project, "endless_loop", 1);
    let started = Instant::now();
    // The workers hang when there are no more runs from one second to the next.
    let hangs = || {
        let snapshots = Stats::read(&session.stats_file).snapshots;
        snapshots.windows(2).any(|two| two[0]["runs"] == two[1]["runs"])
    };
    while !hangs() {
        assert!(started.elapsed() < Duration::from_secs(120), "{}", session.output());
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(workers(session.supervisor.id()).len(), 2, "{}", session.output());
    session.kill();
}
