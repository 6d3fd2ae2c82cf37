//! The worked example of *The Havoc Paradox in Generator-Based Fuzzing*: Figures 1 and 2, Tables 1
//! and 2.

use chiasma_core::{Contextual, ExecutionIndex, Seed, Source, Trace};

#[derive(Debug, PartialEq, Eq)]
struct Node {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
    data: u8,
}

/// Figure 1c; its five sites are, in the numbering of Table 1, L3, L4, L6, L7 and L9.
fn generate_node(s: &mut Source) -> Node {
    let mut left = None;
    let mut right = None;
    if s.bool() {
        left = Some(Box::new(s.draw(generate_node)));
    }
    if s.bool() {
        right = Some(Box::new(s.draw(generate_node)));
    }
    let data = s.int(0..10);
    Node { left, right, data }
}

const LINES: [&str; 5] = ["L3", "L4", "L6", "L7", "L9"];

/// Figure 2a.
const INPUT: [u8; 12] = [1, 1, 0, 0, 4, 0, 3, 1, 0, 0, 2, 1];

fn run(bytes: &[u8]) -> (Node, Trace) {
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    source.load(bytes, Seed(0));
    (generate_node(&mut source), source.trace().clone())
}

fn leaf(data: u8) -> Option<Box<Node>> {
    Some(Box::new(Node { left: None, right: None, data }))
}

/// The tree of Figure 2a.
fn tree_of_figure_2a() -> Node {
    let left = Node { left: leaf(4), right: None, data: 3 };
    Node { left: Some(Box::new(left)), right: leaf(2), data: 1 }
}

/// An execution index with the paper's line numbers: sites in the order of the source are its lines.
fn with_lines(trace: &Trace, index: &ExecutionIndex) -> Vec<(&'static str, u32)> {
    // Each of the five sites occurs in the run, first in this order: L3 and L4 of the root, then the
    // rest of the innermost node (L6, L9), and L7 at last.
    let mut sites = Vec::new();
    for site in trace.execution_indexes().iter().flat_map(|index| &index.steps).map(|s| s.site) {
        if !sites.contains(&site) {
            sites.push(site);
        }
    }
    let order = ["L3", "L4", "L6", "L9", "L7"];
    assert_eq!(sites.len(), LINES.len());
    let line = |site| order[sites.iter().position(|&known| known == site).expect("a known site")];
    index.steps.iter().map(|step| (line(step.site), step.times)).collect()
}

/// The paper's Table 1 writes `n` calls at one site directly within each other as `(site, n)`.
fn folded(path: &[(&'static str, u32)]) -> Vec<(&'static str, u32)> {
    let mut short: Vec<(&'static str, u32)> = Vec::new();
    for &(line, times) in path {
        match short.last_mut() {
            Some(last) if last.0 == line => last.1 += times,
            _ => short.push((line, times)),
        }
    }
    short
}

#[test]
fn figure_2a_decodes_to_its_tree_and_keeps_its_bytes() {
    let (node, trace) = run(&INPUT);
    assert_eq!(node, tree_of_figure_2a());
    assert_eq!(trace.bytes(), INPUT);
}

#[test]
fn figure_2b_changes_one_value_only() {
    let mut bytes = INPUT;
    bytes[4] = 1;
    let (node, _) = run(&bytes);
    let left = Node { left: leaf(1), right: None, data: 3 };
    assert_eq!(node, Node { left: Some(Box::new(left)), right: leaf(2), data: 1 });
}

#[test]
fn the_execution_indexes_of_table_1() {
    let (_, trace) = run(&INPUT);
    let indexes = trace.execution_indexes();
    let table: Vec<_> = indexes.iter().map(|index| folded(&with_lines(&trace, index))).collect();
    let expected: [&[(&str, u32)]; 12] = [
        &[("L3", 1)],
        &[("L4", 1), ("L3", 1)],
        &[("L4", 2), ("L3", 1)],
        &[("L4", 2), ("L6", 1)],
        &[("L4", 2), ("L9", 1)],
        &[("L4", 1), ("L6", 1)],
        &[("L4", 1), ("L9", 1)],
        &[("L6", 1)],
        &[("L7", 1), ("L3", 1)],
        &[("L7", 1), ("L6", 1)],
        &[("L7", 1), ("L9", 1)],
        &[("L9", 1)],
    ];
    assert_eq!(table, expected);
    // Written out, the third row is one call within the other, each the first of its frame.
    assert_eq!(with_lines(&trace, &indexes[2]), [("L4", 1), ("L4", 1), ("L3", 1)]);
    // "all 12 rows in Table 1 have distinct indexes"
    let mut hashes = trace.execution_index_hashes();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 12);
}

#[test]
fn linear_replay_after_mutating_the_first_byte_gives_another_tree() {
    // Figure 2d: the right child is what the bytes behind the first now mean.
    let mut bytes = INPUT;
    bytes[0] = 0;
    let (node, trace) = run(&bytes);
    assert_eq!(node, Node { left: None, right: leaf(4), data: 0 });
    assert_eq!(trace.bytes(), [0, 1, 0, 0, 4, 0], "the last six bytes are not consumed");
}

#[test]
fn contextual_replay_after_mutating_the_first_byte_only_deletes_the_left_child() {
    // Table 2: the data of root and right child stay.
    let (_, trace) = run(&INPUT);
    let mut input = Contextual::of(&trace);
    assert_eq!(input.len(), 12);
    input.bytes_at_mut(0)[0] = 0;
    let mut source = Source::random(Seed(1));
    source.load_contextual(input, Seed(1));
    let node = generate_node(&mut source);
    assert_eq!(node, Node { left: None, right: leaf(2), data: 1 });
    assert_eq!(source.recording(), [0, 1, 0, 0, 2, 1]);
    assert_eq!(source.contextual().map(Contextual::len), Some(12), "unused entries stay");
}

#[test]
fn contextual_replay_of_an_unchanged_input_reproduces_it() {
    let (_, trace) = run(&INPUT);
    let mut source = Source::random(Seed(1));
    source.load_contextual(Contextual::of(&trace), Seed(1));
    assert_eq!(generate_node(&mut source), tree_of_figure_2a());
    assert_eq!(source.recording(), INPUT);
}
