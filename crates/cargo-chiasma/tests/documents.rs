//! What a newcomer does with a small language: documents in and out, samples, failures told by place.

mod support;

use std::fs;
use std::process::Command;
use std::sync::OnceLock;

use support::{Ended, Project};

fn expect(ended: &Ended, code: i32, texts: &[&str]) {
    assert_eq!(ended.code, Some(code), "{}", ended.output());
    for text in texts {
        assert!(ended.stdout.contains(text), "no {text:?} in {}", ended.output());
    }
}

/// What a command writes to its standard output, to the byte.
fn bytes(mut command: Command) -> Vec<u8> {
    command.output().expect("the command runs").stdout
}

/// One copy for all tests: to cargo, two copies of a package in one target directory are the same.
fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| Project::copy("sums", "documents"))
}

#[test]
fn documents_go_in_and_out_samples_tell_why_and_places_are_told_once() {
    let project = project();
    for directory in ["chiasma", "out", "texts"] {
        let _ = fs::remove_dir_all(project.directory.join(directory));
    }
    let texts = project.directory.join("texts");
    fs::create_dir_all(&texts).unwrap();
    for (name, text) in [
        ("good.sum", "1+a\n".as_bytes()),
        ("unknown.sum", b"1+x"),
        ("panics.sum", b"panic"),
        ("marked", &[0xff, 0, 1]),
    ] {
        fs::write(texts.join(name), text).unwrap();
    }
    documents_are_run(project);
    documents_are_imported_and_exported(project);
    a_sample_tells_why_inputs_are_invalid(project);
    failures_at_one_place_are_told_once(project);
}

#[test]
fn properties_are_listed_from_the_build_of_cargo_test() {
    let project = project();
    // Where nothing is built with coverage.
    let target = support::plain_target();
    let list = || {
        let mut command = project.chiasma(["list", "--jobs", "1", "--offline"]);
        command.env("CARGO_TARGET_DIR", &target);
        support::run(&mut command)
    };
    let listed = list();
    let names = "sums::bytes_can_be_read\nsums::documents_have_a_value\n\
                 sums::numbers_are_halved\nsums::sums_have_a_value\n";
    expect(&listed, 0, &[names]);
    assert!(target.join("debug").is_dir(), "{}", listed.output());
    assert!(!target.join("chiasma").exists(), "nothing was built with coverage");
    let again = list();
    expect(&again, 0, &[names]);
    assert!(!again.stderr.contains("Compiling"), "{}", again.output());
}

fn documents_are_run(project: &Project) {
    let files = ["texts/good.sum", "texts/unknown.sum", "texts/panics.sum"];
    let ended = project.run(["run", "documents_have"].iter().chain(&files));
    expect(
        &ended,
        1,
        &[
            "texts/good.sum: passes\n",
            "texts/unknown.sum: invalid: returned the error `x` is not known\n",
            "texts/panics.sum: fails: panic at src/lib.rs:",
            "\n  there is panic in it\n",
            "1 passed, 1 invalid, 1 failed\n",
        ],
    );
    // What is no text is a document for a property that takes bytes.
    let marked = project.run(["run", "bytes_can", "texts/marked"]);
    expect(&marked, 0, &["texts/marked: passes\n"]);
    let marked = project.run(["run", "documents_have", "texts/marked"]);
    expect(&marked, 0, &["texts/marked: invalid: the document is not UTF-8"]);
    // Longer than the longest parameter sequence of a campaign.
    let long = "1+".repeat(20_000) + "1";
    fs::write(project.directory.join("texts/long.sum"), long).unwrap();
    let long = project.run(["run", "documents_have", "texts/long.sum"]);
    expect(&long, 0, &["texts/long.sum: passes"]);
    fs::remove_file(project.directory.join("texts/long.sum")).unwrap();
    let generated = project.run(["run", "sums_have", "texts/good.sum"]);
    assert_eq!(generated.code, Some(2), "{}", generated.output());
    assert!(generated.stderr.contains("`#[from(verbatim())] text: String`"), "{generated:?}");
}

