//! Campaigns on several nodes, with a real server: what is found anywhere is found everywhere, whoever is killed.

#![cfg(feature = "fleet")]

#[path = "../../../chiasma-fleet/tests/support/disk.rs"]
mod disk;
#[path = "../../../chiasma-fleet/tests/support/server.rs"]
#[allow(dead_code, reason = "clusters are tested elsewhere")]
mod server;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use disk::SmallDisk;
use serde_json::Value;
use server::{Server, is_installed};
use support::{Ended, Project, Stats, saved};
use tempfile::TempDir;

/// Maximum time for anything, generous for a busy machine.
const PATIENCE: Duration = Duration::from_secs(240);

/// A node's files, and its process while it runs.
struct Member<'p> {
    project: &'p Project,
    property: &'static str,
    directory: TempDir,
    /// Where its corpus and failures are.
    saves_in: PathBuf,
    url: String,
    process: Option<Child>,
    starts: u64,
}

impl<'p> Member<'p> {
    fn new(project: &'p Project, property: &'static str, url: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let (saves_in, url) = (directory.path().to_owned(), url.to_owned());
        Self { project, property, directory, saves_in, url, process: None, starts: 0 }
    }

    fn path(&self, name: &str) -> PathBuf {
        match name {
            "corpus" | "failures" => self.saves_in.join(name),
            _ => self.directory.path().join(name),
        }
    }

    fn files(&self) -> [String; 4] {
        let path = |name| self.path(name).to_string_lossy().into_owned();
        ["--corpus".to_owned(), path("corpus"), "--failures".to_owned(), path("failures")]
    }

    fn start(&mut self) {
        self.starts += 1;
        let (seed, stats) = (self.starts.to_string(), self.path("stats"));
        let _ = fs::remove_file(&stats);
        let mut command =
            self.project.chiasma(["fuzz", self.property, "--no-tui", "--timeout", "30s"]);
        command
            .args(["--seed", &seed, "--fleet", &self.url, "--campaign", "maze", "--stats"])
            .arg(stats);
        let output = File::create(self.path("output")).unwrap();
        command.args(self.files()).env("TMPDIR", self.directory.path());
        command.stdout(output.try_clone().unwrap()).stderr(Stdio::from(output));
        self.process = Some(command.spawn().unwrap());
    }

    /// Its last figures, with its exchange.
    fn figures(&self) -> Value {
        Stats::read(&self.path("stats")).snapshots.pop().unwrap_or_default()
    }

    fn output(&self) -> String {
        fs::read_to_string(self.path("output")).unwrap_or_default()
    }

    fn wait_until(&mut self, what: &str, holds: impl Fn(&Value) -> bool) {
        let started = Instant::now();
        while !holds(&self.figures()) {
            let process = self.process.as_mut().unwrap();
            assert!(process.try_wait().unwrap().is_none(), "{what}: {}", self.output());
            assert!(started.elapsed() < PATIENCE, "{what}: {}\n{}", self.figures(), self.output());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Runs it until it has judged and sent everything, and ends it.
    fn settle(&mut self) {
        self.start();
        self.wait_until("it settles", |figures| {
            let exchange = &figures["exchange"];
            let is_zero = |name: &str| exchange[name] == 0;
            exchange["connected"] == true
                && figures["seconds"].as_f64() > Some(3.0)
                && is_zero("lag")
                && is_zero("outbox")
        });
        self.interrupt();
    }

    /// Ends it as Ctrl-C does.
    fn interrupt(&mut self) {
        let mut process = self.process.take().unwrap();
        // SAFETY: a signal to a child of ours that has not been waited for.
        unsafe { libc::kill(process.id() as i32, libc::SIGINT) };
        let code = process.wait().unwrap().code();
        assert!(matches!(code, Some(0 | 1)), "{code:?}: {}", self.output());
        assert!(!self.output().contains("panicked"), "{}", self.output());
    }

    fn kill(&mut self) {
        let mut process = self.process.take().unwrap();
        process.kill().unwrap();
        process.wait().unwrap();
    }

    fn names(&self) -> BTreeSet<String> {
        saved(&self.path("corpus")).into_keys().collect()
    }

    /// Runs a subcommand of `fleet` on its files.
    fn fleet(&self, subcommand: &str) -> Value {
        let mut arguments =
            vec!["fleet", subcommand, &self.url, self.property, "--campaign", "maze", "--json"];
        let files = self.files();
        arguments.extend(files.iter().map(String::as_str));
        json(&self.project.run(arguments))
    }

    /// The edges of its corpus together with that of another.
    fn edges_with(&self, other: &Member<'_>) -> String {
        let both = tempfile::tempdir().unwrap();
        for (name, text) in
            saved(&self.path("corpus")).into_iter().chain(saved(&other.path("corpus")))
        {
            fs::write(both.path().join(name), text).unwrap();
        }
        edges(self.project, self.property, both.path())
    }

    fn edges(&self) -> String {
        edges(self.project, self.property, &self.path("corpus"))
    }
}

impl Drop for Member<'_> {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = (process.kill(), process.wait());
        }
    }
}

