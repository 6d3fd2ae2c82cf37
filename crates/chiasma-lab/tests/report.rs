//! Reports: the papers' tables from made-up results, and what is missing shown as missing.

mod sample;

use chiasma_lab::experiment::Experiment;
use chiasma_lab::measures::{Covered, Moment};
use chiasma_lab::report::{Cell, Difference, Report, Table};
use chiasma_lab::results::{Figures, InputLine, Results, TrialOutcome, TrialResult};

fn table<'r>(report: &'r Report, name: &str) -> &'r Table {
    let tables = report.sections.iter().flat_map(|section| &section.tables);
    tables.into_iter().find(|table| table.name == name).unwrap_or_else(|| panic!("no table {name}"))
}

fn has_section(report: &Report, title: &str) -> bool {
    report.sections.iter().any(|section| section.title == title)
}

/// The cell of a row that begins so, in the column of this name.
fn cell<'t>(table: &'t Table, heads: &[&str], column: &str) -> &'t Cell {
    let begins =
        |row: &&Vec<Cell>| heads.iter().zip(row.iter()).all(|(head, cell)| cell.text == *head);
    let row = table.rows.iter().find(begins).unwrap_or_else(|| panic!("no row {heads:?}"));
    let at = table.columns.iter().position(|name| name == column).unwrap();
    &row[at]
}

/// Results whose trials cover these numbers of edges, contender by contender, after 1,000 runs in 60 seconds.
fn covering(experiment: &Experiment, covered: fn(&TrialResult) -> u64) -> Results {
    let mut results = sample::results(experiment);
    for result in &mut results.trials {
        let total = covered(result);
        let at = Moment { seconds: 1.0, runs: 10 };
        let input = InputLine {
            at,
            application: Covered::Total(total),
            all: Covered::Total(total),
            killed: None,
        };
        *result = TrialResult {
            outcome: Some(TrialOutcome::Finished { end: Moment { seconds: 60.0, runs: 1_000 } }),
            inputs: vec![input],
            ..sample::nothing(&result.trial)
        };
    }
    results.plan.checkpoints.truncate(2);
    results
}

#[test]
fn medians_are_shown_with_the_best_and_the_significant_marked() {
    let results = covering(&sample::experiment(20), |result| {
        let luck = u64::from(result.trial.number);
        match result.trial.contender.as_str() {
            "zeugma-linked" => 1_000 + luck,
            "random" => 500 + luck,
            "zest" => 1_000 + luck - luck % 2,
            _ => 2_000 + luck,
        }
    });
    let report = Report::of(&results);
    let table = table(&report, "coverage-application");
    let at = |contender| cell(table, &["boa", "1m"], contender);
    let expected =
        |text: &str, is_best, difference| Cell { text: text.to_owned(), is_best, difference };
    assert_eq!(*at("zeugma-linked"), expected("1010.5", false, None));
    assert_eq!(*at("random"), expected("510.5", false, Some(Difference::Less)));
    assert_eq!(*at("ei"), expected("2010.5", true, Some(Difference::More)));
    assert_eq!(*at("libfuzzer-bytes"), expected("2010.5", true, Some(Difference::More)), "a tie");
    assert_eq!(at("zest").difference, None, "nearly the same");
    assert_eq!(*cell(table, &["grass", "1m"], "libfuzzer-bytes"), "–".into(), "no target there");
}

#[test]
fn contenders_are_also_compared_after_equal_executions() {
    let mut results = covering(&sample::experiment(3), |_| 100);
    let report = Report::of(&results);
    let heads = |report: &Report| -> Vec<String> {
        let table = table(report, "coverage-application");
        let of_boa = table.rows.iter().filter(|row| row[0].text == "boa");
        of_boa.map(|row| row[1].text.clone()).collect()
    };
    assert_eq!(heads(&report), ["10s", "1m", "1000 runs"], "what every trial reached");
    results.plan.checkpoints = sample::experiment(1).measure.checkpoints;
    assert_eq!(heads(&Report::of(&results)), ["10s", "1m", "100000 runs"], "as asked for");
    let table = table(&Report::of(&results), "coverage-application").clone();
    assert_eq!(cell(&table, &["boa", "100000 runs"], "ei").text, "–", "no trial got that far");
}

