//! A worker process: its start, its messages, its limits and its exit.

mod addresses;
mod ears;
mod output;
mod sampling;
mod start;
mod version;
mod watch;

use std::io;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use anyhow::Result;
use chiasma_core::Death;
use chiasma_runtime::protocol::{self, Job, Order, Report};
use chiasma_runtime::shared::{Progress, Published, Shared};
use chiasma_runtime::stacks::MAX_STACKS;
use chiasma_runtime::{DISCONNECTED, DONE};

use crate::clock::processor_time;
use crate::fault::Fault;
use crate::orphans;
use crate::property::Property;
use ears::Ears;
use output::Output;
use sampling::{Sampling, Stacks};
use start::{Started, Unstarted};
use watch::RunWatch;

/// Maximum time for a worker to exit after its last message.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);
/// Number of kills in a row after which the input that was running is blamed.
///
/// Whether a signal came from outside cannot be determined. If half of all processes are killed, ten in a row are
/// killed once in a thousand times; and a target that sends such a signal to itself costs nine more
/// processes, a fraction of a second, once for each such input.
pub const MAX_KILLS: u32 = 10;

/// Number of stacks of a run that is ended before its time; more are taken when it is examined.
const EARLY_STACKS: usize = 2;

/// The time after which a run is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timeout {
    /// All the time that a run may take.
    Whole(Duration),
    /// A part of it.
    Part(Duration),
}

/// Runs, and the time that they took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RunTimes {
    /// Number of runs.
    pub runs: u64,
    /// The time of all of them, with what came between them.
    pub time: Duration,
}

impl std::ops::Add for RunTimes {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { runs: self.runs + other.runs, time: self.time + other.time }
    }
}

/// The id of a worker, unique in this process.
pub type WorkerId = u64;

/// A message from a worker, or the end of its connection.
#[derive(Debug)]
pub enum Heard {
    /// A report.
    Report(Box<Report>),
    /// The connection is closed.
    Closed,
}

/// A worker process.
#[derive(Debug)]
pub struct Worker {
    /// Its id, unique in this process.
    pub id: WorkerId,
    child: Child,
    stream: UnixStream,
    /// Orders to be sent by a thread, so that a worker that does not read them blocks nothing.
    orders: Sender<Order>,
    shared: Shared,
    output: Output,
    /// Where its socket was: what it starts has that in its environment.
    socket: PathBuf,
    /// When it said that it was ready to run inputs.
    ready: Option<Instant>,
    /// Why it was killed, if it was.
    killed: Option<Death>,
    /// How long its run had taken by then.
    killed_after: Duration,
    watch: RunWatch,
    sampling: Sampling,
    /// The processor time that it had taken when it was last looked at.
    processor_time: Duration,
}

/// Whether a death may have come from outside: from a busy machine, or from another process.
#[must_use]
pub fn may_be_from_outside(death: Death) -> bool {
    death == Death::Timeout || may_be_a_kill(death)
}

/// Whether another process may have sent the signal, or the kernel when it ran out of memory.
/// It was not this program, whose own kills are a timeout or out of memory.
#[must_use]
pub fn may_be_a_kill(death: Death) -> bool {
    use libc::{SIGHUP, SIGINT, SIGKILL, SIGQUIT, SIGTERM};
    let signals = [SIGHUP, SIGINT, SIGKILL, SIGQUIT, SIGTERM];
    matches!(death, Death::Signal(number) if signals.contains(&number))
}

impl Worker {
    /// Starts a worker on `job`; its reports go to `heard`.
    ///
    /// Its files are in `directory`, which must outlive it.
    pub fn start(
        property: &Property,
        directory: &Path,
        id: WorkerId,
        max_size: u32,
        job: &Job,
        heard: &Sender<(WorkerId, Heard)>,
    ) -> Result<Self> {
        let mut started = Started::try_start(property, directory, id, max_size, job)?;
        for _ in 1..MAX_KILLS {
            if !matches!(started, Err(Unstarted::Hindered(_))) {
                break;
            }
            started = Started::try_start(property, directory, id, max_size, job)?;
        }
        let Started { child, stream, shared, outbox, output, socket } =
            started.map_err(|unstarted| {
                let (fault, why) = match unstarted {
                    Unstarted::Hindered(why) => (Fault::Machine, why),
                    Unstarted::Unusable(why) => (Fault::Mistake, why),
                };
                let path = &property.path;
                fault.error(format!("the test {path} does not work as a worker: {why}"))
            })?;
        let ears = Ears { stream: stream.try_clone()?, outbox };
        ears.listen(id, heard.clone());
        let orders = spawn_sender(stream.try_clone()?);
        Ok(Self {
            id,
            child,
            stream,
            orders,
            shared,
            output,
            socket,
            ready: None,
            killed: None,
            killed_after: Duration::ZERO,
            watch: RunWatch::new(),
            sampling: Sampling::new(),
            processor_time: Duration::ZERO,
        })
    }

    /// Sends an order.
    pub fn order(&mut self, order: &Order) -> io::Result<()> {
        self.shared.announce_mail();
        self.answer(order)
    }

