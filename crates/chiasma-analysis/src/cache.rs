//! Static facts kept from one command to the next, one file a build.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use chiasma_core::chi::replace_file;

use crate::facts::StaticFacts;

/// Changes whenever the same MIR would give other facts.
const FORMAT: u32 = 3;

/// What identifies a build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildKey(u64);

impl BuildKey {
    /// The key of a build by this compiler that printed these MIR files, each with its content or what stands for it,
    /// and of what is known of a property in it.
    #[must_use]
    pub fn of<'m>(
        compiler: &str,
        property: &str,
        mir: impl IntoIterator<Item = (&'m Path, &'m str)>,
    ) -> Self {
        let mut hasher = DefaultHasher::new();
        (FORMAT, compiler, property).hash(&mut hasher);
        for (path, content) in mir {
            (path, content).hash(&mut hasher);
        }
        Self(hasher.finish())
    }
}

/// A directory of facts.
#[derive(Debug, Clone)]
pub struct Cache {
    directory: PathBuf,
}

impl Cache {
    /// The facts in this directory, which need not exist yet.
    #[must_use]
    pub fn in_directory(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into() }
    }

    /// The facts of a build, if they are there and can be read.
    #[must_use]
    pub fn get(&self, key: &BuildKey) -> Option<StaticFacts> {
        serde_json::from_slice(&fs::read(self.file(key)).ok()?).ok()
    }

    /// Keeps the facts of a build.
    pub fn put(&self, key: &BuildKey, facts: &StaticFacts) -> io::Result<()> {
        fs::create_dir_all(&self.directory)?;
        replace_file(&self.file(key), &serde_json::to_vec(facts)?)
    }

    fn file(&self, key: &BuildKey) -> PathBuf {
        self.directory.join(format!("{:016x}.json", key.0))
    }
}
