//! The text that is printed when a check did not pass.

use chiasma_core::display::counted;
use std::fmt::Write;
use std::path::Path;

use chiasma_core::FailureKind;
use chiasma_core::display::{harmless, shortened};

use crate::checked::{Found, Origin, Stopped, Trouble};
use crate::property::PropertyId;

/// Maximum number of lines shown of what was drawn.
const MAX_DRAWN: usize = 40;

/// The report of `trouble`, which ends with a line break.
pub(crate) fn text(id: Option<&PropertyId>, trouble: &Trouble) -> String {
    let name = id.map_or("(unnamed)", |id| id.name);
    let mut text = String::from("\n");
    let written = match trouble {
        Trouble::Failed(found) => failed(&mut text, id, name, found),
        Trouble::TooManyRejects { valid, rejected, reasons } => {
            too_many_rejects(&mut text, name, *valid, *rejected, reasons)
        }
        Trouble::Saved(error) => {
            writeln!(
                text,
                "property {name} has a saved input that cannot be replayed\n\n{}",
                indent(&error.to_string())
            )
        }
        Trouble::Unfit { path, saved } => writeln!(
            text,
            "property {name} has a saved failure that tests nothing any more: none of the {saved} choices in \
             {} fits the generator; delete the file, or let it fail again and replace it",
            shown(path)
        ),
        Trouble::Settings(error) => writeln!(text, "property {name} cannot be checked: {error}"),
    };
    debug_assert!(written.is_ok(), "writing to a string does not fail");
    harmless(&text).into_owned()
}

fn failed(
    text: &mut String,
    id: Option<&PropertyId>,
    name: &str,
    found: &Found,
) -> std::fmt::Result {
    match found.failure.key.kind {
        FailureKind::GeneratorPanic => {
            writeln!(text, "the generator of property {name} failed\n")?;
        }
        _ => writeln!(text, "property {name} failed\n")?,
    }
    for note in &found.notes {
        writeln!(text, "{}", indent(&format!("{} = {}", note.name, shortened(&note.value))))?;
    }
    if !found.notes.is_empty() {
        writeln!(text)?;
    }
    if !found.drawn.is_empty() {
        writeln!(text, "  drawn:\n{}\n", indent(&indent(&first_lines(&found.drawn))))?;
    }
    writeln!(text, "{}\n", indent(&shortened(&found.failure.to_string())))?;
    if let Some(backtrace) = &found.backtrace {
        writeln!(text, "{}\n", indent(backtrace))?;
    }
    if found.flaky {
        writeln!(
            text,
            "  flaky: the same input did not fail in this way when it was run again;\n  \
             does the property depend on time, threads, hash order or state kept between runs?\n"
        )?;
    }
    let mut seed = None;
    match &found.origin {
        Origin::Saved { path, matched } => {
            writeln!(text, "  found   saved earlier in {}", shown(path))?;
            if !matched.is_whole() {
                writeln!(
                    text,
                    "          the generator has changed: {} of {} saved choices still fit, {} drawn fresh",
                    matched.kept, matched.saved, matched.fresh
                )?;
            }
        }
        Origin::Fresh { seed: from, case, shrunk, stopped } => {
            seed = Some(from.0);
            writeln!(text, "  found   by case {case}, with CHIASMA_SEED={}", from.0)?;
            match stopped {
                Some(Stopped::Off) => writeln!(text, "  not shrunk, as shrinking is off")?,
                Some(Stopped::Flaky) => writeln!(text, "  not shrunk, as it is flaky")?,
                _ => writeln!(
                    text,
                    "  shrunk  from {} to {} in {}{}",
                    shrunk.choices_before,
                    counted(shrunk.choices_after, "choice"),
                    counted(shrunk.runs, "run"),
                    stopped.map_or("", why_stopped)
                )?,
            }
        }
    }
    let mut is_saved = matches!(found.origin, Origin::Saved { .. });
    match &found.saved {
        Some(Ok(path)) => {
            is_saved = true;
            writeln!(text, "  saved   {}", shown(path))?;
        }
        Some(Err(error)) => writeln!(text, "  not saved: {error}")?,
        None => {}
    }
    if let Some(id) = id {
        let seed = match seed {
            Some(seed) if !is_saved => format!("CHIASMA_SEED={seed} "),
            _ => String::new(),
        };
        let (package, test) = (id.package, id.test_name());
        writeln!(text, "  replay  {seed}cargo test -p {package} -- --exact {test}")?;
    }
    Ok(())
}

fn why_stopped(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Runs => " (all that it may take; CHIASMA_SHRINK_RUNS allows more)",
        Stopped::Time => " (all there was time for; CHIASMA_SHRINK_SECONDS allows more)",
        Stopped::Panicked => " (then the shrinker panicked, which is a defect of Chiasma)",
        Stopped::Off | Stopped::Flaky => "",
    }
}

fn first_lines(drawn: &str) -> String {
    let lines: Vec<_> = drawn.lines().collect();
    match lines.get(..MAX_DRAWN) {
        Some(first) if lines.len() > MAX_DRAWN => {
            let more = counted(lines.len() - MAX_DRAWN, "line");
            format!("{}\n... and {more} more", first.join("\n"))
        }
        _ => lines.join("\n"),
    }
}

fn too_many_rejects(
    text: &mut String,
    name: &str,
    valid: u32,
    rejected: u32,
    reasons: &[(String, u32)],
) -> std::fmt::Result {
    writeln!(
        text,
        "property {name} was given up: {rejected} cases were rejected, and only {valid} were valid\n"
    )?;
    for (reason, times) in reasons {
        writeln!(text, "{}", indent(&format!("{}: {reason}", counted(times, "time"))))?;
    }
    writeln!(
        text,
        "\n  Let the generator make what the property needs, instead of rejecting the rest;\n  \
         or allow more with #[property(max_rejects = ...)] or CHIASMA_MAX_REJECTS."
    )
}

/// A path as seen from here, if it is below.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let below = here.as_deref().and_then(|here| path.strip_prefix(here).ok());
    below.unwrap_or(path).display().to_string()
}

fn indent(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}
