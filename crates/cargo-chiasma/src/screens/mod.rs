//! The listeners that show or record a campaign: a live screen, lines, statistics for scripts.

pub mod plain;
pub mod stats;
pub mod tui;

use std::ffi::OsStr;
use std::io::IsTerminal;
use std::sync::atomic::AtomicBool;

use crate::options::FuzzOptions;
use chiasma_campaign::Listener;

/// Share of valid runs below which the summary tells why, and how to find out more.
pub const FEW_VALID: f64 = 0.5;

/// The screen that fits where we are: a live one in a terminal, lines elsewhere.
pub fn choose(options: &FuzzOptions, stop: &'static AtomicBool) -> Box<dyn Listener> {
    let is_terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if is_terminal && !options.no_tui && can_be_drawn_on(std::env::var_os("TERM").as_deref()) {
        match tui::Tui::open(stop) {
            Ok(screen) => return Box::new(screen),
            Err(error) => note!("warning: cannot draw on this terminal ({error}); printing lines"),
        }
    }
    Box::new(plain::Plain::stopping(stop))
}

/// Whether a terminal of this type can move its cursor.
fn can_be_drawn_on(terminal: Option<&OsStr>) -> bool {
    terminal.is_some_and(|name| !name.is_empty() && name != "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dumb_or_unknown_terminal_gets_lines() {
        let drawn = |name: &'static str| can_be_drawn_on(Some(OsStr::new(name)));
        assert!(drawn("xterm-256color") && !drawn("dumb") && !drawn("") && !can_be_drawn_on(None));
    }
}
