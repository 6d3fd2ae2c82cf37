//! A worker's connection to its supervisor: the socket, and the shared memory.

use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::outbox::Outbox;
use crate::protocol::{self, Job, Order, Report};
use crate::shared::Shared;

/// The connection of a worker.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) shared: Shared,
    stream: UnixStream,
    /// Where reports go, if there is one.
    outbox: Option<Outbox>,
    /// The report being sent.
    bytes: Vec<u8>,
}

/// How long to wait for room in an outbox that is full.
const ROOM_INTERVAL: Duration = Duration::from_micros(200);

impl Link {
    pub(super) fn connect(shared: &Path, outbox: Option<&Path>, socket: &Path) -> io::Result<Self> {
        // Before the connection is made: a supervisor that is gone by then cannot be connected to.
        end_with_parent()?;
        let (shared, outbox) = (Shared::open(shared)?, outbox.map(Outbox::open).transpose()?);
        Ok(Self { shared, stream: UnixStream::connect(socket)?, outbox, bytes: Vec::new() })
    }

    /// A connection to this process itself: the worker's end and the supervisor's.
    #[cfg(test)]
    pub(super) fn for_test(shared: &Path) -> (Self, UnixStream) {
        let (stream, supervisor) = UnixStream::pair().unwrap();
        let shared = Shared::create(shared, 1 << 10).unwrap();
        (Self { shared, stream, outbox: None, bytes: Vec::new() }, supervisor)
    }

    pub(super) fn receive_job(&mut self) -> io::Result<Job> {
        protocol::receive(&mut self.stream)
    }

    /// Waits for the next order.
    pub(super) fn receive_order(&mut self) -> io::Result<Order> {
        protocol::receive(&mut self.stream)
    }

    pub(super) fn send(&mut self, report: &Report) -> io::Result<()> {
        self.bytes.clear();
        protocol::encode(report, &mut self.bytes);
        let Some(outbox) = &mut self.outbox else { return self.stream.write_all(&self.bytes) };
        // As a write to the socket would fail: the run just before is the one that closed it.
        is_open(&self.stream)?;
        let mut sent = outbox.put(&self.bytes);
        while sent < self.bytes.len() {
            // Nobody will make room if the supervisor has given up.
            is_open(&self.stream)?;
            thread::sleep(ROOM_INTERVAL);
            sent += outbox.put(&self.bytes[sent..]);
        }
        Ok(())
    }

    /// Leaves the shared memory out of processes that are forked from this one.
    pub(super) fn keep_from_children(&self) {
        self.shared.keep_from_children();
        if let Some(outbox) = &self.outbox {
            outbox.keep_from_children();
        }
    }

    /// An error if the target has closed the connection.
    pub(super) fn check(&self) -> io::Result<()> {
        is_open(&self.stream)
    }

    /// A second handle on the socket, for reports during a run.
    pub(super) fn second_handle(&self) -> io::Result<SocketHandle> {
        Ok(SocketHandle(ManuallyDrop::new(self.stream.try_clone()?)))
    }
}

/// An error if a connection is closed.
fn is_open(stream: &UnixStream) -> io::Result<()> {
    let mut byte = 0_u8;
    let flags = libc::MSG_PEEK | libc::MSG_DONTWAIT;
    // SAFETY: at most one byte is written, to a variable that outlives the call.
    let read = unsafe { libc::recv(stream.as_raw_fd(), (&raw mut byte).cast(), 1, flags) };
    match read {
        1.. => Ok(()),
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => match io::Error::last_os_error() {
            error if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            error => Err(error),
        },
    }
}

/// A handle on the socket that is never closed: closing a descriptor that the target has closed aborts.
#[derive(Debug)]
pub(super) struct SocketHandle(ManuallyDrop<UnixStream>);

impl Write for SocketHandle {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Has this process killed when its supervisor dies: in an endless loop it would not notice.
fn end_with_parent() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    // SAFETY: takes a signal's number, and touches no memory.
    if unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::net::Shutdown;

    use super::*;

    #[test]
    fn a_closed_connection_is_noticed_without_sending_anything() {
        let path = std::env::temp_dir().join(format!("chiasma-link-test-{}", std::process::id()));
        let (mut link, mut supervisor) = Link::for_test(&path);
        let _ = std::fs::remove_file(&path);
        link.check().unwrap();
        protocol::send(&mut supervisor, &Order::Report {}).unwrap();
        link.check().unwrap();
        assert!(matches!(link.receive_order(), Ok(Order::Report {})), "the order is still there");
        // As a target does that closes files which are not its own.
        link.stream.shutdown(Shutdown::Both).unwrap();
        link.check().unwrap_err();
    }
}
