//! `cargo chiasma minimize`: the smallest corpus with the same coverage.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};
use std::{fmt, fs};

use anyhow::{Context, Result};
use chiasma_core::Chi;
use chiasma_core::chi::{COMPACT_EXTENSION, TEXT_EXTENSION, replace_file};
use chiasma_runtime::OutcomeReport;
use chiasma_runtime::protocol::{Depth, Detail, Input, Matched};

use super::pulse::Pulse;
use crate::exit::Exit;
use crate::options::{BuildOptions, MinimizeOptions};
use chiasma_campaign::property::Property;
use chiasma_campaign::store::{SavedFile, shown};
use chiasma_campaign::{Batch, Examined, Fault, Limits, examine_all};
use chiasma_core::display::counted;

/// Computes which inputs to keep, and only then deletes the others.
pub(crate) fn run(options: &MinimizeOptions) -> Result<Exit> {
    let property = super::the_property(&options.property)?;
    let store = options.files.store(&property);
    let loaded = store.load_corpus()?;
    let Some(files) = super::readable_or_say_none(loaded, &property, &store) else {
        return Ok(Exit::Passed);
    };
    let Measured { inputs, left_alone, unstable } =
        measure(&property, &options.property.limits(), &files)?;
    let BuildOptions { instrument, exclude, .. } = &options.property.build;
    let coverage = match instrument.is_empty() && exclude.is_empty() {
        true => Coverage::Whole,
        false => Coverage::Limited,
    };
    if let Some(why) = cannot_judge(coverage, &inputs) {
        return Err(Fault::Mistake.error(format!("{}: {why}; none is deleted", property.path)));
    }
    let chosen: HashSet<usize> = smallest_cover(&inputs).into_iter().collect();
    let surplus: Vec<&SavedFile> = (0..files.len())
        .filter(|at| !chosen.contains(at) && !left_alone.contains_key(at))
        .map(|at| &files[at])
        .collect();
    for file in &surplus {
        if options.dry_run {
            say!("would delete {}", shown(&file.path));
        } else {
            fs::remove_file(&file.path)
                .with_context(|| format!("cannot delete {}", file.path.display()))?;
            say!("deleted {}", shown(&file.path));
        }
    }
    for (&at, why) in &left_alone {
        say!("left alone {}: {why}", shown(&files[at].path));
    }
    if !options.dry_run {
        let is_kept = |at: &usize| chosen.contains(at) || left_alone.contains_key(at);
        compact((0..files.len()).filter(is_kept).map(|at| &files[at]))?;
    }
    let edges = |kept: &dyn Fn(usize) -> bool| -> usize {
        let passed = inputs.iter().enumerate().filter(|(at, _)| kept(*at));
        passed.flat_map(|(_, input)| &input.edges).collect::<HashSet<_>>().len()
    };
    let verb = if options.dry_run { "would keep" } else { "kept" };
    let (before, after) = (edges(&|_| true), edges(&|at| chosen.contains(&at)));
    say!("{verb} {} of {}", files.len() - surplus.len(), counted(files.len(), "file"));
    say!("edges: {before} before, {after} after");
    if unstable > 0 {
        say!("not counted: {} that an input does not always pass", counted(unstable, "edge"));
    }
    Ok(Exit::Passed)
}

/// Writes inputs that are saved as text, as earlier versions did, in the compact form instead.
fn compact<'f>(files: impl Iterator<Item = &'f SavedFile>) -> Result<()> {
    let is_text = |file: &&SavedFile| {
        file.path.extension().is_some_and(|extension| extension == TEXT_EXTENSION)
    };
    let mut count = 0;
    for SavedFile { path, content } in files.filter(is_text) {
        let compacted = path.with_extension(COMPACT_EXTENSION);
        replace_file(&compacted, &Chi::compacted(content)?)
            .with_context(|| format!("cannot write {}", compacted.display()))?;
        fs::remove_file(path).with_context(|| format!("cannot delete {}", path.display()))?;
        count += 1;
    }
    if count > 0 {
        say!("{} made compact; `export --text` shows them", counted(count, "text file"));
    }
    Ok(())
}

/// Which crates have coverage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coverage {
    Whole,
    /// Those that `--instrument` and `--exclude` leave.
    Limited,
}

