//! `cargo chiasma types`: the types that influence the branches of a target, and its constants.

use std::collections::BTreeSet;

use anyhow::Result;
use chiasma_analysis::{Branch, Constants, Influence, StaticFacts, covered_sides, side_edges};
use chiasma_campaign::examine_all;
use chiasma_campaign::property::Property;
use chiasma_campaign::targeting::{edge_places, static_facts};
use chiasma_runtime::protocol::{Depth, Detail, Input};
use serde_json::{Value, json};

use super::pulse::Pulse;
use crate::exit::Exit;
use crate::options::TypesOptions;
use crate::output;
use chiasma_campaign::store::SavedFile;

/// Analyses the target, runs the corpus, and prints the table.
pub(crate) fn run(options: &TypesOptions) -> Result<Exit> {
    let property = super::the_property(&options.property)?;
    let facts = static_facts(&property)?;
    let covered = covered(&property, &facts, options)?;
    if options.json {
        output::json(&serde_json::to_string_pretty(&as_json(&facts, &covered))?);
    } else {
        print(&facts, &covered);
    }
    Ok(Exit::Passed)
}

/// Which sides of each branch the corpus covers, nothing where that cannot be told.
fn covered(
    property: &Property,
    facts: &StaticFacts,
    options: &TypesOptions,
) -> Result<Vec<Vec<Option<bool>>>> {
    let limits = options.property.limits();
    let files = super::readable(options.files.store(property).load_corpus()?);
    let inputs: Vec<Input> = files.iter().map(SavedFile::input).collect();
    let mut pulse = Pulse::start();
    let batch =
        examine_all(property, &limits, &inputs, Depth::Run {}, Detail::Bytes {}, &mut |done| {
            pulse.beat(|| format!("ran {done} of {}", inputs.len()));
        })?;
    let edges: BTreeSet<u32> =
        batch.examined.iter().flat_map(|examined| &examined.edges).copied().collect();
    let sides = side_edges(&facts.branches, &edge_places(property, &limits)?);
    let mut covered: Vec<Vec<Option<bool>>> = vec![Vec::new(); facts.branches.len()];
    for (side, is_covered) in sides.iter().zip(covered_sides(&sides, |edge| edges.contains(&edge)))
    {
        covered[side.branch].push(is_covered);
    }
    Ok(covered)
}

/// The branches that some type influences.
fn influenced<'f>(
    facts: &'f StaticFacts,
    covered: &'f [Vec<Option<bool>>],
) -> impl Iterator<Item = (&'f Branch, &'f [Option<bool>])> {
    let branches = facts.branches.iter().zip(covered.iter().map(Vec::as_slice));
    branches.filter(|(branch, _)| !branch.types.is_empty())
}

fn print(facts: &StaticFacts, covered: &[Vec<Option<bool>>]) {
    let width = influenced(facts, covered).map(|(branch, _)| branch.span.to_string().len()).max();
    let width = width.unwrap_or(0).max("branch".len());
    say!("{:width$}  {:<14}  types, each with its distance", "branch", "sides covered");
    for (branch, sides) in influenced(facts, covered) {
        let place = branch.span.to_string();
        say!("{place:width$}  {:<14}  {}", sides_covered(sides), list(&branch.types));
    }
    let rest = facts.branches.len() - influenced(facts, covered).count();
    say!("{rest} more branches depend on numbers, strings or nothing that is known");
    say!("\nall types: {}", list(&facts.types));
    let Constants { strings, byte_strings, chars, numbers } = &facts.constants;
    say!("strings: {}", shown(strings));
    say!(
        "byte strings: {}",
        shown(byte_strings.iter().map(|bytes| bytes.escape_ascii().to_string()))
    );
    say!("characters: {}", shown(chars));
    say!("numbers: {}", shown(numbers));
}

/// How many sides are covered, of those for which it can be known.
fn sides_covered(sides: &[Option<bool>]) -> String {
    let known: Vec<bool> = sides.iter().filter_map(|side| *side).collect();
    match known.len() {
        0 => "not known".to_owned(),
        all => format!("{} of {all}", known.iter().filter(|is_covered| **is_covered).count()),
    }
}

fn list(types: &[Influence]) -> String {
    let types = types.iter().map(|Influence { name, distance }| format!("{name} {distance}"));
    types.collect::<Vec<_>>().join(", ")
}

fn shown<T: std::fmt::Debug>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|value| format!("{value:?}")).collect::<Vec<_>>().join(" ")
}

fn as_json(facts: &StaticFacts, covered: &[Vec<Option<bool>>]) -> Value {
    let types = |types: &[Influence]| -> Vec<Value> {
        let types = types.iter();
        types.map(|ty| json!({ "name": ty.name, "distance": ty.distance })).collect()
    };
    let branches = facts.branches.iter().zip(covered).map(|(branch, covered)| {
        json!({
            "function": branch.function,
            "file": branch.span.file,
            "line": branch.span.line,
            "column": branch.span.column,
            "sides": covered.iter().map(|is_covered| json!({ "covered": is_covered })).collect::<Vec<_>>(),
            "types": types(&branch.types),
        })
    });
    json!({
        "branches": branches.collect::<Vec<_>>(),
        "types": types(&facts.types),
        "constants": facts.constants,
    })
}
