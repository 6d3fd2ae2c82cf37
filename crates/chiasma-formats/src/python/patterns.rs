//! `match`, and every kind of pattern.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::compound::block;
use super::expressions::{Precedence, expression};
use super::layout::{Sequence, Trailing, bracketed, end_of_line, indentation, starred_place};
use super::program::{NameKind, Program};
use super::{displays, names, statements, strings, types, words};
use crate::dictionary::Section;
use crate::draft::{Writer as _, distinct};

/// Maximum nesting depth of patterns.
const DEEPEST: u32 = 4;

/// The names that the patterns of a case have bound so far: none may be bound twice.
struct Captures {
    names: Vec<String>,
    /// Whether alternatives are being written, which must all bind the same: nothing.
    in_alternatives: bool,
}

#[generator]
pub(super) fn match_statement(s: &mut Source, p: &mut Program<'_>) {
    p.put("match ");
    pick!(s, {
        5 => expression(s, p, Precedence::Named),
        1 => {
            displays::element(s, p, Precedence::Named);
            p.put(",");
        },
        1 => {
            displays::element(s, p, Precedence::Named);
            p.put(", ");
            displays::element(s, p, Precedence::Named);
        },
    });
    p.put(":");
    end_of_line(s, p);
    let outer = p.indentation.clone();
    p.indentation.push_str(indentation(s));
    p.blocks += 1;
    let count = *s.weighted(&[(2, 1), (3, 2), (2, 3), (1, 5)]);
    for place in 0..count {
        p.share(count - place, |p| case(s, p, count - place - 1));
    }
    p.blocks -= 1;
    p.indentation = outer;
}

/// A case, with this many behind it; only the last may match everything.
#[generator]
fn case(s: &mut Source, p: &mut Program<'_>, following: usize) {
    let indentation = p.indentation.clone();
    p.put(&indentation);
    p.put("case ");
    let mut captures = Captures { names: Vec::new(), in_alternatives: false };
    let everything = u32::from(following == 0 || p.slip(s));
    pick!(s, {
        6 => pattern(s, p, 0, &mut captures),
        1 => open_sequence(s, p, &mut captures),
        2 * everything => capture(s, p, &mut captures),
    });
    for name in std::mem::take(&mut captures.names) {
        p.bind(&name, NameKind::Value);
    }
    if s.one_in(5) {
        p.put(" if ");
        expression(s, p, Precedence::Named);
    }
    if p.blocks > statements::DEEPEST {
        p.put(": pass\n");
    } else {
        block(s, p);
    }
}

