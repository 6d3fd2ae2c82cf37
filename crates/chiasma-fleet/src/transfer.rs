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
    /// The texts of its inputs.
    pub inputs: Vec<String>,
    /// The texts of its failures.
    pub failures: Vec<String>,
    /// Number of messages that are not what they claim to be.
    pub refused: u64,
}

/// The texts of a stream.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    pub(crate) texts: Vec<String>,
    refused: u64,
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
            let Taken { texts, refused } = read_all(campaign, kind, &found).await?;
            pulled.refused += refused;
            match kind {
                Kind::Inputs => pulled.inputs = texts,
                Kind::Failures => pulled.failures = texts,
            }
        }
        Ok(pulled)
    })
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
    let failed = |error: async_nats::Error| anyhow!("cannot read the campaign {campaign}: {error}");
    if found.last == 0 {
        return Ok(taken);
    }
    let consumer = consumer(&found.stream, 0).await.map_err(failed)?;
    let mut read_to = 0;
    while read_to < found.last {
        let batch = consumer.batch().max_messages(BATCH).expires(READ);
        let mut messages = batch.messages().await.map_err(|error| failed(error.into()))?;
        let before = read_to;
        while read_to < found.last
            && let Some(message) = messages.next().await
        {
            let message = message.map_err(failed)?;
            (read_to, _) = place(&message).map_err(failed)?;
            let end = campaign.end_of(kind, message.subject.as_str()).unwrap_or_default();
            match message::read(kind, end, &message.payload) {
                Ok((_, text)) => taken.texts.push(text),
                Err(_) => taken.refused += 1,
            }
        }
        if read_to == before {
            bail!(
                "the server has stopped to answer, {} before the end",
                counted(found.last - read_to, "message")
            );
        }
    }
    Ok(taken)
}
