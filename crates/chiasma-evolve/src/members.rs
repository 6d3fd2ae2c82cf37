//! The inputs that breed: each with its bytes, and as much of its structure as its strategy needs.

use std::collections::HashMap;
use std::rc::Rc;

use chiasma_core::{CallTree, Contextual, FunctionId, Interval, Outline, Rng, Split, Trace};

use crate::input::InputId;
use crate::run::Outcome;
use crate::wire::Wire;

/// A member's place among the members, for as long as it is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct MemberIndex(u32);

impl MemberIndex {
    pub(crate) fn slot(self) -> usize {
        self.0 as usize
    }
}

impl Wire for MemberIndex {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.0.write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        u32::read(bytes).map(Self)
    }
}

/// What a strategy needs to know of its members besides their bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Anatomy {
    /// Nothing; no trace has to be made.
    #[default]
    Bytes,
    /// The calls that consumed them (linked crossover).
    Calls,
    /// The execution index and the context of every request (EI).
    Contexts,
    /// The role of every request (BeDivFuzz).
    Roles,
    /// All calls and requests, to be aligned with.
    Outline,
}

/// One input that breeds.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) id: InputId,
    pub(crate) bytes: Vec<u8>,
    pub(crate) outcome: Outcome,
    /// How much work its run was (see [`Run::work`](crate::Run::work)).
    pub(crate) work: u64,
    pub(crate) structure: Structure,
}

/// What is known of a member besides its bytes.
#[derive(Debug)]
pub(crate) enum Structure {
    Unknown,
    Calls(Calls),
    Contexts(Contexts),
    Roles(Split),
    Outline(Rc<Outline>),
}

/// The calls of a member, without those that consumed nothing.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    /// By function, and in the order made among those of one function.
    pub(crate) all: Vec<Call>,
    /// Those that may receive in linked crossover.
    pub(crate) recipients: Vec<Call>,
}

/// A generator call, and what it consumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) function: FunctionId,
    pub(crate) interval: Interval,
}

/// A member by execution index; entries are in the order of its requests.
#[derive(Debug, Default)]
pub(crate) struct Contexts {
    pub(crate) entries: Contextual,
    /// The context of each entry: the sites on its call stack, and its own.
    pub(crate) contexts: Vec<u64>,
}

impl Calls {
    pub(crate) fn of(trace: &Trace) -> Self {
        let tree = CallTree::of(trace);
        let call = |vertex: &chiasma_core::Vertex| {
            vertex.function.map(|function| Call { function, interval: vertex.crossover_points })
        };
        let recipients =
            tree.calls().filter(|(at, _)| tree.may_receive(*at)).filter_map(|(_, v)| call(v));
        let recipients = recipients.collect();
        let mut all: Vec<Call> = tree.calls().filter_map(|(_, vertex)| call(vertex)).collect();
        all.sort_by_key(|call| call.function);
        Self { all, recipients }
    }

    /// The calls of a function.
    pub(crate) fn of_function(&self, function: FunctionId) -> &[Call] {
        let start = self.all.partition_point(|call| call.function < function);
        let end = self.all.partition_point(|call| call.function <= function);
        &self.all[start..end]
    }

    fn functions(&self) -> impl Iterator<Item = FunctionId> {
        self.all.chunk_by(|a, b| a.function == b.function).map(|calls| calls[0].function)
    }
}

impl Contexts {
    pub(crate) fn of(trace: &Trace) -> Self {
        Self { entries: Contextual::of(trace), contexts: trace.contexts() }
    }
}

impl Structure {
    /// As much of the structure of a traced input as is needed.
    pub(crate) fn of(trace: Option<&Trace>, anatomy: Anatomy) -> Self {
        match (anatomy, trace) {
            (Anatomy::Bytes, _) | (_, None) => Self::Unknown,
            (Anatomy::Calls, Some(trace)) => Self::Calls(Calls::of(trace)),
            (Anatomy::Contexts, Some(trace)) => Self::Contexts(Contexts::of(trace)),
            (Anatomy::Roles, Some(trace)) => Self::Roles(Split::of(trace)),
            (Anatomy::Outline, Some(trace)) => Self::Outline(Rc::new(Outline::of(trace))),
        }
    }

