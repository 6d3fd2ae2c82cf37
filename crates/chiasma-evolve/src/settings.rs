//! The numbers of a strategy: named, with the papers' values as defaults, and checked.

use std::fmt;

/// A number that a strategy can be given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// Its value if it is not set.
    pub default: f64,
    /// The smallest value allowed.
    pub min: f64,
    /// The largest value allowed.
    pub max: f64,
    /// What it means.
    pub meaning: &'static str,
}

/// The settings of one strategy: its defaults, and what was set.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    known: Vec<Setting>,
    values: Vec<f64>,
}

/// The setting that bounds the turn of a parent by time.
pub(crate) const MAX_TURN_TICKS: &str = "max-turn-ticks";

impl Settings {
    /// The defaults of these settings.
    #[must_use]
    pub fn defaults(known: Vec<Setting>) -> Self {
        let values = known.iter().map(|setting| setting.default).collect();
        Self { known, values }
    }

    /// The settings there are.
    #[must_use]
    pub fn known(&self) -> &[Setting] {
        &self.known
    }

    /// Sets a number as a user writes it: `name=value`.
    pub fn set(&mut self, assignment: &str) -> Result<(), BadSetting> {
        let bad = |problem| {
            let (assignment, known) = (assignment.to_owned(), self.known.clone());
            BadSetting { assignment, problem, known }
        };
        let (name, value) = assignment.split_once('=').ok_or_else(|| bad(Problem::Form))?;
        let at = self
            .known
            .iter()
            .position(|setting| setting.name == name.trim())
            .ok_or_else(|| bad(Problem::Name))?;
        let setting = &self.known[at];
        let value: f64 = value.trim().parse().map_err(|_| bad(Problem::Form))?;
        if !(setting.min..=setting.max).contains(&value) {
            return Err(bad(Problem::Range(*setting)));
        }
        self.values[at] = value;
        Ok(())
    }

    /// The value of a setting.
    ///
    /// # Panics
    /// If the strategy has no such setting: a mistake in its table, which every test of it shows.
    #[must_use]
    pub fn get(&self, name: &str) -> f64 {
        let at = self.known.iter().position(|setting| setting.name == name);
        self.values[at.unwrap_or_else(|| panic!("no setting {name:?} in the table of strategies"))]
    }

    /// The value of a setting that is a whole number.
    ///
    /// # Panics
    /// As [`Settings::get`].
    #[must_use]
    pub fn whole(&self, name: &str) -> u64 {
        self.get(name) as u64
    }

    /// Whether the strategy has one of these settings with a value above 0.
    pub(crate) fn is_any_used(&self, names: &[&str]) -> bool {
        let mut all = self.known.iter().zip(&self.values);
        all.any(|(setting, value)| names.contains(&setting.name) && *value > 0.0)
    }

    /// Whether the search depends on how long runs take.
    #[must_use]
    pub fn use_time(&self) -> bool {
        let bound = self.known().iter().find(|setting| setting.name == MAX_TURN_TICKS);
        bound.is_some_and(|setting| self.whole(setting.name) > 0)
    }
}

/// An assignment that is refused.
#[derive(Debug, Clone, PartialEq)]
pub struct BadSetting {
    assignment: String,
    problem: Problem,
    known: Vec<Setting>,
}

#[derive(Debug, Clone, PartialEq)]
enum Problem {
    Form,
    Name,
    Range(Setting),
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let assignment = &self.assignment;
        match &self.problem {
            Problem::Form => write!(f, "{assignment:?} is not of the form name=number")?,
            Problem::Name => write!(f, "{assignment:?} names no setting of this strategy")?,
            Problem::Range(setting) => {
                let Setting { name, min, max, .. } = setting;
                write!(f, "{assignment:?} is out of range: {name} goes from {min} to {max}")?;
            }
        }
        if self.known.is_empty() {
            return write!(f, " (it has no settings)");
        }
        let names: Vec<String> = self
            .known
            .iter()
            .map(|setting| format!("{}={}", setting.name, setting.default))
            .collect();
        write!(f, " (settings and their defaults: {})", names.join(", "))
    }
}

impl std::error::Error for BadSetting {}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Setting] = &[
        Setting { name: "epsilon", default: 0.2, min: 0.0, max: 1.0, meaning: "" },
        Setting { name: "window", default: 5.0, min: 0.0, max: 64.0, meaning: "" },
    ];

    #[test]
    fn what_is_set_is_got_and_the_rest_is_default() {
        let mut settings = Settings::defaults(KNOWN.to_vec());
        assert_eq!(settings.set("window = 7"), Ok(()));
        assert_eq!((settings.get("epsilon"), settings.whole("window")), (0.2, 7));
    }

    #[test]
    fn time_is_used_by_a_search_whose_turns_are_bounded_by_it() {
        let bound =
            Setting { name: MAX_TURN_TICKS, default: 0.0, min: 0.0, max: 1e18, meaning: "" };
        let mut settings = Settings::defaults(vec![bound]);
        assert!(!settings.use_time() && !Settings::defaults(KNOWN.to_vec()).use_time());
        settings.set("max-turn-ticks=5").unwrap();
        assert!(settings.use_time());
    }

    #[test]
    fn what_cannot_be_set_is_an_error_that_lists_what_can() {
        let mut settings = Settings::defaults(KNOWN.to_vec());
        let mut error = |assignment: &str| settings.set(assignment).unwrap_err().to_string();
        let list = " (settings and their defaults: epsilon=0.2, window=5)";
        assert_eq!(error("epsilon"), format!("\"epsilon\" is not of the form name=number{list}"));
        assert_eq!(
            error("epsilon=x"),
            format!("\"epsilon=x\" is not of the form name=number{list}")
        );
        assert_eq!(
            error("speed=1"),
            format!("\"speed=1\" names no setting of this strategy{list}")
        );
        let range = "\"epsilon=2\" is out of range: epsilon goes from 0 to 1";
        assert_eq!(error("epsilon=2"), format!("{range}{list}"));
        assert!(error("epsilon=NaN").contains("out of range"));
    }
}
