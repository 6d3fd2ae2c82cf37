//! Documents: files that a property takes as they are, by `verbatim()`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use chiasma_campaign::property::Property;
use chiasma_campaign::{Limits, examine_all};
use chiasma_core::generators::Verbatim;
use chiasma_runtime::protocol::{Depth, Input};

/// What a property that takes documents is asked to take first.
const PROBE: &[u8] = b"a document";
/// Room for what a property draws beside the document.
const ROOM: u32 = 1_024;

/// A file, and the parameter sequence that `verbatim()` draws it from.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) path: PathBuf,
    sequence: Vec<u8>,
}

impl Document {
    /// Reads files.
    pub(super) fn load(paths: Vec<PathBuf>) -> Result<Vec<Self>> {
        let load = |path: PathBuf| {
            let content =
                fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            match Verbatim::sequence(&content) {
                Some(sequence) => Ok(Self { path, sequence }),
                None => bail!("{} is longer than 16 MiB", path.display()),
            }
        };
        paths.into_iter().map(load).collect()
    }

    /// The input that is this document.
    pub(super) fn input(&self) -> Input {
        Input::Bytes { bytes: self.sequence.clone(), seed: 0 }
    }
}

/// The same limits with a sequence that is long enough for all documents.
pub(super) fn limits_for(documents: &[Document], mut limits: Limits) -> Limits {
    let longest = documents.iter().map(|document| document.sequence.len()).max().unwrap_or(0);
    limits.max_size = limits.max_size.max(longest as u32 + ROOM);
    limits
}

/// Fails unless the property begins by drawing a document.
pub(super) fn check_takes_documents(property: &Property, limits: &Limits) -> Result<()> {
    let bytes = Verbatim::sequence(PROBE).unwrap_or_default();
    let probe = Input::Bytes { bytes: bytes.clone(), seed: 0 };
    let batch = examine_all(property, limits, &[probe], Depth::Generate {}, &mut |_| ())?;
    if !batch.examined.iter().all(|examined| examined.bytes.starts_with(&bytes)) {
        bail!(
            "{} does not take documents as they are: its first argument must be drawn by \
             `#[from(verbatim())] text: String` or `#[from(verbatim_bytes())] bytes: Vec<u8>` \
             (chiasma::generators); write a second property for documents if this one has a generator",
            property.path
        );
    }
    Ok(())
}
