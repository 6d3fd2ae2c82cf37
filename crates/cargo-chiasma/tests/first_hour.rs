//! The page of the first hour, run as it stands: `docs/first-hour.md`.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::{Ended, target};

/// What the page has the reader do.
#[derive(Debug)]
enum Step {
    /// Write a file.
    Write { file: String, text: String },
    /// Put the first text into the place of the second.
    Replace { file: String, by: String, text: String },
    /// Run a command, which ends with this code and prints these lines.
    Run { command: String, code: i32, prints: Vec<String> },
}

/// The steps of a page: blocks of code with `file=`, `replace=` and `with=`, and those called `console`.
fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut replacement: Option<(String, String)> = None;
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let text = block.join("\n") + "\n";
        let key = |key: &str| Some(info.split_once(key)?.1.to_owned());
        if let Some(file) = key("file=") {
            steps.push(Step::Write { file, text });
        } else if let Some(file) = key("replace=") {
            replacement = Some((file, text));
        } else if key("with=").is_some() {
            let (file, by) = replacement.take().expect("a replacement precedes");
            steps.push(Step::Replace { file, by, text });
        } else if info == "console" {
            steps.extend(commands(&block));
        }
    }
    steps
}

/// The commands in a block: `$ COMMAND`, and what each prints.
fn commands(block: &[&str]) -> Vec<Step> {
    let mut all: Vec<Step> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), all.last_mut()) {
            (Some(command), _) => {
                let (command, code) = match command.split_once(" # exit ") {
                    Some((command, code)) => (command, code.parse().unwrap()),
                    None => (command, 0),
                };
                let command = command.to_owned();
                all.push(Step::Run { command, code, prints: Vec::new() });
            }
            (None, Some(Step::Run { prints, .. })) => prints.push((*line).to_owned()),
            _ => panic!("output without a command: {line}"),
        }
    }
    all
}

/// A line without what differs from one run to the next: numbers, and how blanks line them up.
fn masked(line: &str) -> String {
    let mut masked = String::new();
    let mut last = ' ';
    for c in line.chars() {
        let c = if c.is_ascii_digit() { '#' } else { c };
        let is_part_of_number = last == '#' && (c == '#' || c == '.');
        let is_repeated = c == ' ' && last == ' ';
        if !is_part_of_number && !is_repeated {
            masked.push(c);
            last = c;
        }
    }
    masked.trim_end().to_owned()
}

/// Whether the lines are what was printed; `...` stands for any lines. What is between two of them may be anywhere:
/// which of two failures is found first is not for the page to say.
fn is_printed(expected: &[String], printed: &[String]) -> bool {
    let mut parts: Vec<&[String]> = expected.split(|line| line == "...").collect();
    let (Some(last), is_whole) = (parts.pop(), parts.is_empty()) else { return false };
    if is_whole {
        return last == printed;
    }
    let first = parts.remove(0);
    let is_within = |part: &&[String]| {
        part.is_empty() || printed.windows(part.len()).any(|lines| lines == *part)
    };
    printed.starts_with(first) && printed.ends_with(last) && parts.iter().all(is_within)
}

/// The shell of the page's reader.
struct Shell {
    directory: PathBuf,
}

impl Shell {
    fn begin() -> Self {
        // Not below the repository, whose workspace it would be a part of.
        let directory = std::env::temp_dir().join(format!("first-hour-{}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).unwrap();
        Self { directory }
    }

    fn run(&mut self, command: &str) -> Ended {
        if let Some(directory) = command.strip_prefix("cd ") {
            self.directory.push(directory);
            // The versions that are here already: nothing needs to be fetched.
            fs::copy(repository().join("Cargo.lock"), self.directory.join("Cargo.lock")).unwrap();
            return Ended { code: Some(0), stdout: String::new(), stderr: String::new() };
        }
        // One build of Chiasma for all tests: by one path, in one directory.
        let built = target().join("fixtures");
        let command = command
            .replace("../chiasma/", &format!("{}/", repository().display()))
            .replace("target/debug/", &format!("{}/debug/", built.display()));
        let bin = Path::new(env!("CARGO_BIN_EXE_cargo-chiasma")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        let mut shell = Command::new("bash");
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if name.starts_with("CARGO_") && name != "CARGO_HOME" || name.starts_with("CHIASMA_") {
                shell.env_remove(&*name);
            }
        }
        shell
            .args(["-c", &command])
            .current_dir(&self.directory)
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("CARGO_TARGET_DIR", built)
            .env("CARGO_NET_OFFLINE", "true");
        support::run(&mut shell)
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(self.directory.parent().unwrap());
        }
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

#[test]
fn the_first_hour_is_as_it_is_written_down() {
    let page = fs::read_to_string(repository().join("docs/first-hour.md")).unwrap();
    let steps = steps(&page);
    assert!(steps.len() > 15, "{steps:?}");
    let mut shell = Shell::begin();
    for step in steps {
        match step {
            Step::Write { file, text } => {
                let path = shell.directory.join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            Step::Replace { file, by, text } => {
                let path = shell.directory.join(file);
                let before = fs::read_to_string(&path).unwrap();
                assert_eq!(before.matches(&text).count(), 1, "{text}");
                fs::write(path, before.replace(&text, &by)).unwrap();
            }
            Step::Run { command, code, prints } => {
                let ended = shell.run(&command);
                // Shown if the test fails, or with --nocapture: the page to be.
                println!("$ {command}\n{}", ended.stdout);
                assert_eq!(ended.code, Some(code), "$ {command}\n{}", ended.output());
                let expected: Vec<String> = prints.iter().map(|line| masked(line)).collect();
                let printed: Vec<String> = ended.stdout.lines().map(masked).collect();
                // What cargo says of its work is not shown where nothing is.
                if !expected.is_empty() {
                    let shown = expected.join("\n");
                    assert!(
                        is_printed(&expected, &printed),
                        "$ {command}\nexpected\n{shown}\nprinted\n{}",
                        ended.output()
                    );
                }
            }
        }
    }
}

#[test]
fn numbers_and_blanks_do_not_matter_and_words_do() {
    assert_eq!(
        masked("ended:      3 s  300 runs (87/s)"),
        masked("ended:  12.5 s  1 runs (3.0/s)")
    );
    assert_ne!(masked("1 failure"), masked("1 failures"));
    let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
    assert!(is_printed(&lines("a\n...\nd"), &lines("a\nb\nc\nd")));
    assert!(!is_printed(&lines("a\n...\nd"), &lines("a\nb\nd\nc")));
    assert!(!is_printed(&lines("a"), &lines("a\nb")));
    assert!(is_printed(&lines("...\nc\nd\n...\na\n..."), &lines("a\nb\nc\nd")));
    assert!(!is_printed(&lines("...\nc\na\n..."), &lines("a\nb\nc\nd")));
}
