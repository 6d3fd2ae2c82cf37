//! Quantifiers, and the atoms that they repeat.

use chiasma_core::{Role, Source, pick};
use chiasma_macros::generator;

use super::characters::{character, escaped, spelled};
use super::classes::class;
use super::dialect::Dialects;
use super::groups;
use super::mistakes;
use super::pattern::{Construct, Pattern, construct};
use super::perl;
use super::references::reference;
use super::sets::{dot, property, shorthand};

/// What can be repeated.
#[generator]
fn atom(s: &mut Source, p: &mut Pattern<'_>) {
    if p.repeats > MOST_REPEATS {
        return character(s, p);
    }
    p.one_of(s, ATOMS);
}

const ATOMS: &[Construct] = &[
    construct(8, Dialects::ALL, character),
    construct(3, Dialects::ALL, dot),
    construct(7, Dialects::ALL, shorthand),
    construct(3, Dialects::ALL, property),
    construct(2, Dialects::ALL, escaped),
    construct(2, Dialects::ALL, spelled),
    construct(11, Dialects::ALL, class),
    construct(9, Dialects::ALL, groups::capture),
    construct(5, Dialects::ALL, groups::named),
    construct(5, Dialects::ALL, groups::plain),
    construct(3, Dialects::CLASSIC, groups::flagged),
    construct(2, Dialects::PERL_LIKE, groups::atomic),
    construct(1, Dialects::PERL_LIKE, groups::conditional),
    construct(5, Dialects::LOOKING, reference),
    construct(1, Dialects::PERL, perl::branch_reset),
    construct(3, Dialects::PERL, perl::call),
    construct(1, Dialects::PERL, perl::script_run),
    construct(1, Dialects::PERL, perl::define),
];

/// How often quantifiers, one within the other, repeat anything but a character: automata grow by
/// it, and their engines refuse those that are too large.
const MOST_REPEATS: u32 = 12;

/// How often an atom is repeated.
struct Quantifier {
    text: String,
    /// How often the sample has it.
    times: usize,
    /// How often it makes an automaton have it.
    copies: u32,
}

/// An atom, mostly with a quantifier.
#[generator]
pub(super) fn quantified(s: &mut Source, p: &mut Pattern<'_>) {
    if s.bool() {
        return atom(s, p);
    }
    let quantifier = quantifier(s, p);
    let (start, first_group, outer) = (p.sample.len(), p.groups.len(), p.repeats);
    p.repeats = outer.saturating_mul(quantifier.copies);
    atom(s, p);
    p.repeats = outer;
    let once = p.sample.split_off(start);
    if once.is_empty() {
        // Some engines refuse to repeat what matches nothing.
        return;
    }
    p.put(&quantifier.text);
    for _ in 0..quantifier.times {
        p.sample.push_str(&once);
    }
    if quantifier.times == 0 {
        p.forget(first_group);
    }
}

#[generator]
fn quantifier(s: &mut Source, p: &mut Pattern<'_>) -> Quantifier {
    if p.draft.slip(s) {
        return Quantifier { text: mistakes::quantifier(s).to_owned(), times: 1, copies: 2 };
    }
    if p.fixed {
        let count = s.with_role(Role::Structural, |s| s.int(1..=3u32));
        return Quantifier { text: format!("{{{count}}}"), times: count as usize, copies: count };
    }
    let mut quantifier = pick!(s, {
        6 => open("?", s.length(0..=1usize)),
        6 => open("*", s.length(0..=3usize)),
        6 => open("+", s.length(1..=3usize)),
        4 => exactly(count(s, p)),
        3 => at_least(s, p),
        5 => between(s, p),
        1 => exactly(many(s, p)),
        1 => up_to(s, p),
    });
    quantifier.text.push_str(greed(s, p));
    quantifier
}

fn open(text: &str, times: usize) -> Quantifier {
    Quantifier { text: text.to_owned(), times, copies: 2 }
}

fn exactly(count: u32) -> Quantifier {
    Quantifier { text: format!("{{{count}}}"), times: count as usize, copies: count.max(1) }
}

fn at_least(s: &mut Source, p: &Pattern<'_>) -> Quantifier {
    let least = count(s, p);
    let times = least as usize + s.length(0..=2usize);
    Quantifier { text: format!("{{{least},}}"), times, copies: least + 1 }
}

fn between(s: &mut Source, p: &Pattern<'_>) -> Quantifier {
    let least = count(s, p);
    let more = count(s, p);
    let times = least as usize + s.length(0..=more.min(8) as usize);
    Quantifier { text: format!("{{{least},{}}}", least + more), times, copies: least + more + 1 }
}

/// `{,n}`, which is young.
fn up_to(s: &mut Source, p: &Pattern<'_>) -> Quantifier {
    let most = count(s, p);
    let times = s.length(0..=most.min(8) as usize);
    let text = if p.is(Dialects::PERL) { format!("{{,{most}}}") } else { format!("{{0,{most}}}") };
    Quantifier { text, times, copies: most + 1 }
}

/// A small count; the smaller the more is repeated already.
fn count(s: &mut Source, p: &Pattern<'_>) -> u32 {
    let count = *s.choose(&[1, 0, 2, 2, 3, 4, 5, 10]);
    if p.repeats > 2 { count.min(2) } else { count }
}

/// A count such that only a character can be repeated.
fn many(s: &mut Source, p: &Pattern<'_>) -> u32 {
    let count = *s.choose(&[41, 63, 64, 100, 127, 128, 255, 256, 300, 1000]);
    if p.repeats > 1 { 1 } else { count }
}

fn greed(s: &mut Source, p: &Pattern<'_>) -> &'static str {
    let s = &mut *s.as_value();
    pick!(s, {
        12 => "",
        4 => "?",
        1 => {
            if p.is(Dialects::PERL_LIKE) {
                "+"
            } else {
                ""
            }
        },
    })
}
