//! Running given inputs, and reporting on each: what replay, coverage, import and export need.

use std::io;
use std::time::Instant;

use chiasma_core::{Seed, Source, Span, Trace, Witnessed};
use chiasma_evolve::covered_edges;

use super::link::Link;
use super::{load, new_source, refit, saved};
use crate::calls::function_of_document;
use crate::counters::{Counters, places};
use crate::protocol::{
    self, Depth, Detail, Input, Matched, RecordedInput, Report, TracedCall, Value,
};
use crate::target::{OutcomeReport, Target};

pub(super) fn run(
    link: &mut Link,
    target: &mut dyn Target,
    inputs: &[Input],
    max_size: usize,
    depth: Depth,
    detail: Detail,
) -> io::Result<()> {
    let mut counters = Counters::of_this_process();
    let mut source = new_source(max_size);
    source.set_tracing(true);
    source.set_writing_again(true);
    source.set_noting(detail != Detail::Bytes {});
    if detail == (Detail::Witnessed {}) {
        let mut stream = link.second_handle()?;
        source.set_witness(move |event| {
            let report = match event {
                Witnessed::Line(line) => Report::Line { text: line.to_owned() },
                Witnessed::Note(note) => Report::Value {
                    note: Value { name: note.name.clone(), text: note.value.clone() },
                },
            };
            // Without a supervisor the process ends at its next message anyway.
            let _ = protocol::send(&mut stream, &report);
        });
    }
    link.send(&Report::Ready { edges: counters.len() as u64 })?;
    link.send(&Report::Places { addresses: places() })?;
    for input in inputs {
        if let Err(message) = load(&mut source, input) {
            let outcome = OutcomeReport::Invalid { why: message };
            let input = recorded(&mut source, detail);
            link.send(&Report::Examined {
                input,
                outcome,
                edges: Vec::new(),
                matched: None,
                micros: 0,
            })?;
            continue;
        }
        let mut counts;
        let mut is_refitted = false;
        let started = Instant::now();
        let outcome = loop {
            link.shared.begin(&[], 0);
            counters.clear();
            counts = depth == Depth::Whole {};
            let outcome = match depth {
                Depth::Generate {} => target.generate(&mut source),
                Depth::Print {} => {
                    let (outcome, values) = target.print(&mut source);
                    link.send(&Report::Printed { values })?;
                    outcome
                }
                Depth::Calls {} => {
                    // Calls within lent buffers are found again where the input is read as bytes.
                    target.generate(&mut source);
                    let bytes = source.trace().bytes().to_vec();
                    source.load(&bytes, Seed(0));
                    let outcome = target.generate(&mut source);
                    link.send(&Report::Calls { calls: calls(source.trace()) })?;
                    break outcome;
                }
                Depth::Run {} => target.run(&mut source, &mut |_| {
                    counters.clear();
                    counts = true;
                }),
                Depth::Whole {} => target.run(&mut source, &mut |_| ()),
            };
            link.shared.end();
            if is_refitted || !refit(&mut source, input) {
                break outcome;
            }
            is_refitted = true;
            link.send(&Report::Again {})?;
        };
        let micros = started.elapsed().as_micros() as u64;
        // An input that its generator gave up never reached the target.
        let edges = if counts {
            covered_edges(counters.read()).map(|edge| edge as u32).collect()
        } else {
            Vec::new()
        };
        let matched = source.labelled_match().map(|matched| Matched {
            saved: matched.saved as u64,
            used: matched.kept as u64,
            fresh: matched.fresh as u64,
        });
        let input = recorded(&mut source, detail);
        link.send(&Report::Examined { input, outcome, edges, matched, micros })?;
    }
    Ok(())
}

/// The calls of a traced run, without the root.
fn calls(trace: &Trace) -> Vec<TracedCall> {
    let mut depths: Vec<u32> = Vec::with_capacity(trace.spans().len());
    for span in trace.spans() {
        depths.push(span.parent.map_or(0, |parent| depths[parent.0 as usize] + 1));
    }
    let spans = trace.spans().iter().zip(depths).skip(1);
    let call = |(span, depth): (&Span, u32)| TracedCall {
        depth: depth - 1,
        title: if span.is_automatic() { String::new() } else { span.title() },
        address: span
            .function
            .offset()
            .or_else(|| function_of_document(span.function)?.offset())
            .map(u64::from),
        bytes: span.interval.len() as u64,
    };
    spans.map(call).collect()
}

/// What is reported of the input that the source has just run.
fn recorded(source: &mut Source, detail: Detail) -> RecordedInput {
    match detail {
        Detail::Bytes {} => RecordedInput {
            bytes: source.trace().bytes().to_vec(),
            lines: String::new(),
            values: Vec::new(),
        },
        Detail::Lines {} | Detail::Witnessed {} => saved(source),
    }
}
