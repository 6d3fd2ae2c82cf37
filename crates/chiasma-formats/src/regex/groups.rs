//! Groups: those that capture, and those that say how what is in them is matched.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::assertions::describe;
use super::characters::character;
use super::dialect::{Dialect, Dialects};
use super::pattern::{Captures, Flags, Group, Pattern};
use super::terms::{alternation, sequence};
use super::words::NAMES;
use crate::dictionary::Section;

/// A group that captures, by number.
#[generator]
pub(super) fn capture(s: &mut Source, p: &mut Pattern<'_>) {
    if p.flags.explicit_capture {
        return within(s, p, "(", alternation);
    }
    if p.captures == Captures::No {
        return plain(s, p);
    }
    capturing(s, p, "(", None, alternation);
}

/// A group that captures, by name.
#[generator]
pub(super) fn named(s: &mut Source, p: &mut Pattern<'_>) {
    if p.captures != Captures::Any {
        return plain(s, p);
    }
    let name = name(s, p);
    let open = match p.dialect {
        Dialect::EcmaScript => format!("(?<{name}>"),
        Dialect::Perl => pick!(s, {
            format!("(?<{name}>"),
            format!("(?P<{name}>"),
            format!("(?'{name}'"),
        }),
        _ if s.as_value().bool() => format!("(?P<{name}>"),
        _ => format!("(?<{name}>"),
    };
    capturing(s, p, &open, Some(name), alternation);
}

/// A group that captures nothing.
#[generator]
pub(super) fn plain(s: &mut Source, p: &mut Pattern<'_>) {
    within(s, p, "(?:", alternation);
}

/// A group with flags of its own.
#[generator]
pub(super) fn flagged(s: &mut Source, p: &mut Pattern<'_>) {
    let (text, flags) = flag_text(s, p);
    let outer = std::mem::replace(&mut p.flags, flags);
    within(s, p, &format!("(?{text}:"), alternation);
    p.flags = outer;
}

/// A group that is not entered again when what follows does not match.
#[generator]
pub(super) fn atomic(s: &mut Source, p: &mut Pattern<'_>) {
    within(s, p, "(?>", alternation);
}

/// What to match if a group took part in the match, and if not.
#[generator]
pub(super) fn conditional(s: &mut Source, p: &mut Pattern<'_>) {
    if p.is(Dialects::PERL) && s.one_in(3) {
        return looking_conditional(s, p);
    }
    let closed: Vec<usize> = (0..p.groups.len()).filter(|at| !p.groups[*at].open).collect();
    if closed.is_empty() || p.fixed {
        return character(s, p);
    }
    let group = *s.choose(&closed);
    let condition = match &p.groups[group].name {
        Some(name) if p.is(Dialects::PERL) && s.bool() => format!("'{name}'"),
        Some(name) => format!("<{name}>"),
        None => (group + 1).to_string(),
    };
    let then = if p.groups[group].captured.is_some() { Sampled::Yes } else { Sampled::No };
    let flags = p.flags;
    p.put(&format!("(?({condition})"));
    branch(s, p, then);
    if !s.one_in(4) {
        p.put("|");
        branch(s, p, then.otherwise());
    }
    p.put(")");
    p.flags = flags;
}

/// What to match if what follows begins so, and if not.
#[generator]
fn looking_conditional(s: &mut Source, p: &mut Pattern<'_>) {
    if p.fixed {
        return character(s, p);
    }
    let captures = std::mem::replace(&mut p.captures, Captures::No);
    let flags = p.flags;
    let (at, start) = (p.draft.out.len(), p.sample.len());
    branch(s, p, Sampled::Yes);
    let then = p.draft.out.split_off(at);
    let following: String = p.sample[start..].chars().take(2).collect();
    if following.is_empty() {
        p.draft.put_one(s, &["(?(VERSION>=10.0)", "(?(?!~)", "(?(?<!~)"]);
    } else {
        p.put("(?(?=");
        describe(s, p, &following);
        p.put(")");
    }
    p.put(&then);
    p.put("|");
    branch(s, p, Sampled::No);
    p.put(")");
    p.flags = flags;
    p.captures = captures;
}

