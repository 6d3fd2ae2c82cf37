//! Regular-expression literals.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::program::Program;

/// What a pattern's parts have to know: how it is read, and the groups so far.
struct Pattern {
    mode: Mode,
    groups: u32,
    names: u32,
    depth: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Legacy,
    Unicode,
    Sets,
}

/// Which flags a literal has to have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flags {
    Any,
    Global,
}

const NAMES: [&str; 4] = ["n", "year", "$a", "π"];

/// A regular-expression literal.
#[generator]
pub(super) fn regex_literal(s: &mut Source, p: &mut Program<'_>, flags: Flags) {
    let mode = *s.weighted(&[(5, Mode::Legacy), (2, Mode::Unicode), (1, Mode::Sets)]);
    let mut pattern = Pattern { mode, groups: 0, names: 0, depth: 0 };
    p.put("/");
    let start = p.len();
    disjunction(s, p, &mut pattern);
    if p.slip(s) {
        p.put_one(s, &["(", "[", "*", "\\", "(?<n", "{1,", "(?<", ")", "[b-a]"]);
    }
    if matches!(p.since(start), "") || p.since(start).starts_with('*') {
        p.insert(start, "(?:)");
    }
    p.put("/");
    if flags == Flags::Global {
        p.put("g");
    }
    // Bits say which of the rest it has; most have few.
    let bits = s.byte() & s.byte();
    for (bit, flag) in ["i", "g", "m", "s", "y", "d"].into_iter().enumerate() {
        if bits >> bit & 1 == 1 && !(flag == "g" && flags == Flags::Global) {
            p.put(flag);
        }
    }
    match mode {
        Mode::Legacy => {}
        Mode::Unicode => p.put("u"),
        Mode::Sets => p.put("v"),
    }
    if p.slip(s) {
        p.put_one(s, &["gg", "x", "uv"]);
    }
}

/// Alternatives with `|` between them.
#[generator]
fn disjunction(s: &mut Source, p: &mut Program<'_>, pattern: &mut Pattern) {
    let count = [1, 1, 1, 2, 3][s.index(5)];
    for index in 0..count {
        if index > 0 {
            p.put("|");
        }
        for _ in 0..s.length(if count == 1 { 1..=4 } else { 0..=2 }) {
            term(s, p, pattern);
        }
    }
}

/// An assertion, or an atom with a quantifier or without.
#[generator]
fn term(s: &mut Source, p: &mut Program<'_>, pattern: &mut Pattern) {
    if s.one_in(8) {
        return assertion(s, p, pattern);
    }
    atom(s, p, pattern);
    if s.one_in(3) {
        p.put_one(s, &["*", "+", "?", "{2}", "{1,}", "{0,2}", "{0}", "{2,3}"]);
        if s.as_value().one_in(4) {
            p.put("?");
        }
    }
}

/// `^`, `$`, `\b` and what looks around.
#[generator]
fn assertion(s: &mut Source, p: &mut Program<'_>, pattern: &mut Pattern) {
    let index = s.weighted_index(&[3, 3, 3, 1, 1, 1, 1, 1]);
    p.put(["^", "$", "\\b", "\\B", "(?=", "(?!", "(?<=", "(?<!"][index]);
    if index >= 4 {
        nested(s, p, pattern);
        p.put(")");
    }
}

/// A pattern within parentheses.
fn nested(s: &mut Source, p: &mut Program<'_>, pattern: &mut Pattern) {
    if pattern.depth >= 3 {
        return p.put("a");
    }
    pattern.depth += 1;
    disjunction(s, p, pattern);
    pattern.depth -= 1;
}

/// One thing to match.
#[generator]
fn atom(s: &mut Source, p: &mut Program<'_>, pattern: &mut Pattern) {
    pick!(s, {
        10 => p.put_one(s, &["a", "b", "c", "ab", "x", "0", "1", " ", ",", "-", "é", "😀", "ß"]),
        2 => p.put("."),
        3 => p.put_one(s, &["\\d", "\\w", "\\s", "\\D", "\\W", "\\S"]),
        3 => class(s, p, pattern),
        3 => {
            p.put("(");
            pattern.groups += 1;
            nested(s, p, pattern);
            p.put(")");
        },
        1 => {
            p.put("(?:");
            nested(s, p, pattern);
            p.put(")");
        },
        1 => match NAMES.get(pattern.names as usize) {
            Some(name) => {
                pattern.names += 1;
                pattern.groups += 1;
                p.put(&format!("(?<{name}>"));
                nested(s, p, pattern);
                p.put(")");
            }
            None => p.put("z"),
        },
        1 => back_reference(s, p, pattern),
        1 => character_escape(s, p, pattern.mode),
    })
}

