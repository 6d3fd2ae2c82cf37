//! Replay aligned to the call tree of a parent: every change stays where it is made.
//!
//! A child is its parent with edits. While the generator runs, a stack of frames follows the parent's calls. A
//! call of the same function as the next call of the aligned parent call is aligned to that one; whatever
//! it draws, the caller goes on behind the parent's call. Requests made directly in an aligned call read
//! the parent's bytes up to the next inner call. Everything else is drawn afresh.
//!
//! Up to the first edit nothing can differ from the parent, so the source replays that part from left to right
//! and does not look at calls. Behind it, the bytes that an aligned call reads directly are laid out where
//! the source reads next, so that requests are answered by its short path. A call that is drawn afresh, or
//! that has no edit in it and is not large, is a *block*: its bytes are laid out as a whole, and nothing is
//! looked at before its end. If the generator does something else in a block than for the parent, because
//! of what it drew before, it is back in step at the block's end.

mod edits;

use std::rc::Rc;

use crate::identity::FunctionId;
use crate::trace::{Outline, OutlineCall};

/// No call, no outline: what is drawn is fresh.
const NONE: u32 = u32::MAX;
/// Number of siblings that are looked at for one of the same function.
const MAX_SKIPPED: usize = 6;
/// Most calls of a block that is read from an outline: so much at most goes out of step with what it was.
const MAX_BLOCK: u32 = 64;

/// An input as its parent with edits; its buffers live on from child to child.
#[derive(Debug, Default)]
pub struct Aligned {
    /// The parent, if there is one, then the donors.
    outlines: Vec<Rc<Outline>>,
    /// The parent's bytes, with changed answers.
    bytes: Vec<u8>,
    /// Edits of the parent's calls; by call, and one for each, from when the run begins.
    edits: Vec<(u32, Edit)>,
    /// The calls that some parent's calls have instead of their own inner calls, one after the other.
    orders: Vec<u32>,
    /// The first request of the parent that an edit touches.
    first_request: usize,
    /// A bit for each of the parent's calls: whether there is an edit or a changed answer in it.
    touched: Vec<u64>,
    frames: Vec<Frame>,
    /// The block under way.
    block: Option<Block>,
    /// The calls under way at the first edit, outermost first; kept for its room.
    path: Vec<u32>,
    /// Whether calls are followed: the first edit has been reached.
    following: bool,
    /// Where the bytes of the innermost frame have been laid out in the source.
    laid_at: Option<usize>,
    /// Where they end there.
    laid_end: usize,
    /// How many calls were under way then.
    laid_depth: u32,
    /// Whether a call was entered or left since bytes were laid out.
    stale: bool,
}

/// A call within which no calls are followed.
#[derive(Debug, Clone, Copy)]
struct Block {
    /// How many calls are around what it draws.
    depth: u32,
    /// The call that it reads; no outline if it is drawn afresh.
    place: Place,
}

/// What happens to a call of the parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edit {
    /// It is drawn afresh.
    Redraw,
    /// It reads what another call consumed.
    Graft(Place),
    /// Its inner calls are those of a part of [`Aligned::orders`].
    Reorder { from: u32, to: u32 },
}

/// A call of an outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    outline: u32,
    call: u32,
}

/// A call under way.
#[derive(Debug, Clone, Copy)]
struct Frame {
    /// The call that it is aligned to; no outline if it is drawn afresh.
    place: Place,
    /// The next byte of the outline to be read.
    cursor: u32,
    /// The next inner call, as a place among the outline's calls, or in `orders` if it was reordered.
    next_inner: u32,
    /// The end of the inner calls, likewise.
    inner_end: u32,
    is_reordered: bool,
    /// If it was reordered: the inner call in whose place the next one is.
    next_place: u32,
    /// Whether edits apply in it: it is the parent's own call, not a copy.
    is_original: bool,
    /// How many calls are around it in the source.
    depth: u32,
    /// Whether its end is noticed: it was entered while calls were followed.
    is_followed: bool,
}

