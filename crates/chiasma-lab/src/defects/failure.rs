//! A failure, as Chiasma names it.

/// A failure of a subject: its title and its innermost callers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The kind and the place, such as `panic at /home/me/.cargo/registry/src/index/a-1.0.0/src/lib.rs:7:9`.
    pub title: String,
    /// The innermost functions of user code on the call stack, innermost first; none where the process
    /// died.
    pub callers: Vec<String>,
}

/// A text that is not the file of a saved failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not the file of a saved failure: there is no line that says what failed")]
pub struct NotAChiFile;

impl Failure {
    /// A failure of which only the title is known.
    #[must_use]
    pub fn titled(title: &str) -> Self {
        Self { title: title.to_owned(), callers: Vec::new() }
    }

    /// The failure that a `.chi` file was saved for: its heading says the property, the title, the message
    /// and the callers.
    pub fn of_chi(text: &str) -> Result<Self, NotAChiFile> {
        let mut remarks = text.lines().filter_map(|line| line.strip_prefix("# "));
        let is_property = remarks.next().is_some_and(|line| line.starts_with("property "));
        let title = remarks.next().filter(|_| is_property).ok_or(NotAChiFile)?.to_owned();
        let callers = remarks.filter_map(|line| line.strip_prefix("  in ")).map(str::to_owned);
        Ok(Self { title, callers: callers.collect() })
    }

    /// The title without what differs from machine to machine: the directory of the registry, of the
    /// standard library or of a build script's output, and the column.
    #[must_use]
    pub fn identity(&self) -> String {
        let Some((kind, place)) = self.title.split_once(" at ") else { return self.title.clone() };
        let mut parts = place.rsplitn(3, ':');
        let (column, line, file) = (parts.next(), parts.next(), parts.next());
        let (file, line) = match (file, line, column) {
            (Some(file), Some(line), Some(column)) if is_number(line) && is_number(column) => {
                (file, line)
            }
            // A line without a column.
            (None, Some(file), Some(line)) if is_number(line) => (file, line),
            _ => return self.title.clone(),
        };
        let file = built(file).unwrap_or_else(|| below_its_root(file).to_owned());
        format!("{kind} at {file}:{line}")
    }

    /// Whether a function is among the callers: its whole name or the end of its path.
    #[must_use]
    pub fn is_called_from(&self, function: &str) -> bool {
        self.callers.iter().any(|caller| {
            caller.match_indices(function).any(|(at, _)| {
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                let before = caller[..at].chars().next_back().is_some_and(is_part);
                let behind = caller[at + function.len()..].chars().next().is_some_and(is_part);
                !before && !behind
            })
        })
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What a build script wrote, by the name of its crate: `/…/build/parser-0123456789abcdef/out/a.rs` is
/// `parser/out/a.rs`.
fn built(file: &str) -> Option<String> {
    let (_, below) = file.rsplit_once("/build/")?;
    let (directory, rest) = below.split_once("/out/")?;
    let (package, _) = directory.rsplit_once('-')?;
    Some(format!("{package}/out/{rest}"))
}

/// A file's path from the directory of its crate on.
fn below_its_root(file: &str) -> &str {
    for (root, levels) in [("/registry/src/", 1), ("/rustc/", 1)] {
        let Some((_, below)) = file.split_once(root) else { continue };
        if let Some(rest) = below.splitn(levels + 1, '/').nth(levels) {
            return rest;
        }
    }
    // The standard library's sources, where they are installed.
    file.find("/library/").map_or(file, |at| &file[at + 1..])
}
