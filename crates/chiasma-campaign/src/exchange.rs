//! The interface to other campaigns for the same property, on other machines.
//!
//! A supervisor passes on what it keeps and finds, and takes in what arrives. Nothing here waits: whoever implements it
//! has a thread of its own for the network.

use serde::{Deserialize, Serialize};

use crate::stats::Figures;

/// An input of another campaign: the content of a saved input, which is not to be trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// One that was kept there.
    Input {
        /// The input, in its compact form.
        content: Vec<u8>,
    },
    /// One that failed there.
    Failure {
        /// The text.
        text: String,
    },
}

/// The figures of an exchange.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExchangeFigures {
    /// Whether there is a connection.
    pub connected: bool,
    /// Number of inputs and failures of this campaign that the server has acknowledged.
    pub sent: u64,
    /// Number of inputs and failures of others that were taken in.
    pub received: u64,
    /// Number of those that were refused: too large, malformed, or not what they claim to be.
    pub refused: u64,
    /// Number of inputs that the server had already when they were sent.
    pub duplicates: u64,
    /// Number of inputs that are saved here and not acknowledged yet.
    pub outbox: u64,
    /// Number of inputs of others that are not judged yet.
    pub lag: u64,
    /// Bytes sent, without what the protocol adds to each message.
    pub bytes_sent: u64,
    /// Bytes received, without what the protocol adds to each message.
    pub bytes_received: u64,
}

/// Other campaigns, with which inputs are exchanged.
pub trait Exchange {
    /// Passes on an input that was kept, in its compact form.
    fn kept(&mut self, content: &[u8]);
    /// Passes on the text of an input that fails; again when it was shrunk.
    fn failed(&mut self, text: &str);
    /// What has arrived since the last call, at most so many.
    fn arrivals(&mut self, most: usize) -> Vec<Arrival>;
    /// Everything that [`Exchange::arrivals`] returned has been judged, and what was kept of it is saved.
    fn judged(&mut self);
    /// Passes on the figures of this campaign, and returns its own.
    fn report(&mut self, figures: &Figures) -> ExchangeFigures;
    /// Messages for the user since the last call.
    fn notices(&mut self) -> Vec<String>;
    /// Passes on what is left, for a few seconds at most.
    fn finish(&mut self);
}