#[test]
fn reach_is_the_share_of_what_plain_generation_takes_for_what_it_covers_at_its_end() {
    let mut results = covering(&sample::experiment(4), |_| 500);
    for result in &mut results.trials {
        // Zest gets there in each trial, a quarter of the time later in each; EI in two of four; random with its last input.
        let (runs, covered) = match (result.trial.contender.as_str(), result.trial.number) {
            ("zest", number) => (200 * u64::from(number), 800),
            ("ei", 1 | 2) => (10, 800),
            ("random", _) => (900, 500),
            _ => (10, 499),
        };
        let at = Moment { seconds: runs as f64 * 0.03, runs };
        let input = &mut result.inputs[0];
        (input.at, input.all) = (at, Covered::Total(covered));
    }
    let report = Report::of(&results);
    let table = table(&report, "reach");
    assert!(!table.columns.contains(&"random".to_owned()));
    // More than half of the trials got there with the third of them: after 600 of 1,000 runs, 18 of 60 seconds.
    assert_eq!(cell(table, &["boa", "executions"], "zest").text, "0.600");
    assert_eq!(cell(table, &["boa", "time"], "zest").text, "0.300");
    assert_eq!(
        *cell(table, &["boa", "executions"], "ei"),
        "–".into(),
        "half of the trials is not enough"
    );
    assert_eq!(*cell(table, &["boa", "time"], "zeugma-linked"), "–".into());
    let mut experiment = sample::experiment(4);
    experiment.contenders.retain(|contender| contender.label != "random");
    let report = Report::of(&covering(&experiment, |_| 500));
    assert!(!has_section(&report, "Reach"), "nobody generates plainly");
}

#[test]
fn mutants_killed_are_counted_once_each_and_shown_over_time() {
    let mut results = covering(&sample::experiment(3), |_| 100);
    assert!(!has_section(&Report::of(&results), "Mutants killed"), "not measured");
    for result in &mut results.trials {
        let killed = if result.trial.contender == "zest" { vec![1] } else { vec![1, 2, 70_000] };
        result.inputs[0].killed = Some(killed);
        let again = InputLine { killed: Some(vec![1]), ..result.inputs[0].clone() };
        result.inputs.push(again);
    }
    let report = Report::of(&results);
    let kills = table(&report, "kills");
    assert_eq!(cell(kills, &["boa", "1m"], "zest").text, "1");
    assert_eq!(cell(kills, &["boa", "1m"], "zeugma-linked").text, "3");
    assert!(report.html().contains("mutants killed over executions"));
}

#[test]
fn every_pair_is_tested_at_the_corrected_level() {
    let results = sample::results(&sample::experiment(20));
    let report = Report::of(&results);
    let tests = table(&report, "coverage-tests");
    // Five contenders on two subjects, four on the third, at three checkpoints.
    assert_eq!(tests.rows.len(), (10 + 10 + 6) * 3);
    assert_eq!(cell(tests, &["boa", "10s", "random", "zest"], "level").text, "0.0050");
    assert_eq!(cell(tests, &["grass", "10s", "random", "zest"], "level").text, "0.0083");
    let row = ["boa", "1m", "random", "zeugma-linked"];
    assert_eq!(cell(tests, &row, "significant").text, "yes");
    assert_eq!(cell(tests, &row, "effect").text, "large");
    let details = table(&report, "coverage-details");
    assert!(cell(details, &["boa", "1m", "zest"], "interval").text.contains(" to "));
}

#[test]
fn detection_rates_and_times_are_by_defect() {
    let results = sample::results(&sample::experiment(20));
    let report = Report::of(&results);
    let rates = table(&report, "detection-rates");
    let rate = |after: &str, contender: &str| -> f64 {
        cell(rates, &["boa", "boa-2", after], contender).text.parse().unwrap()
    };
    assert!(rate("10s", "zeugma-linked") <= rate("1m", "zeugma-linked"));
    let trials = results.of("boa", "zest");
    let detected = trials
        .filter(|trial| trial.detections().iter().any(|detection| detection.defect == "boa-2"));
    assert_eq!(rate("1m", "zest"), detected.count() as f64 / 20.0);
    let times = table(&report, "detection-times");
    assert!(cell(times, &["boa", "panic at src/boa.rs:200:9"], "ei").text.ends_with('s'));
}

#[test]
fn what_is_to_be_looked_up_is_named_in_markdown_and_not_printed() {
    let text = Report::of(&sample::results(&sample::experiment(3))).markdown();
    assert!(text.contains(": [tables/coverage-tests.csv](tables/coverage-tests.csv)\n"), "{text}");
    assert!(!text.contains("| first | second |"), "{text}");
}

#[test]
fn heritability_is_compared_with_linked_crossover() {
    let report = Report::of(&sample::results(&sample::experiment(1)));
    let rates = table(&report, "inheritance");
    let linked = cell(rates, &["boa", "200"], "linked crossover");
    assert!(linked.is_best && linked.difference.is_none());
    assert_eq!(
        cell(rates, &["boa", "200"], "one-point crossover").difference,
        Some(Difference::Less)
    );
    let hybrids = table(&report, "hybrids");
    assert_eq!(
        cell(hybrids, &["grass", "200"], "two-point crossover").difference,
        Some(Difference::Less)
    );
}

