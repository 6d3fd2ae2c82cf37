//! Workers and supervisors are killed at random moments, again and again: nothing that was reported as
//! saved is lost, no file is half-written, and the next start resumes.

mod support;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use chiasma_core::{Chi, Rng, Seed};
use support::{Project, Stats, saved, workers};
use tempfile::TempDir;

const SESSIONS: u64 = 20;
const WORKERS_KILLED: u64 = 9;

#[test]
fn two_hundred_kills_lose_nothing_that_was_reported_as_saved() {
    let project = Project::copy("maze", "kills");
    assert_eq!(
        project.run(["list"]).stdout,
        "maze::dies_now_and_then\nmaze::grows\nmaze::grows_and_holds\nmaze::is_killed\n\
         maze::is_quick\nmaze::is_steady\n"
    );
    // `list` need not build what `fuzz` does.
    assert_eq!(project.run(["sample", "is_quick", "--count", "1"]).code, Some(0));
    let mut rng = Rng::new(Seed(3));
    let mut disk = Disk::of(&project);
    let (mut sizes, mut resumed) = (Vec::new(), 0);
    for number in 0..SESSIONS {
        let mut session = Session::start(&project, "grows", number);
        for _ in 0..WORKERS_KILLED {
            pause(&mut rng);
            session.kill_a_worker(&mut rng);
        }
        pause(&mut rng);
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
        disk.check(&session.stats_file, &session.output());
        sizes.push(disk.corpus.len());
    }
    assert!(resumed >= SESSIONS / 2, "only {resumed} of {SESSIONS} got so far as to resume");
    // The last start is left alone, and ends as if nothing had happened.
    let ended = project.run(["fuzz", "grows", "--no-tui", "--time", "1s", "--seed", "1"]);
    assert!(matches!(ended.code, Some(0 | 1)), "{}", ended.output());
    let begins_with = format!(" {} saved inputs", disk.corpus.len());
    assert!(ended.stdout.contains(&begins_with), "{begins_with}: {}", ended.output());
    assert!(!ended.stdout.contains("warning: cannot"), "{}", ended.output());
    println!(
        "{resumed} of {SESSIONS} resumed; corpus after each session: {sizes:?}, {} failures",
        disk.failures.len()
    );
    assert!(sizes[0] < sizes[sizes.len() / 2], "the corpus stopped growing at once: {sizes:?}");
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
    let mut session = Session::start(&project, "endless_loop", 1);
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

/// Up to a tenth of a second.
fn pause(rng: &mut Rng) {
    std::thread::sleep(Duration::from_millis(rng.up_to(100)));
}

/// A campaign under fire.
struct Session {
    supervisor: Child,
    /// Where it has its sockets, which it has no time to clean up.
    _temporary: TempDir,
    stats_file: PathBuf,
    output_file: PathBuf,
}

impl Session {
    fn start(project: &Project, property: &str, number: u64) -> Self {
        let stats_file = project.directory.join(format!("{number}.stats"));
        let output_file = project.directory.join(format!("{number}.output"));
        let output = File::create(&output_file).unwrap();
        let (seed, stats) = (number.to_string(), stats_file.to_string_lossy().into_owned());
        let options = ["--no-tui", "--workers", "2", "--seed", &seed, "--timeout", "30s"];
        let arguments = [&["fuzz", property, "--stats", &stats], &options[..]].concat();
        let temporary = tempfile::tempdir().unwrap();
        let supervisor = project
            .chiasma(arguments)
            .env("TMPDIR", temporary.path())
            .stderr(Stdio::from(output.try_clone().unwrap()))
            .stdout(Stdio::from(output))
            .spawn()
            .unwrap();
        Self { supervisor, _temporary: temporary, stats_file, output_file }
    }

    fn output(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.output_file).unwrap()).into_owned()
    }

    /// Kills a worker, as soon as there is one.
    fn kill_a_worker(&mut self, rng: &mut Rng) {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(60) {
            let ended = self.supervisor.try_wait().unwrap();
            assert!(ended.is_none(), "it ended by itself: {}", self.output());
            let workers = workers(self.supervisor.id());
            if !workers.is_empty() {
                let chosen = workers[rng.up_to(workers.len() as u64 - 1) as usize];
                // SAFETY: a signal to a grandchild of ours; it touches no memory.
                unsafe { libc::kill(chosen, libc::SIGKILL) };
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("there is no worker: {}", self.output());
    }

    /// Waits until it has read its corpus.
    fn wait_for_its_start(&mut self) {
        let started = Instant::now();
        while self.saved_inputs().is_none() {
            let ended = self.supervisor.try_wait().unwrap();
            assert!(ended.is_none(), "it ended by itself: {}", self.output());
            assert!(started.elapsed() < Duration::from_secs(60), "no start: {}", self.output());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Kills the supervisor; its workers go with it.
    fn kill(&mut self) {
        let workers = workers(self.supervisor.id());
        self.supervisor.kill().unwrap();
        let _ = self.supervisor.wait();
        let killed = Instant::now();
        while workers.iter().any(|worker| is_alive(*worker)) {
            assert!(killed.elapsed() < Duration::from_secs(1), "workers outlive their supervisor");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// How many inputs it said that it begins with.
    fn saved_inputs(&self) -> Option<usize> {
        let output = self.output();
        let line = output.lines().find(|line| line.contains(" saved input"))?;
        line.split(' ').rev().nth(2)?.parse().ok()
    }
}

/// Whether a process runs still.
fn is_alive(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
}

/// What is on disk, and was.
struct Disk {
    directory: PathBuf,
    corpus: BTreeSet<String>,
    failures: BTreeSet<String>,
}

impl Disk {
    fn of(project: &Project) -> Self {
        Self {
            directory: project.directory.join("chiasma/maze/grows"),
            corpus: BTreeSet::new(),
            failures: BTreeSet::new(),
        }
    }

    /// Compares the disk with what there was, and with what was reported since.
    fn check(&mut self, stats: &Path, output: &str) {
        let corpus = whole_files(&self.directory.join("corpus"));
        let failures = whole_files(&self.directory.join("failures"));
        let lost: Vec<_> = self.corpus.difference(&corpus).collect();
        assert!(lost.is_empty(), "saved inputs are gone: {lost:?}\n{output}");
        let lost: Vec<_> = self.failures.difference(&failures).collect();
        assert!(lost.is_empty(), "saved failures are gone: {lost:?}\n{output}");
        let stats = Stats::read(stats);
        for name in &stats.kept {
            assert!(corpus.contains(&format!("{name}.chi")), "{name} is lost: {output}");
        }
        for row in &stats.snapshots {
            assert!(row["corpus"].as_u64().unwrap() <= corpus.len() as u64, "{row}: {output}");
            assert!(row["failures"].as_u64().unwrap() <= failures.len() as u64, "{row}: {output}");
        }
        for path in output.lines().filter_map(|line| line.strip_prefix("  saved   ")) {
            let name = Path::new(path).file_name().unwrap().to_string_lossy();
            assert!(failures.contains(&*name), "{path} is lost: {output}");
        }
        let found = output.lines().filter(|line| line.contains(" s  found ")).count();
        assert!(found <= failures.len(), "{output}");
        (self.corpus, self.failures) = (corpus, failures);
    }
}

/// The names of the saved inputs of a directory, all of which can be read.
fn whole_files(directory: &Path) -> BTreeSet<String> {
    let files = saved(directory);
    for (name, text) in &files {
        assert!(Chi::parse(text).is_ok(), "{name} is half-written: {text:?}");
    }
    files.into_keys().collect()
}
