//! What makes EI, BeDivFuzz and RLCheck what they are, with made-up runs: each test fails if its rule is
//! taken out.

use std::collections::BTreeSet;

use chiasma_core::generators::{int, vec};
use chiasma_core::{Rng, Seed, Source};
use chiasma_evolve::{
    Child, Facts, Form, InputId, Keeping, Operator, Origin, Outcome, Run, Search, StrategyName,
    Verdict, strategies,
};

type Lists = Vec<Vec<u8>>;

fn lists(s: &mut Source) -> Lists {
    s.draw(vec(0..5, vec(0..5, int(0..100))))
}

fn search(name: &str) -> Search {
    search_with(name, &[])
}

/// A search with some of its settings changed.
fn search_with(name: &str, changed: &[&str]) -> Search {
    let name: StrategyName = name.parse().unwrap();
    let mut settings = name.settings();
    changed.iter().for_each(|assignment| settings.set(assignment).unwrap());
    name.build(&settings, &Facts::default())
}

/// The run of an input of one byte.
fn run_of(outcome: Outcome, counters: &[u8]) -> Run<'_> {
    Run { outcome, counters, size: 1, ticks: 0, killed: &[] }
}

/// Lets a search keep the input that these bytes stand for.
fn keep(search: &mut Search, bytes: &[u8], outcome: Outcome, counters: &[u8]) -> Lists {
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    source.load(bytes, Seed(0));
    let value = lists(&mut source);
    let trace = source.trace();
    let run = Run { outcome, counters, size: trace.bytes().len(), ticks: 0, killed: &[] };
    let id = InputId(search.population() as u64);
    let (origin, bytes) = (Origin::Bred, trace.bytes());
    search.keep(&Keeping { id, origin, bytes, trace: Some(trace), run });
    value
}

/// The values of the next children.
fn children(search: &mut Search, count: usize) -> Vec<Lists> {
    children_by(search, count, Seed(5))
}

fn children_by(search: &mut Search, count: usize, seed: Seed) -> Vec<Lists> {
    let mut rng = Rng::new(seed);
    let mut child = Child::default();
    let mut source = Source::random(Seed(0));
    (0..count)
        .map(|_| {
            search.ask(&mut rng, &mut child);
            child.load(&mut source, Seed(rng.bits()));
            let value = lists(&mut source);
            child.unload(&mut source);
            value
        })
        .collect()
}

fn used(search: &Search, operator: Operator) -> u64 {
    let mut used = search.yields().used();
    used.find(|(used, _)| *used == operator).map_or(0, |(_, counted)| counted.children)
}

/// Three lists: [[1, 2], [3, 4, 5], [6]].
const THREE: [u8; 10] = [3, 2, 1, 2, 3, 3, 4, 5, 1, 6];

#[test]
fn an_ei_child_keeps_what_was_not_mutated_where_it_is() {
    let mut ei = search("ei");
    let parent = keep(&mut ei, &THREE, Outcome::Valid, &[1]);
    assert_eq!(parent, [vec![1, 2], vec![3, 4, 5], vec![6]]);
    let children = children(&mut ei, 2_000);
    // The first list got shorter and nothing else changed: linear replay could hardly do that.
    let local = children.iter().filter(|child| child.len() == 3 && child[0].len() < 2);
    assert!(local.filter(|child| child[1..] == parent[1..]).count() > 5);
    // Zest on the same parent.
    let mut zest = search("zest");
    keep(&mut zest, &THREE, Outcome::Valid, &[1]);
    let unchanged = |children: Vec<Lists>| {
        children.iter().filter(|child| child.len() == 3 && child[2] == parent[2]).count()
    };
    let (ei, zest) = (unchanged(children), unchanged(self::children(&mut zest, 2_000)));
    assert!(ei > 2 * zest, "EI keeps the last list {ei} times, Zest {zest} times");
}

