//! `subjects`: checks that every known defect still reproduces, and says which defect a failure is.

mod catalogue;
mod child;
mod known;
mod trial;

use std::io::Read as _;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use chiasma_lab::defects::{Defect, Defects, FailureKey, Input};

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
    for subject in subjects {
        catalogue::find(subject)?;
    }
    println!("{:<12} {:<27} {:<4} {:<80} seen", "subject", "defect", "ok", "expected");
    let mut wrong = 0;
    for list in lists() {
        wrong += check_list(&list, subjects)?;
    }
    if wrong > 0 {
        println!("{wrong} defects do not reproduce, or are not recognised");
        return Ok(ExitCode::FAILURE);
    }
    println!("all defects reproduce, and are recognised by identity");
    Ok(ExitCode::SUCCESS)
}

/// The lists: what was reported, and what Chiasma found.
fn lists() -> [Defects; 2] {
    [known::known(), known::finds()]
}

/// Runs the triggers of a list, and counts those that do not do what they should.
fn check_list(list: &Defects, subjects: &[&str]) -> Result<usize> {
    let is_wanted =
        |defect: &&Defect| subjects.is_empty() || subjects.contains(&defect.subject.as_str());
    let mut wrong = 0;
    for defect in list.iter().filter(is_wanted) {
        let outcome = trial::of(defect)?;
        let is_right = match &outcome {
            Outcome::Failed(failure) => list.identify(&defect.subject, failure) == Some(defect),
            Outcome::Valid | Outcome::Invalid(_) => false,
        };
        wrong += usize::from(!is_right);
        let ok = if is_right { "ok" } else { "NO" };
        let (subject, id, expected) = (&defect.subject, &defect.id, defect.shown());
        println!("{subject:<12} {id:<27} {ok:<4} {expected:<80} {outcome}");
    }
    Ok(wrong)
}

fn list() -> Result<ExitCode> {
    let [known, finds] = lists();
    for subject in catalogue::SUBJECTS {
        println!("{:<12} {}", subject.name, subject.what);
        known.of(subject.name).for_each(show);
        if finds.of(subject.name).next().is_some() {
            println!("  found by Chiasma:");
        }
        finds.of(subject.name).for_each(show);
    }
    Ok(ExitCode::SUCCESS)
}

fn show(defect: &Defect) {
    println!("    {:<27} D{} {}", defect.id, defect.difficulty, defect.shown());
    for more in [&defect.note, &defect.reference].into_iter().flatten() {
        println!("    {:<27}    {more}", "");
    }
}

fn identify(subject: &str, what: &str) -> Result<ExitCode> {
    catalogue::find(subject)?;
    let lists = lists();
    if what.ends_with(".chi") {
        let text = std::fs::read_to_string(what).with_context(|| format!("cannot read {what}"))?;
        let failure = FailureKey::of_chi(&text)?;
        return Ok(match lists.iter().find_map(|list| list.identify(subject, &failure)) {
            Some(defect) => told(defect),
            None => unknown(&failure),
        });
    }
    // A bare place is one of a panic.
    let is_place = what.contains(".rs:") && !what.contains(" at ");
    let title = if is_place { format!("panic at {what}") } else { what.to_owned() };
    let failure: FailureKey = title.parse()?;
    let candidates: Vec<&Defect> =
        lists.iter().flat_map(|list| list.candidates(subject, &failure)).collect();
    Ok(match &candidates[..] {
        [] => unknown(&failure),
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

fn unknown(failure: &FailureKey) -> ExitCode {
    println!("not known: {}", failure.portable());
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
    let lists = lists();
    let mut all = lists.iter().flat_map(|list| list.of(subject));
    let Some(defect) = all.find(|defect| defect.id == id) else {
        bail!("{subject} has no defect {id}");
    };
    child::reproduce(defect)
}
