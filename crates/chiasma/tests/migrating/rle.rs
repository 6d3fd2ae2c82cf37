//! What the properties are about: run-length encoding.

/// A run of one character.
#[derive(Debug, Clone, PartialEq, Eq, arbitrary::Arbitrary)]
pub(crate) struct Run {
    pub(crate) character: char,
    pub(crate) count: u8,
}

pub(crate) fn encode(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for character in text.chars() {
        match runs.last_mut() {
            Some(run) if run.character == character && run.count < u8::MAX => run.count += 1,
            _ => runs.push(Run { character, count: 1 }),
        }
    }
    runs
}

pub(crate) fn decode(runs: &[Run]) -> String {
    runs.iter().flat_map(|run| std::iter::repeat_n(run.character, run.count.into())).collect()
}
