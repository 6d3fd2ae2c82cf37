//! What is done with saved inputs: minimize, coverage, export, import, shrink.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use support::{Ended, Project, saved, target};

/// The example of the README, copied to where a test may write.
fn json() -> Project {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let directory = target().join("fixtures-run").join("commands-json");
    for file in ["Cargo.toml", "src/lib.rs", "src/parse.rs", "src/print.rs", "tests/json.rs"] {
        let text = fs::read_to_string(root.join("examples/json").join(file)).unwrap();
        let text = text.replace("../../crates/", &format!("{}/crates/", root.display()));
        let path = directory.join(file);
        // What is the same is left alone, so that cargo does not build it again.
        if fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }
    // The versions that are here already: nothing needs to be fetched.
    fs::copy(root.join("Cargo.lock"), directory.join("Cargo.lock")).unwrap();
    let _ = fs::remove_dir_all(directory.join("chiasma"));
    let _ = fs::remove_dir_all(directory.join("out"));
    Project { directory }
}

const FILES: &str = "chiasma/json/printing_then_parsing_is_identity";

fn expect(ended: &Ended, code: i32) {
    assert_eq!(ended.code, Some(code), "{}", ended.output());
}

/// The number before `word` in what a command printed.
fn number_before(text: &str, word: &str) -> usize {
    let at = text.find(word).unwrap_or_else(|| panic!("no {word:?} in {text}"));
    text[..at].split_whitespace().last().unwrap().parse().unwrap()
}

/// The lines with `DA:` of an lcov file, by source file: the number of the line, and its hits.
fn lcov_lines(text: &str) -> BTreeMap<String, BTreeMap<u32, u64>> {
    let mut files: BTreeMap<String, BTreeMap<u32, u64>> = BTreeMap::new();
    let mut file = String::new();
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("SF:") {
            path.clone_into(&mut file);
        } else if let Some((line, hits)) = line.strip_prefix("DA:").and_then(|l| l.split_once(','))
        {
            let lines = files.entry(file.clone()).or_default();
            lines.insert(line.parse().unwrap(), hits.parse().unwrap());
        }
    }
    files
}

#[test]
fn saved_inputs_are_minimized_measured_exported_imported_and_shrunk() {
    let project = json();
    let fuzzed =
        project.run(["fuzz", "printing", "--executions", "20000", "--seed", "1", "--no-tui"]);
    expect(&fuzzed, 1);
    let before = project.saved(format!("{FILES}/corpus"));
    let failures = project.saved(format!("{FILES}/failures"));
    assert!(before.len() > 10 && failures.len() == 1, "{}", fuzzed.output());

    let lines_before = coverage_is_that_of_own_code(&project);
    exported_bytes_are_imported_again(&project, &before);
    let after = minimizing_deletes_inputs_and_no_edges(&project, &before);
    assert_eq!(project.saved(format!("{FILES}/failures")), failures, "failures are never deleted");
    let lines_after = coverage_is_that_of_own_code(&project);
    let covered = |files: &BTreeMap<String, BTreeMap<u32, u64>>| -> BTreeSet<(String, u32)> {
        let lines = files.iter().flat_map(|(file, lines)| {
            lines.iter().filter(|(_, hits)| **hits > 0).map(|(line, _)| (file.clone(), *line))
        });
        lines.collect()
    };
    let target_lines = |lines: BTreeSet<(String, u32)>| -> BTreeSet<(String, u32)> {
        lines.into_iter().filter(|(file, _)| !file.contains("/tests/")).collect()
    };
    assert!(after.len() < before.len());
    assert_eq!(target_lines(covered(&lines_after)), target_lines(covered(&lines_before)));

    a_large_failure_becomes_small(&project, &failures);
    an_input_that_passes_is_left_alone(&project, &after);
}

