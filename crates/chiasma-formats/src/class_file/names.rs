//! Names: of members, variables, classes, packages (section 4.2), and the contents of strings.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Class;
use super::mutf8::{self, lone_surrogate};
use super::words;
use crate::dictionary::Section;

/// How many characters of a dictionary's word are used: a constant has room for 65,535 bytes.
const LONGEST: usize = 1000;

/// Units that stand alone, or in the wrong order, in a string of Java.
const LONE: [u16; 6] = [0xd800, 0xdbff, 0xdc00, 0xdfff, 0xd83d, 0xde00];

/// Characters that trouble those who read, print or compare them.
const ODD: &[char] = &[
    '\0',
    ' ',
    '\n',
    '"',
    '\'',
    '\\',
    '-',
    '$',
    '_',
    '(',
    ')',
    ':',
    '#',
    '%',
    '{',
    '\u{7f}',
    '\u{80}',
    'é',
    'ß',
    'İ',
    'λ',
    '\u{300}',
    '\u{7ff}',
    '\u{800}',
    '\u{200d}',
    '\u{202e}',
    '\u{2028}',
    '\u{e000}',
    '\u{feff}',
    '\u{fffd}',
    '\u{ffff}',
    '\u{10000}',
    '😀',
    '\u{10ffff}',
];

/// The name of a field, a method, a parameter or a variable.
#[generator]
pub(super) fn identifier(s: &mut Source, c: &mut Class<'_>) -> String {
    let s = &mut *s.as_value();
    let name = pick!(s, {
        14 => c.draft.word(s, Section::Names, words::NAMES).to_owned(),
        3 => numbered(s),
        1 => {
            if c.version >= 49 {
                odd_name(s)
            } else {
                numbered(s)
            }
        },
    });
    let name = legal(c, &name);
    if c.draft.slip(s) { spoilt(s, c, name) } else { name }
}

/// The name of a method, which has no `<` or `>`.
pub(super) fn method_name(s: &mut Source, c: &mut Class<'_>) -> String {
    let s = &mut *s.as_value();
    let name =
        if s.one_in(6) { identifier(s, c) } else { words::one_of(s, words::METHODS).to_owned() };
    name.replace(['<', '>'], "_")
}

/// The name of a type parameter or of a class in a signature, which has none of the signs there.
pub(super) fn simple_name(s: &mut Source, c: &mut Class<'_>) -> String {
    let s = &mut *s.as_value();
    identifier(s, c).replace(['<', '>', ':', '^', '*'], "_")
}

/// The name of a class that the library does not have, with its packages.
#[generator]
pub(super) fn class_name(s: &mut Source, c: &mut Class<'_>) -> String {
    let s = &mut *s.as_value();
    pick!(s, {
        8 => {
            let word = c.draft.word(s, Section::Names, words::OWN_CLASSES);
            // What a dictionary says may be the name as the language has it.
            let parts = word.split(['/', '.']).filter(|part| !part.is_empty());
            let name = parts.map(|part| legal(c, part)).collect::<Vec<_>>().join("/");
            if name.is_empty() { words::OWN_CLASSES[0].to_owned() } else { name }
        },
        2 => format!("{}/{}", package(s), identifier(s, c)),
        1 => format!("{}${}", *s.choose(words::OWN_CLASSES), identifier(s, c)),
    })
}

/// The name of a package.
pub(super) fn package(s: &mut Source) -> String {
    (*s.choose(words::PACKAGES)).to_owned()
}

/// The contents of a string.
#[generator]
pub(super) fn text(s: &mut Source, c: &mut Class<'_>) -> String {
    let s = &mut *s.as_value();
    let text = pick!(s, {
        8 => c.draft.word(s, Section::Texts, words::TEXTS).chars().take(LONGEST).collect(),
        6 => {
            let length = s.length(0..=6);
            (0..length).map(|_| character(s)).collect()
        },
        1 => character(s).to_string().repeat(*s.choose(&[127, 128, 256, 600])),
    });
    if c.draft.slip(s) {
        damage(s, c, &text);
    }
    text
}

/// A character of a string, a surrogate without a partner among them.
fn character(s: &mut Source) -> char {
    pick!(s, {
        4 => s.char('a'..='z'),
        3 => *s.choose(ODD),
        2 => lone_surrogate(*s.choose(&LONE)),
        1 => s.char(..),
    })
}

fn numbered(s: &mut Source) -> String {
    let stem = *s.choose(&["f", "val$", "lambda$main$", "access$00", "$SwitchMap$"]);
    format!("{stem}{}", s.int(0..=9))
}

fn odd_name(s: &mut Source) -> String {
    let s = &mut *s.as_value();
    let length = s.length(1..=4);
    (0..length).map(|_| character(s)).collect()
}

/// The name without what no name may have; classes before Java 5 have names of the language only.
fn legal(c: &Class<'_>, name: &str) -> String {
    let name: String = name
        .chars()
        .take(LONGEST)
        .map(|sign| if matches!(sign, '.' | ';' | '[' | '/') { '_' } else { sign })
        .collect();
    let plain = name.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '$'))
        && !name.starts_with(|sign: char| sign.is_ascii_digit());
    if name.is_empty() || (c.version < 49 && !plain) { words::NAMES[0].to_owned() } else { name }
}

/// A name with a mistake in it.
fn spoilt(s: &mut Source, c: &mut Class<'_>, name: String) -> String {
    pick!(s, {
        1 => String::new(),
        1 => format!("{name}{}", s.choose(&[".", ";", "[", "/", "<", ">"])),
        1 => (*s.choose(&["<init>", "<clinit>", "<x>", "java/lang/Object", "[I"])).to_owned(),
        1 => {
            damage(s, c, &name);
            name
        },
    })
}

/// Makes the constant of a text illegal, wherever it is used.
fn damage(s: &mut Source, c: &mut Class<'_>, text: &str) {
    let index = c.pool.utf8(text);
    let mut bytes = mutf8::encode(text);
    mutf8::damage(s, &mut bytes);
    c.pool.rewrite(index, bytes);
}
