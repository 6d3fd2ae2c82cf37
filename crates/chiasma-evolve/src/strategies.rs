//! The strategies: a table of the parts that each is put together from.

mod name;

use std::fmt;

pub use name::{StrategyName, UnknownStrategy};

use crate::child::Form;
use crate::facts::Facts;
use crate::feedback::Feedback;
use crate::feedback::edges::NEW_EDGES;
use crate::feedback::mutants::KILLS;
use crate::feedback::smallest::SMALLEST;
use crate::feedback::stepping_stones::STEPPING_STONES;
use crate::feedback::validity::{VALIDITY, VALIDITY_AND_STRUCTURE, VALIDITY_OR_SMALLER};
use crate::parts::Part;
use crate::search::Search;
use crate::selection::queue::{QUEUE, QUEUE_FOR_KILLERS, QUEUE_FOR_NEW_KILLERS, TIMED_QUEUE};
use crate::selection::rarest::RAREST;
use crate::selection::uniform::UNIFORM;
use crate::selection::{NO_PARENTS, Selection};
use crate::settings::{Setting, Settings};
use crate::variation::Variation;
use crate::variation::contextual::CONTEXTUAL;
use crate::variation::edits::EDITS;
use crate::variation::evolved::EVOLVED;
use crate::variation::fresh::FRESH;
use crate::variation::learned::LEARNED;
use crate::variation::regions::{REGIONS, REGIONS_AND_STRINGS};
use crate::variation::roles::ROLES;
use crate::variation::targeted::TARGETED;
use crate::variation::zeugma::{LINKED, MUTATIONS, ONE_POINT, TWO_POINT};

/// A strategy: its parts, as they are shown and as searches are put together from them.
pub struct Strategy {
    /// Its name.
    pub name: &'static str,
    /// The paper's name for it, and the paper.
    pub origin: &'static str,
    selection: Part<dyn Selection>,
    variation: Part<dyn Variation>,
    feedback: Part<dyn Feedback>,
}

/// Every strategy; reading this table tells how they differ.
static STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "random",
        origin: "generator-based random testing",
        selection: NO_PARENTS,
        variation: FRESH,
        feedback: NEW_EDGES,
    },
    Strategy {
        name: "zest",
        origin: "Zest, as The Havoc Paradox describes it",
        selection: QUEUE,
        variation: REGIONS,
        feedback: VALIDITY,
    },
    Strategy {
        name: "mu-positive",
        origin: "P-µZest, Investigating Coverage Guided Fuzzing with Mutation Testing",
        selection: QUEUE_FOR_KILLERS,
        variation: REGIONS,
        feedback: KILLS,
    },
    Strategy {
        name: "mu-negative",
        origin: "N-µZest, Investigating Coverage Guided Fuzzing with Mutation Testing",
        selection: QUEUE_FOR_NEW_KILLERS,
        variation: REGIONS,
        feedback: KILLS,
    },
    Strategy {
        name: "ei",
        origin: "JQF's EI, The Havoc Paradox",
        selection: QUEUE,
        variation: CONTEXTUAL,
        feedback: VALIDITY_OR_SMALLER,
    },
    Strategy {
        name: "bediv-simple",
        origin: "BeDivFuzz, as The Havoc Paradox describes it",
        selection: QUEUE,
        variation: ROLES,
        feedback: VALIDITY,
    },
    Strategy {
        name: "bediv-structure",
        origin: "BeDivFuzz, as The Havoc Paradox describes it",
        selection: QUEUE,
        variation: ROLES,
        feedback: VALIDITY_AND_STRUCTURE,
    },
    Strategy {
        name: "rlcheck",
        origin: "RLCheck (greybox), as Crossover in Parametric Fuzzing compares with it",
        selection: NO_PARENTS,
        variation: LEARNED,
        feedback: VALIDITY,
    },
    Strategy {
        name: "grammar-baseline",
        origin: "probabilistic grammar fuzzing (more of the same), as EvoGFuzz compares with it",
        selection: NO_PARENTS,
        variation: FRESH,
        feedback: NEW_EDGES,
    },
    Strategy {
        name: "evogfuzz",
        origin: "EvoGFuzz, Evolutionary Grammar-Based Fuzzing",
        selection: NO_PARENTS,
        variation: EVOLVED,
        feedback: NEW_EDGES,
    },
    Strategy {
        name: "zeugma-none",
        origin: "Zeugma-X, Crossover in Parametric Fuzzing",
        selection: UNIFORM,
        variation: MUTATIONS,
        feedback: SMALLEST,
    },
    Strategy {
        name: "zeugma-one-point",
        origin: "Zeugma-1PT, Crossover in Parametric Fuzzing",
        selection: UNIFORM,
        variation: ONE_POINT,
        feedback: SMALLEST,
    },
    Strategy {
        name: "zeugma-two-point",
        origin: "Zeugma-2PT, Crossover in Parametric Fuzzing",
        selection: UNIFORM,
        variation: TWO_POINT,
        feedback: SMALLEST,
    },
    Strategy {
        name: "zeugma-linked",
        origin: "Zeugma-Link, Crossover in Parametric Fuzzing",
        selection: UNIFORM,
        variation: LINKED,
        feedback: SMALLEST,
    },
    Strategy {
        name: "zest-strings",
        origin: "ZestStrOpt, Generator-Based Fuzzers with Type-Based Targeted Mutation",
        selection: QUEUE,
        variation: REGIONS_AND_STRINGS,
        feedback: VALIDITY,
    },
    Strategy {
        name: "spoton",
        origin: "SpotOn, Generator-Based Fuzzers with Type-Based Targeted Mutation",
        selection: TIMED_QUEUE,
        variation: TARGETED,
        feedback: VALIDITY,
    },
    Strategy {
        name: "chiasma",
        origin: "our own: edits of the call tree, by what pays",
        selection: RAREST,
        variation: EDITS,
        feedback: STEPPING_STONES,
    },
];

