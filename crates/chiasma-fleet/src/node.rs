//! A node: the exchange of one supervisor with the others of its campaign.
//!
//! The network has a thread of its own. The supervisor's calls only lock queues in memory for a moment.

use chiasma_core::display::counted;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use async_nats::jetstream::context::ContextBuilder;
use async_nats::{Client, Event, ServerError, Statistics};
use chiasma_campaign::store::Store;
use chiasma_campaign::{Arrival, Exchange, ExchangeFigures, Figures};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Notify, watch};
use tokio::time::sleep;

use crate::access::Access;
use crate::build::BuildId;
use crate::feed::{Feed, Link, SharedLane, lock};
use crate::journal::Journal;
use crate::lane::Lane;
use crate::names::{CampaignName, Kind, token};
use crate::report::NodeStatus;
use crate::stream::{Found, Unusable};

/// Maximum time for an answer of the server.
pub(crate) const ANSWER: Duration = Duration::from_secs(5);
/// Maximum time to find the campaign's streams at the start: an election may be under way.
const JOIN: Duration = Duration::from_secs(15);
/// Interval at which a node tells of itself.
pub(crate) const REPORT: Duration = Duration::from_secs(1);
/// Maximum time to send what is left at the end.
const FINISH: Duration = Duration::from_secs(5);
/// Maximum number of different errors of the server that are told.
const MAX_ERRORS: usize = 20;

/// What a node joins, and with what.
#[derive(Debug, Clone)]
pub struct NodePlan {
    /// The servers.
    pub access: Access,
    /// The campaign.
    pub campaign: CampaignName,
    /// The path of the property.
    pub property: String,
    /// The build of the target.
    pub build: BuildId,
    /// The property's files here.
    pub store: Store,
}

/// A node of a fleet.
pub struct Node {
    inputs: SharedLane,
    failures: SharedLane,
    inputs_to_send: Arc<Notify>,
    failures_to_send: Arc<Notify>,
    shared: Arc<Shared>,
    /// Of the connection.
    statistics: Arc<Statistics>,
    thread: Option<JoinHandle<()>>,
}

impl std::fmt::Debug for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Node").field("inputs", &self.inputs).finish_non_exhaustive()
    }
}

/// What both threads use beside the lanes.
struct Shared {
    name: String,
    property: String,
    build: BuildId,
    is_connected: AtomicBool,
    /// What the node tells of itself.
    status: Mutex<Option<NodeStatus>>,
    notices: Arc<Mutex<Vec<String>>>,
    stop: Notify,
}

