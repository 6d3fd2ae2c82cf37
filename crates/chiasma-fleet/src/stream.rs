//! The stream of a campaign on the server: found, created, and checked to be the one that is remembered.

use std::fmt;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{CreateStreamErrorKind, GetStreamErrorKind};
use async_nats::jetstream::stream::{
    Config, DiscardPolicy, RawMessageErrorKind, RetentionPolicy, StorageType, Stream,
};
use async_nats::jetstream::{Context, ErrorCode, Message};

use crate::lane::Mark;
use crate::message::hash_in;
use crate::names::{CampaignName, Kind};

/// Replicas of a stream, where the server is a cluster that has so many.
const REPLICAS: usize = 3;
/// How long the server waits for messages before it says that there are none.
pub(crate) const READ_EXPIRES: Duration = Duration::from_secs(5);
/// Maximum size of the stream of inputs, in bytes.
const MAX_INPUTS: i64 = 256 << 20;
/// Maximum size of the stream of failures, in bytes.
const MAX_FAILURES: i64 = 64 << 20;

/// A stream that is there.
pub(crate) struct Found {
    pub(crate) stream: Stream,
    /// When it was created, in nanoseconds since 1970.
    pub(crate) created: String,
    /// The number of its last message.
    pub(crate) last: u64,
}

/// Why a stream cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unusable {
    /// For now: no answer, no leader, no connection.
    Unreachable(String),
    /// There is none of that name.
    Missing,
    /// It cannot be created, or belongs to another property.
    Refused(String),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(why) | Self::Refused(why) => f.write_str(why),
            Self::Missing => f.write_str("there is no such campaign"),
        }
    }
}

/// The configuration of a stream: one message a subject, which is never replaced or deleted.
fn config(campaign: &CampaignName, kind: Kind, property: &str, replicas: usize) -> Config {
    Config {
        name: campaign.stream(kind),
        subjects: vec![campaign.subjects(kind)],
        description: Some(property.to_owned()),
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        num_replicas: replicas,
        max_messages_per_subject: 1,
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        max_bytes: match kind {
            Kind::Inputs => MAX_INPUTS,
            Kind::Failures => MAX_FAILURES,
        },
        deny_delete: true,
        deny_purge: true,
        allow_direct: true,
        ..Config::default()
    }
}

/// Looks for a stream.
pub(crate) async fn find(
    context: &Context,
    campaign: &CampaignName,
    kind: Kind,
) -> Result<Found, Unusable> {
    let stream =
        context.get_stream(campaign.stream(kind)).await.map_err(|error| match error.kind() {
            GetStreamErrorKind::JetStream(error)
                if error.error_code() == ErrorCode::STREAM_NOT_FOUND =>
            {
                Unusable::Missing
            }
            _ => Unusable::Unreachable(unreachable(&error)),
        })?;
    let info = stream.cached_info();
    let (created, last) =
        (info.created.unix_timestamp_nanos().to_string(), info.state.last_sequence);
    Ok(Found { stream, created, last })
}

/// Creates a stream, with replicas if the server is a cluster.
pub(crate) async fn create(
    context: &Context,
    campaign: &CampaignName,
    kind: Kind,
    property: &str,
) -> Result<(), Unusable> {
    let mut refusal = None;
    for replicas in [REPLICAS, 1] {
        let error = match context.create_stream(config(campaign, kind, property, replicas)).await {
            Ok(_) => return Ok(()),
            Err(error) => error,
        };
        match error.kind() {
            CreateStreamErrorKind::JetStream(error) => {
                // Another node has created it in between, with other replicas.
                if error.error_code() == ErrorCode::STREAM_NAME_EXIST {
                    return Ok(());
                }
                refusal = Some(error);
            }
            CreateStreamErrorKind::TimedOut => {
                return Err(Unusable::Unreachable(format!(
                    "there is no campaign {campaign} yet, and the server does not answer to a request to create it; if \
                     this node may not create streams, let `cargo chiasma fleet push` do it as a user who may"
                )));
            }
            _ => return Err(Unusable::Unreachable(unreachable(&error))),
        }
    }
    let why = refusal.map(|error| error.to_string()).unwrap_or_default();
    Err(Unusable::Refused(format!("the server does not create the campaign {campaign}: {why}")))
}

/// Whether a stream is of this property.
pub(crate) fn check_property(
    found: &Found,
    campaign: &CampaignName,
    property: &str,
) -> Result<(), Unusable> {
    match found.stream.cached_info().config.description.as_deref() {
        Some(other) if other != property => Err(Unusable::Refused(format!(
            "the campaign {campaign} is of the property {other}, and not of {property}; --campaign NAME names another"
        ))),
        _ => Ok(()),
    }
}

/// Whether a stream still has the message that is known to have been in it. If not, it has lost what was acknowledged.
pub(crate) async fn has(found: &Found, mark: Option<Mark>) -> Result<bool, Unusable> {
    let Some(Mark { sequence, hash }) = mark else { return Ok(true) };
    if sequence > found.last {
        return Ok(false);
    }
    // Answered by the leader: others may not have it yet.
    match found.stream.get_raw_message(sequence).await {
        Ok(message) => Ok(hash_in(message.subject.as_str()) == Some(hash)),
        Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(false),
        Err(error) => Err(Unusable::Unreachable(unreachable(&error))),
    }
}

/// An error of a server that may be there again soon.
fn unreachable(error: &dyn std::error::Error) -> String {
    let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
    format!("the server does not answer as it should ({error}{cause}); does it have JetStream?")
}

/// A consumer of everything behind a message. It ends by itself when nobody asks it any more.
pub(crate) async fn consumer(
    stream: &Stream,
    behind: u64,
) -> Result<PullConsumer, async_nats::Error> {
    let config = pull::Config {
        deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: behind + 1 },
        ack_policy: AckPolicy::None,
        inactive_threshold: 4 * READ_EXPIRES,
        memory_storage: true,
        num_replicas: 1,
        ..pull::Config::default()
    };
    Ok(stream.create_consumer(config).await?)
}

/// The number of a message in its stream, and among those of the consumer.
pub(crate) fn place(message: &Message) -> Result<(u64, u64), async_nats::Error> {
    let info = message.info()?;
    Ok((info.stream_sequence, info.consumer_sequence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_stream_is_ever_replaced_or_deleted() {
        let campaign: CampaignName = "c".parse().unwrap();
        let config = config(&campaign, Kind::Inputs, "p::holds", 3);
        assert!(config.deny_delete && config.deny_purge && config.discard_new_per_subject);
        assert_eq!((config.discard, config.max_messages_per_subject), (DiscardPolicy::New, 1));
        assert!(config.max_bytes > 0 && config.max_age.is_zero());
    }
}
