//! EI: Zest on inputs known by execution index, so that a change stays where it is made
//! (The Havoc Paradox, section 2.2; constants of JQF's implementation).

use std::collections::HashMap;

use chiasma_core::{Contextual, Rng, SpanIndex};

use super::zest::{Extent, zest_settings};
use super::{Child, Keeping, Kept, Run, Strategy, Verdict};
use crate::coverage::covered_edges;
use crate::feedback::validity::Validity;
use crate::operators::{Operator, OperatorYields};
use crate::selection::queue::Queue;
use crate::settings::{Setting, Settings};

/// The numbers of EI, with the defaults of JQF.
pub(super) const SETTINGS: &[Setting] = zest_settings![
    Setting {
        name: "splice-probability",
        default: 0.5,
        min: 0.0,
        max: 1.0,
        meaning: "share of children that are spliced",
    },
    Setting {
        name: "mutation-probability",
        default: 0.5,
        min: 0.0,
        max: 1.0,
        meaning: "share of spliced children that are mutated as well",
    },
    Setting {
        name: "min-targets",
        default: 2.0,
        min: 1.0,
        max: 100.0,
        meaning: "least number of places at which a child is spliced",
    },
    Setting {
        name: "max-targets",
        default: 5.0,
        min: 1.0,
        max: 100.0,
        meaning: "greatest number of places at which a child is spliced",
    },
    Setting {
        name: "sources",
        default: 10.0,
        min: 1.0,
        max: 1_000.0,
        meaning: "sources tried for each place, until one has another value",
    },
    Setting {
        name: "max-splice",
        default: 64.0,
        min: 1.0,
        max: 10_000.0,
        meaning: "most bytes spliced at one place",
    },
    Setting {
        name: "max-unused",
        default: 4.0,
        min: 0.0,
        max: 100.0,
        meaning: "unused entries that an input keeps, as a multiple of its used ones",
    },
];

/// The search of EI.
#[derive(Debug)]
pub(super) struct ExecutionIndexing {
    splice_probability: f64,
    mutation_probability: f64,
    min_targets: u64,
    max_targets: u64,
    sources: u64,
    max_splice: u64,
    max_unused: usize,
    extent: Extent,
    feedback: Validity,
    queue: Queue,
    inputs: Vec<Input>,
    /// The requests of each context, in all inputs.
    by_context: HashMap<u64, Vec<Place>>,
    yields: OperatorYields,
}

/// An input, and what is known of its used entries, which come first and in the order of requests.
#[derive(Debug)]
struct Input {
    contextual: Contextual,
    contexts: Vec<u64>,
    calls: Vec<SpanIndex>,
}

/// A request of an input.
#[derive(Debug, Clone, Copy)]
struct Place {
    input: u32,
    entry: u32,
}

