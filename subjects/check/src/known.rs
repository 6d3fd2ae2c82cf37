//! The lists of defects that are kept beside the subjects.

use chiasma_lab::defects::Defects;

/// What the users and maintainers of the subjects have reported.
pub(crate) fn known() -> Defects {
    Defects::parse(include_str!("../../defects.toml")).expect("defects.toml is well-formed")
}

/// What Chiasma itself has found in the subjects: failures that are no known defect's.
pub(crate) fn finds() -> Defects {
    Defects::parse(include_str!("../../finds.toml")).expect("finds.toml is well-formed")
}

#[cfg(test)]
mod tests {
    use chiasma_lab::defects::{Defect, FailureKey};

    use super::*;

    const REGISTRY: &str = "/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f";

    #[test]
    fn every_known_defect_is_recognised_by_its_own_identity() {
        assert!(known().iter().count() >= 20);
        for defects in [known(), finds()] {
            recognises_all_by_their_identities(&defects);
        }
    }

    fn recognises_all_by_their_identities(defects: &Defects) {
        for defect in defects.iter() {
            let title = defect.identity.to_string();
            let title = match title.strip_prefix("panic at ") {
                Some(place) => format!("panic at {REGISTRY}/{place}:17"),
                None => title,
            };
            let key: FailureKey = title.parse().unwrap();
            let key = key.with_callers(defect.via.iter().cloned().collect());
            let found = defects.identify(&defect.subject, &key);
            assert_eq!(found.map(|found| &found.id), Some(&defect.id));
            assert!((1..=3).contains(&defect.difficulty), "{}", defect.name());
        }
    }

    #[test]
    fn a_find_is_no_known_defect() {
        let known = known();
        for find in finds().iter() {
            assert_eq!(known.candidates(&find.subject, &find.identity), [] as [&Defect; 0]);
        }
    }
}