/// What `minimize` says of the edges of a corpus.
fn edges(project: &Project, property: &str, corpus: &Path) -> String {
    let ended = project.run([
        "minimize",
        property,
        "--dry-run",
        "--timeout",
        "30s",
        "--corpus",
        corpus.to_str().unwrap(),
    ]);
    let line = ended.stdout.lines().find_map(|line| line.strip_prefix("edges: "));
    let line = line.unwrap_or_else(|| panic!("{}", ended.output()));
    line.split(' ').next().unwrap().to_owned()
}

fn json(ended: &Ended) -> Value {
    assert_eq!(ended.code, Some(0), "{}", ended.output());
    serde_json::from_str(&ended.stdout).unwrap_or_else(|_| panic!("{}", ended.output()))
}

fn status(project: &Project, url: &str) -> Value {
    json(&project.run(["fleet", "status", url, "--json"]))
}

#[test]
fn nodes_and_the_server_are_killed_and_everything_that_was_found_is_everywhere() {
    if !is_installed() {
        return;
    }
    let mut server = Server::start();
    let project = Project::copy("maze", "fleet");
    // Built once, so that the nodes begin at the same time.
    assert_eq!(project.run(["list"]).code, Some(0));
    let mut one = Member::new(&project, "grows", &server.url());
    let mut two = Member::new(&project, "grows", &server.url());
    one.start();
    two.start();
    let has_received = |figures: &Value| figures["exchange"]["received"].as_u64() > Some(0);
    one.wait_until("something arrives", has_received);
    two.wait_until("something arrives", has_received);
    let told = status(&project, &server.url());
    let campaign = &told["campaigns"][0];
    assert_eq!(campaign["nodes"].as_array().unwrap().len(), 2, "{told:#}");
    assert_eq!(campaign["nodes"][0]["build"], campaign["nodes"][1]["build"]);
    assert!(campaign["nodes"][0]["runs_per_second"].as_f64() > Some(0.0), "{told:#}");
    one.kill();
    one.start();
    server.kill();
    one.process.as_mut().unwrap().wait().unwrap();
    assert!(one.output().contains("is the server running"), "{}", one.output());
    two.wait_until("it goes on alone", |figures| {
        figures["exchange"]["connected"] == false
            && figures["exchange"]["outbox"].as_u64() > Some(0)
    });
    two.kill();
    server.start_again();
    one.settle();
    two.settle();
    one.settle();
    let all = Member::new(&project, "grows", &server.url());
    let pulled = all.fleet("pull");
    for member in [&one, &two] {
        let (here, there) = (member.names(), all.names());
        let lost: Vec<_> = here.difference(&there).collect();
        assert!(lost.is_empty(), "saved and not sent: {lost:?}\n{pulled:#}");
    }
    assert_eq!(one.edges(), one.edges_with(&all), "the first does not cover what the fleet has");
    // The second ended before the first did.
    assert_eq!(one.edges(), one.edges_with(&two));
    let failures = pulled["failures"]["new"].as_array().unwrap();
    assert!(!failures.is_empty(), "{pulled:#}");
    let told = status(&project, &server.url());
    let titles: Vec<&Value> = told["campaigns"][0]["failures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|failure| &failure["title"])
        .collect();
    assert!(!titles.is_empty() && titles[0].as_str().unwrap().starts_with("panic at"), "{told:#}");
    for member in [&one, &two] {
        assert!(!saved(&member.path("failures")).is_empty(), "{}", member.output());
    }
}

#[test]
fn a_node_of_another_build_judges_inputs_anew_and_is_told_apart() {
    if !is_installed() {
        return;
    }
    let server = Server::start();
    let project = Project::copy("maze", "fleet-first");
    let other = Project::copy("maze", "fleet-second");
    let library = other.directory.join("src/lib.rs");
    let text = fs::read_to_string(&library).unwrap();
    // Other keys: what opens a door there opens none here, or another.
    let changed = text.replace("* 89 + 7", "* 91 + 5");
    assert_ne!(text, changed);
    fs::write(&library, changed).unwrap();
    let first = Member::new(&project, "grows_and_holds", &server.url());
    let bred = project.run(
        ["fuzz", "grows_and_holds", "--no-tui", "--executions", "3000", "--seed", "1"]
            .into_iter()
            .map(str::to_owned)
            .chain(first.files()),
    );
    assert_eq!(bred.code, Some(0), "{}", bred.output());
    let pushed = first.fleet("push");
    let count = first.names().len() as u64;
    assert_eq!(
        (pushed["sent"].as_u64(), pushed["duplicates"].as_u64()),
        (Some(count), Some(0)),
        "{pushed:#}"
    );
    assert_eq!(first.fleet("push")["sent"], 0, "it is there already");
    let mut second = Member::new(&other, "grows_and_holds", &server.url());
    let mut third = Member::new(&project, "grows_and_holds", &server.url());
    second.start();
    third.start();
    for member in [&mut second, &mut third] {
        member.wait_until("all has arrived", |figures| {
            figures["exchange"]["received"].as_u64() >= Some(count)
                && figures["exchange"]["lag"] == 0
        });
    }
    let told = status(&project, &server.url());
    let nodes = told["campaigns"][0]["nodes"].as_array().unwrap();
    let builds: BTreeSet<&str> = nodes.iter().map(|node| node["build"].as_str().unwrap()).collect();
    assert_eq!((nodes.len(), builds.len()), (2, 2), "{told:#}");
    second.interrupt();
    third.interrupt();
    // A campaign is of one property.
    let mut stranger = Member::new(&project, "grows", &server.url());
    stranger.start();
    assert_eq!(stranger.process.take().unwrap().wait().unwrap().code(), Some(2));
    assert!(stranger.output().contains("is of the property"), "{}", stranger.output());
}

/// Fills the disk of a node, and waits until it has sent what it cannot save.
fn fill(disk: &SmallDisk, node: &mut Member<'_>) {
    disk.fill();
    let started = Instant::now();
    while !node.output().contains("kept in memory") {
        assert!(started.elapsed() < PATIENCE, "the disk is not full: {}", node.output());
        std::thread::sleep(Duration::from_millis(20));
    }
    let sent = node.figures()["exchange"]["sent"].as_u64();
    node.wait_until("what is not saved is sent", |figures| {
        figures["exchange"]["sent"].as_u64() > sent
    });
}

#[test]
fn a_node_whose_disk_is_full_loses_nothing() {
    if !is_installed() {
        return;
    }
    let Some(disk) = SmallDisk::of_test("a_node_whose_disk_is_full_loses_nothing") else { return };
    let server = Server::start();
    let project = Project::copy("maze", "fleet-first");
    assert_eq!(project.run(["list"]).code, Some(0));
    let mut node = Member::new(&project, "grows_and_holds", &server.url());
    node.saves_in = disk.path().to_owned();
    node.start();
    node.wait_until("something is sent", |figures| figures["exchange"]["sent"].as_u64() > Some(0));
    fill(&disk, &mut node);
    disk.make_room();
    node.interrupt();
    // What was in memory is saved, and what is saved is sent.
    let all = Member::new(&project, "grows_and_holds", &server.url());
    let pulled = all.fleet("pull");
    assert_eq!(node.names(), all.names(), "{pulled:#}\n{}", node.output());
    // Killed while its disk is full, it has lost what was in memory, and gets it back from the stream.
    node.start();
    fill(&disk, &mut node);
    node.kill();
    let saved = node.names();
    disk.make_room();
    let pulled = all.fleet("pull");
    let unsaved = all.names().difference(&saved).count();
    println!("{unsaved} inputs were sent and not saved when the node was killed");
    assert!(unsaved > 0, "{pulled:#}\n{}", node.output());
    assert!(saved.is_subset(&all.names()), "{pulled:#}");
    node.settle();
    assert_eq!(node.edges(), node.edges_with(&all), "{}", node.output());
}

#[test]
fn an_unencrypted_connection_to_another_machine_is_refused() {
    let project = Project::copy("maze", "fleet-first");
    let ended = project.run(["fleet", "status", "nats://node:secret@192.0.2.7:4222"]);
    assert_eq!(ended.code, Some(2), "{}", ended.output());
    assert!(
        ended.stderr.contains("--insecure") && !ended.stderr.contains("secret"),
        "{}",
        ended.output()
    );
}
