//! A fleet: one campaign on many machines.
//!
//! The corpus of a campaign is a stream in NATS JetStream, a replicated and authenticated log; there is no protocol of our
//! own. A [`Node`] is the [`Exchange`](chiasma_campaign::Exchange) of one supervisor: it publishes what its workers keep, and
//! hands over what others published. The corpus on disk stays the truth. What of it the server has not acknowledged is
//! the *outbox*: it follows from the corpus and from the journal, so that a node that is killed or cut off
//! loses nothing.
//!
//! | module | what it owns |
//! |---|---|
//! | `access` | where the server is, and how a node proves who it is |
//! | `names` | the names of streams and subjects |
//! | `message` | inputs as messages, and which messages are refused |
//! | `build` | the identity of a build |
//! | `lane` | which inputs are to be sent, and which have arrived; without a network |
//! | `journal` | what is remembered on disk of a stream |
//! | `stream` | creating a stream, and noticing that it is another one |
//! | `feed` | a lane and its stream: sending and reading, again after every fault |
//! | `node` | the exchange of a supervisor |
//! | `report` | what nodes tell of themselves, and the status of a campaign |
//! | `transfer` | pushing and pulling a whole corpus |

#![forbid(unsafe_code)]

mod access;
mod build;
mod feed;
mod journal;
mod lane;
mod message;
mod names;
mod node;
mod report;
mod stream;
mod transfer;

pub use access::Access;
pub use build::BuildId;
pub use message::{MAX_PAYLOAD, MAX_TEXT};
pub use names::CampaignName;
pub use node::{Node, NodePlan};
pub use report::{CampaignStatus, FailureStatus, NodeStatus, Status, status};
pub use transfer::{Pulled, Pushed, pull, push};