fn coverage_is_that_of_own_code(project: &Project) -> BTreeMap<String, BTreeMap<u32, u64>> {
    let ended = project.run(["coverage", "printing", "--lcov", "out.lcov", "--html", "out/html"]);
    expect(&ended, 0);
    let lcov = fs::read_to_string(project.directory.join("out.lcov")).unwrap();
    let files = lcov_lines(&lcov);
    let names: Vec<PathBuf> = files.keys().map(PathBuf::from).collect();
    let own = ["src/lib.rs", "src/parse.rs", "src/print.rs", "tests/json.rs"];
    assert_eq!(names, own.map(|file| project.directory.join(file)), "{lcov}");

    let parse = &files[&project.directory.join("src/parse.rs").display().to_string()];
    let source = fs::read_to_string(project.directory.join("src/parse.rs")).unwrap();
    let line_of = |text: &str| 1 + source.lines().position(|line| line.contains(text)).unwrap();
    assert!(parse[&(line_of("pub fn parse(") as u32)] > 10, "every input gets here\n{lcov}");
    let count = |prefix: &str| -> usize {
        lcov.lines().filter_map(|l| l.strip_prefix(prefix)?.parse::<usize>().ok()).sum()
    };
    let (found, hit) = (count("LF:"), count("LH:"));
    assert_eq!(found, files.values().map(BTreeMap::len).sum::<usize>());
    assert!(hit < found && 2 * hit > found, "{hit} of {found}");
    let total = ended.stdout.lines().find(|line| line.starts_with("total")).unwrap();
    assert_eq!(total.split_whitespace().take(4).collect::<Vec<_>>().join(" "), {
        format!("total {hit} of {found}")
    });

    let html = project.directory.join("out/html");
    let index = fs::read_to_string(html.join("index.html")).unwrap();
    assert!(index.contains("<a href=\"src/parse.rs.html\">src/parse.rs</a>"), "{index}");
    let page = fs::read_to_string(html.join("src/parse.rs.html")).unwrap();
    for (line, hits) in parse {
        let mark = if *hits > 0 { "+" } else { "!" };
        let row = format!("id=\"L{line}\"><td>{line}</td><td>{mark}</td><td>{hits}</td>");
        assert!(page.contains(&row), "{row}");
    }
    assert_eq!(page.matches("<tr").count(), source.lines().count());
    files
}

fn exported_bytes_are_imported_again(project: &Project, corpus: &BTreeMap<String, String>) {
    let ended = project.run(["export", "printing", "out/bytes"]);
    expect(&ended, 0);
    let exported = project.directory.join("out/bytes");
    let files: Vec<PathBuf> =
        fs::read_dir(&exported).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), corpus.len(), "{}", ended.output());
    assert!(files.iter().any(|file| fs::read(file).unwrap().len() > 10));

    let again = project.run(["import", "printing", "out/bytes"]);
    expect(&again, 0);
    let said = format!("{0} files: 0 imported, {0} duplicates, 0 did not generate", files.len());
    assert!(again.stdout.contains(&said), "{}", again.output());

    // What is not an input is left out; the same bytes make the same input.
    fs::write(exported.join("README.txt"), "not an input").unwrap();
    fs::write(exported.join(".hidden"), "not an input").unwrap();
    let elsewhere = ["import", "printing", "out/bytes", "--corpus", "out/corpus"];
    expect(&project.run(elsewhere), 0);
    assert_eq!(&saved(&project.directory.join("out/corpus")), corpus);

    let nothing = project.run(["import", "printing", "no-such-directory"]);
    expect(&nothing, 2);
    assert!(nothing.stderr.contains("cannot read no-such-directory"), "{}", nothing.output());
}

fn minimizing_deletes_inputs_and_no_edges(
    project: &Project,
    before: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let corpus = format!("{FILES}/corpus");
    let dry = project.run(["minimize", "printing", "--dry-run"]);
    expect(&dry, 0);
    assert_eq!(&project.saved(&corpus), before, "a dry run deletes nothing");
    let ended = project.run(["minimize", "printing"]);
    expect(&ended, 0);
    let after = project.saved(&corpus);
    assert!(!after.is_empty() && after.iter().all(|(name, text)| before[name] == *text));
    for deleted in before.keys().filter(|name| !after.contains_key(*name)) {
        for (output, verb) in [(&dry.stdout, "would delete"), (&ended.stdout, "deleted")] {
            let line = output.lines().find(|line| line.ends_with(deleted)).unwrap();
            assert!(line.starts_with(verb), "{line}");
        }
    }
    let kept = format!("kept {} of {} files", after.len(), before.len());
    assert!(ended.stdout.contains(&kept), "{}", ended.output());
    let edges = number_before(&ended.stdout, " before,");
    assert!(edges > 50);
    assert_eq!(edges, number_before(&ended.stdout, " after"), "{}", ended.output());
    after
}

/// Puts the smallest failure deep into a larger one, which then has to be found again.
fn a_large_failure_becomes_small(project: &Project, failures: &BTreeMap<String, String>) {
    let (name, text) = failures.first_key_value().unwrap();
    let choice = text.lines().find(|line| line.starts_with("  choice = ")).unwrap();
    let string: String = text
        .lines()
        .skip_while(|line| !line.starts_with("  choice = "))
        .map(|line| format!("    {line}\n"))
        .collect();
    // An array of three: something, the failing text, and whatever is drawn for the third.
    let large = format!(
        "chiasma 1\n\nv:\n  choice = 7\n  VecOf<value>:\n    length = 3\n    value:\n      \
         choice = 2\n      int = 12345\n    value:\n{string}"
    );
    let path = project.directory.join("out/large.chi");
    fs::write(&path, &large).unwrap();
    let shrunk = project.run(["shrink", "printing", "out/large.chi", "--output", "out/small.chi"]);
    expect(&shrunk, 1);
    assert!(shrunk.stdout.contains("fails: panic at tests/json.rs"), "{}", shrunk.output());
    assert_eq!(fs::read_to_string(&path).unwrap(), large, "with --output the file stays");
    let small = fs::read_to_string(project.directory.join("out/small.chi")).unwrap();
    let choices = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#') && line.contains(" = "));
        lines.map(|line| line.trim().to_owned()).collect()
    };
    assert!(small.contains(choice), "{small}");
    assert_eq!(choices(&small), choices(text), "as simple as {name}\n{}", shrunk.output());

    expect(&project.run(["shrink", "printing", "out/large.chi"]), 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), small, "without --output it is overwritten");
    expect(&project.run(["replay", "printing", "out/large.chi"]), 1);
}

