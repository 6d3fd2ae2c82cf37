//! Heritability: what the children of each crossover operator inherit.

use super::super::compare::Comparison;
use super::super::table::Table;
use super::super::{Section, numbers};
use super::{MARKS, add_tests};
use crate::results::{HeritabilityLine, Results};
use crate::statistics::{Counts, Sample};

/// The operator that the others are compared with, as in the paper.
const REFERENCE: &str = "linked crossover";

pub(super) fn section(results: &Results) -> Option<Section> {
    if results.heritability.is_empty() {
        return None;
    }
    let mut section = Section::new(
        "Heritability",
        format!(
            "One child for each pair of parents and each crossover operator. The inheritance rate is the \
             share of edges covered by either parent that the child covers, edges left out that most \
             random inputs cover; a hybrid covers something that only its first parent covers and \
             something that only its second one does. {MARKS} {REFERENCE} (Mann-Whitney U for \
             rates, Fisher's exact test for hybrids, 0.05 by the number of those compared with it)."
        ),
    );
    let operators = firsts(results, |line| &line.operator);
    let mut hybrids = Table::new("hybrids", "Hybrid proportion", &["subject", "pairs"], &operators);
    let mut rates =
        Table::new("inheritance", "Median inheritance rate", &["subject", "pairs"], &operators);
    let mut tests = Table::new(
        "inheritance-tests",
        "Every two operators compared by inheritance rate",
        &["subject", "first", "second"],
        &["p", "level", "significant", "A12", "effect"],
    );
    tests.is_appendix = true;
    for subject in firsts(results, |line| &line.subject) {
        let of = |operator: &str| -> Vec<&HeritabilityLine> {
            let lines = results.heritability.iter().filter(|line| line.subject == subject);
            lines.filter(|line| line.operator == operator).collect()
        };
        let pairs = operators.iter().map(|operator| of(operator).len()).max().unwrap_or(0);
        let by_hybrids = Comparison {
            groups: operators
                .iter()
                .map(|operator| (*operator, hybrid_counts(&of(operator))))
                .collect(),
            reference: REFERENCE,
            correction: results.plan.correction,
        };
        let sample = |operator| Sample::new(of(operator).iter().map(|line| line.rate)).ok();
        let by_rate = Comparison {
            groups: operators.iter().map(|operator| (*operator, sample(operator))).collect(),
            reference: REFERENCE,
            correction: results.plan.correction,
        };
        for (table, cells) in [
            (&mut hybrids, by_hybrids.cells(numbers::share)),
            (&mut rates, by_rate.cells(numbers::share)),
        ] {
            let mut row = vec![subject.into(), pairs.to_string().into()];
            row.extend(cells);
            table.rows.push(row);
        }
        add_tests(&mut tests, &[subject], &by_rate);
    }
    section.tables.extend([hybrids, rates, tests]);
    Some(section)
}

fn hybrid_counts(lines: &[&HeritabilityLine]) -> Option<Counts> {
    let yes = lines.iter().filter(|line| line.hybrid).count() as u64;
    (!lines.is_empty()).then(|| Counts { yes, no: lines.len() as u64 - yes })
}

/// Each name once, in the order of the file.
fn firsts(results: &Results, name: fn(&HeritabilityLine) -> &String) -> Vec<&str> {
    let mut firsts: Vec<&str> = Vec::new();
    for line in &results.heritability {
        if !firsts.contains(&name(line).as_str()) {
            firsts.push(name(line));
        }
    }
    firsts
}
