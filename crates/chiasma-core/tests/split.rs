//! Replay of two sequences by role, and by a guide.

use std::cell::RefCell;
use std::rc::Rc;

use chiasma_core::generators::{any, int, vec};
use chiasma_core::{Ask, Guide, Kind, Seed, SiteId, Source, Split, TextShape, Weights};

fn lists(s: &mut Source) -> Vec<Vec<u8>> {
    s.draw(vec(0..5, vec(0..4, int(0..100))))
}

fn traced(seed: u64) -> (Vec<Vec<u8>>, Split) {
    let mut source = Source::random(Seed(seed));
    source.set_tracing(true);
    (lists(&mut source), Split::of(source.trace()))
}

#[test]
fn an_unchanged_input_gives_its_value_again() {
    let mut source = Source::random(Seed(0));
    for seed in 0..200 {
        let (value, input) = traced(seed);
        source.load_split(&input, Seed(seed + 1));
        assert_eq!(lists(&mut source), value);
    }
}

#[test]
fn other_values_keep_the_shape_and_another_shape_keeps_the_values() {
    let mut source = Source::random(Seed(0));
    for seed in 0..200 {
        let (value, mut input) = traced(seed);
        let shape = |lists: &[Vec<u8>]| lists.iter().map(Vec::len).collect::<Vec<_>>();
        let all = |lists: &[Vec<u8>]| lists.concat();
        let values = input.values.clone();
        input.values.iter_mut().for_each(|byte| *byte = 99 - *byte);
        source.load_split(&input, Seed(1));
        assert_eq!(shape(&lists(&mut source)), shape(&value));
        // All in one list, as far as one goes.
        input.values = values;
        input.structural = vec![1, 3];
        source.load_split(&input, Seed(1));
        let changed = all(&lists(&mut source));
        let common = changed.len().min(all(&value).len());
        assert_eq!(changed[..common], all(&value)[..common]);
    }
}

#[derive(Debug)]
struct Largest(Rc<RefCell<Vec<SiteId>>>);

impl Guide for Largest {
    fn choose(&mut self, site: SiteId, ask: &Ask) -> Option<u64> {
        self.0.borrow_mut().push(site);
        (ask.kind != Kind::Bool).then_some(u64::MAX)
    }
}

#[test]
fn a_guide_is_asked_for_every_answer_and_cut_to_what_is_possible() {
    let sites = Rc::new(RefCell::new(Vec::new()));
    let mut source = Source::random(Seed(0));
    source.load_guided(Box::new(Largest(Rc::clone(&sites))), Seed(3));
    assert_eq!((source.int(0..=9), source.index(4)), (9, 3));
    let _left_to_chance: bool = source.draw(any());
    assert_eq!(sites.borrow().len(), 3);
    assert_eq!(source.recording()[..2], [9, 3]);
    assert!(source.take_guide().is_some());
    assert!(source.take_guide().is_none());
}

#[test]
fn contexts_are_shared_by_requests_of_one_place_and_not_by_others() {
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    source.load(&[2, 2, 7, 8, 1, 9], Seed(0));
    assert_eq!(lists(&mut source), [vec![7, 8], vec![9]]);
    let contexts = source.trace().contexts();
    // The outer length; then for each list its length, and its elements.
    assert_eq!(contexts.len(), 6);
    assert_eq!(contexts[1], contexts[4]);
    assert_eq!([contexts[2]; 3], [contexts[2], contexts[3], contexts[5]]);
    assert!(contexts[0] != contexts[1] && contexts[1] != contexts[2]);
}

/// Takes the least likely answer of each weighted choice, and leaves the others to chance.
#[derive(Debug)]
struct LeastLikely(Rc<RefCell<Vec<TextShape>>>);

impl Guide for LeastLikely {
    fn choose(&mut self, _: SiteId, _: &Ask) -> Option<u64> {
        None
    }

    fn choose_weighted(&mut self, _: SiteId, ask: &Ask, sums: &[u64]) -> Option<u64> {
        let weight = |n: &u64| {
            let at = *n as usize;
            sums[at] - at.checked_sub(1).map_or(0, |before| sums[before])
        };
        (0..=ask.max).min_by_key(weight)
    }

    fn drawn(&mut self, text: TextShape) {
        self.0.borrow_mut().push(text);
    }
}

#[test]
fn a_guide_sees_weights_unless_it_has_no_say_and_hears_of_texts() {
    let texts = Rc::new(RefCell::new(Vec::new()));
    let mut source = Source::random(Seed(0));
    source.load_guided(Box::new(LeastLikely(Rc::clone(&texts))), Seed(3));
    let weights = Weights::new([9, 0, 5]).expect("some weight");
    assert_eq!(source.index_with(&weights), 1);
    let unguided = Weights::new([1, 0, 0]).expect("some weight").unguided();
    assert_eq!((source.index_with(&unguided), source.index_with(&weights)), (0, 1));
    assert_eq!(source.recording(), [1, 0, 1]);
    source.tell_guide("häßlich", 4);
    assert_eq!(*texts.borrow(), [TextShape { characters: 7, expansions: 4 }]);
}
