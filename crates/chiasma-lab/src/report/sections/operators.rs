//! What each operator of each strategy brought in.

use std::collections::BTreeMap;

use super::super::table::Table;
use super::super::{Section, numbers};
use crate::results::Results;

pub(super) fn section(results: &Results) -> Option<Section> {
    let mut section = Section::new(
        "Operators",
        "The children that an operator had a part in, over all finished trials, and those of them that \
         were kept because they revealed something.",
    );
    let mut table = Table::new(
        "operators",
        "Yields of operators",
        &["subject", "contender", "operator"],
        &["children", "kept", "kept of a million"],
    );
    for subject in results.plan.subjects() {
        for contender in results.plan.contenders() {
            let mut yields: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
            let trials = results.of(subject, contender).filter(|trial| trial.end().is_some());
            for operator in
                trials.filter_map(|trial| trial.stats.as_ref()).flat_map(|s| &s.operators)
            {
                let (children, kept) = yields.entry(&operator.name).or_default();
                *children += operator.children;
                *kept += operator.kept;
            }
            for (operator, (children, kept)) in yields {
                let per_million = kept as f64 * 1e6 / children.max(1) as f64;
                table.rows.push(vec![
                    subject.into(),
                    contender.into(),
                    operator.into(),
                    children.to_string().into(),
                    kept.to_string().into(),
                    numbers::short(per_million).into(),
                ]);
            }
        }
    }
    if table.rows.is_empty() {
        return None;
    }
    section.tables.push(table);
    Some(section)
}
