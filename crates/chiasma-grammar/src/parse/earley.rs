//! A general parser (Earley's) over the compiled rules: any grammar, left-recursive and ambiguous ones too.
//!
//! An item is a place in a rule and where the rule began. Each item remembers the first way in which it
//! was reached, so the derivation found is the first one; an item reached in a second way makes the
//! text ambiguous. Items that the next token rules out are not made: on grammars that can be told by one
//! token, the number of items is proportional to the length of the text, right recursion included.

use std::collections::HashMap;

use super::firsts::Firsts;
use crate::grammar::{EOF, PointId, RuleId, TypeId};
use crate::program::{Instruction, Program};

/// A token at a place of the text, and the place behind it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) token: TypeId,
    /// Which token of the text it is.
    pub(crate) number: u32,
    pub(crate) to: u32,
}

/// What a derivation consists of, from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    /// The index chosen at a point.
    Index(PointId, u32),
    /// The token with this number.
    Token(u32),
}

/// A derivation, and the places of the rules in it that have others.
#[derive(Debug)]
pub(crate) struct Derivation {
    pub(crate) events: Vec<Event>,
    /// The rule, and the place where its text begins.
    pub(crate) ambiguous: Vec<(RuleId, u32)>,
}

/// Where parsing ended, and which tokens could have come.
#[derive(Debug)]
pub(crate) struct Stuck {
    pub(crate) place: u32,
    pub(crate) expected: Vec<TypeId>,
}

#[derive(Debug, Clone, Copy)]
struct Item {
    at: u32,
    origin: u32,
    /// The item before this one in the same rule; `NONE` at the rule's beginning.
    before: u32,
    /// What lies between: an index, a token's number, or the item that ends the called rule.
    via: u32,
    is_ambiguous: bool,
}

const NONE: u32 = u32::MAX;

/// How often a rule may ask for the end of the text: where a statement ends with `;` or with the text, and the
/// text with `EOF`, the end is asked for twice.
pub(crate) const ENDS: usize = 3;

/// Maximum number of items of a set that are searched one by one; larger sets are hashed.
const FEW: usize = 24;

pub(crate) struct Parser<'g> {
    program: &'g Program,
    firsts: &'g Firsts,
    /// The edges of each place: `edges[starts[place]..starts[place + 1]]`.
    edges: Vec<Edge>,
    starts: Vec<u32>,
    items: Vec<Item>,
    /// Items behind a token, by place.
    pending: Vec<Vec<Item>>,
    /// Items that wait for a rule to end, by place: `waiting[waits[place]..]`.
    waiting: Vec<(RuleId, u32)>,
    waits: Vec<u32>,
    set_start: usize,
    known: HashMap<(u32, u32), u32>,
    /// Rules that ended where they began, in the current set.
    empties: Vec<(RuleId, u32)>,
    predicted: Vec<u32>,
    /// The next tokens; `None` to find out which could have come.
    ahead: Option<Vec<TypeId>>,
}

impl<'g> Parser<'g> {
    /// A parser of a text whose places have these edges; every edge leads to a later place.
    pub(crate) fn new(program: &'g Program, firsts: &'g Firsts, places: &[Vec<Edge>]) -> Self {
        let mut edges = Vec::with_capacity(places.len());
        let mut starts = Vec::with_capacity(places.len() + 1);
        let count = places.len();
        for place in places {
            starts.push(edges.len() as u32);
            edges.extend_from_slice(place);
        }
        starts.push(edges.len() as u32);
        Self {
            program,
            firsts,
            edges,
            starts,
            items: Vec::new(),
            pending: vec![Vec::new(); count],
            waiting: Vec::new(),
            waits: Vec::with_capacity(count),
            set_start: 0,
            known: HashMap::new(),
            empties: Vec::new(),
            predicted: vec![NONE; program.entries.len()],
            ahead: None,
        }
    }

