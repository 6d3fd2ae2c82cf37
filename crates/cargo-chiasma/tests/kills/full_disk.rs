//! A disk that is full at random moments: a small file system in memory, filled and emptied while a campaign writes to it.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;

use chiasma_core::{Rng, Seed};

use crate::disk::Disk;
use crate::number_from;
use crate::session::{Session, pause};
use crate::support::Project;

/// Where the inner test finds the directory to mount the file system at.
const PLACE: &str = "CHIASMA_TEST_FULL_DISK";

#[test]
fn a_disk_that_is_full_at_any_moment_loses_nothing_that_was_reported_as_saved() {
    let place = tempfile::tempdir().unwrap();
    let mut inner = Command::new("unshare");
    inner.args(["-rm"]).arg(std::env::current_exe().unwrap());
    inner.args(["--exact", "full_disk::on_a_small_disk", "--ignored", "--nocapture"]);
    if !Command::new("unshare").args(["-rm", "true"]).status().is_ok_and(|status| status.success())
    {
        println!("not tested: this system does not let us mount anything");
        return;
    }
    // Without a limit of time: the long form takes minutes.
    let ended = inner.env(PLACE, place.path()).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stdout);
    print!("{said}");
    assert!(ended.status.success(), "{said}\n{}", String::from_utf8_lossy(&ended.stderr));
}

/// The test itself, in a process that may mount file systems.
#[test]
#[ignore = "started by the test above"]
fn on_a_small_disk() {
    let Some(place) = std::env::var_os(PLACE) else { return };
    let place = Path::new(&place);
    let mount = ["-t", "tmpfs", "-o", "size=2m", "tmpfs"];
    assert!(Command::new("mount").args(mount).arg(place).status().unwrap().success());
    let project = Project::copy("maze", "full-disk");
    assert_eq!(project.run(["sample", "grows", "--count", "1"]).code, Some(0));
    let mut rng = Rng::new(Seed(5));
    let mut disk = Disk::new(place.to_owned());
    let (corpus, failures) = (place.join("corpus"), place.join("failures"));
    let mut told = 0;
    let campaigns = number_from("CHIASMA_FULL_DISKS", 3);
    for number in 0..campaigns {
        // Beside the small disk, so that what was told is known.
        let stats = project.directory.join(format!("{number}.stats"));
        let _ = fs::remove_file(&stats);
        let (seed, stats) = (number.to_string(), stats.to_str().unwrap().to_owned());
        let files =
            ["--corpus", corpus.to_str().unwrap(), "--failures", failures.to_str().unwrap()];
        let fuzz =
            ["fuzz", "grows", "--no-tui", "--seed", &seed, "--stats", &stats, "--timeout", "30s"];
        let mut session = Session::start(&project, &seed, &[&fuzz[..], &files].concat());
        assert!(session.has_begun(), "{}", session.output());
        for _ in 0..2 {
            pause(&mut rng, 400);
            fill(place);
            pause(&mut rng, 400);
            // Killed while it is full, or left to write what it has kept in memory.
            if rng.up_to(3) == 0 {
                break;
            }
            fs::remove_file(place.join("filler")).unwrap();
        }
        session.kill();
        let _ = fs::remove_file(place.join("filler"));
        let output = session.output();
        assert!(!output.contains("panicked") && !output.contains("bug in Chiasma"), "{output}");
        told += u64::from(output.contains("kept in memory") || output.contains("not saved yet"));
        disk.check(Path::new(&stats), &output);
        // Room for the next one: the disk is small.
        if disk.corpus.len() > 150 {
            fs::remove_dir_all(&corpus).unwrap();
            disk = Disk::new(place.to_owned());
            let _ = fs::remove_dir_all(&failures);
        }
    }
    println!(
        "{campaigns} campaigns on a disk that was full at times ({told} told so); at the end {} inputs, {} failures",
        disk.corpus.len(),
        disk.failures.len()
    );
}

/// Takes all room that is left.
fn fill(place: &Path) {
    let mut filler = File::create(place.join("filler")).unwrap();
    for size in [64 << 10, 4 << 10, 1] {
        while filler.write_all(&vec![0; size]).is_ok() {}
    }
}
