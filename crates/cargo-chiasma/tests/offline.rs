//! Without a network: what the lock file names and was downloaded once is enough.

mod support;

use std::fs;
use std::process::{Command, Stdio};

use support::{Project, run};

/// The same command in a network of its own, which nothing is connected to; as it is if the system does not allow that.
fn cut_off(command: &Command) -> Command {
    let is_allowed = Command::new("unshare")
        .args(["-rn", "true"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    let mut cut = Command::new("unshare");
    cut.arg("-rn").arg(command.get_program());
    if !is_allowed {
        eprintln!("unshare is not allowed here: cargo is told to be offline instead");
        cut = Command::new(command.get_program());
    }
    cut.args(command.get_args()).stdin(Stdio::null());
    for (name, value) in command.get_envs() {
        match value {
            // Cargo shall find out by itself that it needs no network.
            Some(_) if name == "CARGO_NET_OFFLINE" && is_allowed => cut.env_remove(name),
            Some(value) => cut.env(name, value),
            None => cut.env_remove(name),
        };
    }
    cut.current_dir(command.get_current_dir().expect("a project has a directory"));
    cut
}

#[test]
fn a_project_is_fuzzed_with_the_network_cut() {
    let project = Project::copy("sums", "offline-sums");
    // What `cargo test` needs is all that it leaves in the lock file.
    let metadata = ["metadata", "--format-version", "1"];
    let resolved = run(&mut project.cargo(metadata));
    assert_eq!(resolved.code, Some(0), "{}", resolved.output());
    let lock = || fs::read_to_string(project.directory.join("Cargo.lock")).unwrap();
    let locked = lock();
    assert!(!locked.contains("name = \"serde\""), "nothing was left out:\n{locked}");
    assert!(locked.contains("name = \"chiasma-runtime\""), "{locked}");

    let fuzz = ["fuzz", "sums_have", "--no-tui", "--executions", "200", "--seed", "1"];
    let sample = ["sample", "sums_have", "--count", "20", "--seed", "1"];
    for command in [project.chiasma(["list"]), project.chiasma(fuzz), project.chiasma(sample)] {
        let ended = run(&mut cut_off(&command));
        assert_eq!(ended.code, Some(0), "{}", ended.output());
        assert!(!ended.stderr.contains("Updating"), "{}", ended.output());
    }
    assert_eq!(lock(), locked, "the lock file sufficed");
}
