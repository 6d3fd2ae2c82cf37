//! The second zoo: hostile files, disks, terminals, options and targets. Whatever surrounds a campaign, an input that was
//! found or committed is neither lost nor silently voided, and whoever looks at it is not harmed.

mod examples;
mod packages;
mod power;
mod processes;
#[path = "../support/mod.rs"]
mod support;
mod terminal;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use support::{Ended, Project, run, saved};
use tempfile::TempDir;

/// One project, built once; each test has its own directories for inputs.
fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let project = Project::copy("hostile", "hostile");
        // Built here, so that no test waits for it while it watches the clock.
        let listed = project.run(["list"]);
        assert!(listed.stdout.contains("hostile::holds\n"), "{}", listed.output());
        project
    })
}

/// The corpus and the failures of one test.
struct Files {
    directory: TempDir,
}

impl Files {
    fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    fn corpus(&self) -> PathBuf {
        self.directory.path().join("corpus")
    }

    fn failures(&self) -> PathBuf {
        self.directory.path().join("failures")
    }

    /// The arguments of a command on these files.
    fn arguments(&self, arguments: &[&str]) -> Vec<String> {
        let (corpus, failures) = (self.corpus(), self.failures());
        let files =
            ["--corpus", corpus.to_str().unwrap(), "--failures", failures.to_str().unwrap()];
        arguments.iter().chain(&files).map(|&argument| argument.to_owned()).collect()
    }

    /// A command on these files.
    fn command(&self, arguments: &[&str]) -> Command {
        project().chiasma(self.arguments(arguments))
    }

    fn run(&self, arguments: &[&str]) -> Ended {
        run(&mut self.command(arguments))
    }

    /// Breeds for a while, always the same.
    fn fuzz(&self, property: &str) -> Ended {
        self.run(&["fuzz", property, "--no-tui", "--seed", "1", "--executions", "3000"])
    }

    /// A corpus of the property `holds`.
    fn bred() -> Self {
        let files = Self::new();
        let ended = files.fuzz("holds");
        assert!(saved(&files.corpus()).len() > 3, "{}", ended.output());
        files
    }
}

/// Something of the name of a saved input that is none.
struct BadFile {
    name: &'static str,
    make: fn(&Path),
    /// What is said of it.
    told: &'static str,
}

const BAD_FILES: [BadFile; 7] = [
    BadFile { name: "empty", make: |path| fs::write(path, "").unwrap(), told: "the file is empty" },
    BadFile {
        name: "truncated",
        make: |path| fs::write(path, "chiasma 1\n\nbytes:  # x\n  len").unwrap(),
        told: "neither a call",
    },
    BadFile {
        name: "binary",
        make: |path| fs::write(path, [0xff, 0xfe, 0]).unwrap(),
        told: "not text (UTF-8)",
    },
    BadFile { name: "directory", make: |path| fs::create_dir(path).unwrap(), told: "regular file" },
    BadFile {
        name: "dangling",
        make: |path| symlink("nowhere", path).unwrap(),
        told: "No such file",
    },
    BadFile {
        name: "fifo",
        make: |path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
        told: "regular file",
    },
    BadFile {
        name: "huge",
        make: |path| fs::File::create(path).unwrap().set_len(100 << 20).unwrap(),
        told: "larger than 16 MiB",
    },
];

#[test]
fn a_bad_file_is_told_left_out_and_stops_nothing() {
    let files = Files::bred();
    let good = saved(&files.corpus()).len();
    for BadFile { name, make, .. } in &BAD_FILES {
        make(&files.corpus().join(format!("{name}.chi")));
    }
    let bytes = files.directory.path().join("bytes");
    let fuzz = ["fuzz", "holds", "--no-tui", "--executions", "10"];
    let export = ["export", "holds", bytes.to_str().unwrap()];
    let commands: [(&[&str], String); 4] = [
        (&fuzz, format!(" {good} saved inputs")),
        (&["minimize", "holds", "--dry-run"], format!(" of {good} files")),
        (&export, format!("{good} inputs: {good} exported")),
        (&["coverage", "holds"], "src/lib.rs".to_owned()),
    ];
    for (arguments, expected) in commands {
        let ended = files.run(arguments);
        assert_eq!(ended.code, Some(0), "{}", ended.output());
        assert!(ended.stdout.contains(&expected), "no {expected:?}: {}", ended.output());
        for BadFile { name, told, .. } in &BAD_FILES {
            let output = ended.output();
            let line = output.lines().find(|line| line.contains(&format!("{name}.chi")));
            assert!(line.is_some_and(|line| line.contains(told)), "{name}: {output}");
        }
    }
}

#[test]
fn the_name_of_a_file_does_not_reach_the_terminal_as_a_command() {
    let files = Files::bred();
    let (_, text) = saved(&files.corpus()).pop_first().unwrap();
    // Beside the one that it is a copy of, it is superfluous.
    fs::write(files.corpus().join("z\u{1b}]0;owned\u{7}.chi"), text).unwrap();
    fs::write(files.corpus().join("bad\u{1b}[2J.chi"), "bad").unwrap();
    let ended = files.run(&["minimize", "holds", "--dry-run"]);
    let said = ended.output();
    assert!(said.contains("z\\u{1b}]0;owned\\u{7}.chi"), "{said}");
    assert!(said.contains("bad\\u{1b}[2J.chi:1: "), "{said}");
    assert!(!said.contains(['\u{1b}', '\u{7}']), "{said}");
}

