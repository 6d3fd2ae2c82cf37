//! The branches of a program: where each is, where its sides lead, and which types influence it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::flow::Flow;
use crate::influence::{Influence, Influences};
use crate::mir::{Block, Body, BodyKind, Operand, Place, Program, Span, TerminatorKind};

/// A place where control depends on a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// The function that it is in.
    pub function: String,
    /// Where it is.
    pub span: Span,
    /// Its sides, two or more.
    pub sides: Vec<Side>,
    /// The types that influence it, nearest first.
    pub types: Vec<Influence>,
}

/// One way to go on from a branch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The values that lead here; none for all that lead nowhere else.
    pub values: Vec<u128>,
    /// The lines that only this side runs: a run that executes one of them took it.
    pub lines: Vec<Line>,
    /// The places that only this side runs, on lines that others run, too.
    pub places: Vec<Span>,
}

/// A line of the source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Line {
    /// The file, as the compiler was given it.
    pub file: String,
    /// The number of the line, from 1.
    pub number: u32,
}

/// The branches of all functions that people wrote.
pub(crate) fn branches(program: &Program, flow: &Flow<'_>) -> Vec<Branch> {
    let mut found = Vec::new();
    let mut influences = Influences::new(flow);
    for (index, body) in program.bodies.iter().enumerate() {
        if body.kind != BodyKind::Function || body.is_derived() {
            continue;
        }
        for (at, block) in body.blocks.iter().enumerate() {
            let TerminatorKind::Switch { operand, targets } = &block.terminator.kind else {
                continue;
            };
            let Operand::Place(place) = operand else { continue };
            if block.is_cleanup || is_drop_flag(flow, index, body, place) {
                continue;
            }
            let sides = sides(body, at, targets);
            let Some(span) = source_span(body, at) else { continue };
            if sides.len() < 2 {
                continue;
            }
            let types = influences.of(index, place);
            found.push(Branch { function: body.name.clone(), span, sides, types });
        }
    }
    found
}

/// Whether a value comes from nothing but constants: the compiler keeps track of what is still to be
/// dropped in such.
fn is_drop_flag(flow: &Flow<'_>, index: usize, body: &Body, place: &Place) -> bool {
    let node = flow.node(index, place.local);
    place.local > body.parameters
        && place.steps.is_empty()
        && node.is_some_and(|node| flow.dependencies(node).is_empty())
        && body.type_of(place.local) == &crate::Type::read("bool")
        && !is_result_of_call(body, place.local)
}

fn is_result_of_call(body: &Body, local: usize) -> bool {
    body.blocks.iter().any(|block| {
        matches!(&block.terminator.kind, TerminatorKind::Call { destination, .. }
            if destination.local == local)
    })
}

/// Where a branch is; if a macro of the standard library made it, the nearest place before it that a
/// person wrote.
fn source_span(body: &Body, at: usize) -> Option<Span> {
    let of_block = |block: &Block| {
        let spans = block.statements.iter().map(|statement| statement.span.clone());
        let mut spans = spans.chain([block.terminator.span.clone()]).flatten().collect::<Vec<_>>();
        spans.reverse();
        spans.into_iter().find(|span| !span.is_in_std())
    };
    (0..=at).rev().find_map(|block| of_block(&body.blocks[block]))
}

fn sides(body: &Body, at: usize, targets: &[(Option<u128>, usize)]) -> Vec<Side> {
    let mut by_block: BTreeMap<usize, Vec<u128>> = BTreeMap::new();
    for (value, target) in targets {
        let Some(block) = body.blocks.get(*target) else { continue };
        let is_unreachable = block.statements.is_empty()
            && block.terminator.successors.is_empty()
            && block.terminator.kind == TerminatorKind::Other;
        if !is_unreachable {
            by_block.entry(*target).or_default().extend(*value);
        }
    }
    by_block
        .into_iter()
        .map(|(target, values)| {
            let own = own_places(body, at, target);
            let line = |span: &Span| Line { file: span.file.clone(), number: span.line };
            let lines_of = |spans: &BTreeSet<Span>| spans.iter().map(line).collect::<BTreeSet<_>>();
            let others = lines_of(&own.others);
            let is_shared = |span: &&Span| others.contains(&line(span));
            let places = own.own.difference(&own.others).filter(is_shared).cloned().collect();
            Side {
                values,
                lines: lines_of(&own.own).difference(&others).cloned().collect(),
                places,
            }
        })
        .collect()
}

/// The places in the code of a function, by whether only one side of a branch runs them.
#[derive(Default)]
struct Places {
    own: BTreeSet<Span>,
    others: BTreeSet<Span>,
}

/// The places of the blocks that can only be reached through the edge from `from` to `to`, and those of all others.
fn own_places(body: &Body, from: usize, to: usize) -> Places {
    let mut places = Places::default();
    let enters =
        |(at, block): (usize, &Block)| at != from && block.terminator.successors.contains(&to);
    if body.blocks.iter().enumerate().any(enters) {
        return places;
    }
    let without = reachable(body, Some(to));
    let with = reachable(body, None);
    for (at, block) in body.blocks.iter().enumerate() {
        if with[at] {
            add_places(block, if without[at] { &mut places.others } else { &mut places.own });
        }
    }
    places
}

/// Which blocks control can reach from the first, without going through `avoided`.
fn reachable(body: &Body, avoided: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; body.blocks.len()];
    let mut next = vec![0];
    while let Some(at) = next.pop() {
        if Some(at) != avoided && seen.get(at) == Some(&false) {
            seen[at] = true;
            next.extend(&body.blocks[at].terminator.successors);
        }
    }
    seen
}

fn add_places(block: &Block, into: &mut BTreeSet<Span>) {
    let spans = block.statements.iter().map(|statement| &statement.span);
    let spans = spans.chain([&block.terminator.span]).flatten();
    into.extend(spans.filter(|span| !span.is_in_std()).cloned());
}
