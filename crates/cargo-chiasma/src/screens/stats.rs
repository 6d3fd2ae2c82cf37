//! The file of statistics of a campaign: lines of JSON, for scripts and for the lab.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use chiasma_campaign::{Event, Listener, StatsLine, StatsRecord};

/// Writes a line a second, one for each input kept and each failure, and one at the end.
#[derive(Debug)]
pub struct Stats {
    file: File,
    property: String,
}

impl Stats {
    /// Creates the file, or makes an old one empty.
    pub fn create(path: &Path) -> Result<()> {
        File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
        Ok(())
    }

    /// Appends to the file: the campaigns of several properties share one.
    pub fn open(path: &Path) -> Result<Self> {
        let file = File::options().append(true).open(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { file, property: String::new() })
    }
}

impl Listener for Stats {
    fn on(&mut self, event: &Event) {
        if let Event::Started { property, .. } = event {
            self.property.clone_from(property);
        }
        let Some(record) = StatsRecord::of(event) else { return };
        let line = StatsLine { property: self.property.clone(), record };
        if let Ok(text) = serde_json::to_string(&line) {
            // A campaign does not end because its statistics cannot be written.
            let _ = writeln!(self.file, "{text}");
        }
    }
}