/// Why these inputs cannot be judged by the edges that they pass, if so.
///
/// Every input of a campaign was kept for an edge that no other passed. Where coverage is limited and there are far
/// fewer edges than inputs, the inputs were kept for what is not seen in this build.
fn cannot_judge(coverage: Coverage, inputs: &[Covering]) -> Option<String> {
    let count = inputs.len();
    match inputs.iter().flat_map(|input| &input.edges).collect::<HashSet<_>>().len() {
        0 => Some(format!(
            "none of the {count} inputs passes an edge, so nothing is known of them; is there coverage in this build \
             (--instrument, --exclude), and do the inputs fit (--max-size)?"
        )),
        edges if coverage == Coverage::Limited && edges < count / 2 => Some(format!(
            "the {count} inputs pass only {edges} edges of the crates that --instrument and --exclude leave, too few to \
             tell which of them are worth keeping; leave these options out"
        )),
        _ => None,
    }
}

/// What an input costs and brings.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Covering {
    size: usize,
    edges: Vec<u32>,
}

/// A corpus and what its inputs pass.
struct Measured {
    /// One for each file.
    inputs: Vec<Covering>,
    /// Those that are not judged by what they pass, and why.
    left_alone: BTreeMap<usize, Unjudged>,
    /// The edges that some input passed only once.
    unstable: usize,
}

/// Why an input is not judged by the edges that it passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unjudged {
    /// Its process dies.
    Deadly,
    /// The generator has changed since.
    Unfit { used: u64, saved: u64 },
    /// It does not reach the property, because it is over a limit or is rejected.
    Unreached,
}

impl Unjudged {
    fn of(examined: &Examined) -> Option<Self> {
        match (examined.death, examined.matched, &examined.outcome) {
            (Some(_), _, _) => Some(Self::Deadly),
            (_, _, Some(OutcomeReport::Invalid { .. })) if examined.edges.is_empty() => {
                Some(Self::Unreached)
            }
            (_, Some(Matched { saved, used, .. }), _) if used < saved => {
                Some(Self::Unfit { used, saved })
            }
            _ => None,
        }
    }
}

impl fmt::Display for Unjudged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deadly => f.write_str("it kills its process"),
            Self::Unfit { used, saved } => {
                write!(f, "only {used} of its {saved} choices fit the generator by now")
            }
            Self::Unreached => f.write_str("it does not generate, or is larger than --max-size"),
        }
    }
}

/// Runs the corpus twice, the second time backwards: what an input passes both times does not depend
/// on what ran before it.
fn measure(property: &Property, limits: &Limits, files: &[SavedFile]) -> Result<Measured> {
    let mut inputs: Vec<Input> = files.iter().map(SavedFile::input).collect();
    let mut pulse = Pulse::start();
    let mut run = |inputs: &[Input], before: usize| -> Result<Batch> {
        examine_all(property, limits, inputs, Depth::Run {}, Detail::Bytes {}, &mut |done| {
            pulse.beat(|| format!("ran {} of {}", before + done, 2 * files.len()));
        })
    };
    let first = run(&inputs, 0)?.examined;
    inputs.reverse();
    let mut second = run(&inputs, files.len())?.examined;
    second.reverse();
    let mut measured = Measured { inputs: Vec::new(), left_alone: BTreeMap::new(), unstable: 0 };
    let mut flickering = HashSet::new();
    for (at, (first, second)) in first.into_iter().zip(second).enumerate() {
        if let Some(why) = Unjudged::of(&first).or_else(|| Unjudged::of(&second)) {
            measured.left_alone.insert(at, why);
            measured.inputs.push(Covering { size: 0, edges: Vec::new() });
            continue;
        }
        let size = first.bytes.len();
        let first: HashSet<u32> = first.edges.into_iter().collect();
        let second: HashSet<u32> = second.edges.into_iter().collect();
        flickering.extend(first.symmetric_difference(&second).copied());
        let mut edges: Vec<u32> = first.intersection(&second).copied().collect();
        edges.sort_unstable();
        measured.inputs.push(Covering { size, edges });
    }
    measured.unstable = flickering.len();
    Ok(measured)
}

