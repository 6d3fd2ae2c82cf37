//! What `#[property]` makes of a function: how often it runs, what it gets, what is noted of it.

#![deny(warnings)]

use std::cell::{Cell, RefCell};
use std::num::ParseIntError;
use std::ops::RangeInclusive;

use chiasma::generators::{any, int, regex, string, vec};
use chiasma::{Note, Source, assume, property};

fn pair(s: &mut Source) -> (u8, u8) {
    let low = s.int(0..=99);
    (low, s.int(low..=100))
}

#[derive(Clone, Copy)]
struct Mute;

fn mute(_: &mut Source) -> Mute {
    Mute
}

/// The notes as `name = value`.
fn lines(notes: &[Note]) -> Vec<String> {
    notes.iter().map(|note| format!("{} = {}", note.name, note.value)).collect()
}

mod how_often {
    use super::*;

    // Every test has a thread of its own, so that these are counts of one test.
    thread_local! {
        static CASES: Cell<u32> = const { Cell::new(0) };
        static VALUES: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    }

    #[property]
    #[ignore = "run by the test below"]
    fn counts(_n: u8) {
        CASES.set(CASES.get() + 1);
    }

    #[property(cases = 2 * HALF, max_size = 4096, max_rejects = 500, shrink_runs = 100)]
    #[ignore = "run by the test below"]
    fn counts_as_set(_n: u8) {
        CASES.set(CASES.get() + 1);
    }

    const HALF: u32 = 17;

    #[test]
    fn a_property_runs_256_times_unless_said_otherwise() {
        if std::env::var_os("CHIASMA_CASES").is_some() {
            return;
        }
        counts();
        assert_eq!(CASES.replace(0), 256);
        counts_as_set();
        assert_eq!(CASES.get(), 34);
    }

    #[property(seed = 7, cases = 20, shrink_seconds = 5, errors = "failures")]
    #[ignore = "run by the test below"]
    fn collects(n: u64) -> Result<(), String> {
        VALUES.with_borrow_mut(|values| values.push(n));
        Ok(())
    }

    #[test]
    fn the_same_seed_gives_the_same_cases() {
        collects();
        collects();
        let values = VALUES.take();
        let (first, second) = values.split_at(values.len() / 2);
        assert_eq!(first, second);
        assert!(first.iter().any(|n| *n != first[0]));
    }
}

mod generated_arguments {
    use super::{Mute, RangeInclusive, Source, any, int, mute, property, regex, string, vec};
    use chiasma::Generator;

    #[property]
    fn a_type_alone_is_enough(a: u8, b: Option<Vec<bool>>, c: [char; 2]) {
        assert!(u32::from(a) < 256 && b.is_none_or(|b| b.len() <= 32) && c.len() == 2);
    }

    #[property]
    fn a_generator_may_be_any_expression(
        #[from(super::pair)] (low, high): (u8, u8),
        #[from(super::pair)] mut other: (u8, u8),
        #[from(vec(1..4, int(1..=6)))] dice: Vec<u8>,
        #[from(|s| s.int(10..20))] inferred: u32,
        #[from((|s: &mut Source| s.int(10..20)))] typed: u32,
        #[from(any::<u8>().map(u16::from))] mapped: u16,
        #[from(int(RANGE))] constant: i8,
        #[from({ let most = 3; string(0..=most, |s: &mut Source| s.char('a'..='c')) })]
        text: String,
    ) {
        assert!(low <= high);
        other.1 -= other.0;
        assert!(other.1 <= 100);
        assert!((1..4).contains(&dice.len()) && dice.iter().all(|die| (1..=6).contains(die)));
        assert!((10..20).contains(&inferred) && (10..20).contains(&typed));
        assert!(mapped < 256);
        assert!(RANGE.contains(&constant));
        assert!(text.len() <= 3);
    }

    const RANGE: RangeInclusive<i8> = -3..=3;

    #[property]
    fn references_are_to_owned_values(
        text: &str,
        #[from(regex("[a-c]{2}"))] word: &str,
        #[from(vec(2..=2, int(0..9)))] numbers: &[u8],
        flags: &[bool],
        #[from(super::pair)] (low, high): &(u8, u8),
        string: &String,
        boxed: &mut Box<[u8]>,
        #[from(vec(3..=3, any()))] slots: &mut [u8],
        #[from(mute)] _mute: &'_ Mute,
    ) -> bool {
        boxed.sort_unstable();
        slots[0] = 1;
        low <= high
            && word.len() == 2
            && numbers.len() == 2
            && flags.len() <= 32
            && text.chars().count() <= 32
            && string.chars().count() <= 32
            && boxed.is_sorted()
            && slots.len() == 3
    }

    // Names that a careless expansion might use itself.
    #[property]
    fn property(source: u8, __source: u8, #[from(check)] value: u8, __value0: u8) {
        assert_eq!(value, 3);
        let _ = (source, __source, __value0);
    }

    fn check(_: &mut Source) -> u8 {
        3
    }

    macro_rules! properties {
        ($($name:ident: $t:ty, $source:ty;)*) => {$(
            #[property]
            fn $name(n: $t, s: $source) {
                let m: $t = s.int(..);
                assert_eq!(n ^ m, m ^ n);
            }
        )*};
    }
    properties! {
        a_macro_may_write_a_property: u8, &mut Source;
        and_another: i64, &mut Source;
    }
}

mod verdicts {
    use super::*;

