//! Workers of another version of Chiasma: they end before they connect.

use std::process::ExitStatus;

use chiasma_runtime::protocol::version;
use chiasma_runtime::{DISCONNECTED, OTHER_VERSION};

/// What to do about a process that ended before it connected, if it is of another version; `said` is what it printed.
pub(super) fn explain(status: ExitStatus, said: &str) -> Option<String> {
    let said = match status.code()? {
        OTHER_VERSION => said.to_owned(),
        // Workers from before there were versions cannot read the shared memory, and say nothing.
        DISCONNECTED => format!("`cargo chiasma` is version {}, the test is older", version()),
        _ => return None,
    };
    Some(format!(
        "it is built from another version of Chiasma than this command ({said}).\nGive both the same version: \
         `cargo install cargo-chiasma --version VERSION` with that of the project's `chiasma`, or change the latter \
         (`cargo update -p chiasma`); if both come from one checkout, build the command again"
    ))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::process::exit;
    use std::sync::mpsc::channel;

    use chiasma_runtime::protocol::{Depth, Detail, Job};
    use chiasma_runtime::{SOCKET, VERSION};

    use super::*;
    use crate::build::{Executable, TestBinary};
    use crate::property::Property;
    use crate::worker::Worker;

    fn is_worker() -> bool {
        std::env::var_os(SOCKET).is_some()
    }

    #[test]
    #[ignore = "a worker for the test below"]
    fn is_of_another_version() {
        if is_worker() {
            eprintln!("the test is 9.9, the command is {}", std::env::var(VERSION).unwrap());
            exit(OTHER_VERSION);
        }
    }

    #[test]
    #[ignore = "a worker for the test below"]
    fn is_older_than_versions() {
        if is_worker() {
            exit(DISCONNECTED);
        }
    }

    #[test]
    #[ignore = "a worker for the test below"]
    fn is_broken() {
        if is_worker() {
            eprintln!("it is broken");
            exit(1);
        }
    }

    /// The error of starting one of the above as a worker.
    fn error_of(test: &str) -> String {
        let directory = tempfile::tempdir().unwrap();
        let binary = TestBinary {
            package: "p".into(),
            directory: directory.path().to_owned(),
            source: "src/lib.rs".into(),
            executable: Executable::open(std::env::current_exe().unwrap()).unwrap(),
            libraries: Vec::new(),
            mutants: Vec::new(),
            commands: PathBuf::new(),
            application: Vec::new(),
        };
        let property = Property { path: format!("p::worker::version::tests::{test}"), binary };
        let job = Job::Examine {
            inputs: Vec::new(),
            max_size: 10,
            depth: Depth::Run {},
            detail: Detail::Bytes {},
        };
        let (sender, _receiver) = channel();
        let started = Worker::start(&property, directory.path(), 0, 10, &job, &sender);
        format!("{:#}", started.unwrap_err())
    }

    #[test]
    fn a_worker_of_another_version_is_told_of_at_once_with_what_to_do() {
        let error = error_of("is_of_another_version");
        let both = format!("the test is 9.9, the command is {}", version());
        assert!(error.contains(&both), "{error}");
        assert!(error.contains("cargo install cargo-chiasma --version"), "{error}");
        let older = error_of("is_older_than_versions");
        assert!(older.contains("the test is older") && older.contains("cargo update"), "{older}");
        let other = error_of("is_broken");
        assert!(other.contains("it is broken") && !other.contains("another version"), "{other}");
    }
}