impl Node {
    /// Connects, and joins the campaign; creates it if there is none.
    pub fn join(plan: NodePlan) -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.context("cannot start a thread for the network")?;
        let (name, notices) = (node_name(), Arc::default());
        let shared = Arc::new(Shared {
            name: name.clone(),
            property: plan.property.clone(),
            build: plan.build.clone(),
            is_connected: AtomicBool::new(true),
            status: Mutex::new(None),
            notices: Arc::clone(&notices),
            stop: Notify::new(),
        });
        let (connected, connections) = watch::channel(0);
        let hear = listener(Arc::clone(&shared), connected);
        let client = runtime.block_on(plan.access.connect(&name, hear))?;
        let context = {
            let _entered = runtime.enter();
            ContextBuilder::new().timeout(ANSWER).build(client.clone())
        };
        let link = Link {
            context,
            campaign: plan.campaign.clone(),
            property: plan.property.clone(),
            build: plan.build.to_string(),
            connections,
            notices,
            beginning: RandomState::new().build_hasher().finish(),
        };
        let files = journal_directory(&plan.store, &plan.campaign);
        let lane = |kind| Arc::new(Mutex::new(Lane::new(kind)));
        let (inputs, failures) = (lane(Kind::Inputs), lane(Kind::Failures));
        let (inputs_to_send, failures_to_send) = (Arc::default(), Arc::default());
        let feed = |kind, lane: &SharedLane, to_send: &Arc<Notify>, journal| {
            let (lane, to_send) = (Arc::clone(lane), Arc::clone(to_send));
            Feed::new(link.clone(), kind, plan.store.clone(), lane, to_send, journal)
        };
        let journal = Journal::open(&files.join("inputs"))
            .inspect_err(|error| {
                let path = files.display();
                shared.tell(format!("cannot write to {path}: {error}; more will be sent again"));
            })
            .ok();
        let mut inputs_feed = feed(Kind::Inputs, &inputs, &inputs_to_send, journal);
        // There are few failures: they are read from the beginning each time.
        let mut failures_feed = feed(Kind::Failures, &failures, &failures_to_send, None);
        let inputs_found = runtime.block_on(attach(&mut inputs_feed))?;
        let failures_found = runtime.block_on(attach(&mut failures_feed))?;
        let statistics = client.statistics();
        let network = Network {
            runtime,
            client,
            campaign: plan.campaign,
            inputs: (inputs_feed, inputs_found),
            failures: (failures_feed, failures_found),
        };
        let thread = {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name("fleet".to_owned()).spawn(move || network.run(&shared))?
        };
        Ok(Self {
            inputs,
            failures,
            inputs_to_send,
            failures_to_send,
            shared,
            statistics,
            thread: Some(thread),
        })
    }

    /// Number of inputs and failures that are saved here and not acknowledged.
    #[must_use]
    pub fn outbox(&self) -> u64 {
        lock(&self.inputs).outbox() + lock(&self.failures).outbox()
    }

    /// Its figures.
    #[must_use]
    pub fn figures(&self) -> ExchangeFigures {
        let shared = &self.shared;
        let (inputs, failures) = (lock(&self.inputs), lock(&self.failures));
        let sum = |of: fn(&Lane) -> u64| of(&inputs) + of(&failures);
        ExchangeFigures {
            connected: shared.is_connected.load(Ordering::Relaxed),
            sent: sum(|lane| lane.counts.sent),
            received: sum(|lane| lane.counts.received),
            refused: sum(|lane| lane.counts.refused),
            duplicates: sum(|lane| lane.counts.duplicates),
            outbox: sum(Lane::outbox),
            lag: inputs.lag(),
            bytes_sent: self.statistics.out_bytes.load(Ordering::Relaxed),
            bytes_received: self.statistics.in_bytes.load(Ordering::Relaxed),
        }
    }

    fn stop(&mut self) {
        self.shared.stop.notify_one();
        if let Some(thread) = self.thread.take() {
            // If it panicked, the panic has been printed.
            let _ = thread.join();
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Exchange for Node {
    fn kept(&mut self, text: &str) {
        if let Err(refusal) = lock(&self.inputs).add(text) {
            self.shared.tell(format!("an input is not sent: {refusal}"));
        }
        self.inputs_to_send.notify_one();
    }

    fn failed(&mut self, text: &str) {
        if let Err(refusal) = lock(&self.failures).add(text) {
            self.shared.tell(format!("a failure is not sent: {refusal}"));
        }
        self.failures_to_send.notify_one();
    }

    fn arrivals(&mut self, most: usize) -> Vec<Arrival> {
        let failures = lock(&self.failures).hand_out(most);
        let inputs = lock(&self.inputs).hand_out(most - failures.len());
        let failures = failures.into_iter().map(|text| Arrival::Failure { text });
        failures.chain(inputs.into_iter().map(|text| Arrival::Input { text })).collect()
    }

    fn judged(&mut self) {
        lock(&self.inputs).judged();
        lock(&self.failures).judged();
    }

    fn report(&mut self, figures: &Figures) -> ExchangeFigures {
        let exchange = self.figures();
        let Shared { name, property, build, status, .. } = &*self.shared;
        *lock(status) = Some(NodeStatus {
            node: name.clone(),
            property: property.clone(),
            build: build.to_string(),
            seconds: figures.seconds,
            runs: figures.runs,
            runs_per_second: figures.runs_per_second,
            covered: figures.covered,
            edges: figures.edges,
            corpus: figures.corpus as u64,
            failures: figures.failures as u64,
            exchange: exchange.clone(),
        });
        exchange
    }

    fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut lock(&self.shared.notices))
    }

    fn finish(&mut self) {
        let until = Instant::now() + FINISH;
        let is_connected = || self.shared.is_connected.load(Ordering::Relaxed);
        while self.outbox() > 0 && is_connected() && Instant::now() < until {
            thread::sleep(Duration::from_millis(10));
        }
        self.stop();
        let left = self.outbox();
        if left > 0 {
            let left = counted(left, "input");
            self.shared.tell(format!("not sent yet: {left}; the next start sends them"));
        }
    }
}

