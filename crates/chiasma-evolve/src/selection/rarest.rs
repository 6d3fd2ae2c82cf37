//! Parents that cover rare edges and whose runs are little work.

use chiasma_core::Rng;

use super::{Part, Selection};
use crate::coverage::covered_edges;
use crate::feedback::Admission;
use crate::learning::shares::Shares;
use crate::members::{Member, MemberIndex, Members};
use crate::run::{DEATH, MeanWork, Outcome, Run, cost_of};
use crate::settings::{Setting, Settings};
use crate::wire::Wire;

/// A tournament by the rarest edge, cheap parents first.
pub(crate) const RAREST: Part<dyn Selection> = Part {
    description: "tournament of 8 by the hits of the rarest edge that each was first to cover, those whose \
                  runs are much work, or of a size whose children bring in less for it, less often; 16 children in a row",
    settings: &[
        Setting {
            name: "tournament",
            default: 8.0,
            min: 1.0,
            max: 1_000.0,
            meaning: "members of which the one with the rarest edge becomes a parent",
        },
        Setting {
            name: "burst",
            default: 16.0,
            min: 1.0,
            max: 10_000.0,
            meaning: "children that a parent has in a row",
        },
        Setting {
            name: "cheapness",
            default: 0.5,
            min: 0.001,
            max: 1_000.0,
            meaning: "a member whose run is more than this many times the mean work is accepted less often, in proportion",
        },
        Setting {
            name: "class-greed",
            default: 2.0,
            min: 0.0,
            max: 10.0,
            meaning: "members of a size whose children bring in half as much for their work are accepted 2 to the power of \
                      this less often",
        },
        Setting {
            name: "class-memory",
            default: 200.0,
            min: 10.0,
            max: 1_000_000.0,
            meaning: "number of finds after which what is known of the sizes counts half",
        },
        Setting {
            name: "class-floor",
            default: 0.02,
            min: 0.0,
            max: 1.0,
            meaning: "how often members of the worst size are accepted at least, compared with those of the best",
        },
        Setting {
            name: "failed-share",
            default: 0.25,
            min: 0.0,
            max: 1.0,
            meaning: "how often a member that failed is accepted, compared with one that did not",
        },
        Setting {
            name: "invalid-share",
            default: 1.0,
            min: 0.0,
            max: 1.0,
            meaning: "how often an invalid member is accepted, compared with a valid one",
        },
        Setting {
            name: "deadly-share",
            default: 0.25,
            min: 0.0,
            max: 1.0,
            meaning: "how often a member is accepted after one of its children killed the process, compared with before",
        },
        Setting {
            name: "count-one-in",
            default: 16.0,
            min: 1.0,
            max: 1_000_000.0,
            meaning: "one in so many runs counts for hits and work, which looks at all edges",
        },
    ],
    build: |settings, _| Box::new(Rarest::new(settings)),
};

/// A class of members for each power of two of work.
const CLASSES: usize = 32;
/// What a child brings in is the number of its new edges to the power of this.
const REWARD_POWER: f64 = 0.75;
/// Most edges that are remembered of a member.
const MAX_EDGES: usize = 16;
/// Number of deadly children from which on more make no difference.
const MAX_DEADLY: u32 = 8;
/// Most members that are refused in a row for being too much work.
const MAX_REFUSED: usize = 16;

#[derive(Debug)]
struct Rarest {
    tournament: u64,
    burst: u64,
    cheapness: f64,
    failed_share: f64,
    invalid_share: f64,
    deadly_share: f64,
    count_one_in: u64,
    entries: Vec<Entry>,
    /// How often each edge was hit in the runs that count.
    hits: Vec<u32>,
    runs: u64,
    mean_work: MeanWork,
    /// What the parents of each class bring in for their cost.
    classes: Shares,
    /// The entry whose turn it is, and how many more children it has.
    turn: (u64, u64),
    /// The work of that entry's run.
    work: u64,
}

/// The class of a member whose run is this much work.
fn class_of(work: u64) -> usize {
    (work.max(1).ilog2() as usize).min(CLASSES - 1)
}

