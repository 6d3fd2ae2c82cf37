//! `chiasma-bench`: prints the numbers that Chiasma claims.

use std::process::ExitCode;

use chiasma_bench::{draws, shrinking};

const USAGE: &str = "\
usage: chiasma-bench COMMAND
  draws                             what draws, spans and whole generators cost
  shrinking [--seeds N] [--alone]   how far the public shrinking challenges are shrunk, from N seeds
                                    (100), beside proptest and hegeltest unless --alone";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["draws"] => {
            draws::print();
            ExitCode::SUCCESS
        }
        ["shrinking", ref options @ ..] => {
            let seeds = match options.iter().position(|&option| option == "--seeds") {
                None => Some(100),
                Some(at) => options.get(at + 1).and_then(|number| number.parse().ok()),
            };
            let Some(seeds) = seeds else {
                eprintln!("--seeds needs a number\n{USAGE}");
                return ExitCode::from(2);
            };
            shrinking::report::print(seeds, options.contains(&"--alone"));
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
