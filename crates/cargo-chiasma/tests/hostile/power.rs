//! A loss of power: what was synced is there, and nothing else.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Files;
use crate::support::{run, saved, shim};

#[test]
fn a_saved_failure_survives_a_loss_of_power_and_so_do_its_directories() {
    let files = Files::new();
    let log = files.directory.path().join("log");
    let fuzz = ["fuzz", "commands_the_terminal", "--no-tui", "--seed", "1", "--executions", "3000"];
    let mut command = files.command(&fuzz);
    let ended = run(command
        .env("LD_PRELOAD", shim("disk_log", files.directory.path()))
        .env("DISK_LOG", &log));
    let disk = Disk::after(&fs::read_to_string(&log).unwrap());
    let failures = saved(&files.failures());
    assert_eq!(failures.len(), 1, "{}", ended.output());
    for name in failures.keys() {
        let path = files.failures().join(name);
        assert!(disk.holds(&path), "{} is lost: {disk:#?}", path.display());
    }
    // The corpus is written without waiting for the disk, and may be lost; the log tells both apart.
    let bred = saved(&files.corpus());
    assert!(bred.keys().any(|name| !disk.holds(&files.corpus().join(name))), "{disk:#?}");
}

/// What a disk holds that stores nothing before it has to.
#[derive(Debug, Default)]
struct Disk {
    /// Files whose content was stored under the name that they had then.
    contents: HashSet<PathBuf>,
    /// Names that were given, and are not stored yet.
    pending: HashSet<PathBuf>,
    /// Files that have got their name before their content was stored.
    empty: HashSet<PathBuf>,
}

impl Disk {
    fn after(log: &str) -> Self {
        let mut disk = Self::default();
        for line in log.lines() {
            let words: Vec<PathBuf> = line.split('\t').map(PathBuf::from).collect();
            match (line.split('\t').next(), &words[1..]) {
                (Some("sync"), [path]) => {
                    disk.contents.insert(path.clone());
                    disk.pending.retain(|pending| pending.parent() != Some(path));
                }
                (Some("rename"), [from, to]) => {
                    if disk.contents.contains(from) {
                        disk.empty.remove(to);
                    } else {
                        disk.empty.insert(to.clone());
                    }
                    disk.pending.insert(to.clone());
                }
                (Some("mkdir"), [path]) => drop(disk.pending.insert(path.clone())),
                _ => panic!("{line:?} is not of the log"),
            }
        }
        disk
    }

    /// Whether a file is there with its content.
    fn holds(&self, path: &Path) -> bool {
        !self.empty.contains(path) && path.ancestors().all(|name| !self.pending.contains(name))
    }
}
