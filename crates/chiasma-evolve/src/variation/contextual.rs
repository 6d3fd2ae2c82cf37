//! Changes that stay where they are made, by execution index: EI (The Havoc Paradox, section 2.2; constants
//! and rules of JQF 2.0).

use std::collections::HashMap;

use chiasma_core::{Contextual, Rng};

use super::regions::{Extent, MEAN_MUTATIONS, MEAN_REGION};
use super::{Breeding, Parent, Part, Variation};
use crate::child::Form;
use crate::members::{Anatomy, Contexts, Member, MemberIndex, Members};
use crate::operators::Operator;
use crate::operators::mutate::Filling;
use crate::operators::splice::splice;
use crate::settings::{Setting, Settings};
use crate::state::{Delta, Snapshot};
use crate::wire::Wire;

/// EI's splice and mutation.
pub(crate) const CONTEXTUAL: Part<dyn Variation> = Part {
    description: "p = 0.5 contextual splice of 1..=64 bytes from a favoured input, then p = 0.5 mutation \
                  within a context (p = 0.05 zeros a mutation)",
    settings: &[
        MEAN_MUTATIONS,
        MEAN_REGION,
        Setting {
            name: "zero-probability",
            default: 0.05,
            min: 0.0,
            max: 1.0,
            meaning: "share of mutations that set to zero instead of random bytes",
        },
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
            name: "min-attempts",
            default: 2.0,
            min: 1.0,
            max: 100.0,
            meaning: "places tried for a splice",
        },
        Setting {
            name: "max-attempts",
            default: 5.0,
            min: 1.0,
            max: 100.0,
            meaning: "places tried for a splice where some have no source",
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
    ],
    build: |settings, _| Box::new(ByContext::new(settings)),
};

#[derive(Debug)]
struct ByContext {
    splice_probability: f64,
    mutation_probability: f64,
    zero_probability: f64,
    min_attempts: u64,
    max_attempts: u64,
    sources: u64,
    max_splice: u64,
    extent: Extent,
    /// The members that splices may take from: the favoured ones of the last cycle, and those that were
    /// added since.
    donors: Vec<MemberIndex>,
    /// The entries of each context, in all donors.
    by_context: HashMap<u64, Vec<Source>>,
}

/// An entry that a splice may begin with.
#[derive(Debug, Clone, Copy)]
struct Source {
    member: MemberIndex,
    entry: u32,
}

/// Places in the list of operators.
const FRESH: usize = 0;
const SPLICE: usize = 1;
const MUTATION: usize = 2;

impl ByContext {
    fn new(settings: &Settings) -> Self {
        Self {
            splice_probability: settings.get("splice-probability"),
            mutation_probability: settings.get("mutation-probability"),
            zero_probability: settings.get("zero-probability"),
            min_attempts: settings.whole("min-attempts"),
            max_attempts: settings.whole("max-attempts"),
            sources: settings.whole("sources"),
            max_splice: settings.whole("max-splice"),
            extent: Extent::new(settings),
            donors: Vec::new(),
            by_context: HashMap::new(),
        }
    }

    /// Tries a few places of the parent; the first that has a source with another value is spliced.
    ///
    /// A place without any source costs no attempt, up to a limit.
    fn splice(
        &self,
        parent: MemberIndex,
        own: &Contexts,
        members: &Members,
        child: &mut Contextual,
        rng: &mut Rng,
    ) -> bool {
        let last = own.contexts.len() as u64 - 1;
        let mut attempts = self.min_attempts;
        let mut attempt = 0;
        while attempt < attempts {
            attempt += 1;
            let to = rng.up_to(last) as usize;
            let sources = self.by_context.get(&own.contexts[to]).map_or(&[][..], Vec::as_slice);
            // The entries of one member lie together, so its own are all there are if they are at both ends.
            let ends = [sources.first(), sources.last()];
            if ends.iter().all(|end| end.is_none_or(|source| source.member == parent)) {
                attempts = (attempts + 1).min(self.max_attempts);
                continue;
            }
            for _ in 0..self.sources {
                let source = loop {
                    let source = sources[rng.up_to(sources.len() as u64 - 1) as usize];
                    if source.member != parent {
                        break source;
                    }
                };
                let Some(donor) = members.get(source.member).and_then(|donor| donor.contexts())
                else {
                    continue;
                };
                let from = source.entry as usize;
                if donor.entries.bytes_at(from) != own.entries.bytes_at(to) {
                    let bytes = 1 + rng.up_to(self.max_splice - 1) as usize;
                    splice(child, own.contexts.len(), to, donor, from, bytes);
                    return true;
                }
            }
        }
        false
    }

