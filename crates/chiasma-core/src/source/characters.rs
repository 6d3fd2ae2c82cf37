//! Drawing any character: mostly readable ones, and often those that programs mishandle.

use super::{Source, Wish};

/// Any character: printable ASCII, one that programs often mishandle, or any of Unicode.
pub(super) fn any_char(s: &mut Source) -> char {
    let s = &mut *s.as_value_unless_said();
    match s.wished_char() {
        Some(c) => wished_char(s, c),
        None => {
            let class = class(s);
            char_of(s, class)
        }
    }
}

#[inline]
fn class(s: &mut Source) -> usize {
    s.weighted_index(&[6, 1, 1])
}

#[inline]
fn char_of(s: &mut Source, class: usize) -> char {
    match class {
        0 => s.char_between(' ', '~'),
        1 => *s.choose(&TROUBLESOME),
        _ => s.char_between('\u{80}', char::MAX),
    }
}

/// Any character, while `c` is wished for.
#[cold]
#[inline(never)]
fn wished_char(s: &mut Source, c: char) -> char {
    s.wish(Wish::Choice(class_of(c)));
    let class = class(s);
    if s.was_granted() {
        let place = TROUBLESOME.iter().position(|known| *known == c);
        s.wish(place.filter(|_| class == 1).map_or(Wish::Char(c), Wish::Choice));
    }
    char_of(s, class)
}

/// The first ticket of the class that a character is drawn in.
fn class_of(c: char) -> usize {
    match c {
        ' '..='~' => 0,
        '\u{80}'.. => 7,
        // A control character: it may be one that programs often mishandle.
        _ => 6,
    }
}

/// Characters that programs often mishandle: controls, invisible and reordering ones, those that change
/// length with case or normalisation, and the last of each encoding length.
const TROUBLESOME: [char; 32] = [
    '\n',
    '\t',
    '\r',
    '\0',
    '\u{b}',
    '\u{1b}',
    '\u{7f}',
    '\u{80}',
    '\u{85}',
    '\u{a0}',
    '\u{ad}',
    'ß',
    'é',
    'İ',
    'ı',
    'ſ',
    'ǆ',
    '\u{301}',
    '\u{7ff}',
    '\u{800}',
    'ẞ',
    '\u{200b}',
    '\u{200d}',
    '\u{2028}',
    '\u{202e}',
    'K',
    'ﬁ',
    '\u{feff}',
    '\u{fffd}',
    '\u{ffff}',
    '😀',
    '\u{10ffff}',
];
