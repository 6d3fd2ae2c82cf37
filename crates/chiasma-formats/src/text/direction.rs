//! Text that runs from right to left, and the controls that turn it.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::plain;
use crate::draft::Draft;

/// Words of the other direction, alone, between controls, or beside numbers.
#[generator]
pub(super) fn directed(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        3 => right_to_left(s, d),
        3 => enclosed(s, d),
        1 => d.put_one(s, CONTROLS),
        1 => {
            right_to_left(s, d);
            d.put_one(s, &[" ", "-", ".", "/", "(", "%", ","]);
            plain::number(s, d);
        },
    })
}

#[generator]
fn right_to_left(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        3 => d.put_one(
            s,
            &[
                "שלום",
                "مرحبا",
                "السلام عليكم",
                "لا",
                "ﷺ",
                "אָ",
                "ܫܠܡܐ",
                "ދިވެހި",
                "߀߁",
                "𐤀𐤁",
                "۱۲۳",
                "١٢٣",
            ],
        ),
        2 => (0..s.length(1..=5)).for_each(|_| d.out.push(s.char('א'..='ת'))),
        2 => (0..s.length(1..=5)).for_each(|_| d.out.push(s.char('\u{620}'..='\u{64a}'))),
        1 => (0..s.length(1..=3)).for_each(|_| d.out.push(s.char('\u{fe80}'..='\u{fefc}'))),
    })
}

/// An embedding, an override or an isolate, and its end; without the end if that is forgotten.
#[generator]
fn enclosed(s: &mut Source, d: &mut Draft<'_>) {
    let (open, close) = *s.as_value().choose(&[
        ("\u{202e}", "\u{202c}"),
        ("\u{2067}", "\u{2069}"),
        ("\u{202b}", "\u{202c}"),
        ("\u{202a}", "\u{202c}"),
        ("\u{202d}", "\u{202c}"),
        ("\u{2066}", "\u{2069}"),
        ("\u{2068}", "\u{2069}"),
    ]);
    d.put(open);
    if s.bool() && d.spend() {
        right_to_left(s, d);
    } else {
        plain::word(s, d);
    }
    if !s.one_in(5) {
        d.put(close);
    }
}

/// The controls and marks by themselves.
const CONTROLS: &[&str] = &[
    "\u{200e}", "\u{200f}", "\u{61c}", "\u{202a}", "\u{202b}", "\u{202c}", "\u{202d}", "\u{202e}",
    "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{206a}", "\u{206f}",
];
