//! Aligned replay: a child is its parent with edits, and everything else stays as it was.

use std::rc::Rc;
use std::sync::Arc;

use chiasma_core::{Aligned, Constants, Kind, Outline, Rng, Seed, Source};

/// The paper's XML generator, with letters for names.
fn element(s: &mut Source) -> String {
    let name = s.char('a'..='z');
    let content: String = if s.bool() {
        let count = s.length(0..=4);
        (0..count).map(|_| s.draw(element)).collect()
    } else {
        s.draw(text)
    };
    format!("<{name}>{content}</{name}>")
}

fn text(s: &mut Source) -> String {
    (0..s.length(0..=3)).map(|_| s.char('a'..='z')).collect()
}

/// A generator with state: what is drawn depends on what was drawn before.
fn program(s: &mut Source) -> String {
    let mut names = vec!["x".to_owned()];
    let mut out = String::new();
    while s.weighted_index(&[1, 5]) == 1 && out.len() < 400 {
        out.push_str(&statement(s, &mut names, 0));
    }
    out
}

fn statement(s: &mut Source, names: &mut Vec<String>, depth: u32) -> String {
    s.span("statement", |s| match s.weighted_index(&[3, 2, 1]) {
        0 => {
            let name = s.draw(text);
            let line = format!("let {name} = {};", expression(s, names));
            names.push(name);
            line
        }
        1 if depth < 3 => {
            let inner: String =
                (0..s.length(0..4)).map(|_| statement(s, names, depth + 1)).collect();
            format!("{{{inner}}}")
        }
        _ => format!("{};", expression(s, names)),
    })
}

fn expression(s: &mut Source, names: &[String]) -> String {
    s.span("expression", |s| match s.index(3) {
        0 => s.choose(names).clone(),
        1 => s.int(0..=100_000_u32).to_string(),
        _ => format!("{}+{}", expression(s, names), s.choose(names)),
    })
}

fn outline(generate: fn(&mut Source) -> String, seed: u64) -> (Rc<Outline>, String) {
    let mut source = Source::random(Seed(seed));
    let value = generate(&mut source);
    let bytes = source.recording().to_vec();
    outline_of(generate, &bytes, value)
}

fn outline_of(
    generate: fn(&mut Source) -> String,
    bytes: &[u8],
    expected: String,
) -> (Rc<Outline>, String) {
    let mut source = Source::replay(bytes, Seed(0));
    source.set_tracing(true);
    assert_eq!(generate(&mut source), expected);
    (Rc::new(Outline::of(source.trace())), expected)
}

fn run(generate: fn(&mut Source) -> String, aligned: Aligned, seed: u64) -> (String, Vec<u8>) {
    let mut source = Source::random(Seed(0));
    source.load_aligned(aligned, Seed(seed));
    let value = generate(&mut source);
    (value, source.recording().to_vec())
}

fn copy_of(parent: &Rc<Outline>) -> Aligned {
    let mut aligned = Aligned::default();
    aligned.start_from(parent);
    aligned
}

/// The call that consumed something and whose value is `value`, by running it alone.
fn call_of(outline: &Outline, value: &str) -> u32 {
    let calls = outline.calls().iter().enumerate().skip(1);
    let mut found = calls.filter(|(_, call)| {
        let bytes = &outline.bytes()[call.start as usize..call.end as usize];
        element(&mut Source::replay(bytes, Seed(0))) == value
    });
    found.next().unwrap_or_else(|| panic!("no call gives {value}")).0 as u32
}

/// `<a><b>x</b><c></c></a>`, and `<d><e><f>y</f></e></d>`, as in Crossover in Parametric Fuzzing.
fn papers_parents() -> (Rc<Outline>, Rc<Outline>) {
    let a = [0, 1, 2, 1, 0, 1, 23, 2, 1, 0];
    let d = [3, 1, 1, 4, 1, 1, 5, 0, 1, 24];
    let (a, _) = outline_of(element, &a, "<a><b>x</b><c></c></a>".to_owned());
    let (d, _) = outline_of(element, &d, "<d><e><f>y</f></e></d>".to_owned());
    (a, d)
}

#[test]
fn a_child_without_edits_is_its_parent() {
    for generate in [element as fn(&mut Source) -> String, program] {
        for seed in 0..200 {
            let (parent, value) = outline(generate, seed);
            let (child, bytes) = run(generate, copy_of(&parent), 99);
            assert_eq!(child, value);
            assert_eq!(bytes, parent.bytes());
        }
    }
}

