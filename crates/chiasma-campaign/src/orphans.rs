//! Processes that a target has started and left behind, known by the environment that they inherited from their worker.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use chiasma_runtime::SOCKET;

/// Maximum number of times that processes are looked for: each may have started another meanwhile.
const MAX_ROUNDS: usize = 20;

/// The children that this process had before it started a worker: they are not orphans.
static OWN: OnceLock<Vec<i32>> = OnceLock::new();

/// Makes processes whose parent has ended children of this one, so that they are found without a search through all.
pub(crate) fn adopt() {
    OWN.get_or_init(children);
    #[cfg(target_os = "linux")]
    // SAFETY: takes a number, and touches no memory. Without it orphans are not found, and nothing else is lost.
    unsafe {
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1);
    }
}

/// Takes note of the end of the processes of a group that were killed; adopted ones would stay as zombies.
pub(crate) fn reap_group(group: i32) {
    for _ in 0..MAX_ROUNDS {
        // SAFETY: asks for the processes of a group that we have made; the status is not wanted.
        match unsafe { libc::waitpid(-group, std::ptr::null_mut(), libc::WNOHANG) } {
            // Killed, and not gone yet.
            0 => std::thread::sleep(Duration::from_micros(500)),
            -1 => return,
            _ => {}
        }
    }
}

/// Ends the orphans of one worker, which has exited and whose socket was at this path: children of this process by now.
pub(crate) fn kill_adopted(socket: &Path) {
    kill_children(|pid| is_of(pid, &variable(socket, "\0")));
}

/// Ends all orphans, when no worker is left: also those that know nothing of their worker, since they were given another
/// environment.
pub fn kill_rest() {
    let Some(own) = OWN.get() else { return };
    // SAFETY: both ask for a number and touch no memory. What this process starts itself is in its own group.
    let is_in_our_group = |pid| unsafe { libc::getpgid(pid) == libc::getpgrp() };
    kill_children(|pid| !own.contains(&pid) && !is_in_our_group(pid));
}

/// Ends the children of this process that are meant, and takes note of their end.
fn kill_children(is_meant: impl Fn(i32) -> bool) {
    for _ in 0..MAX_ROUNDS {
        let meant: Vec<i32> = children().into_iter().filter(|&pid| is_meant(pid)).collect();
        if meant.is_empty() {
            return;
        }
        for pid in meant {
            kill(pid);
            // SAFETY: waits for a process that was just killed and that nothing else waits for; the status is not needed.
            unsafe { libc::waitpid(pid, std::ptr::null_mut(), 0) };
        }
    }
}

/// Ends the orphans of all workers whose sockets were in this directory, whosever children they are.
pub(crate) fn kill_all_of(directory: &Path) {
    let is_number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse().ok();
    let Ok(processes) = fs::read_dir("/proc") else { return };
    for pid in processes.filter_map(|entry| entry.ok().and_then(is_number)) {
        if is_of(pid, &variable(directory, "/")) {
            kill(pid);
        }
    }
}

/// What the environment of a worker's descendants contains.
fn variable(path: &Path, end: &str) -> String {
    format!("{SOCKET}={}{end}", path.display())
}

fn is_of(pid: i32, variable: &str) -> bool {
    // Readable for processes of the same user only, and empty for one that has exited.
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    memchr::memmem::find(&environment, variable.as_bytes()).is_some()
}

fn kill(pid: i32) {
    // SAFETY: a signal to a process that a worker of ours has started; it touches no memory.
    unsafe { libc::kill(pid, libc::SIGKILL) };
}

/// The children of this process.
fn children() -> Vec<i32> {
    let Ok(threads) = fs::read_dir("/proc/self/task") else { return Vec::new() };
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().flat_map(str::parse).collect::<Vec<_>>())
        .collect()
}