#[test]
fn ei_splices_what_other_inputs_answered_in_the_same_context() {
    let mut ei = search("ei");
    keep(&mut ei, &THREE, Outcome::Valid, &[1, 0]);
    keep(&mut ei, &[1, 4, 91, 92, 93, 94], Outcome::Valid, &[1, 1]);
    let children = children(&mut ei, 4_000);
    assert!(used(&ei, Operator::CONTEXTUAL_SPLICE) > 1_000);
    let spliced = |child: &&Lists| {
        let elements = child.concat();
        elements.windows(2).any(|pair| pair == [91, 92]) && elements.contains(&6)
    };
    assert!(children.iter().filter(spliced).count() > 20, "elements of both parents in one child");
}

#[test]
fn hardly_any_child_of_the_default_equals_its_parent_even_if_its_calls_are_alike() {
    for weight in ["linked", "inner", "rearranged"] {
        let others = "fresh few-calls many-calls few-answers many-answers many-of-both nudges linked inner rearranged \
                      constants bytes";
        let mut changed: Vec<String> = others
            .split_whitespace()
            .map(|other| format!("{other}={}", u8::from(other == weight)))
            .collect();
        changed.push("floor=0".into());
        let changed: Vec<&str> = changed.iter().map(String::as_str).collect();
        let mut search = search_with("chiasma", &changed);
        // Three times [7, 7, 8].
        let parent =
            keep(&mut search, &[3, 3, 7, 7, 8, 3, 7, 7, 8, 3, 7, 7, 8], Outcome::Valid, &[1]);
        let children = children(&mut search, 2_000);
        let equal = children.iter().filter(|child| **child == parent).count();
        assert!(equal < 20, "{weight}: {equal} of 2,000");
    }
}

#[test]
fn the_default_breeds_by_operations_on_bytes_too_and_replays_them_from_left_to_right() {
    let weights = "fresh few-calls many-calls few-answers many-answers many-of-both nudges linked inner rearranged constants";
    let others: Vec<String> = weights.split(' ').map(|weight| format!("{weight}=0")).collect();
    let mut changed: Vec<&str> = others.iter().map(String::as_str).collect();
    changed.push("bytes=1");
    let mut search = search_with("chiasma", &changed);
    keep(&mut search, &THREE, Outcome::Valid, &[1, 0]);
    keep(&mut search, &[1, 4, 91, 92, 93, 94], Outcome::Valid, &[0, 1]);
    let (mut rng, mut child) = (Rng::new(Seed(1)), Child::default());
    for _ in 0..1_000 {
        search.ask(&mut rng, &mut child);
        assert!(child.form() == Form::Linear && child.parent().is_some());
    }
    let children = children(&mut search, 2_000);
    let (regions, crossovers) =
        (used(&search, Operator::REPLACE_REGION), used(&search, Operator::LINKED_CROSSOVER));
    assert!(regions > 2_000 && crossovers > 2_000, "{regions} {crossovers} of 3,000");
    // A list of the second parent among those of the first.
    let crossed =
        children.iter().filter(|child| child.len() > 1 && child.contains(&vec![91, 92, 93, 94]));
    assert!(crossed.count() > 20);
}

#[test]
fn the_forms_of_children_are_those_of_the_table() {
    let mut rng = Rng::new(Seed(1));
    for strategy in strategies() {
        let mut child = Child::default();
        let at_once: &[&str] = if strategy.name == "chiasma" { &["founding=0"] } else { &[] };
        let mut search = search_with(strategy.name, at_once);
        keep(&mut search, &THREE, Outcome::Valid, &[1]);
        // Some children are drawn fresh, which is linear.
        let forms = (0..200).map(|_| {
            search.ask(&mut rng, &mut child);
            child.form()
        });
        let forms: Vec<Form> = forms.filter(|form| *form != Form::Linear).collect();
        let expected = strategy.replay();
        assert!(forms.iter().all(|form| *form == expected), "{}", strategy.name);
        assert_eq!(forms.is_empty(), expected == Form::Linear, "{}", strategy.name);
    }
}

