//! What makes EI, BeDivFuzz and RLCheck what they are, with made-up runs: each test fails if its rule is
//! taken out.

use chiasma_core::generators::{int, vec};
use chiasma_core::{Rng, Seed, Source};
use chiasma_evolve::{
    Child, Form, InputId, Keeping, Operator, Outcome, Run, Strategy, StrategyName, Verdict,
    strategies,
};

type Lists = Vec<Vec<u8>>;

fn lists(s: &mut Source) -> Lists {
    s.draw(vec(0..5, vec(0..5, int(0..100))))
}

fn strategy(name: &str) -> Box<dyn Strategy> {
    let name: StrategyName = name.parse().unwrap();
    name.build(&name.settings())
}

/// Lets a strategy keep the input that these bytes stand for.
fn keep(strategy: &mut dyn Strategy, bytes: &[u8], outcome: Outcome, counters: &[u8]) -> Lists {
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    source.load(bytes, Seed(0));
    let value = lists(&mut source);
    let size = source.recording().len();
    let run = Run { outcome, counters, size, ticks: 0 };
    strategy.keep(&Keeping { id: InputId(0), trace: source.trace(), run, contextual: None });
    value
}

/// The values of the next children.
fn children(strategy: &mut dyn Strategy, count: usize) -> Vec<Lists> {
    let mut rng = Rng::new(Seed(5));
    let mut child = Child::default();
    let mut source = Source::random(Seed(0));
    (0..count)
        .map(|_| {
            strategy.ask(&mut rng, &mut child);
            child.load(&mut source, Seed(rng.bits()));
            let value = lists(&mut source);
            child.unload(&mut source);
            value
        })
        .collect()
}

fn used(strategy: &dyn Strategy, operator: Operator) -> u64 {
    let mut used = strategy.yields().used();
    used.find(|(used, _)| *used == operator).map_or(0, |(_, counted)| counted.children)
}

/// Three lists: [[1, 2], [3, 4, 5], [6]].
const THREE: [u8; 10] = [3, 2, 1, 2, 3, 3, 4, 5, 1, 6];

#[test]
fn an_ei_child_keeps_what_was_not_mutated_where_it_is() {
    let mut ei = strategy("ei");
    let parent = keep(&mut *ei, &THREE, Outcome::Valid, &[1]);
    assert_eq!(parent, [vec![1, 2], vec![3, 4, 5], vec![6]]);
    let children = children(&mut *ei, 2_000);
    // The first list got shorter and nothing else changed: linear replay could hardly do that.
    let local = children.iter().filter(|child| child.len() == 3 && child[0].len() < 2);
    assert!(local.filter(|child| child[1..] == parent[1..]).count() > 5);
    // Zest on the same parent.
    let mut zest = strategy("zest");
    keep(&mut *zest, &THREE, Outcome::Valid, &[1]);
    let unchanged = |children: Vec<Lists>| {
        children.iter().filter(|child| child.len() == 3 && child[2] == parent[2]).count()
    };
    let (ei, zest) = (unchanged(children), unchanged(self::children(&mut *zest, 2_000)));
    assert!(ei > 2 * zest, "EI keeps the last list {ei} times, Zest {zest} times");
}

#[test]
fn ei_splices_what_other_inputs_answered_in_the_same_context() {
    let mut ei = strategy("ei");
    keep(&mut *ei, &THREE, Outcome::Valid, &[1, 0]);
    keep(&mut *ei, &[1, 4, 91, 92, 93, 94], Outcome::Valid, &[1, 1]);
    let children = children(&mut *ei, 4_000);
    assert!(used(&*ei, Operator::ContextualSplice) > 1_000);
    let spliced = |child: &&Lists| {
        let elements = child.concat();
        elements.windows(2).any(|pair| pair == [91, 92]) && elements.contains(&6)
    };
    assert!(children.iter().filter(spliced).count() > 20, "elements of both parents in one child");
}

#[test]
fn the_forms_of_children_are_those_of_their_strategies() {
    let mut rng = Rng::new(Seed(1));
    for info in strategies() {
        let mut child = Child::default();
        strategy(info.name).ask(&mut rng, &mut child);
        let expected = match info.replay {
            "linear" => Form::Linear,
            "contextual" => Form::Contextual,
            "two sequences, by role" => Form::Split,
            "guided" => Form::Guided,
            other => panic!("{other}"),
        };
        assert_eq!(child.form(), expected, "{}", info.name);
    }
}

#[test]
fn bediv_changes_shape_or_values_and_seldom_both() {
    let mut bediv = strategy("bediv-simple");
    let parent = keep(&mut *bediv, &THREE, Outcome::Valid, &[1]);
    let shape = |lists: &Lists| lists.iter().map(Vec::len).collect::<Vec<_>>();
    let children = children(&mut *bediv, 4_000);
    let same_shape = children
        .iter()
        .filter(|child| shape(child) == shape(&parent) && child.concat() != parent.concat());
    let (change, preserve) =
        (used(&*bediv, Operator::ChangeStructure), used(&*bediv, Operator::PreserveStructure));
    let both = used(&*bediv, Operator::ReplaceRegion);
    assert!(same_shape.count() as u64 > preserve * 8 / 10);
    // One in ten is havoc: 400 expected, standard deviation 19.
    assert!((320..480).contains(&both), "{both}");
    // Nothing was rewarded, so the rest is split evenly: 1,800 each, standard deviation 30.
    assert!(change.abs_diff(preserve) < 250, "{change} and {preserve}");
}

