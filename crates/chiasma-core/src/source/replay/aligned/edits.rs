//! Making a child: its parent's bytes and calls, edited.

use std::rc::Rc;

use super::{Aligned, Edit, Place};
use crate::request::{Kind, width};
use crate::rng::Rng;
use crate::source::{fresh, mask};
use crate::trace::{Outline, OutlineRequest};

/// Most draws of another answer before any other one is as likely as the next.
const MAX_DRAWS: usize = 4;

impl Aligned {
    /// Becomes a copy of `parent`, without edits.
    pub fn start_from(&mut self, parent: &Rc<Outline>) {
        self.outlines.clear();
        self.outlines.push(Rc::clone(parent));
        self.bytes.clear();
        self.bytes.extend_from_slice(parent.bytes());
        self.edits.clear();
        self.orders.clear();
        self.first_request = parent.requests().len();
        self.touched.clear();
        self.touched.resize(parent.calls().len().div_ceil(64), 0);
    }

    /// Whether it is an unchanged copy of its parent.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.first_request == self.outlines.first().map_or(0, |parent| parent.requests().len())
    }

    /// The bytes of the answer to the parent's request at `index`, to be changed.
    pub fn change(&mut self, index: usize) -> &mut [u8] {
        let range = self.outlines[0].answer_range(index);
        self.first_request = self.first_request.min(index);
        self.touch(self.outlines[0].requests()[index].call);
        &mut self.bytes[range]
    }

    /// Draws another answer to the parent's request at `index`, from the distribution of fresh answers; one that
    /// means something else, unless all mean the same.
    pub fn redraw_answer(&mut self, index: usize, rng: &mut Rng) {
        let request = self.outlines[0].requests()[index];
        let OutlineRequest { kind, max, .. } = request;
        if kind == Kind::Bytes {
            return rng.fill(self.change(index));
        }
        let mut answer = fresh::answer(kind, max, rng);
        for _ in 1..MAX_DRAWS {
            if !self.is_same(index, answer) {
                break;
            }
            answer = fresh::answer(kind, max, rng);
        }
        self.set_answer(index, answer, rng);
    }

    /// Gives the parent's request at `index` a neighbouring answer, or the least or the greatest; one that means
    /// something else, unless all mean the same.
    pub fn nudge_answer(&mut self, index: usize, rng: &mut Rng) {
        let request = self.outlines[0].requests()[index];
        if request.kind == Kind::Bytes {
            let answer = self.change(index);
            let byte = rng.up_to(answer.len() as u64 - 1) as usize;
            answer[byte] = answer[byte].wrapping_add(if rng.one_in(2) { 1 } else { u8::MAX });
            return;
        }
        let current = self.answer(index);
        let near = match rng.up_to(5) {
            0 => 0,
            1 => request.max,
            4 | 5 if current > 0 => current - 1,
            _ => current.saturating_add(u64::from(request.alternatives)),
        };
        self.set_answer(index, near.min(request.max), rng);
    }

    /// Sets the answer to the parent's request at `index`; if it means the same as the current one, one of
    /// those that do not is drawn instead.
    pub fn set_answer(&mut self, index: usize, answer: u64, rng: &mut Rng) {
        let mut answer = answer;
        if self.is_same(index, answer) {
            let OutlineRequest { max, alternatives, .. } = self.outlines[0].requests()[index];
            let (current, same) = (self.answer(index), u64::from(alternatives.max(1)));
            let Some(last) = max.checked_sub(same) else { return };
            let other = rng.up_to(last);
            answer = if other < current { other } else { other + same };
        }
        let bytes = self.change(index);
        let width = bytes.len();
        bytes.copy_from_slice(&answer.to_le_bytes()[..width]);
    }

    /// Whether an answer to the parent's request at `index` means the same as the one that it has now.
    fn is_same(&self, index: usize, answer: u64) -> bool {
        let same = u64::from(self.outlines[0].requests()[index].alternatives.max(1));
        answer.checked_sub(self.answer(index)).is_some_and(|distance| distance < same)
    }

    /// Gives the parent's number at `index` an answer that is none, so that it is drawn afresh or as a constant where
    /// the source has some; false if any bytes would be an answer.
    pub fn overwrite(&mut self, index: usize) -> bool {
        let max = self.outlines[0].requests()[index].max;
        let is_possible = max < mask(width(max));
        if is_possible {
            self.change(index).fill(u8::MAX);
        }
        is_possible
    }

    /// The answer to the parent's request at `index`, which is not a block, as it is now.
    #[must_use]
    pub fn answer(&self, index: usize) -> u64 {
        let bytes = &self.bytes[self.outlines[0].answer_range(index)];
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    }

    /// Lets a call of the parent that consumed something be drawn afresh.
    pub fn redraw(&mut self, call: u32) {
        self.edit(call, Edit::Redraw);
    }

    /// Lets a call of the parent read what `donor`'s call of the same function consumed.
    pub fn graft(&mut self, call: u32, donor: &Rc<Outline>, donor_call: u32) {
        let known = self.outlines.iter().position(|outline| Rc::ptr_eq(outline, donor));
        let outline = known.unwrap_or_else(|| {
            self.outlines.push(Rc::clone(donor));
            self.outlines.len() - 1
        });
        self.edit(call, Edit::Graft(Place { outline: outline as u32, call: donor_call }));
    }

    /// Lets a call of the parent have these inner calls, each of them one of its own, instead of its own in
    /// their order.
    pub fn reorder(&mut self, call: u32, inner: impl IntoIterator<Item = u32>) {
        let from = self.orders.len() as u32;
        self.orders.extend(inner);
        self.edit(call, Edit::Reorder { from, to: self.orders.len() as u32 });
    }

    /// Whether a call of the parent was given other inner calls, or its own in another order.
    #[must_use]
    pub fn is_reordered(&self, call: u32) -> bool {
        let mut edits = self.edits.iter();
        edits.any(|&(edited, edit)| edited == call && matches!(edit, Edit::Reorder { .. }))
    }

    /// The later edit of a call replaces the earlier one.
    fn edit(&mut self, call: u32, edit: Edit) {
        let first_request = self.outlines[0].call(call).first_request as usize;
        self.first_request = self.first_request.min(first_request);
        self.touch(call);
        self.edits.push((call, edit));
    }

    /// Puts the edits in order; the last one of each call stays.
    pub(super) fn settle_edits(&mut self) {
        if !self.edits.is_sorted_by(|(first, _), (second, _)| first < second) {
            self.edits.reverse();
            self.edits.sort_by_key(|(call, _)| *call);
            self.edits.dedup_by_key(|(call, _)| *call);
        }
    }

    /// Marks a call of the parent, and those around it, as having an edit in them.
    fn touch(&mut self, mut call: u32) {
        loop {
            let (word, bit) = (&mut self.touched[call as usize / 64], 1 << (call % 64));
            if *word & bit != 0 {
                return;
            }
            *word |= bit;
            match self.outlines[0].call(call).caller() {
                Some(caller) => call = caller,
                None => return,
            }
        }
    }
}