/// A member, and the rarest of the edges that it was kept for.
#[derive(Debug)]
struct Entry {
    member: MemberIndex,
    edges: Vec<u32>,
    /// How many of its children killed their process.
    deadly_children: u32,
    /// Number of its children that were timed; one more for what is expected of it as a child of its parent.
    timed_children: u32,
    /// Their work.
    children_work: f64,
}

impl Entry {
    /// The work of a child to be expected: the mean of the member's own and its children's. A child may be a thousand times
    /// as much work as its parent, and then the next one often is, too.
    fn expected_work(&self, member: &Member) -> f64 {
        (member.work as f64 + self.children_work) / f64::from(1 + self.timed_children)
    }
}

impl Rarest {
    fn new(settings: &Settings) -> Self {
        Self {
            tournament: settings.whole("tournament"),
            burst: settings.whole("burst"),
            cheapness: settings.get("cheapness"),
            failed_share: settings.get("failed-share"),
            invalid_share: settings.get("invalid-share"),
            deadly_share: settings.get("deadly-share"),
            count_one_in: settings.whole("count-one-in"),
            entries: Vec::new(),
            hits: Vec::new(),
            runs: 0,
            mean_work: MeanWork::default(),
            classes: Shares::new(
                vec![1.0; CLASSES],
                settings.get("class-memory"),
                settings.get("class-greed"),
                settings.get("class-floor"),
            ),
            turn: (0, 0),
            work: 0,
        }
    }

    /// How often the rarest edge of an entry was hit.
    fn rarity(&self, entry: usize) -> u32 {
        let edges = self.entries[entry].edges.iter();
        edges.map(|&edge| self.hits.get(edge as usize).copied().unwrap_or(0)).min().unwrap_or(0)
    }

    /// The probability that a member is accepted.
    fn acceptance(&self, entry: &Entry, member: &Member) -> f64 {
        let cheap =
            (self.cheapness * self.mean_work.0 / entry.expected_work(member).max(1.0)).min(1.0);
        let by_outcome = match member.outcome {
            Outcome::Valid => 1.0,
            Outcome::Invalid => self.invalid_share,
            Outcome::Failure => self.failed_share,
        };
        let deadly = (0..entry.deadly_children.min(MAX_DEADLY)).map(|_| self.deadly_share);
        let class = self.classes.standing(class_of(member.work));
        class * cheap * by_outcome * deadly.product::<f64>()
    }

    fn candidate(&self, members: &Members, rng: &mut Rng) -> usize {
        let last = self.entries.len() as u64 - 1;
        let (mut refused, mut total) = (0, 0.0);
        for _ in 0..MAX_REFUSED {
            let entry = rng.up_to(last) as usize;
            let candidate = &self.entries[entry];
            let member = members.get(candidate.member);
            let acceptance = member.map_or(0.0, |member| self.acceptance(candidate, member));
            if rng.chance(acceptance) {
                return entry;
            }
            // If all are refused it is one of them, those that are hardly accepted hardly ever.
            total += acceptance;
            if total == 0.0 || rng.chance(acceptance / total) {
                refused = entry;
            }
        }
        refused
    }
}

impl Selection for Rarest {
    fn next(&mut self, members: &Members, _: usize, rng: &mut Rng) -> Option<MemberIndex> {
        if self.entries.is_empty() {
            return None;
        }
        if self.turn.1 == 0 {
            let mut best = self.candidate(members, rng);
            for _ in 1..self.tournament {
                let other = self.candidate(members, rng);
                if self.rarity(other) < self.rarity(best) {
                    best = other;
                }
            }
            self.turn = (best as u64, self.burst);
            let member = members.get(self.entries[best].member);
            self.work = member.map_or(0, |member| member.work);
        }
        self.turn.1 -= 1;
        Some(self.entries[self.turn.0 as usize].member)
    }