#[test]
fn trouble_is_told_and_the_rest_is_reported() {
    let report = Report::of(&sample::results_with_trouble(&sample::experiment(20)));
    let trials = table(&report, "trials");
    assert_eq!(cell(trials, &["boa"], "zest").text, "19 of 20");
    assert_eq!(cell(trials, &["grass"], "ei").text, "0 of 20");
    assert_eq!(cell(trials, &["grass"], "libfuzzer-bytes").text, "–");
    let trouble = table(&report, "trouble");
    let message = &cell(trouble, &["boa.zest.1", "crashed"], "message").text;
    assert_eq!(message, "cannot write inputs.jsonl: no space left on device");
    let not_built = cell(trouble, &["grass.ei.1 and 19 more", "not built"], "message");
    assert!(not_built.text.contains("unresolved import"));
    cell(trouble, &["roxmltree.random.2", "not run"], "message");
    let coverage = table(&report, "coverage-application");
    assert_eq!(cell(coverage, &["grass", "1m"], "ei").text, "–");
    assert_ne!(cell(coverage, &["grass", "1m"], "zest").text, "–");
}

#[test]
fn a_single_trial_has_a_value_and_no_claims() {
    let report = Report::of(&sample::results(&sample::experiment(1)));
    let coverage = table(&report, "coverage-application");
    assert!(coverage.rows.iter().flatten().all(|cell| cell.difference.is_none()));
    let details = table(&report, "coverage-details");
    assert_eq!(cell(details, &["boa", "1m", "zest"], "interval").text, "–");
    assert_eq!(cell(details, &["boa", "1m", "zest"], "trials").text, "1");
}

#[test]
fn an_experiment_of_which_nothing_finished_still_has_a_report() {
    let mut results = sample::results(&sample::experiment(2));
    for result in &mut results.trials {
        *result = sample::nothing(&result.trial);
    }
    results.heritability.clear();
    let report = Report::of(&results);
    assert!(report.html().contains("0 of 28 trials finished"));
    assert!(has_section(&report, "Coverage") && !has_section(&report, "Defects"));
    assert!(report.sections.iter().all(|section| section.figures.is_empty()));
    results.trials.clear();
    results.plan.trials.clear();
    assert!(Report::of(&results).html().contains("0 of 0 trials finished"));
}

#[test]
fn campaigns_that_tell_little_leave_cells_empty() {
    let mut results = sample::results(&sample::experiment(2));
    for result in &mut results.trials {
        result.stats = Some(Figures::default());
        result.children.clear();
    }
    let report = Report::of(&results);
    assert!(!has_section(&report, "Operators") && !has_section(&report, "Mutation distance"));
    let overhead = table(&report, "overhead");
    assert_eq!(cell(overhead, &["boa", "modify"], "zest").text, "–");
    assert_ne!(cell(overhead, &["boa", "runs a second"], "zest").text, "–");
}

#[test]
fn what_others_wrote_does_not_break_the_page() {
    let mut results = sample::results(&sample::experiment(1));
    let message = "<script>alert(\"x\")</script> | a & b".to_owned();
    results.trials[0].outcome = Some(TrialOutcome::Crashed { message });
    let report = Report::of(&results);
    assert!(!report.html().contains("<script"));
    assert!(
        report.html().contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; | a &amp; b")
    );
    assert!(report.markdown().contains("</script> \\| a & b |"));
}

#[test]
fn the_page_needs_nothing_from_elsewhere() {
    let html = Report::of(&sample::results(&sample::experiment(3))).html();
    for outside in ["src=", "<link", "@import", "url(", "<script"] {
        assert!(!html.contains(outside), "{outside}");
    }
    assert!(html.contains("prefers-color-scheme: dark") && html.contains("name=\"viewport\""));
    let count = |text: &str| html.matches(text).count();
    for tag in ["table", "tr", "section", "figure", "svg", "details", "div", "strong", "abbr"] {
        assert_eq!(
            count(&format!("<{tag}>")) + count(&format!("<{tag} ")),
            count(&format!("</{tag}>"))
        );
    }
    assert!(!html.contains("NaN") && !html.contains("inf"));
}

#[test]
fn a_table_is_the_same_in_all_its_forms() {
    let marked = Cell { text: "2".to_owned(), is_best: true, difference: Some(Difference::More) };
    let table = Table {
        name: "t".to_owned(),
        caption: "a table".to_owned(),
        columns: ["subject", "a", "b"].map(str::to_owned).into(),
        row_heads: 1,
        rows: vec![
            vec!["x,y".into(), "1".into(), marked],
            vec!["z".into(), "–".into(), "3".into()],
        ],
        is_appendix: false,
    };
    assert_eq!(
        table.markdown(),
        "| subject | a | b |\n| --- | --: | --: |\n| x,y | 1 | **2** ▲ |\n| z | – | 3 |\n"
    );
    assert_eq!(table.csv(), "subject,a,b,b note\n\"x,y\",1,2,best more\nz,,3,\n");
    let row = "<tr><th scope=\"row\">x,y</th><td>1</td>\
               <td><strong>2</strong><abbr title=\"significantly more\">▲</abbr></td></tr>";
    assert!(table.html().contains(row), "{}", table.html());
}

#[test]
fn all_files_of_a_report_are_named_and_none_twice() {
    let files = Report::of(&sample::results_with_trouble(&sample::experiment(2))).files();
    let mut names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    for name in ["report.html", "report.md", "tables/trials.csv", "tables/inheritance.csv"] {
        assert!(names.contains(&name), "{name}");
    }
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
}
