//! Inputs as their generator reads them: the whole parameter sequence, and its labelled lines.

use anyhow::Result;
use chiasma_runtime::OutcomeReport;
use chiasma_runtime::protocol::{Depth, Detail, Input, Value};

use crate::batch::examine_all;
use crate::examine::Examined;
use crate::property::Property;
use crate::supervisor::Limits;

/// What a generator made of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// The parameter sequence.
    pub bytes: Vec<u8>,
    /// Its lines as text, if they were asked for.
    pub lines: String,
    /// The values drawn, likewise.
    pub values: Vec<Value>,
    /// Whether all that was saved is still asked for.
    pub fits: bool,
}

/// Progress of recording inputs.
#[derive(Debug, Clone, Copy)]
pub struct RecordingProgress {
    what: &'static str,
    done: usize,
    all: usize,
}

impl std::fmt::Display for RecordingProgress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { what, done, all } = self;
        write!(f, "{what} {done} of {all}")
    }
}

/// Generates every input; an error says why one could not be generated.
///
/// The property is run on those inputs only that it may not have drawn in full by then, because it
/// draws while it runs.
pub fn record(
    property: &Property,
    limits: &Limits,
    inputs: &[Input],
    detail: Detail,
    heard: &mut dyn FnMut(RecordingProgress),
) -> Result<Vec<Result<Recording, String>>> {
    let all = inputs.len();
    let generated =
        examine_all(property, limits, inputs, Depth::Generate {}, detail, &mut |done| {
            heard(RecordingProgress { what: "generated", done, all });
        })?;

    let mut partial: Vec<usize> = (0..inputs.len())
        .filter(|&at| may_draw_more(&inputs[at], &generated.examined[at]))
        .collect();
    let mut recordings: Vec<_> = generated.examined.into_iter().map(recording).collect();
    partial.retain(|&at| recordings[at].is_ok());
    let rerun: Vec<Input> = partial.iter().map(|&at| inputs[at].clone()).collect();
    let all = rerun.len();
    let ran = examine_all(property, limits, &rerun, Depth::Run {}, detail, &mut |done| {
        heard(RecordingProgress { what: "ran", done, all });
    })?;
    for (at, examined) in partial.into_iter().zip(ran.examined) {
        let shorter = &recordings[at];
        let drew = |recording: &Result<Recording, String>| {
            recording.as_ref().map_or(0, |recording| recording.bytes.len())
        };
        let fits = fits(&examined);
        let Examined { bytes, lines, values, death, .. } = examined;
        let whole = Ok(Recording { bytes, lines, values, fits });
        if drew(&whole) > drew(shorter) {
            recordings[at] = whole;
        } else if let (0, Some(death)) = (drew(shorter), death) {
            recordings[at] = Err(format!("it kills its process: {death}"));
        }
    }
    Ok(recordings)
}

fn recording(examined: Examined) -> Result<Recording, String> {
    let fits = fits(&examined);
    match (examined.outcome, examined.death) {
        (_, Some(death)) => Err(format!("its generator kills the process: {death}")),
        (Some(OutcomeReport::Invalid { why }), None) => Err(why),
        (Some(OutcomeReport::Failed { failure }), None) => {
            Err(format!("its generator panics: {}", failure.message))
        }
        (Some(OutcomeReport::Valid {}) | None, None) => {
            let Examined { bytes, lines, values, .. } = examined;
            Ok(Recording { bytes, lines, values, fits })
        }
    }
}

/// Whether all choices of a saved input were used.
fn fits(examined: &Examined) -> bool {
    examined.matched.is_none_or(|matched| matched.used == matched.saved)
}

/// Whether there is more to the input than the generator drew.
fn may_draw_more(input: &Input, examined: &Examined) -> bool {
    match input {
        Input::Bytes { bytes, .. } => examined.bytes.len() < bytes.len(),
        Input::Chi { .. } => examined.matched.is_some_and(|matched| matched.used < matched.saved),
    }
}
