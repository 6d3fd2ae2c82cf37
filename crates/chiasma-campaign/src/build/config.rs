//! The compiler wrapper that cargo would use without us: ours takes its place, and calls it.

use std::fs;
use std::path::{Path, PathBuf};

/// The wrapper from the environment, or else from cargo's configuration: the nearest file from here upwards, or that
/// in cargo's home.
pub(super) fn rustc_wrapper() -> Option<String> {
    for variable in ["RUSTC_WRAPPER", "CARGO_BUILD_RUSTC_WRAPPER"] {
        if let Ok(wrapper) = std::env::var(variable) {
            // Empty switches off what the configuration says.
            return Some(wrapper).filter(|wrapper| !wrapper.is_empty());
        }
    }
    let here = std::env::current_dir().ok()?;
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let directories = here.ancestors().map(|above| above.join(".cargo")).chain(home);
    let mut files = directories.flat_map(|d| [d.join("config.toml"), d.join("config")]);
    files.find_map(|file| wrapper_in(&fs::read_to_string(&file).ok()?, &file))
}

/// The wrapper that a configuration file sets. One with a directory is relative to the directory above `.cargo`.
fn wrapper_in(text: &str, file: &Path) -> Option<String> {
    let mut section = "";
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[') {
            section = name.split(']').next().unwrap_or_default().trim();
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let is_wrapper = match section {
            "build" => key.trim() == "rustc-wrapper",
            "" => key.trim() == "build.rustc-wrapper",
            _ => false,
        };
        let quoted = value.trim().strip_prefix(['"', '\'']);
        if is_wrapper
            && let Some((wrapper, _)) = quoted.and_then(|rest| rest.split_once(['"', '\'']))
        {
            let base = file.parent().and_then(Path::parent).filter(|_| wrapper.contains('/'));
            let path = base.map_or_else(|| PathBuf::from(wrapper), |base| base.join(wrapper));
            return Some(path.to_string_lossy().into_owned()).filter(|_| !wrapper.is_empty());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wrapper_of_a_configuration_file_is_found() {
        let found = |text: &str| wrapper_in(text, Path::new("/p/.cargo/config.toml"));
        assert_eq!(found("[build]\nrustc-wrapper = \"sccache\" # fast\n"), Some("sccache".into()));
        assert_eq!(found("[build]\nrustc-wrapper='tools/w'\n"), Some("/p/tools/w".into()));
        assert_eq!(found("build.rustc-wrapper = \"/bin/w\"\n"), Some("/bin/w".into()));
        assert_eq!(found("[build]\nrustc-wrapper = \"\"\n"), None);
        assert_eq!(found("[other]\nrustc-wrapper = \"no\"\n[build]\nrustc = \"r\"\n"), None);
    }
}