#[test]
fn a_child_whose_edits_change_nothing_is_its_parent_though_all_its_calls_are_followed() {
    for generate in [element as fn(&mut Source) -> String, program] {
        for seed in 0..200 {
            let (parent, value) = outline(generate, seed);
            let mut aligned = copy_of(&parent);
            for call in 1..parent.calls().len() as u32 {
                if !parent.calls()[call as usize].is_empty() && (seed + u64::from(call)) % 3 == 0 {
                    aligned.graft(call, &parent, call);
                }
            }
            if !parent.requests().is_empty() {
                aligned.change(0);
            }
            let (child, bytes) = run(generate, aligned, 99);
            assert_eq!(child, value, "seed {seed}");
            assert_eq!(bytes, parent.bytes());
        }
    }
}

#[test]
fn a_graft_is_the_papers_linked_crossover() {
    let (a, d) = papers_parents();
    let mut aligned = copy_of(&a);
    aligned.graft(call_of(&a, "<b>x</b>"), &d, call_of(&d, "<e><f>y</f></e>"));
    assert_eq!(run(element, aligned, 1).0, "<a><e><f>y</f></e><c></c></a>");
}

#[test]
fn a_redrawn_call_leaves_everything_else_as_it_was() {
    let (a, _) = papers_parents();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let mut aligned = copy_of(&a);
        aligned.redraw(call_of(&a, "<b>x</b>"));
        let (child, _) = run(element, aligned, seed);
        assert!(child.starts_with("<a><") && child.ends_with("<c></c></a>"), "{child}");
        seen.insert(child);
    }
    assert!(seen.len() > 25, "{seen:?}");
}

/// A list that begins with how many bytes each of its items has, and items that are blocks of calls.
fn sized(s: &mut Source) -> String {
    let letters = s.length(1..=3);
    (0..3).map(|_| item(s, letters) + ";").collect()
}

fn item(s: &mut Source, letters: usize) -> String {
    s.span("item", |s| (0..letters).map(|_| s.span("letter", |s| s.char('a'..='z'))).collect())
}

#[test]
fn a_call_that_draws_less_or_more_because_of_what_came_before_is_back_in_step_at_its_end() {
    let (parent, _) = outline_of(sized, &[1, 0, 1, 2, 3, 4, 5], "ab;cd;ef;".to_owned());
    let with = |letters: u8| {
        let mut aligned = copy_of(&parent);
        aligned.change(0)[0] = letters - 1;
        run(sized, aligned, 7).0
    };
    assert_eq!(with(1), "a;c;e;");
    let longer = with(3);
    let items: Vec<&str> = longer.split(';').collect();
    assert!(longer.len() == 12, "{longer}");
    assert!(items[0].starts_with("ab") && items[1].starts_with("cd") && items[2].starts_with("ef"));
}

#[test]
fn a_changed_answer_leaves_what_follows_as_it_was_though_the_call_draws_less_or_more() {
    let (a, _) = papers_parents();
    let request = a.requests().iter().position(|request| request.at == 4).unwrap();
    let mut aligned = copy_of(&a);
    aligned.change(request)[0] = 1;
    // `b` has elements now: its text is no longer asked for, and how many there are is drawn.
    let (child, _) = run(element, aligned, 3);
    assert!(child.starts_with("<a><b>") && child.ends_with("</b><c></c></a>"), "{child}");

    let name = a.requests().iter().position(|request| request.at == 3).unwrap();
    let mut aligned = copy_of(&a);
    aligned.change(name)[0] = 25;
    assert_eq!(run(element, aligned, 3).0, "<a><z>x</z><c></c></a>");
}

#[test]
fn an_answer_that_is_too_large_now_is_reduced_as_in_linear_replay() {
    let (a, _) = papers_parents();
    let mut aligned = copy_of(&a);
    aligned.change(0)[0] = 26 + 4;
    assert_eq!(run(element, aligned, 3).0, "<e><b>x</b><c></c></e>");
}

#[test]
fn inner_calls_are_deleted_repeated_and_swapped_with_the_number_that_counts_them() {
    let (a, _) = papers_parents();
    let (b, c) = (call_of(&a, "<b>x</b>"), call_of(&a, "<c></c>"));
    let count = a.requests().iter().position(|request| request.at == 2).unwrap();
    let with = |number: u8, order: &[u32]| {
        let mut aligned = copy_of(&a);
        aligned.change(count)[0] = number;
        aligned.reorder(0, order.iter().copied());
        run(element, aligned, 5).0
    };
    // The root call of the test is not a span of its own: its inner calls are those of the root.
    assert_eq!(with(1, &[c]), "<a><c></c></a>");
    assert_eq!(with(3, &[b, b, c]), "<a><b>x</b><b>x</b><c></c></a>");
    assert_eq!(with(2, &[c, b]), "<a><c></c><b>x</b></a>");
}