impl Frame {
    fn fresh(depth: u32) -> Self {
        Self {
            place: Place { outline: NONE, call: NONE },
            cursor: 0,
            next_inner: NONE,
            inner_end: NONE,
            is_reordered: false,
            next_place: NONE,
            is_original: false,
            depth,
            is_followed: true,
        }
    }
}

impl Aligned {
    /// Goes back to the beginning.
    pub(in crate::source) fn rewind(&mut self) {
        self.settle_edits();
        self.frames.clear();
        self.block = None;
        self.following = false;
        self.laid_at = None;
        self.stale = true;
    }

    /// The bytes before the first edit: they are replayed from left to right.
    pub(in crate::source) fn prefix(&self) -> &[u8] {
        let parent = self.outlines.first();
        let first = parent.and_then(|parent| parent.requests().get(self.first_request));
        &self.bytes[..first.map_or(self.bytes.len(), |request| request.at as usize)]
    }

    /// Whether automatic spans are among the calls to be followed.
    pub(in crate::source) fn follows_hooks(&self) -> bool {
        self.outlines.iter().any(|outline| outline.has_automatic_calls())
    }

    /// Whether calls are followed.
    pub(in crate::source) fn is_following(&self) -> bool {
        self.following
    }

    /// Where the bytes that are laid out for the innermost of `depth` calls end; nothing if they must be laid out
    /// first.
    #[inline]
    pub(in crate::source) fn laid_end(&self, depth: u32) -> Option<usize> {
        let is_laid = !self.stale && (self.laid_depth == depth || self.block.is_some());
        is_laid.then_some(self.laid_end)
    }

    /// Where the bytes of the block under way end, if there is one.
    pub(in crate::source) fn end_of_block(&self) -> Option<usize> {
        self.block.map(|_| self.laid_end)
    }

    /// Begins to follow calls at the first request that an edit touches, `depth` calls deep. `at` is how many
    /// bytes have been read; the calls under way are those around the parent's request there.
    pub(in crate::source) fn follow(&mut self, at: usize, depth: u32) {
        self.following = true;
        self.stale = true;
        self.frames.clear();
        self.block = None;
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        if let Some(parent) = self.outlines.first()
            && let Some(request) = parent.requests().get(self.first_request)
            && request.at as usize == at
        {
            let mut call = Some(request.call);
            while let Some(index) = call {
                path.push(index);
                call = parent.call(index).caller();
            }
            path.reverse();
        }
        // A generator that did something else than for the parent, though nothing had changed.
        if path.len() != depth as usize + 1 {
            self.frames.push(Frame::fresh(0));
            self.path = path;
            return;
        }
        // The root's end need not be noticed: it is the run's.
        let root = self.frame_of(Place { outline: 0, call: path[0] }, 0, true);
        self.frames.push(root);
        for (depth, (&caller, &call)) in (1..).zip(path.iter().zip(&path[1..])) {
            self.skip_to(caller, call);
            let function = self.outlines[0].call(call).function;
            let frame = self.next_frame(function, depth);
            self.frames.push(Frame { is_followed: false, ..frame });
        }
        self.skip_requests(path.last().copied(), at);
        self.path = path;
        self.stale = true;
    }

    /// Skips the inner calls before `call` in the innermost frame, if that is its caller's.
    fn skip_to(&mut self, caller: u32, call: u32) {
        if let Some(frame) = innermost_of(&mut self.frames, caller)
            && !frame.is_reordered
        {
            frame.next_inner = call;
        }
    }

    /// Skips what lies before the request at `at` in the innermost frame, if that is the call's that makes it.
    fn skip_requests(&mut self, call: Option<u32>, at: usize) {
        let request = self.first_request as u32;
        let Some(frame) = call.and_then(|call| innermost_of(&mut self.frames, call)) else {
            return;
        };
        frame.cursor = at as u32;
        if frame.is_reordered {
            return;
        }
        let parent = &self.outlines[0];
        while frame.next_inner < frame.inner_end
            && parent.call(frame.next_inner).first_request <= request
        {
            frame.next_inner = parent.call(frame.next_inner).next;
        }
    }

