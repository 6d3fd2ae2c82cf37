//! A lane and its stream on the server: sending and reading, again from where it was after every fault.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::publish::PublishAck;
use async_nats::jetstream::{self, Context, ErrorCode};
use chiasma_campaign::store::Store;
use chiasma_core::Chi;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::{Notify, watch};
use tokio::time::sleep;

use crate::journal::{Journal, Remembered};
use crate::lane::Lane;
use crate::message::{ContentHash, Message};
use crate::names::{CampaignName, Kind};
use crate::stream::{self, Found, READ_EXPIRES, Unusable, consumer, place};

/// Maximum number of messages that are sent and not acknowledged.
const MAX_IN_FLIGHT: usize = 256;
/// Maximum number of messages asked for at a time.
const READ_BATCH: usize = 256;
/// Maximum size of these, in bytes.
const READ_BYTES: usize = 8 << 20;
/// Interval at which the stream is looked at, and the journal written.
const LOOK: Duration = Duration::from_secs(2);
/// Pauses after the first and after later failures in a row to find the stream.
const RETRY: Duration = Duration::from_millis(200);
const MAX_RETRY: Duration = Duration::from_secs(2);
/// Pause before more is sent to a stream that is full.
const FULL: Duration = Duration::from_secs(2);
/// Nodes that all have to send their corpus again begin at different moments, within this time.
const JITTER_MILLISECONDS: u64 = 3_000;
/// Pause while arrivals wait to be judged.
const NO_ROOM: Duration = Duration::from_millis(100);
/// Number of times in a row that a stream is missing before it counts as deleted: during an election it may seem to be.
const MISSING: u32 = 3;

/// What tells messages of a build from those of another.
pub(crate) const BUILD_HEADER: &str = "Chiasma-Build";

/// A lane as it is shared between the supervisor's thread and that of the network.
pub(crate) type SharedLane = Arc<Mutex<Lane>>;

/// Locks a lane. A thread that panicked has left it as it was between two operations.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the feeds of a node share.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) context: Context,
    pub(crate) campaign: CampaignName,
    pub(crate) property: String,
    pub(crate) build: String,
    /// Changes whenever the connection was found again.
    pub(crate) connections: watch::Receiver<u64>,
    /// Messages for the user.
    pub(crate) notices: Arc<Mutex<Vec<String>>>,
    /// Where this node begins to send, so that not all nodes send the same at the same time.
    pub(crate) beginning: u64,
}

/// A lane and its stream.
pub(crate) struct Feed {
    link: Link,
    kind: Kind,
    store: Store,
    lane: SharedLane,
    /// Notified when there is something to send.
    to_send: Arc<Notify>,
    journal: Mutex<Option<Journal>>,
    /// Whether the user was told that the server takes no more, since it last took something.
    has_told_of_refusal: AtomicBool,
    /// When the stream was created that the lane knows.
    created: Option<String>,
    /// Pause before the first message: another node may be sending the same.
    jitter: Duration,
    /// The last trouble that the user was told of.
    told: Option<String>,
}

/// Why a stream is left, to be looked for again.
#[derive(Debug)]
struct Lost(String);

impl Feed {
    /// The feed of a lane; what was remembered in `journal` is continued.
    pub(crate) fn new(
        link: Link,
        kind: Kind,
        store: Store,
        lane: SharedLane,
        to_send: Arc<Notify>,
        journal: Option<(Journal, Remembered)>,
    ) -> Self {
        let (journal, remembered) = journal.unzip();
        let Remembered { created, cursor, mark, known } = remembered.unwrap_or_default();
        lock(&lane).resume(known, cursor, mark);
        let journal = Mutex::new(journal);
        Self {
            link,
            kind,
            store,
            lane,
            to_send,
            journal,
            has_told_of_refusal: AtomicBool::new(false),
            created,
            jitter: Duration::ZERO,
            told: None,
        }
    }

    /// Finds the stream or creates it. If it is not the one that the lane knows, or has lost something, the lane begins anew
    /// and the whole corpus is sent.
    pub(crate) async fn attach(&mut self) -> Result<Found, Unusable> {
        let Link { context, campaign, property, .. } = &self.link;
        let mut missing = if self.created.is_some() { 0 } else { MISSING };
        let found = loop {
            match stream::find(context, campaign, self.kind).await {
                Err(Unusable::Missing) if missing < MISSING => {
                    missing += 1;
                    sleep(RETRY).await;
                }
                Err(Unusable::Missing) => {
                    stream::create(context, campaign, self.kind, property).await?;
                    missing = MISSING;
                }
                found => break found?,
            }
        };
        stream::check_property(&found, campaign, property)?;
        let mark = lock(&self.lane).mark();
        let is_same =
            self.created.as_ref() == Some(&found.created) && stream::has(&found, mark).await?;
        if !is_same {
            self.begin_anew(&found.created);
        }
        let mut lane = lock(&self.lane);
        lane.return_in_flight();
        lane.set_last(found.last);
        Ok(found)
    }

