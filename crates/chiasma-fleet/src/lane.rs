//! One stream as a node sees it, without a network: what is to be sent, and what has arrived.
//!
//! An input is *mine* if it is in the corpus here, and *known* if it is in the stream. What is mine and not known is
//! the outbox. What is read and not mine arrives.

use std::collections::{HashMap, HashSet, VecDeque};

use bytes::Bytes;

use crate::message::{self, ContentHash, Message, Refusal, failure_in, hash_in};
use crate::names::Kind;

/// Maximum number of inputs that have arrived and are not judged yet; then nothing more is read.
const MAX_ARRIVED: usize = 2_048;
/// Maximum size of these, in bytes as they were sent.
const MAX_ARRIVED_BYTES: usize = 32 << 20;

/// A place in a stream: a message that is there unless the stream is another one by now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) sequence: u64,
    pub(crate) hash: ContentHash,
}

/// What a node knows of a stream.
#[derive(Debug)]
pub(crate) struct Lane {
    kind: Kind,
    mine: HashSet<ContentHash>,
    known: HashSet<ContentHash>,
    outgoing: VecDeque<Message>,
    in_flight: HashMap<ContentHash, Message>,
    arrived: VecDeque<Arrived>,
    arrived_bytes: usize,
    /// Everything up to here has been read.
    read_to: u64,
    /// Everything up to here has been judged, or need not be.
    cursor: u64,
    /// Everything up to here has been handed out.
    handed_out_to: u64,
    /// The newest message that is known to be in the stream.
    mark: Option<Mark>,
    /// The last message of the stream, as far as is known.
    last: u64,
    /// Of each failure, the length of the shortest input in the stream.
    shortest: HashMap<String, usize>,
    /// Known since the journal was last written.
    unwritten: Vec<ContentHash>,
    pub(crate) counts: Counts,
}

/// A message that has been read, checked, and not handed out yet.
#[derive(Debug)]
struct Arrived {
    sequence: u64,
    end: String,
    payload: Bytes,
}

/// The figures of a lane.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) sent: u64,
    pub(crate) duplicates: u64,
    pub(crate) received: u64,
    pub(crate) refused: u64,
}

