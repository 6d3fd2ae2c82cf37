//! Static facts of a property's target: from the MIR of the application's crates to what a strategy gets.

mod mir;

use anyhow::{Context, Result};
use chiasma_analysis::mir::{Body, Span};
use chiasma_analysis::{
    BuildKey, Cache, EdgePlaces, Program, StaticFacts, Type, evolve_facts, side_edges,
};
use chiasma_evolve::{Facts, WantedFacts};
use chiasma_runtime::protocol::{Depth, Detail, Job, Report};

use crate::job::run_job;
use crate::property::Property;
use crate::supervisor::Limits;
use crate::symbols::{Place, Symbols};
use mir::Mir;

/// What is known of a property's target from its code: the application's crates, without generators.
///
/// It is kept beside the build, and analysed once.
pub fn static_facts(property: &Property) -> Result<StaticFacts> {
    analysed(property, Extent::All)
}

/// How much of the code is analysed.
#[derive(Debug, Clone, Copy)]
enum Extent {
    All,
    /// Constants alone, which takes much less.
    Constants,
}

fn analysed(property: &Property, extent: Extent) -> Result<StaticFacts> {
    let mir = Mir::of(&property.binary)?;
    let stamps = mir.stamps()?;
    let files = mir.files.iter().zip(&stamps).map(|(file, stamp)| (file.as_path(), stamp.as_str()));
    let key = BuildKey::of(&mir.compiler, &format!("{} {extent:?}", property.path), files);
    let cache = Cache::in_directory(property.binary.commands.with_file_name("facts"));
    if let Some(facts) = cache.get(&key) {
        return Ok(facts);
    }
    let mut program = Program::default();
    for text in mir.texts() {
        program.read(&text?).map_err(|unknown| unknown.printed_by(&mir.compiler))?;
    }
    let properties = properties(&program);
    program.bodies.retain(|body| !is_generator(body) && !is_harness(&properties, &body.name));
    program.keep_reachable(|name| is_property(property.test_name(), name));
    let facts = match extent {
        Extent::All => StaticFacts::of(&program),
        Extent::Constants => StaticFacts::constants_of(&program),
    };
    cache.put(&key, &facts).context("cannot keep the facts of the target")?;
    Ok(facts)
}

/// Whether a function draws: its branches and constants are no part of the target.
fn is_generator(body: &Body) -> bool {
    let is_source = |ty: &Type| {
        let mut ty = ty;
        while let Type::Pointer { to, .. } = ty {
            ty = to;
        }
        matches!(ty, Type::Named { name, .. } if name == "Source")
    };
    body.locals.iter().skip(1).take(body.parameters).any(|local| is_source(&local.ty))
}

/// The names of the properties: what a person wrote is a function within one of the same name.
fn properties(program: &Program) -> Vec<String> {
    let names = program.bodies.iter().filter_map(|body| body.name.rsplit_once("::"));
    let is_property = |(outer, inner): &(&str, &str)| outer.rsplit("::").next() == Some(inner);
    names.filter(is_property).map(|(outer, _)| outer.to_owned()).collect()
}

/// Whether a body is what `#[property]` and the test runner put around a property.
fn is_harness(properties: &[String], name: &str) -> bool {
    properties.iter().any(|property| {
        name.strip_prefix(property.as_str()).is_some_and(|rest| {
            rest.is_empty() || rest.starts_with("::{") || rest.starts_with("::promoted")
        })
    })
}

/// Whether a body is the function that a person wrote as the property of this path.
fn is_property(path: &str, name: &str) -> bool {
    let own = path.rsplit("::").next().unwrap_or(path);
    name.strip_prefix(path).and_then(|rest| rest.strip_prefix("::")) == Some(own)
}

/// Where each edge of a property's test binary is in the source.
pub fn edge_places(property: &Property, limits: &Limits) -> Result<EdgePlaces> {
    let directory = tempfile::tempdir().context("cannot create a temporary directory")?;
    let job = Job::Examine {
        inputs: Vec::new(),
        max_size: limits.max_size,
        depth: Depth::Generate {},
        detail: Detail::Bytes {},
    };
    let mut places = Vec::new();
    run_job(property, directory.path(), limits, &job, &mut |report| {
        if let Report::Places { addresses } = report {
            places = addresses;
        }
    })?;
    let symbols = Symbols::of(&property.binary.executable)?;
    let spans = |address: &u64| {
        let places = symbols.places(*address).into_iter();
        places
            .map(|Place { file, line, column }| Span { file, line, column })
            .filter(|span| !span.is_in_std())
            .collect()
    };
    Ok(EdgePlaces { edges: places.iter().map(spans).collect() })
}

/// The facts that a strategy wants of a property's target.
pub(crate) fn facts(property: &Property, limits: &Limits, wanted: WantedFacts) -> Result<Facts> {
    if wanted == WantedFacts::default() {
        return Ok(Facts::default());
    }
    let extent = if wanted.types { Extent::All } else { Extent::Constants };
    let known = analysed(property, extent)?;
    let sides = if wanted.types {
        side_edges(&known.branches, &edge_places(property, limits)?)
    } else {
        Vec::new()
    };
    let facts = evolve_facts(&known, &sides);
    Ok(Facts {
        types: facts.types.filter(|_| wanted.types),
        constants: facts.constants.filter(|_| wanted.constants),
        ..facts
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_around_a_property_is_no_part_of_the_target_and_the_property_is() {
        let properties = ["tests::holds".to_owned()];
        let is_harness = |name| is_harness(&properties, name);
        assert!(is_harness("tests::holds") && is_harness("tests::holds::{closure#0}"));
        assert!(is_harness("tests::holds::promoted[0]"));
        assert!(!is_harness("tests::holds::holds") && !is_harness("tests::holds_too"));
    }
}