    fn begin_anew(&mut self, created: &str) {
        if self.created.is_some() {
            let jitter = self.link.beginning % JITTER_MILLISECONDS;
            self.jitter = Duration::from_millis(jitter);
            if self.kind == Kind::Inputs {
                self.tell(
                    "the stream was recreated or has lost inputs: the whole corpus is sent again",
                );
            }
        }
        lock(&self.lane).forget_stream();
        self.created = Some(created.to_owned());
        if let Some(journal) = &mut *lock(&self.journal) {
            // Without it, more is sent and judged again.
            let _ = journal.begin(created);
        }
        self.load_outbox();
    }

    /// Adds what is saved; what the stream has is not sent.
    pub(crate) fn load_outbox(&self) {
        let loaded = match self.kind {
            Kind::Inputs => self.store.load_corpus(),
            Kind::Failures => self.store.load_failures(),
        };
        let files = match loaded {
            Ok(loaded) => loaded.files,
            Err(error) => return self.tell(&format!("the corpus cannot be sent: {error:#}")),
        };
        let mut lane = lock(&self.lane);
        let readable = files.iter().filter(|file| Chi::check(&file.content).is_ok());
        for file in readable {
            // What is refused was told of when it was saved, or is no failure that Chiasma wrote.
            let _ = lane.add(&file.content);
        }
        lane.spread(self.link.beginning);
        drop(lane);
        self.to_send.notify_one();
    }

    fn tell(&self, notice: &str) {
        lock(&self.link.notices).push(format!("fleet: {notice}"));
    }

    /// Tells of trouble, once for each kind in a row.
    fn tell_of_trouble(&mut self, trouble: &str) {
        if self.told.as_deref() != Some(trouble) {
            self.tell(&format!("{trouble}; fuzzing goes on alone, and catches up later"));
            self.told = Some(trouble.to_owned());
        }
    }

    /// Sends and reads for ever, beginning with a stream that was found.
    pub(crate) async fn run(&mut self, found: Found) {
        let mut found = Some(found);
        let mut pause = RETRY;
        loop {
            let current = match found.take() {
                Some(current) => Ok(current),
                None => self.attach().await,
            };
            let current = match current {
                Ok(current) => current,
                Err(unusable) => {
                    if let Unusable::Refused(why) = &unusable {
                        self.tell_of_trouble(why);
                    }
                    sleep(pause).await;
                    pause = (pause * 2).min(MAX_RETRY);
                    continue;
                }
            };
            pause = RETRY;
            let mut connections = self.link.connections.clone();
            connections.mark_unchanged();
            let Lost(why) = tokio::select! {
                lost = self.read(&current) => lost,
                lost = self.send(&current) => lost,
                lost = self.look(&current) => lost,
                // The consumer may be gone, or point to another server: a new one is cheap.
                _ = connections.changed() => Lost("the connection was lost".to_owned()),
            };
            if !why.is_empty() {
                sleep(pause).await;
            }
        }
    }

    /// Reads what is behind the last message that was read, for ever.
    async fn read(&self, found: &Found) -> Lost {
        match self.try_read(found).await {
            Ok(never) => never,
            Err(error) => Lost(error.to_string()),
        }
    }

    async fn try_read(&self, found: &Found) -> Result<Lost, async_nats::Error> {
        let read_to = lock(&self.lane).read_to();
        let consumer = consumer(&found.stream, read_to).await?;
        let mut expected = 1;
        loop {
            while !lock(&self.lane).has_room() {
                sleep(NO_ROOM).await;
            }
            let batch = consumer.batch().max_messages(READ_BATCH).max_bytes(READ_BYTES);
            let mut messages = batch.expires(READ_EXPIRES).messages().await?;
            while let Some(message) = messages.next().await {
                let message = message?;
                let (sequence, number) = place(&message)?;
                if number != expected {
                    return Ok(Lost("messages were lost on the way".to_owned()));
                }
                expected += 1;
                let end = self.link.campaign.end_of(self.kind, message.subject.as_str());
                lock(&self.lane).read(sequence, end.unwrap_or_default(), &message.payload);
            }
        }
    }

    /// Sends what is in the outbox, for ever.
    async fn send(&self, found: &Found) -> Lost {
        sleep(self.jitter).await;
        // What others have sent need not be sent.
        while {
            let lane = lock(&self.lane);
            lane.read_to() < found.last && lane.has_room()
        } {
            sleep(NO_ROOM / 10).await;
        }
        let mut in_flight = FuturesUnordered::new();
        let mut is_refused = false;
        loop {
            while !is_refused && in_flight.len() < MAX_IN_FLIGHT {
                let Some(message) = lock(&self.lane).next_to_send() else { break };
                in_flight.push(self.publish(message));
            }
            if in_flight.is_empty() {
                if is_refused {
                    sleep(FULL).await;
                    is_refused = false;
                } else {
                    self.to_send.notified().await;
                }
                continue;
            }
            let result = tokio::select! {
                result = in_flight.next() => result,
                () = self.to_send.notified(), if !is_refused => continue,
            };
            let Some((hash, result)) = result else { continue };
            match self.acknowledge(hash, result) {
                Sent::Yes => {}
                Sent::Lost(lost) => return lost,
                Sent::Unanswered(lost) => {
                    self.tell_of_refusal(
                        "the server does not acknowledge inputs; is its disk full, or the network cut? They stay in the \
                         outbox",
                    );
                    return lost;
                }
                Sent::Refused(why) => {
                    self.tell_of_refusal(&format!(
                        "the server takes no more inputs: {why}; they stay in the outbox"
                    ));
                    is_refused = true;
                }
            }
        }
    }

