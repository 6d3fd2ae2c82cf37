//! The source of choices that a generator draws from.
//!
//! A `Source` turns a *parameter sequence* (bytes) into answers to a generator's requests. Requests
//! read the sequence from left to right; past its end they draw fresh answers, which become part of
//! the sequence; past the size limit every answer is the simplest, so that generators end. What was
//! read is rewritten in place to its canonical form, so that replaying a recording gives the
//! recording, and two sequences that decode alike become equal.

mod draws;
pub(crate) mod frames;
mod fresh;
#[cfg(any(feature = "rand_0_8", feature = "rand_0_9", feature = "rand_0_10"))]
mod rand;
mod ranges;
mod replay;
mod sites;

use std::fmt;
use std::panic::Location;

pub use draws::{Float, Integer};
pub(crate) use ranges::ends_or_panic;
pub use ranges::{Length, Step};
pub use replay::{Contextual, Labelled, LabelledMatch, Proposal, Resume, Saved};

use crate::chi;
use crate::generator::Generator;
use crate::reject::Rejection;
use crate::request::{Ask, Kind, Request, Role};
use crate::rng::{Rng, Seed};
use crate::trace::{Call, Recorder, SpanIndex, Trace};
use replay::Replay;
use sites::Sites;

/// How long a sequence may get unless said otherwise, in bytes.
pub const DEFAULT_MAX_SIZE: usize = 10_240;

/// How many draws past the size limit end a run: its generator does not end by itself.
const MAX_DRAWS_PAST_LIMIT: u32 = 1_000_000;

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
    /// Up to here requests are answered by the short path: linear replay, nobody watching.
    short_path_end: usize,
    /// Behind that, up to here, fresh random answers are all that is needed.
    plain_end: usize,
    limit: usize,
    draws_past_limit: u32,
    extension: Extension,
    role: Option<Role>,
    nesting: u32,
    rng: Rng,
    replay: Replay,
    tracing: bool,
    /// Whether anyone wants to know of spans: the recorder, or a replay that goes by context.
    watching: bool,
    recorder: Recorder,
    sites: Sites,
    notes: Option<Vec<Note>>,
    witness: Option<Witness>,
}

/// Somebody who is told what happens as it happens, in case the process does not survive it.
struct Witness {
    tell: Box<dyn FnMut(Witnessed<'_>)>,
    depth: usize,
}

impl fmt::Debug for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Witness(depth {})", self.depth)
    }
}

