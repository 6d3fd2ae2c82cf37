//! A command line: verbs, options with values, numbers with units. What a shell would have split is given word by word.

/// A command that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Starts a service.
    Start(Service),
    /// Stops a service, at once or after a while.
    Stop {
        /// Its name.
        name: String,
        /// How many seconds it has to end.
        patience: u64,
    },
    /// Copies from one place to another.
    Copy(Transfer),
    /// Shows a table.
    Show {
        /// Which one.
        table: Table,
        /// How many lines at most.
        limit: u64,
    },
    /// Nothing but help.
    Help,
}

/// A service, and how it is run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Service {
    name: String,
    port: u16,
    memory: u64,
    restart: Restart,
    is_verbose: bool,
}

/// When a service is started again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Restart {
    /// Never.
    #[default]
    Never,
    /// Always.
    Always,
    /// Number of repetitions after a failure.
    OnFailure(u64),
}

/// What is copied.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transfer {
    from: String,
    to: String,
    is_recursive: bool,
    compression: Option<Compression>,
}

/// How copies are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// Fast.
    Lz4,
    /// Small, with a level.
    Zstd(u8),
}

/// What can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// The services.
    Services,
    /// The transfers under way.
    Transfers,
    /// What happened.
    Events,
}

/// Understands a command line; an error says which word it did not.
pub fn run(words: &[String]) -> Result<Command, String> {
    let mut words = Words { words, at: 0 };
    let command = match words.next()? {
        "start" => start(&mut words)?,
        "stop" => stop(&mut words)?,
        "copy" | "cp" => copy(&mut words)?,
        "show" | "list" => show(&mut words)?,
        "help" | "--help" | "-h" => Command::Help,
        other => return Err(format!("unknown command {other}")),
    };
    match words.next() {
        Ok(rest) => Err(format!("unexpected {rest}")),
        Err(_) => Ok(command),
    }
}

struct Words<'w> {
    words: &'w [String],
    at: usize,
}

impl<'w> Words<'w> {
    fn next(&mut self) -> Result<&'w str, String> {
        let word = self.words.get(self.at).ok_or("a word is missing")?;
        self.at += 1;
        Ok(word)
    }

    /// The next word, if it is an option.
    fn option(&mut self) -> Option<&'w str> {
        let word = self.words.get(self.at).filter(|word| word.starts_with("--"))?;
        self.at += 1;
        Some(word)
    }
}

fn start(words: &mut Words<'_>) -> Result<Command, String> {
    let mut service = Service { name: name(words.next()?)?, port: 80, ..Service::default() };
    while let Some(option) = words.option() {
        match option {
            "--port" => {
                service.port = number(words.next()?)?.try_into().map_err(|_| "no such port")?;
                if service.port == 22 {
                    return Err("this port is taken".to_owned());
                }
            }
            "--memory" => service.memory = size(words.next()?)?,
            "--restart" => service.restart = restart(words.next()?)?,
            "--verbose" => service.is_verbose = true,
            other => return Err(format!("unknown option {other}")),
        }
    }
    if service.memory > 64 << 30 && service.restart == Restart::Always {
        return Err("that would bring the machine down".to_owned());
    }
    Ok(Command::Start(service))
}

fn restart(word: &str) -> Result<Restart, String> {
    match word.split_once(':') {
        None if word == "never" => Ok(Restart::Never),
        None if word == "always" => Ok(Restart::Always),
        None if word == "on-failure" => Ok(Restart::OnFailure(1)),
        Some(("on-failure", times)) => match number(times)? {
            0 => Ok(Restart::Never),
            times if times > 100 => Ok(Restart::Always),
            times => Ok(Restart::OnFailure(times)),
        },
        _ => Err(format!("unknown policy {word}")),
    }
}