#[test]
fn an_ei_splice_never_takes_from_its_own_parent_and_only_from_the_favoured_after_a_cycle() {
    let mut ei = search("ei");
    keep(&mut ei, &THREE, Outcome::Valid, &[1, 0]);
    children(&mut ei, 2_000);
    assert_eq!(used(&ei, Operator::CONTEXTUAL_SPLICE), 0, "there is no other member");
    // Responsible for nothing, but for another bucket: it donates until the cycle ends.
    keep(&mut ei, &[1, 1, 99], Outcome::Invalid, &[2, 0]);
    let before = used(&ei, Operator::CONTEXTUAL_SPLICE);
    children(&mut ei, 200);
    assert!(used(&ei, Operator::CONTEXTUAL_SPLICE) > before);
    // The first gets a thousand children a turn, the second fifty.
    children(&mut ei, 1_100);
    let before = used(&ei, Operator::CONTEXTUAL_SPLICE);
    let later = children(&mut ei, 500);
    assert_eq!(used(&ei, Operator::CONTEXTUAL_SPLICE), before, "the first has no donor left");
    assert!(!later.is_empty());
}

#[test]
fn ei_tries_two_places_for_a_splice_and_up_to_five_where_some_have_no_source() {
    let mut ei = search("ei");
    // Six answers, and only the first of them (how many lists) has a source in the other input.
    keep(&mut ei, &[1, 4, 77, 77, 77, 77], Outcome::Valid, &[1]);
    keep(&mut ei, &[0], Outcome::Invalid, &[2]);
    // The first is favoured, and so has the first thousand children.
    children(&mut ei, 900);
    // Half of the children try five times, each with one chance in six: 0.5 * (1 - (5/6)^5) = 0.299, so 269,
    // standard deviation 14. With two attempts it would be 138.
    let spliced = used(&ei, Operator::CONTEXTUAL_SPLICE);
    assert!((210..330).contains(&spliced), "{spliced}");
    // All that were not spliced are mutated, and half of those that were: 765, standard deviation 12.
    let mutated = used(&ei, Operator::REPLACE_REGION);
    assert!((705..825).contains(&mutated), "{mutated}");
}

#[test]
fn an_ei_splice_begins_with_another_value_of_another_input_and_goes_on_into_other_contexts() {
    let mut ei = search_with("ei", &["splice-probability=1", "mutation-probability=0"]);
    keep(&mut ei, &[1, 4, 1, 2, 3, 4], Outcome::Valid, &[1]);
    keep(&mut ei, &[1, 2, 99, 1], Outcome::Invalid, &[2]);
    let mut spliced = Vec::new();
    for seed in 0..900 {
        let before = used(&ei, Operator::CONTEXTUAL_SPLICE);
        let child = children_by(&mut ei, 1, Seed(seed));
        if used(&ei, Operator::CONTEXTUAL_SPLICE) > before {
            spliced.extend(child);
        }
    }
    assert!(spliced.len() > 700, "{}", spliced.len());
    for child in &spliced {
        assert_ne!(*child, [[1, 2, 3, 4]], "its first value would be the same");
        for (own, element) in (1..).zip(&child[0]) {
            assert!([own, 99, 1].contains(element), "{child:?} is not of the other input");
        }
    }
    // The length of the list, and the elements behind it, which another line of the generator asks for.
    assert!(spliced.contains(&vec![vec![99, 1]]));
}

#[test]
fn an_ei_mutation_ends_where_the_context_changes() {
    let whole_regions = ["splice-probability=0", "mean-mutations=1", "mean-region=10000"];
    let zeroed = |parent: &[u8]| -> BTreeSet<Lists> {
        let mut ei = search_with("ei", &[&whole_regions[..], &["zero-probability=1"]].concat());
        keep(&mut ei, parent, Outcome::Valid, &[1]);
        children(&mut ei, 500).into_iter().collect()
    };
    // Each answer is of another context than the one before.
    let single: [Lists; 5] = [
        vec![],
        vec![vec![], vec![60]],
        vec![vec![0], vec![60]],
        vec![vec![50], vec![]],
        vec![vec![50], vec![0]],
    ];
    assert_eq!(zeroed(&[2, 1, 50, 1, 60]), BTreeSet::from(single));
    // The elements of one list are of one.
    assert!(zeroed(&[1, 3, 50, 60, 70]).contains(&vec![vec![0, 0, 0]]));
}

