//! What nodes tell of themselves, and the status of campaigns: everything here comes from the network.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Result, anyhow};
use async_nats::jetstream::Context;
use chiasma_campaign::ExchangeFigures;
use futures_util::{StreamExt, TryStreamExt};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, timeout_at};

use crate::access::Access;
use crate::message::portable_key;
use crate::names::{CampaignName, Kind};
use crate::node::REPORT;
use crate::stream::{self, Unusable};
use crate::transfer::{Taken, connected, read_all};

/// How long nodes are listened to: each tells of itself once a second.
const LISTEN: Duration = REPORT.saturating_mul(5).checked_div(2).unwrap();
/// Maximum size of what a node tells of itself, in bytes.
const MAX_REPORT: usize = 16 << 10;
/// Maximum number of nodes that are listed.
const MAX_NODES: usize = 10_000;

/// What a node tells of itself once a second.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NodeStatus {
    /// Its name: machine and process.
    pub node: String,
    /// The property that it fuzzes.
    pub property: String,
    /// The build of its target.
    pub build: String,
    /// Seconds since its campaign began.
    pub seconds: f64,
    /// Number of runs.
    pub runs: u64,
    /// Runs a second, in the last second.
    pub runs_per_second: f64,
    /// Number of edges covered.
    pub covered: u64,
    /// Number of edges of its target.
    pub edges: u64,
    /// Number of inputs in its corpus.
    pub corpus: u64,
    /// Number of different failures that it found.
    pub failures: u64,
    /// Its exchange with the others.
    pub exchange: ExchangeFigures,
}

/// A failure that a campaign has found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailureStatus {
    /// Its kind and place.
    pub title: String,
    /// The functions that it was called from.
    pub callers: Vec<String>,
    /// Number of inputs in the stream.
    pub inputs: usize,
}

/// The status of a campaign.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CampaignStatus {
    /// Its name.
    pub campaign: String,
    /// The property that it is of.
    pub property: String,
    /// Number of inputs in its stream.
    pub inputs: u64,
    /// Size of that stream, in bytes.
    pub bytes: u64,
    /// Maximum size of that stream, in bytes.
    pub max_bytes: u64,
    /// Number of servers that have the stream.
    pub replicas: usize,
    /// The failures that were found.
    pub failures: Vec<FailureStatus>,
    /// The nodes that told of themselves.
    pub nodes: Vec<NodeStatus>,
}

/// The status of a fleet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// The campaigns on the server.
    pub campaigns: Vec<CampaignStatus>,
}

/// Asks for the status of one campaign or of all, and listens to their nodes for a few seconds.
pub fn status(access: &Access, campaign: Option<&CampaignName>) -> Result<Status> {
    connected(access, async |context| {
        let mut nodes = listen(&context, campaign).await?;
        let names = match campaign {
            Some(campaign) => vec![campaign.clone()],
            None => all_campaigns(&context).await?,
        };
        let mut campaigns = Vec::new();
        for name in names {
            let nodes = nodes.remove(&name).unwrap_or_default();
            campaigns.push(status_of(&context, &name, nodes).await?);
        }
        Ok(Status { campaigns })
    })
}

async fn all_campaigns(context: &Context) -> Result<Vec<CampaignName>> {
    let names: Vec<String> = context.stream_names().try_collect().await.map_err(|error| {
        anyhow!(
            "cannot list the campaigns: {error}; if this user may not, --campaign NAME asks for one"
        )
    })?;
    let mut campaigns: Vec<CampaignName> =
        names.iter().filter_map(|name| CampaignName::of_stream(name)).collect();
    campaigns.sort();
    Ok(campaigns)
}

/// The nodes that tell of themselves within a few seconds.
async fn listen(
    context: &Context,
    campaign: Option<&CampaignName>,
) -> Result<BTreeMap<CampaignName, Vec<NodeStatus>>> {
    let any = "chiasma.*.nodes.*".to_owned();
    let subject = campaign.map_or(any, |campaign| campaign.figures("*"));
    let mut subscription = context.client().subscribe(subject).await?;
    let until = Instant::now() + LISTEN;
    let mut nodes: BTreeMap<String, (CampaignName, NodeStatus)> = BTreeMap::new();
    while let Ok(Some(message)) = timeout_at(until, subscription.next()).await {
        let campaign = message.subject.split('.').nth(1).and_then(|name| name.parse().ok());
        let report = (message.payload.len() <= MAX_REPORT)
            .then(|| serde_json::from_slice(&message.payload).ok())
            .flatten();
        if let (Some(campaign), Some(report)) = (campaign, report)
            && nodes.len() < MAX_NODES
        {
            nodes.insert(message.subject.to_string(), (campaign, report));
        }
    }
    let mut by_campaign: BTreeMap<CampaignName, Vec<NodeStatus>> = BTreeMap::new();
    for (campaign, node) in nodes.into_values() {
        by_campaign.entry(campaign).or_default().push(node);
    }
    Ok(by_campaign)
}

async fn status_of(
    context: &Context,
    campaign: &CampaignName,
    nodes: Vec<NodeStatus>,
) -> Result<CampaignStatus> {
    let found = stream::find(context, campaign, Kind::Inputs)
        .await
        .map_err(|error| anyhow!("{campaign}: {error}"))?;
    let info = found.stream.cached_info();
    let failures = match stream::find(context, campaign, Kind::Failures).await {
        Ok(found) => failures(&read_all(campaign, Kind::Failures, &found).await?),
        Err(Unusable::Missing) => Vec::new(),
        Err(error) => return Err(anyhow!("{campaign}: {error}")),
    };
    Ok(CampaignStatus {
        campaign: campaign.to_string(),
        property: info.config.description.clone().unwrap_or_default(),
        inputs: info.state.messages,
        bytes: info.state.bytes,
        max_bytes: info.config.max_bytes.try_into().unwrap_or(0),
        replicas: info.config.num_replicas,
        failures,
        nodes,
    })
}

/// The failures of these inputs, each once.
fn failures(taken: &Taken) -> Vec<FailureStatus> {
    let mut all: BTreeMap<(String, Vec<String>), usize> = BTreeMap::new();
    let texts = taken.contents.iter().filter_map(|content| str::from_utf8(content).ok());
    for key in texts.filter_map(|text| portable_key(text).ok()) {
        *all.entry((key.to_string(), key.callers)).or_default() += 1;
    }
    let status = |((title, callers), inputs)| FailureStatus { title, callers, inputs };
    all.into_iter().map(status).collect()
}
