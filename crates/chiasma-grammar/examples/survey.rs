//! Tries every grammar below a directory: does it load, do generated texts parse, do the examples beside it?
//!
//! `cargo run --release -p chiasma-grammar --example survey -- DIR [--list]`
//!
//! Directories called `examples` are not searched for grammars. The examples of the grammars of a directory are the
//! files below `examples` in it, but for trees, queries, scripts, and those with a file `NAME.errors` beside them,
//! which must not parse; an example comes back if one of the directory's grammars parses it and repeats it byte for byte.
//! The start rule is the one that `desc.xml` or `pom.xml` names, or else the grammar's own.
//! `--list` prints every example that does not parse, and the first text of each grammar that does not.

use std::path::{Path, PathBuf};
use std::time::Duration;

use chiasma_core::{Seed, Source};
use chiasma_grammar::{Grammar, Limits, Probabilities, RuleId, RuleKind};

/// How many texts are generated, and how large examples may be.
const TEXTS: u64 = 20;
const MAX_EXAMPLE: usize = 100_000;
const MAX_EXAMPLES: usize = 50;
const SLOW: Duration = Duration::from_secs(1);
const MAX_TIME: Duration = Duration::from_secs(20);

#[derive(Default)]
struct Survey {
    lists: bool,
    loading: Vec<Duration>,
    texts: Tally,
    examples: Tally,
}

/// How many of something came back byte for byte, and how large and slow they were.
#[derive(Default, Clone, Copy)]
struct Tally {
    good: usize,
    all: usize,
    bytes: usize,
    time: Duration,
    slowest: Duration,
    /// Grammars or directories with at least one, and those in which all came back.
    places: usize,
    perfect: usize,
}

impl Tally {
    fn add(&mut self, bytes: usize, time: Duration, is_good: bool) {
        self.good += usize::from(is_good);
        self.all += 1;
        self.bytes += bytes;
        self.time += time;
        self.slowest = self.slowest.max(time);
    }

    fn merge(&mut self, other: Self) {
        self.good += other.good;
        self.all += other.all;
        self.bytes += other.bytes;
        self.time += other.time;
        self.slowest = self.slowest.max(other.slowest);
        self.places += usize::from(other.all > 0);
        self.perfect += usize::from(other.all > 0 && other.good == other.all);
    }

    fn print(&self, what: &str) {
        println!(
            "{what}: {} of {} come back ({:.1} %), all of them in {} of {} places; {:.2} MB/s, the slowest took {} ms",
            self.good,
            self.all,
            100.0 * self.good as f64 / self.all.max(1) as f64,
            self.perfect,
            self.places,
            self.bytes as f64 / 1e6 / self.time.as_secs_f64().max(1e-9),
            self.slowest.as_millis()
        );
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let directory = arguments.next().unwrap_or_else(|| ".".to_owned());
    let mut survey =
        Survey { lists: arguments.any(|argument| argument == "--list"), ..Survey::default() };
    let mut files = Vec::new();
    find(Path::new(&directory), &mut files);
    files.retain(|path| path.extension().is_some_and(|extension| extension == "g4"));
    files.retain(|path| !path.components().any(|part| part.as_os_str() == "examples"));
    for beside in files.chunk_by(|a, b| a.parent() == b.parent()) {
        let grammars: Vec<(Grammar, RuleId)> =
            beside.iter().filter_map(|file| survey.grammar(file)).collect();
        survey.examples(&grammars, &beside[0]);
    }
    survey.loading.sort_unstable();
    println!(
        "grammars: {} of {} load; the median takes {:.1} ms, the slowest {} ms",
        survey.loading.len(),
        files.len(),
        survey.loading.get(survey.loading.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3),
        survey.loading.last().map_or(0, Duration::as_millis)
    );
    survey.texts.print("generated texts");
    survey.examples.print("examples");
}

/// All files below a directory, sorted.
fn find(directory: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() { find(&path, files) } else { files.push(path) }
    }
}

