//! Measuring one format.

use std::collections::BTreeMap;

use chiasma_core::{Seed, Source};

/// A format, and a parser that judges its documents.
pub trait Oracle {
    /// The format's name, as its module is called.
    fn format(&self) -> &'static str;

    /// The parser's name and version.
    fn parser(&self) -> &'static str;

    /// Draws a document, with deliberate mistakes at probability `errors`.
    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8>;

    /// Whether the document is valid; if not, why.
    fn judge(&self, document: &[u8]) -> Result<(), String>;

    /// Every construct of the format's grammar.
    fn constructs(&self) -> Vec<String>;

    /// Tells the constructs that occur in a document, each as often as it likes.
    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str));

    /// Tells what else is true of a document that is valid, such as that a second parser accepts
    /// it: how many it is true of is printed.
    fn remarks(&self, _document: &[u8], _tell: &mut dyn FnMut(&'static str)) {}
}

/// What the command line says.
pub struct Options {
    pub formats: Vec<String>,
    inputs: u64,
    seed: u64,
    errors: f64,
    show: Option<u64>,
    rejected: u64,
}

impl Options {
    pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            formats: Vec::new(),
            inputs: 10_000,
            seed: 1,
            errors: 0.0,
            show: None,
            rejected: 0,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a number"));
            match word.as_str() {
                "--inputs" => options.inputs = number(&value()?)?,
                "--seed" => options.seed = number(&value()?)?,
                "--errors" => options.errors = number(&value()?)?,
                "--show" => options.show = Some(number(&value()?)?),
                "--rejected" => options.rejected = number(&value()?)?,
                flag if flag.starts_with('-') => return Err(format!("no option is called {flag}")),
                _ => options.formats.push(word),
            }
        }
        Ok(options)
    }
}

fn number<N: std::str::FromStr>(word: &str) -> Result<N, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number that fits here"))
}

/// Measures a format and prints what was found.
pub fn print(oracle: &dyn Oracle, options: &Options) {
    if let Some(count) = options.show {
        for seed in options.seed..options.seed + count {
            let document = oracle.draw(&mut Source::random(Seed(seed)), options.errors);
            println!("---- {} {seed}\n{}", oracle.format(), String::from_utf8_lossy(&document));
        }
        return;
    }
    let mut seen: BTreeMap<String, u64> =
        oracle.constructs().into_iter().map(|construct| (construct, 0)).collect();
    let known = seen.len();
    let mut remarks: BTreeMap<&'static str, u64> = BTreeMap::new();
    let (mut valid, mut bytes, mut oversize, mut shown) = (0, 0, 0, 0);
    for seed in options.seed..options.seed + options.inputs {
        let mut source = Source::random(Seed(seed));
        let document = oracle.draw(&mut source, options.errors);
        oversize += u64::from(source.is_oversize());
        bytes += document.len() as u64;
        match oracle.judge(&document) {
            Ok(()) => {
                valid += 1;
                oracle.remarks(&document, &mut |remark| *remarks.entry(remark).or_default() += 1);
            }
            Err(why) if shown < options.rejected => {
                shown += 1;
                println!("---- {} {seed}: {why}", oracle.format());
                println!("{}", String::from_utf8_lossy(&document));
            }
            Err(_) => {}
        }
        oracle.occurring(&document, &mut |construct| {
            if let Some(count) = seen.get_mut(construct) {
                *count += 1;
            }
        });
    }
    let never: Vec<&str> =
        seen.iter().filter(|(_, count)| **count == 0).map(|(name, _)| name.as_str()).collect();
    println!(
        "{}: {:.2} % of {} valid by {}; {} bytes on average; {oversize} over the size limit; {} of \
         {known} constructs occur",
        oracle.format(),
        100.0 * valid as f64 / options.inputs as f64,
        options.inputs,
        oracle.parser(),
        bytes / options.inputs.max(1),
        known - never.len(),
    );
    for (remark, count) in remarks {
        println!("  {remark}: {:.2} %", 100.0 * count as f64 / options.inputs as f64);
    }
    if !never.is_empty() {
        println!("  never: {}", never.join(" "));
    }
}
