//! Outputs and terminals that are full, closed or gone.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use crate::support::{run, saved};
use crate::{Files, wait_until};

#[test]
fn an_output_that_is_full_or_gone_ends_nothing_in_a_panic() {
    let files = Files::new();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let fuzz = ["fuzz", "commands_the_terminal", "--no-tui", "--seed", "1", "--executions", "3000"];
    let status = files.command(&fuzz).stdout(full).stderr(Stdio::null()).status().unwrap();
    assert_eq!((status.code(), saved(&files.failures()).len()), (Some(1), 1));
    // A reader that has read enough ends the campaign, quietly.
    let files = Files::new();
    let mut command = files.command(&["fuzz", "holds", "--no-tui"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let figures = lines.find(|line| line.as_ref().is_ok_and(|line| line.contains(" runs (")));
    assert!(figures.is_some(), "no figures");
    drop(lines);
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert!(!said.contains("bug in Chiasma") && !said.contains("panicked"), "{said}");
    assert!(!saved(&files.corpus()).is_empty(), "what was found is saved");
}

#[test]
fn a_terminal_that_is_closed_ends_the_screen_quietly_with_everything_saved() {
    let files = Files::new();
    let mut command = files.command(&["fuzz", "holds", "--seed", "1"]);
    command.env("TERM", "xterm");
    let (mut child, mut screen) = on_a_terminal(command);
    // Until the screen is drawn: it is switched to before.
    let mut shown = Vec::new();
    let mut buffer = [0; 1_024];
    while !String::from_utf8_lossy(&shown).contains("edges") {
        let read = screen.read(&mut buffer).expect("it ended before it drew anything");
        shown.extend_from_slice(&buffer[..read]);
    }
    wait_until(|| !saved(&files.corpus()).is_empty());
    drop(screen);
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(0), "{status}: {:?}", String::from_utf8_lossy(&shown));
}

#[test]
fn a_terminal_that_cannot_draw_gets_lines_and_one_without_colours_gets_none() {
    let files = Files::bred();
    let fuzz = ["fuzz", "holds", "--seed", "1", "--time", "1s"];
    let mut command = files.command(&fuzz);
    command.env("TERM", "dumb").env("CI", "true");
    let lines = shown_on_a_terminal(command);
    assert!(lines.contains("ended: ") && !lines.contains('\u{1b}'), "{lines:?}");
    let mut command = files.command(&fuzz);
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    let coloured = shown_on_a_terminal(command);
    assert!(coloured.contains("edges") && has_colours(&coloured), "{coloured:?}");
    let mut command = files.command(&fuzz);
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    let plain = shown_on_a_terminal(command);
    assert!(plain.contains("edges") && !has_colours(&plain), "{plain:?}");
}

#[test]
fn a_document_is_printed_to_the_byte_but_not_on_a_terminal() {
    let directory = tempfile::tempdir().unwrap();
    let grammar = directory.path().join("G.g4");
    fs::write(&grammar, "grammar G; s : '\\u001b]0;owned\\u0007' EOF ;").unwrap();
    let generate = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-chiasma"));
        command.args(["chiasma", "grammar", "generate"]).arg(&grammar);
        command
    };
    assert_eq!(run(&mut generate()).stdout, "\u{1b}]0;owned\u{7}\n");
    assert_eq!(shown_on_a_terminal(generate()), "\\u{1b}]0;owned\\u{7}\r\n");
}

/// Whether a colour is chosen: of the foreground or the background, normal or bright or of a palette.
fn has_colours(shown: &str) -> bool {
    shown.split("\u{1b}[").skip(1).any(|sequence| {
        let end = sequence.find(|c: char| !(c.is_ascii_digit() || c == ';')).unwrap_or(0);
        let mut numbers = sequence[..end].split(';').filter_map(|number| number.parse().ok());
        let is_colour = |n: u32| matches!(n, 30..=38 | 40..=48 | 90..=97 | 100..=107);
        sequence[end..].starts_with('m') && numbers.any(is_colour)
    })
}

/// What a command shows on a terminal until it ends.
fn shown_on_a_terminal(command: Command) -> String {
    let (mut child, mut screen) = on_a_terminal(command);
    let mut shown = Vec::new();
    // An error once nothing has the terminal open any more.
    let _ = screen.read_to_end(&mut shown);
    child.wait().unwrap();
    String::from_utf8_lossy(&shown).into_owned()
}

/// Starts a command on a terminal of its own; what it shows there can be read.
fn on_a_terminal(mut command: Command) -> (Child, File) {
    let (screen, terminal) = terminal();
    command.stdin(terminal.try_clone().unwrap());
    command.stdout(terminal.try_clone().unwrap()).stderr(terminal);
    // SAFETY: both calls may be made between fork and exec; they make the terminal that of the new process.
    unsafe {
        command.pre_exec(|| {
            libc::setsid();
            libc::ioctl(0, libc::TIOCSCTTY, 0);
            Ok(())
        });
    }
    (command.spawn().unwrap(), File::from(screen))
}

/// A terminal of 30 lines of 100 characters: the end that shows it, and the one that programs use.
fn terminal() -> (OwnedFd, OwnedFd) {
    let (mut screen, mut terminal) = (0, 0);
    let size = libc::winsize { ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    let (no_name, no_modes) = (std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: writes two descriptors to where they belong, and reads the size.
    let result = unsafe { libc::openpty(&mut screen, &mut terminal, no_name, no_modes, &size) };
    assert_eq!(result, 0, "no terminal");
    // SAFETY: both were just opened, and are nobody else's. The first is not inherited, or it would never be closed.
    unsafe {
        libc::fcntl(screen, libc::F_SETFD, libc::FD_CLOEXEC);
        (OwnedFd::from_raw_fd(screen), OwnedFd::from_raw_fd(terminal))
    }
}