    /// Answers a question that the worker waits on.
    pub fn answer(&mut self, order: &Order) -> io::Result<()> {
        self.orders.send(order.clone()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Its numbers.
    pub fn progress(&self) -> Progress {
        self.shared.progress()
    }

    /// Notes that it has just said that it is ready to run inputs.
    pub fn set_ready(&mut self) {
        self.ready = Some(Instant::now());
    }

    /// The runs that it has made, and the time that they took; without the run under way.
    pub fn runs(&self) -> RunTimes {
        let Some(ready) = self.ready else { return RunTimes::default() };
        let time = ready.elapsed().saturating_sub(self.watch.elapsed());
        RunTimes { runs: self.shared.progress().finished, time }
    }

    /// The processor time that it had taken when its limits were last enforced.
    pub fn processor_time(&self) -> Duration {
        self.processor_time
    }

    /// Kills it if its run takes too long, or it uses too much memory.
    pub fn enforce(&mut self, timeout: Timeout, memory: u64) {
        if let Some(time) = processor_time(self.child.id()) {
            self.processor_time = time;
        }
        if let Ok(Some(_)) = self.child.try_wait() {
            // A process that the target forked may hold the connection open still.
            let _ = self.stream.shutdown(Shutdown::Both);
            return;
        }
        if self.killed.is_some() {
            return;
        }
        let Progress { started, finished, .. } = self.shared.progress();
        let run = (started != finished).then_some(started);
        let (Timeout::Whole(time) | Timeout::Part(time)) = timeout;
        if self.watch.exceeds(time, run, self.child.id()) {
            // First it is asked for its stack, at several moments.
            let wanted = if timeout == Timeout::Whole(time) { MAX_STACKS } else { EARLY_STACKS };
            let stacks = Stacks { left: self.shared.last_stacks().len(), wanted };
            let thread = self.shared.thread();
            if !self.sampling.ask(started, stacks, self.child.id(), thread) {
                self.kill(Death::Timeout);
            }
            return;
        }
        if resident_memory(self.child.id()).is_some_and(|used| used > memory) {
            self.kill(Death::OutOfMemory);
        }
    }

    fn kill(&mut self, death: Death) {
        self.killed = Some(death);
        self.killed_after = self.watch.elapsed();
        let _ = self.child.kill();
    }

    /// Waits for its exit.
    pub fn wait_for_exit(&mut self) -> Exit {
        let status = self.wait();
        self.kill_group();
        let output = self.output.last_output();
        let progress = self.shared.progress();
        let death = match (self.killed.take(), status) {
            (Some(death), _) => Some(death),
            (None, Ok(status)) => cause(status, progress, &output),
            (None, Err(_)) => Some(Death::Signal(0)),
        };
        let (published, stacks) = (self.shared.published(), self.shared.last_stacks());
        let processor_time = std::mem::take(&mut self.processor_time);
        let hung_for = self.killed_after;
        Exit { death, output, stacks, published, progress, processor_time, hung_for }
    }

    /// Kills the processes that the target started and left behind: they are in the worker's process group.
    fn kill_group(&self) {
        if let Ok(group) = i32::try_from(self.child.id()) {
            // SAFETY: a signal to a group that we have made; it touches no memory.
            unsafe { libc::kill(-group, libc::SIGKILL) };
            orphans::reap_group(group);
        }
        // Those in a session of their own.
        orphans::kill_adopted(&self.socket);
    }

    /// Waits for the process to end. A target may have closed our connection and gone on: then
    /// it gets an order that it cannot read, which ends it; or else it is killed.
    fn wait(&mut self) -> io::Result<ExitStatus> {
        self.shared.announce_mail();
        if let Some(status) = wait_briefly(&mut self.child)? {
            return Ok(status);
        }
        if self.killed.is_none() {
            self.kill(Death::Disconnected);
        }
        self.child.wait()
    }
}

/// Waits for a process that is about to end; nothing if it does not.
fn wait_briefly(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    while started.elapsed() < EXIT_TIMEOUT {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    Ok(None)
}

/// Starts a thread that sends orders until the worker or the sender has ended.
fn spawn_sender(mut stream: UnixStream) -> Sender<Order> {
    let (sender, orders) = channel();
    std::thread::spawn(move || {
        while let Ok(order) = orders.recv() {
            if protocol::send(&mut stream, &order).is_err() {
                return;
            }
        }
    });
    sender
}

/// How a worker ended.
#[derive(Debug)]
pub struct Exit {
    /// What it died of; nothing if it ended normally.
    pub death: Option<Death>,
    /// The last that it printed.
    pub output: String,
    /// The call stacks of its last moments, if it died in a run.
    pub stacks: Vec<Vec<u64>>,
    /// The input that it was running.
    pub published: Published,
    /// Its numbers at the end.
    pub progress: Progress,
    /// The processor time that it took, as far as was seen.
    pub processor_time: Duration,
    /// How long its last run had taken, if it was killed for that.
    pub hung_for: Duration,
}

impl Exit {
    /// Whether another process may have ended it: then its end says nothing of what it was doing.
    pub fn may_be_a_kill(&self) -> bool {
        self.death.is_some_and(may_be_a_kill)
    }
}

fn cause(status: ExitStatus, progress: Progress, output: &str) -> Option<Death> {
    // A worker exits between two runs only; an exit in a run is that of the target.
    let in_a_run = progress.in_a_run();
    match (status.code(), status.signal()) {
        (Some(DONE), _) if !in_a_run => None,
        (Some(DISCONNECTED), _) if !in_a_run => Some(Death::Disconnected),
        (Some(code), _) => Some(Death::Exit(code)),
        (_, Some(libc::SIGABRT)) if output.contains("has overflowed its stack") => {
            Some(Death::StackOverflow)
        }
        (_, Some(libc::SIGABRT)) if output.contains("memory allocation of") => {
            Some(Death::OutOfMemory)
        }
        (_, Some(libc::SIGABRT)) => Some(Death::Abort),
        (_, Some(signal)) => Some(Death::Signal(signal)),
        (None, None) => Some(Death::Signal(0)),
    }
}

/// How much memory a process has in use, in bytes.
fn resident_memory(pid: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    // SAFETY: a query without arguments that could be wrong.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    Some(pages * u64::try_from(page).ok()?)
}
