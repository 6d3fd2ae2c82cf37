//! Times of the day, fractions of seconds, and offsets from UTC.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::draft::Draft;

/// Hours, minutes and seconds, and perhaps a fraction.
#[generator]
pub(super) fn time(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        d.put_one(
            s,
            &[
                "24:00:00",
                "24:00:01",
                "23:60:00",
                "12:00:61",
                "12:00:60",
                "1:02:03",
                "12:00",
                "12-00-00",
                "12:00:00.",
                "12:00:00,5",
                "-1:00:00",
                "12:00:00:00",
                "120000",
                "12:0:0",
                "99:99:99",
            ],
        );
        return;
    }
    let (hour, minute, second) = clock(s);
    d.put(&format!("{hour:02}:{minute:02}:{second:02}"));
    fraction(s, d, '.');
}

/// Hour, minute and second: the first and the last of a day more often than others.
#[generator]
pub(super) fn clock(s: &mut Source) -> (u8, u8, u8) {
    let s = &mut *s.as_value();
    pick!(s, {
        1 => (0, 0, 0),
        4 => (s.int(0..=23), s.int(0..=59), s.int(0..=59)),
        1 => (23, 59, 59),
        1 => *s.choose(&[(12, 0, 0), (0, 0, 1), (3, 14, 7), (2, 30, 0), (0, 59, 59), (20, 45, 52)]),
    })
}

/// A fraction of a second behind `mark`, or none.
#[generator]
pub(super) fn fraction(s: &mut Source, d: &mut Draft<'_>, mark: char) {
    let s = &mut *s.as_value();
    if !s.ratio(2, 5) {
        return;
    }
    d.out.push(mark);
    pick!(s, {
        2 => (0..s.length(1..=3)).for_each(|_| d.out.push(s.char('0'..='9'))),
        2 => d.put(&format!("{:06}", s.int(0..=999_999u32))),
        2 => d.put(&format!("{:09}", s.int(0..=999_999_999u32))),
        2 => d.put_one(
            s,
            &[
                "0",
                "5",
                "000",
                "999999999",
                "000000001",
                "999",
                "000000",
                "123456789",
                "10",
                "00",
                "52",
            ],
        ),
    });
    if s.one_in(100) {
        // More digits than clocks have.
        d.put_one(s, &["0000000000", "9999999999", "1"]);
    }
}

/// How far from UTC a clock is.
#[derive(Clone, Copy)]
pub(super) struct Offset {
    pub(super) minutes: i32,
}

/// An offset of less than a day.
#[generator]
pub(super) fn offset(s: &mut Source) -> Offset {
    let s = &mut *s.as_value();
    let minutes = pick!(s, {
        4 => 0,
        3 => 60 * s.int(-12..=14),
        1 => *s.choose(&[330, 345, -210, 570, 765, -570, 525, 1, -1, 59, 840, -720, 1439, -1439]),
        1 => s.int(-1439..=1439),
    });
    Offset { minutes }
}

/// Writes an offset; that of UTC in one of its forms.
#[generator]
pub(super) fn put_offset(s: &mut Source, d: &mut Draft<'_>, offset: Offset) {
    if d.slip(s) {
        d.put_one(
            s,
            &[
                "",
                "+24:00",
                "-99:99",
                "+1",
                "+01",
                "+0100",
                "+01:60",
                "UTC",
                " Z",
                "ZZ",
                "+-01:00",
                "−01:00",
                "+01:00:00",
                "Z+01:00",
            ],
        );
        return;
    }
    if offset.minutes == 0 {
        // A negative zero says that the local offset is not known.
        d.put_one(s, &["Z", "Z", "Z", "+00:00", "-00:00", "z"]);
        return;
    }
    let sign = if offset.minutes < 0 { '-' } else { '+' };
    let minutes = offset.minutes.abs();
    d.put(&format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60));
}