fn stop(words: &mut Words<'_>) -> Result<Command, String> {
    let name = name(words.next()?)?;
    let patience = match words.option() {
        None => 10,
        Some("--now") => 0,
        Some("--after") => duration(words.next()?)?,
        Some(other) => return Err(format!("unknown option {other}")),
    };
    Ok(Command::Stop { name, patience })
}

fn copy(words: &mut Words<'_>) -> Result<Command, String> {
    let mut transfer = Transfer::default();
    while let Some(option) = words.option() {
        match option {
            "--recursive" => transfer.is_recursive = true,
            "--compress" => transfer.compression = Some(compression(words.next()?)?),
            other => return Err(format!("unknown option {other}")),
        }
    }
    transfer.from = place(words.next()?)?;
    transfer.to = place(words.next()?)?;
    if transfer.from == transfer.to {
        return Err("onto itself".to_owned());
    }
    if transfer.to == "null" && transfer.is_recursive {
        return Err("nothing would be left".to_owned());
    }
    Ok(Command::Copy(transfer))
}

fn compression(word: &str) -> Result<Compression, String> {
    match word {
        "lz4" => Ok(Compression::Lz4),
        "zstd" => Ok(Compression::Zstd(3)),
        _ => match word.strip_prefix("zstd=").map(number).transpose()? {
            Some(level @ 1..=22) => Ok(Compression::Zstd(level as u8)),
            Some(_) => Err("no such level".to_owned()),
            None => Err(format!("unknown compression {word}")),
        },
    }
}

/// A path, or a place elsewhere with its scheme.
fn place(word: &str) -> Result<String, String> {
    match word.split_once("://") {
        None if word.is_empty() => Err("an empty path".to_owned()),
        None => Ok(word.to_owned()),
        Some(("ssh" | "sftp", rest)) => match rest.split_once('@') {
            Some((user, host)) if !user.is_empty() && !host.is_empty() => Ok(host.to_owned()),
            Some(_) => Err("an empty user or host".to_owned()),
            None => Err("who?".to_owned()),
        },
        Some(("file", rest)) => Ok(rest.to_owned()),
        Some(("null", _)) => Ok("null".to_owned()),
        Some((scheme, _)) => Err(format!("unknown scheme {scheme}")),
    }
}

fn show(words: &mut Words<'_>) -> Result<Command, String> {
    let table = match words.next()? {
        "services" => Table::Services,
        "transfers" => Table::Transfers,
        "events" => Table::Events,
        other => return Err(format!("there is no table {other}")),
    };
    let limit = match words.option() {
        None => 50,
        Some("--all") => u64::MAX,
        Some("--limit") => match number(words.next()?)? {
            0 => return Err("then there is nothing to show".to_owned()),
            limit => limit,
        },
        Some(other) => return Err(format!("unknown option {other}")),
    };
    Ok(Command::Show { table, limit })
}

fn name(word: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match word {
        "" => Err("an empty name".to_owned()),
        "self" | "all" => Err(format!("{word} is reserved")),
        _ if word.starts_with('-') || !word.chars().all(is_plain) => {
            Err(format!("{word} is no name"))
        }
        _ => Ok(word.to_owned()),
    }
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|error| format!("{word}: {error}"))
}

fn size(word: &str) -> Result<u64, String> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match &word[digits.len()..] {
        "" | "B" => 0,
        "KiB" => 10,
        "MiB" => 20,
        "GiB" => 30,
        other => return Err(format!("unknown unit {other}")),
    };
    number(digits)?.checked_mul(1 << shift).ok_or_else(|| "too much".to_owned())
}

fn duration(word: &str) -> Result<u64, String> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &word[digits.len()..] {
        "" | "s" => 1,
        "min" => 60,
        "h" => 3_600,
        other => return Err(format!("unknown unit {other}")),
    };
    match number(digits)?.checked_mul(factor) {
        Some(seconds) if seconds <= 86_400 => Ok(seconds),
        _ => Err("more than a day".to_owned()),
    }
}
