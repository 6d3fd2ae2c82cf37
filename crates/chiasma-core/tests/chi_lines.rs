//! The lines of saved inputs: which calls have one, and what their comments say.

use std::cell::RefCell;
use std::rc::Rc;

use chiasma_core::chi::Chi;
use chiasma_core::{Generator, LabelledMatch, Seed, Source, Witnessed, pick};

/// A function as `#[generator]` makes it.
fn number(s: &mut Source) -> u8 {
    s.span(concat!(module_path!(), "::number"), |s| s.int(0..=9))
}

fn of_type<T: From<u8>>(s: &mut Source) -> T {
    s.span(concat!(module_path!(), "::of_type"), |s| s.int(0..=9u8).into())
}

struct Writer;

impl Writer {
    fn digit(s: &mut Source) -> u8 {
        s.span(concat!(module_path!(), "::digit"), |s| s.int(0..=9))
    }
}

/// Calls itself before it draws anything, and once more behind that.
fn nest(s: &mut Source, levels: u32) -> Vec<u8> {
    s.span(concat!(module_path!(), "::nested"), |s| {
        let mut drawn = if levels == 0 { Vec::new() } else { nest(s, levels - 1) };
        drawn.push(s.int(0..=200));
        if s.bool() && levels > 1 {
            drawn.extend(nest(s, levels - 2));
        }
        drawn
    })
}

fn nested(s: &mut Source) -> Vec<u8> {
    nest(s, 3)
}

/// The lines of a random input, those that a witness is told, and the value.
fn drawn<G: Generator>(generator: G, seed: u64) -> (String, String, G::Value) {
    let lines = Rc::new(RefCell::new(String::new()));
    let told = Rc::clone(&lines);
    let mut source = Source::random(Seed(0));
    source.set_witness(move |event| match event {
        Witnessed::Line(line) => told.borrow_mut().push_str(line),
        Witnessed::Note(note) => panic!("nothing is noted here: {note:?}"),
    });
    source.load(&[], Seed(seed));
    let value = source.draw(generator);
    let witnessed = lines.borrow().clone();
    (Chi::lines(source.trace()), witnessed, value)
}

fn replayed<G: Generator>(lines: &str, generator: G) -> (G::Value, LabelledMatch) {
    let text = Chi::heading(&[]) + lines;
    let chi = Chi::parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    let mut source = Source::random(Seed(0));
    source.load_labelled(chi.labelled(), Seed(77));
    let value = source.draw(generator);
    (value, source.labelled_match().unwrap())
}

#[track_caller]
fn expect_lines<G: Generator<Value: PartialEq + std::fmt::Debug>>(generator: G, expected: &str) {
    let (lines, witnessed, value) = drawn(generator.by_ref(), 3);
    assert_eq!(lines, expected);
    assert_eq!(witnessed, expected);
    let (again, matched) = replayed(&lines, generator);
    assert_eq!(again, value);
    assert!(matched.is_whole(), "{matched:?}");
}

#[test]
fn a_drawn_function_with_a_span_of_its_own_has_one_line() {
    expect_lines(number, "number:\n  int = 2  # 0..=9\n");
    expect_lines(of_type::<u64>, "of_type<u64>:\n  int = 2  # 0..=9\n");
    expect_lines(Writer::digit, "digit:\n  int = 2  # 0..=9\n");
    let named = |s: &mut Source| s.named("size", number);
    let (lines, ..) = drawn(named, 3);
    assert!(lines.ends_with("\n  size:  # number\n    int = 2  # 0..=9\n"), "{lines}");
}

#[test]
fn a_call_behind_a_choice_has_a_line_of_its_own() {
    fn list(s: &mut Source) -> u8 {
        s.span(concat!(module_path!(), "::list"), |s| if s.bool() { 1 + s.draw(list) } else { 0 })
    }
    let text = "list:\n  bool = true\n  list:\n    bool = false\n";
    let (value, matched) = replayed(text, list);
    assert_eq!(value, 1);
    assert!(matched.is_whole(), "{matched:?}");
}

#[test]
fn a_body_that_begins_with_a_call_of_the_same_name_is_read_back_as_it_was_written() {
    mod inner {
        pub(super) fn value(s: &mut super::Source) -> u8 {
            s.span(concat!(module_path!(), "::value"), |s| s.int(0..=255))
        }
    }
    fn value(s: &mut Source) -> u8 {
        s.span(concat!(module_path!(), "::value"), |s| s.draw(inner::value))
    }
    fn tree(s: &mut Source, depth: u32) -> Vec<u8> {
        s.span(concat!(module_path!(), "::tree"), |s| {
            if depth == 0 {
                return Vec::new();
            }
            let (left, right) = (tree(s, depth - 1), tree(s, depth - 1));
            [left, right, vec![s.int(0..=255)]].concat()
        })
    }
    for seed in 0..20 {
        let (lines, _, drawn_value) = drawn(value, seed);
        let (again, matched) = replayed(&lines, value);
        assert!(again == drawn_value && matched.is_whole(), "{matched:?}\n{lines}");
        let of_depth_two = |s: &mut Source| tree(s, 2);
        let (lines, _, drawn_tree) = drawn(of_depth_two, seed);
        let (again, matched) = replayed(&lines, of_depth_two);
        assert!(again == drawn_tree && matched.is_whole(), "{matched:?}\n{lines}");
    }
}

#[test]
fn a_function_that_begins_by_calling_itself_is_read_back() {
    let mut longest = 0;
    for seed in 0..100 {
        let (lines, witnessed, value) = drawn(nested, seed);
        assert_eq!(lines, witnessed);
        let titles: Vec<bool> = lines.lines().map(|line| line.trim() == "nested:").collect();
        assert!(!titles.windows(2).any(|pair| pair == [true, true]), "{lines}");
        let (again, matched) = replayed(&lines, nested);
        assert_eq!(again, value, "seed {seed}\n{lines}");
        assert!(matched.is_whole(), "{matched:?}\n{lines}");
        longest = longest.max(value.len());
    }
    assert!(longest > 5, "the test has lost its point");
}

#[test]
fn the_comment_of_a_weighted_choice_names_the_alternative() {
    fn shape(s: &mut Source) -> (&'static str, &'static str, [bool; 3]) {
        let word = pick!(s, {
            3 => "often",
            0 => "never",
            2 => "seldom",
        });
        let item = s.weighted(&[(1, "x"), (5, "y")]);
        (word, item, [s.chance(0.5), s.one_in(4), s.ratio(2, 3)])
    }
    // The last ticket of each alternative stands for the same as its first one.
    let saved =
        "shape:\n  choice = 4\n  choice = 5\n  choice = 40000\n  choice = 2\n  choice = 2\n";
    let (value, matched) = replayed(saved, shape);
    assert_eq!(value, ("seldom", "y", [true, false, true]));
    assert!(matched.is_whole());
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    let chi = Chi::parse(&(Chi::heading(&[]) + saved)).unwrap();
    source.load_labelled(chi.labelled(), Seed(0));
    source.draw(shape);
    let expected = "shape:
  choice = 3  # 0..=4, alternative 3 of 3
  choice = 1  # 0..=5, alternative 2 of 2
  choice = 32768  # 0..=65535, true
  choice = 0  # 0..=3, false
  choice = 1  # 0..=2, true
";
    assert_eq!(Chi::lines(source.trace()), expected);
    let plain = |s: &mut Source| *s.choose(&["a", "b", "c"]);
    let (lines, ..) = drawn(plain, 1);
    assert!(lines.ends_with("  # 0..=2\n"), "{lines}");
}