/// What a witness is told.
#[derive(Debug)]
pub enum Witnessed<'w> {
    /// The next line of what will be the input's `.chi` file.
    Line(&'w str),
    /// A value noted for the report.
    Note(&'w Note),
}

/// A value that a property drew, as its report shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The name that the property gave it.
    pub name: String,
    /// Its `Debug` form.
    pub value: String,
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

    /// A source of random choices whose sequence never gets longer than `limit` bytes.
    #[must_use]
    pub fn with_max_size(limit: usize, seed: Seed) -> Self {
        Self {
            bytes: vec![0; limit + PADDING].into_boxed_slice(),
            at: 0,
            len: 0,
            short_path_end: 0,
            plain_end: limit,
            limit,
            draws_past_limit: 0,
            extension: Extension::Random,
            role: None,
            nesting: 0,
            rng: Rng::new(seed),
            replay: Replay::Linear,
            tracing: false,
            watching: false,
            recorder: Recorder::default(),
            sites: Sites::default(),
            notes: None,
            witness: None,
        }
    }

    /// Starts over with `bytes`, to be replayed from left to right; fresh answers follow from `seed`.
    ///
    /// What is longer than the size limit is cut off there.
    pub fn load(&mut self, bytes: &[u8], seed: Seed) {
        let len = bytes.len().min(self.limit);
        self.bytes[..len].copy_from_slice(&bytes[..len]);
        self.restart(Replay::Linear, len, seed);
    }

    /// Starts over with a sequence known by execution index; fresh answers follow from `seed`.
    pub fn load_contextual(&mut self, input: Contextual, seed: Seed) {
        self.restart(Replay::Contextual(input), 0, seed);
    }

    /// Starts over with a copy of `input`, without a new allocation if the last run was of this kind.
    pub fn reload_contextual(&mut self, input: &Contextual, seed: Seed) {
        let mut replay = std::mem::replace(&mut self.replay, Replay::Linear);
        match &mut replay {
            Replay::Contextual(buffer) => buffer.copy_from(input),
            other => *other = Replay::Contextual(input.clone()),
        }
        self.restart(replay, 0, seed);
    }

    /// Starts over with a saved input known by labels; fresh answers follow from `seed`.
    pub fn load_labelled(&mut self, input: Labelled, seed: Seed) {
        self.restart(Replay::Labelled(input), 0, seed);
    }

    /// Starts over with an input that the shrinker proposes; what it lacks is the simplest.
    pub fn load_proposal(&mut self, proposal: &Proposal) {
        self.set_extension(Extension::Simplest);
        self.restart(Replay::proposal(proposal), 0, Seed(0));
    }

    fn restart(&mut self, replay: Replay, len: usize, seed: Seed) {
        self.at = 0;
        self.len = len;
        self.draws_past_limit = 0;
        self.role = None;
        self.nesting = 0;
        if let Some(witness) = &mut self.witness {
            witness.depth = 0;
        }
        self.rng = Rng::new(seed);
        self.replay = replay;
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

    /// Says whether the values that a property draws are noted for its report.
    pub fn set_noting(&mut self, noting: bool) {
        self.notes = noting.then(Vec::new);
    }

    /// Lets `tell` know of every call, choice and note of the runs that follow, and traces them.
    pub fn set_witness(&mut self, tell: impl FnMut(Witnessed<'_>) + 'static) {
        self.witness = Some(Witness { tell: Box::new(tell), depth: 0 });
        self.set_tracing(true);
    }

    fn choose_path(&mut self) {
        let linear = matches!(self.replay, Replay::Linear);
        self.watching = self.tracing || self.replay.wants_spans();
        let plain = linear && !self.tracing;
        self.short_path_end = if plain { self.len } else { 0 };
        let random = self.extension == Extension::Random;
        self.plain_end = if plain && random { self.limit } else { 0 };
    }

    /// What was consumed so far, in canonical form.
    #[must_use]
    pub fn recording(&self) -> &[u8] {
        &self.bytes[..self.at]
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

    /// The values noted for the report so far.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        self.notes.as_deref().unwrap_or_default()
    }

    /// Notes a drawn value for the report, if there is going to be one.
    pub fn note(&mut self, name: &str, value: impl FnOnce() -> String) {
        if let Some(notes) = &mut self.notes {
            let note = Note { name: name.to_owned(), value: value() };
            if let Some(witness) = &mut self.witness {
                (witness.tell)(Witnessed::Note(&note));
            }
            notes.push(note);
        }
    }

    /// Draws a value from a generator, in a span of its own.
    #[inline]
    #[track_caller]
    pub fn draw<G: Generator>(&mut self, generator: G) -> G::Value {
        self.spanned(&generator, None)
    }

    /// Draws a value from a generator and names it, as a struct's fields are.
    ///
    /// A saved input finds its way back by such names when the generator has changed.
    #[inline]
    #[track_caller]
    pub fn named<G: Generator>(&mut self, name: &'static str, generator: G) -> G::Value {
        self.spanned(&generator, Some(name))
    }

    /// Draws in a span that goes by the name `identity`: calls of one name are alike.
    ///
    /// `#[generator]` puts this around a function's body, so that calling the function is enough.
    #[inline]
    #[track_caller]
    pub fn span<T>(&mut self, identity: &'static str, draw: impl FnOnce(&mut Self) -> T) -> T {
        if !self.watching {
            return draw(self);
        }
        self.enter(Call {
            name: identity,
            type_name: std::any::type_name::<T>(),
            label: None,
            location: Location::caller(),
        });
        let value = draw(self);
        self.exit();
        value
    }

    #[inline]
    #[track_caller]
    pub(crate) fn spanned<G: Generator + ?Sized>(
        &mut self,
        generator: &G,
        label: Option<&'static str>,
    ) -> G::Value {
        if !self.watching {
            return generator.generate(self);
        }
        self.enter(Call {
            name: generator.identity(),
            type_name: std::any::type_name::<G::Value>(),
            label,
            location: Location::caller(),
        });
        let value = generator.generate(self);
        self.exit();
        value
    }

    #[inline(never)]
    fn enter(&mut self, call: Call) {
        let site = self.sites.of(call.location);
        self.replay.enter(&call, site);
        if self.tracing {
            let (function, returns) = self.sites.of_call(&call, site);
            self.recorder.enter(&call, site, function, returns, self.at);
        }
        if let Some(witness) = &mut self.witness {
            let mut line = String::new();
            chi::write::call(&mut line, call.label, call.name, witness.depth);
            (witness.tell)(Witnessed::Line(&line));
            witness.depth += 1;
        }
    }

    #[inline(never)]
    fn exit(&mut self) {
        self.replay.exit();
        if self.tracing {
            self.recorder.exit(self.at);
        }
        if let Some(witness) = &mut self.witness {
            witness.depth = witness.depth.saturating_sub(1);
        }
    }

    /// Draws in `role`, whatever the kind of draw would say.
    ///
    /// ```
    /// use chiasma_core::{Role, Seed, Source};
    ///
    /// // A number that decides what is generated next.
    /// fn opcode(s: &mut Source) -> u8 {
    ///     s.with_role(Role::Structural, |s| s.int(0..=31))
    /// }
    /// # assert!(opcode(&mut Source::random(Seed(1))) < 32);
    /// ```
    pub fn with_role<T>(&mut self, role: Role, draw: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.role.replace(role);
        let value = draw(self);
        self.role = outer;
        value
    }

    /// Draws one level deeper; the generator is told how many levels there are already.
    ///
    /// What a recursive generator needs to stop at some depth; derived ones use it.
    #[track_caller]
    pub fn nested<T>(&mut self, draw: impl FnOnce(&mut Self, u32) -> T) -> T {
        let level = self.nesting;
        self.nesting = level + 1;
        let value = draw(self, level);
        self.nesting = level;
        value
    }

    /// Gives this input up: it is not one that the property speaks of.
    ///
    /// Unwinds to the runner, which tries another input.
    #[track_caller]
    pub fn reject(&mut self, reason: &'static str) -> ! {
        Rejection::unwind(reason)
    }

    /// Answers a request: an index in `0..=ask.max`.
    #[inline]
    #[track_caller]
    pub(crate) fn ask(&mut self, ask: Ask) -> u64 {
        if ask.max == 0 {
            // Nothing to choose, so nothing to record.
            return 0;
        }
        let width = ask.width();
        if self.at + width <= self.short_path_end {
            let raw = self.word_at(self.at) & mask(width);
            if raw <= ask.max {
                self.at += width;
                return raw;
            }
        }
        if self.at >= self.short_path_end
            && self.at + width <= self.plain_end
            && fresh::is_uniform(ask.kind, ask.max)
        {
            return self.answer_past_end(ask.max, width);
        }
        self.answer(ask.kind, ask.max, ask.low, width)
    }

    /// Answers a request past the end of linear replay that nobody watches, all answers being equally
    /// likely: the commonest case but for the short path.
    #[inline(never)]
    fn answer_past_end(&mut self, max: u64, width: usize) -> u64 {
        let value = self.rng.up_to(max);
        self.append(width, value);
        value
    }

    /// Answers a request in any mode.
    ///
    /// The parts of the request come one by one, in registers: an `Ask` would go through memory, and
    /// be read before it is written.
    #[inline(never)]
    #[track_caller]
    fn answer(&mut self, kind: Kind, max: u64, low: u64, width: usize) -> u64 {
        let ask = Ask { kind, max, low };
        let location = Location::caller();
        let at = self.at;
        if at + width > self.limit {
            return self.answer_past_limit();
        }
        let value = match &mut self.replay {
            Replay::Linear if at + width <= self.len => {
                let raw = self.word_at(at) & mask(width);
                let value = if raw <= max { raw } else { raw % (max + 1) };
                if value != raw {
                    self.store(at, width, value);
                }
                self.at += width;
                value
            }
            Replay::Linear => {
                // Fewer bytes than the request needs are as good as none.
                let value = self.extend(&ask);
                self.append(width, value);
                value
            }
            replay => {
                let site = self.sites.of(location);
                let value = match replay.answer(&ask, site) {
                    Some(value) => value,
                    None => {
                        let value = self.extend(&ask);
                        self.replay.supply(&value.to_le_bytes()[..width]);
                        value
                    }
                };
                self.append(width, value);
                value
            }
        };
        if self.tracing {
            self.record(ask, at, value, location);
        }
        value
    }

    /// Writes an answer past the end of what there is to read.
    #[inline]
    fn append(&mut self, width: usize, value: u64) {
        let at = self.at;
        self.bytes[at..at + PADDING].copy_from_slice(&value.to_le_bytes());
        self.at += width;
    }

    #[inline]
    fn extend(&mut self, ask: &Ask) -> u64 {
        match self.extension {
            Extension::Random => fresh::answer(ask, &mut self.rng),
            Extension::Simplest => 0,
        }
    }

    /// Fills a block; `answer` is the same for single numbers.
    #[track_caller]
    pub(crate) fn ask_block(&mut self, block: &mut [u8]) {
        let location = Location::caller();
        let (at, width) = (self.at, block.len());
        if width == 0 {
            return;
        }
        if at + width > self.limit {
            block.fill(0);
            self.answer_past_limit();
            return;
        }
        let answered = match &mut self.replay {
            Replay::Linear => {
                let kept = width.min(self.len.saturating_sub(at));
                block[..kept].copy_from_slice(&self.bytes[at..at + kept]);
                kept
            }
            replay => replay.answer_block(block, self.sites.of(location)),
        };
        match self.extension {
            Extension::Random => self.rng.fill(&mut block[answered..]),
            Extension::Simplest => block[answered..].fill(0),
        }
        if answered < width {
            self.replay.supply(block);
        }
        self.bytes[at..at + width].copy_from_slice(block);
        self.at += width;
        if self.tracing {
            self.record(Ask::plain(Kind::Bytes, 255), at, 0, location);
        }
    }

    /// Replaces the answer just given to `ask` by one that means the same, to make it canonical.
    #[inline]
    fn amend(&mut self, ask: Ask, given: u64, canonical: u64) {
        if given != canonical && !self.is_oversize() {
            let width = ask.width();
            self.store(self.at - width, width, canonical);
            if self.watching {
                self.recorder.amend(canonical);
                self.replay.amend(&canonical.to_le_bytes()[..width]);
            }
        }
    }

    #[cold]
    #[track_caller]
    fn answer_past_limit(&mut self) -> u64 {
        self.draws_past_limit += 1;
        if self.draws_past_limit > MAX_DRAWS_PAST_LIMIT {
            Rejection::unwind("the generator does not end when every choice is the simplest one");
        }
        0
    }

    fn record(&mut self, ask: Ask, at: usize, value: u64, location: &'static Location<'static>) {
        let width = self.at - at;
        let request = Request {
            interval: crate::interval::Interval::new(at, at + width),
            ask,
            value,
            role: self.role.unwrap_or(ask.kind.role()),
            site: self.sites.of(location),
            span: SpanIndex::ROOT,
        };
        self.recorder.request(request);
        if let Some(witness) = &mut self.witness {
            let mut line = String::new();
            chi::write::choice(&mut line, &request, &self.bytes[at..at + width], witness.depth);
            (witness.tell)(Witnessed::Line(&line));
        }
    }

    #[inline]
    fn word_at(&self, at: usize) -> u64 {
        let word = self.bytes[at..at + PADDING].try_into();
        u64::from_le_bytes(word.unwrap_or_default())
    }

    /// Writes the low `width` bytes of `value`, and leaves what lies behind them.
    #[inline]
    fn store(&mut self, at: usize, width: usize, value: u64) {
        let kept = self.word_at(at) & !mask(width);
        self.bytes[at..at + PADDING].copy_from_slice(&(kept | value).to_le_bytes());
    }
}

/// The low `width` bytes of a word, for a width from 1 to 8.
#[inline]
fn mask(width: usize) -> u64 {
    u64::MAX >> (64 - 8 * width)
}
