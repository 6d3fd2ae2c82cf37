//! Saved inputs, messages, experiment files, lists of defects and probabilities that are damaged: read as something else or
//! refused, never a panic, a hang or a lie.

use std::path::Path;

use chiasma::generators::{any, vec};
use chiasma::{Seed, Source, property};
use chiasma_core::chi::Arguments;
use chiasma_core::{Chi, FailureKey, Lent, Read};
use chiasma_evolve::Delta;
use chiasma_garbage::{damaged_bytes, damaged_text};
use chiasma_grammar::{Grammar, Probabilities};
use chiasma_lab::defects::Defects;
use chiasma_lab::experiment::{Experiment, KnownSetting, KnownStrategy, Surroundings};
use chiasma_runtime::protocol::{
    GivenInput, Input, Job, Order, RecordedInput, Report, Value, receive, send,
};

// ---- saved inputs

const SAVED: &str = "chiasma 1
# property shop::orders
# panic at tests/shop.rs:24:5
#   in shop::total
# assertion failed
# order = Order { name: \"\\u{1b}\" }

order:  # Order
  customer:  # String
    length = 2  # 0..=40
    char = 'é'
    char = '\\u{1b}'
  items:  # Vec
    length = 1  # 0..=3
    item:
      int = -4  # -9..=9
      choice = 3  # 0..=3
      bool = true
  bytes = 0a ff 00
";

const CHI_WORDS: [&str; 12] = [
    "chiasma 1",
    "chiasma 2",
    "order:  # Order",
    "note:",
    "  bool = false",
    "  int = 7",
    "  char = 'a'",
    "  choice = 1",
    "  length = 3",
    "  bytes = 00",
    "# a remark",
    ":",
];

fn saved_input(s: &mut Source) -> String {
    damaged_text(s, SAVED, &CHI_WORDS)
}

/// A generator that asks for everything that the sample has.
fn order(s: &mut Source) -> (String, Vec<(i8, usize, bool)>, Vec<u8>) {
    let customer = s.named("customer", any::<String>());
    let item = |s: &mut Source| (s.int(-9..=9), s.index(4), s.bool());
    (customer, s.named("items", vec(0..4, item)), s.bytes(3))
}

#[property]
fn damaged_saved_inputs_are_replayed_or_refused(#[from(saved_input)] text: String) {
    let _ = FailureKey::of_chi(&text);
    let chi = match Chi::parse(&text) {
        Ok(chi) => chi,
        Err(error) => {
            assert!((1..=text.lines().count().max(1)).contains(&error.line), "{error}");
            return;
        }
    };
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    source.load_labelled(chi.labelled(), Seed(0));
    let first = source.named("order", order);
    assert!(source.labelled_match().is_some());
    // What was made of it is saved, and read back as the same.
    let arguments = Arguments::of(source.trace());
    let _ = Chi::refitted(text.as_bytes(), &arguments);
    let saved = Chi::write(source.trace(), &["a remark\nof two lines".to_owned()]);
    let again = Chi::parse(&saved).unwrap_or_else(|error| panic!("{error} in\n{saved}"));
    source.load_labelled(again.labelled(), Seed(1));
    assert_eq!(source.named("order", order), first, "{saved}");
}

/// Number of bytes before the checksum of a compact input, and of the checksum.
const BEGINNING: usize = b"chiasma compact 1\n\0".len();
const CHECKSUM: usize = 8;

/// The checksum of a compact input. It is no secret, and does not stop those who mean harm.
fn checksum(packed: &[u8]) -> u64 {
    packed.chunks(8).fold(packed.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let (first, second) = (0x9e37_79b9_7f4a_7c15, 0xe703_7ed1_a0b4_28db);
        let wide = u128::from(sum ^ first) * u128::from(u64::from_le_bytes(word) ^ second);
        (wide >> 64) as u64 ^ wide as u64
    })
}