/// Whether what a branch matches is part of the sample.
#[derive(Clone, Copy)]
pub(super) enum Sampled {
    Yes,
    No,
}

impl Sampled {
    /// The same for the other branch of a conditional.
    fn otherwise(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
        }
    }
}

/// One side of a conditional, which adds to the sample only if it is taken; flags that are set in
/// it hold for what follows up to the end of the conditional.
pub(super) fn branch(s: &mut Source, p: &mut Pattern<'_>, sampled: Sampled) {
    let (start, first_group) = (p.sample.len(), p.groups.len());
    p.depth += 1;
    sequence(s, p);
    p.depth -= 1;
    match sampled {
        Sampled::Yes => {}
        Sampled::No => {
            p.sample.truncate(start);
            p.forget(first_group);
        }
    }
}

/// Flags that hold from here to the end of the group.
#[generator]
pub(super) fn flags(s: &mut Source, p: &mut Pattern<'_>) {
    let (text, flags) = flag_text(s, p);
    p.put(&format!("(?{text})"));
    p.flags = flags;
}

/// Flags as text, and what holds with them.
fn flag_text(s: &mut Source, p: &Pattern<'_>) -> (String, Flags) {
    let mut flags = p.flags;
    let mut text = String::new();
    if p.is(Dialects::PERL) && s.one_in(10) {
        flags = Flags::default();
        text.push('^');
    }
    let letters: &[&str] = match p.dialect {
        Dialect::Regular => &["i", "s", "m", "x", "U", "u", "R"],
        Dialect::Perl => &["i", "s", "m", "x", "xx", "U", "J", "n", "a", "aD", "r"],
        _ => &["i", "s", "m", "x"],
    };
    for _ in 0..s.length(1..=2usize) {
        let letters = letters[s.index(letters.len())];
        if !text.contains(&letters[..1]) {
            text.push_str(letters);
            for letter in letters.chars() {
                if let Some(flag) = flags.of(letter) {
                    *flag = true;
                }
            }
        }
    }
    if !text.starts_with('^') && s.one_in(6) {
        // Without `u` a class may match what is not UTF-8, which many searches refuse.
        let letter = *s.choose(&['i', 's', 'm', 'x']);
        if !text.contains(letter) {
            text.push('-');
            text.push(letter);
            if let Some(flag) = flags.of(letter) {
                *flag = false;
            }
        }
    }
    (text, flags)
}

impl Flags {
    /// The flag of a letter, if it changes what is written.
    fn of(&mut self, letter: char) -> Option<&mut bool> {
        match letter {
            'i' => Some(&mut self.ignore_case),
            'm' => Some(&mut self.multi_line),
            's' => Some(&mut self.dot_all),
            'x' => Some(&mut self.extended),
            'n' => Some(&mut self.explicit_capture),
            _ => None,
        }
    }
}

/// A name that no group has so far.
fn name(s: &mut Source, p: &Pattern<'_>) -> String {
    let s = &mut *s.as_value();
    let mut name = p.draft.word(s, Section::Names, NAMES).to_owned();
    while p.groups.iter().any(|group| group.name.as_deref() == Some(name.as_str())) {
        name.push('2');
    }
    name
}

/// Writes a group that captures.
pub(super) fn capturing(
    s: &mut Source,
    p: &mut Pattern<'_>,
    open: &str,
    name: Option<String>,
    body: fn(&mut Source, &mut Pattern<'_>),
) {
    let number = p.groups.len();
    let start = p.sample.len();
    p.groups.push(Group { name, captured: None, open: true });
    within(s, p, open, body);
    p.groups[number].open = false;
    p.groups[number].captured = Some(p.sample[start..].to_owned());
}

/// Writes a group that begins with `open`; flags that are set in it end with it.
pub(super) fn within(
    s: &mut Source,
    p: &mut Pattern<'_>,
    open: &str,
    body: fn(&mut Source, &mut Pattern<'_>),
) {
    let flags = p.flags;
    p.put(open);
    p.depth += 1;
    body(s, p);
    p.depth -= 1;
    if !p.draft.slip(s) {
        p.put(")");
    }
    p.flags = flags;
}