fn documents_are_imported_and_exported(project: &Project) {
    let import = ["import", "documents_have", "--documents", "texts"];
    expect(&project.run(import), 0, &["4 files: 3 imported, 0 duplicates, 1 did not generate"]);
    expect(&project.run(import), 0, &["4 files: 0 imported, 3 duplicates, 1 did not generate"]);
    let corpus = "chiasma/sums/documents_have_a_value/corpus";
    let names: Vec<String> = project.saved(corpus).into_keys().collect();
    assert_eq!(names, ["good.sum.chic", "panics.sum.chic", "unknown.sum.chic"]);
    let good = format!("{corpus}/good.sum.chic");
    let raw = bytes(project.chiasma(["replay", "documents_have", &good, "--raw"]));
    assert_eq!(String::from_utf8_lossy(&raw), "1+a\n");

    let export = ["export", "documents_have", "--values", "out"];
    expect(&project.run(export), 0, &["3 inputs: 3 exported to out, 0 without values"]);
    for name in ["good.sum", "panics.sum", "unknown.sum"] {
        let read = |directory: &str| fs::read(project.directory.join(directory).join(name));
        assert_eq!(read("out").unwrap(), read("texts").unwrap(), "{name}");
    }

    let export = ["export", "documents_have", "--text", "out"];
    expect(&project.run(export), 0, &["3 inputs exported to out, 0 as saved"]);
    let good = fs::read_to_string(project.directory.join("out/good.sum.chi")).unwrap();
    assert!(good.starts_with("chiasma 1\n# text = \"1+a\\n\"\n\ntext:  # "), "{good}");
    let raw = bytes(project.chiasma(["replay", "documents_have", "out/good.sum.chi", "--raw"]));
    assert_eq!(String::from_utf8_lossy(&raw), "1+a\n");

    // A corpus of text, as earlier versions saved it, is read and known.
    for name in ["good.sum", "panics.sum", "unknown.sum"] {
        let (text, compact) = (format!("out/{name}.chi"), format!("{corpus}/{name}.chic"));
        let old = project.directory.join(&compact).with_extension("chi");
        fs::copy(project.directory.join(text), old).unwrap();
        fs::remove_file(project.directory.join(compact)).unwrap();
    }
    expect(&project.run(import), 0, &["4 files: 0 imported, 3 duplicates, 1 did not generate"]);
    let export = ["export", "documents_have", "--values", "again"];
    expect(&project.run(export), 0, &["3 inputs: 3 exported to again"]);
}

fn a_sample_tells_why_inputs_are_invalid(project: &Project) {
    let sample = ["sample", "sums_have", "--count", "400", "--seed", "1"];
    let ended = project.run(sample);
    expect(
        &ended,
        0,
        &[
            "400 inputs of sums::sums_have_a_value, seed 1: ",
            "\ninvalid:\n",
            " %  returned the error `…` is not known\n",
            "smallest: sum = Sum([\"b\"])\n",
            " %  returned the error nothing in part #\n",
            "smallest: sum = Sum([\"\"])\n",
            "\nchoices ",
            "\ntime ",
            "\nvalid values:\n  sum = Sum([",
        ],
    );
    assert_eq!(ended.stdout.matches("smallest: ").count(), 2, "{}", ended.output());

    let json = project.run(sample.iter().chain(&["--json"]));
    let told: serde_json::Value = serde_json::from_str(&json.stdout).expect(&json.stdout);
    let count = |reason: &serde_json::Value| reason["count"].as_u64().unwrap();
    let invalid: Vec<u64> = told["invalid"].as_array().unwrap().iter().map(count).collect();
    assert!(invalid.is_sorted_by(|a, b| a >= b), "the most frequent first: {invalid:?}");
    assert_eq!(told["valid"].as_u64().unwrap() + invalid.iter().sum::<u64>(), 400, "{told}");
    assert_eq!(told["values"].as_array().unwrap().len(), 5, "{told}");
    let again = project.run(sample.iter().chain(&["--json"]));
    let again: serde_json::Value = serde_json::from_str(&again.stdout).unwrap();
    for same in ["valid", "invalid", "choices", "bytes", "values"] {
        assert_eq!(again[same], told[same], "the same seed gives the same inputs");
    }
}

fn failures_at_one_place_are_told_once(project: &Project) {
    let fuzz = ["fuzz", "numbers_are", "--no-tui", "--executions", "20000", "--seed", "1"];
    let ended = project.run(fuzz);
    expect(
        &ended,
        1,
        &[" from sums::", "(2 ways by now)", "2 failures\n", " (2 ways to get there): "],
    );
    assert_eq!(ended.stdout.matches("  replay  ").count(), 1, "{}", ended.output());
    // A sum with a value that shows otherwise than it prints.
    let fuzz = ["fuzz", "sums_have", "--no-tui", "--executions", "2000", "--seed", "1"];
    let ended = project.run(fuzz);
    expect(
        &ended,
        0,
        &[
            "`cargo chiasma sample sums::sums_have_a_value` tells why",
            "  of 200 random inputs, 136 are invalid:\n",
            "  returned the error nothing in part #\n",
        ],
    );
    expect(&project.run(["export", "sums_have", "--values", "out"]), 0, &[" without values"]);
    let corpus = project.saved("chiasma/sums/sums_have_a_value/corpus");
    let name = corpus.keys().next().unwrap().trim_end_matches(".chic");
    let printed = fs::read_to_string(project.directory.join("out").join(name)).unwrap();
    assert!(printed.ends_with('\n') && !printed.contains("Sum("), "{printed:?}");
}