impl Survey {
    /// Loads a grammar and tries texts of it; gives those that have a parser.
    fn grammar(&mut self, file: &Path) -> Option<(Grammar, RuleId)> {
        let shown = file.display();
        let start = processor_time();
        let grammar = match Grammar::load(file) {
            Ok(grammar) => grammar,
            Err(error) => {
                println!("{shown}: refused: {error}");
                return None;
            }
        };
        self.loading.push(processor_time() - start);
        if grammar.rules().iter().all(|rule| rule.kind != RuleKind::Parser) {
            return None;
        }
        let named = ["desc.xml", "pom.xml"].iter().find_map(|name| {
            let text = std::fs::read_to_string(file.with_file_name(name)).ok()?;
            grammar.rule(entry_point(&text)?)
        });
        let rule = named.or_else(|| grammar.start_rule())?;
        let texts = self.texts(&grammar, rule, file);
        let name = &grammar.rules()[rule.0 as usize].name;
        println!("{shown}: from {name}: {}/{} texts", texts.good, texts.all);
        self.texts.merge(texts);
        Some((grammar, rule))
    }

    fn texts(&self, grammar: &Grammar, rule: RuleId, file: &Path) -> Tally {
        let uniform = Probabilities::uniform(grammar);
        let mut tally = Tally::default();
        for seed in 0..TEXTS {
            if tally.time > MAX_TIME {
                break;
            }
            let start = processor_time();
            let mut source = Source::with_max_size(1 << 16, Seed(seed));
            let limits = Limits { depth: 60, expansions: 300 };
            let text = grammar.generate(&mut source, rule, &uniform, limits);
            let parsed = grammar.parse(rule, &text);
            if let Err(error) = &parsed
                && self.lists
                && tally.good == tally.all
            {
                let line = text.lines().nth(error.line - 1).unwrap_or_default();
                let near: String =
                    line.chars().skip(error.column.saturating_sub(30)).take(50).collect();
                println!("  text {}: seed {seed}: {error} near {near:?}", file.display());
            }
            tally.add(text.len(), processor_time() - start, parsed.is_ok());
        }
        tally
    }

    fn examples(&mut self, grammars: &[(Grammar, RuleId)], beside: &Path) {
        let mut paths = Vec::new();
        find(&beside.with_file_name("examples"), &mut paths);
        let mut tally = Tally::default();
        for path in paths.iter().filter(|_| !grammars.is_empty()) {
            let Ok(text) = std::fs::read_to_string(path) else { continue };
            let is_enough = tally.all >= MAX_EXAMPLES || tally.time > MAX_TIME;
            if !is_example(path) || text.len() > MAX_EXAMPLE || is_enough {
                continue;
            }
            let mut wrong = Vec::new();
            let start = processor_time();
            let is_good = grammars.iter().any(|(grammar, rule)| {
                let parsed = grammar.parse(*rule, &text);
                wrong.extend(
                    parsed.as_ref().err().map(|error| (grammar.name().to_owned(), error.clone())),
                );
                parsed.is_ok()
            });
            let time = processor_time() - start;
            tally.add(text.len(), time, is_good);
            if self.lists && time > SLOW {
                println!("  slow: {} took {} ms", path.display(), time.as_millis());
            }
            for (name, error) in wrong.iter().filter(|_| self.lists && !is_good) {
                println!("  example {name}: {}:{error}", path.display());
            }
        }
        if tally.all > 0 {
            println!("{}: {}/{} examples", beside.display(), tally.good, tally.all);
        }
        self.examples.merge(tally);
    }
}

/// Whether a file below `examples` is a text that must parse.
fn is_example(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    let mut errors = path.to_path_buf().into_os_string();
    errors.push(".errors");
    !["tree", "errors", "trq", "sh"].iter().any(|other| extension == *other)
        && !std::fs::metadata(errors).is_ok_and(|errors| errors.len() > 0)
}

/// How long this process has run on a processor.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|first| first.parse().ok());
    nanoseconds.map_or(Duration::ZERO, Duration::from_nanos)
}

/// The start rule that a description of a grammar names.
fn entry_point(description: &str) -> Option<&str> {
    ["<entry-point>", "<entryPoint>"].iter().find_map(|mark| {
        let (_, rest) = description.split_once(mark)?;
        rest.split('<').next().map(str::trim)
    })
}
