//! What is fuzzed: the packages in `targets/`.

/// A generator and a target, as a property of Chiasma and as a target of libFuzzer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Subject {
    pub(super) name: &'static str,
    /// The package with the property.
    pub(super) package: &'static str,
    pub(super) property: &'static str,
    /// The binary of the package `libfuzzer-targets`.
    pub(super) libfuzzer: &'static str,
    /// The executions that show what one costs.
    pub(super) trial: u64,
}

pub(super) const SUBJECTS: [Subject; 2] = [
    Subject {
        name: "serde_json",
        package: "json-target",
        property: "reading_then_writing",
        libfuzzer: "json",
        trial: 50_000,
    },
    Subject {
        name: "empty",
        package: "empty-target",
        property: "doing_nothing",
        libfuzzer: "empty",
        trial: 500_000,
    },
];
