//! What Zest keeps, and inputs that kill mutants (Investigating Coverage Guided Fuzzing with Mutation Testing,
//! Algorithm 3).

use std::collections::BTreeSet;

use super::validity::Validity;
use super::{Admission, Feedback, Kills, Part};
use crate::members::MemberIndex;
use crate::mutants::{LEAST_EXECUTED, PER_INPUT, UNREACHED};
use crate::run::{MutantId, Outcome, Run, Verdict};
use crate::search::Keeping;
use crate::settings::Setting;
use crate::wire::Wire;

/// Coverage as Zest looks at it, and mutants.
pub(crate) const KILLS: Part<dyn Feedback> = Part {
    description: "as zest, and kills a mutant",
    settings: &[
        Setting {
            name: "max-killers",
            default: 10_000.0,
            min: 0.0,
            max: 1_000_000_000.0,
            meaning: "inputs that breed for killing only mutants that others had killed",
        },
        PER_INPUT,
        LEAST_EXECUTED,
        UNREACHED,
    ],
    build: |settings, _| {
        Box::new(Killing {
            max_killers: settings.whole("max-killers"),
            validity: Validity::default(),
            killed: BTreeSet::new(),
            killers: 0,
        })
    },
};

/// What has been covered, and which mutants were killed.
#[derive(Debug)]
struct Killing {
    max_killers: u64,
    validity: Validity,
    killed: BTreeSet<MutantId>,
    /// Inputs that were admitted though they show nothing new.
    killers: u64,
}

impl Killing {
    /// Failing inputs are not scored: there is no output to compare with.
    fn kills(&self, run: &Run<'_>) -> Kills {
        match run.killed {
            _ if run.outcome == Outcome::Failure => Kills::None,
            [] => Kills::None,
            killed if killed.iter().all(|mutant| self.killed.contains(mutant)) => Kills::Known,
            _ => Kills::New,
        }
    }
}

impl Feedback for Killing {
    /// An input that kills is kept, as the paper has it. It goes to the corpus only if it kills a mutant that
    /// nothing had killed: most inputs kill something.
    fn judge(&self, run: &Run<'_>) -> Verdict {
        match (self.validity.judge(run), self.kills(run)) {
            (Verdict::Dull, Kills::New) => Verdict::New,
            (Verdict::Dull, Kills::Known) if self.killers < self.max_killers => Verdict::Smaller,
            (verdict, _) => verdict,
        }
    }

    fn admit(&mut self, keeping: &Keeping<'_>, member: MemberIndex) -> Admission {
        let kills = self.kills(&keeping.run);
        if self.judge(&keeping.run) == Verdict::Smaller {
            self.killers += 1;
        }
        self.killed.extend(keeping.run.killed);
        Admission { kills, ..self.validity.admit(keeping, member) }
    }

    fn covered(&self) -> usize {
        self.validity.covered()
    }

    fn killed(&self) -> Option<&BTreeSet<MutantId>> {
        Some(&self.killed)
    }

    fn save(&self, body: &mut Vec<u8>) {
        self.validity.save(body);
        self.killed.iter().copied().collect::<Vec<_>>().write(body);
        self.killers.write(body);
    }

    fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        self.validity.load(body)?;
        self.killed = Vec::read(body)?.into_iter().collect();
        self.killers = u64::read(body)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::settings::Settings;
    use crate::testing::keeping;

    fn feedback(max_killers: &str) -> Box<dyn Feedback> {
        let mut settings = Settings::defaults(KILLS.settings.to_vec());
        settings.set(max_killers).unwrap();
        (KILLS.build)(&settings, &Facts::default())
    }

    #[test]
    fn the_mutant_that_returns_zero_keeps_the_input_that_coverage_drops() {
        // foo(x, y) of the paper's Listing 1 covers the same with (1, 1) and (1, 2); both reach line 5.
        let mut feedback = feedback("max-killers=10");
        let first = keeping(&[1, 1], Outcome::Valid, &[1, 0, 1]);
        feedback.admit(&first, MemberIndex::default());
        let mut second = keeping(&[1, 2], Outcome::Valid, &[1, 0, 1]);
        assert_eq!(feedback.judge(&second.run), Verdict::Dull, "by coverage alone");
        second.run.killed = &[1];
        assert_eq!(feedback.judge(&second.run), Verdict::New);
        assert_eq!(feedback.admit(&second, MemberIndex::default()).kills, Kills::New);
        assert_eq!(feedback.killed(), Some(&BTreeSet::from([1])));
        assert_eq!(feedback.judge(&second.run), Verdict::Smaller, "it is dead already");
        assert_eq!(feedback.admit(&second, MemberIndex::default()).kills, Kills::Known);
    }

    #[test]
    fn a_failing_input_is_not_scored_and_killers_of_the_dead_are_limited() {
        let mut feedback = feedback("max-killers=1");
        let mut input = keeping(&[1], Outcome::Valid, &[1]);
        input.run.killed = &[3];
        feedback.admit(&input, MemberIndex::default());
        assert_eq!(feedback.judge(&input.run), Verdict::Smaller);
        feedback.admit(&input, MemberIndex::default());
        assert_eq!(feedback.judge(&input.run), Verdict::Dull, "there is one already");
        let mut failing = keeping(&[1], Outcome::Failure, &[1]);
        failing.run.killed = &[9];
        assert_eq!(feedback.judge(&failing.run), Verdict::Dull);
    }

    #[test]
    fn what_was_killed_is_saved_and_restored() {
        let mut before = feedback("max-killers=10");
        let mut input = keeping(&[1], Outcome::Valid, &[1]);
        input.run.killed = &[3, 70_000];
        before.admit(&input, MemberIndex::default());
        let mut body = Vec::new();
        before.save(&mut body);
        let mut after = feedback("max-killers=10");
        assert_eq!(after.load(&mut &body[..]), Some(()));
        assert_eq!(after.killed(), Some(&BTreeSet::from([3, 70_000])));
        assert_eq!(after.judge(&input.run), Verdict::Smaller);
    }
}
