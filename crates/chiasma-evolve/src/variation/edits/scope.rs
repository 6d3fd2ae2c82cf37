//! Where in a parent an edit is made: anywhere, or within a call that returns an influencing type.

use std::ops::Range;

use chiasma_core::{ByHash, FunctionId, Outline, Rng, Trace, TypeId};

use super::MAX_ATTEMPTS;
use crate::facts::influencing_type;
use crate::members::pick;
use crate::variation::types::InfluencingTypes;
use crate::wire::Wire;

/// The part of a parent that an edit is made in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// All of it.
    All,
    /// One of its calls that consumed something, with the calls in it.
    Call(u32),
}

impl Scope {
    /// A call that consumed something.
    pub(super) fn call(self, outline: &Outline, rng: &mut Rng) -> Option<u32> {
        let Self::Call(outer) = self else { return pick(outline.consuming_calls(), rng) };
        let inner = u64::from(outline.call(outer).next - outer - 1);
        let any = (0..MAX_ATTEMPTS).map(|_| outer + rng.up_to(inner) as u32);
        Some(any.into_iter().find(|&call| !outline.call(call).is_empty()).unwrap_or(outer))
    }

    /// A call that consumed something, and not everything: an edit of a call around everything would be an edit of the
    /// whole input, and leave nothing to all others.
    pub(super) fn part(self, outline: &Outline, rng: &mut Rng) -> Option<u32> {
        (0..MAX_ATTEMPTS)
            .filter_map(|_| self.call(outline, rng))
            .find(|&call| !outline.is_whole(call))
    }

    /// A call that consumed something: where the scope is all, each function is as likely as any other, and the root is
    /// one of them.
    pub(super) fn call_of_any_function(self, outline: &Outline, rng: &mut Rng) -> Option<u32> {
        let Self::All = self else { return self.call(outline, rng) };
        let mut functions = outline.calls_by_function();
        let nth = rng.up_to(functions.len() as u64) as usize;
        functions.nth(nth).map_or(Some(0), |calls| pick(calls, rng))
    }

    /// The calls of a function in it that consumed something.
    pub(super) fn calls_of(self, function: FunctionId, outline: &Outline) -> &[u32] {
        let calls = outline.calls_of(function);
        let Self::Call(outer) = self else { return calls };
        let start = calls.partition_point(|call| *call < outer);
        let end = calls.partition_point(|call| *call < outline.call(outer).next);
        &calls[start..end]
    }

    /// Whether a call around one of its calls can be edited, too: never the root.
    pub(super) fn contains(self, caller: u32) -> bool {
        match self {
            Self::All => caller > 0,
            Self::Call(outer) => caller >= outer,
        }
    }

    /// A request.
    pub(super) fn request(self, outline: &Outline, rng: &mut Rng) -> Option<usize> {
        let Range { start, end } = self.requests(outline);
        let last = (end - start).checked_sub(1)?;
        Some(start + rng.up_to(last as u64) as usize)
    }

    /// The requests made in it.
    pub(super) fn requests(self, outline: &Outline) -> Range<usize> {
        let all = outline.requests();
        let Self::Call(outer) = self else { return 0..all.len() };
        let call = outline.call(outer);
        let start = call.first_request as usize;
        start..start + all[start..].partition_point(|request| request.at < call.end)
    }
}

/// The functions of the generator that are known to return an influencing type.
#[derive(Debug, Default)]
pub(super) struct Makers {
    /// In order.
    known: Vec<(TypeId, FunctionId)>,
    /// Functions that were looked at, each with a type that it returns: a generic one returns several.
    seen: ByHash<()>,
}

impl Makers {
    /// Learns what the functions of a traced run return.
    pub(super) fn learn(&mut self, trace: &Trace, types: &InfluencingTypes) {
        if types.is_empty() {
            return;
        }
        for span in trace.spans().iter().skip(1) {
            let looked_at = span.function.0 ^ span.returns.0.rotate_left(32);
            if self.seen.insert(looked_at, ()).is_some() {
                continue;
            }
            let maker = (influencing_type(span.type_name), span.function);
            if types.contains(maker.0)
                && let Err(at) = self.known.binary_search(&maker)
            {
                self.known.insert(at, maker);
            }
        }
    }

    /// One of the calls that return a type, each as likely as any other.
    pub(super) fn call_returning(
        &self,
        ty: TypeId,
        outline: &Outline,
        rng: &mut Rng,
    ) -> Option<u32> {
        let start = self.known.partition_point(|(known, _)| *known < ty);
        let functions = self.known[start..].iter().take_while(|(known, _)| *known == ty);
        let calls = functions.map(|(_, function)| outline.calls_of(*function));
        let count: usize = calls.clone().map(<[u32]>::len).sum();
        let nth = rng.up_to(count.checked_sub(1)? as u64) as usize;
        calls.flatten().nth(nth).copied()
    }

    pub(super) fn save(&self, body: &mut Vec<u8>) {
        let known: Vec<(u64, u64)> = self.known.iter().map(|(ty, by)| (ty.0, by.0)).collect();
        known.write(body);
    }

    pub(super) fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        let known: Vec<(u64, u64)> = Vec::read(body)?;
        self.known = known.into_iter().map(|(ty, by)| (TypeId(ty), FunctionId(by))).collect();
        // What was looked at need not be known: looking again finds the same.
        self.seen.clear();
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use chiasma_core::generators::{any, vec};
    use chiasma_core::{Aligned, Seed, Source};

