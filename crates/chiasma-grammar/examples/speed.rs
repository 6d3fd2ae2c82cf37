//! Prints the figures that `docs/grammars.md` states: parsing, generating and loading speed, in seconds of
//! processor time, so that other work on the machine counts for little.
//!
//! `cargo run --release -p chiasma-grammar --example speed`

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use chiasma_core::{Seed, Source};
use chiasma_grammar::check::Example;
use chiasma_grammar::{Grammar, Limits, Probabilities};

fn main() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/json.g4");
    let grammar = Grammar::load(&path).unwrap_or_else(|error| panic!("{error}"));
    let json = grammar.start_rule().expect("the grammar has rules");

    for megabytes in [1, 2, 4] {
        let text = document(megabytes << 20);
        let start = Stopwatch::start();
        let parsed = grammar.parse(json, &text).unwrap_or_else(|error| panic!("{error}"));
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "parse {:.1} MB of JSON ({} tokens) to a sequence of {:.1} MB: {seconds:.2} s, {:.2} MB/s",
            text.len() as f64 / 1e6,
            parsed.tokens,
            parsed.sequence.len() as f64 / 1e6,
            text.len() as f64 / 1e6 / seconds
        );
        let mut source = Source::with_max_size(64 << 20, Seed(0));
        source.load(&parsed.sequence, Seed(0));
        let uniform = Probabilities::uniform(&grammar);
        let start = Stopwatch::start();
        let again = grammar.generate(&mut source, json, &uniform, Limits::default());
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(again, text);
        println!("replay the same: {seconds:.2} s, {:.1} MB/s", text.len() as f64 / 1e6 / seconds);
    }

    let examples = [Example { name: "document".to_owned(), text: document(2_000) }];
    let counts = grammar.learn(json, &examples).unwrap_or_else(|(_, error)| panic!("{error}"));
    measure_generating(&grammar, "uniform", &Probabilities::uniform(&grammar));
    measure_generating(&grammar, "learned", &Probabilities::learned(&grammar, &counts));

    let text = large_grammar(500);
    let start = Stopwatch::start();
    let large = Grammar::read("large.g4", &text).unwrap_or_else(|error| panic!("{error}"));
    println!(
        "load a grammar of {} rules: {:.0} ms",
        large.rules().len(),
        start.elapsed().as_secs_f64() * 1e3
    );

    let text = format!("1{}", "+1".repeat(20_000));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/sql.g4");
    let sql = Grammar::load(&path).unwrap_or_else(|error| panic!("{error}"));
    let expression = sql.rule("expression").expect("SQL has expressions");
    let start = Stopwatch::start();
    let parsed = sql.parse(expression, &text).unwrap_or_else(|error| panic!("{error}"));
    println!(
        "parse a left-recursive sum of {} tokens: {:.2} s",
        parsed.tokens,
        start.elapsed().as_secs_f64()
    );
}

fn measure_generating(grammar: &Grammar, which: &str, probabilities: &Probabilities) {
    let json = grammar.start_rule().expect("the grammar has rules");
    let mut source = Source::random(Seed(0));
    let (start, mut bytes) = (Stopwatch::start(), 0);
    let texts = 5_000;
    for seed in 0..texts {
        source.load(&[], Seed(seed));
        bytes += grammar.generate(&mut source, json, probabilities, Limits::default()).len();
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "generate {texts} JSON documents of {} bytes on average ({which} probabilities): {:.1} MB/s, {:.0} documents/s",
        bytes / texts as usize,
        bytes as f64 / 1e6 / seconds,
        texts as f64 / seconds
    );
}

/// Measures the processor time of this process where the system tells it, and otherwise the time that passes.
struct Stopwatch {
    processor: Option<Duration>,
    clock: Instant,
}

impl Stopwatch {
    fn start() -> Self {
        Self { processor: processor_time(), clock: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        match (self.processor, processor_time()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.clock.elapsed(),
        }
    }
}

fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// A JSON document like those of web services, of at least `size` bytes.
fn document(size: usize) -> String {
    let mut text = String::from("[");
    let mut n = 0;
    while text.len() < size {
        if n > 0 {
            text.push(',');
        }
        let _ = write!(
            text,
            "\n  {{\"id\": {n}, \"name\": \"user {n}\", \"score\": {}.5e-3, \"tags\": [\"a\", \"b\\n\", null], \"active\": {}}}",
            n % 1000,
            n % 2 == 0
        );
        n += 1;
    }
    text.push_str("\n]");
    text
}

/// A grammar with `count` parser rules and as many keywords.
fn large_grammar(count: usize) -> String {
    let mut text = String::from("grammar Large;\n");
    for n in 0..count {
        let _ = writeln!(
            text,
            "r{n} : 'keyword{n}' (r{} | NAME)* | '(' r{} ')' | NUMBER? ',' NAME ;",
            (n * 7 + 1) % count,
            (n + 1) % count
        );
    }
    text.push_str("NAME : [a-z]+ ; NUMBER : [0-9]+ ; WS : [ \\n]+ -> skip ;\n");
    text
}