#[test]
fn reordered_calls_leave_what_is_drawn_around_them_as_it_was() {
    // Nothing is drawn before the first call and nothing counts them; two answers are drawn between and behind them.
    fn letters(s: &mut Source) -> [char; 2] {
        [s.char('a'..='z'), s.char('a'..='z')]
    }
    fn pair(s: &mut Source) -> [char; 2] {
        s.draw(letters)
    }
    fn three(s: &mut Source) -> String {
        let (a, b) = (s.draw(pair), s.draw(pair));
        let between = s.int(0..200_u8);
        let c = s.draw(pair);
        let text = |pair: [char; 2]| pair.into_iter().collect::<String>();
        format!("{} {} {between} {} {}", text(a), text(b), text(c), s.int(0..200_u8))
    }
    let bytes = [0, 1, 2, 3, 111, 4, 5, 122];
    let mut source = Source::replay(&bytes, Seed(0));
    source.set_tracing(true);
    assert_eq!(three(&mut source), "ab cd 111 ef 122");
    let parent = Rc::new(Outline::of(source.trace()));
    let calls = parent.calls();
    let inner: Vec<u32> =
        (1..calls.len() as u32).filter(|call| calls[*call as usize].parent == 0).collect();
    let [a, b, c] = inner[..] else { panic!("{calls:?}") };
    let with = |order: &[u32]| {
        let mut aligned = copy_of(&parent);
        aligned.reorder(0, order.iter().copied());
        run(three, aligned, 5).0
    };
    assert_eq!(with(&[b, a, c]), "cd ab 111 ef 122");
    assert_eq!(with(&[c, b, a]), "ef cd 111 ab 122");
    assert_eq!(with(&[a, c, b]), "ab ef 111 cd 122");
    assert_eq!(with(&[a, a, b, c]), "ab ab 111 cd 122");

    let mut twice = copy_of(&parent);
    twice.reorder(0, [b, a, c]);
    assert!(twice.is_reordered(0) && !twice.is_reordered(a));
    twice.reorder(0, [b, c, a]);
    assert_eq!(run(three, twice, 5).0, "cd ef 111 ab 122");
}

#[test]
fn what_is_drawn_behind_deleted_calls_stays_as_it_was() {
    fn word(s: &mut Source) -> String {
        s.char('a'..='z').to_string()
    }
    fn list(s: &mut Source) -> String {
        let words: String = (0..s.length(0..=4)).map(|_| s.draw(word)).collect();
        format!("{words} {}", s.int(0..200_u8))
    }
    let mut source = Source::replay(&[3, 0, 1, 2, 122], Seed(0));
    source.set_tracing(true);
    assert_eq!(list(&mut source), "abc 122");
    let parent = Rc::new(Outline::of(source.trace()));
    for (order, expected) in
        [(&[1, 2][..], "ab 122"), (&[2, 3], "bc 122"), (&[3], "c 122"), (&[3, 3, 2, 1], "ccba 122")]
    {
        let mut aligned = copy_of(&parent);
        aligned.change(0)[0] = order.len() as u8;
        aligned.reorder(0, order.iter().copied());
        assert_eq!(run(list, aligned, 5).0, expected);
    }
}

#[test]
fn the_neighbour_of_the_least_answer_is_the_one_above_it() {
    let bytes = |s: &mut Source| s.int(0..=200_u8).to_string();
    let mut source = Source::replay(&[0], Seed(0));
    source.set_tracing(true);
    bytes(&mut source);
    let parent = Rc::new(Outline::of(source.trace()));
    let mut rng = Rng::new(Seed(1));
    let mut greatest = 0;
    for _ in 0..600 {
        let mut aligned = copy_of(&parent);
        aligned.nudge_answer(0, &mut rng);
        greatest += usize::from(aligned.answer(0) == 200);
    }
    // One time in six it is to be the greatest; half of the time it was.
    assert!((60..150).contains(&greatest), "{greatest} of 600");
}

#[test]
fn a_call_that_takes_the_place_of_one_within_it_is_grafted_once() {
    let (_, d) = papers_parents();
    let mut aligned = copy_of(&d);
    aligned.graft(call_of(&d, "<f>y</f>"), &d, call_of(&d, "<e><f>y</f></e>"));
    assert_eq!(run(element, aligned, 1).0, "<d><e><e><f>y</f></e></e></d>");
}

