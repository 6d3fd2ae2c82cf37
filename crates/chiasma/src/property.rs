//! A property: its name, how it is checked, and what a test does with the result.

use std::fmt::Debug;
use std::io::Write;
use std::path::PathBuf;

use chiasma_core::{Generator, Source};

use crate::checked::{Passed, Trouble};
use crate::outcome::{IntoOutcome, PropertyOutcome};
use crate::panics;
use crate::report;
use crate::runner::{Between, Body, Runner};
use crate::settings::{CheckSettings, ErrorsAre};
use crate::show::{ByDebug, Show};
use crate::store::Store;

/// Where a property is written down; `#[property]` fills it in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PropertyId {
    /// The package's name.
    pub package: &'static str,
    /// The package's directory.
    pub manifest_dir: &'static str,
    /// The path of the module, crate included.
    pub module: &'static str,
    /// The function's name.
    pub name: &'static str,
    /// `chiasma property`, both of them as a path, and a line break: how `cargo chiasma` finds the
    /// property in the test binary, without running it.
    pub marker: &'static str,
}

impl PropertyId {
    /// Its name in the test runner: its path without the crate.
    #[must_use]
    pub fn test_name(&self) -> String {
        match self.module.split_once("::") {
            Some((_, module)) => format!("{module}::{}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// The directory of its files.
    ///
    /// Cargo says at run time where the package is; the place known at compile time may be gone.
    fn directory(&self) -> PathBuf {
        let package = std::env::var_os("CARGO_MANIFEST_DIR")
            .filter(|_| std::env::var("CARGO_PKG_NAME").as_deref() == Ok(self.package))
            .map_or_else(|| PathBuf::from(self.manifest_dir), PathBuf::from);
        let mut directory = package.join("chiasma");
        directory.extend(self.module.split("::"));
        directory.join(self.name)
    }
}

/// A property to be checked.
#[derive(Debug, Clone)]
pub struct Property {
    id: Option<PropertyId>,
    settings: CheckSettings,
    directory: Option<PathBuf>,
}

impl Property {
    /// The property with this `id`, whose failures are saved and replayed.
    #[must_use]
    pub fn new(id: PropertyId) -> Self {
        // Keeps it in the binary, where `cargo chiasma` reads it.
        std::hint::black_box(id.marker);
        Self { id: Some(id), settings: CheckSettings::default(), directory: Some(id.directory()) }
    }

    /// A property without a name, whose failures are not saved.
    #[must_use]
    pub fn unnamed() -> Self {
        Self { id: None, settings: CheckSettings::default(), directory: None }
    }

    /// How it is to be checked.
    #[must_use]
    pub fn settings(mut self, settings: CheckSettings) -> Self {
        self.settings = settings;
        self
    }

    /// Where its failures and its corpus are kept, other than beside the package.
    #[must_use]
    pub fn directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = Some(directory.into());
        self
    }

    /// Checks it as a test does: returns if it holds; reports and unwinds if not.
    ///
    /// `generate` makes the input, `test` runs the property on it and may draw more.
    pub fn check<A, V: IntoOutcome>(
        self,
        generate: impl Fn(&mut Source) -> A,
        test: impl Fn(A, &mut Source) -> V,
    ) {
        self.check_body(&body(&generate, &test, self.settings.errors_are));
    }

    /// Checks it and returns the result.
    pub fn examine<A, V: IntoOutcome>(
        &self,
        generate: impl Fn(&mut Source) -> A,
        test: impl Fn(A, &mut Source) -> V,
    ) -> Result<Passed, Trouble> {
        self.examine_body(&body(&generate, &test, self.settings.errors_are))
    }

    fn check_body(&self, body: &Body<'_>) {
        #[cfg(feature = "fuzz")]
        crate::worker::run_if_asked(body);
        if let Err(trouble) = self.examine_body(body) {
            let text = report::text(self.id.as_ref(), &trouble);
            if !panics::is_catching() {
                // Captured by the test runner as the macro is, and without a panic message around it.
                eprint!("{text}");
                let _ = std::io::stderr().flush();
            }
            std::panic::resume_unwind(Box::new(text));
        }
    }

    fn examine_body(&self, body: &Body<'_>) -> Result<Passed, Trouble> {
        let settings = self
            .settings
            .clone()
            .with_environment(|name| std::env::var(name).ok())
            .map_err(Trouble::Settings)?;
        let name = self.id.map(|id| format!("{}::{}", id.module, id.name));
        let store = self.directory.clone().map(Store::new);
        Runner::new(&settings, name.as_deref(), store.as_ref(), body).run()
    }
}

/// A property behind one type.
fn body<A, V: IntoOutcome>(
    generate: &impl Fn(&mut Source) -> A,
    test: &impl Fn(A, &mut Source) -> V,
    errors_are: ErrorsAre,
) -> impl Fn(&mut Source, Option<Between<'_>>) -> PropertyOutcome {
    move |source: &mut Source, generated: Option<Between<'_>>| {
        let input = generate(source);
        let Some(generated) = generated else { return PropertyOutcome::Valid };
        if source.is_oversize() {
            // Invalid, whatever the target would do (`run_once`).
            return PropertyOutcome::Valid;
        }
        generated(source);
        test(input, source).into_outcome(errors_are)
    }
}

/// Checks that `test` holds for what `generator` makes; reports and unwinds if it does not.
///
/// ```
/// use chiasma::generators::{int, vec};
///
/// chiasma::check(vec(0..20, int(-99..=99)), |numbers| {
///     let mut sorted = numbers.clone();
///     sorted.sort();
///     assert_eq!(sorted.len(), numbers.len());
/// });
/// ```
pub fn check<G, V>(generator: G, test: impl Fn(G::Value) -> V)
where
    G: Generator<Value: Debug>,
    V: IntoOutcome,
{
    CheckSettings::default().check(generator, test);
}

impl CheckSettings {
    /// The same as [`check`](crate::check()), with these settings.
    pub fn check<G, V>(self, generator: G, test: impl Fn(G::Value) -> V)
    where
        G: Generator<Value: Debug>,
        V: IntoOutcome,
    {
        Property::unnamed().settings(self).check(
            |s| {
                let input = s.draw(generator.by_ref());
                s.note("input", || (&Show(&input)).show());
                input
            },
            |input, _| test(input),
        );
    }
}
