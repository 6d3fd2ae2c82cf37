//! Classes: sets of characters in brackets.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::characters::{any, number_of};
use super::dialect::Dialects;
use super::mistakes;
use super::pattern::Pattern;
use super::sets::{POSIX, SHORTHANDS, SHORTHANDS_OF_CLASSES, one_char, one_set, property_text};

/// One item of a class.
enum Item {
    /// All from one character to another.
    Range(char, char),
    /// A set: some characters that are in it, and some that are not.
    Set { includes: &'static str, excludes: &'static str },
}

impl Item {
    /// Whether a character is known not to be in it; with or without regard to case.
    fn lacks(&self, c: char, ignore_case: bool) -> bool {
        match self {
            Self::Set { excludes, .. } => excludes.contains(c),
            Self::Range(low, high) if ignore_case => {
                let within = |c: char| (*low..=*high).contains(&c);
                !within(c) && !c.to_lowercase().any(within) && !c.to_uppercase().any(within)
            }
            Self::Range(low, high) => !(*low..=*high).contains(&c),
        }
    }
}

/// A class.
#[generator]
pub(super) fn class(s: &mut Source, p: &mut Pattern<'_>) {
    if p.draft.slip(s) {
        return mistakes::class(s, p);
    }
    match s.weighted_index(&[28, 1, 1]) {
        1 if p.is(Dialects::REGULAR) => operation(s, p),
        1 if p.is(Dialects::SCRIPT) => {
            p.put("[^]");
            p.sample.push('\n');
        }
        2 if p.is(Dialects::REGULAR) => nested(s, p),
        2 if p.is(Dialects::SCRIPT) => {
            // The class that no character is in.
            p.put("(?:[]|[^])");
            p.sample.push('\n');
        }
        _ => bracketed(s, p),
    }
}

/// Items in brackets, or all characters but those.
#[generator]
fn bracketed(s: &mut Source, p: &mut Pattern<'_>) {
    p.put("[");
    let negated = s.one_in(4);
    if negated {
        p.put("^");
    }
    let mut items = Vec::new();
    // A bracket or a hyphen that comes first stands for itself.
    match s.weighted_index(&[24, 1, 1]) {
        1 if p.is(Dialects::CLASSIC) => {
            p.put("]");
            items.push(Item::Range(']', ']'));
        }
        2 => {
            p.put("-");
            items.push(Item::Range('-', '-'));
        }
        _ => {}
    }
    for _ in 0..s.length(1..=4usize) {
        items.push(item(s, p));
    }
    if s.one_in(16) {
        p.put("-");
        items.push(Item::Range('-', '-'));
    }
    p.put("]");
    if negated {
        outside(s, p, &items);
    } else {
        let taken = s.index(items.len());
        inside(s, p, &items[taken]);
    }
}

/// Adds a character of an item to the sample.
fn inside(s: &mut Source, p: &mut Pattern<'_>, item: &Item) {
    let c = match item {
        Item::Range(low, high) if low == high => *low,
        Item::Range(low, high) => *s.as_value().choose(&[*low, *high]),
        Item::Set { includes, .. } => one_char(s, includes),
    };
    p.sample.push(c);
}

/// Adds a character that no item has to the sample.
fn outside(s: &mut Source, p: &mut Pattern<'_>, items: &[Item]) {
    let lacking = |c: &char| items.iter().all(|item| item.lacks(*c, p.flags.ignore_case));
    let known: Vec<char> = "a0 -_Z\né日😀\t9.~".chars().filter(lacking).collect();
    let c = if known.is_empty() { '§' } else { *s.as_value().choose(&known) };
    p.sample.push(c);
}

/// A character, a range, or a set with a name.
#[generator]
fn item(s: &mut Source, p: &mut Pattern<'_>) -> Item {
    match s.weighted_index(&[8, 4, 3, 4, 2, 2, 1]) {
        0 => single(s, p),
        1 => common_range(s, p),
        2 => free_range(s, p),
        3 => {
            let set = one_set(s, p, &SHORTHANDS[..SHORTHANDS_OF_CLASSES]);
            p.put(set.text);
            Item::Set { includes: set.includes, excludes: set.excludes }
        }
        4 => {
            let (text, includes, excludes) = property_text(s, p);
            p.put(&text);
            Item::Set { includes, excludes }
        }
        5 if p.is(Dialects::CLASSIC) => {
            let set = one_set(s, p, POSIX);
            p.put(set.text);
            Item::Set { includes: set.includes, excludes: set.excludes }
        }
        _ => control(s, p),
    }
}

fn single(s: &mut Source, p: &mut Pattern<'_>) -> Item {
    let c = any(s);
    p.put_char_in_class(c);
    Item::Range(c, c)
}

fn control(s: &mut Source, p: &mut Pattern<'_>) -> Item {
    let letters = [("\\n", '\n'), ("\\t", '\t'), ("\\r", '\r'), ("\\f", '\x0c'), ("\\b", '\x08')];
    let known = if p.is(Dialects::PERL_OR_SCRIPT) { 5 } else { 4 };
    let (text, c) = s.as_value().choose(&letters[..known]);
    p.put(text);
    Item::Range(*c, *c)
}

/// A range that patterns often have.
#[generator]
fn common_range(s: &mut Source, p: &mut Pattern<'_>) -> Item {
    const RANGES: [(char, char); 12] = [
        ('a', 'z'),
        ('A', 'Z'),
        ('0', '9'),
        ('a', 'f'),
        ('1', '3'),
        ('A', 'z'),
        ('+', '/'),
        (' ', '~'),
        ('à', 'ü'),
        ('α', 'ω'),
        ('一', '龥'),
        ('😀', '🙏'),
    ];
    let (low, high) = *s.as_value().choose(&RANGES);
    range(p, low, high);
    Item::Range(low, high)
}

/// A range between any two characters, its ends by number sometimes.
#[generator]
fn free_range(s: &mut Source, p: &mut Pattern<'_>) -> Item {
    let (one, other) = (any(s), any(s));
    let (low, high) = (one.min(other), one.max(other));
    if s.bool() {
        for (place, end) in [low, high].into_iter().enumerate() {
            if place > 0 {
                p.put("-");
            }
            let text = number_of(s, p.dialect, end);
            p.put(&text);
        }
    } else {
        range(p, low, high);
    }
    Item::Range(low, high)
}

fn range(p: &mut Pattern<'_>, low: char, high: char) {
    p.put_char_in_class(low);
    p.put("-");
    p.put_char_in_class(high);
}

/// A class within a class.
#[generator]
fn nested(s: &mut Source, p: &mut Pattern<'_>) {
    p.put("[");
    let outer = item(s, p);
    let start = p.sample.len();
    bracketed(s, p);
    if s.bool() {
        p.sample.truncate(start);
        inside(s, p, &outer);
    }
    p.put("]");
}

/// What two classes have in common, or one has and the other lacks.
#[generator]
fn operation(s: &mut Source, p: &mut Pattern<'_>) {
    p.put("[");
    let left = item(s, p);
    inside(s, p, &left);
    let c = p.sample.chars().next_back().unwrap_or('a');
    match s.index(3) {
        0 => {
            p.put("&&[");
            p.put_char_in_class(c);
            let _ = item(s, p);
            p.put("]");
        }
        way => {
            p.put(if way == 1 { "--" } else { "~~" });
            let _ = item(s, p);
        }
    }
    p.put("]");
}
