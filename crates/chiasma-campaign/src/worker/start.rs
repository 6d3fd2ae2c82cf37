//! The start of a worker: its process, the memory that it shares, and its connection.

use std::ffi::OsString;
use std::io;
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use chiasma_core::Death;
use chiasma_runtime::outbox::Outbox;
use chiasma_runtime::protocol::{self, Job};
use chiasma_runtime::shared::Shared;
use chiasma_runtime::{OUTBOX, RANDOM, SHARED, SOCKET, VERSION};

use super::output::Output;
use super::{WorkerId, addresses, may_be_a_kill, version, wait_briefly};
use crate::build::TestBinary;
use crate::orphans;
use crate::property::Property;

/// Maximum time for a new worker to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// A worker process that has connected and received its job.
pub(super) struct Started {
    pub(super) child: Child,
    pub(super) stream: UnixStream,
    pub(super) shared: Shared,
    pub(super) outbox: Option<Outbox>,
    pub(super) output: Output,
    pub(super) socket: PathBuf,
}

/// Why a process did not become a worker.
pub(super) enum Unstarted {
    /// It was killed from outside, or its socket was deleted; another process may start.
    Hindered(String),
    /// It cannot work as a worker.
    Unusable(String),
}

impl Started {
    pub(super) fn try_start(
        property: &Property,
        directory: &Path,
        id: WorkerId,
        max_size: u32,
        job: &Job,
    ) -> Result<Result<Self, Unstarted>> {
        // The target may have deleted it.
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot create {}", directory.display()))?;
        let (shared_path, socket_path) =
            (directory.join(format!("{id}.shared")), directory.join(format!("{id}.socket")));
        let shared =
            Shared::create(&shared_path, max_size as usize).context("cannot share memory")?;
        let outbox_path = directory.join(format!("{id}.outbox"));
        let outbox = has_outbox(job).then(|| Outbox::create(&outbox_path)).transpose();
        let outbox = outbox.context("cannot share memory")?;
        orphans::adopt();
        let listener = UnixListener::bind(&socket_path).context("cannot create a socket")?;
        listener.set_nonblocking(true)?;
        let executable = &property.binary.executable;
        let mut command = executable.command();
        if let Some(outbox) = &outbox {
            command.env(OUTBOX, outbox.path(&outbox_path));
        }
        command
            .args(["--exact", property.test_name(), "--nocapture", "--test-threads=1"])
            .args(["--include-ignored"])
            .current_dir(&property.binary.directory)
            .env("CARGO_MANIFEST_DIR", &property.binary.directory)
            .env("CARGO_PKG_NAME", &property.binary.package)
            .env("RUST_BACKTRACE", "0")
            .env(LIBRARY_PATH, library_path(&property.binary))
            .env(SHARED, shared.path(&shared_path))
            .env(SOCKET, &socket_path)
            .env(VERSION, protocol::version())
            .env(RANDOM, random_seed(job).to_string())
            .env(TUNABLES, tunables(std::env::var(TUNABLES).ok()))
            // Ctrl-C is for the supervisor, which ends its workers in its own way; and what a target
            // starts is in its worker's group.
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = addresses::fixed(|| command.spawn())
            .with_context(|| format!("cannot start {}", executable.path().display()))?;
        let output = Output::read(child.stderr.take().context("a worker has no output")?);
        let stream = accept(&listener, &mut child).and_then(|mut stream| {
            protocol::send(&mut stream, job)?;
            Ok(stream)
        });
        // An input that is run at the same time may have deleted it before the worker could connect.
        let is_deleted = stream.is_err() && !socket_path.exists();
        // Both ends are connected; the names are not needed any more.
        let _ = std::fs::remove_file(&socket_path);
        let _ = std::fs::remove_file(&shared_path);
        let _ = std::fs::remove_file(&outbox_path);
        let error = match stream {
            Ok(stream) => {
                let socket = socket_path;
                return Ok(Ok(Self { child, stream, shared, outbox, output, socket }));
            }
            Err(error) => error,
        };
        let ended = wait_briefly(&mut child)?;
        let _ = child.kill();
        let _ = child.wait();
        let said = output.last_output();
        let why = ended
            .and_then(|status| version::explain(status, said.trim()))
            .unwrap_or_else(|| format!("{error}\n{}", said.trim()));
        let was_killed = ended
            .and_then(|status| status.signal())
            .is_some_and(|signal| may_be_a_kill(Death::Signal(signal)));
        let may_start = was_killed || is_deleted;
        Ok(Err(if may_start { Unstarted::Hindered(why) } else { Unstarted::Unusable(why) }))
    }
}

/// Whether a worker puts its reports into an outbox: if it breeds, and does not wait for answers.
fn has_outbox(job: &Job) -> bool {
    matches!(job, Job::Fuzz { plan } if !plan.has_hints)
}

/// The seed of a worker's random numbers: the same for the same search, and another for each of its workers.
fn random_seed(job: &Job) -> u64 {
    match job {
        Job::Fuzz { plan } => plan.seed,
        _ => 0,
    }
}

/// The variable by which the C library is tuned (glibc; others ignore it).
const TUNABLES: &str = "GLIBC_TUNABLES";

/// Has a worker keep the memory that a run gave back, for the next one: otherwise runs that allocate much spend a part of
/// their time in the kernel, which gives them the same pages again and again. What the user has set comes last, and counts.
fn tunables(already: Option<String>) -> String {
    let ours = [
        // Memory of threads other than the first would grow and shrink by system calls.
        "glibc.malloc.arena_max=1",
        "glibc.malloc.trim_threshold=1073741824",
        "glibc.malloc.top_pad=16777216",
        "glibc.malloc.mmap_threshold=33554432",
    ];
    let all = ours.into_iter().map(str::to_owned).chain(already);
    all.collect::<Vec<_>>().join(":")
}

/// The variable that says where libraries are looked for.
const LIBRARY_PATH: &str =
    if cfg!(target_os = "macos") { "DYLD_FALLBACK_LIBRARY_PATH" } else { "LD_LIBRARY_PATH" };

/// Where the binary's libraries are, as `cargo test` sets it, and then what the variable says.
fn library_path(binary: &TestBinary) -> OsString {
    let already = std::env::var_os(LIBRARY_PATH).unwrap_or_default();
    let paths = binary.libraries.iter().cloned().chain(std::env::split_paths(&already));
    std::env::join_paths(paths).unwrap_or(already)
}

fn accept(listener: &UnixListener, child: &mut Child) -> Result<UnixStream> {
    let started = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                return Ok(stream);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error.into()),
        }
        if let Some(status) = child.try_wait()? {
            bail!("it ended ({status}) before it connected");
        }
        if started.elapsed() > CONNECT_TIMEOUT {
            bail!("it did not connect within {} s", CONNECT_TIMEOUT.as_secs());
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}
