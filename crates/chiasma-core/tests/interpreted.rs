//! What interpreters of grammars and the like need: spans, sites and weights known only at run time.

use chiasma_core::{Contextual, Function, FunctionId, Seed, SiteId, Source, Weights};

#[test]
fn spans_of_one_interpreter_are_told_apart_by_their_functions() {
    let (value, array) = (Function::named("value"), Function::named("array"));
    let mut s = Source::random(Seed(1));
    s.set_tracing(true);
    for rule in [value, array, value] {
        let open = s.open(&rule, SiteId::named("start"));
        s.bool();
        s.close(open);
    }
    let functions: Vec<FunctionId> = s.trace().spans().iter().skip(1).map(|s| s.function).collect();
    assert_eq!(functions, [value.id, array.id, value.id]);
    let titles: Vec<String> = s.trace().spans().iter().skip(1).map(|span| span.title()).collect();
    assert_eq!(titles, ["value", "array", "value"]);
}

#[test]
fn closing_an_outer_span_closes_those_within() {
    let rule = Function::named("value");
    let mut s = Source::random(Seed(1));
    s.set_tracing(true);
    let outer = s.open(&rule, SiteId(1));
    let _left_open = s.open(&rule, SiteId(2));
    s.bool();
    s.close(outer);
    let open = s.open(&rule, SiteId(3));
    s.bool();
    s.close(open);
    let parents: Vec<u32> =
        s.trace().spans().iter().skip(1).filter_map(|s| Some(s.parent?.0)).collect();
    assert_eq!(parents, [0, 1, 0]);
}

#[test]
fn a_name_is_one_function_whoever_asks() {
    let names = (Function::named("value"), Function::named(&String::from("value")));
    assert_eq!(names.0, names.1);
    assert!(std::ptr::eq(names.0.name, names.1.name));
    assert_ne!(Function::named("value").id, Function::named("values").id);
}

#[test]
fn requests_at_given_sites_are_found_again_by_context() {
    let (first, second) = (SiteId(7), SiteId(8));
    let mut s = Source::random(Seed(1));
    s.set_tracing(true);
    let drawn = [first, second].map(|site| s.at(site).int(0..=255u8));
    assert_eq!(s.trace().requests().iter().map(|r| r.site).collect::<Vec<_>>(), [first, second]);
    let input = Contextual::of(s.trace());
    for tracing in [false, true] {
        let mut again = Source::random(Seed(2));
        again.set_tracing(tracing);
        again.load_contextual(input.clone(), Seed(2));
        // In the other order.
        let replayed = [second, first].map(|site| again.at(site).int(0..=255u8));
        assert_eq!(replayed, [drawn[1], drawn[0]]);
    }
}

#[test]
fn fresh_answers_follow_the_weights_traced_or_not() {
    let weights = Weights::new([1, 0, 3]).expect("not all are 0");
    let draw = |tracing: bool| {
        let mut s = Source::random(Seed(3));
        s.set_tracing(tracing);
        s.load(&[], Seed(3));
        (0..4_000).map(|_| s.index_with(&weights)).collect::<Vec<usize>>()
    };
    let drawn = draw(false);
    assert_eq!(drawn, draw(true));
    let share = |n: usize| drawn.iter().filter(|&&index| index == n).count();
    assert_eq!(share(1), 0);
    assert!((900..1_100).contains(&share(0)), "{}", share(0));
}

#[test]
fn recorded_answers_stand_whatever_the_weights() {
    let (one, other) = (Weights::new([1, 1, 1]), Weights::new([0, 0, 1]));
    let (one, other) = (one.expect("not all are 0"), other.expect("not all are 0"));
    let mut s = Source::random(Seed(4));
    let drawn: Vec<usize> = (0..50).map(|_| s.index_with(&one)).collect();
    let mut again = Source::replay(s.recording(), Seed(5));
    let replayed: Vec<usize> = (0..50).map(|_| again.index_with(&other)).collect();
    assert_eq!(drawn, replayed);
    assert_eq!(s.recording().len(), 50);
}

#[test]
fn weights_that_add_up_to_nothing_are_none() {
    assert_eq!(Weights::new([0, 0]), None);
    assert_eq!(Weights::new([]), None);
}
