//! The worked example of *Crossover in Parametric Fuzzing*: Listing 1, Figures 1 and 2, Algorithm 2.

use std::ops::Range;
use std::time::Instant;

use chiasma_core::{CallTree, Interval, Seed, Source, Trace, VertexIndex, VertexKind};

/// Listing 1, with the line numbers of its requests and calls.
fn generate(s: &mut Source) -> String {
    let name = next_byte(s) as u8 as char; // line 2
    let mut content = String::new();
    if next_byte(s) > 0 {
        // line 4
        let count = next_byte(s) % 5; // line 5
        for _ in 0..count {
            content += &s.draw(generate); // line 7
        }
    } else {
        content.push(next_byte(s) as u8 as char); // line 9
    }
    format!("<{name}>{content}</{name}>")
}

#[track_caller]
fn next_byte(s: &mut Source) -> i8 {
    s.byte() as i8
}

const PARENT_A: [u8; 9] = [97, 1, 2, 98, 0, 120, 99, 1, 0];
const PARENT_B: [u8; 9] = [100, 1, 1, 101, 1, 76, 102, 0, 121];

fn run(bytes: &[u8]) -> (String, Trace) {
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    source.load(bytes, Seed(0));
    let xml = source.draw(generate);
    (xml, source.trace().clone())
}

/// A tree as nested text: `gen[0, 9)(req[0, 1) ...)`.
fn picture(tree: &CallTree, at: VertexIndex) -> String {
    let vertex = tree.vertex(at);
    let points = vertex.crossover_points;
    match vertex.kind {
        VertexKind::Request(_) => format!("req{points:?}"),
        VertexKind::Call(_) => {
            let below: Vec<_> = tree.children(at).map(|(child, _)| picture(tree, child)).collect();
            format!("gen{points:?}({})", below.join(" "))
        }
    }
}

/// The call to `generate` at the top: the only child of the root, which stands for the whole run.
fn top(tree: &CallTree) -> VertexIndex {
    let mut children = tree.children(VertexIndex(0));
    let (top, _) = children.next().expect("the run drew something");
    assert_eq!(children.next(), None);
    top
}

#[test]
fn the_sequences_of_figure_1_decode_to_the_xml_shown() {
    assert_eq!(run(&PARENT_A).0, "<a><b>x</b><c></c></a>");
    assert_eq!(run(&PARENT_B).0, "<d><e><f>y</f></e></d>");
}

#[test]
fn one_point_crossover_gives_the_child_of_figure_1c() {
    // The text's child needs 90 ('Z') where we reconstructed B with 1; both mean "has children".
    let mut parent_b = PARENT_B;
    parent_b[4] = 90;
    assert_eq!(run(&parent_b).0, "<d><e><f>y</f></e></d>");
    // Read in another context than in B: 76 was a number of children, and is the tag `L` here.
    let child = [&PARENT_A[..5], &parent_b[4..]].concat();
    let (xml, trace) = run(&child);
    assert_eq!(xml, "<a><b>Z</b><L></L></a>");
    assert_eq!(trace.bytes(), &child[..9], "the last parameter is unused");
}

#[test]
fn replaying_reads_exactly_the_bytes_there_are() {
    for parent in [PARENT_A, PARENT_B] {
        let mut source = Source::replay(&parent, Seed(0));
        generate(&mut source);
        assert_eq!(source.recording(), parent);
    }
}

#[test]
fn the_call_trees_of_figure_2_come_out_vertex_by_vertex() {
    let a = CallTree::of(&run(&PARENT_A).1);
    assert_eq!(
        picture(&a, top(&a)),
        "gen[0, 9)(req[0, 1) req[1, 2) req[2, 3) \
         gen[3, 6)(req[3, 4) req[4, 5) req[5, 6)) \
         gen[6, 9)(req[6, 7) req[7, 8) req[8, 9)))"
    );
    let b = CallTree::of(&run(&PARENT_B).1);
    assert_eq!(
        picture(&b, top(&b)),
        "gen[0, 9)(req[0, 1) req[1, 2) req[2, 3) \
         gen[3, 9)(req[3, 4) req[4, 5) req[5, 6) \
         gen[6, 9)(req[6, 7) req[7, 8) req[8, 9))))"
    );
}

