//! Documents: files that a property takes as they are, by `verbatim()` or by `arbitrary()`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use chiasma_campaign::property::Property;
use chiasma_campaign::{Limits, examine_all};
use chiasma_core::generators::Verbatim;
use chiasma_core::{Lent, Read, Seed, Source};
use chiasma_runtime::protocol::{Depth, Detail, Input};

/// How a property takes documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taking {
    /// By `verbatim()` or `verbatim_bytes()`: as the value.
    Verbatim,
    /// By `adapters::arbitrary()`: as the bytes that the value is read from.
    Lent,
}

impl Taking {
    /// The parameter sequence of a document; nothing if it is too long.
    fn sequence(self, document: &[u8]) -> Option<Vec<u8>> {
        match self {
            Self::Verbatim => Verbatim::sequence(document),
            Self::Lent => Some(Source::lent_sequence(document)),
        }
    }

    /// Whether this is the recording of a property that took `PROBE` so.
    fn took_probe(self, recording: &[u8]) -> bool {
        match self {
            Self::Verbatim => {
                Verbatim::sequence(PROBE).is_some_and(|probe| recording.starts_with(&probe))
            }
            Self::Lent => {
                let all = |lent: &Lent| (lent.clone(), vec![Read::Front(lent.bytes.len())]);
                let lent = Source::replay(recording, Seed(0)).lend(all);
                lent.is_exact && lent.bytes == PROBE
            }
        }
    }
}

/// What a property that takes documents is asked to take first.
const PROBE: &[u8] = b"a document";
/// Room for what a property draws beside the document.
const ROOM: u32 = 1_024;

/// A file, and its content.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) path: PathBuf,
    content: Vec<u8>,
}

impl Document {
    /// Reads files.
    pub(super) fn load(paths: Vec<PathBuf>) -> Result<Vec<Self>> {
        let load = |path: PathBuf| {
            let content =
                fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            if Verbatim::sequence(&content).is_none() {
                bail!("{} is longer than 16 MiB", path.display());
            }
            Ok(Self { path, content })
        };
        paths.into_iter().map(load).collect()
    }

    /// The input that is this document.
    pub(super) fn input(&self, taking: Taking) -> Input {
        Input::Bytes { bytes: taking.sequence(&self.content).unwrap_or_default(), seed: 0 }
    }
}

/// The same limits with a sequence that is long enough for all documents.
pub(super) fn limits_for(documents: &[Document], mut limits: Limits) -> Limits {
    // A lent document has at least two more bytes for each 256.
    let length = |document: &Document| document.content.len() + document.content.len() / 64;
    let longest = documents.iter().map(length).max().unwrap_or(0);
    limits.max_size = limits.max_size.max(longest as u32 + ROOM);
    limits
}

/// How a property takes documents; fails unless it begins by drawing one.
pub(super) fn taking(property: &Property, limits: &Limits) -> Result<Taking> {
    for taking in [Taking::Verbatim, Taking::Lent] {
        let bytes = taking.sequence(PROBE).unwrap_or_default();
        let probe = Input::Bytes { bytes, seed: 0 };
        let batch = examine_all(
            property,
            limits,
            &[probe],
            Depth::Generate {},
            Detail::Lines {},
            &mut |_| (),
        )?;
        if batch.examined.iter().all(|examined| taking.took_probe(&examined.bytes)) {
            return Ok(taking);
        }
    }
    bail!(
        "{} does not take documents as they are: its first argument must be drawn by \
         `#[from(verbatim())] text: String` or `#[from(verbatim_bytes())] bytes: Vec<u8>` \
         (chiasma::generators), or by `#[from(arbitrary::<T>())]` (chiasma::adapters); write a second property for \
         documents if this one has a generator",
        property.path
    );
}
