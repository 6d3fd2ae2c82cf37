//! `oracles`: how many documents of each format are valid, how long they are, and what of the
//! format's grammar occurs in them, by parsers that are not ours.

mod grammar;
mod json;
mod json_schema;
mod measure;
mod regex;

use std::process::ExitCode;

use chiasma_formats::regex::Dialect;
use measure::{Options, Oracle};

const USAGE: &str = "\
usage: oracles [FORMAT...] [--inputs N] [--seed N] [--errors P] [--show N] [--rejected N]
  measures every format, or those named, over N (10000) random documents
  --errors P     with deliberate mistakes at this probability (0)
  --show N       prints N documents of each instead
  --rejected N   prints the first N documents that the parser does not accept, and why";

/// Every format that has an oracle.
fn oracles() -> Vec<Box<dyn Oracle>> {
    vec![
        Box::new(json::Json),
        Box::new(json_schema::JsonSchema),
        Box::new(regex::Regex(Dialect::Regular)),
        Box::new(regex::Regex(Dialect::Backtracking)),
        Box::new(regex::Regex(Dialect::Perl)),
        Box::new(regex::Regex(Dialect::EcmaScript)),
    ]
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("{problem}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let oracles = oracles();
    if let Some(unknown) =
        options.formats.iter().find(|name| oracles.iter().all(|oracle| oracle.format() != **name))
    {
        let names: Vec<&str> = oracles.iter().map(|oracle| oracle.format()).collect();
        eprintln!("no format is called `{unknown}`; there are {}", names.join(", "));
        return ExitCode::from(2);
    }
    let wanted =
        |name: &str| options.formats.is_empty() || options.formats.iter().any(|f| f == name);
    for oracle in oracles.iter().filter(|oracle| wanted(oracle.format())) {
        measure::print(oracle.as_ref(), &options);
    }
    ExitCode::SUCCESS
}
