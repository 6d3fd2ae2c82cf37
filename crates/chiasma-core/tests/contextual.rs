//! Replay by execution index: what is known stays, what is new is drawn and remembered.

use chiasma_core::generators::{any, int, vec};
use chiasma_core::{Contextual, Seed, Source, Trace};

type Value = (Vec<Vec<u8>>, Option<i64>, Vec<u8>);

fn value(s: &mut Source) -> Value {
    let lists = s.draw(vec(0..5, vec(0..4, int(0..100))));
    let option = s.draw(any::<Option<i64>>());
    let length = s.length(0..7);
    (lists, option, s.bytes(length))
}

fn traced(seed: u64) -> (Value, Trace) {
    let mut source = Source::random(Seed(seed));
    source.set_tracing(true);
    (value(&mut source), source.trace().clone())
}

#[test]
fn an_unchanged_input_gives_its_value_and_adds_nothing() {
    for seed in 0..300 {
        let (expected, trace) = traced(seed);
        let input = Contextual::of(&trace);
        let mut source = Source::random(Seed(0));
        source.load_contextual(input.clone(), Seed(seed + 1));
        assert_eq!(value(&mut source), expected);
        assert_eq!(source.recording(), trace.bytes());
        assert_eq!(source.contextual().map(Contextual::len), Some(input.len()));
    }
}

#[test]
fn a_run_settles_into_an_input_that_gives_the_same_value() {
    let mut grown = 0;
    for seed in 0..300 {
        let (_, trace) = traced(seed);
        let mut input = Contextual::of(&trace);
        let known = input.len();
        // One more list than before, if there is room: its elements are new.
        input.bytes_at_mut(0)[0] = input.bytes_at(0)[0].saturating_add(1).min(4);
        let mut source = Source::random(Seed(0));
        source.load_contextual(input, Seed(seed));
        let changed = value(&mut source);
        let settled = source.contextual().cloned().unwrap().settled();
        grown += usize::from(settled.len() > known);
        source.reload_contextual(&settled, Seed(seed + 1));
        assert_eq!(value(&mut source), changed);
    }
    assert!(grown > 200, "{grown}");
}

#[test]
fn what_a_run_supplied_is_found_by_the_next_one_settled_or_not() {
    for seed in 0..50 {
        let mut source = Source::random(Seed(0));
        source.load_contextual(Contextual::default(), Seed(seed));
        let expected = value(&mut source);
        let unsettled = source.contextual().cloned().unwrap();
        source.load_contextual(unsettled.clone(), Seed(seed + 1));
        assert_eq!(value(&mut source), expected);
        source.reload_contextual(&unsettled, Seed(seed + 1));
        assert_eq!(value(&mut source), expected);
    }
}

#[test]
fn a_change_leaves_everything_else_where_it_is() {
    for seed in 0..300 {
        let ((lists, option, bytes), trace) = traced(seed);
        let mut input = Contextual::of(&trace);
        let shorter = lists.len().saturating_sub(1);
        input.bytes_at_mut(0)[0] = shorter as u8;
        let mut source = Source::random(Seed(0));
        source.load_contextual(input, Seed(0));
        assert_eq!(value(&mut source), (lists[..shorter].to_vec(), option, bytes));
    }
}

#[test]
fn weighted_choices_that_are_supplied_are_remembered_in_canonical_form() {
    let mut source = Source::random(Seed(0));
    for seed in 0..50 {
        source.load_contextual(Contextual::default(), Seed(seed));
        let choice = source.weighted_index(&[10, 90]);
        let settled = source.contextual().cloned().unwrap().settled();
        assert_eq!(settled.bytes_at(0), if choice == 0 { [0] } else { [10] });
    }
}
