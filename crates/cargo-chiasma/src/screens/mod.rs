//! The listeners that show or record a campaign: a live screen, lines, statistics for scripts.

pub mod plain;
pub mod stats;
pub mod tui;

use std::io::IsTerminal;
use std::sync::atomic::AtomicBool;

use crate::options::FuzzOptions;
use chiasma_campaign::Listener;

/// The screen that fits where we are: a live one in a terminal, lines elsewhere.
pub fn choose(options: &FuzzOptions, stop: &'static AtomicBool) -> Box<dyn Listener> {
    let interactive = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if interactive && !options.no_tui {
        Box::new(tui::Tui::open(stop))
    } else {
        Box::new(plain::Plain::default())
    }
}
