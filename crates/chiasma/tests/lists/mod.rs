//! Properties of lists of small numbers.

use chiasma::generators::{int, vec};
use chiasma::{CheckSettings, Found, Source, Trouble};

pub(crate) fn settings() -> CheckSettings {
    CheckSettings::default().seed(1)
}

pub(crate) fn found(trouble: Trouble) -> Found {
    match trouble {
        Trouble::Failed(found) => *found,
        other => panic!("expected a failure, not {other:?}"),
    }
}

pub(crate) fn numbers(s: &mut Source) -> Vec<i32> {
    let list = s.draw(vec(0..30, int(-1_000..=1_000)));
    s.note("list", || format!("{list:?}"));
    list
}
