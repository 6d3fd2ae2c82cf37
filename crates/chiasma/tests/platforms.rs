//! What users' tests link has nothing of one platform in it.

use std::fs;
use std::path::{Path, PathBuf};

/// What only one platform has, in sources and manifests.
const SPECIAL: [&str; 6] = ["libc", "std::os::", "target_os", "\"/proc", "cfg(unix", "cfg(windows"];

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn nothing_that_users_tests_link_is_of_one_platform() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for name in ["chiasma", "chiasma-core", "chiasma-macros"] {
        let mut found = vec![crates.join(name).join("Cargo.toml")];
        files(&crates.join(name).join("src"), &mut found);
        // Tests are not linked.
        found.retain(|path| !path.ends_with("tests.rs") && path.extension().is_some());
        assert!(found.len() > 5, "{found:?}");
        for path in found {
            let text = fs::read_to_string(&path).unwrap();
            let code: String = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            for word in SPECIAL {
                assert!(!code.contains(word), "{word:?} in {}", path.display());
            }
        }
    }
}
