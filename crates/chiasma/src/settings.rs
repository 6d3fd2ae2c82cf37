//! How a property is checked: defaults, what the property says, and what the environment says.

use std::time::Duration;

use chiasma_core::{DEFAULT_MAX_SIZE, Seed};

/// What an `Err` that a property returns means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorsAre {
    /// The property does not hold.
    Failures,
    /// The input is invalid: the property does not apply to it.
    Invalid,
}

/// How a property is checked.
///
/// Environment variables override the settings, so that a whole test run can be changed from outside:
/// `CHIASMA_CASES`, `CHIASMA_SEED`, `CHIASMA_MAX_SIZE`, `CHIASMA_MAX_REJECTS`,
/// `CHIASMA_SHRINK_RUNS`, `CHIASMA_SHRINK_SECONDS` and (0 or 1) `CHIASMA_SAVED_MUST_FIT`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckSettings {
    pub(crate) cases: u32,
    pub(crate) seed: Option<Seed>,
    pub(crate) max_size: usize,
    pub(crate) max_rejects: u32,
    pub(crate) shrink_runs: u64,
    pub(crate) shrink_time: Duration,
    pub(crate) errors_are: ErrorsAre,
    pub(crate) saved_must_fit: bool,
}

impl Default for CheckSettings {
    fn default() -> Self {
        Self {
            cases: 256,
            seed: None,
            max_size: DEFAULT_MAX_SIZE,
            max_rejects: 10_000,
            shrink_runs: 20_000,
            shrink_time: Duration::from_secs(20),
            errors_are: ErrorsAre::Failures,
            saved_must_fit: false,
        }
    }
}

impl CheckSettings {
    /// How many valid random cases are tried; 256 by default.
    #[must_use]
    pub fn cases(mut self, cases: u32) -> Self {
        self.cases = cases;
        self
    }

    /// Where the random cases start; a new seed in every run by default.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(Seed(seed));
        self
    }

    /// How long an input's parameter sequence may get, in bytes; 10,240 by default, and at
    /// most 64 MiB.
    #[must_use]
    pub fn max_size(mut self, bytes: usize) -> Self {
        self.max_size = bytes;
        self
    }

    /// How many cases may be rejected before the check is given up; 10,000 by default.
    #[must_use]
    pub fn max_rejects(mut self, cases: u32) -> Self {
        self.max_rejects = cases;
        self
    }

    /// How many runs shrinking may take; 20,000 by default, and 0 for no shrinking.
    #[must_use]
    pub fn shrink_runs(mut self, runs: u64) -> Self {
        self.shrink_runs = runs;
        self
    }

    /// How many seconds shrinking may take; 20 by default.
    #[must_use]
    pub fn shrink_seconds(mut self, seconds: u64) -> Self {
        self.shrink_time = Duration::from_secs(seconds);
        self
    }

    /// What an `Err` means that the property returns; a failure by default.
    #[must_use]
    pub fn errors_are(mut self, errors_are: ErrorsAre) -> Self {
        self.errors_are = errors_are;
        self
    }

    /// Whether the check fails if a saved input cannot be read, or a saved failure does not fit the generator any
    /// more; by default that is only told.
    #[must_use]
    pub fn saved_must_fit(mut self, must: bool) -> Self {
        self.saved_must_fit = must;
        self
    }

    /// These settings, overridden by the environment variables that are set.
    pub(crate) fn with_environment(
        mut self,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, String> {
        let number = |name: &str| -> Result<Option<u64>, String> {
            let Some(text) = variable(name) else {
                return Ok(None);
            };
            match text.trim().parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(format!("{name} must be a whole number, not {text:?}")),
            }
        };
        let small = |name: &str| -> Result<Option<u32>, String> {
            let Some(large) = number(name)? else {
                return Ok(None);
            };
            match u32::try_from(large) {
                Ok(small) => Ok(Some(small)),
                Err(_) => Err(format!("{name} must be at most {}, not {large}", u32::MAX)),
            }
        };
        if let Some(cases) = small("CHIASMA_CASES")? {
            self.cases = cases;
        }
        if let Some(seed) = number("CHIASMA_SEED")? {
            self.seed = Some(Seed(seed));
        }
        if let Some(bytes) = small("CHIASMA_MAX_SIZE")? {
            self.max_size = bytes as usize;
        }
        if let Some(cases) = small("CHIASMA_MAX_REJECTS")? {
            self.max_rejects = cases;
        }
        if let Some(runs) = number("CHIASMA_SHRINK_RUNS")? {
            self.shrink_runs = runs;
        }
        if let Some(seconds) = number("CHIASMA_SHRINK_SECONDS")? {
            self.shrink_time = Duration::from_secs(seconds);
        }
        match number("CHIASMA_SAVED_MUST_FIT")? {
            Some(must @ (0 | 1)) => self.saved_must_fit = must == 1,
            Some(other) => {
                return Err(format!("CHIASMA_SAVED_MUST_FIT must be 0 or 1, not {other}"));
            }
            None => {}
        }
        self.check_ranges()?;
        Ok(self)
    }

    /// Every number has a range; the error tells it.
    fn check_ranges(&self) -> Result<(), String> {
        const MAX_SIZE: usize = 64 << 20;
        if self.cases == 0 {
            return Err("`cases` must be at least 1, or nothing is tested".to_owned());
        }
        if !(1..=MAX_SIZE).contains(&self.max_size) {
            return Err(format!("`max_size` must be from 1 to {MAX_SIZE}, not {}", self.max_size));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_has_the_last_word() {
        let said = |name: &str| (name == "CHIASMA_CASES").then(|| " 7 ".to_owned());
        let settings = CheckSettings::default().cases(99).seed(3).with_environment(said);
        assert_eq!(settings, Ok(CheckSettings::default().cases(7).seed(3)));
    }

    #[test]
    fn a_bad_variable_is_named_with_what_it_holds() {
        let said = |name: &str| (name == "CHIASMA_SEED").then(|| "soon".to_owned());
        let error = CheckSettings::default().with_environment(said);
        assert_eq!(error, Err("CHIASMA_SEED must be a whole number, not \"soon\"".to_owned()));
        let said = |name: &str| (name == "CHIASMA_CASES").then(|| "99999999999".to_owned());
        let error = CheckSettings::default().with_environment(said);
        assert_eq!(
            error,
            Err("CHIASMA_CASES must be at most 4294967295, not 99999999999".to_owned())
        );
    }

    #[test]
    fn a_number_out_of_its_range_is_refused_with_the_range() {
        let refused = |settings: CheckSettings| settings.with_environment(|_| None).unwrap_err();
        let none = refused(CheckSettings::default().cases(0));
        assert_eq!(none, "`cases` must be at least 1, or nothing is tested");
        let empty = refused(CheckSettings::default().max_size(0));
        assert_eq!(empty, "`max_size` must be from 1 to 67108864, not 0");
        let said = |name: &str| (name == "CHIASMA_SAVED_MUST_FIT").then(|| "2".to_owned());
        let error = CheckSettings::default().with_environment(said).unwrap_err();
        assert_eq!(error, "CHIASMA_SAVED_MUST_FIT must be 0 or 1, not 2");
    }
}