/// Settings that every strategy has; one of its parts may have another default.
const COMMON: &[Setting] = &[
    Setting {
        name: "diversity-one-in",
        default: 16.0,
        min: 1.0,
        max: 1_000_000.0,
        meaning: "one in this number of valid runs counts for the Hill numbers, which look at all edges",
    },
    STRING_CONSTANTS,
    Setting {
        name: "number-constants",
        default: 0.0,
        min: 0.0,
        max: 1.0,
        meaning: "share of freshly drawn numbers that are constants of the target",
    },
    Setting {
        name: "hints",
        default: 0.0,
        min: 0.0,
        max: 1.0,
        meaning: "1 to try operands of the target's comparisons in kept inputs; it takes a second build",
    },
];

/// How often constants of the target are drawn as strings.
pub(crate) const STRING_CONSTANTS: Setting = Setting {
    name: "string-constants",
    default: 0.0,
    min: 0.0,
    max: 1.0,
    meaning: "share of freshly drawn strings that are constants of the target",
};

/// The strategy used unless another is asked for.
const PREFERRED: &str = "chiasma";

/// Every strategy.
#[must_use]
pub fn strategies() -> &'static [Strategy] {
    STRATEGIES
}

impl Strategy {
    /// How children are replayed.
    #[must_use]
    pub fn replay(&self) -> Form {
        (self.variation.build)(&self.settings(), &Facts::default()).form()
    }

    /// How a parent is chosen.
    #[must_use]
    pub fn selection(&self) -> &'static str {
        self.selection.description
    }

    /// What makes a child.
    #[must_use]
    pub fn variation(&self) -> &'static str {
        self.variation.description
    }

    /// What is kept.
    #[must_use]
    pub fn feedback(&self) -> &'static str {
        self.feedback.description
    }

    /// Its settings, with the papers' values.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let Self { selection, variation, feedback, .. } = self;
        let mut known = [variation.settings, selection.settings, feedback.settings].concat();
        let is_own = |common: &Setting| known.iter().any(|own| own.name == common.name);
        let common: Vec<Setting> =
            COMMON.iter().filter(|common| !is_own(common)).copied().collect();
        known.extend(common);
        Settings::defaults(known)
    }

    /// A search by this strategy, which uses the facts that it is made for.
    #[must_use]
    pub fn build(&self, settings: &Settings, facts: &Facts) -> Search {
        Search::of(
            (self.selection.build)(settings, facts),
            (self.variation.build)(settings, facts),
            (self.feedback.build)(settings, facts),
        )
    }
}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use chiasma_core::{Rng, Seed};

    use super::*;
    use crate::child::Child;
    use crate::members::Anatomy;
    use crate::run::{Outcome, Verdict};
    use crate::testing::keeping;

    #[test]
    fn the_preferred_strategy_is_in_the_table_and_no_setting_is_there_twice() {
        assert_eq!(StrategyName::preferred().name(), PREFERRED);
        for strategy in strategies() {
            let settings = strategy.settings();
            let mut names: Vec<&str> = settings.known().iter().map(|known| known.name).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{}", strategy.name);
        }
    }

    #[test]
    fn another_strategy_is_a_row_of_existing_parts() {
        let made_up = Strategy {
            name: "zest-linked",
            origin: "made up",
            selection: QUEUE,
            variation: LINKED,
            feedback: VALIDITY_OR_SMALLER,
        };
        let mut search = made_up.build(&made_up.settings(), &Facts::default());
        assert_eq!((made_up.replay(), search.anatomy()), (Form::Linear, Anatomy::Calls));
        let first = keeping(&[1, 2, 3], Outcome::Valid, &[1]);
        assert_eq!(search.keep(&first).map(|kept| kept.verdict), Some(Verdict::New));
        let smaller = keeping(&[1], Outcome::Valid, &[1]).run;
        assert_eq!(search.judge(&smaller), Verdict::Smaller);
        let (mut rng, mut child) = (Rng::new(Seed(1)), Child::default());
        search.ask(&mut rng, &mut child);
        assert_eq!(child.parent(), Some(first.id), "the queue's only member has the next child");
    }
}
