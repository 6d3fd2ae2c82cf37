//! A queue of parents, each used in turn, favouring members that are responsible for some edge (Zest).

use chiasma_core::Rng;

use super::{Part, Selection};
use crate::feedback::{Admission, Kills};
use crate::members::{MemberIndex, Members};
use crate::run::Run;
use crate::settings::{MAX_TURN_TICKS, Setting, Settings};
use crate::wire::Wire;

const BASE_CHILDREN: Setting = Setting {
    name: "base-children",
    default: 50.0,
    min: 1.0,
    max: 1_000_000.0,
    meaning: "children of a parent that covers all that is covered",
};

const FAVOUR: Setting = Setting {
    name: "favour",
    default: 20.0,
    min: 1.0,
    max: 1_000.0,
    meaning: "how many times more children a favoured parent gets",
};

const KILL_FACTOR: Setting = Setting {
    name: "kill-factor",
    default: 20.0,
    min: 1.0,
    max: 1_000.0,
    meaning: "how many times more children a parent gets for killing, or fewer",
};

/// Zest's queue.
pub(crate) const QUEUE: Part<dyn Selection> = Part {
    description: "round-robin, 50 * coverage / total children, x20 if favoured",
    settings: &[BASE_CHILDREN, FAVOUR],
    build: |settings, _| Box::new(Queue::new(settings)),
};

/// Zest's queue with turns that are bounded by time as well (SpotOn).
pub(crate) const TIMED_QUEUE: Part<dyn Selection> = Part {
    description: "as zest; a turn may be bounded by time",
    settings: &[
        BASE_CHILDREN,
        FAVOUR,
        Setting {
            name: MAX_TURN_TICKS,
            default: 0.0,
            min: 0.0,
            max: 1e18,
            meaning: "ticks that the children of a parent may take in one turn, 0 for no bound; with a \
                      bound a campaign cannot be repeated exactly",
        },
    ],
    build: |settings, _| {
        let max_ticks = settings.whole(MAX_TURN_TICKS);
        Box::new(Queue { max_ticks, ..Queue::new(settings) })
    },
};

/// Zest's queue, with more children for what kills any mutant (P-µZest).
pub(crate) const QUEUE_FOR_KILLERS: Part<dyn Selection> = Part {
    description: "as zest, x20 if it kills a mutant",
    settings: &[BASE_CHILDREN, FAVOUR, KILL_FACTOR],
    build: |settings, _| {
        let more = Energy::Times(settings.whole("kill-factor") as usize);
        Box::new(Queue { known: more, new: more, ..Queue::new(settings) })
    },
};

/// Zest's queue, with more children for what kills a mutant for the first time, and fewer for what kills only
/// the dead (N-µZest).
pub(crate) const QUEUE_FOR_NEW_KILLERS: Part<dyn Selection> = Part {
    description: "as zest, x20 if it kills a new mutant, /20 if only others",
    settings: &[BASE_CHILDREN, FAVOUR, KILL_FACTOR],
    build: |settings, _| {
        let factor = settings.whole("kill-factor") as usize;
        let (known, new) = (Energy::DividedBy(factor), Energy::Times(factor));
        Box::new(Queue { known, new, ..Queue::new(settings) })
    },
};

/// What killing does to the number of children.
#[derive(Debug, Clone, Copy)]
enum Energy {
    Times(usize),
    DividedBy(usize),
}

/// The saved inputs, in the order in which they were saved.
#[derive(Debug)]
struct Queue {
    /// Children of a parent that covers all that is covered.
    base_children: usize,
    /// How many times more children a favoured parent gets.
    favour: usize,
    /// What becomes of the children of an input that kills only mutants that were dead.
    known: Energy,
    /// What becomes of the children of an input that killed a mutant for the first time.
    new: Energy,
    /// How many ticks a turn may take; 0 for no bound.
    max_ticks: u64,
    /// How many the turn has taken; a restored turn begins with 0.
    ticks: u64,
    entries: Vec<Entry>,
    /// The entry whose turn it is, and how many children it has had in this turn.
    turn: usize,
    children: usize,
    /// Whether the turn has just come back to the first entry.
    new_cycle: bool,
    /// Which entry is responsible for each edge.
    responsible: Vec<Option<u32>>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    member: MemberIndex,
    covered: u32,
    /// How many edges it is responsible for; favoured if any.
    responsibilities: u32,
    kills: Kills,
}

