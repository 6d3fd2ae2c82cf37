//! Outputs and terminals that are full, closed or gone.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::Stdio;

use crate::support::saved;
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
    let (screen, terminal) = terminal();
    let mut command = files.command(&["fuzz", "holds", "--seed", "1"]);
    command.env("TERM", "xterm").stdin(terminal.try_clone().unwrap());
    command.stdout(terminal.try_clone().unwrap()).stderr(terminal);
    // SAFETY: both calls may be made between fork and exec; they make the terminal that of the new process.
    unsafe {
        command.pre_exec(|| {
            libc::setsid();
            libc::ioctl(0, libc::TIOCSCTTY, 0);
            Ok(())
        });
    }
    let mut child = command.spawn().unwrap();
    drop(command);
    // Until the screen is drawn: it is switched to before.
    let (mut screen, mut shown) = (File::from(screen), Vec::new());
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
