//! `cargo chiasma fleet`: the status of a campaign on many machines, and its corpus brought here or there.

use std::path::PathBuf;

use anyhow::{Context, Result};
use chiasma_campaign::property::Property;
use chiasma_campaign::store::{Store, shown};
use chiasma_campaign::symbols::Symbols;
use chiasma_campaign::{
    Exchange, Limits, Recording, SavedFailure, Scratch, examine, record, save_failure,
};
use chiasma_core::Chi;
use chiasma_core::chi::{TEXT_EXTENSION, file_name, replace_file};
use chiasma_core::display::counted;
use chiasma_fleet::{
    Access, BuildId, CampaignName, CampaignStatus, Node, NodePlan, NodeStatus, Pulled,
};
use chiasma_runtime::protocol::{Depth, Detail, Input};
use serde_json::json;

use super::pulse::Pulse;
use crate::exit::Exit;
use crate::options::{FleetCommand, FleetStatusOptions, FleetTransferOptions, JoinOptions};
use crate::output;

/// Runs a subcommand.
pub(crate) fn run(command: &FleetCommand) -> Result<Exit> {
    match command {
        FleetCommand::Status(options) => status(options),
        FleetCommand::Pull(options) => pull(options),
        FleetCommand::Push(options) => push(options),
    }
}

/// Joins the fleet that the options name, if they do.
pub(super) fn join(
    options: &JoinOptions,
    property: &Property,
    store: &Store,
) -> Result<Option<Box<dyn Exchange>>> {
    let Some(url) = &options.fleet else { return Ok(None) };
    let access = options.access.access(url);
    let node = Node::join(plan(access, options.campaign.as_ref(), property, store)?)?;
    Ok(Some(Box::new(node)))
}

/// The plan of a node; warns of a connection that anybody can read.
fn plan(
    access: Access,
    campaign: Option<&CampaignName>,
    property: &Property,
    store: &Store,
) -> Result<NodePlan> {
    warn_of_exposure(&access);
    Ok(NodePlan {
        access,
        campaign: campaign_of(campaign, property),
        property: property.path.clone(),
        build: BuildId::of(property)?,
        store: store.clone(),
    })
}

fn warn_of_exposure(access: &Access) {
    if access.is_exposed() && access.insecure {
        note!(
            "warning: the connection is not encrypted: anybody on the way can read and change what is sent"
        );
    }
}

fn campaign_of(named: Option<&CampaignName>, property: &Property) -> CampaignName {
    named.cloned().unwrap_or_else(|| CampaignName::of_property(&property.path))
}

fn status(options: &FleetStatusOptions) -> Result<Exit> {
    let access = options.access.access(&options.url);
    warn_of_exposure(&access);
    let status = chiasma_fleet::status(&access, options.campaign.as_ref())?;
    if options.json {
        output::json(&serde_json::to_string_pretty(&status)?);
        return Ok(Exit::Passed);
    }
    if status.campaigns.is_empty() {
        say!("there is no campaign on this server");
    }
    status.campaigns.iter().for_each(print_campaign);
    Ok(Exit::Passed)
}

fn print_campaign(status: &CampaignStatus) {
    let CampaignStatus { campaign, property, inputs, bytes, max_bytes, replicas, failures, nodes } =
        status;
    let full = 100.0 * *bytes as f64 / (*max_bytes).max(1) as f64;
    say!("{campaign} ({property})");
    say!(
        "  {} in {:.1} MB ({full:.1} % of the room), {}",
        counted(*inputs as usize, "input"),
        *bytes as f64 / 1e6,
        counted(*replicas, "replica")
    );
    let rate: f64 = nodes.iter().map(|node| node.runs_per_second).sum();
    say!("  {}, {rate:.0} runs/s", counted(nodes.len(), "node"));
    let mut builds: Vec<&str> = nodes.iter().map(|node| &*node.build).collect();
    builds.sort_unstable();
    builds.dedup();
    for build in &builds {
        if builds.len() > 1 {
            say!("  build {build}");
        }
        nodes.iter().filter(|node| node.build == **build).for_each(print_node);
    }
    say!("  {}", counted(failures.len(), "failure"));
    for failure in failures {
        let from =
            failure.callers.first().map(|caller| format!(" in {caller}")).unwrap_or_default();
        say!("    {}{from}", failure.title);
    }
}

fn print_node(node: &NodeStatus) {
    let NodeStatus { node, runs, runs_per_second, covered, edges, corpus, exchange, .. } = node;
    say!(
        "    {node}: {}, {runs_per_second:.0}/s, {covered} of {edges} edges, {}, {} to send, {} to judge",
        counted(runs, "run"),
        counted(*corpus as usize, "input"),
        exchange.outbox,
        exchange.lag
    );
}

