//! Pushing a whole corpus to a campaign, and pulling it.

use chiasma_core::display::counted;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use async_nats::jetstream::Context;
use async_nats::jetstream::context::ContextBuilder;
use chiasma_campaign::Exchange;
use futures_util::StreamExt;
use serde::Serialize;
use tokio::runtime::Builder;

use crate::access::Access;
use crate::message;
use crate::names::{CampaignName, Kind};
use crate::node::{ANSWER, Node, NodePlan};
use crate::stream::{self, Found, consumer, place};

/// Maximum time without an acknowledgement.
const STALLED: Duration = Duration::from_secs(30);
/// Maximum time without a message that is known to be there.
const READ: Duration = Duration::from_secs(10);
/// Number of times in a row that reading is tried without a message.
const TRIES: u32 = 5;
/// Number of messages asked for at a time.
const BATCH: usize = 256;

/// What was pushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Pushed {
    /// Number of inputs and failures that the server did not have.
    pub sent: u64,
    /// Number of those that it had.
    pub duplicates: u64,
}

/// What a campaign has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pulled {
    /// Its inputs, in their compact form.
    pub inputs: Vec<Vec<u8>>,
    /// The texts of its failures.
    pub failures: Vec<String>,
    /// Number of messages that are not what they claim to be.
    pub refused: u64,
}

/// The contents of a stream.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    pub(crate) contents: Vec<Vec<u8>>,
    refused: u64,
    /// Everything up to here has been read.
    read_to: u64,
}

/// Sends the corpus and the failures of a property, and waits until the server has all of them; creates the campaign if
/// there is none.
pub fn push(plan: NodePlan) -> Result<Pushed> {
    let mut node = Node::join(plan)?;
    let (mut left, mut since) = (node.outbox(), Instant::now());
    while node.outbox() > 0 {
        thread::sleep(Duration::from_millis(10));
        if node.outbox() != left {
            (left, since) = (node.outbox(), Instant::now());
        }
        if since.elapsed() > STALLED {
            let why = node.notices().join("\n");
            bail!(
                "the server has not acknowledged {}; they are sent again the next time\n{why}",
                counted(left, "input")
            );
        }
    }
    let figures = node.figures();
    node.finish();
    Ok(Pushed { sent: figures.sent, duplicates: figures.duplicates })
}

/// Reads all inputs and failures of a campaign. They are checked as far as that is possible without running them.
pub fn pull(access: &Access, campaign: &CampaignName, property: &str) -> Result<Pulled> {
    connected(access, async |context| {
        let mut pulled = Pulled::default();
        for kind in [Kind::Inputs, Kind::Failures] {
            let found = stream::find(&context, campaign, kind).await;
            let found = found.map_err(|error| anyhow!("{campaign}: {error}"))?;
            stream::check_property(&found, campaign, property)
                .map_err(|error| anyhow!("{error}"))?;
            let Taken { contents, refused, .. } = read_all(campaign, kind, &found).await?;
            pulled.refused += refused;
            match kind {
                Kind::Inputs => pulled.inputs = contents,
                Kind::Failures => pulled.failures = texts(contents),
            }
        }
        Ok(pulled)
    })
}

/// Contents as text, which those of failures are.
pub(crate) fn texts(contents: Vec<Vec<u8>>) -> Vec<String> {
    contents.into_iter().filter_map(|content| String::from_utf8(content).ok()).collect()
}

/// Connects for a moment.
pub(crate) fn connected<T>(
    access: &Access,
    job: impl AsyncFnOnce(Context) -> Result<T>,
) -> Result<T> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.context("cannot use the network")?.block_on(async {
        let client = access.connect("cargo-chiasma", |_| ()).await?;
        job(ContextBuilder::new().timeout(ANSWER).build(client)).await
    })
}

/// Reads everything that a stream has now.
pub(crate) async fn read_all(campaign: &CampaignName, kind: Kind, found: &Found) -> Result<Taken> {
    let mut taken = Taken::default();
    let mut failures = 0;
    while taken.read_to < found.last {
        let before = taken.read_to;
        let result = read_on(campaign, kind, found, &mut taken).await;
        failures = if taken.read_to > before { 0 } else { failures + 1 };
        if failures == TRIES {
            let left = found.last - taken.read_to;
            let why = result.err().map(|error| format!(": {error}")).unwrap_or_default();
            let left = counted(left, "message");
            bail!("cannot read the campaign {campaign}, {left} before its end{why}");
        }
    }
    Ok(taken)
}

/// Reads on until the end, or until there is no answer. In a cluster, a consumer may be given to a server that was just lost;
/// the next one is given to another.
async fn read_on(
    campaign: &CampaignName,
    kind: Kind,
    found: &Found,
    taken: &mut Taken,
) -> Result<(), async_nats::Error> {
    let consumer = consumer(&found.stream, taken.read_to).await?;
    loop {
        let mut messages = consumer.batch().max_messages(BATCH).expires(READ).messages().await?;
        let before = taken.read_to;
        while taken.read_to < found.last
            && let Some(message) = messages.next().await
        {
            let message = message?;
            (taken.read_to, _) = place(&message)?;
            let end = campaign.end_of(kind, message.subject.as_str()).unwrap_or_default();
            match message::read(kind, end, &message.payload) {
                Ok((_, content)) => taken.contents.push(content.into_owned()),
                Err(_) => taken.refused += 1,
            }
        }
        if taken.read_to == before || taken.read_to >= found.last {
            return Ok(());
        }
    }
}