    /// Tells why inputs are not stored, once until one is.
    fn tell_of_refusal(&self, notice: &str) {
        if !self.has_told_of_refusal.swap(true, Ordering::Relaxed) {
            self.tell(notice);
        }
    }

    async fn publish(&self, message: Message) -> (ContentHash, Result<PublishAck, PublishError>) {
        let Message { hash, end, payload, .. } = message;
        let Link { context, campaign, build, .. } = &self.link;
        let publish = PublishMessage::build()
            .payload(payload)
            .header(BUILD_HEADER, build.as_str())
            .message_id(hash.to_string())
            .expected_stream(campaign.stream(self.kind))
            // There is none of that subject: an error says that there is.
            .expected_last_subject_sequence(0);
        let result = match context.send_publish(campaign.subject(self.kind, &end), publish).await {
            Ok(acknowledgement) => acknowledgement.await,
            Err(error) => Err(error),
        };
        (hash, result)
    }

    /// Takes note of the answer to a message.
    fn acknowledge(&self, hash: ContentHash, result: Result<PublishAck, PublishError>) -> Sent {
        let mut lane = lock(&self.lane);
        let error = match result {
            Ok(PublishAck { sequence, duplicate, .. }) => {
                lane.counts.sent += u64::from(!duplicate);
                lane.counts.duplicates += u64::from(duplicate);
                lane.acknowledged(hash, Some(sequence));
                self.has_told_of_refusal.store(false, Ordering::Relaxed);
                return Sent::Yes;
            }
            Err(error) => error,
        };
        match error.kind() {
            PublishErrorKind::WrongLastSequence => {
                lane.counts.duplicates += 1;
                lane.acknowledged(hash, None);
                Sent::Yes
            }
            PublishErrorKind::MaxPayloadExceeded => {
                lane.give_up(hash);
                drop(lane);
                self.tell(&format!(
                    "an input is too large for the server's max_payload and stays here: {hash}"
                ));
                Sent::Yes
            }
            PublishErrorKind::Other if is_refusal(&error) => {
                lane.not_acknowledged(hash);
                let why = std::error::Error::source(&error).map(ToString::to_string);
                Sent::Refused(why.unwrap_or_else(|| error.to_string()))
            }
            kind => {
                lane.not_acknowledged(hash);
                let lost = Lost(error.to_string());
                match kind {
                    PublishErrorKind::TimedOut => Sent::Unanswered(lost),
                    _ => Sent::Lost(lost),
                }
            }
        }
    }

    /// Looks at the stream now and then, and writes the journal, for ever: a stream that was deleted is silent.
    async fn look(&self, found: &Found) -> Lost {
        let Self { link, kind, lane, .. } = self;
        loop {
            sleep(LOOK).await;
            self.write_journal();
            match stream::find(&link.context, &link.campaign, *kind).await {
                Ok(now) if now.created != found.created => {
                    return Lost("the stream was recreated".to_owned());
                }
                Ok(now) if lock(lane).mark().is_some_and(|mark| mark.sequence > now.last) => {
                    return Lost("the stream has lost messages".to_owned());
                }
                Ok(now) => lock(lane).set_last(now.last),
                Err(unusable) => return Lost(unusable.to_string()),
            }
        }
    }

    /// Writes what has changed to the journal.
    pub(crate) fn write_journal(&self) {
        let (mut journal, Some(created)) = (lock(&self.journal), &self.created) else { return };
        let Some(journal) = &mut *journal else { return };
        let (unwritten, cursor, mark) = {
            let mut lane = lock(&self.lane);
            (lane.take_unwritten(), lane.cursor(), lane.mark())
        };
        // On a full disk: more is sent and judged again after the next start.
        let _ = journal.add(&unwritten).and_then(|()| journal.save(created, cursor, mark));
    }
}

/// What came of sending a message.
enum Sent {
    /// It need not be sent again.
    Yes,
    /// The server takes no more for now, for this reason.
    Refused(String),
    /// Nothing is known of it: there was no answer in time.
    Unanswered(Lost),
    /// Nothing is known of it, for another reason.
    Lost(Lost),
}

/// Whether the server has answered that it does not store a message: a full disk, a full stream.
fn is_refusal(error: &PublishError) -> bool {
    let cause = std::error::Error::source(error);
    let cause = cause.and_then(|cause| cause.downcast_ref::<jetstream::Error>());
    cause.is_some_and(|cause| cause.error_code() != ErrorCode::CLUSTER_NOT_AVAILABLE)
}
