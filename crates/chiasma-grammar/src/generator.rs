//! A rule of a grammar file as a generator, for properties.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use chiasma_core::{Generator, Source};

use crate::generate::Limits;
use crate::grammar::{Grammar, RuleId};
use crate::probabilities::Probabilities;

/// A generator of texts that follow from a rule of a grammar; see [`grammar`].
#[derive(Debug, Clone)]
pub struct GrammarGenerator {
    loaded: Rc<Loaded>,
    rule: RuleId,
    limits: Limits,
}

#[derive(Debug)]
struct Loaded {
    grammar: Grammar,
    probabilities: Probabilities,
}

thread_local! {
    /// A property makes a new generator for every input, so grammars are read once for each thread.
    static LOADED: RefCell<HashMap<PathBuf, Rc<Loaded>>> = RefCell::default();
}

/// A generator of texts that follow from `rule` of the grammar in the file at `path`.
///
/// The file is read when the test runs, once for each thread, relative to the directory of the
/// package's `Cargo.toml`. If there is a file of the same name with the extension `.probabilities`
/// beside it, as `cargo chiasma grammar learn` writes it, fresh choices follow that.
///
/// # Panics
/// If the grammar cannot be used or has no such rule, with a message that says where and why.
#[must_use]
#[track_caller]
pub fn grammar(path: impl AsRef<Path>, rule: &str) -> GrammarGenerator {
    try_grammar(path.as_ref(), rule).unwrap_or_else(|message| panic!("{message}"))
}

/// The same as [`grammar`], with what is wrong as a message.
///
/// # Errors
/// If the grammar or its probabilities cannot be used, or there is no such rule.
pub fn try_grammar(path: &Path, rule: &str) -> Result<GrammarGenerator, String> {
    let directory = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let path = directory.join(path);
    let known = LOADED.with_borrow(|loaded| loaded.get(&path).cloned());
    let loaded = match known {
        Some(loaded) => loaded,
        None => {
            let loaded = Rc::new(Loaded::read(&path)?);
            LOADED.with_borrow_mut(|all| all.insert(path, Rc::clone(&loaded)));
            loaded
        }
    };
    let rule = loaded.grammar.rule_or_hint(rule)?;
    Ok(GrammarGenerator { loaded, rule, limits: Limits::default() })
}

impl Loaded {
    fn read(path: &Path) -> Result<Self, String> {
        let grammar = Grammar::load(path).map_err(|error| error.to_string())?;
        let beside = path.with_extension("probabilities");
        let probabilities = match std::fs::read_to_string(&beside) {
            Ok(text) => Probabilities::read(&grammar, &text)
                .map_err(|error| format!("{}: {error}", beside.display()))?,
            Err(_) => Probabilities::uniform(&grammar),
        };
        Ok(Self { grammar, probabilities })
    }
}

impl GrammarGenerator {
    /// The same generator with other limits for fresh choices.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The parameter sequence that gives `text`.
    ///
    /// # Errors
    /// If the text does not follow from the rule.
    pub fn sequence(&self, text: &str) -> Result<Vec<u8>, crate::ParseError> {
        Ok(self.loaded.grammar.parse(self.rule, text)?.sequence)
    }
}

impl Generator for GrammarGenerator {
    type Value = String;

    fn generate(&self, s: &mut Source) -> String {
        let Loaded { grammar, probabilities } = &*self.loaded;
        grammar.generate(s, self.rule, probabilities, self.limits)
    }
}
