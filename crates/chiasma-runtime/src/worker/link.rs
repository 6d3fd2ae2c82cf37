//! A worker's connection to its supervisor: the socket, and the shared memory.

use std::io;
use std::os::unix::net::UnixStream;
use std::path::Path;

use crate::protocol::{self, Job, Order, Report};
use crate::shared::Shared;

/// The connection of a worker.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) shared: Shared,
    stream: UnixStream,
}

impl Link {
    pub(super) fn connect(shared: &Path, socket: &Path) -> io::Result<Self> {
        Ok(Self { shared: Shared::open(shared)?, stream: UnixStream::connect(socket)? })
    }

    pub(super) fn receive_job(&mut self) -> io::Result<Job> {
        protocol::receive(&mut self.stream)
    }

    /// Waits for the next order.
    pub(super) fn receive_order(&mut self) -> io::Result<Order> {
        protocol::receive(&mut self.stream)
    }

    pub(super) fn send(&mut self, report: &Report) -> io::Result<()> {
        protocol::send(&mut self.stream, report)
    }

    /// A second handle on the socket, for what is told while the first is busy.
    pub(super) fn stream(&self) -> io::Result<UnixStream> {
        self.stream.try_clone()
    }
}
