//! A campaign as lines of JSON, for scripts: one a second, one for each input kept and each failure, one
//! at the end.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use chiasma_campaign::{Event, Figures, Listener};

/// Writes a line a second and one at the end.
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

    /// Goes on with the file: the campaigns of several properties share one.
    pub fn open(path: &Path) -> Result<Self> {
        let file = File::options().append(true).open(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { file, property: String::new() })
    }

    fn write_figures(&mut self, kind: &str, figures: &Figures) {
        self.write(kind, serde_json::json!(figures));
    }

    fn write(&mut self, kind: &str, mut row: serde_json::Value) {
        row["kind"] = kind.into();
        row["property"] = self.property.as_str().into();
        // Statistics are not worth ending a campaign for.
        let _ = writeln!(self.file, "{row}");
    }
}

impl Listener for Stats {
    fn on(&mut self, event: &Event) {
        match event {
            Event::Started { property, .. } => self.property.clone_from(property),
            Event::Figures(figures) => self.write_figures("progress", figures),
            Event::Ended(figures) => self.write_figures("final", figures),
            // In the order of discovery, so that two campaigns can be compared.
            Event::Kept { name, covered, at } => {
                self.write(
                    "kept",
                    serde_json::json!({
                        "name": name,
                        "covered": covered,
                        "seconds": at.time.as_secs_f64(),
                        "runs": at.runs,
                    }),
                );
            }
            Event::Failed(failure) => self.write(
                "failure",
                serde_json::json!({
                    "title": failure.key.to_string(),
                    "callers": failure.key.callers,
                    "file": failure.file,
                    "seconds": failure.at.time.as_secs_f64(),
                    "runs": failure.at.runs,
                }),
            ),
            _ => {}
        }
    }
}