    /// The frame of a call that is aligned to `place`, with the edit of that call if it is the parent's own.
    fn frame_of(&self, place: Place, depth: u32, is_original: bool) -> Frame {
        let edit = match is_original && !self.edits.is_empty() {
            true => self.edits.binary_search_by_key(&place.call, |(call, _)| *call).ok(),
            false => None,
        };
        let (place, order, is_original) = match edit.map(|at| self.edits[at].1) {
            None => (place, None, is_original),
            Some(Edit::Redraw) => return Frame::fresh(depth),
            Some(Edit::Graft(donor)) => (donor, None, false),
            Some(Edit::Reorder { from, to }) => (place, Some((from, to)), true),
        };
        let call = self.outlines[place.outline as usize].call(place.call);
        let (next_inner, inner_end) = order.unwrap_or((place.call + 1, call.next));
        Frame {
            place,
            cursor: call.start,
            next_inner,
            inner_end,
            is_reordered: order.is_some(),
            next_place: place.call + 1,
            is_original,
            depth,
            is_followed: true,
        }
    }

    /// Enters a call of `function`, `depth` calls deep, when `at` bytes have been read; in a block nothing changes by
    /// that.
    pub(in crate::source) fn enter(&mut self, function: FunctionId, depth: u32, at: usize) {
        if self.block.is_some() {
            return;
        }
        self.settle(at);
        self.leave_to(depth - 1);
        self.stale = true;
        let frame = self.next_frame(function, depth);
        if self.is_block(&frame) {
            self.block = Some(Block { depth, place: frame.place });
        } else {
            self.frames.push(frame);
        }
    }

    /// The frame of a call of `function` in the innermost frame, which goes on behind the call that it is
    /// aligned to.
    fn next_frame(&mut self, function: FunctionId, depth: u32) -> Frame {
        let Some(caller) = self.frames.last().filter(|caller| caller.place.outline != NONE) else {
            return Frame::fresh(depth);
        };
        let Some((call, next)) = self.find(caller, function) else { return Frame::fresh(depth) };
        let place = Place { outline: caller.place.outline, call };
        let frame = self.frame_of(place, depth, caller.is_original);
        let (end, next_place) = match caller.is_reordered {
            true => self.behind_places(caller, next),
            false => (self.call_at(place).end, NONE),
        };
        if let Some(caller) = self.frames.last_mut() {
            caller.cursor = end;
            caller.next_inner = next;
            caller.next_place = next_place;
        }
        frame
    }

    /// Where a reordered call goes on after its inner calls before `next` of its order: behind as many of the inner calls
    /// that it had, and behind the last of them at the end of the order. And the inner call in whose place the next one is.
    fn behind_places(&self, caller: &Frame, next: u32) -> (u32, u32) {
        let outline = &self.outlines[caller.place.outline as usize];
        let end = outline.call(caller.place.call).next;
        let is_last = next >= caller.inner_end;
        let (mut cursor, mut place, mut left) =
            (caller.cursor, caller.next_place, next - caller.next_inner);
        while place < end && (is_last || left > 0) {
            cursor = outline.call(place).end;
            place = outline.call(place).next;
            left = left.saturating_sub(1);
        }
        (cursor, place)
    }

    /// Whether no calls need be followed within a call.
    fn is_block(&self, frame: &Frame) -> bool {
        let Place { outline, call } = frame.place;
        if outline == NONE {
            return true;
        }
        let is_touched = outline == 0 && self.touched[call as usize / 64] >> (call % 64) & 1 == 1;
        !is_touched && self.call_at(frame.place).next - call <= MAX_BLOCK
    }