#[test]
fn bediv_prefers_what_led_to_new_valid_paths() {
    let mut bediv = strategy("bediv-simple");
    keep(&mut *bediv, &THREE, Outcome::Valid, &[1]);
    let mut rng = Rng::new(Seed(5));
    let mut child = Child::default();
    let mut path = 1u32;
    for _ in 0..4_000 {
        let before = used(&*bediv, Operator::PreserveStructure);
        bediv.ask(&mut rng, &mut child);
        let preserved = used(&*bediv, Operator::PreserveStructure) > before;
        path += 1;
        // A new path each time the values changed, the known one otherwise.
        let counters = if preserved { path.to_le_bytes() } else { [1, 0, 0, 0] };
        bediv.tell(&Run { outcome: Outcome::Valid, counters: &counters, size: 1, ticks: 0 });
    }
    let (change, preserve) =
        (used(&*bediv, Operator::ChangeStructure), used(&*bediv, Operator::PreserveStructure));
    // Of the nine in ten that are not havoc: 1 - epsilon/2 = 90 %.
    assert!(preserve > 3 * change, "{preserve} against {change}");
}

#[test]
fn only_the_structure_kind_of_bediv_asks_for_a_new_structure() {
    for (name, population) in [("bediv-simple", 2), ("bediv-structure", 1)] {
        let mut bediv = strategy(name);
        keep(&mut *bediv, &THREE, Outcome::Valid, &[1, 0]);
        // The same shape with other values, and new coverage.
        keep(&mut *bediv, &[3, 2, 9, 9, 3, 9, 9, 9, 1, 9], Outcome::Valid, &[1, 1]);
        assert_eq!(bediv.population(), population, "{name}");
        assert_eq!(bediv.covered(), 2, "what is not saved is covered all the same");
    }
}

#[test]
fn rlcheck_learns_to_make_valid_inputs() {
    let mut rlcheck = strategy("rlcheck");
    let mut rng = Rng::new(Seed(5));
    let mut child = Child::default();
    let mut source = Source::random(Seed(0));
    let mut valid = Vec::new();
    for path in 0..4_000u32 {
        rlcheck.ask(&mut rng, &mut child);
        child.load(&mut source, Seed(rng.bits()));
        // Valid: three choices of one in six, all the same. At chance one in 36.
        let choices = [source.index(6), source.index(6), source.index(6)];
        child.unload(&mut source);
        let is_valid = choices == [choices[0]; 3];
        valid.push(is_valid);
        let outcome = if is_valid { Outcome::Valid } else { Outcome::Invalid };
        let counters = path.to_le_bytes();
        rlcheck.tell(&Run { outcome, counters: &counters, size: 3, ticks: 0 });
    }
    let late = valid[3_000..].iter().filter(|valid| **valid).count();
    // At chance 28 of 1,000; with epsilon 0.25 at most about 625.
    assert!(late > 300, "{late}");
}

#[test]
fn a_failing_run_closes_the_episode_of_rlcheck() {
    // The same choices, first failing, then rewarded: were the first episode still open, its choices
    // would be credited with the reward of the second.
    let mut rlcheck = strategy("rlcheck");
    let mut rng = Rng::new(Seed(5));
    let mut child = Child::default();
    let mut source = Source::random(Seed(0));
    let mut chosen = [0u32; 2];
    for run in 0..2_000u32 {
        rlcheck.ask(&mut rng, &mut child);
        child.load(&mut source, Seed(rng.bits()));
        let choice = source.index(2);
        child.unload(&mut source);
        if run >= 1_000 {
            chosen[choice] += 1;
        }
        let outcome = if choice == 0 { Outcome::Failure } else { Outcome::Valid };
        rlcheck.tell(&Run { outcome, counters: &run.to_le_bytes(), size: 1, ticks: 0 });
    }
    assert!(chosen[1] > 4 * chosen[0], "{chosen:?}");
}

#[test]
fn failures_never_enter_the_queues_of_zest_and_its_heirs() {
    for name in ["zest", "ei", "bediv-simple", "bediv-structure", "rlcheck"] {
        let run = Run { outcome: Outcome::Failure, counters: &[1, 1, 1], size: 1, ticks: 0 };
        assert_eq!(strategy(name).tell(&run), Verdict::Dull, "{name}");
    }
}

#[test]
fn the_same_seed_breeds_the_same_children_whatever_the_strategy() {
    for info in strategies() {
        let breed = || {
            let mut strategy = strategy(info.name);
            if info.name != "rlcheck" && info.name != "random" {
                keep(&mut *strategy, &THREE, Outcome::Valid, &[1, 0]);
                keep(&mut *strategy, &[1, 4, 91, 92, 93, 94], Outcome::Valid, &[1, 1]);
            }
            children(&mut *strategy, 300)
        };
        assert_eq!(breed(), breed(), "{}", info.name);
    }
}
