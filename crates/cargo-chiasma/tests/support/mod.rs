//! Fixture projects, and the real command on them.

#![allow(dead_code, reason = "every test uses a part of it")]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use chiasma_core::Chi;
use chiasma_core::chi::{COMPACT_EXTENSION, is_saved_input};
use serde_json::Value;

/// Maximum time for a command, generous for a busy machine; one that hangs fails its test.
const TIMEOUT: Duration = Duration::from_secs(240);

/// The directory that everything is built in.
pub(crate) fn target() -> PathBuf {
    let command = Path::new(env!("CARGO_BIN_EXE_cargo-chiasma"));
    command.ancestors().nth(2).unwrap().to_owned()
}

/// The directory that fixtures are built in without coverage, as `cargo test` does.
pub(crate) fn plain_target() -> PathBuf {
    target().join("fixtures-plain")
}

/// A copy of a fixture, for one test alone.
#[derive(Debug)]
pub(crate) struct Project {
    pub(crate) directory: PathBuf,
}

impl Project {
    /// Copies `fixture` to where `name` says. Files that are there already and the same are left
    /// alone, so that cargo does not build them again; what an earlier test left behind is removed.
    ///
    /// Each copy is of a version of its own. All are built in one directory, where cargo names an
    /// executable by the package's name, its version and its path within its workspace: copies of one
    /// version would replace each other's executables while tests run them.
    pub(crate) fn copy(fixture: &str, name: &str) -> Self {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        let from = tests.join("fixtures").join(fixture);
        let directory = target().join("fixtures-run").join(name);
        let mut wanted = BTreeMap::new();
        read_tree(&from, &from, &mut wanted);
        let is_manifest = |path: &Path| path.ends_with("Cargo.toml");
        for (_, text) in wanted.iter_mut().filter(|(path, _)| is_manifest(path)) {
            let copy: String =
                name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
            *text = text.replace("version = \"0.0.0\"", &format!("version = \"0.0.0+{copy}\""));
        }
        // The versions that are here already: nothing needs to be fetched.
        let lock = tests.join("../../../Cargo.lock");
        wanted.insert("Cargo.lock".into(), fs::read_to_string(lock).unwrap());
        let mut present = BTreeMap::new();
        if directory.exists() {
            read_tree(&directory, &directory, &mut present);
        }
        for path in present.keys().filter(|path| !wanted.contains_key(*path)) {
            fs::remove_file(directory.join(path)).unwrap();
        }
        for (path, text) in &wanted {
            // Cargo leaves out of the lock file what the project does not need.
            let is_same = present.get(path) == Some(text) || path == Path::new("Cargo.lock");
            if !(is_same && present.contains_key(path)) {
                let to = directory.join(path);
                fs::create_dir_all(to.parent().unwrap()).unwrap();
                fs::write(to, text).unwrap();
            }
        }
        Self { directory }
    }

    /// `cargo chiasma` in this project.
    pub(crate) fn chiasma(
        &self,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_cargo-chiasma"));
        command.arg("chiasma").args(arguments);
        command
    }

    /// Cargo itself in this project.
    pub(crate) fn cargo(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = self.command("cargo");
        command.args(arguments);
        command
    }

    /// A program in this project, without the variables of the cargo that runs this test.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if name.starts_with("CARGO_") && name != "CARGO_HOME" || name.starts_with("CHIASMA_") {
                command.env_remove(&*name);
            }
        }
        command
            .current_dir(&self.directory)
            .env("CARGO_TARGET_DIR", target().join("fixtures"))
            .env("CARGO_NET_OFFLINE", "true")
            .stdin(Stdio::null());
        command
    }

    /// Runs `cargo chiasma` to its end.
    pub(crate) fn run(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Ended {
        run(&mut self.chiasma(arguments))
    }

    /// The saved inputs in a directory of this project, by file name.
    pub(crate) fn saved(&self, directory: impl AsRef<Path>) -> BTreeMap<String, String> {
        saved(&self.directory.join(directory))
    }
}

