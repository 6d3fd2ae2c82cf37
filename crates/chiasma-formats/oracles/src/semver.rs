//! Semantic versions, judged by semver (Cargo's), and npm's ranges by node-semver.

use chiasma_formats::semver;

use crate::entry::Entry;

pub fn entries() -> Vec<Entry> {
    vec![
        Entry::new("semver", "semver 1", semver::versions, version, VERSIONS),
        Entry::new(
            "semver-requirements",
            "semver 1",
            semver::requirements,
            requirement,
            REQUIREMENTS,
        ),
        Entry::new("semver-ranges", "node-semver 2", semver::ranges, range, RANGES),
    ]
}

fn version(text: &str) -> Result<(), String> {
    ::semver::Version::parse(text).map(drop).map_err(|error| error.to_string())
}

fn requirement(text: &str) -> Result<(), String> {
    ::semver::VersionReq::parse(text).map(drop).map_err(|error| error.to_string())
}

fn range(text: &str) -> Result<(), String> {
    node_semver::Range::parse(text).map(drop).map_err(|error| error.to_string())
}

/// The productions of the grammar in Semantic Versioning 2.0.0.
const VERSIONS: &str = r"
    core                        ^\d+\.\d+\.\d+$
    core-pre-release            ^\d+\.\d+\.\d+-[^+]+$
    core-build                  ^\d+\.\d+\.\d+\+.+$
    core-pre-release-build      ^\d+\.\d+\.\d+-[^+]+\+.+$
    zero                        ^0\.0\.0
    number-of-several-digits    ^\d{2,}\.
    number-greatest             18446744073709551615
    pre-release-one             ^[\d.]+-[^.+]+(?:\+|$)
    pre-release-several         ^[\d.]+-[^.+]+\.[^+]+(?:\+|$)
    pre-release-alphanumeric    ^[\d.]+-[a-z]+
    pre-release-numeric         ^[\d.]+-\d+(?:[.+]|$)
    pre-release-zero            ^[\d.]+-(?:[^+]*\.)?0(?:[.+]|$)
    pre-release-beyond-64-bits  -(?:[^+]*\.)?18446744073709551616
    pre-release-hyphen-first    ^[\d.]+--
    pre-release-hyphen-within   ^[\d.]+-[^+]*[a-z]-[a-z0-9]
    pre-release-digit-first     ^[\d.]+-(?:[^+]*\.)?\d+[A-Za-z-]
    pre-release-zero-letter     ^[\d.]+-(?:[^+]*\.)?0\d*[A-Za-z-]
    pre-release-upper-case      ^[\d.]+-[^+]*[A-Z]
    build-one                   \+[^.]+$
    build-several               \+[^.]+\.
    build-leading-zeros         \+(?:.*\.)?0\d+(?:\.|$)
    build-hyphen                \+.*-
    build-digits                \+(?:.*\.)?\d+(?:\.|$)
    build-letters               \+(?:.*\.)?[a-z]+(?:\.|$)
";

const REQUIREMENTS: &str = r"
    bare                        ^\d
    caret                       \^
    tilde                       ~
    exact                       ^=
    greater                     >\s*\d
    greater-or-equal            >=
    less                        <\s*\d
    less-or-equal               <=
    star                        ^\s*\*\s*$
    x                           ^[xX]$
    major-only                  ^\D*\d+$
    major-minor                 ^\D*\d+\.\d+$
    major-star                  \d+\.\*$
    minor-star                  \d+\.\d+\.\*
    star-star                   \d+\.\*\.\*
    x-wildcard                  \d\.x
    upper-x-wildcard            \d\.X
    two                         ^[^,]+,[^,]+$
    many                        ^(?:[^,]+,){4}
    space-behind-operator       [<>=~^]\s+\d
    pre-release                 -[a-z]
    build                       \+
    zero-major                  \^0\.\d
    zero-zero                   \^0\.0\.\d
";

const RANGES: &str = r"
    bare                        ^\d
    caret                       \^
    tilde                       ~\d
    tilde-greater               ~>
    exact                       =\d
    greater                     >\d
    greater-or-equal            >=
    less                        <\d
    less-or-equal               <=
    any                         ^\*$
    x                           ^[xX]$
    hyphen                      \d - v?\d
    union                       \|\|
    union-of-three              \|\|.*\|\|
    intersection                \d [<>=^~]
    v-prefix                    v\d
    partial-major               ^\D*\d+$
    partial-minor               ^\D*\d+\.\d+$
    x-range                     \d\.x
    pre-release                 -[a-z]
    build                       \+
";
