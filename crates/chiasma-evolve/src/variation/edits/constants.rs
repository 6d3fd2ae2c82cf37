//! Strings and numbers of a parent that become constants of the target.
//!
//! The call that drew a string is drawn afresh, in a run whose fresh strings mostly are constants. So the operator reaches
//! whatever a generator draws by `string`, and costs its share of the children only, where constants in a fixed share of
//! all fresh strings cost something in every child. A number or a block of bytes is changed alone, wherever it was drawn.

use std::sync::Arc;

use chiasma_core::{
    Aligned, Ask, ByHash, Constants, FunctionId, Kind, Outline, OutlineRequest, Rng, Trace, width,
};

use super::MAX_ATTEMPTS;
use super::scope::Scope;
use crate::facts::Facts;
use crate::members::pick;
use crate::wire::Wire;

/// How likely a fresh string or number of such a child is a constant. The rest lets a collection mix them with others.
const PROBABILITY: f64 = 0.9;
/// One in this many edits is aimed at a number or a block; the others at a string, if there is one.
const ONE_NUMBER_IN: u64 = 4;

/// The constants of a target, and where they can be put.
#[derive(Debug)]
pub(super) struct ConstantEdits {
    table: Arc<Constants>,
    /// The functions that draw strings, in order.
    strings: Vec<FunctionId>,
    /// Functions that were looked at.
    seen: ByHash<()>,
}

impl ConstantEdits {
    /// None if no constants are known.
    pub(super) fn of(facts: &Facts) -> Option<Self> {
        let table = facts.constants.as_ref()?.table(PROBABILITY, PROBABILITY)?;
        Some(Self { table, strings: Vec::new(), seen: ByHash::default() })
    }

    /// What fresh draws of such children take.
    pub(super) fn table(&self) -> Arc<Constants> {
        Arc::clone(&self.table)
    }

    /// Learns which functions of a traced run draw strings.
    pub(super) fn learn(&mut self, trace: &Trace) {
        for span in trace.spans() {
            if self.seen.insert(span.function.0, ()).is_none()
                && span.is_string()
                && let Err(at) = self.strings.binary_search(&span.function)
            {
                self.strings.insert(at, span.function);
            }
        }
    }

    /// Lets a string, number or block of the parent become a constant; false if none was found.
    pub(super) fn edit(
        &self,
        parent: &Outline,
        scope: Scope,
        child: &mut Aligned,
        rng: &mut Rng,
    ) -> bool {
        let string = if rng.one_in(ONE_NUMBER_IN) { None } else { self.string(parent, scope, rng) };
        if let Some(call) = string {
            child.redraw(call);
            return true;
        }
        (0..MAX_ATTEMPTS).any(|_| {
            let number = number_of_a_function(parent, scope, rng)
                .or_else(|| number_in(parent, scope, |_| true, rng));
            number.is_some_and(|number| self.write(parent, number, child, rng))
        })
    }

    /// A call that drew a string: each function as likely as any other, since some may be called much more often.
    fn string(&self, outline: &Outline, scope: Scope, rng: &mut Rng) -> Option<u32> {
        let calls = self.strings.iter().map(|function| scope.calls_of(*function, outline));
        let mut calls = calls.filter(|calls| !calls.is_empty());
        let last = calls.clone().count().checked_sub(1)?;
        pick(calls.nth(rng.up_to(last as u64) as usize)?, rng)
    }

    /// Lets a number or a block be a constant; false if no constant fits.
    fn write(&self, outline: &Outline, index: usize, child: &mut Aligned, rng: &mut Rng) -> bool {
        let OutlineRequest { kind, max, .. } = outline.requests()[index];
        if kind == Kind::Bytes {
            let constant = self.table.block(outline.answer_range(index).len(), rng);
            return constant.inspect(|bytes| child.change(index).copy_from_slice(bytes)).is_some();
        }
        // Where the range begins is known when it is drawn; if all numbers of its width are answers, it is the type's.
        if child.overwrite(index) {
            return true;
        }
        let low = if kind == Kind::Signed { i64::MIN >> (64 - 8 * width(max)) } else { 0 };
        let answer = self.table.number(&Ask { kind, max, low: low as u64 }, rng);
        answer.inspect(|answer| child.set_answer(index, *answer, rng)).is_some()
    }

    pub(super) fn save(&self, body: &mut Vec<u8>) {
        let strings: Vec<u64> = self.strings.iter().map(|function| function.0).collect();
        strings.write(body);
    }

    pub(super) fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        self.strings = Vec::<u64>::read(body)?.into_iter().map(FunctionId).collect();
        // What was looked at need not be known: looking again finds the same.
        self.seen.clear();
        Some(())
    }
}

/// A request for a number or a block of bytes in a call of any function: each is as likely as any other, since most numbers
/// of an image are picture elements.
fn number_of_a_function(outline: &Outline, scope: Scope, rng: &mut Rng) -> Option<usize> {
    (0..MAX_ATTEMPTS).find_map(|_| {
        let call = scope.call_of_any_function(outline, rng)?;
        number_in(outline, Scope::Call(call), |request| request.call == call, rng)
    })
}