    #[property(errors = "invalid", max_rejects = 2000)]
    fn errors_may_mean_invalid_inputs(text: &str, n: u8) -> Result<bool, ParseIntError> {
        let text = if n < 128 { n.to_string() } else { text.to_owned() };
        let number: u64 = text.parse()?;
        Ok(text.trim_start_matches(['+', '0']).is_empty() || number > 0)
    }

    #[property]
    fn what_is_assumed_holds(a: u8, b: u8) -> Result<(), String> {
        assume!(a != b);
        if a == b { Err(format!("{a} = {b}")) } else { Ok(()) }
    }

    #[property]
    #[cfg(any())]
    fn a_property_that_is_configured_away_need_not_compile(n: NoSuchType) {}
}

mod notes {
    use super::*;

    thread_local! {
        static NOTING: Cell<bool> = const { Cell::new(false) };
    }

    /// The first case turns noting on, as the runner does for a report; all others are noted.
    #[property(cases = 50)]
    fn arguments_are_noted_by_their_patterns(
        mut number: u8,
        #[from(pair)] (low, high): (u8, u8),
        text: &str,
        #[from(mute)] r#type: Mute,
        s: &mut Source,
    ) {
        let _ = r#type;
        let expected = [
            format!("number = {number}"),
            format!("(low, high) = ({low}, {high})"),
            format!("text = {text:?}"),
            "type = (a Mute without Debug)".to_owned(),
        ];
        number = 0;
        if NOTING.replace(true) {
            assert_eq!((lines(s.notes()), number), (expected.into(), 0));
        } else {
            s.set_noting(true);
        }
    }

    #[property(cases = 50)]
    fn draws_in_the_body_are_noted_by_their_names(s: &mut Source) -> Result<(), String> {
        s.set_noting(true);
        let whole = s.int(0..1000);
        let later_known = s.draw(any());
        let typed: u64 = later_known;
        let (low, high) = pair(s);
        let silent = s.draw(mute);
        let mut changed = fallible(s, 3)?;
        changed += 1;
        let wide = u64::from(s.byte());
        let nothing = 3 + wide;
        let mut deep = 0;
        if nothing > 0 {
            let inner = s.draw(vec(0..3, any::<bool>())).len() as u32;
            deep += inner;
        }
        let _hidden = s.bool();
        let later = |s: &mut Source| {
            let in_closure = s.bool();
            !in_closure
        };
        later(s);
        let recording = s.recording();
        assert!(!recording.is_empty());
        let _ = silent;
        let expected = [
            format!("whole = {whole}"),
            format!("later_known = {typed}"),
            format!("low = {low}"),
            format!("high = {high}"),
            "silent = (a Mute without Debug)".to_owned(),
            format!("changed = {}", changed - 1),
            format!("wide = {wide}"),
            format!("inner = {deep}"),
        ];
        assert_eq!(lines(s.notes()), expected);
        Ok(())
    }

    struct Point {
        x: u8,
        y: u8,
    }

    fn point(s: &mut Source) -> Point {
        Point { x: s.int(0..9), y: s.int(0..9) }
    }

    #[property(cases = 50)]
    fn draws_within_expressions_and_patterns_are_noted_too(s: &mut Source) {
        s.set_noting(true);
        let Point { x, y: up } = s.draw(point);
        let [first, second] = s.draw([int(0..9u8), int(0..9u8)]);
        let sum = x + s.int(0..9);
        let either = if s.bool() { s.int(0..9) } else { up };
        let tuple = (first, s.bool());
        let list = vec![s.byte(), second];
        let silent = Point { x: s.byte(), ..point(&mut *s) };
        let expected = [
            format!("x = {x}"),
            format!("up = {up}"),
            format!("first = {first}"),
            format!("second = {second}"),
            format!("sum = {sum}"),
            format!("either = {either}"),
            format!("tuple = {tuple:?}"),
            format!("list = {list:?}"),
            "silent = (a Point without Debug)".to_owned(),
        ];
        assert_eq!((lines(s.notes()), silent.y < 9), (expected.into(), true));
    }

    fn fallible(s: &mut Source, least: u32) -> Result<u32, String> {
        Ok(s.int(least..100))
    }

    #[property(cases = 20)]
    fn a_source_that_shares_its_name_is_not_asked_to_note(s: &mut Source) {
        s.set_noting(true);
        let n = s.int(0..9);
        assert_eq!(s.notes(), []);
        let s = n + 1;
        assert!(s > n);
    }

    struct Keeper<'s>(&'s mut Source);

    #[property(cases = 20)]
    fn what_keeps_the_source_is_left_alone(s: &mut Source) {
        let keeper = Keeper(s);
        let n: u8 = keeper.0.int(0..9);
        let lazy = s.draw(vec(0..3, any::<u8>())).into_iter().map(|m| m ^ s.byte());
        assert!(lazy.count() < 3 && n < 9);
    }

    #[property(cases = 20)]
    fn an_unnamed_source_is_allowed(_: &mut Source, n: u8) {
        assert_eq!(n.count_ones() + n.count_zeros(), 8);
    }
}

mod call_sites {
    use super::*;

    thread_local! {
        static TRACING: Cell<bool> = const { Cell::new(false) };
    }

    /// The first case turns tracing on; all others are traced.
    #[property(cases = 20)]
    fn every_argument_is_a_call_site_of_its_own(first: u8, second: u8, s: &mut Source) {
        let _ = (first, second);
        if !TRACING.replace(true) {
            s.set_tracing(true);
            return;
        }
        let [_, first, second] = s.trace().spans() else { panic!("two arguments") };
        assert_eq!((first.label, second.label), (Some("first"), Some("second")));
        assert_ne!(first.site, second.site);
    }
}
