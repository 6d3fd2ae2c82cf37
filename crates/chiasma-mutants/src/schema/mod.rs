//! A schema: every mutant of a package in one text of each file, and which were left out and why.
//!
//! A mutant's place in the source is a *site*. The rewritten source asks the runtime at each site which
//! mutant is active; if it is one of that site, the changed text is run, and otherwise the original,
//! in which the sites of other mutants are nested. Since only one mutant is active at a time, changed text
//! has no sites in it, and so the size of the whole stays in proportion.

mod find;
mod hook;
mod render;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::diagnostics::Diagnostic;
use crate::mutant::{Mutant, MutantId};
use crate::source::Source;
pub(crate) use hook::HOOK;
pub(crate) use render::Rendered;

/// The most sites that a schema can have: the runtime keeps a byte for each.
const MAX_SITES: usize = 1 << 16;

/// The number of a site within a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SiteId(pub u32);

/// A place where mutants are switched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Its number.
    pub id: SiteId,
    /// What is replaced, or where something is inserted, in bytes of the original file.
    range: Range<usize>,
    kind: Kind,
    /// Its mutants.
    changes: Vec<Change>,
}

/// What is written at a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// At the beginning of a function: return something else.
    Entry,
    /// Behind the pattern of a match arm: do not take it.
    Arm,
    /// The guard of a match arm.
    Guard,
    /// An expression.
    Expression,
}

/// A mutant at a site: the text that is run instead.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Change {
    mutant: MutantId,
    text: String,
}

/// Why a mutant is not in the binary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// It is in code that the compiler runs.
    Const,
    /// It is in a condition with `let`.
    LetChain,
    /// The function returns an `impl Trait`, which is one type for original and mutant.
    ImplTrait,
    /// The changed text is not Rust.
    Syntax,
    /// There is nothing like it where it should be.
    NotFound,
    /// There are more sites than the runtime has room for.
    TooMany,
    /// It does not compile.
    DoesNotCompile(String),
    /// With the question which mutant is active, the original does not compile.
    BreaksOriginal(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Const => f.write_str("in code that is run by the compiler"),
            Self::LetChain => f.write_str("in a condition with `let`"),
            Self::ImplTrait => f.write_str("the function returns an `impl Trait`"),
            Self::Syntax => f.write_str("the changed text is not Rust"),
            Self::NotFound => f.write_str("not found in the source"),
            Self::TooMany => write!(f, "beyond the first {MAX_SITES} places"),
            Self::DoesNotCompile(error) => write!(f, "does not compile: {error}"),
            Self::BreaksOriginal(error) => write!(f, "cannot be switched at run time: {error}"),
        }
    }
}

/// A mutant that is not in the binary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dropped<'s> {
    /// The mutant.
    pub mutant: &'s Mutant,
    /// Why.
    pub reason: &'s Reason,
}

/// Why there is no schema.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    /// A file of the package cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file of the package cannot be parsed.
    #[error("cannot parse {}:{line}: {error}", path.display())]
    Unparsable {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Why not.
        error: syn::Error,
    },
}

/// All mutants of a package, and the sources with all of them in.
#[derive(Debug)]
pub struct Schema {
    root: PathBuf,
    mutants: Vec<Mutant>,
    dropped: BTreeMap<MutantId, Reason>,
    files: Vec<SchemaFile>,
}

/// A file with mutants.
#[derive(Debug)]
struct SchemaFile {
    /// Relative to the workspace.
    path: PathBuf,
    source: Source,
    /// In the order in which they are written.
    sites: Vec<Site>,
    /// Where its functions are.
    functions: Vec<Range<usize>>,
}

impl Schema {
    /// The schema of these mutants of files below `root`.
    pub fn new(root: &Path, mutants: Vec<Mutant>) -> Result<Self, SchemaError> {
        let mut by_file: BTreeMap<&Path, Vec<&Mutant>> = BTreeMap::new();
        for mutant in &mutants {
            by_file.entry(&mutant.file).or_default().push(mutant);
        }
        let (mut files, mut dropped) = (Vec::new(), BTreeMap::new());
        let mut first = 0;
        for (path, mutants) in by_file {
            let full = root.join(path);
            let text = std::fs::read_to_string(&full)
                .map_err(|error| SchemaError::Unreadable { path: full.clone(), error })?;
            let source = Source::new(text);
            let mut found = find::find(&source, &mutants).map_err(|error| {
                let line = error.span().start().line;
                SchemaError::Unparsable { path: full.clone(), line, error }
            })?;
            for site in &mut found.sites {
                site.id = SiteId(first);
                first += 1;
                if site.id.0 as usize >= MAX_SITES {
                    let changes = site.changes.drain(..);
                    found.dropped.extend(changes.map(|change| (change.mutant, Reason::TooMany)));
                }
            }
            dropped.extend(found.dropped);
            let (path, sites, functions) = (path.to_owned(), found.sites, found.functions);
            files.push(SchemaFile { path, source, sites, functions });
        }
        Ok(Self { root: root.to_owned(), mutants, dropped, files })
    }

