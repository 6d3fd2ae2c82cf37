//! Operands of comparisons, written where the other operand was drawn.

use chiasma_core::generators::{any, char, string};
use chiasma_core::{Seed, Source, Trace};
use chiasma_evolve::{Edit, Hint, edits};

/// A number, a text, a block of bytes and a flag.
fn record(s: &mut Source) -> (i32, String, Vec<u8>, bool) {
    let number = s.int(-100_000..=100_000);
    let text = s.draw(string(5..=5, char('a'..='z')));
    (number, text, s.bytes(6), s.draw(any::<bool>()))
}

fn traced(seed: u64) -> ((i32, String, Vec<u8>, bool), Trace) {
    let mut source = Source::random(Seed(seed));
    source.set_tracing(true);
    let value = source.draw(record);
    (value, source.trace().clone())
}

fn edited(edit: &Edit, trace: &Trace) -> (i32, String, Vec<u8>, bool) {
    Source::replay(&edit.applied_to(trace), Seed(0)).draw(record)
}

#[test]
fn a_number_is_written_where_the_other_operand_was_drawn_and_the_rest_stays() {
    for seed in 0..50 {
        let (value, trace) = traced(seed);
        for wanted in [2008, -77] {
            let hint = Hint::Numbers {
                width: 4,
                left: wanted as u32 as u64,
                right: value.0 as u32 as u64,
            };
            let changed: Vec<_> =
                edits(&trace, &[hint]).iter().map(|edit| edited(edit, &trace)).collect();
            let expected = (wanted, value.1.clone(), value.2.clone(), value.3);
            assert!(changed.contains(&expected), "seed {seed}: {changed:?}");
        }
    }
}

#[test]
fn a_text_is_written_character_by_character_and_a_part_of_it_as_well() {
    let (value, trace) = traced(3);
    let hint = |left: &[u8], right: &[u8]| Hint::Bytes { left: left.into(), right: right.into() };
    let whole = edits(&trace, &[hint(value.1.as_bytes(), b"magic")]);
    assert_eq!(edited(&whole[0], &trace).1, "magic");
    let part = edits(&trace, &[hint(b"zz", &value.1.as_bytes()[2..4])]);
    let changed = edited(&part[0], &trace).1;
    assert_eq!(changed, format!("{}zz{}", &value.1[..2], &value.1[4..]));
    assert_eq!(edits(&trace, &[hint(value.1.as_bytes(), b"MAGIC")]), [], "not expressible");
    assert_eq!(edits(&trace, &[hint(b"other", b"magic")]), [], "not drawn");
}

#[test]
fn a_part_of_a_block_is_written_in_place() {
    let (value, trace) = traced(4);
    let hint = Hint::Bytes { left: value.2[1..4].to_vec(), right: b"PNG".to_vec() };
    let found = edits(&trace, &[hint]);
    let expected = [&value.2[..1], b"PNG", &value.2[4..]].concat();
    assert!(found.iter().any(|edit| edited(edit, &trace).2 == expected));
}

#[test]
fn equal_operands_and_numbers_that_are_everywhere_give_no_hint() {
    let mut source = Source::random(Seed(1));
    source.set_tracing(true);
    source.load(&[7; 100], Seed(1));
    for _ in 0..100 {
        assert_eq!(source.draw(any::<u8>()), 7);
    }
    let trace = source.trace();
    let number = |left, right| Hint::Numbers { width: 1, left, right };
    assert_eq!(edits(trace, &[number(7, 7), number(7, 9)]), []);
}

#[test]
fn a_number_made_of_several_requests_is_written_into_all_of_them() {
    let drawn = |s: &mut Source| -> (Vec<u8>, String) {
        let bytes = (0..6).map(|_| s.int(0..=u8::MAX)).collect();
        (bytes, s.string(4, |s: &mut Source| s.char('1'..='9')))
    };
    let mut source = Source::random(Seed(3));
    source.set_tracing(true);
    let (bytes, digits) = drawn(&mut source);
    let trace = source.trace().clone();
    let changed = |width, operand: u64, wanted| -> Vec<(Vec<u8>, String)> {
        let hint = Hint::Numbers { width, left: wanted, right: operand };
        let edited = |edit: &Edit| drawn(&mut Source::replay(&edit.applied_to(&trace), Seed(0)));
        edits(&trace, &[hint]).iter().map(edited).collect()
    };
    let little = u16::from_le_bytes([bytes[1], bytes[2]]);
    let found = changed(2, little.into(), 0xcafe);
    assert!(found.iter().any(|(found, _)| found[1..3] == [0xfe, 0xca]), "{found:?}");
    let big = u32::from_be_bytes([bytes[2], bytes[3], bytes[4], bytes[5]]);
    let found = changed(4, big.into(), 0xdead_beef);
    assert!(found.iter().any(|(found, _)| found[2..] == [0xde, 0xad, 0xbe, 0xef]), "{found:?}");
    let found = changed(8, digits.parse().unwrap(), 8_443);
    assert_eq!(found, [(bytes, "8443".to_owned())]);
}
