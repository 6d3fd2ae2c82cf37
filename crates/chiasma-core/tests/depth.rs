//! Generators that call themselves: values end before the stack does, however they are replayed.

use chiasma_core::generators::{from_fn, vec};
use chiasma_core::{Chi, Contextual, MAX_DEPTH, Rejection, Seed, Source};

#[derive(Debug, PartialEq)]
enum Expr {
    Leaf(u8),
    Add(Box<(Expr, Expr)>),
    Mul(Box<(Expr, Expr)>),
    Neg(Box<Expr>),
}

/// More than one call of itself on average: without a bound most values would not end.
fn expr(s: &mut Source) -> Expr {
    match s.index(4) {
        0 => Expr::Leaf(s.byte()),
        1 => Expr::Add(Box::new((s.draw(expr), s.draw(expr)))),
        2 => Expr::Mul(Box::new((s.named("left", expr), s.span("right", expr)))),
        _ => Expr::Neg(Box::new(s.draw(expr))),
    }
}

impl Expr {
    fn depth(&self) -> u32 {
        1 + match self {
            Self::Leaf(_) => 0,
            Self::Add(both) | Self::Mul(both) => both.0.depth().max(both.1.depth()),
            Self::Neg(inner) => inner.depth(),
        }
    }
}

#[test]
fn the_values_of_a_branching_generator_fit_the_stack_of_a_test() {
    let mut source = Source::random(Seed(0));
    let mut deepest = 0;
    for seed in 0..1_000 {
        source.load(&[], Seed(seed));
        deepest = deepest.max(source.draw(expr).depth());
    }
    assert_eq!(deepest, MAX_DEPTH + 1);
}

/// Long, but small: most values are cut at the depth, and none at the size.
fn chain(s: &mut Source) -> Vec<u8> {
    let mut list = if s.index(500) == 0 { Vec::new() } else { s.draw(chain) };
    list.push(s.byte());
    list
}

#[test]
fn a_value_cut_at_the_depth_is_replayed_alike_in_every_mode() {
    // One call site for all, by which execution indexes go.
    let draw = |source: &mut Source| source.draw(chain);
    let mut cut = 0;
    for seed in 0..100 {
        let mut source = Source::random(Seed(seed));
        source.set_tracing(true);
        let value = draw(&mut source);
        assert!(!source.is_oversize());
        cut += u32::from(value.len() > MAX_DEPTH as usize);
        let trace = source.trace().clone();
        source.set_tracing(false);
        source.load(trace.bytes(), Seed(1));
        assert!(draw(&mut source) == value && source.recording() == trace.bytes());
        source.load_contextual(Contextual::of(&trace), Seed(1));
        assert!(draw(&mut source) == value);
        let saved = Chi::parse(&Chi::write(&trace, &[])).unwrap();
        source.load_labelled(saved.labelled(), Seed(1));
        assert!(draw(&mut source) == value);
    }
    assert!((10..100).contains(&cut), "{cut}");
}

#[test]
fn what_is_read_too_deep_is_the_simplest_and_recorded_so() {
    let deep = |s: &mut Source| -> (u8, Vec<u8>) {
        fn down(s: &mut Source, levels: u32) -> (u8, Vec<u8>) {
            match levels {
                0 => (s.byte(), s.bytes(2)),
                _ => s.draw(from_fn(|s| down(s, levels - 1))),
            }
        }
        let answer = down(s, MAX_DEPTH + 1);
        assert_eq!(down(s, MAX_DEPTH), (9, vec![9, 9]), "no longer too deep");
        answer
    };
    let mut source = Source::replay(&[9; 6], Seed(1));
    assert_eq!(deep(&mut source), (0, vec![0, 0]));
    assert_eq!(source.recording(), [0, 0, 0, 9, 9, 9]);
    assert!(!source.is_oversize());
}

#[test]
fn an_unwinding_that_a_generator_catches_does_not_count_as_depth() {
    fn refused(s: &mut Source) -> u8 {
        let tried = std::panic::AssertUnwindSafe(|| s.draw(from_fn(|s| s.reject("not this"))));
        std::panic::catch_unwind(tried).unwrap_or(1)
    }
    let mut source = Source::replay(&[9], Seed(1));
    source.draw(from_fn(|s| {
        for _ in 0..=MAX_DEPTH {
            s.draw(refused);
        }
        assert_eq!(s.byte(), 9);
    }));
}

#[test]
fn a_generator_whose_simplest_value_does_not_end_is_given_up() {
    fn endless(s: &mut Source) -> Vec<u8> {
        if s.bool() { Vec::new() } else { s.draw(vec(1, endless)).concat() }
    }
    let result = std::panic::catch_unwind(|| {
        let mut source = Source::replay(&[0; 500], Seed(1));
        source.draw(endless)
    });
    let rejection = *result.unwrap_err().downcast::<Rejection>().unwrap();
    assert!(rejection.reason.contains("does not end"), "{}", rejection.reason);
}