impl ExecutionIndexing {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            splice_probability: settings.get("splice-probability"),
            mutation_probability: settings.get("mutation-probability"),
            min_targets: settings.whole("min-targets"),
            max_targets: settings.whole("max-targets"),
            sources: settings.whole("sources"),
            max_splice: settings.whole("max-splice"),
            max_unused: settings.whole("max-unused") as usize,
            extent: Extent::new(settings),
            feedback: Validity::default(),
            queue: Queue::new(settings),
            inputs: Vec::new(),
            by_context: HashMap::new(),
            yields: OperatorYields::default(),
        }
    }

    /// Replaces the answers at a few places by what other inputs answered in the same context.
    fn splice(&self, parent: &Input, child: &mut Contextual, rng: &mut Rng) -> bool {
        let mut spliced = false;
        let used = parent.contexts.len() as u64;
        let more = self.max_targets.saturating_sub(self.min_targets);
        for _ in 0..self.min_targets + rng.up_to(more) {
            let target = rng.up_to(used - 1) as usize;
            let Some(places) = self.by_context.get(&parent.contexts[target]) else { continue };
            let found = (0..self.sources)
                .map(|_| places[rng.up_to(places.len() as u64 - 1) as usize])
                .find(|place| self.bytes_at(*place) != child.bytes_at(target));
            let Some(from) = found else { continue };
            let mut left = 1 + rng.up_to(self.max_splice - 1) as usize;
            let source = &self.inputs[from.input as usize];
            let pairs =
                (target..parent.contexts.len()).zip(from.entry as usize..source.contexts.len());
            for (to, from) in pairs {
                if left == 0 || source.contexts[from] != parent.contexts[to] {
                    break;
                }
                let bytes = source.contextual.bytes_at(from);
                let here = child.bytes_at_mut(to);
                let count = bytes.len().min(here.len());
                here[..count].copy_from_slice(&bytes[..count]);
                left = left.saturating_sub(count);
            }
            spliced = true;
        }
        spliced
    }

    fn bytes_at(&self, place: Place) -> &[u8] {
        self.inputs[place.input as usize].contextual.bytes_at(place.entry as usize)
    }

    /// Mutates from a random request on, until the call that made it ends or the region does.
    fn mutate(&self, parent: &Input, child: &mut Contextual, zero: bool, rng: &mut Rng) {
        let start = rng.up_to(parent.calls.len() as u64 - 1) as usize;
        let mut left = self.extent.region.sample(rng);
        for entry in start..parent.calls.len() {
            if left == 0 || parent.calls[entry] != parent.calls[start] {
                break;
            }
            let bytes = child.bytes_at_mut(entry);
            let count = bytes.len().min(left);
            if zero {
                bytes[..count].fill(0);
            } else {
                rng.fill(&mut bytes[..count]);
            }
            left -= count;
        }
    }
}

impl Strategy for ExecutionIndexing {
    fn ask(&mut self, rng: &mut Rng, child: &mut Child) {
        self.yields.begin();
        let Some(parent) = self.queue.next(self.feedback.covered()) else {
            child.contextual(None, &Contextual::default());
            self.yields.applied(Operator::Random);
            return;
        };
        let id = self.queue.id(parent);
        let parent = &self.inputs[parent];
        let child = child.contextual(Some(id), &parent.contextual);
        if parent.contexts.is_empty() {
            return;
        }
        let splices = rng.chance(self.splice_probability);
        let spliced = splices && self.splice(parent, child, rng);
        if spliced {
            self.yields.applied(Operator::ContextualSplice);
        }
        if !spliced || rng.chance(self.mutation_probability) {
            let zero = self.extent.zero(rng);
            for _ in 0..self.extent.mutations(rng) {
                self.mutate(parent, child, zero, rng);
            }
            self.yields.applied(if zero { Operator::ZeroRegion } else { Operator::ReplaceRegion });
        }
    }

    fn tell(&mut self, run: &Run<'_>) -> Verdict {
        Verdict::interesting_if(self.feedback.is_interesting(run))
    }

    fn keep(&mut self, keeping: &Keeping<'_>) -> Kept {
        let added = self.feedback.add(&keeping.run);
        let covered = covered_edges(keeping.run.counters).count();
        self.queue.push(keeping.id, covered, &added.responsible_for);
        let mut contextual = Contextual::of(keeping.trace);
        let used = contextual.len();
        if let Some(before) = keeping.contextual {
            let most = used * self.max_unused;
            contextual.add_unused(before, most);
        }
        let contexts = keeping.trace.contexts();
        let input = self.inputs.len() as u32;
        for (entry, context) in contexts.iter().enumerate() {
            let place = Place { input, entry: entry as u32 };
            self.by_context.entry(*context).or_default().push(place);
        }
        let calls = keeping.trace.requests().iter().map(|request| request.span).collect();
        self.inputs.push(Input { contextual, contexts, calls });
        self.yields.kept_if(added.new_branches > 0);
        Kept { new_branches: added.new_branches }
    }

    fn covered(&self) -> usize {
        self.feedback.covered()
    }

    fn population(&self) -> usize {
        self.queue.len()
    }

    fn yields(&self) -> &OperatorYields {
        &self.yields
    }
}
