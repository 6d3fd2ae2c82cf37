//! One trigger in a process of its own, and its outcome.

use std::fmt;
use std::io::Read;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use chiasma_lab::defects::{Death, Defect, FailureKey, FailureKind};

use crate::child::{CALLER, INVALID, TITLE, VALID};

/// How long a trigger may run.
const PATIENCE: Duration = Duration::from_secs(10);

/// The outcome of a trigger.
pub(crate) enum Outcome {
    /// The subject failed.
    Failed(FailureKey),
    /// It returned Ok.
    Valid,
    /// It returned this error.
    Invalid(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(failure) => {
                write!(f, "{}", failure.portable())?;
                match failure.callers.first() {
                    Some(caller) => write!(f, " in {caller}"),
                    None => Ok(()),
                }
            }
            Self::Valid => f.write_str("valid"),
            Self::Invalid(why) => write!(f, "invalid: {why}"),
        }
    }
}

/// Runs the trigger of a defect.
pub(crate) fn of(defect: &Defect) -> Result<Outcome> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut child = Command::new(program)
        .args(["reproduce", &defect.subject, &defect.id])
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start a process for the trigger")?;
    let said = read_aside(child.stdout.take());
    let complained = read_aside(child.stderr.take());
    let status = wait(&mut child)?;
    let text = |reader: JoinHandle<String>| reader.join().unwrap_or_default();
    Ok(outcome(status, &text(said), &text(complained)))
}

fn read_aside(from: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            let _ = from.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for the process; nothing if it had to be killed.
fn wait(child: &mut Child) -> Result<Option<ExitStatus>> {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().context("cannot wait for a trigger")? {
            return Ok(Some(status));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
    Ok(None)
}

fn outcome(status: Option<ExitStatus>, said: &str, complained: &str) -> Outcome {
    let death = match status {
        None => Some(Death::Timeout),
        Some(status) => status.signal().map(|signal| match signal {
            libc::SIGABRT if complained.contains("has overflowed its stack") => {
                Death::StackOverflow
            }
            libc::SIGABRT if complained.contains("memory allocation of") => Death::OutOfMemory,
            libc::SIGABRT => Death::Abort,
            other => Death::Signal(other),
        }),
    };
    if let Some(death) = death {
        return Outcome::Failed(FailureKey::new(FailureKind::Death(death), None));
    }
    let title = said.lines().find_map(|line| line.strip_prefix(TITLE));
    if let Some(key) = title.and_then(|title| title.parse::<FailureKey>().ok()) {
        let callers = said.lines().filter_map(|line| line.strip_prefix(CALLER));
        return Outcome::Failed(key.with_callers(callers.map(str::to_owned).collect()));
    }
    match said.lines().find_map(|line| line.strip_prefix(INVALID)) {
        Some(why) => Outcome::Invalid(why.to_owned()),
        None if said.lines().any(|line| line == VALID) => Outcome::Valid,
        None => Outcome::Invalid(format!("the process said nothing: {}", complained.trim())),
    }
}
