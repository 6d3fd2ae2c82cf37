//! The properties of a workspace: found in the test binaries, and chosen by name.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use chiasma_runtime::MARKER;

use crate::build::TestBinary;

/// A property, and the binary that it is in.
#[derive(Debug, Clone)]
pub struct Property {
    /// Its path, crate included.
    pub path: String,
    /// The binary that has it.
    pub binary: TestBinary,
}

impl Property {
    /// Its path as the test runner knows it, without the crate.
    pub fn test_name(&self) -> &str {
        self.path.split_once("::").map_or(self.path.as_str(), |(_, name)| name)
    }

    /// Where its files are.
    pub fn directory(&self) -> PathBuf {
        let mut directory = self.binary.directory.join("chiasma");
        directory.extend(self.path.split("::"));
        directory
    }
}

/// All properties of these binaries, by name.
pub fn find(binaries: &[TestBinary]) -> Result<Vec<Property>> {
    let mut properties = Vec::new();
    for binary in binaries {
        let executable = &binary.executable;
        let bytes = executable
            .read()
            .with_context(|| format!("cannot read {}", executable.path().display()))?;
        for path in markers(&bytes) {
            properties.push(Property { path, binary: binary.clone() });
        }
    }
    properties.sort_by(|a, b| a.path.cmp(&b.path));
    properties.dedup_by(|a, b| a.path == b.path && a.binary.executable == b.binary.executable);
    Ok(properties)
}

/// The paths behind all markers in a binary.
fn markers(bytes: &[u8]) -> Vec<String> {
    let is_path = |path: &str| {
        path.contains("::") && path.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ':')
    };
    memchr::memmem::find_iter(bytes, MARKER)
        .filter_map(|at| {
            let rest = &bytes[at + MARKER.len()..];
            let end = rest.iter().take(1_000).position(|&byte| byte == b'\n')?;
            String::from_utf8(rest[..end].to_vec()).ok()
        })
        .filter(|path| is_path(path))
        .collect()
}

/// The error if there is another property of the same path in another test of the package. They have the same files, for
/// `cargo test`, too: an input of one would be an input of the other.
fn check_twins(chosen: &Property, properties: &[Property]) -> Result<()> {
    let is_twin = |other: &&Property| {
        other.path == chosen.path && other.binary.directory == chosen.binary.directory
    };
    let twins: Vec<&Property> = properties.iter().filter(is_twin).collect();
    let [first, second, ..] = twins[..] else { return Ok(()) };
    bail!(
        "the property {} is twice in the package {}, in {} and in {}, and both would have the same files; \
         give one of them another name",
        chosen.path,
        chosen.binary.package,
        first.binary.source.display(),
        second.binary.source.display()
    )
}

/// All properties, if no two of them have the same files.
pub fn all_apart(properties: Vec<Property>) -> Result<Vec<Property>> {
    properties.iter().try_for_each(|property| check_twins(property, &properties))?;
    Ok(properties)
}

/// The one property that `name` means: by its whole path, or a part that no other has.
pub fn choose(properties: Vec<Property>, name: Option<&str>) -> Result<Property> {
    let list = |properties: &[Property]| -> String {
        properties.iter().map(|property| format!("\n  {}", property.path)).collect()
    };
    if properties.is_empty() {
        bail!("there is no #[property] in the tests of this workspace");
    }
    let Some(name) = name else {
        let properties = all_apart(properties)?;
        return match <[Property; 1]>::try_from(properties) {
            Ok([only]) => Ok(only),
            Err(several) => {
                bail!("which property? name one of them, or use --all:{}", list(&several))
            }
        };
    };
    let exact = |property: &&Property| {
        property.path == name
            || property.test_name() == name
            || property.path.ends_with(&format!("::{name}"))
    };
    let mut matching: Vec<Property> = properties.iter().filter(exact).cloned().collect();
    if matching.is_empty() {
        matching = properties.iter().filter(|p| p.path.contains(name)).cloned().collect();
    }
    if let Some(first) = matching.first()
        && matching.iter().all(|other| other.path == first.path)
    {
        check_twins(first, &matching)?;
    }
    match <[Property; 1]>::try_from(matching) {
        Ok([only]) => Ok(only),
        Err(none) if none.is_empty() => {
            bail!("no property has {name:?} in its name; there are:{}", list(&properties))
        }
        Err(several) => bail!("{name:?} matches several properties; say which:{}", list(&several)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Executable;

    fn property(path: &str) -> Property {
        let executable = Executable::open("/dev/null".into()).unwrap();
        let binary = TestBinary {
            package: "p".into(),
            directory: "/p".into(),
            source: "tests/p.rs".into(),
            executable,
            libraries: Vec::new(),
            mutants: Vec::new(),
            commands: "/p/commands".into(),
            application: Vec::new(),
        };
        Property { path: path.into(), binary }
    }

    #[test]
    fn markers_are_found_between_other_bytes() {
        let mut bytes = b"\0\xffchiasma property json::tests::works\nchiasma property ".to_vec();
        bytes.extend_from_slice(b"chiasma property a::b\nand chiasma property no path\n");
        assert_eq!(markers(&bytes), ["json::tests::works", "a::b"]);
    }

    #[test]
    fn a_name_means_one_property_or_is_an_error_that_lists_them() {
        let all =
            || vec![property("json::round_trip"), property("json::round"), property("xml::x")];
        let chosen = |name| choose(all(), Some(name)).map(|p| p.path).map_err(|e| e.to_string());
        assert_eq!(chosen("round"), Ok("json::round".to_owned()), "a whole name comes first");
        assert_eq!(chosen("trip"), Ok("json::round_trip".to_owned()));
        assert!(
            chosen("json").unwrap_err().contains("several properties; say which:\n  json::round")
        );
        assert!(chosen("css").unwrap_err().contains("no property has \"css\""));
        assert!(choose(all(), None).unwrap_err().to_string().contains("or use --all"));
        assert!(choose(vec![], None).unwrap_err().to_string().contains("there is no #[property]"));
    }

    #[test]
    fn two_properties_of_one_path_are_told_apart_by_their_files_and_refused() {
        let mut twin = property("p::works");
        twin.binary.source = "src/lib.rs".into();
        let both = vec![twin, property("p::works"), property("p::other")];
        let told = choose(both.clone(), Some("works")).unwrap_err().to_string();
        assert!(told.contains("in src/lib.rs and in tests/p.rs"), "{told}");
        assert_eq!(choose(both.clone(), Some("other")).unwrap().path, "p::other");
        assert!(all_apart(both).is_err());
        // Of two packages: other files.
        let mut elsewhere = property("p::works");
        elsewhere.binary.directory = "/q".into();
        assert!(all_apart(vec![elsewhere, property("p::works")]).is_ok());
    }

    #[test]
    fn files_are_where_cargo_test_looks_for_them() {
        let directory = property("json::tests::works").directory();
        assert_eq!(directory, PathBuf::from("/p/chiasma/json/tests/works"));
    }
}
