//! Mutation distances, zero mutations, and whether children of valid parents are valid.

use super::super::plot::{Bar, Violin, bars, violins};
use super::super::table::Table;
use super::super::{Figure, Section, numbers};
use super::{MARKS, samples};
use crate::results::{Child, Results};
use crate::statistics::{Sample, Summary};

pub(super) fn section(results: &Results) -> Option<Section> {
    if results.trials.iter().all(|trial| trial.children.is_empty()) {
        return None;
    }
    let mut section = Section::new(
        "Mutation distance",
        format!(
            "How far children are from their parents: the Levenshtein distance of their texts by the \
             length of the longer one. Zero mutations, children equal to their parents, are left out of \
             the distributions and counted apart (median of the trials). In the plots all children are above the line and saved \
             ones below; each half is as thick as its own distribution is dense, with the median as a \
             solid line and the quartiles dashed. Validity is preserved if the child of a valid parent is \
             valid. {MARKS} {}.",
            results.plan.compare_to
        ),
    );
    let contenders = results.plan.contenders();
    for subject in results.plan.subjects() {
        section.figures.push(distributions(results, subject, &contenders));
    }
    for subject in results.plan.subjects() {
        section.figures.push(zero_mutations(results, subject, &contenders));
    }
    let mut table = Table::new(
        "distances",
        "Mutation distances, zero mutations and validity: medians of the trials",
        &["subject", "measure"],
        &contenders,
    );
    for subject in results.plan.subjects() {
        let median_of = |which: fn(&Child) -> bool| {
            samples(results, subject, move |trial| {
                let moved = trial.children.iter().filter(|child| child.distance > 0.0);
                let distances = moved.filter(|child| which(child)).map(|child| child.distance);
                Some(Summary::of(&Sample::new(distances).ok()?).median)
            })
        };
        for (measure, comparison) in [
            ("distance, all children", median_of(|_| true)),
            ("distance, saved children", median_of(|child| child.saved)),
            ("zero mutations", samples(results, subject, |trial| trial.zero_mutations())),
            ("validity preserved", samples(results, subject, |trial| trial.validity_preserved())),
        ] {
            let mut row = vec![subject.into(), measure.into()];
            let mut cells = comparison.cells(numbers::share);
            if measure != "validity preserved" {
                // Which distance is best is for the reader to judge.
                cells.iter_mut().for_each(|cell| cell.is_best = false);
            }
            row.extend(cells);
            table.rows.push(row);
        }
    }
    section.tables.push(table);
    Some(section)
}

fn distributions(results: &Results, subject: &str, contenders: &[&str]) -> Figure {
    let caption = format!("{subject}: mutation distances");
    let drawn: Vec<Violin<'_>> = contenders
        .iter()
        .map(|label| {
            let sample = |which: fn(&Child) -> bool| {
                let children = results.of(subject, label).flat_map(|trial| &trial.children);
                let moved = children.filter(|child| child.distance > 0.0 && which(child));
                Sample::new(moved.map(|child| child.distance)).ok()
            };
            Violin { label, above: sample(|_| true), below: sample(|child| child.saved) }
        })
        .collect();
    let names = ["all children", "saved children"];
    let svg = violins(&caption, "mutation distance", names, &drawn);
    Figure { caption, svg }
}

fn zero_mutations(results: &Results, subject: &str, contenders: &[&str]) -> Figure {
    let caption = format!("{subject}: share of zero mutations");
    let comparison = samples(results, subject, |trial| trial.zero_mutations());
    let drawn: Vec<Bar<'_>> = contenders
        .iter()
        .zip(&comparison.groups)
        .map(|(label, (_, sample))| {
            let share = sample.as_ref().map(|sample| Summary::of(sample).median);
            Bar { label, share }
        })
        .collect();
    let svg = bars(&caption, &drawn);
    Figure { caption, svg }
}
