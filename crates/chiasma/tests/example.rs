//! The life of a defect, with the real commands on the README's example: found, saved, replayed,
//! fixed, passed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROPERTY: &str = "printing_then_parsing_is_identity";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The directory that everything is built in.
fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap()
}

/// A copy of `examples/json`, in a path with a space in it.
fn copy_of_the_example() -> PathBuf {
    let copy = target().join("example copy");
    let _ = fs::remove_dir_all(&copy);
    for file in ["Cargo.toml", "src/lib.rs", "src/parse.rs", "src/print.rs", "tests/json.rs"] {
        let to = copy.join(file);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(repository().join("examples/json").join(file), to).unwrap();
    }
    edit(&copy.join("Cargo.toml"), "../../crates", &repository().join("crates").to_string_lossy());
    copy
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{} has no {from:?}", path.display());
    fs::write(path, text.replace(from, to)).unwrap();
}

struct Run {
    passed: bool,
    output: String,
}

fn cargo_test(project: &Path, arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO"))
        .arg("test")
        .args(arguments)
        .current_dir(project)
        // Shared with the tests of the command, which build the same without coverage.
        .env("CARGO_TARGET_DIR", target().join("fixtures-plain"))
        .env("CHIASMA_SEED", "1")
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    Run { passed: output.status.success(), output: String::from_utf8_lossy(&text).into_owned() }
}

#[test]
fn a_defect_is_found_saved_replayed_and_fixed() {
    let project = copy_of_the_example();

    let found = cargo_test(&project, &[]);
    assert!(!found.passed, "{}", found.output);
    let report = "
property printing_then_parsing_is_identity failed

  v = String(\"\\r\")

  panicked at tests/json.rs:";
    assert!(found.output.contains(report), "{}", found.output);
    assert!(
        found.output.contains("  found   by case 11, with CHIASMA_SEED=1\n"),
        "{}",
        found.output
    );
    let line = found.output.lines().find_map(|line| line.strip_prefix("  saved   ")).unwrap();
    let saved = project.join(line);
    assert!(saved.is_file(), "{line}");

    // The command that the report gives.
    let replay = format!("cargo test -p json-example -- --exact {PROPERTY}");
    assert!(found.output.contains(&format!("  replay  {replay}\n")), "{}", found.output);
    let arguments: Vec<&str> = replay.split(' ').skip(2).collect();
    let replayed = cargo_test(&project, &arguments);
    assert!(!replayed.passed);
    assert!(replayed.output.contains("  v = String(\"\\r\")\n"), "{}", replayed.output);
    assert!(replayed.output.contains("  found   saved earlier in "), "{}", replayed.output);

    edit(&project.join("src/print.rs"), "\\\\u{:x}", "\\\\u{:04x}");
    let fixed = cargo_test(&project, &[]);
    assert!(fixed.passed, "{}", fixed.output);
    assert!(saved.is_file(), "the input stays, to guard against the defect's return");
    fs::remove_dir_all(&project).unwrap();
}