/// The sample in its compact form, with other bytes behind the checksum.
fn compact_of(change: impl FnOnce(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut whole = Chi::compacted(SAVED.as_bytes()).unwrap();
    let packed = change(&whole[BEGINNING + CHECKSUM..]);
    whole.truncate(BEGINNING);
    whole.extend(checksum(&packed).to_le_bytes());
    whole.extend(packed);
    whole
}

fn damaged_compact_input(s: &mut Source) -> Vec<u8> {
    compact_of(|packed| damaged_bytes(s, packed.to_vec()))
}

#[test]
fn a_compact_input_that_is_not_damaged_is_the_same() {
    assert_eq!(compact_of(<[u8]>::to_vec), Chi::compacted(SAVED.as_bytes()).unwrap());
}

/// As they come from the corpora of others, in a fleet.
#[property]
fn damaged_compact_inputs_are_replayed_or_refused(#[from(damaged_compact_input)] content: Vec<u8>) {
    let checked = Chi::check(&content);
    let Ok(chi) = Chi::read(&content) else {
        assert!(checked.is_err());
        return;
    };
    assert_eq!(checked, Ok(()));
    let mut source = Source::random(Seed(0));
    let mut replay = |chi: Chi| {
        source.load_labelled(chi.labelled(), Seed(0));
        source.named("order", order)
    };
    let first = replay(chi);
    // Written once more, it is the same input.
    let again = Chi::compacted(&content).unwrap();
    assert_eq!(replay(Chi::read(&again).unwrap()), first);
}

/// What a target may say: in titles of values, messages, names of callers.
#[property]
fn what_a_target_says_does_not_break_the_file_that_it_is_saved_in(
    message: String,
    caller: String,
    value: String,
) {
    let key: FailureKey = "panic at a.rs:1:2".parse().unwrap();
    let key = key.with_callers(vec![caller.replace('\n', " ")]);
    let remarks = key.remarks(Some("p"), &message, [("value", &*value)]);
    let text = Chi::heading(&remarks) + "value:\n  int = 1\n";
    assert!(Chi::parse(&text).is_ok(), "{text}");
    let again = FailureKey::of_chi(&text).unwrap();
    assert!(again.is_at_place_of(&key), "{again:?}");
    assert!(text.chars().all(|c| "\n\t".contains(c) || !c.is_control()), "{text:?}");
}

/// The whole of what is lent, to a generator that reads all of it from its front.
fn all_lent(s: &mut Source) -> Lent {
    s.lend(|lent| (lent.clone(), vec![Read::Front(lent.bytes.len())]))
}

#[property]
fn any_bytes_lend_a_buffer_and_a_document_lends_itself(bytes: Vec<u8>) {
    let mut source = Source::replay(&bytes, Seed(1));
    let lent = all_lent(&mut source);
    let recording = source.recording().to_vec();
    assert_eq!(all_lent(&mut Source::replay(&recording, Seed(2))), lent);
    let document = all_lent(&mut Source::replay(&Source::lent_sequence(&bytes), Seed(3)));
    assert_eq!(document, Lent { bytes, is_exact: true, is_watched: false });
}

// ---- messages

fn given(s: &mut Source) -> GivenInput {
    GivenInput { bytes: s.draw(any()), past: None }
}

fn saved(s: &mut Source) -> RecordedInput {
    let value = |s: &mut Source| Value { name: s.draw(any()), text: s.draw(any()) };
    RecordedInput { bytes: s.draw(any()), lines: s.draw(any()), values: s.draw(vec(0..3, value)) }
}

fn input(s: &mut Source) -> Input {
    if s.bool() {
        Input::Chi { content: s.draw(any()) }
    } else {
        Input::Bytes { bytes: s.draw(any()), seed: s.draw(any()) }
    }
}

fn record(s: &mut Source) -> (u64, Vec<u8>) {
    (s.int(..), s.draw(any()))
}

fn report(s: &mut Source) -> Report {
    match s.index(8) {
        0 => Report::Ready { edges: s.int(..) },
        1 => Report::Smaller { given: s.draw(given) },
        2 => Report::Line { text: s.draw(any()) },
        3 => Report::Try { input: s.draw(input) },
        4 => Report::Printed { values: s.draw(vec(0..3, any::<Vec<u8>>())) },
        5 => Report::Places { addresses: s.draw(vec(0..5, any::<u64>())) },
        6 => Report::Checkpoint {
            delta: Delta {
                added: s.draw(vec(0..3, record)),
                removed: s.draw(vec(0..3, any::<u64>())),
                learned: s.draw(vec(0..3, record)),
                paths: s.draw(vec(0..3, any::<u64>())),
                diverse_paths: Vec::new(),
                body: s.draw(any()),
            },
            counts: Default::default(),
            micros: s.int(..),
            phases: Default::default(),
        },
        _ => Report::Tried {
            input: s.draw(saved),
            outcome: chiasma_runtime::OutcomeReport::Valid {},
            reached: s.draw(vec(0..4, any::<u32>())),
            killed: Vec::new(),
            gives_output: s.bool(),
            is_unstable: s.bool(),
        },
    }
}

/// A report, and what is left of its message.
fn damaged_report(s: &mut Source) -> (Report, Vec<u8>) {
    let report = report(s);
    let mut message = Vec::new();
    send(&mut message, &report).unwrap();
    let damaged = damaged_bytes(s, message);
    (report, damaged)
}

#[property]
fn reports_come_back_and_damaged_ones_are_refused_or_something_else(
    #[from(damaged_report)] (report, damaged): (Report, Vec<u8>),
) {
    let mut sound = Vec::new();
    send(&mut sound, &report).unwrap();
    assert_eq!(receive::<Report>(&mut &sound[..]).unwrap(), report);
    receive_anything(&damaged);
}

#[property]
fn any_bytes_are_a_message_or_refused(bytes: Vec<u8>) {
    receive_anything(&bytes);
    // With a length that is right, so that there is something to decode.
    let length = (bytes.len() as u32).to_le_bytes();
    receive_anything(&[&length, &bytes[..]].concat());
}

/// Reads bytes as every kind of message; what is read is written and read as the same.
fn receive_anything(bytes: &[u8]) {
    let _ = receive::<Job>(&mut &bytes[..]);
    let mut again = Vec::new();
    if let Ok(order) = receive::<Order>(&mut &bytes[..]) {
        send(&mut again, &order).unwrap();
        assert_eq!(receive::<Order>(&mut &again[..]).unwrap(), order);
    }
    if let Ok(report) = receive::<Report>(&mut &bytes[..]) {
        again.clear();
        send(&mut again, &report).unwrap();
        // By text, since NaN is not equal to itself.
        let report_again = receive::<Report>(&mut &again[..]).unwrap();
        assert_eq!(format!("{report_again:?}"), format!("{report:?}"));
    }
}

// ---- experiment files

const EXPERIMENT: &str = include_str!("experiment.toml");

const EXPERIMENT_WORDS: [&str; 14] = [
    "[experiment]",
    "[[subject]]",
    "[[strategy]]",
    "[[engine]]",
    "[engine.targets.boa]",
    "[measure]",
    "time = \"1e300d\"",
    "executions = 0",
    "trials = 4294967296",
    "cores = 0",
    "checkpoints = [\"end\", 0, \"0s\"]",
    "set = { crossover = nan }",
    "name = \"../..\"",
    "label = \"a/b\"",
];

fn experiment_file(s: &mut Source) -> String {
    damaged_text(s, EXPERIMENT, &EXPERIMENT_WORDS)
}

#[property]
fn damaged_experiment_files_are_planned_or_refused_with_their_lines(
    #[from(experiment_file)] text: String,
) {
    let known: Vec<KnownStrategy> = ["random", "zest", "zeugma-none", "zeugma-linked"]
        .into_iter()
        .map(|name| KnownStrategy {
            name: name.to_owned(),
            settings: vec![KnownSetting { name: "crossover".to_owned(), min: 0.0, max: 1.0 }],
        })
        .collect();
    let has_file = |path: &Path| !path.starts_with("missing");
    let surroundings =
        Surroundings { strategies: &known, engines: &["libfuzzer"], has_file: &has_file };
    match Experiment::parse(&text, surroundings) {
        Ok(experiment) => {
            // A name is a directory of the results.
            assert!(!experiment.name.is_empty() && !experiment.name.contains(['/', '\0']));
            // Planning takes memory for each trial.
            if u64::from(experiment.trials) * experiment.contenders.len() as u64 <= 10_000 {
                let _ = experiment.estimate(None);
                assert!(experiment.plan().trials.len() <= 100_000);
            }
        }
        Err(problems) => assert!(!problems.to_string().is_empty()),
    }
}

// ---- lists of defects

const DEFECTS: &str = include_str!("defects.toml");

const DEFECT_WORDS: [&str; 7] = [
    "[[defect]]",
    "trigger = { repeat = [\"(\", 18446744073709551615] }",
    "trigger = { repeat = [\"(\", 9223372036854775807] }",
    "trigger = { hex = \"c\" }",
    "trigger = { pattern = \"(\", haystack = \"a\" }",
    "identity = \"panic at\"",
    "difficulty = 255",
];

fn list_of_defects(s: &mut Source) -> String {
    damaged_text(s, DEFECTS, &DEFECT_WORDS)
}

#[property]
fn damaged_lists_of_defects_are_read_or_refused(#[from(list_of_defects)] text: String) {
    let Ok(defects) = Defects::parse(&text) else { return };
    for defect in defects.iter() {
        let _ = defect.trigger.input();
        let known = defects.identify(&defect.subject, &defect.identity);
        assert!(known.is_some() || defect.via.is_some(), "{defect:?} does not know itself");
    }
}

// ---- probabilities of a grammar

const GRAMMAR: &str = "grammar G; a : b* | 'x' c? ; b : 'y' | a ; c : T+ ; T : [0-9] | 'z' ;";

fn probabilities_file(s: &mut Source) -> String {
    let grammar = Grammar::read("g.g4", GRAMMAR).unwrap();
    let sound = Probabilities::uniform(&grammar).write(&grammar);
    damaged_text(s, &sound, &["a, choice 1: 1 1", "a: 0 0", ":", "a, choice 1: nan 1", "x: 1"])
}

#[property]
fn damaged_probabilities_are_used_or_refused(#[from(probabilities_file)] text: String) {
    let grammar = Grammar::read("g.g4", GRAMMAR).unwrap();
    let Ok(probabilities) = Probabilities::read(&grammar, &text) else { return };
    let rule = grammar.start_rule().unwrap();
    let limits = chiasma_grammar::Limits { depth: 20, expansions: 100 };
    let _ = grammar.generate(&mut Source::random(Seed(1)), rule, &probabilities, limits);
    let again = Probabilities::read(&grammar, &probabilities.write(&grammar));
    assert!(again.is_ok(), "{again:?}");
}