/// The first number or block behind a place at random, of those that are `wanted`.
fn number_in(
    outline: &Outline,
    scope: Scope,
    wanted: impl Fn(&OutlineRequest) -> bool,
    rng: &mut Rng,
) -> Option<usize> {
    let (all, start) = (scope.requests(outline), scope.request(outline, rng)?);
    (start..all.end).chain(all.start..start).find(|&index| {
        let request = &outline.requests()[index];
        matches!(request.kind, Kind::Unsigned | Kind::Signed | Kind::Bytes) && wanted(request)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::rc::Rc;

    use chiasma_core::generators::{any, chars_of, vec};
    use chiasma_core::{Seed, Source};

    use super::*;
    use crate::facts::ConstantFacts;

    type Image = (u32, String, Vec<u8>, String, String, i16, Vec<u8>);

    /// Numbers in the root, in a large call and in one of their own; strings of any kind.
    fn image(s: &mut Source) -> Image {
        let size = s.int(0..1_000_000);
        s.draw(move |s: &mut Source| {
            let letters = s.string(1..20, chars_of("_a-z0-9"));
            let pixels = s.draw(vec(1_000..=1_000, any::<u8>()));
            let name = s.string(1..9, any::<char>());
            let code = s.string(4..=4, |s: &mut Source| s.char('A'..='Z'));
            (size, letters, pixels, name, code, s.draw(any::<i16>()), s.bytes(3))
        })
    }

    fn edits() -> ConstantEdits {
        let constants = ConstantFacts {
            strings: ["RIFF", "word", "six"].map(str::to_owned).to_vec(),
            byte_strings: vec![vec![0xff, 0xd8, 0xff]],
            numbers: vec![77_777, -300],
        };
        ConstantEdits::of(&Facts { constants: Some(constants), ..Facts::default() }).unwrap()
    }

    /// A parent, and `count` children with one edit each.
    fn children(count: u64) -> (Image, Vec<Image>) {
        let mut source = Source::random(Seed(1));
        source.set_tracing(true);
        let (parent, mut edits) = (image(&mut source), edits());
        edits.learn(source.trace());
        let outline = Rc::new(Outline::of(source.trace()));
        let mut rng = Rng::new(Seed(1));
        let made = (0..count).map(|run| {
            let mut child = Aligned::default();
            child.start_from(&outline);
            edits.edit(&outline, Scope::All, &mut child, &mut rng);
            let mut source = Source::random(Seed(0));
            source.set_constants(Some(edits.table()));
            source.load_aligned(child, Seed(run));
            image(&mut source)
        });
        (parent, made.collect())
    }

    #[test]
    fn strings_and_numbers_become_constants_wherever_they_are_drawn_and_nothing_else_changes() {
        let (parent, children) = children(2_000);
        let mut became: BTreeMap<&str, usize> = BTreeMap::new();
        for child in &children {
            let changed = [
                parent.0 != child.0,
                parent.1 != child.1,
                parent.2 != child.2,
                parent.3 != child.3,
                parent.4 != child.4,
                parent.5 != child.5,
                parent.6 != child.6,
            ];
            assert!(changed.iter().filter(|changed| **changed).count() <= 1, "{changed:?}");
            let constants = [
                ("number in the root", child.0 == 77_777),
                ("string by class", ["riff", "word", "six"].contains(&child.1.as_str())),
                ("string", ["RIFF", "word", "six"].contains(&child.3.as_str())),
                ("string of a fixed length", child.4 == "RIFF"),
                ("number of all its width", child.5 == -300),
                ("block", child.6 == [0xff, 0xd8, 0xff] || child.6 == *b"six"),
            ];
            for (name, _) in constants.iter().filter(|(_, is_constant)| *is_constant) {
                *became.entry(name).or_default() += 1;
            }
        }
        // Three of four edits are of one of three kinds of strings; numbers are mostly picture elements.
        for name in ["string by class", "string", "string of a fixed length"] {
            assert!(became.get(name).is_some_and(|count| *count > 100), "{name}: {became:?}");
        }
        for name in ["number in the root", "number of all its width", "block"] {
            assert!(became.get(name).is_some_and(|count| *count > 20), "{name}: {became:?}");
        }
    }

    #[test]
    fn an_input_without_strings_and_numbers_has_nothing_to_be_drawn_afresh() {
        let mut source = Source::random(Seed(1));
        source.set_tracing(true);
        source.draw(|s: &mut Source| (s.bool(), s.index(3)));
        let outline = Rc::new(Outline::of(source.trace()));
        let (mut child, mut edits) = (Aligned::default(), edits());
        edits.learn(source.trace());
        child.start_from(&outline);
        let edited = edits.edit(&outline, Scope::All, &mut child, &mut Rng::new(Seed(1)));
        assert!(!edited && child.is_unchanged());
    }
}