#[test]
fn minimizing_deletes_nothing_that_it_does_not_understand() {
    let files = Files::bred();
    let before = saved(&files.corpus());
    // A name that fits no crate, which would take all coverage away.
    let mistyped = files.run(&["minimize", "holds", "--instrument", "nonexistent"]);
    assert_eq!(mistyped.code, Some(2), "{}", mistyped.output());
    let told = "there is no crate nonexistent in this build; there are ";
    let (_, crates) = mistyped.stderr.split_once(told).expect("the crates are listed");
    let crates: Vec<&str> = crates.trim_end().split(", ").collect();
    assert!(["hostile", "libc", "chiasma_core"].iter().all(|name| crates.contains(name)));
    assert!(!crates.contains(&"build_script_build"), "{crates:?}");
    assert!(!crates.contains(&"checking"), "a test of a dependency: {crates:?}");
    // Inputs over the limit: some of them, and all of them.
    let cut = files.run(&["minimize", "holds", "--max-size", "1"]);
    assert!(cut.stdout.contains("left alone "), "{}", cut.output());
    assert_eq!(saved(&files.corpus()), before, "{}", cut.output());
    let large = Files::new();
    let largest = before.iter().max_by_key(|(_, text)| text.len()).unwrap();
    fs::create_dir(large.corpus()).unwrap();
    fs::write(large.corpus().join(largest.0), largest.1).unwrap();
    let cut = large.run(&["minimize", "holds", "--max-size", "1"]);
    assert_eq!((cut.code, saved(&large.corpus()).len()), (Some(2), 1), "{}", cut.output());
    assert!(cut.stderr.contains("none is deleted"), "{}", cut.output());
    // Inputs of a generator that has changed: the argument has another name, which is known by its type, ...
    let renamed = before.values().map(|text| text.replace("bytes:  #", "text:  #"));
    for (name, text) in before.keys().zip(renamed) {
        fs::write(files.corpus().join(name), text).unwrap();
    }
    let ended = files.run(&["fuzz", "holds", "--no-tui", "--executions", "10"]);
    assert!(
        ended.stdout.contains(&format!(" {} saved inputs", before.len())),
        "{}",
        ended.output()
    );
    assert!(!ended.stdout.contains("the generator has changed"), "{}", ended.output());
    // ... and then another type, too.
    for name in before.keys() {
        let path = files.corpus().join(name);
        let text = fs::read_to_string(&path).unwrap().replace("text:  # ", "text:  # Other");
        fs::write(path, text).unwrap();
    }
    let ended = files.run(&["fuzz", "holds", "--no-tui", "--executions", "10"]);
    assert!(ended.stdout.contains("saved inputs fit only in part"), "{}", ended.output());
    let all: Vec<String> = before.keys().cloned().collect();
    let minimized = files.run(&["minimize", "holds"]);
    let left = saved(&files.corpus());
    assert!(all.iter().all(|name| left.contains_key(name)), "{}", minimized.output());
}

#[test]
fn what_a_target_says_does_not_reach_the_terminal_as_a_command() {
    let files = Files::new();
    let fuzzed = files.fuzz("commands_the_terminal");
    assert_eq!(fuzzed.code, Some(1), "{}", fuzzed.output());
    let failures = saved(&files.failures());
    let (name, text) = failures.first_key_value().unwrap();
    let path = files.failures().join(name);
    let path = path.to_str().unwrap();
    let replayed = files.run(&["replay", "commands_the_terminal", path]);
    let shrunk = project().run(["shrink", "commands_the_terminal", path]);
    for said in [&fuzzed.output(), &replayed.output(), &shrunk.output(), text] {
        assert!(said.contains("\\u{1b}]0;owned\\u{7}"), "{said}");
        assert!(!said.contains(['\u{1b}', '\u{7}']), "{said}");
    }
}

#[test]
fn a_message_of_ten_megabytes_is_cut_in_the_middle() {
    let files = Files::new();
    let fuzz = ["fuzz", "talks_too_much", "--no-tui", "--seed", "1", "--executions", "50"];
    let fuzzed = files.run(&fuzz);
    let told = "bytes of 10485760 left out";
    assert!(
        fuzzed.stdout.contains(told) && fuzzed.stdout.len() < 100_000,
        "{}",
        fuzzed.stdout.len()
    );
    let failures = saved(&files.failures());
    let text = failures.values().next().unwrap();
    assert!(text.contains(told) && text.len() < 100_000, "{}", text.len());
}

