//! Packages and profiles that take coverage or libraries away, or have two properties of one path.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::Files;
use crate::support::Project;

#[test]
fn coverage_is_shown_although_the_profile_strips_symbols() {
    let files = Files::bred();
    let ended = files.run(&["coverage", "holds"]);
    assert!(ended.stdout.contains("src/lib.rs"), "{}", ended.output());
    assert!(!ended.stdout.contains("of      0 lines"), "{}", ended.output());
}

#[test]
fn odd_packages_run_have_coverage_and_are_told_apart() {
    let project = Project::copy("odd", "odd");
    // The tests of a procedural macro, and of a crate that is linked to a dynamic library and named like ours.
    for property in ["macros::expands", "chiasma_of_mine::alone"] {
        let fuzz = ["fuzz", property, "--no-tui", "--seed", "1", "--executions", "2000"];
        let ended = project.run(fuzz);
        assert_eq!(ended.code, Some(0), "{}", ended.output());
        assert!(!ended.stdout.contains("no coverage"), "{}", ended.output());
        assert!(
            ended.stdout.contains("ended: ") && !ended.stdout.contains(" 0 inputs"),
            "{}",
            ended.output()
        );
    }
    // Two properties that would have the same files.
    for arguments in [&["fuzz", "twin"][..], &["fuzz", "--all", "--time", "1s"]] {
        let ended = project.run(arguments);
        assert_eq!(ended.code, Some(2), "{}", ended.output());
        for file in ["src/lib.rs", "tests/chiasma_of_mine.rs"] {
            assert!(ended.stderr.contains(file), "{}", ended.output());
        }
    }
}

#[test]
fn the_compiler_wrapper_of_a_project_is_called_and_takes_no_coverage_away() {
    let project = Project::copy("magic", "wrapped");
    let (script, log) = (project.directory.join("wrap.sh"), project.directory.join("log"));
    let text = format!("#!/bin/sh\necho \"$*\" >> '{}'\nexec \"$@\"\n", log.display());
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir_all(project.directory.join(".cargo")).unwrap();
    let config = "[build]\nrustc-wrapper = \"./wrap.sh\"\n";
    fs::write(project.directory.join(".cargo/config.toml"), config).unwrap();
    // Compiled now, whatever an earlier test has left.
    let source = project.directory.join("src/lib.rs");
    let now = fs::read_to_string(&source).unwrap() + "// Changed.\n";
    fs::write(&source, now).unwrap();
    let fuzz = ["fuzz", "--all", "--no-tui", "--seed", "1", "--executions", "200"];
    let ended = project.run(fuzz);
    assert!(ended.stdout.contains("ended: "), "{}", ended.output());
    assert!(!ended.stdout.contains("no coverage"), "{}", ended.output());
    let calls = fs::read_to_string(&log).expect("the wrapper was not called");
    let of_magic = calls.lines().find(|call| call.contains("--crate-name magic"));
    assert!(of_magic.is_some_and(|call| call.contains("sancov")), "{calls}");
}
