//! Shrinking with random generator programs: it ends, failing inputs stay failing, and no pass panics on
//! an input of unexpected shape.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use chiasma_core::generators::{btree_set, int};
use chiasma_core::shrink::{Attempt, Shrunk, shrink};
use chiasma_core::{Extension, Rng, Seed, Source, Trace};

/// One step of a program; what it draws becomes the `last` number, which later steps go by.
#[derive(Debug)]
enum Step {
    Signed(i64),
    Unsigned(u64),
    Choice(usize),
    Length(usize),
    Bytes,
    Char,
    Float,
    Weighted,
    Wide,
    Set(usize),
    Call(usize),
    CallUnspanned(usize),
    CallIfOdd(usize),
    Calls(usize, u64),
    Vector(usize),
    Loop(u64, Vec<Step>),
}

/// Functions, of which each calls later ones only.
type Program = Vec<Vec<Step>>;

/// A few programs take far longer to shrink than all others.
const MAX_RUNS: u64 = 5_000;

const NAMES: [&str; 4] = ["f0", "f1", "f2", "f3"];

fn program(rng: &mut Rng) -> Program {
    let count = 1 + rng.up_to(3) as usize;
    (0..count).map(|function| steps(rng, count, function, 0)).collect()
}

fn steps(rng: &mut Rng, count: usize, function: usize, nested: u32) -> Vec<Step> {
    let length = 1 + rng.up_to(4);
    let mut steps = Vec::new();
    for _ in 0..length {
        let callee = function + 1 + rng.up_to((count - function) as u64) as usize;
        let kinds = if callee < count { 15 } else { 10 };
        steps.push(match rng.up_to(kinds) {
            0 => Step::Signed(rng.up_to(500) as i64),
            1 => Step::Unsigned(5 + rng.up_to(1_000)),
            2 => Step::Choice(1 + rng.up_to(6) as usize),
            3 => Step::Length(1 + rng.up_to(6) as usize),
            4 => Step::Bytes,
            5 => Step::Char,
            6 => Step::Float,
            7 => Step::Weighted,
            8 => Step::Wide,
            9 => Step::Set(rng.up_to(3) as usize),
            10 if nested < 2 => {
                let times = 1 + rng.up_to(3);
                let inner = self::steps(rng, count, function, nested + 1);
                Step::Loop(times, inner)
            }
            11 => Step::Call(callee),
            12 => Step::CallUnspanned(callee),
            13 => Step::CallIfOdd(callee),
            14 => Step::Calls(callee, 1 + rng.up_to(4)),
            15 => Step::Vector(callee),
            _ => Step::Length(3),
        });
    }
    steps
}

/// A run of a program.
struct Run<'p> {
    program: &'p Program,
    drawn: Vec<u64>,
    /// How many calls there were in all runs, if now and then one is to draw nothing.
    unreliable: Option<&'p Cell<u64>>,
}

impl Run<'_> {
    fn call(&mut self, s: &mut Source, function: usize) -> u64 {
        if let Some(calls) = self.unreliable {
            calls.set(calls.get() + 1);
            if Rng::new(Seed(calls.get())).one_in(23) {
                return 1;
            }
        }
        let program = self.program;
        let mut last = 1;
        self.steps(s, &program[function], &mut last);
        last
    }

    fn steps(&mut self, s: &mut Source, steps: &[Step], last: &mut u64) {
        let sum = |bytes: Vec<u8>| bytes.into_iter().map(u64::from).sum();
        for step in steps {
            match step {
                Step::Signed(end) => *last = s.int(-end..=*end).unsigned_abs(),
                Step::Unsigned(end) => *last = s.int(0..=*end),
                Step::Choice(count) => *last = s.index(*count) as u64,
                Step::Length(end) => *last = s.length(0..=*end) as u64,
                Step::Bytes => *last = sum(s.bytes((*last % 7) as usize)),
                Step::Char => *last = s.char(..).into(),
                Step::Float => *last = s.float::<f64>(..).to_bits(),
                Step::Weighted => *last = s.weighted_index(&[3, 0, 1, 5]) as u64,
                Step::Wide => *last = s.int::<i128>(..) as u64,
                Step::Set(end) => *last = s.draw(btree_set(0..=*end, int(0u8..4))).len() as u64,
                Step::Call(f) => *last = s.span(NAMES[*f], |s| self.call(s, *f)),
                Step::CallUnspanned(f) => *last = self.call(s, *f),
                Step::CallIfOdd(f) if *last % 2 == 1 => {
                    *last = s.span(NAMES[*f], |s| self.call(s, *f));
                }
                Step::CallIfOdd(_) => {}
                Step::Calls(f, most) => {
                    for _ in 0..*last % most {
                        let number = s.span(NAMES[*f], |s| self.call(s, *f));
                        self.drawn.push(number);
                    }
                }
                Step::Vector(f) => {
                    for _ in 0..s.length(0..4) {
                        *last ^= s.span(NAMES[*f], |s| self.call(s, *f));
                    }
                }
                Step::Loop(most, inner) => {
                    for _ in 0..*last % most {
                        self.steps(s, inner, last);
                    }
                }
            }
            self.drawn.push(*last);
        }
    }
}

/// The numbers that a program draws.
fn drawn(s: &mut Source, program: &Program, unreliable: Option<&Cell<u64>>) -> Vec<u64> {
    let mut run = Run { program, drawn: Vec::new(), unreliable };
    run.call(s, 0);
    run.drawn
}