    use super::super::{Edits, Recipe};
    use super::*;
    use crate::facts::{Facts, TypeDistance, TypeFacts};
    use crate::members::Members;
    use crate::settings::Settings;
    use crate::strategies::StrategyName;
    use crate::variation::Variation;

    #[derive(Debug, Clone, PartialEq)]
    struct Calendar(u8, u16);

    fn calendar(s: &mut Source) -> Calendar {
        Calendar(s.int(1..=12), s.draw(|s: &mut Source| s.int(1_990..=2_030)))
    }

    fn file(s: &mut Source) -> (Vec<u8>, Box<Calendar>) {
        (s.draw(vec(500..=500, any::<u8>())), Box::new(s.draw(calendar)))
    }

    fn calendars(s: &mut Source) -> Vec<Calendar> {
        s.draw(vec(3..=3, file)).into_iter().map(|(_, calendar)| *calendar).collect()
    }

    fn traced() -> (Source, Outline) {
        let mut source = Source::random(Seed(1));
        source.set_tracing(true);
        calendars(&mut source);
        let outline = Outline::of(source.trace());
        (source, outline)
    }

    fn facts() -> Facts {
        let distances = vec![TypeDistance { name: "Calendar".into(), distance: 2.0 }];
        let types = Some(TypeFacts { distances, branches: Vec::new() });
        Facts { types, ..Facts::default() }
    }

    fn settings(types: &str) -> Settings {
        let mut settings = StrategyName::preferred().settings();
        settings.set(types).unwrap();
        settings
    }

    /// How many of 400 children with one edit by a recipe have other calendars than their parent.
    fn changed(recipe: Recipe, types: &str) -> usize {
        let (mut source, outline) = traced();
        let outline = Rc::new(outline);
        let mut edits = Edits::new(&settings(types), &facts());
        edits.traced(source.trace());
        let parent = calendars(&mut Source::replay(outline.bytes(), Seed(0)));
        let (mut rng, members) = (Rng::new(Seed(1)), Members::default());
        let of_calendars = (0..400).filter(|run| {
            let mut child = Aligned::default();
            child.start_from(&outline);
            let scope = edits.scope(&outline, &mut rng);
            edits.edit(recipe, &outline, scope, &members, &mut child, &mut rng);
            let mut source = Source::random(Seed(0));
            source.load_aligned(child, Seed(*run));
            calendars(&mut source) != parent
        });
        of_calendars.count()
    }

    #[test]
    fn edits_of_the_default_fall_on_calendars_as_often_as_they_are_to_be_aimed() {
        for recipe in
            [Recipe::Calls, Recipe::Answers, Recipe::Nudges, Recipe::Inner, Recipe::Rearranged]
        {
            let [without, half, all] =
                ["types=0", "types=0.5", "types=1"].map(|t| changed(recipe, t));
            // Three calendars are six of 1,500 requests; what is around them is edited, too.
            assert!(without < 70, "{recipe:?}: {without} of 400");
            assert!(
                all > 180 && all > 2 * without,
                "{recipe:?}: {all} of 400, {without} without types"
            );
            assert!(without < half && half < all, "{recipe:?}: {without}, {half}, {all}");
        }
    }

    #[test]
    fn calls_that_return_a_type_are_found_by_what_was_learned_and_edits_stay_within_them() {
        let (mut source, outline) = traced();
        let types = InfluencingTypes::new(&settings("types=1"), &facts());
        let mut makers = Makers::default();
        let (mut rng, calendar) = (Rng::new(Seed(1)), influencing_type("Calendar"));
        assert_eq!(makers.call_returning(calendar, &outline, &mut rng), None);
        makers.learn(source.trace(), &types);
        let mut found = std::collections::BTreeSet::new();
        for _ in 0..100 {
            let call = makers.call_returning(calendar, &outline, &mut rng).unwrap();
            found.insert(call);
            let (scope, bytes) = (Scope::Call(call), outline.call(call));
            assert_eq!(scope.requests(&outline).len(), 2);
            let request = scope.request(&outline, &mut rng).unwrap();
            assert!((bytes.start..bytes.end).contains(&outline.requests()[request].at));
            let inner = scope.call(&outline, &mut rng).unwrap();
            assert!(inner == call || inner == call + 1, "{inner} in {call}");
        }
        assert_eq!(found.len(), 3, "one in each file");
        let mut saved = Vec::new();
        makers.save(&mut saved);
        let mut restored = Makers::default();
        restored.load(&mut &saved[..]).unwrap();
        assert_eq!(restored.known, makers.known);
    }

    #[test]
    fn a_call_of_one_request_never_draws_the_same_again() {
        let flag = |s: &mut Source| s.bool();
        let flags = |s: &mut Source| s.draw(vec(8..=8, flag));
        let mut source = Source::random(Seed(3));
        source.set_tracing(true);
        let parent = flags(&mut source);
        let outline = Rc::new(Outline::of(source.trace()));
        let edits = Edits::new(&settings("climb=0"), &Facts::default());
        let (mut rng, members) = (Rng::new(Seed(1)), Members::default());
        let mut changed = 0;
        for run in 0..400 {
            let mut child = Aligned::default();
            child.start_from(&outline);
            edits.edit(Recipe::Calls, &outline, Scope::All, &members, &mut child, &mut rng);
            let mut source = Source::random(Seed(0));
            source.load_aligned(child, Seed(run));
            changed += usize::from(flags(&mut source) != parent);
        }
        // The call around all of them is edited as often as any, and has its eight answers drawn afresh.
        assert!(changed > 395, "{changed} of 400");
    }
}
