//! `chiasma-bench`: prints the numbers that Chiasma claims.

use std::process::ExitCode;

use chiasma_bench::loop_cost::{self, Form, Question};
use chiasma_bench::{draws, havoc, shrinking};

const USAGE: &str = "\
usage: chiasma-bench COMMAND
  draws                             what draws, spans and whole generators cost
  havoc [--repetitions N]           how soon Zest and EI reach the error path of check_ltr and check_rtl,
                                    N (1000) times
  loop [--json] [--seconds N]       what the engine costs beside the bare loop and libFuzzer, N (14)
                                    CPU-seconds a fuzzer and target
  strategies [--json] [--seconds N] what each strategy costs beside zeugma-none and the bare loop, N (14)
                                    CPU-seconds a strategy; without those that need mutants
  default [--json] [--seconds N]    the same of zeugma-none, zeugma-linked and the default alone
  shrinking [--seeds N] [--alone]   how far the public shrinking challenges are shrunk, from N seeds
                                    (100), beside proptest and hegeltest unless --alone";

fn main() -> ExitCode {
    if let Some(code) = loop_cost::wrapper::run_if_asked() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["draws"] => {
            draws::print();
            ExitCode::SUCCESS
        }
        ["havoc", ref options @ ..] => {
            let Some(repetitions) = number(options, "--repetitions", 1_000).filter(|n| *n > 0)
            else {
                eprintln!("--repetitions needs a number\n{USAGE}");
                return ExitCode::from(2);
            };
            havoc::print(repetitions);
            ExitCode::SUCCESS
        }
        [command @ ("loop" | "strategies" | "default"), ref options @ ..] => {
            let question = match command {
                "loop" => Question::Engines,
                "default" => Question::Default,
                _ => Question::Strategies,
            };
            let Some(seconds) = number(options, "--seconds", 14).filter(|seconds| *seconds > 0)
            else {
                eprintln!("--seconds needs a number\n{USAGE}");
                return ExitCode::from(2);
            };
            let form = if options.contains(&"--json") { Form::Json } else { Form::Table };
            ended(loop_cost::print(loop_cost::Options { question, seconds, form }))
        }
        ["shrinking", ref options @ ..] => {
            let Some(seeds) = number(options, "--seeds", 100) else {
                eprintln!("--seeds needs a number\n{USAGE}");
                return ExitCode::from(2);
            };
            shrinking::report::print_own(seeds);
            if !options.contains(&"--alone") {
                shrinking::report::print_peers(seeds);
            }
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// What to exit with; an error is printed.
fn ended(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The number behind an option; nothing if it is not one.
fn number<N: std::str::FromStr>(options: &[&str], name: &str, unless_given: N) -> Option<N> {
    match options.iter().position(|option| *option == name) {
        None => Some(unless_given),
        Some(at) => options.get(at + 1).and_then(|number| number.parse().ok()),
    }
}