/// A group that was opened already, again.
fn back_reference(s: &mut Source, p: &mut Program<'_>, pattern: &Pattern) {
    let s = &mut *s.as_value();
    match (s.index(2), pattern.names, pattern.groups) {
        (1, names @ 1.., _) => p.put(&format!("\\k<{}>", NAMES[s.index(names as usize)])),
        (_, _, groups @ 1..) => {
            // What comes next could be a digit of the same number.
            p.put(&format!("\\{}(?:)", s.int(1..=groups.min(9))));
        }
        _ => p.put("\\/"),
    }
}

/// A character by escape.
fn character_escape(s: &mut Source, p: &mut Program<'_>, mode: Mode) {
    let s = &mut *s.as_value();
    let index = s.weighted_index(&[3, 2, 2, 2]);
    match (index, mode) {
        (0, _) => p.put_one(
            s,
            &["\\.", "\\*", "\\/", "\\\\", "\\[", "\\n", "\\t", "\\x41", "\\u0041", "\\cA"],
        ),
        (1, Mode::Legacy) => p.put_one(s, &["\\a", "\\-", "\\_", "\\e", "]", "\\p"]),
        (1, _) => p.put_one(s, &["\\u{1F600}", "\\u{61}", "\\ud83d\\ude00", "\\u{0}"]),
        (2, Mode::Unicode | Mode::Sets) => property(s, p),
        (3, Mode::Sets) => p.put_one(s, &["\\p{RGI_Emoji}", "\\p{Emoji_Keycap_Sequence}"]),
        _ => p.put("\\ud83d"),
    }
}

/// `\p{...}`.
fn property(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    p.put_one(s, &["\\p{", "\\P{"]);
    p.put_one(
        s,
        &[
            "L",
            "Lu",
            "Letter",
            "Nd",
            "ASCII",
            "Any",
            "Alphabetic",
            "Emoji",
            "Script=Greek",
            "sc=Cyrillic",
            "scx=Han",
            "gc=P",
            "White_Space",
            "ID_Start",
            "Assigned",
        ],
    );
    p.put("}");
}

/// A class of characters in brackets.
#[generator]
fn class(s: &mut Source, p: &mut Program<'_>, pattern: &mut Pattern) {
    p.put_one(s, &["[", "[", "[^"]);
    if pattern.mode == Mode::Sets && s.bool() {
        set_operation(s, p);
    } else {
        for _ in 0..s.length(0..=3) {
            class_range(s, p, pattern.mode);
        }
    }
    p.put("]");
}

/// A character, a range or an escape in a class.
fn class_range(s: &mut Source, p: &mut Program<'_>, mode: Mode) {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => p.put_one(s, &["a", "b", "0", "_", "é", "x", "😀"]),
        4 => p.put_one(s, &["a-z", "0-9", "A-Z", "b-c", "\\x00-\\x7f", "\\u0100-\\uffff", "α-ω"]),
        3 => p.put_one(s, &["\\d", "\\w", "\\S", "\\b", "\\]", "\\\\", "\\n", "\\x00", "\\/"]),
        1 => {
            if mode == Mode::Legacy {
                p.put_one(s, &["\\c", "\\-", "["])
            } else {
                property(s, p)
            }
        },
    })
}

/// What only the `v` flag has: classes within classes, differences, intersections, strings.
#[generator]
fn set_operation(s: &mut Source, p: &mut Program<'_>) {
    match s.index(4) {
        0 => p.put("[a-z]"),
        1 => {
            p.put_one(s, &["[a-z]", "\\p{L}", "\\w"]);
            p.put_one(s, &["--", "&&"]);
            p.put_one(s, &["[aeiou]", "\\d", "\\p{Lu}", "[^b]"]);
        }
        // A negated class may hold no strings.
        2 if !p.since(0).ends_with('^') => p.put_one(s, &["\\q{abc|d}", "\\q{}", "a\\q{😀}"]),
        _ => p.put("[b-d[x]\\&]"),
    }
}
