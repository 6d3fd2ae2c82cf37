//! The source of choices that a generator draws from.
//!
//! A `Source` turns a *parameter sequence* (bytes) into answers to a generator's requests. Requests
//! read the sequence from left to right; past its end they draw fresh answers, which become part of
//! the sequence; past the size limit, and too many calls deep, every answer is the simplest, so that
//! generators end. What was read is rewritten in place to its canonical form, so that replaying a
//! recording gives the recording, and two sequences that decode alike become equal.

mod answers;
mod automatic;
mod characters;
mod constants;
mod draws;
mod floats;
pub(crate) mod frames;
mod fresh;
mod indexed;
mod integers;
mod lent;
mod loading;
mod mirror;
mod notes;
#[cfg(any(feature = "rand_0_8", feature = "rand_0_9", feature = "rand_0_10"))]
mod rand;
mod ranges;
mod recording;
mod replay;
mod roles;
mod sites;
mod spans;
mod swarm;
mod weights;

use automatic::Automatic;
pub use automatic::{CallChanges, HookedCall, HookedCalls};
use constants::ConstantDraws;
pub use constants::Constants;
pub(crate) use constants::Wish;
pub use floats::Float;
pub use integers::Integer;
pub use lent::{Lent, Read};
pub use notes::{Note, Witnessed};
pub(crate) use ranges::ends_or_panic;
pub use ranges::{Length, Step};
pub use replay::{
    Aligned, Answers, Contextual, Guide, Labelled, LabelledMatch, Proposal, Resume, Saved, Split,
    TextShape,
};
pub use roles::InRole;
pub use sites::AtSite;
pub use spans::{MAX_DEPTH, Open};
pub use swarm::Swarm;
use weights::Tickets;
pub use weights::Weights;

use crate::identity::SiteId;
use crate::reject::Rejection;
use crate::request::Role;
use crate::rng::{Rng, Seed};
use crate::trace::{Recorder, Trace};
use mirror::Mirror;
use notes::Witness;
use recording::mask;
use replay::Replay;
use sites::Sites;

/// How long a sequence may get unless said otherwise, in bytes.
pub const DEFAULT_MAX_SIZE: usize = 10_240;

/// How long a sequence may get at most: longer ones are of no use, and their places would not fit into
/// a trace.
pub(crate) const GREATEST_MAX_SIZE: usize = 64 << 20;

/// A whole word is read and written at a time, so the buffer goes this far past the limit.
const PADDING: usize = 8;

/// What a request past the end of the sequence gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extension {
    /// A fresh random answer.
    Random,
    /// The simplest answer.
    Simplest,
}

/// How a request is answered that is not answered where it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Path {
    /// By execution index without an observer.
    ByIndex,
    /// In any mode of replay, with any observer.
    Any,
    /// In the sequence or with a random number, without an observer.
    Plain,
}

/// What a generator draws its choices from.
///
/// ```
/// use chiasma_core::{Seed, Source};
///
/// let mut source = Source::random(Seed(1));
/// let pair = (source.int(1..=6), source.bool());
///
/// // The same bytes give the same choices.
/// let recording = source.recording().to_vec();
/// let mut again = Source::replay(&recording, Seed(2));
/// assert_eq!((again.int(1..=6), again.bool()), pair);
/// ```
#[derive(Debug)]
pub struct Source {
    /// The sequence; what lies before `at` was read and is canonical.
    bytes: Box<[u8]>,
    at: usize,
    /// How long the sequence was when it was loaded.
    len: usize,
    /// Up to here requests are answered by the short path: linear replay without an observer.
    short_path_end: usize,
    /// Up to here the short path also reduces what is not canonical: nothing is wished for in its place.
    reducing_end: usize,
    /// Behind that, up to here, fresh random answers are all that is needed.
    plain_end: usize,
    /// The same for choices, which may avoid alternatives.
    plain_choices_end: usize,
    /// How requests are answered that the two ends leave.
    path: Path,
    /// Down to here spans need no work: there is no observer, and the depth is below its limit.
    plain_depth: u32,
    /// How many spans are open.
    depth: u32,
    limit: usize,
    draws_past_limit: u32,
    /// How many answers the run may have, besides those of the short path.
    answers_left: usize,
    extension: Extension,
    role: Option<Role>,
    nesting: u32,
    rng: Rng,
    replay: Replay,
    tracing: bool,
    /// Whether spans are observed: by the recorder, or by a replay that needs their context.
    watching: bool,
    recorder: Recorder,
    sites: Sites,
    /// The site of the next requests, where the generator says what it is.
    site: Option<SiteId>,
    /// The weights of fresh answers to the request being answered; empty for its usual distribution.
    weights: Vec<u64>,
    /// Whether the request being answered bypasses the guide.
    is_unguided: bool,
    /// The weights of the choice being made, if they are needed.
    tickets: Tickets,
    /// Whether alternatives are avoided or recorded.
    needs_weights: bool,
    swarm: Option<Swarm>,
    notes: Option<Vec<Note>>,
    witness: Option<Witness>,
    constants: Option<Box<ConstantDraws>>,
    mirror: Mirror,
    /// Whether traced runs write lent documents again as they were read.
    writing_again: bool,
    /// Whether this run did.
    has_written_again: bool,
    automatic: Automatic,
}

