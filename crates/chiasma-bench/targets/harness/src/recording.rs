//! Recorded inputs: a file of (seed, length, bytes), so that the bare loop can run what a fuzzer ran.

use std::io;
use std::path::Path;

/// How many inputs are recorded at most: of a longer campaign every second, third, ... one.
pub const MOST: u64 = 1 << 20;

const HEAD: usize = 12;

/// Inputs that are being recorded.
#[derive(Debug)]
pub struct Recording {
    bytes: Vec<u8>,
    stride: u64,
    seen: u64,
}

impl Recording {
    /// A recording of a campaign of `executions` executions.
    pub fn of(executions: u64) -> Self {
        Self { bytes: Vec::new(), stride: executions.div_ceil(MOST).max(1), seen: 0 }
    }

    /// Adds an input, if it is one of those that are recorded.
    pub fn add(&mut self, input: &[u8], seed: u64) {
        if self.seen.is_multiple_of(self.stride) {
            self.bytes.extend_from_slice(&seed.to_le_bytes());
            self.bytes.extend_from_slice(&(input.len() as u32).to_le_bytes());
            self.bytes.extend_from_slice(input);
        }
        self.seen += 1;
    }

    /// Writes it to a file.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        std::fs::write(path, &self.bytes)
    }
}

/// A recording that is played over and over.
#[derive(Debug)]
pub struct Player {
    bytes: Vec<u8>,
    at: usize,
}

impl Player {
    /// Reads a file.
    pub fn load(path: &Path) -> io::Result<Self> {
        let bytes = std::fs::read(path)?;
        if bytes.len() < HEAD {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "nothing was recorded"));
        }
        Ok(Self { bytes, at: 0 })
    }

    /// The next input and its seed; after the last the first.
    #[inline]
    pub fn play(&mut self) -> (&[u8], u64) {
        if self.at >= self.bytes.len() {
            self.at = 0;
        }
        let (head, rest) = self.bytes[self.at..].split_at(HEAD);
        let (seed, length) = head.split_at(8);
        let seed = u64::from_le_bytes(seed.try_into().unwrap_or_default());
        let length = u32::from_le_bytes(length.try_into().unwrap_or_default()) as usize;
        self.at += HEAD + length;
        (&rest[..length], seed)
    }
}
