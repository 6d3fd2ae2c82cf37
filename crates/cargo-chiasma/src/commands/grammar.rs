//! `cargo chiasma grammar`: check a grammar, generate from it, parse texts, learn probabilities.

use chiasma_core::display::counted;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use chiasma_core::chi::replace_file;
use chiasma_core::{DEFAULT_MAX_SIZE, Seed, Source};
use chiasma_grammar::check::Example;
use chiasma_grammar::{Counts, Grammar, Limits, Probabilities, RuleId};

use crate::exit::Exit;
use crate::options::{GrammarCommand, GrammarFile};

/// Does what the subcommand says.
pub(crate) fn run(command: &GrammarCommand) -> Result<Exit> {
    match command {
        GrammarCommand::Check { file, examples, diagram } => {
            check(file, examples, diagram.as_deref())
        }
        GrammarCommand::Generate { file, count, seed, probabilities, dir } => {
            let (grammar, rule) = load(file)?;
            let probabilities = read_probabilities(&grammar, probabilities.as_deref())?;
            generate(&grammar, rule, &probabilities, *count, Seed(*seed), dir.as_deref())
        }
        GrammarCommand::Parse { file, texts, dir } => parse(file, texts, dir.as_deref()),
        GrammarCommand::Learn { file, examples, inverted, output } => {
            learn(file, examples, *inverted, output.as_deref())
        }
    }
}

fn load(file: &GrammarFile) -> Result<(Grammar, RuleId)> {
    let grammar = Grammar::load(&file.grammar)?;
    let rule = match &file.rule {
        Some(name) => grammar.rule_or_hint(name).map_err(anyhow::Error::msg)?,
        None => grammar.start_rule().context("the grammar has no rule to start from")?,
    };
    Ok((grammar, rule))
}

fn check(file: &GrammarFile, examples: &[PathBuf], diagrams: Option<&Path>) -> Result<Exit> {
    let (grammar, rule) = load(file)?;
    for warning in grammar.warnings() {
        say!("{warning}");
    }
    say!("{}", grammar.summary());
    let findings = grammar.check(rule, &read_examples(examples)?);
    say!("{}", findings.to_string().trim_end());
    if let Some(dir) = diagrams {
        std::fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
        for (name, svg) in grammar.diagrams() {
            let path = dir.join(name);
            replace_file(&path, svg.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        say!("diagrams are in {}", dir.display());
    }
    Ok(if findings.rejected.is_empty() { Exit::Passed } else { Exit::FailureFound })
}

fn read_probabilities(grammar: &Grammar, path: Option<&Path>) -> Result<Probabilities> {
    let Some(path) = path else {
        return Ok(Probabilities::uniform(grammar));
    };
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Probabilities::read(grammar, &text).with_context(|| format!("in {}", path.display()))
}

fn generate(
    grammar: &Grammar,
    rule: RuleId,
    probabilities: &Probabilities,
    count: u64,
    seed: Seed,
    dir: Option<&Path>,
) -> Result<Exit> {
    if let Some(dir) = dir {
        std::fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
    }
    let mut source = Source::with_max_size(DEFAULT_MAX_SIZE, seed);
    for n in 0..count {
        source.load(&[], seed.child(n));
        let text = grammar.generate(&mut source, rule, probabilities, Limits::default());
        match dir {
            Some(dir) => {
                let path = dir.join(format!("{n:06}.txt"));
                replace_file(&path, text.as_bytes())
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
            // The reader may have closed the output.
            None if crate::output::raw(format!("{text}\n").as_bytes()).is_err() => break,
            None => {}
        }
    }
    Ok(Exit::Passed)
}

fn parse(file: &GrammarFile, texts: &[PathBuf], dir: Option<&Path>) -> Result<Exit> {
    let (grammar, rule) = load(file)?;
    let mut exit = Exit::Passed;
    for Example { name, text } in read_examples(texts)? {
        match grammar.parse(rule, &text) {
            Ok(parsed) => {
                say!(
                    "{name}: {}, {} of choices",
                    counted(parsed.tokens, "token"),
                    counted(parsed.sequence.len(), "byte")
                );
                if let Some(dir) = dir {
                    std::fs::create_dir_all(dir)
                        .with_context(|| format!("cannot create {}", dir.display()))?;
                    let path = dir
                        .join(Path::new(&name).file_name().unwrap_or_default())
                        .with_extension("bin");
                    replace_file(&path, &parsed.sequence)
                        .with_context(|| format!("cannot write {}", path.display()))?;
                }
            }
            Err(error) => {
                say!("{name}:{error}");
                exit = Exit::FailureFound;
            }
        }
    }
    Ok(exit)
}

fn learn(
    file: &GrammarFile,
    examples: &[PathBuf],
    inverted: bool,
    output: Option<&Path>,
) -> Result<Exit> {
    let (grammar, rule) = load(file)?;
    let examples = read_examples(examples)?;
    if examples.is_empty() {
        bail!("there are no examples to learn from: name files or directories");
    }
    let counts: Counts = match grammar.learn(rule, &examples) {
        Ok(counts) => counts,
        Err((place, error)) => bail!("{}:{error}", examples[place].name),
    };
    let learned = if inverted {
        Probabilities::inverted(&grammar, &counts)
    } else {
        Probabilities::learned(&grammar, &counts)
    };
    let text = learned.write(&grammar);
    match output {
        Some(path) => {
            replace_file(path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        None => crate::output::raw(text.as_bytes()).context("cannot print")?,
    }
    Ok(Exit::Passed)
}

/// The texts of files, and of all files in directories, in the order of their names.
///
/// In a directory, what is no text (a FIFO, a dangling link, a file of bytes) is reported and left out.
fn read_examples(paths: &[PathBuf]) -> Result<Vec<Example>> {
    let mut examples = Vec::new();
    for path in paths {
        if !path.is_dir() {
            examples.push(read_example(path)?);
            continue;
        }
        let cannot = || format!("cannot read {}", path.display());
        for entry in std::fs::read_dir(path).with_context(cannot)? {
            let path = entry.with_context(cannot)?.path();
            match std::fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => {}
                // Not opened: a FIFO waits for a writer.
                Ok(metadata) if !metadata.is_file() => {
                    note!("warning: left out: {} is not a regular file", path.display());
                }
                _ => match read_example(&path) {
                    Ok(example) => examples.push(example),
                    Err(error) => note!("warning: left out: {error:#}"),
                },
            }
        }
    }
    examples.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(examples)
}

fn read_example(path: &Path) -> Result<Example> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Example { name: path.display().to_string(), text })
}
