//! `oracles`: how many documents of each format are valid, how long they are, and what of the
//! format's grammar occurs in them, by parsers that are not ours.

mod apart;
mod class_file;
mod css;
mod date;
mod email;
mod entry;
mod grammar;
mod ip;
mod javascript;
mod json;
mod measure;
mod python;
mod regex;
mod scss;
mod semver;
mod sql;
mod text;
mod url;
mod uuid;
mod xml;

use std::process::ExitCode;

use chiasma_formats::{regex as patterns, sql as queries};
use measure::{Options, Oracle};

const USAGE: &str = "\
usage: oracles [FORMAT...] [--inputs N] [--seed N] [--errors P] [--show N] [--rejected N]
  measures every format, or those named, over N (10000) random documents
  --errors P     with deliberate mistakes at this probability (0)
  --show N       prints N documents of each instead
  --rejected N   prints the first N documents that the parser does not accept, and why";

/// Every format that has an oracle.
fn oracles() -> Vec<Box<dyn Oracle>> {
    let mut oracles: Vec<Box<dyn Oracle>> = vec![
        Box::new(json::Json),
        Box::new(class_file::ClassFiles),
        Box::new(regex::Regex(patterns::Dialect::Regular)),
        Box::new(regex::Regex(patterns::Dialect::Backtracking)),
        Box::new(regex::Regex(patterns::Dialect::Perl)),
        Box::new(regex::Regex(patterns::Dialect::EcmaScript)),
        Box::new(css::Css),
        Box::new(scss::Scss),
        Box::new(xml::Xml),
        Box::new(javascript::JavaScript::scripts()),
        Box::new(javascript::JavaScript::modules()),
        Box::new(javascript::JavaScript::expressions()),
        Box::new(python::Python),
        Box::new(sql::Sql(queries::Dialect::Generic)),
        Box::new(sql::Sql(queries::Dialect::Postgres)),
        Box::new(sql::Sql(queries::Dialect::MySql)),
        Box::new(sql::Sql(queries::Dialect::Sqlite)),
    ];
    let entries = [
        url::entries(),
        email::entries(),
        date::entries(),
        ip::entries(),
        semver::entries(),
        uuid::entries(),
    ];
    for entry in entries.into_iter().flatten() {
        oracles.push(Box::new(entry));
    }
    oracles.push(Box::new(text::Text));
    oracles.push(Box::new(text::Encoded));
    oracles
}

fn main() -> ExitCode {
    if let Some(code) = apart::child() {
        return code;
    }
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