fn an_input_that_passes_is_left_alone(project: &Project, corpus: &BTreeMap<String, String>) {
    let passes = corpus.iter().find(|(name, _)| {
        let path = format!("{FILES}/corpus/{name}");
        project.run(["replay", "printing", &path]).code == Some(0)
    });
    let (name, text) = passes.unwrap();
    let path = format!("{FILES}/corpus/{name}");
    let ended = project.run(["shrink", "printing", &path]);
    expect(&ended, 0);
    assert!(ended.stdout.contains("does not fail: it passes"), "{}", ended.output());
    let (directory, _) = path.rsplit_once('/').unwrap();
    assert_eq!(&project.saved(directory)[name], text);
}

/// One copy for all tests: to cargo, two copies of a package in one target directory are the same.
fn deadly() -> &'static Project {
    static DEADLY: OnceLock<Project> = OnceLock::new();
    DEADLY.get_or_init(|| Project::copy("deadly", "commands-deadly"))
}

/// A saved input of one `Vec<u16>`.
fn numbers(project: &Project, file: &str, numbers: &[u16]) {
    let mut text = "chiasma 1\n\nnumbers:\n".to_owned();
    text.push_str(&format!("  VecOf<Any<u16>>:\n    length = {}\n", numbers.len()));
    for number in numbers {
        text.push_str(&format!("    Any<u16>:\n      int = {number}\n"));
    }
    fs::write(project.directory.join(file), text).unwrap();
}

#[test]
fn failures_that_kill_are_shrunk_out_of_process() {
    let project = deadly();
    numbers(project, "sum.chi", &[7, 500, 3, 900, 65_000, 1]);
    let ended = project.run(["shrink", "sums_abort", "sum.chi"]);
    expect(&ended, 1);
    assert!(ended.stdout.contains("numbers = [1001]\nfails: abort"), "{}", ended.output());
    let text = fs::read_to_string(project.directory.join("sum.chi")).unwrap();
    assert!(text.contains("# numbers = [1001]"), "{text}");

    // The panic stays a panic, though simpler inputs on the way abort.
    numbers(project, "pair.chi", &[5, 6, 7, 8]);
    let ended = project.run(["shrink", "pairs_panic_or_abort", "pair.chi"]);
    expect(&ended, 1);
    assert!(ended.stdout.contains("numbers = [0, 0, 0]\nfails: panic"), "{}", ended.output());
    numbers(project, "pair.chi", &[9, 2, 7, 8]);
    let ended = project.run(["shrink", "pairs_panic_or_abort", "pair.chi"]);
    expect(&ended, 1);
    assert!(ended.stdout.contains("numbers = [1, 0]\nfails: abort"), "{}", ended.output());

    numbers(project, "wait.chi", &[1, 2, 3, 4]);
    let limits = ["--timeout", "100ms", "--runs", "3"];
    let ended = project.run(["shrink", "waits_for_ever", "wait.chi"].iter().chain(&limits));
    expect(&ended, 1);
    assert!(ended.stdout.contains("fails: timeout"), "{}", ended.output());
    assert!(ended.stdout.contains("stopped by --runs"), "{}", ended.output());

    let number = "  sums_drawn_while_running_abort closure:\n    int = 900\n";
    let drawn = format!("chiasma 1\n\nVecOf<{{{{closure}}}}>:\n  length = 2\n{number}{number}");
    fs::write(project.directory.join("drawn.chi"), drawn).unwrap();
    let ended = project.run(["shrink", "sums_drawn", "drawn.chi"]);
    expect(&ended, 2);
    assert!(ended.stderr.contains("draws its input while it runs"), "{}", ended.output());
}