    /// The derivation of the whole text from a rule; the last [`ENDS`] places are behind
    /// the end of the text.
    pub(crate) fn parse(mut self, rule: RuleId) -> Result<Derivation, Stuck> {
        let entry = self.program.entry(rule);
        self.pending[0].push(Item {
            at: entry,
            origin: 0,
            before: NONE,
            via: 0,
            is_ambiguous: false,
        });
        let count = self.pending.len();
        let mut furthest = 0;
        let mut end = None;
        for place in 0..count {
            self.set_start = self.items.len();
            self.waits.push(self.waiting.len() as u32);
            let seeds = std::mem::take(&mut self.pending[place]);
            if seeds.is_empty() {
                continue;
            }
            furthest = place;
            let edges = &self.edges[self.starts[place] as usize..self.starts[place + 1] as usize];
            self.ahead = Some(edges.iter().map(|edge| edge.token).collect());
            self.run_set(place as u32, &seeds);
            let is_behind_text = place + ENDS + 1 >= count;
            if is_behind_text {
                let is_end = |item: &Item| {
                    item.origin == 0
                        && matches!(
                            self.program.instructions[item.at as usize],
                            Instruction::Return
                        )
                        && self.firsts.rules[item.at as usize] == rule
                };
                let found = self.items[self.set_start..].iter().position(is_end);
                end = found.map(|at| self.set_start + at).or(end);
            } else if self.pending[place + 1..].iter().take(1).all(Vec::is_empty)
                && self.is_stuck(place)
            {
                return Err(self.stuck(place as u32, &seeds));
            }
            self.pending[place] = if is_behind_text { seeds } else { Vec::new() };
        }
        match end {
            Some(end) => Ok(self.derivation(end as u32)),
            None => {
                let seeds = std::mem::take(&mut self.pending[furthest]);
                Err(self.stuck(furthest as u32, &seeds))
            }
        }
    }

    fn is_stuck(&self, place: usize) -> bool {
        self.pending[place + 1..].iter().all(Vec::is_empty)
    }

    /// Finds out which tokens could have come at a place.
    fn stuck(&mut self, place: u32, seeds: &[Item]) -> Stuck {
        self.ahead = None;
        self.set_start = self.items.len();
        self.waits.truncate(place as usize);
        self.waits.push(self.waiting.len() as u32);
        self.predicted.fill(NONE);
        self.run_set(place, seeds);
        let mut expected: Vec<TypeId> = self.items[self.set_start..]
            .iter()
            .filter_map(|item| match self.program.instructions[item.at as usize] {
                Instruction::Token(token) => Some(token),
                _ => None,
            })
            .collect();
        expected.sort_unstable();
        expected.dedup();
        Stuck { place, expected }
    }

    fn run_set(&mut self, place: u32, seeds: &[Item]) {
        self.known.clear();
        self.empties.clear();
        for seed in seeds {
            self.add(*seed);
        }
        let program = self.program;
        let mut next = self.set_start;
        while next < self.items.len() {
            let item = self.items[next];
            let number = next as u32;
            next += 1;
            let step =
                |at: u32, via: u32| Item { at, before: number, via, is_ambiguous: false, ..item };
            match &program.instructions[item.at as usize] {
                Instruction::Token(token) => {
                    let from = self.starts[place as usize] as usize;
                    let to = self.starts[place as usize + 1] as usize;
                    for edge in &self.edges[from..to] {
                        if edge.token == *token && self.ahead.is_some() {
                            self.pending[edge.to as usize].push(step(item.at + 1, edge.number));
                        }
                    }
                }
                Instruction::Call(rule) => {
                    let entry = program.entry(*rule);
                    if !self.may_come(entry) {
                        continue;
                    }
                    self.waiting.push((*rule, number));
                    if self.predicted[rule.0 as usize] != place {
                        self.predicted[rule.0 as usize] = place;
                        let start = Item {
                            at: entry,
                            origin: place,
                            before: NONE,
                            via: 0,
                            is_ambiguous: false,
                        };
                        self.add(start);
                    }
                    for at in 0..self.empties.len() {
                        let (ended, end) = self.empties[at];
                        if ended == *rule && !self.binds_less(end, item.at) {
                            self.add(step(item.at + 1, end));
                        }
                    }
                }
                Instruction::Choose(choose) => {
                    for target in &choose.targets {
                        if self.may_come(target.to) {
                            self.add(step(target.to, target.answer));
                        }
                    }
                }
                Instruction::Return => self.end_rule(place, number),
                Instruction::Jump(_) | Instruction::Char(_) | Instruction::Set(_) => {}
            }
        }
    }

