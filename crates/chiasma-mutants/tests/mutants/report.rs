//! The report: what is killed, what survives and what nothing reaches, for people and for programs.

use crate::support::{Project, mutants_of};
use chiasma_mutants::report::{Fate, How, Outputs, Scoring, Tried};
use chiasma_mutants::{MutantId, Report};

const TEXT: &str = "pub fn less(a: u8, b: u8) -> bool { a < b }\n\
                    pub fn both(a: bool, b: bool) -> bool { a && b }\n";

/// `less` has the mutants 1 to 3, `both` 4 to 6.
fn report(outputs: Outputs) -> Report {
    let project = Project::new("p", TEXT);
    let schema = project.schema(mutants_of(TEXT));
    let tried = |input: &str, size, killed: &[(u32, How)]| Tried {
        input: input.to_owned(),
        size,
        scoring: Scoring::Scored,
        reached: (1..=3).map(MutantId).collect(),
        killed: killed.iter().map(|(id, how)| (MutantId(*id), *how)).collect(),
    };
    let inputs = [
        tried("large", 9, &[(1, How::Failed), (2, How::Died)]),
        tried("small", 2, &[(1, How::Differed)]),
        Tried { scoring: Scoring::Fails, ..Tried::default() },
        Tried { scoring: Scoring::Unstable, ..Tried::default() },
    ];
    Report::new(&schema, "p::<orders>", outputs, &inputs)
}

#[test]
fn each_mutant_is_told_with_the_smallest_input() {
    let report = report(Outputs::Compared);
    let fates: Vec<&Fate> = report.mutants.iter().map(|mutant| &mutant.fate).collect();
    let killed = |by: &str, how| {
        let (by, reached_by) = (by.to_owned(), "small".to_owned());
        Fate::Killed { by, how, reached_by }
    };
    assert_eq!(*fates[0], killed("small", How::Differed));
    assert_eq!(*fates[1], killed("large", How::Died));
    assert_eq!(*fates[2], Fate::Survived { reached_by: "small".to_owned(), inputs: 2 });
    assert_eq!(*fates[3], Fate::Unreached);
    let score = report.score();
    assert_eq!((score.killed, score.survived, score.unreached), (2, 1, 3));
    assert!((score.percent() - 200.0 / 6.0).abs() < 1e-9);
}

#[test]
fn a_survivor_is_shown_as_a_diff_by_file_and_function() {
    let text = report(Outputs::None).text();
    let has = |part: &str| assert!(text.contains(part), "{part} in {text}");
    has("src/lib.rs: less\n");
    has("  - pub fn less(a: u8, b: u8) -> bool { a < b }\n");
    has("  + pub fn less(a: u8, b: u8) -> bool { a > b }\n");
    has("reached by 2 inputs, the smallest is small");
    has("2 of     6 mutants killed   33.3 %      1 survive      3 not reached");
    has("because the property fails for them without any mutant: 1.");
    has("because the property does not give the same each time that it runs them: 1.");
    has("The property returns nothing");
    assert!(!text.contains("src/lib.rs: both"), "nothing reaches it: {text}");
}

#[test]
fn pages_stand_alone_and_text_cannot_break_out() {
    let page = report(Outputs::Compared).html("body { color: red }");
    let has = |part: &str| assert!(page.contains(part), "{part} in {page}");
    has("<style>\nbody { color: red }</style>");
    has("<code>p::&lt;orders&gt;</code>");
    has("<pre>pub fn less(a: u8, b: u8) -&gt; bool { a &gt; b }</pre>");
    has("! survives; reached by 2 inputs");
    has("+ killed by small: the output differs</span>");
    has("+ killed by large: the process dies; the smallest that reaches it is small");
    has("because the property fails for them");
    assert!(!page.contains("The property returns nothing"));
    for outside in ["http:", "https:", "@import", "url("] {
        assert!(!page.contains(outside), "nothing is fetched");
    }
}

#[test]
fn programs_can_read_it() {
    let json = report(Outputs::Compared).json().unwrap();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["inputs"], 4);
    assert_eq!(value["mutants"][0]["fate"]["killed"]["how"], "differed");
    assert_eq!(value["mutants"][3]["fate"], "unreached");
}
