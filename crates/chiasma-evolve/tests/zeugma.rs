//! What makes Zeugma Zeugma, with made-up runs: each test fails if its rule is taken out.

use chiasma_core::{Rng, Seed, Source, Trace};
use chiasma_evolve::{
    Child, Facts, InputId, Keeping, Operator, Origin, Outcome, Run, Search, StrategyName, Verdict,
};

/// Listing 1 of the paper.
fn element(s: &mut Source) -> String {
    let name = s.byte() as char;
    let mut content = String::new();
    if s.byte() as i8 > 0 {
        for _ in 0..s.byte() % 5 {
            content += &s.draw(element);
        }
    } else {
        content.push(s.byte() as char);
    }
    format!("<{name}>{content}</{name}>")
}

fn trace(bytes: &[u8]) -> Trace {
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    source.load(bytes, Seed(0));
    source.draw(element);
    source.trace().clone()
}

/// A leaf element, three bytes.
const LEAF: [u8; 3] = [b'x', 0, b'y'];
const PARENT_A: [u8; 9] = [97, 1, 2, 98, 0, 120, 99, 1, 0];
const PARENT_B: [u8; 9] = [100, 1, 1, 101, 1, 76, 102, 0, 121];

fn search(name: &str) -> Search {
    let name: StrategyName = name.parse().unwrap();
    name.build(&name.settings(), &Facts::default())
}

fn run(counters: &[u8], size: usize) -> Run<'_> {
    Run { outcome: Outcome::Valid, counters, size, ticks: 0, killed: &[] }
}

/// Tells and, if it is worth it, keeps; how many edges were new.
fn feed(search: &mut Search, bytes: &[u8], counters: &[u8]) -> Option<(Verdict, usize)> {
    let trace = trace(bytes);
    let run = run(counters, trace.bytes().len());
    let verdict = search.tell(&run);
    let (id, bytes) = (InputId(0), trace.bytes());
    let kept = search.keep(&Keeping { id, origin: Origin::Bred, bytes, trace: Some(&trace), run });
    assert_eq!(kept.map_or(Verdict::Dull, |kept| kept.verdict), verdict);
    kept.map(|kept| (verdict, kept.new_edges))
}

#[test]
fn while_the_population_is_empty_inputs_are_random_and_of_0_to_64_bytes() {
    let mut zeugma = search("zeugma-linked");
    let mut rng = Rng::new(Seed(1));
    let mut child = Child::default();
    let mut lengths = [0; 65];
    for _ in 0..6_500 {
        zeugma.ask(&mut rng, &mut child);
        lengths[child.bytes().len()] += 1;
    }
    assert!(lengths.iter().all(|n| (40..=170).contains(n)), "{lengths:?}");
}

#[test]
fn a_new_branch_is_interesting_and_the_same_again_is_not() {
    let mut zeugma = search("zeugma-none");
    assert_eq!(feed(&mut zeugma, &PARENT_A, &[1, 0, 1, 0]), Some((Verdict::New, 2)));
    assert_eq!(feed(&mut zeugma, &PARENT_B, &[1, 0, 1, 0]), None, "as large: the incumbent wins");
    assert_eq!(feed(&mut zeugma, &PARENT_B, &[9, 0, 200, 0]), None, "hit counts do not matter");
    assert_eq!(feed(&mut zeugma, &PARENT_B, &[1, 0, 1, 5]), Some((Verdict::New, 1)));
    assert_eq!((zeugma.covered(), zeugma.population()), (3, 2));
}

#[test]
fn a_smaller_input_takes_over_and_the_loser_leaves_with_its_last_branch() {
    let mut zeugma = search("zeugma-none");
    feed(&mut zeugma, &PARENT_A, &[1, 1, 0]);
    assert_eq!(
        feed(&mut zeugma, &LEAF, &[1, 0, 0]),
        Some((Verdict::Smaller, 0)),
        "interesting, though nothing is new"
    );
    assert_eq!(zeugma.population(), 2);
    let smaller = [b'q', 1, 0];
    assert_eq!(feed(&mut zeugma, &smaller, &[0, 1, 0]), Some((Verdict::Smaller, 0)));
    assert_eq!(zeugma.population(), 2, "the first has lost both its branches");
    assert_eq!(zeugma.covered(), 2);
}

#[test]
fn failing_inputs_may_enter_the_population() {
    let mut zeugma = search("zeugma-linked");
    let trace = trace(&LEAF);
    let run = Run { outcome: Outcome::Failure, counters: &[1], size: 3, ticks: 0, killed: &[] };
    assert_eq!(zeugma.tell(&run), Verdict::New);
    let (id, bytes) = (InputId(0), trace.bytes());
    zeugma.keep(&Keeping { id, origin: Origin::Bred, bytes, trace: Some(&trace), run });
    assert_eq!(zeugma.population(), 1);
}