/// One of several ways to fail, of which some are met by few inputs.
fn fails(way: u64, numbers: &[u64]) -> bool {
    let parameter = 2 + way / 4 % 6;
    match way % 4 {
        0 => numbers.iter().map(|n| n % 1_000).sum::<u64>() > 50 * parameter,
        1 => numbers.len() as u64 > 3 * parameter,
        2 => numbers.iter().filter(|n| *n % 7 == 3).count() as u64 >= parameter / 2,
        _ => numbers.iter().fold(7, |hash: u64, n| (hash ^ n).wrapping_mul(0x9e37_79b9)) % 5 == 0,
    }
}

/// Shrinks a failing run of `program`, as a runner does.
fn shrunk(first: Trace, program: &Program, way: u64, unreliable: Option<&Cell<u64>>) -> Shrunk {
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    let mut runs = 0;
    shrink(first, &mut |proposal| {
        if runs == MAX_RUNS {
            return Attempt::Stop;
        }
        runs += 1;
        source.load_proposal(proposal);
        let run = catch_unwind(AssertUnwindSafe(|| drawn(&mut source, program, unreliable)));
        match run {
            Ok(numbers) if fails(way, &numbers) => Attempt::Fails(source.trace().clone()),
            _ => Attempt::Passes,
        }
    })
}

/// Shrinks the failures of `count` programs, and calls `check` with each result.
fn shrink_all(count: u64, unreliable: Option<&Cell<u64>>, check: impl Fn(&Program, u64, &Shrunk)) {
    let mut shrunk_ones = 0;
    for seed in 0..count {
        let mut rng = Rng::new(Seed(seed));
        let program = program(&mut rng);
        let way = rng.bits();
        let mut source = Source::random(Seed(seed));
        source.set_tracing(true);
        if fails(way, &drawn(&mut source, &program, None)) {
            let result = shrunk(source.trace().clone(), &program, way, unreliable);
            // If it was not stopped, only a panic of its own could have ended it early.
            let ended = result.summary.complete || result.summary.runs == MAX_RUNS;
            assert!(ended, "the shrinker panicked on {program:?}");
            check(&program, way, &result);
            shrunk_ones += 1;
        }
    }
    assert!(shrunk_ones > count / 10, "{shrunk_ones} of {count} failed");
}

#[test]
fn what_is_left_of_random_programs_still_fails() {
    shrink_all(1_500, None, |program, way, result| {
        let mut source = Source::random(Seed(0));
        source.set_extension(Extension::Simplest);
        source.load(result.trace.bytes(), Seed(0));
        assert!(fails(way, &drawn(&mut source, program, None)), "{program:?}");
        assert_eq!(source.recording(), result.trace.bytes());
    });
}

#[test]
fn programs_that_draw_differently_each_time_do_not_trip_the_shrinker() {
    shrink_all(1_500, Some(&Cell::new(0)), |_, _, _| ());
}

/// Different numbers, in a loop that never ends when all answers are the simplest.
fn different(s: &mut Source) -> Vec<u32> {
    let length = s.length(0..10);
    let mut numbers = Vec::new();
    while numbers.len() < length {
        let number = s.draw(int(0..1_000));
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers
}

#[test]
fn a_proposal_is_given_up_once_it_draws_more_than_the_best_input() {
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    let run = |source: &mut Source| {
        catch_unwind(AssertUnwindSafe(|| different(source)))
            .is_ok_and(|numbers| numbers.iter().sum::<u32>() >= 2_000)
    };
    let seed = (0..).find(|seed| {
        source.load(&[], Seed(*seed));
        run(&mut source)
    });
    let first = source.trace().clone();
    let most = first.bytes().len();
    let result = shrink(first, &mut |proposal| {
        source.load_proposal(proposal);
        let fails = run(&mut source);
        assert!(source.recording().len() <= most, "seed {seed:?}");
        if fails { Attempt::Fails(source.trace().clone()) } else { Attempt::Passes }
    });
    let mut source = Source::replay(result.trace.bytes(), Seed(0));
    assert_eq!(different(&mut source), [3, 998, 999]);
}

/// What is left of the first block of a drawn length for which `fails` holds.
fn shrunk_block(fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let draw = |s: &mut Source| {
        let length = s.length(0..64);
        s.bytes(length)
    };
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    (0..).find(|seed| {
        source.load(&[], Seed(*seed));
        fails(&draw(&mut source))
    });
    let result = shrink(source.trace().clone(), &mut |proposal| {
        source.load_proposal(proposal);
        let block = catch_unwind(AssertUnwindSafe(|| draw(&mut source)));
        match block {
            Ok(block) if fails(&block) => Attempt::Fails(source.trace().clone()),
            _ => Attempt::Passes,
        }
    });
    draw(&mut Source::replay(result.trace.bytes(), Seed(0)))
}

#[test]
fn a_block_is_shortened_from_within_together_with_its_length() {
    assert_eq!(shrunk_block(|block| block.contains(&7)), [7]);
    let jumps = |block: &[u8]| block.windows(2).any(|pair| pair[0] < 30 && pair[1] > 200);
    assert_eq!(shrunk_block(jumps), [0, 201]);
}

#[test]
#[should_panic(expected = "the caller's")]
fn a_panic_of_the_caller_is_passed_on() {
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    source.draw(int(5..=9));
    source.byte();
    shrink(source.trace().clone(), &mut |_| panic!("the caller's"));
}