    /// The functions that a member can donate calls of.
    fn functions(&self) -> Vec<FunctionId> {
        match self {
            Self::Calls(calls) => calls.functions().collect(),
            Self::Outline(outline) => {
                let calls = outline.consuming_calls().iter();
                let mut functions: Vec<FunctionId> =
                    calls.map(|&call| outline.call(call).function).collect();
                functions.dedup();
                functions
            }
            Self::Unknown | Self::Contexts(_) | Self::Roles(_) => Vec::new(),
        }
    }
}

impl Member {
    pub(crate) fn calls(&self) -> Option<&Calls> {
        match &self.structure {
            Structure::Calls(calls) => Some(calls),
            _ => None,
        }
    }

    pub(crate) fn contexts(&self) -> Option<&Contexts> {
        match &self.structure {
            Structure::Contexts(contexts) => Some(contexts),
            _ => None,
        }
    }

    pub(crate) fn outline(&self) -> Option<&Rc<Outline>> {
        match &self.structure {
            Structure::Outline(outline) => Some(outline),
            _ => None,
        }
    }

    pub(crate) fn roles(&self) -> Option<&Split> {
        match &self.structure {
            Structure::Roles(split) => Some(split),
            _ => None,
        }
    }
}

/// All members.
///
/// Lists of members are in the order of their slots, so that they follow from the slots alone and a
/// restored search picks the same ones.
#[derive(Debug, Default)]
pub(crate) struct Members {
    slots: Vec<Option<Member>>,
    free: Vec<u32>,
    /// The slots in use.
    living: Vec<u32>,
    /// The members with a call of each function: the donors of linked crossover.
    donors: HashMap<FunctionId, Vec<u32>>,
    /// What has changed since the last checkpoint.
    unsaved: Unsaved,
}

/// Members that came and went since the last checkpoint.
#[derive(Debug, Default)]
struct Unsaved {
    added: Vec<MemberIndex>,
    removed: Vec<InputId>,
}

impl Members {
    pub(crate) fn len(&self) -> usize {
        self.living.len()
    }

    pub(crate) fn get(&self, index: MemberIndex) -> Option<&Member> {
        self.slots.get(index.slot())?.as_ref()
    }

    /// The member with this id.
    pub(crate) fn by_id(&self, id: InputId) -> Option<&Member> {
        self.slots.iter().flatten().find(|member| member.id == id)
    }

    /// Where the next member goes.
    pub(crate) fn next_index(&self) -> MemberIndex {
        MemberIndex(self.free.last().copied().unwrap_or(self.slots.len() as u32))
    }

    pub(crate) fn add(&mut self, member: Member) -> MemberIndex {
        let index = self.next_index();
        if self.free.pop().is_none() {
            self.slots.push(None);
        }
        self.put(index, member);
        self.unsaved.added.push(index);
        index
    }

    /// Puts a member in the place of another, which is given back.
    pub(crate) fn replace(&mut self, index: MemberIndex, member: Member) -> Option<Member> {
        let old = self.take(index);
        self.put(index, member);
        self.unsaved.added.push(index);
        old
    }

    pub(crate) fn remove(&mut self, index: MemberIndex) {
        if self.take(index).is_some() {
            self.free.push(index.0);
        }
    }

    fn put(&mut self, index: MemberIndex, member: Member) {
        insert_sorted(&mut self.living, index.0);
        for function in member.structure.functions() {
            insert_sorted(self.donors.entry(function).or_default(), index.0);
        }
        self.slots[index.slot()] = Some(member);
    }

    fn take(&mut self, index: MemberIndex) -> Option<Member> {
        let gone = self.slots[index.slot()].take()?;
        remove_sorted(&mut self.living, index.0);
        for function in gone.structure.functions() {
            if let Some(donors) = self.donors.get_mut(&function) {
                remove_sorted(donors, index.0);
            }
        }
        // One that no checkpoint has seen need not be taken out of any.
        match self.unsaved.added.iter().rposition(|added| *added == index) {
            Some(at) => drop(self.unsaved.added.remove(at)),
            None => self.unsaved.removed.push(gone.id),
        }
        Some(gone)
    }

    /// A member, each as likely as any other.
    pub(crate) fn random(&self, rng: &mut Rng) -> Option<MemberIndex> {
        pick(&self.living, rng)
    }

    /// A member with a call of `function`, each as likely as any other.
    pub(crate) fn random_with(&self, function: FunctionId, rng: &mut Rng) -> Option<&Member> {
        self.get(pick(self.donors.get(&function)?, rng)?)
    }

