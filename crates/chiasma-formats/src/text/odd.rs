//! Single characters that programs often mishandle: by case, by form, by looks, by not being seen.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::draft::Draft;

/// Letters whose case changes their length or their number, depends on what is around, or has no way
/// back.
#[generator]
pub(super) fn cased(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        5 => d.put_one(
            s,
            &[
                "ß", "ẞ", "İ", "ı", "ŉ", "ǰ", "ΐ", "ΰ", "և", "ẖ", "ẗ", "ẘ", "ẙ", "ẚ", "ﬀ", "ﬁ",
                "ﬃ", "ﬅ", "ﬆ", "ﬓ", "Σ", "σ", "ς", "ſ", "\u{212a}", "\u{212b}", "\u{2126}", "ǅ",
                "ǆ", "Ǳ", "ᾳ", "ᾼ", "ῼ", "ͅ", "µ", "ẛ", "Ⅷ", "ⅷ", "Ⓐ", "ⓐ", "Ა", "ა", "Ꭰ", "ꭰ", "Ⱥ",
                "ⱥ", "Ɐ", "ꟊ", "ᵹ", "ꞎ", "ℵ", "𐐀", "𐐨",
            ],
        ),
        2 => d.put_one(
            s,
            &[
                "ΑΣ",
                "ΑΣ ",
                "ΑΣ.Α",
                "Α\u{301}Σ",
                "Σ",
                "ΌΣΟΣ",
                "i\u{307}",
                "I\u{307}",
                "iİIı",
                "ÌÍĨ",
                "i\u{328}\u{307}",
                "ĳ",
                "Ĳ",
                "ŀl",
                "ffi",
                "SS",
                "ſs",
                "ﬅs",
            ],
        ),
        1 => d.out.push(s.char('\u{1c4}'..='\u{24f}')),
    })
}

/// Text that normalisation changes, or that is equal to another only after it.
#[generator]
pub(super) fn normalised(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        5 => d.put_one(
            s,
            &[
                "é",
                "e\u{301}",
                "Å",
                "\u{212b}",
                "A\u{30a}",
                "Ω",
                "\u{2126}",
                "ṩ",
                "s\u{323}\u{307}",
                "s\u{307}\u{323}",
                "ḋ\u{323}",
                "q\u{307}\u{323}",
                "각",
                "\u{1100}\u{1161}\u{11a8}",
                "가\u{11a8}",
                "\u{958}",
                "क\u{93c}",
                "\u{fb1d}",
                "\u{2adc}",
                "\u{340}",
                "\u{344}",
                "\u{387}",
                "\u{37e}",
                "\u{1f71}",
                "ά",
                "\u{f73}",
                "\u{fb2c}",
                "\u{1d15e}",
                "㎏",
                "½",
                "²",
                "①",
                "㌀",
                "ﷺ",
                "ﬁ",
                "\u{fdfa}",
                "…",
                "ª",
                "ｶﾞ",
                "ガ",
                "カ\u{3099}",
                "\u{200b}\u{301}",
            ],
        ),
        // Compatibility ideographs, full and half width, presentation forms, letters of mathematics.
        1 => d.out.push(s.char('\u{f900}'..='\u{fad9}')),
        1 => d.out.push(s.char('\u{ff01}'..='\u{ff5e}')),
        1 => d.out.push(s.char('\u{fb50}'..='\u{fbb1}')),
        1 => d.out.push(s.char('\u{1d400}'..='\u{1d433}')),
    })
}

/// Words of letters that look like others.
#[generator]
pub(super) fn look_alike(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put_one(
        s,
        &[
            "раураl",
            "аррӏе",
            "ɡoogle",
            "Ａ",
            "Α",
            "А",
            "Ꭺ",
            "ᗅ",
            "ꓮ",
            "𝐀",
            "ο",
            "о",
            "0",
            "O",
            "օ",
            "ı",
            "l",
            "|",
            "ǀ",
            "Ӏ",
            "ⅼ",
            "rn",
            "ꓣn",
            "vv",
            "ѵѵ",
            "‐",
            "−",
            "–",
            "—",
            "‒",
            "⁃",
            "ー",
            "一",
            "’",
            "ʼ",
            "′",
            "ꞌ",
            "‚",
            "،",
            "；",
            "\u{37e}",
            "∶",
            "꞉",
            "․",
            "。",
            "⁄",
            "∕",
            "╱",
            "＼",
            "⧵",
            "ǃ",
            "ꜝ",
        ],
    );
}