#[test]
fn an_ei_mutation_sets_to_zero_one_time_in_twenty() {
    let mut ei = search("ei");
    // One list of four elements from one site: a mutation may go on to the next element.
    let parent = keep(&mut ei, &[1, 4, 77, 77, 77, 77], Outcome::Valid, &[1]);
    let children = children(&mut ei, 4_000);
    let elements = children.iter().filter(|child| child.len() == 1 && child[0].len() == 4);
    let changed: Vec<u8> = elements
        .flat_map(|child| child[0].clone())
        .filter(|element| *element != parent[0][0])
        .collect();
    let zeros = changed.iter().filter(|element| **element == 0).count() as f64;
    // Of the changed ones: 1/20 set to zero, and 1/100 of the random ones are zero, too.
    let share = zeros / changed.len() as f64;
    assert!((0.03..0.12).contains(&share), "{share} of {}", changed.len());
}

#[test]
fn an_input_that_takes_the_same_path_with_fewer_bytes_replaces_the_other_in_ei() {
    let mut ei = search("ei");
    keep(&mut ei, &THREE, Outcome::Valid, &[1, 4]);
    keep(&mut ei, &[1, 1, 9], Outcome::Valid, &[1, 7]);
    assert_eq!((ei.population(), ei.covered()), (1, 2));
    let mut child = Child::default();
    ei.ask(&mut Rng::new(Seed(1)), &mut child);
    assert_eq!(child.parent(), Some(InputId(1)));
    assert_eq!(ei.member(InputId(0)), None);
    assert_eq!(ei.member(InputId(1)), Some((&[1, 1, 9][..], true)));
}

#[test]
fn bediv_with_nothing_to_fill_in_changes_the_shape() {
    let mut bediv = search("bediv-simple");
    // Two empty lists: no value at all.
    let parent = keep(&mut bediv, &[2, 0, 0], Outcome::Valid, &[1]);
    let children = children(&mut bediv, 1_000);
    assert_eq!(used(&bediv, Operator::PRESERVE_STRUCTURE), 0);
    let copies = children.iter().filter(|child| **child == parent).count();
    assert!(copies < 300, "{copies} copies");
}

#[test]
fn bediv_changes_shape_or_values_and_seldom_both() {
    let mut bediv = search("bediv-simple");
    let parent = keep(&mut bediv, &THREE, Outcome::Valid, &[1]);
    let shape = |lists: &Lists| lists.iter().map(Vec::len).collect::<Vec<_>>();
    let children = children(&mut bediv, 4_000);
    let same_shape = children
        .iter()
        .filter(|child| shape(child) == shape(&parent) && child.concat() != parent.concat());
    let (change, preserve) =
        (used(&bediv, Operator::CHANGE_STRUCTURE), used(&bediv, Operator::PRESERVE_STRUCTURE));
    let both = used(&bediv, Operator::REPLACE_REGION);
    assert!(same_shape.count() as u64 > preserve * 8 / 10);
    // One in ten is havoc: 400 expected, standard deviation 19.
    assert!((320..480).contains(&both), "{both}");
    // Nothing was rewarded, so the rest is split evenly: 1,800 each, standard deviation 30.
    assert!(change.abs_diff(preserve) < 250, "{change} and {preserve}");
}

#[test]
fn bediv_prefers_what_led_to_new_valid_paths() {
    let mut bediv = search("bediv-simple");
    keep(&mut bediv, &THREE, Outcome::Valid, &[1]);
    let mut rng = Rng::new(Seed(5));
    let mut child = Child::default();
    let mut path = 1u32;
    for _ in 0..4_000 {
        let before = used(&bediv, Operator::PRESERVE_STRUCTURE);
        bediv.ask(&mut rng, &mut child);
        let preserved = used(&bediv, Operator::PRESERVE_STRUCTURE) > before;
        path += 1;
        // A new path each time the values changed, the known one otherwise.
        let counters = if preserved { path.to_le_bytes() } else { [1, 0, 0, 0] };
        bediv.tell(&run_of(Outcome::Valid, &counters));
    }
    let (change, preserve) =
        (used(&bediv, Operator::CHANGE_STRUCTURE), used(&bediv, Operator::PRESERVE_STRUCTURE));
    // Of the nine in ten that are not havoc: 1 - epsilon/2 = 90 %.
    assert!(preserve > 3 * change, "{preserve} against {change}");
}

