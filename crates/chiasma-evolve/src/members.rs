//! The inputs that breed: each with its bytes, and as much of its structure as its strategy needs.

mod structure;

use std::rc::Rc;

use chiasma_core::{ByHash, FunctionId, Interval, Outline, Rng, Split};

use crate::input::InputId;
use crate::run::Outcome;
use crate::wire::Wire;

pub use structure::Anatomy;
pub(crate) use structure::{Call, Calls, Contexts, Structure, Typed};

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

impl Member {
    pub(crate) fn calls(&self) -> Option<&Calls> {
        match &self.structure {
            Structure::Calls(calls) => Some(calls),
            _ => None,
        }
    }

    /// A call that may receive in linked crossover, each as likely as any other. Of an outline that is every call that
    /// consumed something, and not everything.
    pub(crate) fn recipient(&self, rng: &mut Rng) -> Option<Call> {
        match &self.structure {
            Structure::Calls(calls) => pick(&calls.recipients, rng),
            Structure::Outline(outline) => {
                let call = pick(outline.consuming_calls(), rng).filter(|at| !outline.is_whole(*at));
                let call = outline.call(call?);
                Some(Call { function: call.function, interval: call.interval() })
            }
            _ => None,
        }
    }

    /// What a call of `function` consumed, each as likely as any other.
    pub(crate) fn donation(&self, function: FunctionId, rng: &mut Rng) -> Option<Interval> {
        match &self.structure {
            Structure::Calls(calls) => {
                pick(calls.of_function(function), rng).map(|call| call.interval)
            }
            Structure::Outline(outline) => {
                pick(outline.calls_of(function), rng).map(|call| outline.call(call).interval())
            }
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

    pub(crate) fn typed(&self) -> Option<&Typed> {
        match &self.structure {
            Structure::Types(typed) => Some(typed),
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
    donors: ByHash<Vec<u32>>,
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
            insert_sorted(self.donors.entry(function.0).or_default(), index.0);
        }
        self.slots[index.slot()] = Some(member);
    }

    fn take(&mut self, index: MemberIndex) -> Option<Member> {
        let gone = self.slots[index.slot()].take()?;
        remove_sorted(&mut self.living, index.0);
        for function in gone.structure.functions() {
            if let Some(donors) = self.donors.get_mut(&function.0) {
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
        pick(&self.living, rng).map(MemberIndex)
    }

    /// A member with a call of `function`, each as likely as any other.
    pub(crate) fn random_with(&self, function: FunctionId, rng: &mut Rng) -> Option<&Member> {
        self.get(pick(self.donors.get(&function.0)?, rng).map(MemberIndex)?)
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

/// One of them, each as likely as any other.
pub(crate) fn pick<T: Copy>(items: &[T], rng: &mut Rng) -> Option<T> {
    let last = items.len().checked_sub(1)?;
    Some(items[rng.up_to(last as u64) as usize])
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
