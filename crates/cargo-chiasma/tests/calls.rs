//! The calls of generators that know nothing of spans, by hooks that the real build puts in.

mod support;

use std::fs;

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
