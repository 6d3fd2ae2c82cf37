//! The calls of generators that know nothing of spans, by hooks that the real build puts in.

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use support::Project;

#[test]
fn calls_of_plain_generators_are_those_of_the_same_with_explicit_spans() {
    let project = Project::copy("calls", "calls");
    let _ = fs::remove_dir_all(project.directory.join("chiasma"));
    for property in ["calls_are_those", "calls_of_a_derived"] {
        let fuzz = ["fuzz", property, "--no-tui", "--executions", "1000", "--seed", "1"];
        let fuzz = project.run(fuzz);
        assert_eq!(fuzz.code, Some(0), "{}", fuzz.output());
        assert!(fuzz.stdout.contains("1000 runs"), "{}", fuzz.output());
    }
}

/// A compiler whose LLVM cannot be told which functions get hooks.
const OTHER_COMPILER: &str = "#!/bin/sh\nfor word; do case $word in *forceattrs*) exit 1;; esac; done\necho compiled \"$@\"\n";

#[test]
fn a_compiler_that_puts_in_no_hooks_is_told_of_once_and_compiles() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("rustc"), OTHER_COMPILER).unwrap();
    fs::set_permissions(at("rustc"), fs::Permissions::from_mode(0o755)).unwrap();
    let instrumentation = serde_json::json!({
        "instrument": [], "exclude": [], "stub": "/stub.o", "inner": null, "mutants": null, "probes": "Edges",
        "traced": { "of_workspace": ["json"], "named": [], "directory": at("hooks") },
        "commands": at("commands"), "variables": [],
    });
    let compile = || {
        let ended = Command::new(env!("CARGO_BIN_EXE_cargo-chiasma"))
            .env("CHIASMA_INSTRUMENTATION", instrumentation.to_string())
            .arg(at("rustc"))
            .args(["--crate-name", "json", "--target", "x86_64", "--emit=dep-info,link"])
            .args(["--extern", "chiasma=/d/libchiasma-a1.rlib", "src/lib.rs"])
            .output()
            .unwrap();
        assert_eq!(ended.status.code(), Some(0), "{ended:?}");
        let stdout = String::from_utf8(ended.stdout).unwrap();
        assert!(stdout.starts_with("compiled --crate-name json"), "{stdout}");
        assert!(stdout.contains("sancov-module"), "it has coverage all the same: {stdout}");
        String::from_utf8(ended.stderr).unwrap()
    };
    let note = "note: this compiler puts no hooks into functions, so the calls of unmodified generators are not followed; spans that a \
                generator opens are\n";
    assert_eq!([compile(), compile()], [note, ""]);
}
