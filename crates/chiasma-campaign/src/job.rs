//! One job for one worker, from its start to its end.

use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};

use anyhow::Result;
use chiasma_runtime::protocol::{Job, Report};

use crate::examine::{TICK, Watch};
use crate::property::Property;
use crate::supervisor::{Limits, next_worker_id};
use crate::worker::{Exit, Heard, MAX_KILLS, Worker};

/// Has a worker do a job within limits, and passes every report to `hear`; returns how it ended.
pub(crate) fn run_job(
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

/// The same, from the start again if the worker is killed from outside: reports until then are dropped. Those
/// of the last worker are collected in the result.
pub fn run_job_unkilled<T: Default>(
    property: &Property,
    directory: &Path,
    limits: &Limits,
    job: &Job,
    hear: &mut dyn FnMut(&mut T, Report),
) -> Result<(T, Exit)> {
    let mut kills = 0;
    loop {
        let mut said = T::default();
        let hear = &mut |report| hear(&mut said, report);
        let exit = run_job(property, directory, limits, job, hear)?;
        kills += 1;
        if !exit.may_be_a_kill() || kills == MAX_KILLS {
            return Ok((said, exit));
        }
    }
}
