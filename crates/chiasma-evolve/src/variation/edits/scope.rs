//! Where in a parent an edit is made: anywhere, or within a call that returns an influencing type.

use std::ops::Range;

use chiasma_core::{ByHash, FunctionId, Outline, Rng, Trace, TypeId};

use super::MAX_ATTEMPTS;
use crate::facts::influencing_type;
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

/// One of these calls.
pub(super) fn pick(calls: &[u32], rng: &mut Rng) -> Option<u32> {
    let last = calls.len().checked_sub(1)?;
    Some(calls[rng.up_to(last as u64) as usize])
}

/// The functions of the generator that are known to return an influencing type.
#[derive(Debug, Default)]
pub(super) struct Makers {
    /// In order.
    known: Vec<(TypeId, FunctionId)>,
    /// Functions that were looked at.
    seen: ByHash<()>,
}

impl Makers {
    /// Learns what the functions of a traced run return.
    pub(super) fn learn(&mut self, trace: &Trace, types: &InfluencingTypes) {
        if types.is_empty() {
            return;
        }
        for span in trace.spans().iter().skip(1) {
            if self.seen.insert(span.function.0, ()).is_some() {
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