    fn added(&mut self, member: MemberIndex, _: usize, admission: &Admission) {
        let mut edges: Vec<u32> =
            admission.responsible_for.iter().map(|&edge| edge as u32).collect();
        edges.sort_by_key(|&edge| self.hits.get(edge as usize).copied().unwrap_or(0));
        edges.truncate(MAX_EDGES);
        self.entries.push(Entry {
            member,
            edges,
            deadly_children: 0,
            timed_children: 0,
            children_work: 0.0,
        });
    }

    fn born(&mut self) {
        let parent = &self.entries[self.turn.0 as usize];
        // What makes children slow is inherited.
        if parent.timed_children > 0 {
            let expected = parent.children_work / f64::from(parent.timed_children);
            if let Some(child) = self.entries.last_mut() {
                (child.timed_children, child.children_work) = (1, expected);
            }
        }
    }

    fn told(&mut self, run: &Run<'_>) {
        self.runs += 1;
        if !self.runs.is_multiple_of(self.count_one_in) && self.mean_work.0 > 0.0 {
            return;
        }
        if self.hits.len() < run.counters.len() {
            self.hits.resize(run.counters.len(), 0);
        }
        for edge in covered_edges(run.counters) {
            self.hits[edge] = self.hits[edge].saturating_add(1);
        }
        self.mean_work.note(run.work() as f64);
    }

    fn bred(&mut self, run: &Run<'_>) {
        if !run.is_timed() {
            return self.classes.spend(class_of(self.work), cost_of(self.work as f64));
        }
        let work = run.work() as f64;
        // One child that is very much work says little of all members of that size.
        let capped = self.mean_work.capped(work);
        self.classes.spend(class_of(self.work), cost_of(capped));
        if let Some(entry) = self.entries.get_mut(self.turn.0 as usize) {
            entry.timed_children += 1;
            entry.children_work += work;
        }
        // Its next child may be as much work, and need not be the next of all.
        if work > capped {
            self.turn.1 = 0;
        }
    }

    fn rewarded(&mut self, new_edges: usize) {
        self.classes.earn(class_of(self.work), (new_edges as f64).powf(REWARD_POWER));
    }

    fn died(&mut self) {
        self.classes.spend(class_of(self.work), DEATH * cost_of(self.work as f64));
        if let Some(entry) = self.entries.get_mut(self.turn.0 as usize) {
            entry.deadly_children += 1;
            if entry.timed_children > 0 {
                entry.timed_children += 1;
                entry.children_work += DEATH * self.mean_work.0;
            }
        }
        self.turn.1 = 0;
    }

    fn save(&self, body: &mut Vec<u8>) {
        (self.entries.len() as u64).write(body);
        for entry in &self.entries {
            entry.member.write(body);
            entry.edges.write(body);
            entry.deadly_children.write(body);
            entry.timed_children.write(body);
            entry.children_work.write(body);
        }
        (self.hits.len() as u64).write(body);
        let hits = self.hits.iter().enumerate().filter(|(_, hits)| **hits > 0);
        let hits: Vec<(u32, u32)> = hits.map(|(edge, hits)| (edge as u32, *hits)).collect();
        hits.write(body);
        self.runs.write(body);
        self.mean_work.0.write(body);
        self.classes.save(body);
        self.turn.write(body);
        self.work.write(body);
    }

    fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        self.entries.clear();
        for _ in 0..u64::read(body)? {
            self.entries.push(Entry {
                member: MemberIndex::read(body)?,
                edges: Vec::read(body)?,
                deadly_children: u32::read(body)?,
                timed_children: u32::read(body)?,
                children_work: f64::read(body)?,
            });
        }
        self.hits = vec![0; crate::feedback::zeroes(u64::read(body)?)?.len()];
        for (edge, hits) in Vec::<(u32, u32)>::read(body)? {
            *self.hits.get_mut(edge as usize)? = hits;
        }
        self.runs = u64::read(body)?;
        self.mean_work.0 = f64::read(body)?;
        self.classes.load(body)?;
        self.turn = <(u64, u64)>::read(body)?;
        self.work = u64::read(body)?;
        (self.turn.0 <= self.entries.len() as u64).then_some(())
    }
}

#[cfg(test)]
mod tests;
