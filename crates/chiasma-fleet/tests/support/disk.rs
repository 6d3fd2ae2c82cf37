//! A small disk that can be filled: a file system in memory, mounted where only one test sees it.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Tells a test that it runs in a process that may mount file systems.
const MAY_MOUNT: &str = "CHIASMA_TEST_MAY_MOUNT";
/// Size of the disk, in bytes.
const SIZE: u64 = 16 << 20;

/// A disk of 16 MB. It is gone with the process that mounted it.
pub(crate) struct SmallDisk {
    place: TempDir,
}

impl SmallDisk {
    /// The disk of the test of this name. A test may not mount anything; so it is run once more in a process that may,
    /// which gets the disk. This one gets nothing, and has nothing left to do: the test has passed there, or it cannot be run
    /// on this system, which is said.
    pub(crate) fn of_test(name: &str) -> Option<Self> {
        if std::env::var_os(MAY_MOUNT).is_some() {
            return Some(Self::mount());
        }
        let namespaces = ["--user", "--map-root-user", "--mount"];
        let mounts = Command::new("unshare")
            .args(namespaces)
            .args(["mount", "-t", "tmpfs", "tmpfs", "/tmp"])
            .stderr(Stdio::null())
            .status();
        if !mounts.is_ok_and(|status| status.success()) {
            eprintln!(
                "SKIPPED: this system does not let a test mount a small disk (unshare, mount)"
            );
            return None;
        }
        let mut test = Command::new("unshare");
        test.args(namespaces).args(["--kill-child", "--fork"]);
        test.arg(std::env::current_exe().unwrap()).args(["--exact", name, "--nocapture"]);
        let ended = test.env(MAY_MOUNT, "1").output().unwrap();
        let said = String::from_utf8_lossy(&ended.stdout);
        let complained = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "{said}\n{complained}");
        assert!(said.contains("1 passed"), "there is no test {name}: {said}");
        print!("{said}");
        None
    }

    fn mount() -> Self {
        let place = tempfile::tempdir().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={SIZE}"), "tmpfs"]).arg(place.path());
        assert!(mount.status().unwrap().success());
        Self { place }
    }

    pub(crate) fn path(&self) -> &Path {
        self.place.path()
    }

    /// Fills it to the last byte.
    pub(crate) fn fill(&self) {
        let mut filler = File::create(self.path().join("filler")).unwrap();
        for size in [64 << 10, 4 << 10, 1] {
            let error = loop {
                if let Err(error) = filler.write_all(&vec![0; size]) {
                    break error;
                }
            };
            assert_eq!(error.kind(), ErrorKind::StorageFull);
        }
    }

    /// Makes room on it again.
    pub(crate) fn make_room(&self) {
        fs::remove_file(self.path().join("filler")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // If something there is still open, it is unmounted later.
        let _ = Command::new("umount").arg("--lazy").arg(self.path()).status();
    }
}