#[test]
fn a_sample_shows_the_values_that_kill() {
    let project = deadly();
    let limits = ["--count", "12", "--seed", "1", "--timeout", "100ms"];
    let sampled = |property| {
        let ended = project.run(["sample", property].iter().chain(&limits));
        expect(&ended, 0);
        let (_, smallest) = ended.stdout.split_once("smallest: ").unwrap_or_else(|| {
            panic!("nothing fails:\n{}", ended.output());
        });
        (smallest.lines().next().unwrap().to_owned(), ended)
    };
    let sum = |value: &str| -> u32 {
        let list = value.trim_start_matches("numbers = [").trim_end_matches(']');
        list.split(", ").map(|number| number.parse::<u32>().unwrap()).sum()
    };
    for property in ["sums_abort", "sums_drawn"] {
        let (value, ended) = sampled(property);
        assert!(ended.stdout.contains(" %  abort"), "{}", ended.output());
        assert!(sum(&value) > 1_000, "{}", ended.output());
    }
    let (value, ended) = sampled("waits_for_ever");
    assert!(ended.stdout.contains(" %  timeout"), "{}", ended.output());
    assert!(sum(&value) > 0 && value.contains(", "), "{}", ended.output());
    let least = ended.stdout.lines().find(|line| line.starts_with("bytes")).unwrap();
    assert!(!least.contains(" 0 "), "inputs that kill have a size, too:\n{}", ended.output());
}

#[test]
fn inputs_that_kill_do_not_keep_others_from_being_measured() {
    let project = deadly();
    let corpus = "chiasma/deadly/sums_abort/corpus";
    fs::create_dir_all(project.directory.join(corpus)).unwrap();
    for (name, of) in [("a", &[1, 2][..]), ("b", &[2_000]), ("c", &[3, 4]), ("d", &[1_001, 1])] {
        numbers(project, &format!("{corpus}/{name}.chi"), of);
    }
    let ended = project.run(["minimize", "sums_abort"]);
    expect(&ended, 0);
    let left: Vec<String> = project.saved(corpus).into_keys().collect();
    assert_eq!(left, ["a.chic", "b.chic", "d.chic"], "{}", ended.output());
    assert_eq!(ended.stdout.matches("it kills its process").count(), 2, "{}", ended.output());

    let ended = project.run(["coverage", "sums_abort", "--lcov", "out.lcov"]);
    expect(&ended, 0);
    assert_eq!(ended.stdout.matches("not counted: ").count(), 2, "{}", ended.output());
    let lcov = fs::read_to_string(project.directory.join("out.lcov")).unwrap();
    let source = project.directory.join("src/lib.rs").display().to_string();
    assert!(lcov_lines(&lcov)[&source].values().any(|&hits| hits == 1), "{lcov}");

    // What is drawn while the property runs is recorded, too.
    let bytes = project.directory.join("bytes");
    fs::create_dir_all(bytes.join("queue")).unwrap();
    fs::write(bytes.join("fuzzer_stats"), "not an input").unwrap();
    fs::write(bytes.join("queue/id:000000"), [1, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    let ended = project.run(["import", "sums_drawn", "bytes"]);
    expect(&ended, 0);
    assert!(ended.stdout.contains("1 file: 1 imported"), "{}", ended.output());
    let imported = project.saved("chiasma/deadly/sums_drawn_while_running_abort/corpus");
    assert!(imported.values().all(|text| text.contains("length = ")), "{imported:?}");
}

/// A worker that dies is replaced by one that knows what it knew, and runs nothing of it again.
#[test]
fn a_new_worker_does_not_run_the_corpus_again() {
    let maze = Project::copy("maze", "remembering");
    // The second time with a corpus from before, much of which is redundant by then.
    for seed in ["1", "2"] {
        let runs = maze.directory.join(format!("runs-{seed}"));
        let mut command = maze.chiasma(["fuzz", "dies_now_and_then", "--no-tui", "--seed", seed]);
        command.args(["--executions", "20000", "--stats", "stats"]).env("RUNS_OF_THE_MAZE", &runs);
        let ended = support::run(&mut command);
        let stats = fs::read_to_string(maze.directory.join("stats")).unwrap();
        let last: serde_json::Value = serde_json::from_str(stats.lines().last().unwrap()).unwrap();
        let number = |name: &str| last[name].as_u64().unwrap();
        let (replaced, corpus) = (number("replaced"), number("corpus"));
        assert!(replaced >= 20 && corpus >= 50, "{replaced} {corpus} {}", ended.output());
        let more = fs::metadata(runs).unwrap().len() - number("runs");
        // What is new is run twice, what a worker died of once more, what came from before once, and what
        // came after a checkpoint again (with what was new in it); but not the corpus at every death.
        let extra = |name: &str| last["extra_runs"][name].as_u64().unwrap();
        let expected = extra("confirmations") + extra("repeated") * 11 / 10 + 2 * replaced + corpus;
        assert!(more <= expected, "{more} runs more than children, {expected} expected: {last}");
    }
}