    /// Mutates from a random entry on, for as long as the context is the same and the region goes on.
    fn mutate(&self, own: &Contexts, child: &mut Contextual, rng: &mut Rng) {
        let start = rng.up_to(own.contexts.len() as u64 - 1) as usize;
        let mut left = self.extent.region.sample(rng);
        let filling = Filling::zero_with(self.zero_probability, rng);
        for entry in start..own.contexts.len() {
            if left == 0 || own.contexts[entry] != own.contexts[start] {
                break;
            }
            let bytes = child.bytes_at_mut(entry);
            let count = bytes.len().min(left);
            filling.fill(&mut bytes[..count], rng);
            left -= count;
        }
    }

    fn add_donor(&mut self, member: MemberIndex, members: &Members) {
        let Some(contexts) = members.get(member).and_then(|member| member.contexts()) else {
            return;
        };
        self.donors.push(member);
        for (entry, context) in (0..).zip(&contexts.contexts) {
            self.by_context.entry(*context).or_default().push(Source { member, entry });
        }
    }

    fn set_donors(&mut self, donors: Vec<MemberIndex>, members: &Members) {
        self.donors.clear();
        self.by_context.clear();
        for donor in donors {
            self.add_donor(donor, members);
        }
    }
}

impl Variation for ByContext {
    fn form(&self) -> Form {
        Form::Contextual
    }

    fn anatomy(&self) -> Anatomy {
        Anatomy::Contexts
    }

    fn operators(&self) -> &'static [Operator] {
        &[Operator::FRESH, Operator::CONTEXTUAL_SPLICE, Operator::REPLACE_REGION]
    }

    fn make(&mut self, breeding: Breeding<'_>) {
        breeding.child.contextual(None, &Contextual::default());
        breeding.yields.applied(FRESH);
    }

    fn vary(&mut self, parent: Parent<'_>, breeding: Breeding<'_>) {
        let own = match parent.member.contexts() {
            Some(own) if !own.contexts.is_empty() => own,
            // Without a request there is nothing to vary.
            _ => return self.make(breeding),
        };
        let Breeding { child, members, rng, yields } = breeding;
        let child = child.contextual(Some(parent.member.id), &own.entries);
        let spliced = rng.chance(self.splice_probability)
            && self.splice(parent.index, own, members, child, rng);
        if spliced {
            yields.applied(SPLICE);
        }
        if !spliced || rng.chance(self.mutation_probability) {
            for _ in 0..self.extent.mutations(rng) {
                self.mutate(own, child, rng);
            }
            yields.applied(MUTATION);
        }
    }

    fn added(&mut self, member: MemberIndex, members: &Members) {
        self.add_donor(member, members);
    }

    /// JQF lets the old input donate until the cycle ends; here the new one does in its place.
    fn replaced(&mut self, member: MemberIndex, old: &Member, members: &Members) {
        let Some(at) = self.donors.iter().position(|donor| *donor == member) else { return };
        self.donors.remove(at);
        for context in old.contexts().into_iter().flat_map(|old| &old.contexts) {
            if let Some(sources) = self.by_context.get_mut(context) {
                sources.retain(|source| source.member != member);
            }
        }
        self.add_donor(member, members);
    }

    fn cycle_completed(&mut self, favoured: Vec<MemberIndex>, members: &Members) {
        self.set_donors(favoured, members);
    }

    fn save(&mut self, delta: &mut Delta) {
        self.donors.write(&mut delta.body);
    }

    fn load(&mut self, _: &Snapshot, members: &Members, body: &mut &[u8]) -> Option<()> {
        let donors = Vec::read(body)?;
        self.set_donors(donors, members);
        Some(())
    }
}
