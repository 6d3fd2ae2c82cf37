//! One job for one worker, from its start to its end.

use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};

use anyhow::Result;
use chiasma_runtime::protocol::{Job, Report};

use super::culprit::{TICK, Watch};
use super::supervisor::{Limits, next_worker_id};
use crate::property::Property;
use crate::worker::{Exit, Heard, Worker};

/// Has a worker do a job within limits, and hears everything that it says; what is left of it then.
pub(crate) fn run_errand(
    property: &Property,
    directory: &Path,
    limits: &Limits,
    job: &Job,
    hear: &mut dyn FnMut(Report),
) -> Result<Exit> {
    let (sender, receiver) = channel();
    let id = next_worker_id();
    let mut worker = Worker::start(property, directory, id, limits.max_size, job, &sender)?;
    let mut watch = Watch::start();
    loop {
        match receiver.recv_timeout(TICK) {
            Ok((_, Heard::Report(report))) => hear(*report),
            Ok((_, Heard::Closed)) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        watch.look(&mut worker, limits);
    }
    Ok(worker.wait_for_exit())
}
