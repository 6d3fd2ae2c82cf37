//! Starting what is measured, and reading what it says of itself.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// What a process of `targets/` reports: keys and values.
#[derive(Debug, Default)]
pub(super) struct Said {
    values: HashMap<String, String>,
}

impl Said {
    /// Reads what was said last: a process that only looks where the target's edges are ends before the worker does.
    fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).context("the process did not report")?;
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        let values = lines.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        Ok(Self { values })
    }

    pub(super) fn text(&self, key: &str) -> Result<&str> {
        let value = self.values.get(key).map(String::as_str);
        value.with_context(|| format!("the process did not report its {key}"))
    }

    pub(super) fn number(&self, key: &str) -> Result<f64> {
        let text = self.text(key)?;
        text.parse().with_context(|| format!("{key} is not a number but {text}"))
    }

    /// The CPU time: of the loop, if it has said so, or of the whole process.
    pub(super) fn nanos(&self) -> Result<f64> {
        self.number("loop_ns").or_else(|_| self.number("process_ns"))
    }
}

/// What was seen of a process from outside.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Seen {
    pub(super) nanos: f64,
    pub(super) peak_kib: f64,
}

/// Runs a process that reports, or whose worker does.
pub(super) fn run(command: &mut Command, scratch: &Path) -> Result<(Said, Seen)> {
    let report = scratch.join("report");
    let output = scratch.join("output");
    let _ = fs::remove_file(&report);
    let file =
        fs::File::create(&output).with_context(|| format!("cannot create {}", output.display()))?;
    let mut child = command
        .env("LOOP_REPORT", &report)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(file)
        .spawn()
        .with_context(|| format!("cannot start {:?}", command.get_program()))?;
    let seen = watch(&mut child)?;
    let status = child.wait().context("the process did not end")?;
    if !status.success() {
        let output = fs::read_to_string(&output).unwrap_or_default();
        bail!("{command:?} ended with {status}:\n{output}");
    }
    Said::read(&report).map(|said| (said, seen)).with_context(|| format!("{command:?}"))
}

/// Looks at a process until it ends, without its children.
fn watch(child: &mut Child) -> Result<Seen> {
    let process = PathBuf::from(format!("/proc/{}", child.id()));
    let mut seen = Seen::default();
    while child.try_wait().context("the process did not end")?.is_none() {
        seen.nanos = seen.nanos.max(nanos_of(&process).unwrap_or(0.0));
        seen.peak_kib = seen.peak_kib.max(peak_of(&process).unwrap_or(0.0));
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(seen)
}

/// The CPU time of all threads.
fn nanos_of(process: &Path) -> Option<f64> {
    let mut nanos = 0.0;
    for task in fs::read_dir(process.join("task")).ok()? {
        let text = fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        nanos += text.split(' ').next()?.parse::<f64>().ok()?;
    }
    Some(nanos)
}

fn peak_of(process: &Path) -> Option<f64> {
    let text = fs::read_to_string(process.join("status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}
