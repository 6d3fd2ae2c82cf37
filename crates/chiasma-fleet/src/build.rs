//! The identity of a build: which nodes run the same instrumented code.

use std::fmt;

use anyhow::{Context, Result};
use chiasma_campaign::property::Property;
use object::{Object, ObjectSection, SectionKind};
use sha2::{Digest, Sha256};

/// A hash of a target's instrumented code. Nodes with the same one have the same edges.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BuildId(String);

impl BuildId {
    /// The build of a property: the machine code of its executable, and the size of its data, where the counters are.
    /// Symbols and debug information do not count.
    pub fn of(property: &Property) -> Result<Self> {
        let executable = &property.binary.executable;
        let cannot = || format!("cannot read {}", executable.path().display());
        let bytes = executable.read().with_context(cannot)?;
        Self::of_executable(&bytes).with_context(cannot)
    }

    /// A build that is known by this name elsewhere.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self(name.to_owned())
    }

    fn of_executable(bytes: &[u8]) -> Result<Self> {
        let file = object::File::parse(bytes).context("it is not an executable")?;
        let mut digest = Sha256::new();
        for section in file.sections() {
            match section.kind() {
                SectionKind::Text => digest.update(section.data().context("a section is cut off")?),
                SectionKind::Data | SectionKind::UninitializedData => {
                    digest.update(section.size().to_le_bytes());
                }
                _ => {}
            }
        }
        let hash = digest.finalize();
        Ok(Self(hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect()))
    }
}

impl fmt::Display for BuildId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_known_by_its_code() {
        let this = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let id = BuildId::of_executable(&this).unwrap();
        assert_eq!(id, BuildId::of_executable(&this).unwrap());
        let other = std::fs::read("/bin/sh").unwrap();
        assert_ne!(id, BuildId::of_executable(&other).unwrap());
        assert!(BuildId::of_executable(b"#!/bin/sh\n").is_err());
    }
}