#[test]
fn whatever_is_edited_the_recording_replays_to_the_same_value() {
    for generate in [element as fn(&mut Source) -> String, program] {
        let mut rng = Rng::new(Seed(7));
        for seed in 0..2_000 {
            let (parent, value) = outline(generate, seed % 100);
            let (donor, _) = outline(generate, 1_000 + seed % 100);
            let mut aligned = copy_of(&parent);
            for _ in 0..=rng.up_to(5) {
                edit(&mut aligned, &parent, &donor, &mut rng);
            }
            let untouched = aligned.is_unchanged();
            let (child, bytes) = run(generate, aligned, seed);
            let mut again = Source::replay(&bytes, Seed(1));
            assert_eq!(generate(&mut again), child, "seed {seed}");
            assert_eq!(again.recording(), bytes);
            assert!(!untouched || child == value);
        }
    }
}

fn edit(aligned: &mut Aligned, parent: &Rc<Outline>, donor: &Rc<Outline>, rng: &mut Rng) {
    let pick = |outline: &Outline, rng: &mut Rng| {
        let last = outline.calls().len() as u64 - 1;
        let call = rng.up_to(last) as u32;
        (!outline.calls()[call as usize].is_empty()).then_some(call)
    };
    let (Some(call), Some(from)) = (pick(parent, rng), pick(donor, rng)) else { return };
    match rng.up_to(4) {
        0 => aligned.redraw(call),
        1 => aligned.graft(call, donor, from),
        2 => {
            let own = rng.up_to(parent.calls().len() as u64 - 1) as u32;
            aligned.graft(call, parent, own);
        }
        3 => {
            let mut inner: Vec<u32> = Vec::new();
            let mut at = call + 1;
            while at < parent.calls()[call as usize].next {
                if rng.one_in(2) {
                    inner.push(at);
                }
                at = parent.calls()[at as usize].next;
            }
            inner.reverse();
            aligned.reorder(call, inner);
        }
        _ => {
            let request = rng.up_to(parent.requests().len() as u64 - 1) as usize;
            rng.fill(aligned.change(request));
        }
    }
}

#[test]
fn another_answer_means_something_else() {
    for seed in 0..300 {
        let (parent, value) = outline(program, seed);
        let mut rng = Rng::new(Seed(seed));
        let Some(last) = parent.requests().len().checked_sub(1) else { continue };
        let index = rng.up_to(last as u64) as usize;
        let request = parent.requests()[index];
        for nudged in [false, true] {
            let mut aligned = copy_of(&parent);
            let before = aligned.answer(index);
            if nudged {
                aligned.nudge_answer(index, &mut rng);
            } else {
                aligned.redraw_answer(index, &mut rng);
            }
            let after = aligned.answer(index);
            assert!(after <= request.max);
            let same = before..before + u64::from(request.alternatives);
            assert!(!same.contains(&after), "{request:?}: {before} and {after} in {value}");
        }
    }
}

/// Numbers beside calls, in the root and in a large call.
fn header(s: &mut Source) -> String {
    let size = s.int(0..=9_999_u16);
    let body = s.draw(element);
    format!("{size} {body} {}", s.draw(|s: &mut Source| (s.byte(), s.int(-500..=500_i32))).1)
}

#[test]
fn an_overwritten_number_becomes_a_constant_and_nothing_else_changes() {
    let (parent, value) = outline(header, 3);
    let numbers: Vec<usize> = (0..parent.requests().len())
        .filter(|at| matches!(parent.requests()[*at].kind, Kind::Unsigned | Kind::Signed))
        .collect();
    let [size, byte, last] = numbers[..] else { panic!("three numbers: {numbers:?}") };
    let table = Constants { numbers: vec![333], number_probability: 1.0, ..Constants::default() };
    let child = |at: usize| {
        let mut aligned = Aligned::default();
        aligned.start_from(&parent);
        assert!(aligned.overwrite(at));
        let mut source = Source::random(Seed(0));
        source.set_constants(Some(Arc::new(table.clone())));
        source.load_aligned(aligned, Seed(1));
        let value = header(&mut source);
        assert_eq!(header(&mut Source::replay(source.recording(), Seed(2))), value);
        value
    };
    let (first, rest) = value.split_once(' ').unwrap();
    let (before, behind) = value.rsplit_once(' ').unwrap();
    assert!(first != "333" && behind != "333");
    assert_eq!(child(size), format!("333 {rest}"));
    assert_eq!(child(last), format!("{before} 333"));
    let mut aligned = Aligned::default();
    aligned.start_from(&parent);
    assert!(!aligned.overwrite(byte) && aligned.is_unchanged(), "all bytes are answers");
}
