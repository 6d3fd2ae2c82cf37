//! Generators that were written for other libraries draw, replay and shrink as ours do.

use arbitrary::{Arbitrary, Unstructured};
use chiasma::adapters::{arbitrary, proptest, quickcheck};
use chiasma::{CheckSettings, Generator, Property, Seed, Source, Trouble};
use chiasma_core::{Chi, VertexKind};
use rand::{Rng, RngExt};

/// An unmodified tree, with lengths that are read from the end of the buffer.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Tree {
    Leaf(u8),
    Word(String),
    Bytes(Box<[u8]>),
    Node(Vec<Tree>),
    Pair(Box<Tree>, Box<Tree>),
}

fn depth(tree: &Tree) -> usize {
    match tree {
        Tree::Node(trees) => 1 + trees.iter().map(depth).max().unwrap_or(0),
        Tree::Pair(left, right) => 1 + depth(left).max(depth(right)),
        _ => 1,
    }
}

/// A value, or nothing if the input was rejected; and its recording.
fn draw<G: Generator>(source: &mut Source, generator: &G) -> (Option<G::Value>, Vec<u8>) {
    let draw = std::panic::AssertUnwindSafe(|| source.draw(generator.by_ref()));
    let value = std::panic::catch_unwind(draw).ok();
    (value, source.recording().to_vec())
}

/// Draws from many seeds; each value must come again from its recording, traced or not, and from its saved text.
fn replays<G: Generator<Value: PartialEq + std::fmt::Debug>>(generator: G) -> Vec<G::Value> {
    let mut values = Vec::new();
    for seed in 0..300 {
        let mut source = Source::random(Seed(seed));
        let (value, recording) = draw(&mut source, &generator);
        let Some(value) = value else { continue };
        let mut again = Source::replay(&recording, Seed(seed + 1));
        assert_eq!(draw(&mut again, &generator), (Some(value), recording.clone()), "seed {seed}");
        again.set_tracing(true);
        again.set_writing_again(true);
        again.load(&recording, Seed(seed + 2));
        let (value, _) = draw(&mut again, &generator);
        let text = Chi::heading(&[]) + &Chi::lines(again.trace());
        let mut labelled = Source::random(Seed(3));
        labelled.load_labelled(Chi::parse(&text).unwrap().labelled(), Seed(4));
        assert_eq!(draw(&mut labelled, &generator).0, value, "seed {seed}: {text}");
        values.extend(value);
    }
    values
}

/// The least value for which a property does not hold, as its report shows it.
fn shrunk<G: Generator>(generator: G, holds: impl Fn(&G::Value) -> bool) -> String
where
    G::Value: std::fmt::Debug,
{
    let draw = |s: &mut Source| {
        let value = s.draw(generator.by_ref());
        s.note("value", || format!("{value:?}"));
        value
    };
    let result = Property::unnamed()
        .settings(CheckSettings::default().seed(1).cases(2_000))
        .examine(draw, |value, _| assert!(holds(&value)));
    let Err(Trouble::Failed(found)) = result else { panic!("{result:?}") };
    found.notes[0].value.clone()
}

#[test]
fn an_arbitrary_tree_replays_from_what_it_read() {
    let trees = replays(arbitrary::<Tree>());
    assert!(trees.len() > 200, "only {} of 300 are trees", trees.len());
    assert!(trees.iter().any(|tree| matches!(tree, Tree::Word(word) if word.len() > 5)));
    assert!(trees.iter().any(|tree| depth(tree) > 5));
}

#[test]
fn what_an_arbitrary_type_does_not_read_is_not_in_the_input() {
    for seed in 0..100 {
        let mut source = Source::random(Seed(seed));
        source.draw(arbitrary::<(u8, u32)>());
        // The size, a piece of five bytes with its kind and length, and the end.
        assert_eq!(source.recording().len(), 9, "seed {seed}");
    }
}

#[test]
fn an_arbitrary_tree_is_shrunk() {
    let deepest = |limit| move |tree: &Tree| depth(tree) < limit;
    assert_eq!(shrunk(arbitrary::<Tree>(), deepest(3)), "Pair(Pair(Leaf(0), Leaf(0)), Leaf(0))");
    let short = |tree: &Tree| !matches!(tree, Tree::Bytes(bytes) if bytes.len() > 2);
    assert_eq!(shrunk(arbitrary::<Tree>(), short), "Bytes([0, 0, 0])");
}

#[test]
fn a_file_of_libfuzzer_gives_what_fuzz_target_makes_of_it() {
    let mut files = Source::random(Seed(1));
    let mut trees = 0;
    for _ in 0..300 {
        let length = files.length(0..600);
        let file = files.bytes(length);
        let expected = Tree::arbitrary_take_rest(Unstructured::new(&file)).ok();
        let mut source = Source::replay(&Source::lent_sequence(&file), Seed(1));
        if file.len() >= Tree::size_hint(0).0 {
            assert_eq!(draw(&mut source, &arbitrary::<Tree>()).0, expected, "{file:?}");
            trees += usize::from(expected.is_some());
        }
    }
    assert!(trees > 200);
}

#[test]
fn a_strategy_replays_from_its_seed() {
    use ::proptest::collection::vec;
    use ::proptest::prelude::*;
    let lists = || vec((any::<bool>(), 0..1_000u32), 0..20);
    let drawn = replays(proptest(lists()));
    assert!(drawn.len() == 300 && drawn.iter().any(|list| list.len() > 10));
    let dependent = || proptest((1..9usize).prop_flat_map(|n| (Just(n), vec(0..n, n))));
    assert!(replays(dependent()).iter().all(|(n, list)| list.len() == *n));
}

#[test]
fn a_type_of_quickcheck_replays_from_its_size_and_seed() {
    let lists = replays(quickcheck::<Vec<u16>>());
    assert!(lists.len() == 300 && lists.iter().any(|list| list.len() > 20));
}

fn point(rng: &mut impl Rng) -> (u8, u8) {
    (rng.random_range(0..100), rng.random_range(0..100))
}

#[test]
fn a_function_of_rand_is_a_generator_as_it_is() {
    let points = replays(|s: &mut Source| s.draw(point));
    assert!(points.len() == 300 && points.iter().any(|(x, y)| x > y));
    assert_eq!(shrunk(|s: &mut Source| s.draw(point), |(x, _)| *x < 50), "(50, 0)");
}

#[test]
fn each_number_of_rand_is_a_request_of_its_own() {
    let mut source = Source::random(Seed(1));
    source.set_tracing(true);
    source.draw(point);
    let tree = chiasma_core::CallTree::of(source.trace());
    let requests = tree.vertices().iter().filter(|v| matches!(v.kind, VertexKind::Request(_)));
    assert_eq!(requests.count(), 2);
}
