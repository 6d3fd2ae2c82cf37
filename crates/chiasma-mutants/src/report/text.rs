//! The report as text: the score of each file, and each mutant that survives as a diff.

use std::fmt::Write;

use super::{Fate, Outputs, Report, Reported, Score, reached};

pub(super) fn text(report: &Report) -> String {
    let mut text = String::new();
    for (file, mutants) in report.by_file() {
        let mut function = None;
        for mutant in mutants.iter().filter(|m| matches!(m.fate, Fate::Survived { .. })) {
            if function != Some(&mutant.function) {
                let name = mutant.function.as_deref().unwrap_or("outside functions");
                let _ = writeln!(text, "{}: {name}", file.display());
                function = Some(&mutant.function);
            }
            survivor(&mut text, mutant);
        }
    }
    let name = |file: &std::path::Path| file.display().to_string();
    let width =
        report.by_file().map(|(file, _)| name(file).chars().count()).max().unwrap_or(0).max(5);
    for (file, mutants) in report.by_file() {
        row(&mut text, &name(file), width, Score::of(mutants));
    }
    row(&mut text, "total", width, report.score());
    if !report.left_out.is_empty() {
        let _ = writeln!(
            text,
            "{} more cannot be switched at run time or do not compile",
            report.left_out.len()
        );
    }
    for sentence in report.not_scored.sentences() {
        let _ = writeln!(text, "{sentence}");
    }
    if report.outputs == Outputs::None {
        text.push_str(
            "The property returns nothing, so a mutant is noticed only if the property fails; \
             let it return `Output::of(..)` to compare what the code gives.\n",
        );
    }
    text
}

fn survivor(text: &mut String, mutant: &Reported) {
    let Fate::Survived { reached_by, inputs } = &mutant.fate else { return };
    let _ = writeln!(text, "  line {}, {}", mutant.line, reached(reached_by, *inputs));
    for line in &mutant.before {
        let _ = writeln!(text, "  - {line}");
    }
    for line in &mutant.after {
        let _ = writeln!(text, "  + {line}");
    }
}

fn row(text: &mut String, name: &str, width: usize, score: Score) {
    let Score { killed, survived, unreached } = score;
    let _ = writeln!(
        text,
        "{name:width$}  {killed:>5} of {:>5} mutants killed  {:>5.1} %  {survived:>5} survive  \
         {unreached:>5} not reached",
        score.all(),
        score.percent()
    );
}
