//! Strings and numbers of a parent that become constants of the target.
//!
//! The call that drew a string or a number is drawn afresh, in a run whose fresh strings and numbers mostly are
//! constants. So the operator reaches whatever a generator draws by `string`, and costs its share of the
//! children only, where constants in a fixed share of all fresh strings cost something in every child.

use std::ops::Range;
use std::sync::Arc;

use chiasma_core::{Aligned, Constants, Kind, Outline, Rng};

use super::MAX_ATTEMPTS;
use super::scope::Scope;
use crate::facts::Facts;

/// How likely a fresh string of such a child is a constant. The rest lets a collection mix them with others.
const STRING_PROBABILITY: f64 = 0.9;
/// How likely a fresh number is; most constants are outside a number's range, or have nothing to do with it.
const NUMBER_PROBABILITY: f64 = 0.5;
/// One in this many edits is aimed at a number; the others at a string, if there is one.
const ONE_NUMBER_IN: u64 = 4;
/// Most calls from a character to the string that it is in.
const MAX_CLIMB: usize = 3;

/// The table that fresh draws of such children take; none if no constants are known.
pub(super) fn table(facts: &Facts) -> Option<Arc<Constants>> {
    facts.constants.as_ref()?.table(STRING_PROBABILITY, NUMBER_PROBABILITY)
}

/// Lets a call that drew a string or a number be drawn afresh; false if none was found.
pub(super) fn redraw(parent: &Outline, scope: Scope, child: &mut Aligned, rng: &mut Rng) -> bool {
    let call = if rng.one_in(ONE_NUMBER_IN) { None } else { string(parent, scope, rng) };
    match call.or_else(|| number(parent, scope, rng)) {
        Some(call) => {
            child.redraw(call);
            true
        }
        None => false,
    }
}

/// A call that drew a string: the first one behind a place at random, since strings may be few among many numbers.
fn string(outline: &Outline, scope: Scope, rng: &mut Rng) -> Option<u32> {
    let start = scope.request(outline, rng)?;
    let Range { start: first, end } = scope.requests(outline);
    let (before, behind) = outline.requests()[first..end].split_at(start - first);
    let mut requests = behind.iter().chain(before);
    let character = requests.find(|request| request.kind == Kind::Char)?;
    string_around(outline, character.call)
}

/// A call that drew a number or a block of bytes.
fn number(outline: &Outline, scope: Scope, rng: &mut Rng) -> Option<u32> {
    (0..MAX_ATTEMPTS).find_map(|_| {
        let request = outline.requests()[scope.request(outline, rng)?];
        let is_number = matches!(request.kind, Kind::Unsigned | Kind::Signed | Kind::Bytes);
        (is_number && request.call > 0).then_some(request.call)
    })
}

/// The nearest call that begins with a length, but the root: a string has its characters in calls of their own.
fn string_around(outline: &Outline, mut call: u32) -> Option<u32> {
    for _ in 0..MAX_CLIMB {
        if call == 0 {
            return None;
        }
        let first = outline.requests().get(outline.call(call).first_request as usize)?;
        if first.kind == Kind::Length && first.call == call {
            return Some(call);
        }
        call = outline.call(call).caller()?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::generators::{any, vec};
    use chiasma_core::{Seed, Source};

    fn image(s: &mut Source) -> (String, Vec<u8>, String, u32) {
        let letters = s.string(1..20, |s: &mut Source| s.char('a'..='z'));
        let pixels = s.draw(vec(1_000..=1_000, any::<u8>()));
        (letters, pixels, s.string(1..9, any::<char>()), s.draw(size))
    }

    fn size(s: &mut Source) -> u32 {
        s.int(0..1_000_000)
    }

    #[test]
    fn strings_are_found_among_many_numbers_and_what_is_drawn_afresh_is_theirs_alone() {
        let mut source = Source::random(Seed(1));
        source.set_tracing(true);
        source.draw(image);
        let (outline, mut rng) = (Outline::of(source.trace()), Rng::new(Seed(1)));
        let mut strings = std::collections::BTreeSet::new();
        for _ in 0..100 {
            let call =
                *outline.call(string(&outline, Scope::All, &mut rng).expect("there are two"));
            let first = outline.requests()[call.first_request as usize];
            assert!(first.kind == Kind::Length && call.len() < 100, "{call:?}");
            strings.insert(call.start);
            let call = number(&outline, Scope::All, &mut rng).map(|call| *outline.call(call));
            assert!(call.is_some_and(|call| call.len() <= 3), "{call:?}");
        }
        assert_eq!(strings.len(), 2);
    }

    #[test]
    fn an_input_without_strings_and_numbers_has_nothing_to_be_drawn_afresh() {
        let mut source = Source::random(Seed(1));
        source.set_tracing(true);
        source.draw(|s: &mut Source| (s.bool(), s.index(3)));
        let outline = Outline::of(source.trace());
        let mut child = Aligned::default();
        child.start_from(&std::rc::Rc::new(outline.clone()));
        assert!(
            !redraw(&outline, Scope::All, &mut child, &mut Rng::new(Seed(1)))
                && child.is_unchanged()
        );
    }
}