impl Source {
    /// A source of random choices.
    #[must_use]
    pub fn random(seed: Seed) -> Self {
        Self::with_max_size(DEFAULT_MAX_SIZE, seed)
    }

    /// A source that replays `bytes` from left to right, and draws random choices past their end.
    #[must_use]
    pub fn replay(bytes: &[u8], seed: Seed) -> Self {
        let mut source = Self::random(seed);
        source.load(bytes, seed);
        source
    }

    /// A source of random choices whose sequence never gets longer than `limit` bytes, or 64 MiB.
    #[must_use]
    pub fn with_max_size(limit: usize, seed: Seed) -> Self {
        let limit = limit.min(GREATEST_MAX_SIZE);
        Self {
            bytes: vec![0; limit + PADDING].into_boxed_slice(),
            at: 0,
            len: 0,
            short_path_end: 0,
            reducing_end: 0,
            plain_end: limit,
            plain_choices_end: limit,
            path: Path::Plain,
            plain_depth: MAX_DEPTH,
            depth: 0,
            limit,
            draws_past_limit: 0,
            answers_left: usize::MAX,
            extension: Extension::Random,
            role: None,
            nesting: 0,
            rng: Rng::new(seed),
            replay: Replay::Linear,
            tracing: false,
            watching: false,
            recorder: Recorder::default(),
            sites: Sites::default(),
            site: None,
            weights: Vec::new(),
            is_unguided: false,
            tickets: Tickets::default(),
            needs_weights: false,
            swarm: None,
            notes: None,
            witness: None,
            constants: None,
            mirror: Mirror::default(),
            writing_again: false,
            has_written_again: false,
            automatic: Automatic::default(),
        }
    }

    fn restart(&mut self, replay: Replay, len: usize, seed: Seed) {
        self.at = 0;
        self.len = len;
        self.depth = 0;
        self.draws_past_limit = 0;
        self.answers_left = usize::MAX;
        self.role = None;
        self.site = None;
        self.weights.clear();
        self.is_unguided = false;
        self.tickets.clear();
        self.swarm = None;
        self.nesting = 0;
        if let Some(constants) = &mut self.constants {
            constants.forget_wish();
        }
        if let Some(witness) = &mut self.witness {
            witness.headings.clear();
        }
        self.rng = Rng::new(seed);
        let is_determined = matches!(replay, Replay::Linear) && self.constants.is_none();
        self.mirror.restart(!is_determined, &self.bytes[..len]);
        self.replay = replay;
        self.has_written_again = false;
        let follows_calls = matches!(&self.replay, Replay::Aligned(input) if input.follows_hooks());
        self.automatic.restart(self.tracing || follows_calls);
        if self.tracing {
            self.recorder.clear();
        }
        if let Some(notes) = &mut self.notes {
            notes.clear();
        }
        self.choose_path();
    }