/// The text of the saved inputs of a directory by file name; none if there is no such directory.
pub(crate) fn saved(directory: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(directory) else { return BTreeMap::new() };
    entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| is_saved_input(path))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let content = fs::read(&path).unwrap();
            // What a test has put there may be no input.
            let text = match Chi::lines_of(&content) {
                Ok(lines) if path.extension().unwrap() == COMPACT_EXTENSION => {
                    Chi::heading(&[]) + &lines
                }
                _ => String::from_utf8_lossy(&content).into_owned(),
            };
            (name, text)
        })
        .collect()
}

fn read_tree(root: &Path, directory: &Path, files: &mut BTreeMap<PathBuf, String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_tree(root, &path, files);
        } else {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
            let text = if path.ends_with("Cargo.toml") {
                text.lines()
                    .map(|line| match line.split_once("path = \"../") {
                        // One of our crates.
                        Some((before, after)) if after.contains("../chiasma") => {
                            let (_, name) = after.rsplit_once("../").unwrap();
                            format!("{before}path = \"{}/{name}\n", crates.display())
                        }
                        _ => format!("{line}\n"),
                    })
                    .collect()
            } else {
                text
            };
            files.insert(path.strip_prefix(root).unwrap().to_owned(), text);
        }
    }
}

/// A command that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ended {
    /// Everything that it printed, for messages.
    pub(crate) fn output(&self) -> String {
        format!("exit {:?}\n{}\n{}", self.code, self.stdout, self.stderr)
    }
}

/// Runs a command to its end, without a terminal.
pub(crate) fn run(command: &mut Command) -> Ended {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let stdout = read_aside(child.stdout.take().unwrap());
    let stderr = read_aside(child.stderr.take().unwrap());
    let code = wait(&mut child);
    Ended { code, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
}

fn read_aside(mut from: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for a process; one that does not end is killed, and has no code.
fn wait(child: &mut Child) -> Option<i32> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if started.elapsed() > TIMEOUT {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The worker processes of a supervisor.
pub(crate) fn workers(supervisor: u32) -> Vec<i32> {
    let is_worker = |pid: &i32| {
        // After the name, which is in parentheses, come the state and the parent.
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
        let mut words = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let is_running = words.next().is_some_and(|state| state != "Z");
        let command = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        is_running
            && words.next() == Some(&supervisor.to_string())
            && command.contains("\0--exact\0")
    };
    let processes = fs::read_dir("/proc").unwrap();
    let pids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    pids.filter(is_worker).collect()
}

/// What a campaign wrote to its file of statistics.
#[derive(Debug)]
pub(crate) struct Stats {
    /// How things stood, once a second and at the end.
    pub(crate) snapshots: Vec<Value>,
    /// The names of the inputs that it kept, in the order of their discovery.
    pub(crate) kept: Vec<String>,
    /// The failures that it found.
    pub(crate) failures: Vec<Value>,
}

impl Stats {
    pub(crate) fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_default();
        // A killed supervisor may leave half a line.
        let rows = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let (failures, others): (Vec<Value>, Vec<Value>) =
            rows.partition(|row| row["kind"] == "failure");
        let (kept, snapshots): (Vec<Value>, Vec<Value>) =
            others.into_iter().partition(|row| row["kind"] == "kept");
        let name = |row: &Value| row["name"].as_str().unwrap().to_owned();
        Self { snapshots, kept: kept.iter().map(name).collect(), failures }
    }

    /// The line at the end.
    pub(crate) fn last(&self) -> &Value {
        self.snapshots.last().filter(|row| row["kind"] == "final").expect("no final line")
    }
}

/// Builds a library of `tests/shims` in a directory, to be loaded before the C library.
pub(crate) fn shim(name: &str, directory: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shims").join(name);
    let library = directory.join(format!("lib{name}.so"));
    let rustc = Command::new("rustc")
        .args(["--edition=2024", "--crate-type=cdylib", "-o"])
        .args([&library, &source.with_extension("rs")])
        .output()
        .unwrap();
    assert!(rustc.status.success(), "{}", String::from_utf8_lossy(&rustc.stderr));
    library
}
