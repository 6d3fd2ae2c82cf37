//! Hearing a worker: its reports come over the socket, or out of its outbox.

use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::Sender;
use std::time::Duration;

use chiasma_runtime::outbox::Outbox;
use chiasma_runtime::protocol::{Report, receive, take_first};

use super::{Heard, WorkerId};

/// Interval at which an outbox is emptied.
const OUTBOX_INTERVAL: Duration = Duration::from_millis(10);

/// What a worker is heard by.
pub(super) struct Ears {
    pub(super) stream: UnixStream,
    pub(super) outbox: Option<Outbox>,
}

impl Ears {
    /// Starts a thread that passes on all reports, and at last that there will be no more.
    pub(super) fn listen(mut self, id: WorkerId, heard: Sender<(WorkerId, Heard)>) {
        std::thread::spawn(move || {
            let mut pass_on = |report| {
                let heard = heard.send((id, Heard::Report(Box::new(report))));
                heard.map_err(|_| io::ErrorKind::BrokenPipe.into())
            };
            // An error is the end of the connection, or a message that makes no sense.
            let _ = match self.outbox.take() {
                Some(outbox) => self.hear_outbox(outbox, &mut pass_on),
                None => self.hear_socket(&mut pass_on),
            };
            let _ = heard.send((id, Heard::Closed));
        });
    }

    fn hear_socket(&mut self, pass_on: &mut PassOn<'_>) -> io::Result<()> {
        loop {
            pass_on(receive(&mut self.stream)?)?;
        }
    }

    /// Empties the outbox from time to time until the connection is closed, and then once more.
    fn hear_outbox(&mut self, mut outbox: Outbox, pass_on: &mut PassOn<'_>) -> io::Result<()> {
        let mut arrived = Vec::new();
        loop {
            let is_closed = is_readable(&self.stream, OUTBOX_INTERVAL)?;
            outbox.take(&mut arrived);
            let mut rest = &arrived[..];
            while let Some(report) = take_first(&mut rest)? {
                pass_on(report)?;
            }
            let taken = arrived.len() - rest.len();
            arrived.drain(..taken);
            if is_closed {
                // Nothing else is sent over the socket.
                return Ok(());
            }
        }
    }
}

type PassOn<'p> = dyn FnMut(Report) -> io::Result<()> + 'p;

/// Whether there is something to read, or the end; waits for it for a while.
fn is_readable(stream: &UnixStream, time: Duration) -> io::Result<bool> {
    let mut polled = libc::pollfd { fd: stream.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    // SAFETY: the number is that of the structures, of which there is one, and it outlives the call.
    match unsafe { libc::poll(&raw mut polled, 1, time.as_millis() as i32) } {
        0 => Ok(false),
        1.. => Ok(true),
        _ => match io::Error::last_os_error() {
            error if error.kind() == io::ErrorKind::Interrupted => Ok(false),
            error => Err(error),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use chiasma_runtime::protocol::encode;

    use super::*;

    fn report(edges: u64) -> Report {
        Report::Ready { edges }
    }

    #[test]
    fn all_that_a_worker_put_into_its_outbox_before_it_died_is_heard_in_order() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("outbox");
        let outbox = Outbox::create(&path).unwrap();
        let mut worker = Outbox::open(&outbox.path(&path)).unwrap();
        let (stream, end) = UnixStream::pair().unwrap();
        let mut bytes = Vec::new();
        (0..1_000).for_each(|edges| encode(&report(edges), &mut bytes));
        let whole = bytes.len();
        encode(&report(9), &mut bytes);
        // It dies while it puts in the last one.
        assert_eq!(worker.put(&bytes[..whole + 5]), whole + 5);
        drop((worker, end));
        let (sender, receiver) = channel();
        Ears { stream, outbox: Some(outbox) }.listen(3, sender);
        let mut heard = Vec::new();
        while let Ok((3, Heard::Report(report))) = receiver.recv() {
            heard.push(*report);
        }
        assert!(heard == (0..1_000).map(report).collect::<Vec<_>>(), "{}", heard.len());
    }

    #[test]
    fn an_outbox_is_emptied_while_the_worker_lives() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("outbox");
        let outbox = Outbox::create(&path).unwrap();
        let mut worker = Outbox::open(&outbox.path(&path)).unwrap();
        let (stream, _end) = UnixStream::pair().unwrap();
        let (sender, receiver) = channel();
        Ears { stream, outbox: Some(outbox) }.listen(3, sender);
        for edges in 0..3 {
            let mut bytes = Vec::new();
            encode(&report(edges), &mut bytes);
            assert_eq!(worker.put(&bytes), bytes.len());
            let (_, heard) = receiver.recv().unwrap();
            assert!(matches!(heard, Heard::Report(heard) if *heard == report(edges)));
        }
    }
}
