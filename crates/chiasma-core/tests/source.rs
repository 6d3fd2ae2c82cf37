//! Replay, extension, the size limit, canonical recording, roles: what `ALGORITHMS.md` asks of every
//! linear strategy.

use chiasma_core::generators::{any, int, string, vec};
use chiasma_core::{Extension, Generator, Kind, Rejection, Role, Seed, Source, pick};

/// A generator that uses every kind of draw, with dependent ones.
fn everything(s: &mut Source) -> String {
    let count = s.int(0..6u8);
    let mut text = format!("{count} {}", s.bool());
    for _ in 0..count {
        let part = match s.weighted_index(&[1, 5, 2, 0, 300]) {
            0 => format!("{:?}", s.float::<f64>(..)),
            1 => format!("{}", s.int::<i64>(..)),
            2 => format!("{:?}", s.bytes(5)),
            3 => unreachable!("its weight is 0"),
            _ => s.draw(string(0..4, any::<char>())),
        };
        text.push_str(&part);
        text.push_str(&format!("{:?}", s.draw(vec(0..=70, int(-300..=5)))));
        text.push_str(&format!("{} {}", s.chance(0.1), s.int::<i128>(-5..=i128::MAX)));
    }
    text
}

#[test]
fn replaying_a_recording_reproduces_it_byte_for_byte() {
    for seed in 0..500 {
        let mut source = Source::random(Seed(seed));
        let value = source.draw(everything);
        assert!(!source.is_oversize());
        let recording = source.recording().to_vec();
        // Another seed: nothing may be drawn fresh.
        let mut again = Source::replay(&recording, Seed(seed + 1_000));
        assert_eq!(again.draw(everything), value);
        assert_eq!(again.recording(), recording);
    }
}

#[test]
fn any_byte_string_decodes_and_its_recording_is_canonical() {
    let mut noise = chiasma_core::Rng::new(Seed(3));
    for round in 0..500 {
        let mut bytes = vec![0; (round * 7) % 200];
        noise.fill(&mut bytes);
        let mut first = Source::replay(&bytes, Seed(1));
        let value = first.draw(everything);
        let canonical = first.recording().to_vec();
        let mut second = Source::replay(&canonical, Seed(2));
        assert_eq!(second.draw(everything), value);
        assert_eq!(second.recording(), canonical);
    }
}

#[test]
fn sequences_that_decode_alike_record_alike() {
    // 203 and 3 are the same of 200 numbers; 7 of ten tickets mean the same as 2.
    let decode = |bytes: &[u8]| {
        let mut source = Source::replay(bytes, Seed(1));
        let value = (source.int(0..200u8), source.weighted_index(&[2, 8]));
        (value, source.recording().to_vec())
    };
    assert_eq!(decode(&[203, 7]), ((3, 1), vec![3, 2]));
    assert_eq!(decode(&[3, 2]), decode(&[203, 7]));
}

#[test]
fn one_in_and_ratio_read_the_bytes_of_the_weighted_choice_they_stand_for() {
    for seed in 0..300 {
        let mut short = Source::random(Seed(seed));
        let mut long = Source::random(Seed(seed));
        for n in 1..40 {
            assert_eq!(short.one_in(n), long.weighted_index(&[n - 1, 1]) == 1);
            assert_eq!(short.ratio(n / 3, n), long.weighted_index(&[n - n / 3, n / 3]) == 1);
        }
        assert_eq!(short.recording(), long.recording());
    }
}

#[test]
fn one_in_six_is_true_for_a_sixth_of_the_draws() {
    let mut source = Source::with_max_size(70_000, Seed(1));
    let count = (0..60_000).filter(|_| source.one_in(6)).count();
    assert!((9_600..=10_400).contains(&count), "{count} of 60,000");
}

#[test]
#[should_panic(expected = "`one_in` needs a number above 0")]
fn one_in_zero_is_a_mistake() {
    Source::random(Seed(1)).one_in(0);
}

#[test]
#[should_panic(expected = "`ratio` needs a part of a whole, not 3 in 2")]
fn a_ratio_above_one_is_a_mistake() {
    Source::random(Seed(1)).ratio(3, 2);
}

#[test]
fn a_pick_reads_the_bytes_of_the_weighted_choice_it_stands_for() {
    for seed in 0..300 {
        let mut picked = Source::random(Seed(seed));
        let mut matched = Source::random(Seed(seed));
        for off in [0, 4] {
            let text = pick!(picked, {
                5 => picked.int(0..9u8).to_string(),
                off => "off".to_owned(),
                1 => format!("[{}]", picked.bool()),
            });
            let expected = match matched.weighted_index(&[5, off, 1]) {
                0 => matched.int(0..9u8).to_string(),
                1 => "off".to_owned(),
                _ => format!("[{}]", matched.bool()),
            };
            assert_eq!(text, expected);
            assert_eq!(pick!(picked, { 'a', 'b', 'c' }), ['a', 'b', 'c'][matched.index(3)]);
        }
        assert_eq!(picked.recording(), matched.recording());
    }
}