    /// The workspace.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// All mutants, in the binary or not.
    #[must_use]
    pub fn mutants(&self) -> &[Mutant] {
        &self.mutants
    }

    /// The mutants that are in the binary.
    pub fn embedded(&self) -> impl Iterator<Item = &Mutant> {
        self.mutants.iter().filter(|mutant| !self.dropped.contains_key(&mutant.id))
    }

    /// The mutants that are not.
    pub fn dropped(&self) -> impl Iterator<Item = Dropped<'_>> {
        let reason = |mutant: &Mutant| self.dropped.get(&mutant.id);
        self.mutants
            .iter()
            .filter_map(move |mutant| Some(Dropped { mutant, reason: reason(mutant)? }))
    }

    /// For each site the mutants that are switched there.
    #[must_use]
    pub fn sites(&self) -> BTreeMap<SiteId, Vec<MutantId>> {
        let sites = self.files.iter().flat_map(|file| &file.sites);
        let with_mutants = sites.map(|site| {
            let live = site.changes.iter().map(|change| change.mutant);
            (site.id, live.filter(|id| !self.dropped.contains_key(id)).collect::<Vec<_>>())
        });
        with_mutants.filter(|(_, mutants)| !mutants.is_empty()).collect()
    }

    /// Leaves out mutants.
    pub fn leave_out(&mut self, mutants: impl IntoIterator<Item = (MutantId, Reason)>) {
        for (mutant, reason) in mutants {
            self.dropped.entry(mutant).or_insert(reason);
        }
    }

    /// Every file with mutants, relative to the workspace, as it is to be compiled.
    pub(crate) fn rendered(&self) -> impl Iterator<Item = (&Path, Rendered)> {
        self.files.iter().map(|file| {
            let sites = file.sites.iter();
            let rendered = render::render(&file.source, sites, |id| self.dropped.contains_key(&id));
            (file.path.as_path(), rendered)
        })
    }

    /// The text of a mutant's file with nothing changed but that mutant.
    #[must_use]
    pub fn alone(&self, mutant: &Mutant) -> Option<String> {
        let file = self.files.iter().find(|file| file.path == mutant.file)?;
        let range = file.source.range(mutant.span)?;
        let mut text = file.source.text().to_owned();
        text.replace_range(range, &mutant.replacement);
        Some(text)
    }

    /// The lines of a mutant's file that it changes, before and after.
    #[must_use]
    pub fn lines(&self, mutant: &Mutant) -> Option<(Vec<String>, Vec<String>)> {
        let file = self.files.iter().find(|file| file.path == mutant.file)?;
        let range = file.source.range(mutant.span)?;
        let text = file.source.text();
        let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at);
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let changed =
            [&text[start..range.start], &mutant.replacement, &text[range.end..end]].concat();
        Some((lines(&text[start..end]), lines(&changed)))
    }

    /// Which mutants are to blame for an error: those whose text it is in; or else those of the site, or of
    /// the function around it. None if it is somewhere else.
    pub(crate) fn blamed(
        &self,
        path: &Path,
        rendered: &Rendered,
        error: &Diagnostic,
    ) -> Vec<(MutantId, Reason)> {
        let Some(file) = self.files.iter().find(|file| file.path == path) else {
            return Vec::new();
        };
        let live = |site: &Site| -> Vec<MutantId> {
            let ids = site.changes.iter().map(|change| change.mutant);
            ids.filter(|id| !self.dropped.contains_key(id)).collect()
        };
        let message = &error.message;
        let ranges = || error.spans.iter().filter(|span| span.is_in(path)).map(|span| &span.range);
        if let Some(mutant) = ranges().find_map(|range| rendered.mutant_at(range)) {
            return vec![(mutant, Reason::DoesNotCompile(message.clone()))];
        }
        let breaks = |ids: Vec<MutantId>| -> Vec<_> {
            ids.into_iter().map(|id| (id, Reason::BreaksOriginal(message.clone()))).collect()
        };
        let site = ranges().find_map(|range| rendered.site_at(range));
        if let Some(site) = site.and_then(|id| file.sites.iter().find(|site| site.id == id)) {
            return breaks(live(site));
        }
        let places = ranges().filter_map(|range| rendered.original(range.start));
        for place in places {
            let around = file.functions.iter().filter(|function| function.contains(&place));
            let Some(function) = around.min_by_key(|function| function.len()) else { continue };
            let sites = file.sites.iter().filter(|site| {
                site.range.start >= function.start && site.range.end <= function.end
            });
            let ids: Vec<MutantId> = sites.flat_map(live).collect();
            if !ids.is_empty() {
                return breaks(ids);
            }
        }
        Vec::new()
    }

    /// The mutants of a file that are in the binary.
    pub(crate) fn embedded_in(&self, path: &Path) -> Vec<MutantId> {
        self.embedded().filter(|mutant| mutant.file == path).map(|mutant| mutant.id).collect()
    }
}
