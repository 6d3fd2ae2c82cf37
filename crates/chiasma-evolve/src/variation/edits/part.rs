//! The default's variation as a part of a strategy: what it is called, and its settings.

use super::Edits;
use crate::parts::Part;
use crate::settings::Setting;
use crate::variation::Variation;
use crate::variation::types::{MATCH_FACTOR, MAX_DISTANCE, MISS_FACTOR, TYPES};
use crate::variation::zeugma::{CROSSOVER_PROBABILITY, MEAN_OPERATIONS, MEAN_REGION};

/// Edits of the call tree.
pub(crate) const EDITS: Part<dyn Variation> = Part {
    description: "one of: drawn fresh; calls redrawn; answers redrawn; both; answers nudged; linked crossover; inner \
                  crossover; calls rearranged; constants of the target; operations of zeugma-linked on bytes, chosen by new edges per work; many edits a child; with types=0.25, a \
                  quarter of the edits where an influencing type is made (weight 1 / distance)",
    settings: &[
        Setting {
            name: "edit-share",
            default: 0.3,
            min: 0.0,
            max: 1.0,
            meaning: "most edits of a child that has many, as a share of its parent's calls",
        },
        Setting {
            name: "climb",
            default: 0.3,
            min: 0.0,
            max: 0.99,
            meaning: "probability that not a call but its caller is edited",
        },
        Setting {
            name: "memory",
            default: 200.0,
            min: 10.0,
            max: 1_000_000.0,
            meaning: "number of finds after which what is known of the operators counts half",
        },
        Setting {
            name: "greed",
            default: 3.0,
            min: 0.0,
            max: 10.0,
            meaning: "an operator that brings in twice as much for its work is chosen 2 to the power of this as often",
        },
        Setting {
            name: "cost-power",
            default: 1.0,
            min: 0.0,
            max: 1.0,
            meaning: "what a run costs is its work to the power of this: 1 for the work itself, 0 if all runs cost the same",
        },
        Setting {
            name: "reward-power",
            default: 0.75,
            min: 0.0,
            max: 1.0,
            meaning: "what an input brings in is the number of its new edges to the power of this",
        },
        Setting {
            name: "floor",
            default: 0.01,
            min: 0.0,
            max: 1.0,
            meaning: "least share of an operator",
        },
        Setting {
            name: "swarm-share",
            default: 0.75,
            min: 0.0,
            max: 1.0,
            meaning: "share of children that avoid some alternatives where they are drawn fresh",
        },
        Setting {
            name: "avoided",
            default: 0.5,
            min: 0.0,
            max: 0.99,
            meaning: "most alternatives that such a child avoids, as a share of all",
        },
        Setting {
            name: "founding",
            default: 0.125,
            min: 0.0,
            max: 1.0,
            meaning: "while at least this share of the last 64 fresh inputs brought something in, nothing else is made",
        },
        weight("fresh", 2.0),
        weight("few-calls", 1.0),
        weight("many-calls", 2.0),
        weight("few-answers", 2.0),
        weight("many-answers", 3.0),
        weight("many-of-both", 2.0),
        weight("nudges", 1.0),
        weight("linked", 0.5),
        weight("inner", 0.5),
        weight("rearranged", 0.5),
        CONSTANTS_WEIGHT,
        weight("bytes", 0.5),
        MEAN_OPERATIONS,
        MEAN_REGION,
        CROSSOVER_PROBABILITY,
        TYPES,
        MATCH_FACTOR,
        MISS_FACTOR,
        MAX_DISTANCE,
    ],
    build: |settings, facts| Box::new(Edits::new(settings, facts)),
};

/// The weight of constants; where it is 0, or a target has none, they are not asked for.
pub(crate) const CONSTANTS_WEIGHT: Setting = weight("constants", 0.5);

const fn weight(name: &'static str, default: f64) -> Setting {
    let meaning = "share of this kind of children before anything is known; 0 for none";
    Setting { name, default, min: 0.0, max: 1_000.0, meaning }
}