type Write = fn(&mut Source, &mut Program<'_>, u32, &mut Captures);

/// A pattern that does not match everything.
#[generator]
fn pattern(s: &mut Source, p: &mut Program<'_>, level: u32, captures: &mut Captures) {
    const PATTERNS: [(u32, Write); 9] = [
        (6, |s, p, _, _| literal_pattern(s, p)),
        (2, |s, p, _, _| value_pattern(s, p)),
        (4, sequence_pattern),
        (4, mapping_pattern),
        (5, class_pattern),
        (3, alternatives),
        (2, same_alternatives),
        (3, as_pattern),
        (1, group_pattern),
    ];
    if p.slip(s) {
        p.put_one(s, &["x | y", "*_", "{**_}", "f''", "-x", "1 + 2", "x as _", "a.b()", "(*a)"]);
        return;
    }
    if level >= DEEPEST || !p.spend() {
        return literal_pattern(s, p);
    }
    s.weighted(&PATTERNS)(s, p, level, captures);
}

/// Any pattern within another, where one may match everything.
#[generator]
fn part(s: &mut Source, p: &mut Program<'_>, level: u32, captures: &mut Captures) {
    pick!(s, {
        4 => capture(s, p, captures),
        4 => pattern(s, p, level + 1, captures),
    });
}

/// A name that takes whatever is there, or `_`, which takes it and binds nothing.
#[generator]
fn capture(s: &mut Source, p: &mut Program<'_>, captures: &mut Captures) {
    if captures.in_alternatives || !s.ratio(3, 4) {
        p.put("_");
        return;
    }
    let name = captured(s, p, captures);
    p.put(&name);
}

/// A new name for the case.
fn captured(s: &mut Source, p: &Program<'_>, captures: &mut Captures) -> String {
    let own = p.word(s, Section::Names, words::NAMES);
    let own = if own == "_" { "x" } else { own };
    let name = distinct(own, |name| captures.names.iter().any(|n| n == name));
    captures.names.push(name.clone());
    name
}

#[generator]
fn literal_pattern(s: &mut Source, p: &mut Program<'_>) {
    const NUMBERS: &[&str] =
        &["0", "1", "-1", "1.5", "-2.5", "0xff", "1 + 2j", "-1 - 1.5j", "3j", "-0", "1_000", "1e3"];
    pick!(s, {
        4 => p.put_one(s, NUMBERS),
        4 => strings::plain_string(s, p),
        1 => strings::bytes(s, p),
        2 => p.put_one(s, &["None", "True", "False"]),
    });
}

/// A dotted name, whose value is compared.
#[generator]
fn value_pattern(s: &mut Source, p: &mut Program<'_>) {
    p.put_one(s, &["Color.", "math.", "a.b.c.", "self."]);
    names::attribute_name(s, p);
}

/// A sequence, of which one part may take what is left over.
#[generator]
fn sequence_pattern(s: &mut Source, p: &mut Program<'_>, level: u32, captures: &mut Captures) {
    let sequence = Sequence::any(s);
    let count = s.length(0..=3);
    let starred = starred_place(s, count, 3);
    let (brackets, trailing) = sequence.brackets(count);
    bracketed(s, p, brackets, (count, trailing), |s, p, place| {
        if starred == Some(place) {
            p.put("*");
            capture(s, p, captures);
        } else {
            part(s, p, level, captures);
        }
    });
}

/// A sequence without brackets, as only a case has it.
#[generator]
fn open_sequence(s: &mut Source, p: &mut Program<'_>, captures: &mut Captures) {
    let count = s.length(1..=3);
    let starred = starred_place(s, count, 3);
    for place in 0..count {
        if place > 0 {
            p.put(", ");
        }
        if starred == Some(place) {
            p.put("*");
            capture(s, p, captures);
        } else {
            part(s, p, 0, captures);
        }
    }
    if count == 1 {
        p.put(",");
    }
}

/// Keys and what their values match.
#[generator]
fn mapping_pattern(s: &mut Source, p: &mut Program<'_>, level: u32, captures: &mut Captures) {
    // Each key at most once: they come in this order.
    const KEYS: &[&str] = &["'a'", "\"key\"", "b'x'", "0", "-1", "1.5", "None", "True", "Color.x"];
    let count = s.length(0..=2);
    let first = s.index(KEYS.len() - 2);
    let has_rest = !captures.in_alternatives && s.one_in(3);
    let all = count + usize::from(has_rest);
    bracketed(s, p, ("{", "}"), (all, Trailing::Allowed), |s, p, place| {
        if place == count {
            let name = captured(s, p, captures);
            p.put("**");
            p.put(&name);
        } else {
            p.put(KEYS[first + place]);
            p.put(": ");
            part(s, p, level, captures);
        }
    });
}

/// A class, and what its attributes match.
#[generator]
fn class_pattern(s: &mut Source, p: &mut Program<'_>, level: u32, captures: &mut Captures) {
    pick!(s, {
        3 => type_pattern_name(s, p),
        1 => p.put("collections.abc.Mapping"),
    });
    let positional = s.length(0..=2);
    let named = s.length(0..=2);
    let mut taken: Vec<String> = Vec::new();
    let trailing = Trailing::Allowed;
    bracketed(s, p, ("(", ")"), (positional + named, trailing), |s, p, place| {
        if place >= positional {
            let own = (*s.as_value().choose(words::KEYWORDS)).to_owned();
            let name = distinct(&own, |name| taken.iter().any(|other| other == name));
            p.put(&name);
            p.put("=");
            taken.push(name);
        }
        part(s, p, level, captures);
    });
}

/// The name of a class that a pattern calls; `None` is not one.
fn type_pattern_name(s: &mut Source, p: &mut Program<'_>) {
    let text = p.capture(|p| types::type_name(s, p));
    p.put(if text == "None" { "object" } else { &text });
}

/// Patterns of which one must match; they bind nothing.
#[generator]
fn alternatives(s: &mut Source, p: &mut Program<'_>, level: u32, captures: &mut Captures) {
    let outer = std::mem::replace(&mut captures.in_alternatives, true);
    p.enclose("(", ")", |p| {
        for place in 0..s.length(2..=3) {
            if place > 0 {
                p.put(" | ");
            }
            pattern(s, p, level + 1, captures);
        }
    });
    captures.in_alternatives = outer;
}

/// Patterns of which one must match, and which all bind one name.
#[generator]
fn same_alternatives(s: &mut Source, p: &mut Program<'_>, _: u32, captures: &mut Captures) {
    // The last needs a name that is bound.
    const FORMS: &[(&str, &str)] = &[
        ("[", "]"),
        ("(", ",)"),
        ("{'a': ", "}"),
        ("int(", ")"),
        ("[", ", *_]"),
        ("A(x=", ")"),
        ("[_, ", ", 2]"),
        ("(0 | 1 as ", ")"),
    ];
    let (name, forms) = match captures.in_alternatives {
        true => ("_".to_owned(), &FORMS[..FORMS.len() - 1]),
        false => (captured(s, p, captures), FORMS),
    };
    p.enclose("(", ")", |p| {
        for place in 0..s.length(2..=3) {
            if place > 0 {
                p.put(" | ");
            }
            let (before, behind) = *s.choose(forms);
            p.put(before);
            p.put(&name);
            p.put(behind);
        }
    });
}

/// A pattern, and a name for what it matches.
#[generator]
fn as_pattern(s: &mut Source, p: &mut Program<'_>, level: u32, captures: &mut Captures) {
    if captures.in_alternatives {
        return literal_pattern(s, p);
    }
    p.enclose("(", ")", |p| {
        pattern(s, p, level + 1, captures);
        p.put(" as ");
        let name = captured(s, p, captures);
        p.put(&name);
    });
}

#[generator]
fn group_pattern(s: &mut Source, p: &mut Program<'_>, level: u32, captures: &mut Captures) {
    p.enclose("(", ")", |p| pattern(s, p, level + 1, captures));
}