    /// A rule ends with this item: those that waited for it go on.
    fn end_rule(&mut self, place: u32, number: u32) {
        let item = self.items[number as usize];
        let rule = self.firsts.rules[item.at as usize];
        if let Some(ahead) = &self.ahead
            && !self.firsts.may_follow(rule, ahead)
        {
            return;
        }
        if item.origin == place {
            self.empties.push((rule, number));
        }
        let from = self.waits[item.origin as usize] as usize;
        let to = match self.waits.get(item.origin as usize + 1) {
            Some(&to) if item.origin != place => to as usize,
            _ => self.waiting.len(),
        };
        for at in from..to {
            let (waits_for, waiter) = self.waiting[at];
            let waiter_item = self.items[waiter as usize];
            if waits_for == rule && !self.binds_less(number, waiter_item.at) {
                self.add(Item {
                    at: waiter_item.at + 1,
                    before: waiter,
                    via: number,
                    is_ambiguous: false,
                    ..waiter_item
                });
            }
        }
    }

    /// Whether the rule that ends with an item binds less than the operator behind the call at `call`, and would have
    /// taken the operator itself.
    #[inline]
    fn binds_less(&self, end: u32, call: u32) -> bool {
        let least = self.program.least.get(call as usize).copied().unwrap_or(0);
        least > 0 && {
            let end = self.items[end as usize].at as usize;
            (1..least).contains(&self.program.open_ends.get(end).copied().unwrap_or(0))
        }
    }

    #[inline]
    fn may_come(&self, at: u32) -> bool {
        self.ahead.as_ref().is_none_or(|ahead| self.firsts.may_come(at, ahead))
    }

    fn add(&mut self, mut item: Item) {
        while let Instruction::Jump(to) = self.program.instructions[item.at as usize] {
            item.at = to;
        }
        let set = &self.items[self.set_start..];
        let same = if set.len() < FEW {
            set.iter().position(|other| other.at == item.at && other.origin == item.origin)
        } else {
            if self.known.is_empty() {
                let all = set.iter().enumerate();
                self.known.extend(all.map(|(n, other)| ((other.at, other.origin), n as u32)));
            }
            self.known.get(&(item.at, item.origin)).map(|&n| n as usize)
        };
        match same {
            Some(at) => {
                let other = &mut self.items[self.set_start + at];
                other.is_ambiguous |= (other.before, other.via) != (item.before, item.via);
            }
            None => {
                if !self.known.is_empty() {
                    let n = (self.items.len() - self.set_start) as u32;
                    self.known.insert((item.at, item.origin), n);
                }
                self.items.push(item);
            }
        }
    }

    /// What leads to an item, from left to right.
    fn derivation(&self, end: u32) -> Derivation {
        let mut events = Vec::new();
        let mut ambiguous = Vec::new();
        // Read from the right: behind a rule that was called comes what was before the call.
        let mut pending = vec![end];
        while let Some(number) = pending.pop() {
            let item = self.items[number as usize];
            if item.is_ambiguous {
                let rule = self.firsts.rules[item.at as usize];
                ambiguous.push((self.program.base(rule), item.origin));
            }
            if item.before == NONE {
                continue;
            }
            pending.push(item.before);
            let before = self.items[item.before as usize];
            match &self.program.instructions[before.at as usize] {
                Instruction::Choose(choose) => events.push(Event::Index(choose.point, item.via)),
                Instruction::Token(EOF) => {}
                Instruction::Token(_) => events.push(Event::Token(item.via)),
                Instruction::Call(_) => pending.push(item.via),
                _ => {}
            }
        }
        events.reverse();
        ambiguous.sort_unstable_by_key(|&(rule, place)| (place, rule));
        ambiguous.dedup();
        Derivation { events, ambiguous }
    }
}