impl Queue {
    fn new(settings: &Settings) -> Self {
        Self {
            base_children: settings.whole("base-children") as usize,
            favour: settings.whole("favour") as usize,
            known: Energy::Times(1),
            new: Energy::Times(1),
            max_ticks: 0,
            ticks: 0,
            entries: Vec::new(),
            turn: 0,
            children: 0,
            new_cycle: false,
            responsible: Vec::new(),
        }
    }

    /// How many children an entry gets in a turn: a share of the base by coverage, and more if favoured.
    fn energy(&self, entry: usize, total_covered: usize) -> usize {
        let entry = &self.entries[entry];
        let share = self.base_children * entry.covered as usize / total_covered.max(1);
        let favour = if entry.responsibilities > 0 { self.favour } else { 1 };
        let energy = match entry.kills {
            Kills::None => Energy::Times(1),
            Kills::Known => self.known,
            Kills::New => self.new,
        };
        match energy {
            Energy::Times(factor) => share * favour * factor,
            Energy::DividedBy(factor) => share * favour / factor,
        }
    }
}

impl Selection for Queue {
    /// The energy of the entry whose turn it is, is looked up for every child: it may have become
    /// favoured, or less of what is covered, in the meantime.
    fn next(&mut self, _: &Members, covered: usize, _: &mut Rng) -> Option<MemberIndex> {
        if self.entries.is_empty() {
            return None;
        }
        let is_out_of_time = self.max_ticks > 0 && self.ticks >= self.max_ticks;
        if self.children > 0 && (is_out_of_time || self.children >= self.energy(self.turn, covered))
        {
            self.turn = (self.turn + 1) % self.entries.len();
            self.children = 0;
            self.ticks = 0;
            self.new_cycle = self.turn == 0;
        }
        self.children += 1;
        Some(self.entries[self.turn].member)
    }

    fn added(&mut self, member: MemberIndex, covered: usize, admission: &Admission) {
        let entry = self.entries.len();
        let kills = admission.kills;
        self.entries.push(Entry { member, covered: covered as u32, responsibilities: 0, kills });
        for &edge in &admission.responsible_for {
            if self.responsible.len() <= edge {
                self.responsible.resize(edge + 1, None);
            }
            match self.responsible[edge].replace(entry as u32) {
                Some(before) if before as usize == entry => continue,
                Some(before) => self.entries[before as usize].responsibilities -= 1,
                None => {}
            }
            self.entries[entry].responsibilities += 1;
        }
    }

    fn told(&mut self, run: &Run<'_>) {
        self.ticks = self.ticks.saturating_add(run.ticks);
    }

    fn completed_cycle(&mut self) -> Option<Vec<MemberIndex>> {
        std::mem::take(&mut self.new_cycle).then(|| {
            let favoured = self.entries.iter().filter(|entry| entry.responsibilities > 0);
            favoured.map(|entry| entry.member).collect()
        })
    }

    fn save(&self, body: &mut Vec<u8>) {
        (self.turn as u64).write(body);
        (self.children as u64).write(body);
        (self.entries.len() as u64).write(body);
        for entry in &self.entries {
            entry.member.write(body);
            entry.covered.write(body);
            (entry.kills as u8).write(body);
        }
        let responsible = self.responsible.iter().enumerate();
        let responsible: Vec<(u32, u32)> =
            responsible.filter_map(|(edge, entry)| Some((edge as u32, (*entry)?))).collect();
        responsible.write(body);
    }

    fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        self.turn = u64::read(body)? as usize;
        self.children = u64::read(body)? as usize;
        self.new_cycle = false;
        self.entries.clear();
        for _ in 0..u64::read(body)? {
            let member = MemberIndex::read(body)?;
            let covered = u32::read(body)?;
            let all = [Kills::None, Kills::Known, Kills::New];
            let kills = *all.get(usize::from(u8::read(body)?))?;
            self.entries.push(Entry { member, covered, responsibilities: 0, kills });
        }
        self.responsible.clear();
        for (edge, entry) in Vec::<(u32, u32)>::read(body)? {
            self.entries.get_mut(entry as usize)?.responsibilities += 1;
            self.responsible.resize(self.responsible.len().max(edge as usize + 1), None);
            self.responsible[edge as usize] = Some(entry);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use chiasma_core::Seed;

    fn queue() -> Queue {
        Queue::new(&Settings::defaults(QUEUE.settings.to_vec()))
    }

    fn push(queue: &mut Queue, covered: usize, responsible_for: &[usize]) {
        let member = MemberIndex::read(&mut &(queue.entries.len() as u32).to_le_bytes()[..]);
        let responsible_for = responsible_for.to_vec();
        let admission = Admission { responsible_for, ..Admission::default() };
        queue.added(member.unwrap(), covered, &admission);
    }

    /// The parents of the next children, and how many children each gets in a row.
    fn turns(queue: &mut Queue, children: usize) -> Vec<(usize, usize)> {
        let mut rng = Rng::new(Seed(1));
        let members = Members::default();
        let turns: Vec<usize> = (0..children)
            .filter_map(|_| queue.next(&members, 10, &mut rng))
            .map(MemberIndex::slot)
            .collect();
        turns.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect()
    }

    #[test]
    fn energy_follows_coverage_and_favours_the_responsible() {
        let mut queue = queue();
        push(&mut queue, 10, &[1, 2]);
        push(&mut queue, 5, &[]);
        assert_eq!(queue.energy(0, 10), 50 * 20);
        assert_eq!(queue.energy(1, 10), 50 * 5 / 10);
    }

    #[test]
    fn responsibility_passes_on_and_favour_goes_with_the_last() {
        let mut queue = queue();
        push(&mut queue, 10, &[1, 2]);
        push(&mut queue, 10, &[2, 2, 3]);
        assert_eq!(queue.entries[0].responsibilities, 1);
        assert_eq!(queue.entries[1].responsibilities, 2);
        push(&mut queue, 10, &[1]);
        assert_eq!(queue.energy(0, 10), 50);
    }

    #[test]
    fn the_queue_is_gone_through_in_turn() {
        let mut queue = queue();
        assert_eq!(turns(&mut queue, 3), []);
        push(&mut queue, 10, &[1]);
        push(&mut queue, 5, &[]);
        assert_eq!(turns(&mut queue, 1_000 + 25 + 10), [(0, 1_000), (1, 25), (0, 10)]);
        assert_eq!(queue.completed_cycle().map(|favoured| favoured.len()), Some(1));
        assert!(queue.completed_cycle().is_none(), "once a cycle");
    }

    #[test]
    fn energy_is_looked_up_for_every_child() {
        let mut queue = queue();
        push(&mut queue, 10, &[1]);
        assert_eq!(turns(&mut queue, 60), [(0, 60)]);
        // The first loses its only edge, and so its favour, in the middle of its turn.
        push(&mut queue, 5, &[1]);
        assert_eq!(turns(&mut queue, 10), [(1, 10)]);
    }

    /// How many children an input gets in a turn that kills no mutant, only dead ones, and a new one.
    fn energies(part: &Part<dyn Selection>) -> Vec<usize> {
        let mut queue =
            (part.build)(&Settings::defaults(part.settings.to_vec()), &Facts::default());
        for (slot, kills) in [Kills::None, Kills::Known, Kills::New].into_iter().enumerate() {
            let member = MemberIndex::read(&mut &(slot as u32).to_le_bytes()[..]).unwrap();
            queue.added(member, 10, &Admission { kills, ..Admission::default() });
        }
        let (mut rng, members) = (Rng::new(Seed(1)), Members::default());
        let mut counts = vec![0; 3];
        loop {
            let member = queue.next(&members, 10, &mut rng).unwrap().slot();
            if queue.completed_cycle().is_some() {
                return counts;
            }
            counts[member] += 1;
        }
    }

    #[test]
    fn killing_multiplies_or_divides_the_children() {
        assert_eq!(energies(&QUEUE), [50, 50, 50]);
        assert_eq!(energies(&QUEUE_FOR_KILLERS), [50, 1_000, 1_000]);
        assert_eq!(energies(&QUEUE_FOR_NEW_KILLERS), [50, 50 / 20, 1_000]);
    }

    #[test]
    fn a_turn_that_takes_too_long_is_over() {
        let mut queue = Queue { max_ticks: 100, ..queue() };
        push(&mut queue, 10, &[1]);
        push(&mut queue, 10, &[2]);
        assert_eq!(turns(&mut queue, 10), [(0, 10)]);
        queue.ticks += 99;
        assert_eq!(turns(&mut queue, 10), [(0, 10)]);
        queue.ticks += 1;
        assert_eq!(turns(&mut queue, 10), [(1, 10)], "one turn after the other");
    }

    #[test]
    fn everyone_gets_a_child() {
        let mut queue = queue();
        push(&mut queue, 0, &[]);
        push(&mut queue, 0, &[]);
        assert_eq!(turns(&mut queue, 4), [(0, 1), (1, 1), (0, 1), (1, 1)]);
    }
}
