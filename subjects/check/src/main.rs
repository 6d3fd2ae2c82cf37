//! `subjects`: checks that every known defect still reproduces, and says which defect a failure is.

mod catalogue;
mod child;
mod trial;

use std::io::Read as _;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use defects::{Defect, Defects, Failure, Input};

use trial::Outcome;

const USAGE: &str = "usage:
  subjects check [SUBJECT...]              see that every known defect reproduces and is recognised
  subjects list                            the subjects and their defects
  subjects identify SUBJECT LOCATION       which defect a failure at a place is
  subjects identify SUBJECT FILE.chi       which defect a saved failure is
  subjects run SUBJECT [FILE] [HAYSTACK]   run a subject on a file or standard input";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ended = match &words[..] {
        ["check", subjects @ ..] => check(subjects),
        ["list"] => list(),
        ["identify", subject, what] => identify(subject, what),
        ["run", subject, files @ ..] => run(subject, files),
        // For `check` alone: this program as the process that dies of a trigger.
        ["reproduce", subject, id] => reproduce(subject, id),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    ended.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

/// Runs every trigger in a process of its own.
fn check(subjects: &[&str]) -> Result<ExitCode> {
    let known = Defects::known();
    for subject in subjects {
        catalogue::find(subject)?;
    }
    let is_wanted =
        |defect: &&Defect| subjects.is_empty() || subjects.contains(&defect.subject.as_str());
    let mut wrong = 0;
    println!("{:<12} {:<27} {:<4} {:<80} seen", "subject", "defect", "ok", "expected");
    for defect in known.iter().filter(is_wanted) {
        let outcome = trial::of(defect)?;
        let is_right = match &outcome {
            Outcome::Failed(failure) => known.identify(&defect.subject, failure) == Some(defect),
            Outcome::Valid | Outcome::Invalid(_) => false,
        };
        wrong += usize::from(!is_right);
        let ok = if is_right { "ok" } else { "NO" };
        let (subject, id, expected) = (&defect.subject, &defect.id, defect.shown());
        println!("{subject:<12} {id:<27} {ok:<4} {expected:<80} {outcome}");
    }
    if wrong > 0 {
        println!("{wrong} defects do not reproduce, or are not recognised");
        return Ok(ExitCode::FAILURE);
    }
    println!("all defects reproduce, and are recognised by identity");
    Ok(ExitCode::SUCCESS)
}

fn list() -> Result<ExitCode> {
    let known = Defects::known();
    for subject in catalogue::SUBJECTS {
        println!("{:<12} {}", subject.name, subject.what);
        for defect in known.of(subject.name) {
            println!("    {:<27} D{} {}", defect.id, defect.difficulty, defect.shown());
            if let Some(note) = &defect.note {
                println!("    {:<27}    {note}", "");
            }
            if let Some(reference) = &defect.reference {
                println!("    {:<27}    {reference}", "");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn identify(subject: &str, what: &str) -> Result<ExitCode> {
    catalogue::find(subject)?;
    let known = Defects::known();
    if what.ends_with(".chi") {
        let text = std::fs::read_to_string(what).with_context(|| format!("cannot read {what}"))?;
        let failure = Failure::of_chi(&text)?;
        return Ok(match known.identify(subject, &failure) {
            Some(defect) => told(defect),
            None => unknown(&failure.identity()),
        });
    }
    // A bare place is one of a panic.
    let is_place = what.contains(".rs:") && !what.contains(" at ");
    let title = if is_place { format!("panic at {what}") } else { what.to_owned() };
    Ok(match &known.candidates(subject, &title)[..] {
        [] => unknown(&Failure::titled(&title).identity()),
        [defect] => told(defect),
        several => {
            println!("one of {}, depending on the callers:", several.len());
            for defect in several {
                told(defect);
            }
            ExitCode::SUCCESS
        }
    })
}

fn told(defect: &Defect) -> ExitCode {
    println!("{} ({})", defect.name(), defect.shown());
    ExitCode::SUCCESS
}

fn unknown(identity: &str) -> ExitCode {
    println!("not known: {identity}");
    ExitCode::FAILURE
}

/// Runs a subject on an input of the user's, in this process.
fn run(subject: &str, files: &[&str]) -> Result<ExitCode> {
    let subject = catalogue::find(subject)?;
    let read = |file: &str| std::fs::read(file).with_context(|| format!("cannot read {file}"));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).context("the input is not UTF-8");
    let input = match files {
        [] => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
            Input::Bytes(bytes)
        }
        [file] => Input::Bytes(read(file)?),
        [pattern, haystack] => {
            Input::Search { pattern: text(read(pattern)?)?, haystack: text(read(haystack)?)? }
        }
        _ => bail!("too many files\n{USAGE}"),
    };
    Ok(match subject.run(&input)? {
        Ok(summary) => {
            println!("valid: {summary}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            println!("invalid: {why}");
            ExitCode::FAILURE
        }
    })
}

fn reproduce(subject: &str, id: &str) -> Result<ExitCode> {
    let known = Defects::known();
    let Some(defect) = known.of(subject).find(|defect| defect.id == id) else {
        bail!("{subject} has no defect {id}");
    };
    child::reproduce(defect)
}