    /// Says what requests past the end get; random answers unless said otherwise.
    pub fn set_extension(&mut self, extension: Extension) {
        self.extension = extension;
        self.choose_path();
    }

    /// Says whether the run that starts next is traced.
    pub fn set_tracing(&mut self, tracing: bool) {
        self.tracing = tracing;
        if tracing {
            self.recorder.clear();
        }
        self.choose_path();
    }

    /// Whether runs are traced.
    #[must_use]
    pub fn is_tracing(&self) -> bool {
        self.tracing
    }

    fn choose_path(&mut self) {
        let linear_end = match &self.replay {
            Replay::Linear => Some(self.len),
            // Up to the first edit, and in a block.
            Replay::Aligned(input) if !input.is_following() => Some(self.len),
            Replay::Aligned(input) => input.end_of_block(),
            _ => None,
        };
        self.watching = self.tracing || self.replay.wants_spans() || self.automatic.is_on();
        self.plain_depth = if self.watching { 0 } else { MAX_DEPTH };
        let linear_end = linear_end.filter(|_| !self.tracing && !self.is_too_deep());
        self.short_path_end = linear_end.unwrap_or(0);
        let reduces = matches!(self.replay, Replay::Linear) && self.constants.is_none();
        self.reducing_end = if reduces { self.short_path_end } else { 0 };
        self.needs_weights = self.tracing || self.swarm.is_some();
        let is_observed = self.tracing || self.is_too_deep() || self.automatic.is_on();
        self.path = match &self.replay {
            _ if is_observed => Path::Any,
            Replay::Linear | Replay::Aligned(_) => Path::Plain,
            Replay::Contextual(_) if self.answers_left == usize::MAX => Path::ByIndex,
            _ => Path::Any,
        };
        let may_draw = match &self.replay {
            Replay::Linear => true,
            Replay::Aligned(input) => input.is_following(),
            _ => false,
        };
        let plain_draws = linear_end.is_some() && may_draw;
        self.set_plain_end(if plain_draws { self.end_of_plain_draws() } else { 0 });
    }

    /// Says up to where fresh answers need nothing but random numbers.
    fn set_plain_end(&mut self, end: usize) {
        self.plain_end = end;
        self.plain_choices_end = if self.swarm.is_some() { 0 } else { end };
    }

    /// Up to where fresh answers need nothing but random numbers, where there is no observer.
    fn end_of_plain_draws(&self) -> usize {
        let plain = self.extension == Extension::Random && self.constants.is_none();
        if plain { self.limit } else { 0 }
    }

    /// What was consumed so far, in canonical form.
    #[must_use]
    pub fn recording(&self) -> &[u8] {
        &self.bytes[..self.at]
    }

    /// How many elements a collection gets whose length was drawn as `length`, of at least `least`.
    ///
    /// More than the size limit has bytes make the run oversize, whatever is drawn for the rest. Or they
    /// draw nothing, and are not needed.
    pub(crate) fn count_within_limit(&self, length: usize, least: usize) -> usize {
        length.min(self.limit.max(least))
    }

    /// Whether a request found no room within the size limit; such a run is not to be saved.
    #[must_use]
    pub fn is_oversize(&self) -> bool {
        self.draws_past_limit > 0
    }

    /// Ends the run and gives its trace, which is empty unless tracing was on.
    pub fn trace(&mut self) -> &Trace {
        self.recorder.finish(&self.bytes[..self.at])
    }

    /// The contextual input that the run left behind: what it was loaded with, and what it added.
    #[must_use]
    pub fn contextual(&self) -> Option<&Contextual> {
        match &self.replay {
            Replay::Contextual(input) => Some(input),
            _ => None,
        }
    }

    /// How much of a labelled input the run could use.
    #[must_use]
    pub fn labelled_match(&self) -> Option<LabelledMatch> {
        match &self.replay {
            Replay::Labelled(input) => Some(input.matched()),
            _ => None,
        }
    }

    /// Gives this input up: the property is not about it.
    ///
    /// Unwinds to the runner, which tries another input.
    #[track_caller]
    pub fn reject(&mut self, reason: &'static str) -> ! {
        Rejection::unwind(reason)
    }
}