#[test]
fn a_flaky_failure_is_shown_with_how_often_it_fails() {
    let files = Files::new();
    let ended = files.fuzz("is_flaky");
    assert_eq!(ended.code, Some(1), "{}", ended.output());
    for shown in
        ["now and then", "bytes = ", "  flaky   the same input failed ", "  saved   ", "  replay  "]
    {
        assert!(ended.stdout.contains(shown), "no {shown:?}: {}", ended.output());
    }
}

#[test]
fn the_panics_of_a_target_with_a_panic_hook_are_told_apart() {
    let files = Files::new();
    let ended = files.fuzz("has_a_panic_hook");
    let texts = saved(&files.failures());
    assert_eq!(texts.len(), 2, "{}", ended.output());
    assert!(texts.values().all(|text| text.contains("# panic at tests/hostile.rs:")), "{texts:?}");
}

#[test]
fn an_empty_or_stale_file_does_not_keep_its_failure_from_being_saved() {
    let files = Files::new();
    files.fuzz("commands_the_terminal");
    let (name, text) = saved(&files.failures()).pop_first().unwrap();
    let path = files.failures().join(&name);
    fs::write(&path, "").unwrap();
    files.fuzz("commands_the_terminal");
    let lines = |text: &str| text.split_once("\n\n").unwrap().1.to_owned();
    assert_eq!(lines(&fs::read_to_string(&path).unwrap()), lines(&text), "saved again");
    // It says that it fails there, and does not: it has no choices.
    let stale = text.split_once("\n\n").unwrap().0.to_owned() + "\n\n";
    fs::write(&path, &stale).unwrap();
    let ended = files.fuzz("commands_the_terminal");
    let failures = saved(&files.failures());
    assert_eq!((failures.len(), &failures[&name]), (2, &stale), "{}", ended.output());
}

#[test]
fn a_failure_that_cannot_be_saved_is_shown_and_saved_later() {
    let files = Files::new();
    let mut command = files.command(&["fuzz", "fails_when_told", "--no-tui", "--seed", "1"]);
    let (output, told) =
        (files.directory.path().join("output"), files.directory.path().join("told"));
    command.env("HOSTILE_TOLD", &told);
    let file = fs::File::create(&output).unwrap();
    let mut child = command.stdout(file).stderr(Stdio::null()).spawn().unwrap();
    // The directory disappears before the first failure is found, and comes back.
    let said = |text: &str| fs::read_to_string(&output).unwrap().contains(text);
    let gone = files.directory.path().join("gone");
    wait_until(|| said("fuzzing hostile::fails_when_told"));
    fs::rename(files.failures(), &gone).unwrap();
    fs::write(files.failures(), "in the way").unwrap();
    fs::write(told, "").unwrap();
    wait_until(|| said("not saved yet: cannot write"));
    fs::remove_file(files.failures()).unwrap();
    fs::rename(&gone, files.failures()).unwrap();
    wait_until(|| said("saved after all: "));
    // SAFETY: a signal to a child that has not been waited for; it touches no memory.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    assert_eq!(child.wait().unwrap().code(), Some(1), "{}", fs::read_to_string(&output).unwrap());
    assert_eq!(saved(&files.failures()).len(), 1);
}

#[test]
fn a_full_temporary_directory_is_no_reason_to_die() {
    let files = Files::new();
    let arguments = files.arguments(&["fuzz", "holds", "--no-tui", "--executions", "500"]);
    // A directory of its own with hardly any room, where that is allowed.
    let script = "mount -t tmpfs -o size=8k tmpfs \"$0\" && head -c 8192 /dev/zero > \"$0/filler\"; \
                  export TMPDIR=\"$0\"; exec \"$@\"";
    let temporary = tempfile::tempdir().unwrap();
    let inner = project().chiasma(arguments);
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", script]).arg(temporary.path()).arg(inner.get_program());
    command.args(inner.get_args()).current_dir(&project().directory);
    for (name, value) in inner.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    if !Command::new("unshare").args(["-rm", "true"]).status().is_ok_and(|status| status.success())
    {
        println!("not tested: this system does not let us mount anything");
        return;
    }
    let ended = run(&mut command);
    // Done, or told that the machine is at its end; never killed by a signal.
    assert!(matches!(ended.code, Some(0 | 5)), "{}", ended.output());
}

#[test]
fn only_regular_files_are_written() {
    let files = Files::new();
    files.fuzz("commands_the_terminal");
    let path = files.failures().join(saved(&files.failures()).pop_first().unwrap().0);
    let null = files.directory.path().join("null");
    symlink("/dev/null", &null).unwrap();
    let (path, null) = (path.to_str().unwrap(), null.to_str().unwrap());
    let ended = project().run(["shrink", "commands_the_terminal", path, "-o", null]);
    assert_eq!(ended.code, Some(2), "{}", ended.output());
    assert!(ended.stderr.contains("is not a regular file"), "{}", ended.output());
    assert!(fs::symlink_metadata(null).unwrap().is_symlink());
}

/// Waits for something that happens soon.
pub(crate) fn wait_until(happens: impl Fn() -> bool) {
    let started = Instant::now();
    while !happens() {
        assert!(started.elapsed() < Duration::from_secs(120), "it did not happen");
        std::thread::sleep(Duration::from_millis(2));
    }
}