    /// The members that came since the last checkpoint, as bytes, and those that went.
    pub(crate) fn take_unsaved(&mut self) -> (Vec<(u64, Vec<u8>)>, Vec<u64>) {
        let Unsaved { added, removed } = std::mem::take(&mut self.unsaved);
        let added = added.into_iter().filter_map(|index| {
            let member = self.get(index)?;
            let mut bytes = Vec::new();
            member.write(&mut bytes);
            Some((member.id.0, bytes))
        });
        (added.collect(), removed.into_iter().map(|id| id.0).collect())
    }

    /// Appends which member is where.
    pub(crate) fn save(&self, body: &mut Vec<u8>) {
        let ids: Vec<Option<u64>> =
            self.slots.iter().map(|slot| slot.as_ref().map(|member| member.id.0)).collect();
        ids.write(body);
        self.free.write(body);
    }

    /// Restores the members; `find` gives the bytes of each.
    pub(crate) fn load<'m>(
        &mut self,
        find: impl Fn(u64) -> Option<&'m [u8]>,
        body: &mut &[u8],
    ) -> Option<()> {
        *self = Self::default();
        for (slot, id) in (0..).zip(Vec::<Option<u64>>::read(body)?) {
            self.slots.push(None);
            if let Some(id) = id {
                let mut bytes = find(id)?;
                self.put(MemberIndex(slot), Member::read(&mut bytes)?);
            }
        }
        self.free = Vec::read(body)?;
        Some(())
    }
}

fn pick(slots: &[u32], rng: &mut Rng) -> Option<MemberIndex> {
    let last = slots.len().checked_sub(1)?;
    Some(MemberIndex(slots[rng.up_to(last as u64) as usize]))
}

fn insert_sorted(slots: &mut Vec<u32>, slot: u32) {
    if let Err(at) = slots.binary_search(&slot) {
        slots.insert(at, slot);
    }
}

fn remove_sorted(slots: &mut Vec<u32>, slot: u32) {
    if let Ok(at) = slots.binary_search(&slot) {
        slots.remove(at);
    }
}

impl Wire for Call {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.function.0.write(bytes);
        self.interval.start.write(bytes);
        self.interval.end.write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let function = FunctionId(u64::read(bytes)?);
        let (start, end) = (u32::read(bytes)?, u32::read(bytes)?);
        Some(Self { function, interval: Interval { start, end } })
    }
}

impl Wire for Structure {
    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Unknown => 0_u8.write(bytes),
            Self::Calls(Calls { all, recipients }) => {
                1_u8.write(bytes);
                all.write(bytes);
                recipients.write(bytes);
            }
            Self::Contexts(Contexts { entries, contexts }) => {
                2_u8.write(bytes);
                contexts.write(bytes);
                for entry in 0..contexts.len() {
                    entries.index_at(entry).write(bytes);
                    entries.bytes_at(entry).to_vec().write(bytes);
                }
            }
            Self::Roles(split) => {
                3_u8.write(bytes);
                split.structural.write(bytes);
                split.values.write(bytes);
            }
            Self::Outline(outline) => {
                4_u8.write(bytes);
                outline.write(bytes);
            }
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(match u8::read(bytes)? {
            0 => Self::Unknown,
            1 => Self::Calls(Calls { all: Vec::read(bytes)?, recipients: Vec::read(bytes)? }),
            2 => {
                let contexts: Vec<u64> = Vec::read(bytes)?;
                let mut entries = Vec::with_capacity(contexts.len());
                for _ in &contexts {
                    entries.push((u64::read(bytes)?, Vec::read(bytes)?));
                }
                Self::Contexts(Contexts { entries: Contextual::of_entries(entries), contexts })
            }
            3 => {
                let mut split = Split::default();
                split.structural = Vec::read(bytes)?;
                split.values = Vec::read(bytes)?;
                Self::Roles(split)
            }
            4 => Self::Outline(Rc::new(Outline::read(bytes)?)),
            _ => return None,
        })
    }
}

impl Wire for Member {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.id.0.write(bytes);
        self.bytes.write(bytes);
        self.outcome.write(bytes);
        self.work.write(bytes);
        self.structure.write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            id: InputId(u64::read(bytes)?),
            bytes: Vec::read(bytes)?,
            outcome: Outcome::read(bytes)?,
            work: u64::read(bytes)?,
            structure: Structure::read(bytes)?,
        })
    }
}