#[test]
fn a_pick_may_take_the_source_in_a_role_and_draw_from_it_afterwards() {
    let mut s = Source::random(Seed(1));
    s.set_tracing(true);
    let drawn = pick!(s.as_value(), { 1 => s.bool(), 1 => !s.bool() });
    let roles: Vec<Role> = s.trace().requests().iter().map(|request| request.role).collect();
    assert_eq!(roles, [Role::Value, Role::Structural], "{drawn}");
}

#[test]
fn tracing_changes_neither_the_value_nor_the_recording() {
    for seed in 0..100 {
        let mut plain = Source::random(Seed(seed));
        let mut traced = Source::random(Seed(seed));
        traced.set_tracing(true);
        assert_eq!(plain.draw(everything), traced.draw(everything));
        assert_eq!(plain.recording(), traced.recording());
        let trace = traced.trace();
        assert_eq!(trace.bytes(), plain.recording());
        // The requests tile the sequence.
        let mut at = 0;
        for request in trace.requests() {
            assert_eq!(request.interval.start, at);
            at = request.interval.end;
        }
        assert_eq!(at as usize, trace.bytes().len());
    }
}

#[test]
fn past_the_end_fresh_answers_become_part_of_the_sequence() {
    let mut source = Source::replay(&[9], Seed(5));
    assert_eq!(source.byte(), 9);
    let fresh = source.byte();
    assert_eq!(source.recording(), [9, fresh]);
    let mut other = Source::replay(&[9], Seed(6));
    let differs = (0..8).any(|_| other.byte() != fresh);
    assert!(differs, "another seed draws other bytes");
}

#[test]
fn past_the_end_the_simplest_answers_can_be_asked_for() {
    let mut source = Source::replay(&[], Seed(5));
    source.set_extension(Extension::Simplest);
    assert_eq!((source.int(-5..=5), source.bool(), source.char('x'..='z')), (0, false, 'x'));
    assert_eq!(source.draw(vec(2..9, int(7..=9))), [7, 7]);
}

#[test]
fn past_the_size_limit_every_answer_is_the_simplest_and_the_run_is_oversize() {
    let mut source = Source::with_max_size(4, Seed(1));
    let numbers: Vec<u8> = (0..4).map(|_| source.int(1..=255)).collect();
    assert!(!source.is_oversize());
    assert_eq!((source.int(1..=255), source.bool(), source.bytes(3)), (1, false, vec![0; 3]));
    assert!(source.is_oversize());
    let expected: Vec<u8> = numbers.iter().map(|number| number - 1).collect();
    assert_eq!(source.recording(), expected, "nothing past the limit is recorded");
    source.load(&[], Seed(1));
    assert!(!source.is_oversize(), "the next run starts over");
}

#[test]
fn no_size_limit_is_too_large_to_ask_for() {
    let mut source = Source::with_max_size(usize::MAX, Seed(1));
    assert_eq!(source.draw(vec(9, int(0..=9))).len(), 9);
    assert!(!source.is_oversize());
}

#[test]
fn a_generator_that_would_not_end_is_given_up() {
    let result = std::panic::catch_unwind(|| {
        let mut source = Source::random(Seed(1));
        while source.int(0..=9) != 20 {}
    });
    let rejection = *result.unwrap_err().downcast::<Rejection>().unwrap();
    assert!(rejection.reason.contains("does not end"), "{}", rejection.reason);
}

#[test]
fn a_choice_without_alternatives_takes_no_byte() {
    let mut source = Source::random(Seed(1));
    assert_eq!((source.int(5..=5), source.index(1), source.length(3)), (5, 0, 3));
    assert_eq!(source.bytes(0), []);
    assert_eq!(source.recording(), []);
}

#[test]
fn roles_follow_from_the_kind_of_draw_unless_said_otherwise() {
    let mut source = Source::random(Seed(1));
    source.set_tracing(true);
    source.bool();
    source.index(9);
    source.length(0..9);
    source.int::<u8>(..);
    source.char('a'..='z');
    let _ = source.bytes(2);
    source.with_role(Role::Structural, |s| {
        s.byte();
        s.with_role(Role::Value, Source::bool);
        s.byte();
    });
    source.byte();
    let trace = source.trace();
    let roles: Vec<_> = trace.requests().iter().map(|request| request.role).collect();
    use Role::{Structural as S, Value as V};
    assert_eq!(roles, [S, S, S, V, V, V, S, V, S, V]);
    assert_eq!(trace.requests()[5].ask.kind, Kind::Bytes);
    assert_eq!(trace.requests()[5].interval.len(), 2);
}

