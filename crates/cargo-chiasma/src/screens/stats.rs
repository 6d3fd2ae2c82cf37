//! A campaign as lines of JSON, for scripts: one a second, one for each input kept, one at the end.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use crate::campaign::{Event, Listener, Snapshot};

/// Writes a line a second and one at the end.
#[derive(Debug)]
pub struct Stats {
    file: File,
}

impl Stats {
    /// Creates the file.
    pub fn create(path: &Path) -> Result<Self> {
        let file =
            File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
        Ok(Self { file })
    }

    fn write(&mut self, kind: &str, snapshot: &Snapshot) {
        let mut row = serde_json::json!(snapshot);
        row["kind"] = kind.into();
        // Statistics are not worth ending a campaign for.
        let _ = writeln!(self.file, "{row}");
    }
}

impl Listener for Stats {
    fn on(&mut self, event: &Event) {
        match event {
            Event::Snapshot(snapshot) => self.write("progress", snapshot),
            Event::Ended(snapshot) => self.write("final", snapshot),
            // In the order of discovery, so that two campaigns can be compared.
            Event::Kept { name, covered } => {
                let row = serde_json::json!({"kind": "kept", "name": name, "covered": covered});
                let _ = writeln!(self.file, "{row}");
            }
            _ => {}
        }
    }
}
