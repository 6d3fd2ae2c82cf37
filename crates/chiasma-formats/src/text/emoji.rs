//! Emoji: single ones, with tones and selectors, joined, flags, keycaps, tags.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::draft::Draft;

/// An emoji of any kind.
#[generator]
pub(super) fn emoji(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        4 => single(s, d),
        2 => {
            d.put_one(s, PEOPLE);
            tone(s, d);
        },
        3 => joined(s, d),
        3 => flag(s, d),
        1 => keycap(s, d),
        1 => subdivision(s, d),
        1 => {
            // A pictograph that is shown as text by default.
            d.put_one(s, &["❤", "☺", "☎", "©", "™", "↔", "▶", "㊗", "1"]);
            d.put_one(s, &["\u{fe0f}", "\u{fe0e}", ""]);
        },
    })
}

#[generator]
fn single(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        2 => d.put_one(s, &["😀", "👍", "💩", "🤷", "🎉", "🥰", "🫠", "🪿", "🇺", "🏳"]),
        2 => d.out.push(s.char('\u{1f600}'..='\u{1f64f}')),
        1 => d.out.push(s.char('\u{1f300}'..='\u{1faff}')),
    })
}

/// The colour of skin, or none.
fn tone(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put_one(s, &["", "\u{1f3fb}", "\u{1f3fc}", "\u{1f3fd}", "\u{1f3fe}", "\u{1f3ff}"]);
}

/// Emoji with joiners between: families, professions, and such as mean nothing together.
#[generator]
fn joined(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, PEOPLE);
    tone(s, d);
    for _ in 0..s.length(1..=3) {
        d.put("\u{200d}");
        d.put_one(
            s,
            &[
                "👩",
                "👦",
                "👧",
                "❤\u{fe0f}",
                "💻",
                "🚀",
                "⚕\u{fe0f}",
                "♂\u{fe0f}",
                "♀",
                "🦰",
                "🌈",
                "⬛",
                "a",
            ],
        );
        if s.one_in(4) {
            tone(s, d);
        }
    }
}

/// Two regional indicators, or one, or three.
#[generator]
fn flag(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    for _ in 0..*s.weighted(&[(6, 2), (1, 1), (1, 3), (1, 4)]) {
        d.out.push(s.char('\u{1f1e6}'..='\u{1f1ff}'));
    }
}

#[generator]
fn keycap(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put_one(s, &["1", "#", "*", "0", "9", "a"]);
    d.put_one(s, &["\u{fe0f}\u{20e3}", "\u{20e3}"]);
}

/// A flag written in tags, such as that of Scotland; at times without its end.
#[generator]
fn subdivision(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put("🏴");
    for letter in s.choose(&["gbsct", "gbeng", "ustx", "x"]).bytes() {
        d.out.extend(char::from_u32(0xe0000 + u32::from(letter)));
    }
    if !s.one_in(5) {
        d.put("\u{e007f}");
    }
}

const PEOPLE: &[&str] = &["👨", "👩", "🧑", "👋", "🤝", "🧔", "🏃", "👶", "🏳\u{fe0f}", "🐈"];
