//! Characters made of several: letters with marks, syllables, and clusters far too long.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::draft::Draft;

/// A letter and combining marks, in the canonical order or not.
#[generator]
pub(super) fn marked(s: &mut Source, d: &mut Draft<'_>) {
    base(s, d);
    for _ in 0..s.length(1..=3) {
        mark(s, d);
    }
}

#[generator]
fn base(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => d.out.push(s.char('a'..='z')),
        2 => d.out.push(*s.choose(&[
            'é', 'İ', 'ı', 'ß', 'я', 'α', 'א', 'ب', 'क', '한', '日', '1', '=', '\u{25cc}',
        ])),
        // A mark with nothing to stand on.
        1 => d.out.push(*s.choose(&[' ', '\u{a0}', '\n', '\u{200b}'])),
    })
}

/// A mark: above, below, around, through, double, of other scripts.
#[generator]
fn mark(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    let character = pick!(s, {
        4 => *s.choose(&[
            '\u{301}', '\u{308}', '\u{327}', '\u{323}', '\u{300}', '\u{302}', '\u{30a}', '\u{345}',
        ]),
        2 => s.char('\u{300}'..='\u{36f}'),
        1 => *s.choose(&[
            '\u{20dd}', '\u{20e3}', '\u{360}', '\u{489}', '\u{fe20}', '\u{1dfa}', '\u{20d2}',
            '\u{34f}',
        ]),
        1 => *s.choose(&[
            '\u{5b8}',
            '\u{64e}',
            '\u{93c}',
            '\u{94d}',
            '\u{9be}',
            '\u{e31}',
            '\u{f71}',
            '\u{1037}',
            '\u{302e}',
            '\u{3099}',
            '\u{1d165}',
        ]),
    });
    d.out.push(character);
}

/// A syllable: of Hangul letters, or of an Indic or another script that joins.
#[generator]
pub(super) fn syllable(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        2 => d.out.push(s.char('가'..='힣')),
        2 => {
            // Leading consonants, vowels and trailing consonants, more of them than a block has.
            (0..s.length(1..=2)).for_each(|_| d.out.push(s.char('\u{1100}'..='\u{1112}')));
            (0..s.length(0..=2)).for_each(|_| d.out.push(s.char('\u{1161}'..='\u{1175}')));
            (0..s.length(0..=2)).for_each(|_| d.out.push(s.char('\u{11a8}'..='\u{11c2}')));
        },
        3 => conjunct(s, d),
        1 => d.put_one(
            s,
            &["ກຳ", "เก็", "བསྒྲུབས", "ក្រុម", "မြန်", "ലാൽ", "കേരളം", "ශ්\u{200d}රී", "ৎ", "র্\u{200c}য"],
        ),
    })
}

/// Consonants with viramas and joiners between, and a vowel sign.
#[generator]
fn conjunct(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    let (first, virama, sign) = *s.choose(&[
        ('\u{915}', '\u{94d}', '\u{93f}'),
        ('\u{995}', '\u{9cd}', '\u{9bf}'),
        ('\u{a95}', '\u{acd}', '\u{abf}'),
        ('\u{c15}', '\u{c4d}', '\u{c3f}'),
        ('\u{d15}', '\u{d4d}', '\u{d3f}'),
    ]);
    let consonant = |s: &mut Source| {
        let offset = s.int(0..=19u32);
        char::from_u32(first as u32 + offset).unwrap_or(first)
    };
    d.out.push(consonant(s));
    for _ in 0..s.length(0..=2) {
        d.out.push(virama);
        d.put_one(s, &["", "\u{200d}", "\u{200c}"]);
        d.out.push(consonant(s));
    }
    if s.bool() {
        d.out.push(sign);
    }
}

/// One cluster of very many characters: marks upon marks, or members of a family without end.
#[generator]
pub(super) fn long(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    let times = s.int(4..=100usize);
    pick!(s, {
        d.put(&format!("Z{}", "\u{351}\u{327}\u{334}".repeat(times))),
        d.put(&format!("👨{}", "\u{200d}👩\u{1f3fd}".repeat(times))),
        d.put(&format!("a{}", "\u{301}".repeat(3 * times))),
        d.put(&format!("क{}", "\u{94d}\u{200d}ष".repeat(times))),
    })
}
