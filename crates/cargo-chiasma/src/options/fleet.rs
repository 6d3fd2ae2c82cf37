//! The options of fleets: joining one, its status, and bringing a corpus there or here.

use std::path::PathBuf;

use chiasma_fleet::{Access, CampaignName};
use clap::{Args, Subcommand};

use super::shared::{FileOptions, PropertyOptions};

/// How to connect to a server.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Fleet")]
pub(crate) struct AccessOptions {
    /// A credentials file of NATS, or the file of an nkey's seed
    #[arg(long, value_name = "FILE")]
    pub(crate) credentials: Option<PathBuf>,
    /// The certificate of the authority that signed the server's, if it is one of your own
    #[arg(long, value_name = "FILE")]
    pub(crate) authority: Option<PathBuf>,
    /// Allow connections that are not encrypted, also to other machines
    #[arg(long)]
    pub(crate) insecure: bool,
}

impl AccessOptions {
    /// The same for the library.
    pub(crate) fn access(&self, url: &str) -> Access {
        let Self { credentials, authority, insecure } = self.clone();
        Access { url: url.to_owned(), credentials, authority, insecure }
    }
}

/// How a campaign joins a fleet.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Fleet")]
pub(crate) struct JoinOptions {
    /// Share the campaign with other machines, over this NATS server: tls://server.example:4222 (several of a cluster
    /// separated by commas)
    #[arg(long, value_name = "URL")]
    pub(crate) fleet: Option<String>,
    /// The name of the campaign there [default: the property's path]
    #[arg(long, value_name = "NAME", requires = "fleet", conflicts_with = "all")]
    pub(crate) campaign: Option<CampaignName>,
    #[command(flatten)]
    pub(crate) access: AccessOptions,
}

#[derive(Debug, Subcommand)]
pub(crate) enum FleetCommand {
    /// Show the campaigns of a server: nodes, rates, edges, corpus, failures
    Status(FleetStatusOptions),
    /// Bring the corpus and the failures of a campaign here
    ///
    /// Everything is generated before it is saved, and failures are run: what does not fail in this build is left out.
    Pull(FleetTransferOptions),
    /// Send the corpus and the failures that are here to a campaign, and create it if there is none
    Push(FleetTransferOptions),
}

#[derive(Debug, Clone, Args)]
pub(crate) struct FleetStatusOptions {
    /// The NATS server: tls://server.example:4222 (several of a cluster separated by commas)
    pub(crate) url: String,
    #[command(flatten)]
    pub(crate) access: AccessOptions,
    /// Show this campaign only
    #[arg(long, value_name = "NAME")]
    pub(crate) campaign: Option<CampaignName>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct FleetTransferOptions {
    /// The NATS server: tls://server.example:4222 (several of a cluster separated by commas)
    pub(crate) url: String,
    #[command(flatten)]
    pub(crate) property: PropertyOptions,
    #[command(flatten)]
    pub(crate) access: AccessOptions,
    /// The name of the campaign [default: the property's path]
    #[arg(long, value_name = "NAME")]
    pub(crate) campaign: Option<CampaignName>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) files: FileOptions,
}