#[test]
fn a_parent_that_cannot_receive_is_mutated_instead() {
    let mut zeugma = search("zeugma-linked");
    feed(&mut zeugma, &LEAF, &[1]);
    let mut rng = Rng::new(Seed(1));
    let mut child = Child::default();
    let mut copies = 0;
    for _ in 0..1_000 {
        zeugma.ask(&mut rng, &mut child);
        copies += u32::from(child.bytes() == LEAF);
    }
    let crossed = zeugma.yields().used().any(|(used, _)| used == Operator::LINKED_CROSSOVER);
    assert!(!crossed, "its only call is the root");
    // Were crossovers dropped, a fifth of the children would be copies. A mutated byte is the same once in 256.
    assert!(copies < 20, "{copies}");
}

#[test]
fn members_that_are_gone_donate_no_more() {
    let mut zeugma = search("zeugma-linked");
    feed(&mut zeugma, &PARENT_A, &[1, 0]);
    feed(&mut zeugma, &PARENT_B, &[0, 1]);
    // Smaller, so that it takes over from the second parent.
    feed(&mut zeugma, &LEAF, &[0, 1]);
    assert_eq!(zeugma.population(), 2);
    let mut rng = Rng::new(Seed(7));
    let mut child = Child::default();
    let (mut of_leaf, mut of_b) = (0, 0);
    for _ in 0..5_000 {
        zeugma.ask(&mut rng, &mut child);
        let has = |part: &[u8]| child.bytes().windows(part.len()).any(|window| window == part);
        of_leaf += u32::from(has(&[&[97, 1, 2], &LEAF[..]].concat()));
        of_b += u32::from(has(&[101, 1, 76, 102, 0, 121]));
    }
    assert!(of_leaf > 100, "{of_leaf}");
    assert_eq!(of_b, 0);
}

/// The children of a population of the two parents of Figure 2.
fn children(name: &str, count: usize) -> (Vec<Vec<u8>>, Search) {
    let mut zeugma = search(name);
    feed(&mut zeugma, &PARENT_A, &[1, 0]);
    feed(&mut zeugma, &PARENT_B, &[0, 1]);
    let mut rng = Rng::new(Seed(7));
    let mut children = Vec::new();
    for _ in 0..count {
        let mut child = Child::default();
        zeugma.ask(&mut rng, &mut child);
        children.push(child.bytes().to_vec());
    }
    (children, zeugma)
}

#[test]
fn the_linked_crossover_of_figure_2_comes_up() {
    let child = [97, 1, 2, 101, 1, 76, 102, 0, 121, 99, 1, 0];
    let (linked, _) = children("zeugma-linked", 3_000);
    assert!(linked.iter().any(|bytes| *bytes == child));
    let (mutated, _) = children("zeugma-none", 3_000);
    assert!(mutated.iter().all(|bytes| bytes.len() == 9), "mutation alone keeps the length");
}

#[test]
fn half_of_the_operations_are_crossovers() {
    let (_, zeugma) = children("zeugma-linked", 20_000);
    let of = |operator| {
        let mut used = zeugma.yields().used();
        used.find(|(used, _)| *used == operator).map_or(0, |(_, counted)| counted.children)
    };
    // With 1 + Geo operations of mean 4, each a coin toss, the chance that none of a child's operations
    // is of one kind is 1/2 * 1/4 / (1 - 1/2 * 3/4) = 1/5.
    for operator in [Operator::LINKED_CROSSOVER, Operator::REPLACE_REGION] {
        let share = of(operator) as f64 / 20_000.0;
        assert!((share - 0.8).abs() < 0.02, "{operator:?}: {share}");
    }
}

#[test]
fn parents_are_chosen_uniformly_from_the_population() {
    let (children, _) = children("zeugma-none", 4_000);
    // The first byte tells the parent, unless it was mutated.
    let first = children.iter().filter(|bytes| bytes[0] == 97).count();
    let second = children.iter().filter(|bytes| bytes[0] == 100).count();
    assert!(first.abs_diff(second) < 250, "{first} and {second}");
}

#[test]
fn the_same_seed_breeds_the_same_children() {
    assert_eq!(children("zeugma-linked", 500).0, children("zeugma-linked", 500).0);
}

#[test]
fn random_testing_saves_what_is_new_and_never_breeds() {
    let mut random = search("random");
    assert_eq!(feed(&mut random, &PARENT_A, &[1, 0]), Some((Verdict::New, 1)));
    assert_eq!(feed(&mut random, &LEAF, &[1, 0]), None, "smaller is not better");
    let mut rng = Rng::new(Seed(1));
    let mut child = Child::default();
    child.linear(None).push(1);
    random.ask(&mut rng, &mut child);
    assert_eq!(child.bytes(), [], "all of it is drawn fresh");
}