/// Characters that are not seen, and change or break what is.
#[generator]
pub(super) fn invisible(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        6 => d.put_one(
            s,
            &[
                "\u{200b}",
                "\u{200c}",
                "\u{200d}",
                "\u{feff}",
                "\u{ad}",
                "\u{2060}",
                "\u{34f}",
                "\u{61c}",
                "\u{115f}",
                "\u{1160}",
                "\u{3164}",
                "\u{ffa0}",
                "\u{17b4}",
                "\u{180b}",
                "\u{180e}",
                "\u{2061}",
                "\u{2063}",
                "\u{fff9}",
                "\u{fffa}",
                "\u{fffb}",
                "\u{fffc}",
                "\u{1d173}",
                "\u{110bd}",
                "\u{13430}",
                "\u{600}",
                "\u{6dd}",
                "\u{70f}",
                "\u{8e2}",
                "\u{2800}",
            ],
        ),
        1 => d.out.push(s.char('\u{fe00}'..='\u{fe0f}')),
        1 => d.out.push(s.char('\u{e0100}'..='\u{e01ef}')),
        1 => d.out.push(s.char('\u{e0020}'..='\u{e007f}')),
    })
}

/// Control characters.
#[generator]
pub(super) fn control(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        3 => d.put_one(
            s,
            &[
                "\u{0}", "\u{1b}", "\u{7f}", "\u{8}", "\u{7}", "\u{1a}", "\u{9b}", "\u{85}",
                "\u{80}",
            ],
        ),
        1 => d.out.push(s.char('\0'..='\u{1f}')),
        1 => d.out.push(s.char('\u{80}'..='\u{9f}')),
        1 => d.put_one(
            s,
            &["\u{1b}[31m", "\u{1b}[2J", "\u{1b}]0;x\u{7}", "\u{9b}1m", "a\u{8}b", "a\rb"],
        ),
    })
}

/// Characters at an edge: of an encoding's lengths, of the surrogates, of the planes; those that are
/// none, those of private use, and those not assigned.
#[generator]
pub(super) fn boundary(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    let character = pick!(s, {
        6 => *s.choose(&[
            '\u{7f}',
            '\u{80}',
            '\u{ff}',
            '\u{100}',
            '\u{7ff}',
            '\u{800}',
            '\u{d7ff}',
            '\u{e000}',
            '\u{fffd}',
            '\u{ffff}',
            '\u{fffe}',
            '\u{feff}',
            '\u{10000}',
            '\u{1ffff}',
            '\u{20000}',
            '\u{10fffd}',
            '\u{10ffff}',
            '\u{10fffe}',
            '\u{f8ff}',
            '\u{d7fb}',
            '\u{fdcf}',
            '\u{fdf0}',
            '\u{efffd}',
            '\u{f0000}',
            '\u{ffffd}',
            '\u{100000}',
            '\u{e0001}',
            '\u{d55c}',
        ]),
        1 => s.char('\u{fdd0}'..='\u{fdef}'),
        1 => s.char('\u{e000}'..='\u{f8ff}'),
        1 => s.char('\u{f0000}'..='\u{10fffd}'),
        1 => *s.choose(&['\u{378}', '\u{530}', '\u{2fe0}', '\u{e0080}', '\u{50000}', '\u{a7de}']),
        1 => s.char('\u{40000}'..='\u{dffff}'),
    });
    d.out.push(character);
}

/// Numbers that are not written in ASCII's digits.
#[generator]
pub(super) fn numeral(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => {
            let zero = *s.choose(&ZEROS);
            for _ in 0..s.length(1..=4) {
                let digit = s.int(0..=9u32);
                d.out.extend(char::from_u32(zero as u32 + digit));
            }
        },
        2 => d.put_one(
            s,
            &[
                "Ⅻ", "ↂ", "½", "⅐", "²", "⁹", "₀", "①", "⑳", "㊿", "㈠", "〇", "三", "十", "億",
                "፩", "௰", "𐄐", "𒐀", "🄀", "㎏", "Ⅰ",
            ],
        ),
    })
}

/// The zeros of other scripts; the digits up to nine follow each.
const ZEROS: [char; 22] = [
    '٠', '۰', '߀', '०', '০', '੦', '૦', '௦', '౦', '೦', '൦', '๐', '໐', '༠', '၀', '០', '᠐', '０', '𝟎',
    '𝟘', '𐒠', '𞥐',
];

/// Symbols and punctuation of every general category.
#[generator]
pub(super) fn symbol(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        6 => d.put_one(
            s,
            &[
                "‿", "＿", "—", "〜", "⸺", "„", "⟨", "⟩", "「", "」", "«", "»", "‘", "’", "“", "”",
                "‹", "›", "¿", "§", "؟", "।", "་", "。", "၊", "€", "£", "¥", "₿", "฿", "﷼", "±",
                "∑", "∞", "≠", "←", "⇒", "∀", "√", "´", "¨", "˘", "ʹ", "ˇ", "🏻", "©", "°", "☃",
                "♠", "⌘", "█", "�", "¶", "†", "‰", "⁊", "︵", "﹏", "⁐", "𝄞", "🀄", "🂡",
            ],
        ),
        1 => d.out.push(s.char('\u{2190}'..='\u{23ff}')),
        1 => d.out.push(s.char('\u{2500}'..='\u{27bf}')),
    })
}