impl Shared {
    fn tell(&self, notice: String) {
        lock(&self.notices).push(format!("fleet: {notice}"));
    }
}

/// The thread of the network.
struct Network {
    runtime: Runtime,
    client: Client,
    campaign: CampaignName,
    inputs: (Feed, Found),
    failures: (Feed, Found),
}

impl Network {
    fn run(self, shared: &Shared) {
        let Self { runtime, client, campaign, inputs, failures } = self;
        let (mut inputs, inputs_found) = inputs;
        let (mut failures, failures_found) = failures;
        runtime.block_on(async {
            tokio::select! {
                () = inputs.run(inputs_found) => {}
                () = failures.run(failures_found) => {}
                () = report(&client, &campaign, shared) => {}
                () = shared.stop.notified() => {}
            }
        });
        inputs.write_journal();
    }
}

/// Tells of this node once a second, for ever.
async fn report(client: &Client, campaign: &CampaignName, shared: &Shared) {
    let subject = campaign.figures(&token(&shared.name));
    loop {
        sleep(REPORT).await;
        let status = lock(&shared.status).take();
        if let Some(status) = status
            && shared.is_connected.load(Ordering::Relaxed)
            && let Ok(json) = serde_json::to_vec(&status)
        {
            // Figures that are lost are followed by others.
            let _ = client.publish(subject.clone(), json.into()).await;
        }
    }
}

/// Finds a stream at the start.
async fn attach(feed: &mut Feed) -> Result<Found> {
    let until = Instant::now() + JOIN;
    loop {
        match feed.attach().await {
            Ok(found) => {
                feed.load_outbox();
                return Ok(found);
            }
            Err(Unusable::Unreachable(_)) if Instant::now() < until => sleep(REPORT / 4).await,
            Err(unusable) => bail!("cannot join the fleet: {unusable}"),
        }
    }
}

/// What is done about the events of a connection.
fn listener(shared: Arc<Shared>, connected: watch::Sender<u64>) -> impl Fn(Event) + Send + Sync {
    let told = Mutex::new(Vec::new());
    move |event| match event {
        Event::Connected => {
            if !shared.is_connected.swap(true, Ordering::Relaxed) {
                shared.tell("connected again".to_owned());
            }
            connected.send_modify(|times| *times += 1);
        }
        Event::Disconnected if shared.is_connected.swap(false, Ordering::Relaxed) => {
            let notice = "the connection is lost; fuzzing goes on alone, and catches up later";
            shared.tell(notice.to_owned());
        }
        Event::ServerError(ServerError::Other(error)) => {
            let mut told = lock(&told);
            if told.len() < MAX_ERRORS && !told.contains(&error) {
                shared.tell(format!("the server says: {error}"));
                told.push(error);
            }
        }
        Event::ServerError(ServerError::AuthorizationViolation) => {
            shared.tell("the server does not accept this node any more".to_owned());
        }
        _ => {}
    }
}

/// Where the journals of a campaign are: beside the corpus.
fn journal_directory(store: &Store, campaign: &CampaignName) -> PathBuf {
    let name = store.corpus.file_name().unwrap_or_default().to_string_lossy();
    store.corpus.with_file_name(format!("{name}.fleet")).join(campaign.to_string())
}

/// A name that tells this process from other nodes.
fn node_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = if host.trim().is_empty() { "node" } else { host.trim() };
    format!("{}-{}", token(host), std::process::id())
}
