//! Command lines of free words.

use chiasma::{Source, property};
use subject_commands::{Command, Table, run};

#[property(errors = "invalid")]
fn every_command_line_is_understood_or_has_an_error(
    #[from(line)] words: Vec<String>,
) -> Result<(), String> {
    run(&words).map(drop)
}

fn line(s: &mut Source) -> Vec<String> {
    s.vec(1..8, word)
}

/// A word of any printable characters: nothing here knows the commands.
fn word(s: &mut Source) -> String {
    s.string(0..14, |s: &mut Source| s.char('!'..='~'))
}

#[test]
fn options_units_and_places_are_understood() {
    let run = |line: &str| run(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
    let show = Command::Show { table: Table::Events, limit: 7 };
    assert_eq!(run("show events --limit 7"), Ok(show));
    assert!(run("start web --port 8080 --memory 2GiB --restart on-failure:3").is_ok());
    assert!(run("copy --compress zstd=9 ssh://me@there a").is_ok());
    assert!(run("stop web --after 90min").is_ok());
    assert!(run("start web --memory 65GiB --restart always").is_err());
}