#[test]
fn algorithm_2_yields_the_crossover_points_of_the_circled_vertices() {
    // The first call below the top one, in both parents.
    let circled = |bytes: &[u8]| -> Interval {
        let tree = CallTree::of(&run(bytes).1);
        let mut calls = tree.children(top(&tree)).filter(|(_, vertex)| vertex.function.is_some());
        calls.next().map(|(_, vertex)| vertex.crossover_points).expect("it calls itself")
    };
    assert_eq!(circled(&PARENT_A), Interval { start: 3, end: 6 });
    assert_eq!(circled(&PARENT_B), Interval { start: 3, end: 9 });
}

#[test]
fn the_linked_child_of_figure_2_decodes_to_the_xml_shown() {
    let child = [&PARENT_A[..3], &PARENT_B[3..9], &PARENT_A[6..]].concat();
    assert_eq!(child, [97, 1, 2, 101, 1, 76, 102, 0, 121, 99, 1, 0]);
    assert_eq!(run(&child).0, "<a><e><f>y</f></e><c></c></a>");
}

#[test]
fn eligible_recipients_are_calls_with_siblings_and_two_requests() {
    let receivers = |bytes: &[u8]| -> Vec<String> {
        let tree = CallTree::of(&run(bytes).1);
        let eligible = tree.calls().filter(|(at, _)| tree.may_receive(*at));
        eligible.map(|(_, vertex)| format!("{:?}", vertex.crossover_points)).collect()
    };
    // Not the root, nor the top call: it is the root's only child, and the whole sequence.
    assert_eq!(receivers(&PARENT_A), ["[3, 6)", "[6, 9)"]);
    assert_eq!(receivers(&PARENT_B), ["[3, 9)", "[6, 9)"]);
}

#[test]
fn calls_of_one_function_share_an_identity_and_a_return_type() {
    let (_, trace) = run(&PARENT_A);
    let calls = &trace.spans()[1..];
    assert_eq!(calls.len(), 3);
    assert!(calls.iter().all(|span| span.function == calls[0].function));
    assert!(calls.iter().all(|span| span.type_name == "alloc::string::String"));
    assert_ne!(calls[0].site, calls[1].site);
    assert_eq!(calls[1].site, calls[2].site);
}

#[test]
fn calls_that_request_nothing_are_not_in_the_tree() {
    fn nothing(_: &mut Source) -> u8 {
        7
    }
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    source
        .draw(|s: &mut Source| (s.draw(nothing), s.bool(), s.draw(nothing), s.draw(Source::bool)));
    let trace = source.trace();
    assert_eq!(trace.spans().len(), 5);
    let tree = CallTree::of(trace);
    let kinds: Vec<_> = tree.vertices().iter().map(|vertex| vertex.function.is_some()).collect();
    // The root, the closure, its own request, the call of `bool`, and that call's request.
    assert_eq!(kinds, [true, true, false, true, false]);
}

#[test]
fn the_crossover_points_of_every_call_hold_all_requests_below_it_and_no_more() {
    for seed in 0..200 {
        let mut source = Source::random(Seed(seed));
        source.set_tracing(true);
        source.load(&[], Seed(seed));
        source.draw(generate);
        let trace = source.trace();
        let tree = CallTree::of(trace);
        for vertex in tree.vertices() {
            let Range { start, end } = vertex.requests;
            let below = &trace.requests()[start as usize..end as usize];
            let start = below.iter().map(|request| request.interval.start).min().unwrap();
            let end = below.iter().map(|request| request.interval.end).max().unwrap();
            assert_eq!(vertex.crossover_points, Interval { start, end }, "seed {seed}");
        }
    }
}

/// A hundred requests, then this number of further levels of the same.
fn levels(s: &mut Source, further: u32) {
    (0..100).for_each(|_| _ = s.byte());
    if further > 0 {
        s.draw(move |s: &mut Source| levels(s, further - 1));
    }
}

#[test]
fn a_deep_tree_takes_about_as_long_to_build_as_a_flat_one_with_as_many_requests() {
    let fastest = |generate: &dyn Fn(&mut Source)| {
        let mut source = Source::with_max_size(1 << 20, Seed(1));
        source.set_tracing(true);
        source.load(&[], Seed(1));
        generate(&mut source);
        let trace = source.trace();
        assert_eq!(trace.requests().len(), 15_100);
        let time = |_| {
            let began = Instant::now();
            assert!(CallTree::of(trace).vertices().len() > 15_100);
            began.elapsed()
        };
        (0..10).map(time).min().unwrap()
    };
    let deep = fastest(&|s| levels(s, 150));
    let flat = fastest(&|s| (0..151).for_each(|_| levels(s, 0)));
    // Were every request looked at for each call around it, it would be tens of times as long.
    assert!(deep < 10 * flat, "{deep:?} beside {flat:?}");
}