impl Lane {
    /// A lane of which nothing is remembered.
    pub(crate) fn new(kind: Kind) -> Self {
        Self {
            kind,
            mine: HashSet::new(),
            known: HashSet::new(),
            outgoing: VecDeque::new(),
            in_flight: HashMap::new(),
            arrived: VecDeque::new(),
            arrived_bytes: 0,
            read_to: 0,
            cursor: 0,
            handed_out_to: 0,
            mark: None,
            last: 0,
            shortest: HashMap::new(),
            unwritten: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Continues with what was remembered.
    pub(crate) fn resume(&mut self, known: HashSet<ContentHash>, cursor: u64, mark: Option<Mark>) {
        self.known = known;
        (self.read_to, self.cursor, self.handed_out_to) = (cursor, cursor, cursor);
        self.mark = mark;
    }

    /// Forgets the stream: it is another one. What is not acknowledged stays to be sent; the caller adds the rest of the
    /// corpus again.
    pub(crate) fn forget_stream(&mut self) {
        self.return_in_flight();
        let outgoing = std::mem::take(&mut self.outgoing);
        let mine = outgoing.iter().map(|message| message.hash).collect();
        let Self { kind, counts, .. } = *self;
        *self = Self { counts, outgoing, mine, ..Self::new(kind) };
    }

    /// Adds an input of this node, to be sent unless it is in the stream.
    pub(crate) fn add(&mut self, content: &[u8]) -> Result<(), Refusal> {
        let message = Message::of(self.kind, content)?;
        let is_new = self.mine.insert(message.hash);
        if is_new && self.is_worth_sending(&message) {
            self.outgoing.push_back(message);
        }
        Ok(())
    }

    /// Whether the stream has neither this input nor, of the same failure, one that is no longer.
    fn is_worth_sending(&self, message: &Message) -> bool {
        let shortest = failure_in(&message.end).and_then(|failure| self.shortest.get(failure));
        !self.known.contains(&message.hash)
            && shortest.is_none_or(|shortest| *shortest > message.length)
    }

    /// Orders what is to be sent by hash, beginning somewhere: nodes that send the same at the same time begin at different
    /// places, and leave out what they have read of each other's meanwhile.
    pub(crate) fn spread(&mut self, beginning: u64) {
        let place = |message: &Message| message.hash.number().wrapping_sub(beginning);
        self.outgoing.make_contiguous().sort_by_key(place);
    }

    /// The next message to be sent.
    pub(crate) fn next_to_send(&mut self) -> Option<Message> {
        loop {
            let message = self.outgoing.pop_front()?;
            if self.is_worth_sending(&message) {
                self.in_flight.insert(message.hash, message.clone());
                return Some(message);
            }
        }
    }

    /// The server has a message: at this place, if it says so.
    pub(crate) fn acknowledged(&mut self, hash: ContentHash, sequence: Option<u64>) {
        if let Some(message) = self.in_flight.remove(&hash) {
            self.note_length(&message.end, message.length);
        }
        self.learn(hash, sequence);
    }

    /// A message was not acknowledged, and is sent again.
    pub(crate) fn not_acknowledged(&mut self, hash: ContentHash) {
        if let Some(message) = self.in_flight.remove(&hash) {
            self.outgoing.push_back(message);
        }
    }

    /// A message is not to be sent again: the server will never take it.
    pub(crate) fn give_up(&mut self, hash: ContentHash) {
        self.in_flight.remove(&hash);
    }

    /// After the connection was lost: what was sent and not acknowledged is sent again.
    pub(crate) fn return_in_flight(&mut self) {
        let in_flight = std::mem::take(&mut self.in_flight);
        self.outgoing.extend(in_flight.into_values());
    }

    /// Notes that a message is in the stream.
    fn learn(&mut self, hash: ContentHash, sequence: Option<u64>) {
        if self.known.insert(hash) {
            self.unwritten.push(hash);
        }
        if let Some(sequence) = sequence
            && self.mark.is_none_or(|mark| mark.sequence < sequence)
        {
            self.mark = Some(Mark { sequence, hash });
            self.last = self.last.max(sequence);
        }
    }

    /// A message was read; `end` is the end of its subject.
    pub(crate) fn read(&mut self, sequence: u64, end: &str, payload: &Bytes) {
        self.read_to = self.read_to.max(sequence);
        if let Some(hash) = hash_in(end)
            && self.mine.contains(&hash)
            && self.known.contains(&hash)
        {
            // It comes back: whatever it is by now, nothing is taken of it.
            self.learn(hash, Some(sequence));
            return;
        }
        match message::read(self.kind, end, payload) {
            Ok((hash, content)) => {
                self.learn(hash, Some(sequence));
                self.note_length(end, content.len());
                if !self.mine.contains(&hash) {
                    self.arrived_bytes += payload.len();
                    let (end, payload) = (end.to_owned(), payload.clone());
                    self.arrived.push_back(Arrived { sequence, end, payload });
                }
            }
            Err(_) => self.counts.refused += 1,
        }
    }

    /// Notes the length of an input in the stream, if it is of a failure.
    fn note_length(&mut self, end: &str, length: usize) {
        if let Some(failure) = failure_in(end) {
            let shortest = self.shortest.entry(failure.to_owned()).or_insert(usize::MAX);
            *shortest = length.min(*shortest);
        }
    }

    /// Whether there is room for more arrivals.
    pub(crate) fn has_room(&self) -> bool {
        self.arrived.len() < MAX_ARRIVED && self.arrived_bytes < MAX_ARRIVED_BYTES
    }

    /// Hands out arrivals, oldest first.
    pub(crate) fn hand_out(&mut self, most: usize) -> Vec<Vec<u8>> {
        let mut contents = Vec::new();
        while contents.len() < most
            && let Some(Arrived { sequence, end, payload }) = self.arrived.pop_front()
        {
            self.arrived_bytes -= payload.len();
            self.handed_out_to = sequence;
            // It was checked when it came.
            if hash_in(&end).is_some_and(|hash| !self.mine.contains(&hash))
                && let Ok(content) = message::content(self.kind, &payload)
            {
                contents.push(content.into_owned());
            }
        }
        if self.arrived.is_empty() {
            self.handed_out_to = self.read_to;
        }
        self.counts.received += contents.len() as u64;
        contents
    }

    /// Everything that was handed out has been judged.
    pub(crate) fn judged(&mut self) {
        self.cursor = self.handed_out_to;
    }

    /// Where to continue reading: behind this message.
    pub(crate) fn read_to(&self) -> u64 {
        self.read_to
    }

    /// Where a node that is started again continues.
    pub(crate) fn cursor(&self) -> u64 {
        self.cursor
    }

    /// The newest message that is known to be in the stream.
    pub(crate) fn mark(&self) -> Option<Mark> {
        self.mark
    }

    /// Notes which message is the last of the stream.
    pub(crate) fn set_last(&mut self, last: u64) {
        self.last = last.max(self.read_to);
    }

    /// Number of inputs that are not acknowledged.
    pub(crate) fn outbox(&self) -> u64 {
        (self.outgoing.len() + self.in_flight.len()) as u64
    }

    /// Number of messages that are not judged.
    pub(crate) fn lag(&self) -> u64 {
        self.last.saturating_sub(self.cursor)
    }

    /// The hashes to be added to the journal.
    pub(crate) fn take_unwritten(&mut self) -> Vec<ContentHash> {
        std::mem::take(&mut self.unwritten)
    }
}

#[cfg(test)]
mod tests;