#[test]
fn only_the_structure_kind_of_bediv_asks_for_a_new_structure() {
    for (name, population) in [("bediv-simple", 2), ("bediv-structure", 1)] {
        let mut bediv = search(name);
        keep(&mut bediv, &THREE, Outcome::Valid, &[1, 0]);
        // The same shape with other values, and new coverage.
        keep(&mut bediv, &[3, 2, 9, 9, 3, 9, 9, 9, 1, 9], Outcome::Valid, &[1, 1]);
        assert_eq!(bediv.population(), population, "{name}");
        assert_eq!(bediv.covered(), 2, "what is not saved is covered anyway");
    }
}

#[test]
fn rlcheck_learns_to_make_valid_inputs() {
    let mut rlcheck = search("rlcheck");
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
        rlcheck.tell(&Run { outcome, counters: &counters, size: 3, ticks: 0, killed: &[] });
    }
    let late = valid[3_000..].iter().filter(|valid| **valid).count();
    // At chance 28 of 1,000; with epsilon 0.25 at most about 625.
    assert!(late > 300, "{late}");
}

/// How often a search chooses each of two alternatives in the second thousand of its runs; `tell` reports the result
/// of a run to the search, given the number of the run and its choice.
fn chosen_of_two(mut search: Search, mut tell: impl FnMut(&mut Search, u32, usize)) -> [u32; 2] {
    let mut rng = Rng::new(Seed(5));
    let mut child = Child::default();
    let mut source = Source::random(Seed(0));
    let mut chosen = [0u32; 2];
    for run in 0..2_000u32 {
        search.ask(&mut rng, &mut child);
        child.load(&mut source, Seed(rng.bits()));
        let choice = source.index(2);
        child.unload(&mut source);
        if run >= 1_000 {
            chosen[choice] += 1;
        }
        tell(&mut search, run, choice);
    }
    chosen
}

#[test]
fn a_failing_run_costs_the_choices_that_led_to_it() {
    // Choice 0 fails, choice 1 is valid and worth nothing. Were failing runs not credited, both would be
    // worth the same, and chosen equally often.
    let rlcheck = search_with("rlcheck", &["reward-new=0"]);
    let chosen = chosen_of_two(rlcheck, |rlcheck, _, choice| {
        let outcome = if choice == 0 { Outcome::Failure } else { Outcome::Valid };
        rlcheck.tell(&run_of(outcome, &[1]));
    });
    // With epsilon 0.25: 125 of 1,000 expected.
    assert!(chosen[1] > 4 * chosen[0], "{chosen:?}");
}

#[test]
fn rlcheck_rewards_new_sets_of_branches_and_not_new_counts() {
    let chosen = chosen_of_two(search("rlcheck"), |rlcheck, run, choice| {
        // Choice 0: the same edges, with other counts each time. Choice 1: now and then another edge.
        let mut counters = [0; 64];
        match choice {
            0 => (0..16).for_each(|bit| counters[bit] = 1 + (run >> bit & 1) as u8),
            _ => counters[(run % 64) as usize] = 1,
        }
        rlcheck.tell(&run_of(Outcome::Valid, &counters));
    });
    assert!(chosen[1] > 4 * chosen[0], "{chosen:?}");
}

#[test]
fn failures_never_enter_the_queues_of_zest_and_its_heirs() {
    for name in ["zest", "ei", "bediv-simple", "bediv-structure", "rlcheck"] {
        assert_eq!(
            search(name).tell(&run_of(Outcome::Failure, &[1, 1, 1])),
            Verdict::Dull,
            "{name}"
        );
    }
}

#[test]
fn the_same_seed_breeds_the_same_children_whatever_the_strategy() {
    for info in strategies() {
        let breed = || {
            let mut strategy = search(info.name);
            if info.name != "rlcheck" && info.name != "random" {
                keep(&mut strategy, &THREE, Outcome::Valid, &[1, 0]);
                keep(&mut strategy, &[1, 4, 91, 92, 93, 94], Outcome::Valid, &[1, 1]);
            }
            children(&mut strategy, 300)
        };
        assert_eq!(breed(), breed(), "{}", info.name);
    }
}
