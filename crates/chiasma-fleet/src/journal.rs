//! What a node remembers of a stream on disk: how far it has judged it, and which inputs are in it.
//!
//! Nothing here is needed for correctness: a journal that is lost, cut off or of another stream only means that more is sent
//! and judged again. So it is never synchronised, and its errors do not end anything.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chiasma_core::chi::replace_file;
use serde::{Deserialize, Serialize};

use crate::lane::Mark;
use crate::message::ContentHash;

/// The files of a stream.
#[derive(Debug)]
pub(crate) struct Journal {
    directory: PathBuf,
    /// The log of hashes, open for writing.
    log: Option<File>,
    written: Option<Position>,
}

/// How far a node is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Position {
    /// When the stream was created, in nanoseconds since 1970: another stream of the same name has another time.
    created: String,
    cursor: u64,
    mark: Option<(u64, String)>,
}

/// What was remembered.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Remembered {
    pub(crate) created: Option<String>,
    pub(crate) cursor: u64,
    pub(crate) mark: Option<Mark>,
    pub(crate) known: HashSet<ContentHash>,
}

impl Journal {
    /// Opens the journal in this directory, and reads what it remembers.
    pub(crate) fn open(directory: &Path) -> io::Result<(Self, Remembered)> {
        fs::create_dir_all(directory)?;
        let journal = Self { directory: directory.to_owned(), log: None, written: None };
        let remembered = journal.read().unwrap_or_default();
        Ok((journal, remembered))
    }

    fn position_file(&self) -> PathBuf {
        self.directory.join("position.json")
    }

    fn log_file(&self) -> PathBuf {
        self.directory.join("known")
    }

    fn read(&self) -> Option<Remembered> {
        let position = fs::read_to_string(self.position_file()).ok()?;
        let position: Position = serde_json::from_str(&position).ok()?;
        let log = fs::read_to_string(self.log_file()).ok()?;
        let mut lines = log.lines();
        // The two files are of the same stream, or of no use.
        if lines.next()? != position.created {
            return None;
        }
        let mark = position
            .mark
            .and_then(|(sequence, hash)| Some(Mark { sequence, hash: ContentHash::parse(&hash)? }));
        Some(Remembered {
            created: Some(position.created),
            cursor: position.cursor,
            mark,
            // A process that was killed may have left half a line.
            known: lines.filter_map(ContentHash::parse).collect(),
        })
    }

    /// Begins anew, for the stream that was created at this time.
    pub(crate) fn begin(&mut self, created: &str) -> io::Result<()> {
        (self.log, self.written) = (None, None);
        let _ = fs::remove_file(self.position_file());
        fs::write(self.log_file(), format!("{created}\n"))?;
        self.save(created, 0, None)
    }

    /// Adds hashes of inputs that are in the stream.
    pub(crate) fn add(&mut self, hashes: &[ContentHash]) -> io::Result<()> {
        if hashes.is_empty() {
            return Ok(());
        }
        let log = match &mut self.log {
            Some(log) => log,
            None => {
                let log = File::options().append(true).create(true).open(self.log_file())?;
                // After half a line.
                (&log).write_all(b"\n")?;
                self.log.insert(log)
            }
        };
        let lines: String = hashes.iter().map(|hash| format!("{hash}\n")).collect();
        log.write_all(lines.as_bytes())
    }

    /// Saves how far the node is, if that has changed.
    pub(crate) fn save(
        &mut self,
        created: &str,
        cursor: u64,
        mark: Option<Mark>,
    ) -> io::Result<()> {
        let mark = mark.map(|mark| (mark.sequence, mark.hash.to_string()));
        let position = Position { created: created.to_owned(), cursor, mark };
        if self.written.as_ref() == Some(&position) {
            return Ok(());
        }
        replace_file(&self.position_file(), serde_json::to_string(&position)?.as_bytes())?;
        self.written = Some(position);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(number: u32) -> ContentHash {
        ContentHash::of(&number.to_le_bytes())
    }

    #[test]
    fn what_is_written_is_remembered_and_half_a_line_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let open = || Journal::open(&directory.path().join("inputs")).unwrap();
        let (mut journal, remembered) = open();
        assert_eq!(remembered, Remembered::default());
        journal.begin("17").unwrap();
        journal.add(&[hash(1), hash(2)]).unwrap();
        let mark = Some(Mark { sequence: 9, hash: hash(2) });
        journal.save("17", 5, mark).unwrap();
        File::options().append(true).open(journal.log_file()).unwrap().write_all(b"0a0b").unwrap();
        let known = [hash(1), hash(2)].into();
        let expected = Remembered { created: Some("17".to_owned()), cursor: 5, mark, known };
        let (mut journal, remembered) = open();
        assert_eq!(remembered, expected);
        journal.add(&[hash(3)]).unwrap();
        assert!(open().1.known.contains(&hash(3)), "half a line spoils the next");
    }

    #[test]
    fn a_journal_of_another_stream_is_forgotten() {
        let directory = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(directory.path()).unwrap();
        journal.begin("17").unwrap();
        journal.add(&[hash(1)]).unwrap();
        journal.begin("18").unwrap();
        let remembered = Journal::open(directory.path()).unwrap().1;
        assert_eq!(remembered.created.as_deref(), Some("18"));
        assert_eq!(remembered.known.len(), 0);
        // Killed between the two files.
        fs::write(journal.log_file(), "19\n").unwrap();
        assert_eq!(Journal::open(directory.path()).unwrap().1, Remembered::default());
    }
}