fn push(options: &FleetTransferOptions) -> Result<Exit> {
    let property = super::the_property(&options.property)?;
    let store = options.files.store(&property);
    let plan =
        plan(options.access.access(&options.url), options.campaign.as_ref(), &property, &store)?;
    let campaign = plan.campaign.clone();
    let pushed = chiasma_fleet::push(plan)?;
    if options.json {
        output::json(&serde_json::to_string_pretty(&pushed)?);
    } else {
        say!("{campaign}: {} sent, {} there already", pushed.sent, pushed.duplicates);
    }
    Ok(Exit::Passed)
}

fn pull(options: &FleetTransferOptions) -> Result<Exit> {
    let property = super::the_property(&options.property)?;
    let (store, limits) = (options.files.store(&property), options.property.limits());
    store.prepare()?;
    let access = options.access.access(&options.url);
    warn_of_exposure(&access);
    let campaign = campaign_of(options.campaign.as_ref(), &property);
    let Pulled { inputs, failures, refused } =
        chiasma_fleet::pull(&access, &campaign, &property.path)?;
    let saved = save_inputs(&property, &limits, &store, inputs)?;
    let failing = save_failures(&property, &limits, &store, failures)?;
    if options.json {
        let files: Vec<String> = failing.files.iter().map(|path| shown(path)).collect();
        let Saved { new, known, unusable } = saved;
        let pulled = json!({
            "inputs": { "new": new, "known": known, "unusable": unusable },
            "failures": { "new": files, "known": failing.known, "passing": failing.passing },
            "refused": refused,
        });
        output::json(&serde_json::to_string_pretty(&pulled)?);
        return Ok(Exit::Passed);
    }
    say!(
        "{campaign}: {} new, {} here already, {} do not generate",
        saved.new,
        saved.known,
        saved.unusable
    );
    let (new, known, passing) = (failing.files.len(), failing.known, failing.passing);
    say!(
        "{}, {known} here already, {passing} do not fail in this build",
        counted(new, "new failure")
    );
    failing.files.iter().for_each(|path| say!("  {}", shown(path)));
    if refused > 0 {
        say!("{} refused: not what they claim to be", counted(refused as usize, "message"));
    }
    Ok(Exit::Passed)
}

/// What became of the inputs of a campaign.
struct Saved {
    new: usize,
    known: usize,
    unusable: usize,
}

fn save_inputs(
    property: &Property,
    limits: &Limits,
    store: &Store,
    contents: Vec<Vec<u8>>,
) -> Result<Saved> {
    let inputs: Vec<Input> = contents.into_iter().map(|content| Input::Chi { content }).collect();
    let mut pulse = Pulse::start();
    let recordings = record(property, limits, &inputs, Detail::Lines {}, &mut |done| {
        pulse.beat(|| done.to_string());
    })?;
    let mut saved = Saved { new: 0, known: 0, unusable: 0 };
    for recording in recordings {
        let Ok(Recording { bytes, lines, .. }) = recording else {
            saved.unusable += 1;
            continue;
        };
        let path = store.corpus_file(&file_name(&bytes));
        if path.exists() || path.with_extension(TEXT_EXTENSION).exists() {
            saved.known += 1;
            continue;
        }
        let content = Chi::compacted((Chi::heading(&[]) + &lines).as_bytes())?;
        replace_file(&path, &content)
            .with_context(|| format!("cannot write {}", path.display()))?;
        saved.new += 1;
    }
    Ok(saved)
}

/// What became of the failures of a campaign.
struct Failing {
    files: Vec<PathBuf>,
    known: usize,
    passing: usize,
}

/// Runs failures, the shortest first, and saves those that fail here.
fn save_failures(
    property: &Property,
    limits: &Limits,
    store: &Store,
    mut texts: Vec<String>,
) -> Result<Failing> {
    texts.sort_by_key(String::len);
    let symbols = Symbols::of(&property.binary.executable)?;
    let directory = Scratch::new()?;
    let mut failing = Failing { files: Vec::new(), known: 0, passing: 0 };
    for text in texts {
        let input = Input::Chi { content: text.into_bytes() };
        let examined = examine(property, directory.path(), limits, input, Depth::Run {})?;
        let saved = save_failure(property, store, &examined, &symbols);
        match saved.context("cannot save a failure")? {
            SavedFailure::New(path) => failing.files.push(path),
            SavedFailure::Known => failing.known += 1,
            SavedFailure::Passes => failing.passing += 1,
        }
    }
    Ok(failing)
}
