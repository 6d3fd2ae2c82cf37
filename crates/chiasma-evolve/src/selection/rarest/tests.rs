use super::*;
use crate::input::InputId;
use crate::members::Structure;
use chiasma_core::Seed;

struct Arena {
    rarest: Rarest,
    members: Members,
    rng: Rng,
}

impl Arena {
    /// Members with this much work and this one edge each.
    fn of(work_and_edges: &[(u64, usize)]) -> Self {
        let settings = Settings::defaults(RAREST.settings.to_vec());
        let mut arena = Self {
            rarest: Rarest::new(&settings),
            members: Members::default(),
            rng: Rng::new(Seed(1)),
        };
        for (id, &(work, edge)) in (0..).zip(work_and_edges) {
            let index = arena.members.add(Member {
                id: InputId(id),
                bytes: Vec::new(),
                outcome: Outcome::Valid,
                work,
                structure: Structure::Unknown,
            });
            let admission = Admission { responsible_for: vec![edge], ..Admission::default() };
            arena.rarest.added(index, 1, &admission);
        }
        arena
    }

    fn run(&mut self, counters: &[u8]) {
        let run = Run { outcome: Outcome::Valid, counters, size: 10, ticks: 0, killed: &[] };
        self.rarest.told(&run);
    }

    /// A child of the parent chosen last was run, and took this long.
    fn bred(&mut self, ticks: u64) {
        let run = Run { outcome: Outcome::Valid, counters: &[], size: 10, ticks, killed: &[] };
        self.rarest.bred(&run);
    }

    /// How often each of two members is chosen.
    fn choices(&mut self, count: usize) -> [usize; 2] {
        let mut chosen = [0; 2];
        for _ in 0..count {
            let next = self.rarest.next(&self.members, 0, &mut self.rng);
            chosen[next.expect("there are members").slot()] += 1;
        }
        chosen
    }
}

#[test]
fn the_member_whose_edge_is_rare_has_more_children_and_the_other_has_some() {
    let mut arena = Arena::of(&[(1, 0), (1, 1)]);
    for n in 0..800 {
        arena.run(&[1, u8::from(n % 100 == 0)]);
    }
    let [common, rare] = arena.choices(40_000);
    // The common one wins only if all eight that take part are it: one time in 256.
    assert!(rare > 39_000 && common > 60, "{common} and {rare}");
}

#[test]
fn a_member_that_is_much_work_has_fewer_children() {
    let mut arena = Arena::of(&[(10, 0), (10_000, 0)]);
    for _ in 0..800 {
        arena.run(&[100, 0]);
    }
    let [cheap, costly] = arena.choices(4_000);
    assert!(cheap > 10 * costly && costly > 0, "{cheap} and {costly}");
}

#[test]
fn a_member_whose_children_kill_the_process_has_fewer_of_them() {
    let mut arena = Arena::of(&[(1, 0), (1, 0)]);
    arena.run(&[100, 0]);
    let mut deaths = 0;
    while deaths < 3 {
        let next = arena.rarest.next(&arena.members, 0, &mut arena.rng);
        if next.is_some_and(|next| next.slot() == 1) {
            arena.rarest.died();
            deaths += 1;
        }
    }
    let [harmless, deadly] = arena.choices(4_000);
    assert!(harmless > 10 * deadly && deadly > 0, "{harmless} and {deadly}");
}

#[test]
fn children_of_one_parent_come_in_a_row() {
    let mut arena = Arena::of(&[(1, 0), (1, 0)]);
    arena.run(&[1, 0]);
    let turns: Vec<usize> = (0..400)
        .filter_map(|_| arena.rarest.next(&arena.members, 0, &mut arena.rng))
        .map(MemberIndex::slot)
        .collect();
    assert!(turns.chunks(4).all(|turn| turn.iter().all(|slot| *slot == turn[0])));
    assert!(turns.contains(&0) && turns.contains(&1));
}

#[test]
fn members_of_a_size_whose_children_bring_in_more_for_their_work_have_more_children() {
    let mut arena = Arena::of(&[(1_000, 0), (2_000, 0)]);
    arena.rarest.cheapness = 1_000.0;
    arena.run(&[100, 0]);
    let mut rewarded = [0; 2];
    for n in 0..20_000 {
        let next = arena.rarest.next(&arena.members, 0, &mut arena.rng);
        let slot = next.expect("there are members").slot();
        arena.bred(0);
        // Each child of the larger one is worth four of the smaller one's, and costs less than twice as much.
        if n % if slot == 1 { 25 } else { 100 } == 0 {
            arena.rarest.rewarded(1);
            rewarded[slot] += 1;
        }
    }
    let [small, large] = arena.choices(4_000);
    assert!(large > 2 * small && small > 0, "{small} and {large}, after {rewarded:?}");
}

#[test]
fn a_member_with_a_child_that_took_very_long_has_hardly_any_more() {
    let mut arena = Arena::of(&[(1_000, 0), (1_000, 0)]);
    arena.rarest.mean_work = MeanWork(1_000.0);
    let mut children = [0; 2];
    for _ in 0..4_000 {
        let next = arena.rarest.next(&arena.members, 0, &mut arena.rng);
        let slot = next.expect("there are members").slot();
        children[slot] += 1;
        arena.bred(if slot == 1 { 1_000_000 } else { 1_000 });
    }
    // It has no second one in the same turn, and is refused in nearly all others.
    assert!(children[1] <= 20, "{children:?}");
}