/// Few and small inputs that together pass all edges that any passes, in ascending order.
///
/// Greedy: always the input that brings most that is new, and among equals the smallest; then those
/// that have become superfluous are removed, the largest first.
fn smallest_cover(inputs: &[Covering]) -> Vec<usize> {
    let mut passed = HashSet::new();
    let mut chosen = Vec::new();
    let rank = |at: usize, new: usize| (new, Reverse(inputs[at].size), Reverse(at));
    let all = inputs.iter().enumerate().map(|(at, input)| rank(at, input.edges.len()));
    let mut heap: BinaryHeap<_> = all.collect();
    while let Some((believed, _, Reverse(at))) = heap.pop() {
        let new = inputs[at].edges.iter().filter(|edge| !passed.contains(*edge)).count();
        if new == 0 {
            continue;
        }
        if new < believed {
            // Others brought some of it meanwhile; it gets back in line.
            heap.push(rank(at, new));
            continue;
        }
        passed.extend(inputs[at].edges.iter().copied());
        chosen.push(at);
    }
    drop_superfluous(inputs, chosen)
}

fn drop_superfluous(inputs: &[Covering], mut chosen: Vec<usize>) -> Vec<usize> {
    let mut times = HashMap::<u32, u32>::new();
    for edge in chosen.iter().flat_map(|&at| &inputs[at].edges) {
        *times.entry(*edge).or_default() += 1;
    }
    chosen.sort_by_key(|&at| (Reverse(inputs[at].size), at));
    chosen.retain(|&at| {
        let needed = inputs[at].edges.iter().any(|edge| times[edge] == 1);
        if !needed {
            for edge in &inputs[at].edges {
                times.entry(*edge).and_modify(|times| *times -= 1);
            }
        }
        needed
    });
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(size: usize, edges: impl IntoIterator<Item = u32>) -> Covering {
        Covering { size, edges: edges.into_iter().collect() }
    }

    fn edges(inputs: &[Covering], chosen: &[usize]) -> HashSet<u32> {
        chosen.iter().flat_map(|&at| inputs[at].edges.clone()).collect()
    }

    #[test]
    fn of_two_inputs_that_pass_the_same_the_smaller_is_kept() {
        assert_eq!(smallest_cover(&[input(9, [1, 2]), input(3, [1, 2])]), [1]);
        assert_eq!(smallest_cover(&[input(3, [1, 2]), input(3, [2, 1])]), [0], "the first one");
    }

    #[test]
    fn inputs_are_not_judged_by_coverage_that_is_not_there_or_far_too_narrow() {
        let blind = cannot_judge(Coverage::Whole, &[input(9, []), input(3, [])]).unwrap();
        assert!(blind.contains("none of the 2 inputs passes an edge"), "{blind}");
        // Kept for ten edges, of which this build sees two.
        let inputs: Vec<Covering> = (0..10).map(|n| input(n, [n as u32 % 2])).collect();
        let narrow = cannot_judge(Coverage::Limited, &inputs).unwrap();
        assert!(narrow.contains("the 10 inputs pass only 2 edges"), "{narrow}");
        assert_eq!(cannot_judge(Coverage::Whole, &inputs), None, "they all pass the same");
        assert_eq!(cannot_judge(Coverage::Limited, &inputs[..4]), None, "two of four are needed");
    }

    #[test]
    fn an_input_that_passes_nothing_is_not_kept() {
        assert_eq!(smallest_cover(&[input(0, []), input(5, [1])]), [1]);
        assert!(smallest_cover(&[]).is_empty());
    }

    #[test]
    fn what_later_choices_made_superfluous_is_dropped() {
        // The large one brings most at first; the other two are needed, and make up for it.
        let inputs = [input(50, [1, 2, 3, 4]), input(2, [1, 2, 5]), input(2, [3, 4, 6])];
        assert_eq!(smallest_cover(&inputs), [1, 2]);
    }

    #[test]
    fn every_edge_stays_and_no_chosen_input_can_go() {
        let mut rng = chiasma_core::Rng::new(chiasma_core::Seed(7));
        for _ in 0..300 {
            let inputs: Vec<Covering> = (0..rng.up_to(20))
                .map(|_| {
                    let edges: HashSet<u32> =
                        (0..rng.up_to(12)).map(|_| rng.up_to(40) as u32).collect();
                    input(rng.up_to(99) as usize, edges)
                })
                .collect();
            let chosen = smallest_cover(&inputs);
            let all: Vec<usize> = (0..inputs.len()).collect();
            assert_eq!(edges(&inputs, &chosen), edges(&inputs, &all));
            for &without in &chosen {
                let rest: Vec<usize> = chosen.iter().copied().filter(|&at| at != without).collect();
                assert_ne!(edges(&inputs, &rest), edges(&inputs, &all));
            }
        }
    }
}