#[test]
fn a_role_lasts_as_long_as_its_borrow() {
    let mut source = Source::random(Seed(1));
    source.set_tracing(true);
    source.as_value().bool();
    source.bool();
    {
        let value = &mut *source.as_value();
        value.length(0..9);
        value.by_kind().index(9);
        value.by_kind().byte();
        value.index(9);
    }
    source.index(9);
    let requests = source.trace().requests();
    let roles: Vec<_> = requests.iter().map(|request| request.role).collect();
    use Role::{Structural as S, Value as V};
    assert_eq!(roles, [V, S, V, S, V, V, S]);
    assert_ne!(requests[0].site, requests[1].site, "sites are those of the callers");
}

#[test]
fn numbers_and_characters_are_values_as_a_whole() {
    for seed in 0..50 {
        let mut source = Source::random(Seed(seed));
        source.set_tracing(true);
        source.float::<f64>(..);
        source.float(-1.0..=3.0f32);
        source.char(..);
        source.int::<i128>(..);
        assert!(source.trace().requests().iter().all(|request| request.role == Role::Value));
        source.load(&[], Seed(seed));
        source.with_role(Role::Structural, |s| s.float::<f64>(..));
        assert!(source.trace().requests().iter().all(|request| request.role == Role::Structural));
    }
}

#[test]
fn the_structure_hash_ignores_values_and_sees_shapes() {
    let hash = |bytes: &[u8]| {
        let mut source = Source::random(Seed(1));
        source.set_tracing(true);
        source.load(bytes, Seed(1));
        source.draw(vec(0..9, int(0..=255u8)));
        source.trace().structure_hash()
    };
    assert_eq!(hash(&[2, 10, 20]), hash(&[2, 30, 40]));
    assert_ne!(hash(&[2, 10, 20]), hash(&[1, 10]));
}

#[test]
fn dynamic_types_are_those_of_the_calls_on_the_stack() {
    let mut source = Source::random(Seed(1));
    source.set_tracing(true);
    source.load(&[1, 1, 5], Seed(1));
    source.draw(vec(0..9, any::<Option<u8>>()));
    let trace = source.trace();
    let innermost = trace.requests().last().unwrap();
    let names: Vec<_> = trace.spans_around(innermost).map(|span| span.type_name).collect();
    assert_eq!(
        names,
        [
            "u8",
            "core::option::Option<u8>",
            "core::option::Option<u8>",
            "alloc::vec::Vec<core::option::Option<u8>>"
        ]
    );
    assert_eq!(trace.types_around(innermost).count(), 4);
}

#[test]
fn mistakes_are_shown_where_they_are_made() {
    let message = |draw: fn(&mut Source)| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let result = std::panic::catch_unwind(|| draw(&mut Source::random(Seed(1))));
        std::panic::set_hook(hook);
        let payload = result.unwrap_err();
        let text = payload.downcast_ref::<String>().cloned();
        text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap()
    };
    #[allow(clippy::reversed_empty_ranges, reason = "that is the mistake")]
    let empty = message(|s| _ = s.int(5..3));
    assert!(empty.contains("`int` needs a range with at least one value"), "{empty}");
    assert!(message(|s| _ = s.int(200u8..200)).contains("Included(200)..Excluded(200)"));
    assert!(message(|s| _ = s.choose::<u8>(&[])).contains("at least one item"));
    assert!(message(|s| _ = s.weighted(&[(0, 'a')])).contains("add up to more than 0"));
    assert!(message(|s| _ = s.chance(1.5)).contains("from 0 to 1, not 1.5"));
    assert!(message(|s| _ = s.float(f64::NAN..1.0)).contains("`float` needs a range"));
    assert!(message(|_| _ = vec(3..3, int(0..2))).contains("a length needs a range"));
    assert!(message(|_| _ = chiasma_core::generators::chars_of("z-a")).contains("wrong way round"));
    assert!(message(|_| _ = chiasma_core::generators::regex("(")).contains("regex"));
    assert!(message(|_| _ = chiasma_core::generators::one_of::<u8>(vec![])).contains("above 0"));
}

/// Some generator functions for the next test.
fn leaf(s: &mut Source) -> u8 {
    s.byte()
}

#[test]
fn by_reference_and_boxed_generators_keep_their_identity() {
    let mut source = Source::random(Seed(1));
    source.set_tracing(true);
    source.draw(leaf);
    source.draw(leaf.by_ref());
    source.draw(leaf.boxed());
    let functions: Vec<_> = source.trace().spans()[1..].iter().map(|span| span.function).collect();
    assert_eq!(functions, [functions[0]; 3]);
}
