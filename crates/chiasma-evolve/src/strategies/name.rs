//! The name of a strategy: how users, plans and messages refer to it.

use std::fmt;
use std::str::FromStr;

use super::{PREFERRED, STRATEGIES, STRING_CONSTANTS, Strategy, strategies};
use crate::facts::{Facts, WantedFacts};
use crate::search::Search;
use crate::settings::Settings;
use crate::variation::edits::CONSTANTS_WEIGHT;
use crate::variation::types::TYPES;

/// The settings by which constants of the target are used, where they are above 0.
const CONSTANTS_SETTINGS: [&str; 3] =
    [STRING_CONSTANTS.name, "number-constants", CONSTANTS_WEIGHT.name];

/// A strategy, by name.
#[derive(Debug, Clone, Copy)]
pub struct StrategyName(&'static Strategy);

impl StrategyName {
    /// The strategy used unless another is asked for.
    #[must_use]
    pub fn preferred() -> Self {
        let preferred = STRATEGIES.iter().find(|strategy| strategy.name == PREFERRED);
        Self(preferred.unwrap_or(&STRATEGIES[0]))
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Its settings, with the papers' values.
    #[must_use]
    pub fn settings(self) -> Settings {
        self.0.settings()
    }

    /// Whether it looks at mutants, so that the target is to be built with some.
    #[must_use]
    pub fn watches_mutants(self) -> bool {
        self.build(&self.settings(), &Facts::default()).killed().is_some()
    }

    /// The facts of a target that it has a use for with these settings.
    #[must_use]
    pub fn wanted_facts(self, settings: &Settings) -> WantedFacts {
        WantedFacts {
            types: settings.is_any_used(&[TYPES.name]),
            constants: settings.is_any_used(&CONSTANTS_SETTINGS),
        }
    }

    /// A search by this strategy, which uses the facts that it is made for.
    #[must_use]
    pub fn build(self, settings: &Settings, facts: &Facts) -> Search {
        self.0.build(settings, facts)
    }
}

impl PartialEq for StrategyName {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

/// A name that no strategy has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownStrategy {
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = strategies().iter().map(|info| info.name).collect();
        write!(f, "there is no strategy {:?} (strategies: {})", self.name, names.join(", "))
    }
}

impl std::error::Error for UnknownStrategy {}

impl FromStr for StrategyName {
    type Err = UnknownStrategy;

    fn from_str(name: &str) -> Result<Self, UnknownStrategy> {
        let found = strategies().iter().find(|info| info.name == name);
        found.map(Self).ok_or_else(|| UnknownStrategy { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_an_error_that_lists_the_known_ones() {
        let error = "zeugma-liked".parse::<StrategyName>().expect_err("a typo").to_string();
        assert!(error.contains("no strategy \"zeugma-liked\""), "{error}");
        assert!(error.contains("zeugma-linked"), "{error}");
        assert!(error.contains("(strategies: random, zest, mu-positive, "), "{error}");
    }

    #[test]
    fn strategies_want_the_facts_that_they_use_and_the_others_none() {
        let wanted = |name: &str, setting: Option<&str>| {
            let strategy: StrategyName = name.parse().unwrap();
            let mut settings = strategy.settings();
            setting.into_iter().for_each(|setting| settings.set(setting).unwrap());
            strategy.wanted_facts(&settings)
        };
        let constants = WantedFacts { types: false, constants: true };
        assert_eq!(wanted("spoton", None), WantedFacts { types: true, constants: true });
        assert_eq!(wanted("spoton", Some("types=0")), constants);
        assert_eq!(wanted("zest-strings", None), constants);
        assert_eq!(wanted("zest", None), WantedFacts::default());
        assert_eq!(wanted("chiasma", None), constants);
        assert_eq!(wanted("chiasma", Some("types=0.5")), WantedFacts { types: true, ..constants });
        assert_eq!(wanted("chiasma", Some("constants=0")), WantedFacts::default());
        assert_eq!(wanted("chiasma", Some("number-constants=0.1")), constants);
    }
}