    /// The next inner call of `function`, and where the search for the one after it begins.
    fn find(&self, caller: &Frame, function: FunctionId) -> Option<(u32, u32)> {
        let outline = &self.outlines[caller.place.outline as usize];
        let mut at = caller.next_inner;
        for _ in 0..=MAX_SKIPPED {
            if at >= caller.inner_end {
                return None;
            }
            let call = if caller.is_reordered { self.orders[at as usize] } else { at };
            let next = if caller.is_reordered { at + 1 } else { outline.call(at).next };
            if outline.call(call).function == function {
                return Some((call, next));
            }
            at = next;
        }
        None
    }

    /// A call has ended, and `depth` are still under way; false if nothing changes by that.
    pub(in crate::source) fn exit(&mut self, depth: u32) -> bool {
        if self.block.is_some_and(|block| block.depth <= depth) {
            return false;
        }
        self.block = None;
        self.laid_at = None;
        self.stale = true;
        true
    }

    /// Lays out what the innermost of `depth` calls reads next at the front of `room`, which is where the source
    /// reads when `at` bytes have been read.
    pub(in crate::source) fn lay_out(&mut self, room: &mut [u8], at: usize, depth: u32) -> Laid {
        self.settle(at);
        (self.stale, self.laid_depth, self.laid_end) = (false, depth, at);
        let (place, read, is_followed) = match self.block {
            Some(Block { place, .. }) if place.outline == NONE => {
                return Laid { end: at, is_followed: true };
            }
            Some(Block { place, .. }) => {
                let call = self.call_at(place);
                (place, call.start..call.end, true)
            }
            None => {
                self.leave_to(depth);
                let Some(frame) = self.frames.last() else {
                    return Laid { end: at, is_followed: true };
                };
                if frame.place.outline == NONE {
                    return Laid { end: at, is_followed: frame.is_followed };
                }
                self.laid_at = Some(at);
                let end = self.end_of_direct(frame).max(frame.cursor);
                (frame.place, frame.cursor..end, frame.is_followed)
            }
        };
        let bytes = &self.bytes_of(place.outline)[read.start as usize..read.end as usize];
        let len = bytes.len().min(room.len());
        room[..len].copy_from_slice(&bytes[..len]);
        self.laid_end = at + len;
        Laid { end: self.laid_end, is_followed }
    }

    /// Moves the innermost frame behind what was read of the bytes laid out for it.
    fn settle(&mut self, at: usize) {
        if let Some(laid_at) = self.laid_at.take()
            && let Some(frame) = self.frames.last_mut()
        {
            frame.cursor += (at.min(self.laid_end) - laid_at) as u32;
        }
    }

    /// Up to where the requests of a frame read: its next inner call, or its own end.
    fn end_of_direct(&self, frame: &Frame) -> u32 {
        let own = self.call_at(frame.place).end;
        let outline = &self.outlines[frame.place.outline as usize];
        // The next call of an order may be anywhere, but what is read ends where the parent's next call began.
        let (next, end) = match frame.is_reordered {
            true => (frame.next_place, outline.call(frame.place.call).next),
            false => (frame.next_inner, frame.inner_end),
        };
        if next < end { outline.call(next).start } else { own }
    }

    /// Forgets the frames of calls that have ended.
    fn leave_to(&mut self, depth: u32) {
        while self.frames.last().is_some_and(|frame| frame.depth > depth) {
            self.frames.pop();
        }
    }

    fn call_at(&self, place: Place) -> &OutlineCall {
        self.outlines[place.outline as usize].call(place.call)
    }

    fn bytes_of(&self, outline: u32) -> &[u8] {
        match outline {
            0 => &self.bytes,
            donor => self.outlines[donor as usize].bytes(),
        }
    }
}

/// The innermost frame, if it is that of the parent's own `call`: where calls were reordered it may be another one's.
fn innermost_of(frames: &mut [Frame], call: u32) -> Option<&mut Frame> {
    frames.last_mut().filter(|frame| frame.is_original && frame.place.call == call)
}

/// Bytes that were laid out.
#[derive(Debug, Clone, Copy)]
pub(in crate::source) struct Laid {
    /// Where they end in the source.
    pub(in crate::source) end: usize,
    /// Whether the end of the call that reads them is noticed.
    pub(in crate::source) is_followed: bool,
}
