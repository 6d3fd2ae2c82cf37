//! Saved inputs: what is written is read back, survives changes of the generator, and garbage is
//! refused with its line.

use chiasma_core::chi::{Arguments, Chi, MAX_FILE, read_file, replace_file, replace_file_durably};
use chiasma_core::generators::{any, int, vec};
use chiasma_core::{Generate, Generator, LabelledMatch, Rng, Seed, Source};

#[derive(Debug, PartialEq)]
struct Order {
    customer: String,
    items: Vec<(u16, i8)>,
    note: Option<char>,
    key: Vec<u8>,
}

fn item(s: &mut Source) -> (u16, i8) {
    (s.int(1..=999), s.int(-5..=5))
}

fn order(s: &mut Source) -> Order {
    Order {
        customer: s.named("customer", any::<String>()),
        items: s.named("items", vec(0..6, item)),
        note: s.named("note", any::<Option<char>>()),
        key: s.bytes(4),
    }
}

fn saved<G: Generator>(generator: G, seed: u64) -> (G::Value, String) {
    let mut source = Source::random(Seed(seed));
    source.set_tracing(true);
    let value = source.draw(generator);
    let remarks = ["property shop::orders".to_owned(), "two\nlines".to_owned()];
    (value, Chi::write(source.trace(), &remarks))
}

fn replayed<G: Generator>(text: &str, generator: G) -> (G::Value, LabelledMatch) {
    let chi = Chi::parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    let mut source = Source::random(Seed(0));
    source.load_labelled(chi.labelled(), Seed(0));
    let value = source.draw(generator);
    (value, source.labelled_match().unwrap())
}

#[test]
fn what_is_written_is_read_back() {
    for seed in 0..300 {
        let (value, text) = saved(order, seed);
        let (again, matched) = replayed(&text, order);
        assert_eq!(again, value, "{text}");
        assert!(matched.is_whole(), "{matched:?} in\n{text}");
    }
}

#[test]
fn the_compact_form_holds_what_the_text_does() {
    let mut sizes = (0, 0);
    for seed in 0..300 {
        let mut source = Source::random(Seed(seed));
        source.set_tracing(true);
        let value = source.draw(order);
        let (compact, text) = (Chi::compact(source.trace()), Chi::write(source.trace(), &[]));
        let mut again = Source::random(Seed(0));
        again.load_labelled(Chi::read(&compact).unwrap().labelled(), Seed(0));
        assert_eq!(again.draw(order), value, "{text}");
        assert!(again.labelled_match().unwrap().is_whole(), "{text}");
        assert_eq!(Chi::compacted(text.as_bytes()).unwrap(), compact, "by way of the text");
        let bare = |line: &str| match line.split_once("  #") {
            Some((choice, _)) if choice.contains(" = ") => choice.to_owned(),
            _ => line.to_owned(),
        };
        let lines: Vec<String> = Chi::lines(source.trace()).lines().map(bare).collect();
        assert_eq!(Chi::lines_of(&compact).unwrap().lines().collect::<Vec<_>>(), lines);
        sizes = (sizes.0 + compact.len(), sizes.1 + text.len());
    }
    assert!(2 * sizes.0 < sizes.1, "{sizes:?}");
}

#[test]
fn a_compact_input_survives_a_change_of_its_generator() {
    let (old, new) = (
        |s: &mut Source| (s.named("a", any::<u32>()), s.named("gone", any::<u8>())),
        |s: &mut Source| (s.named("new", any::<bool>()), s.named("a", any::<u32>())),
    );
    let mut source = Source::random(Seed(5));
    source.set_tracing(true);
    let (a, _) = old(&mut source);
    let compact = Chi::compact(source.trace());
    let mut source = Source::random(Seed(6));
    source.load_labelled(Chi::read(&compact).unwrap().labelled(), Seed(6));
    assert_eq!(new(&mut source).1, a);
    let matched = source.labelled_match().unwrap();
    assert!(matched.kept < matched.saved && matched.fresh > 0, "{matched:?}");
}

#[test]
fn a_damaged_compact_input_is_refused_wherever_it_is_damaged() {
    let mut source = Source::random(Seed(7));
    source.set_tracing(true);
    source.draw(order);
    let whole = Chi::compact(source.trace());
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x40;
        assert!(Chi::read(&damaged).is_err(), "byte {at} was changed");
        assert!(Chi::read(&whole[..at]).is_err(), "cut off at {at}");
    }
    // As Git does on Windows where it takes a file for text.
    let text = String::from_utf8_lossy(&whole).replace('\n', "\r\n");
    let error = Chi::read(text.as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("line 1: "), "{error}");
    let longer = [&whole[..], b"x"].concat();
    assert!(Chi::read(&longer).unwrap_err().to_string().contains("checksum"));
}

#[test]
fn an_argument_that_was_renamed_is_found_by_position_and_type() {
    let drawn = |names: [&'static str; 3]| {
        move |s: &mut Source| {
            let first = s.named(names[0], any::<u16>());
            (first, s.named(names[1], any::<u16>()), s.named(names[2], any::<bool>()))
        }
    };
    let run = |s: &mut Source, names| {
        s.set_tracing(true);
        drawn(names)(s)
    };
    let mut source = Source::random(Seed(1));
    let value = run(&mut source, ["a", "b", "c"]);
    let text = Chi::write(source.trace(), &[]);
    for names in [["a", "x", "c"], ["x", "y", "z"], ["x", "b", "z"]] {
        let mut source = Source::random(Seed(2));
        source.load_labelled(Chi::parse(&text).unwrap().labelled(), Seed(2));
        run(&mut source, names);
        assert!(!source.labelled_match().unwrap().is_whole());
        let chi = Chi::refitted(text.as_bytes(), &Arguments::of(source.trace())).unwrap();
        source.load_labelled(chi.labelled(), Seed(2));
        assert_eq!(run(&mut source, names), value, "{names:?} in\n{text}");
        assert!(source.labelled_match().unwrap().is_whole());
    }
    // Where nothing was renamed, or the new one is of another type, there is nothing to gain.
    let mut source = Source::random(Seed(3));
    run(&mut source, ["a", "b", "c"]);
    assert!(Chi::refitted(text.as_bytes(), &Arguments::of(source.trace())).is_none());
    source.load(&[], Seed(4));
    source.named("a", any::<u16>());
    source.named("other", any::<char>());
    assert!(Chi::refitted(text.as_bytes(), &Arguments::of(source.trace())).is_none());
}

#[test]
fn what_a_heading_says_is_harmless_and_short() {
    let heading = Chi::heading(&["\u{1b}[2J".to_owned(), "x".repeat(10 << 20)]);
    assert!(heading.starts_with("chiasma 1\n# \\u{1b}[2J\n# xxx"), "{}", &heading[..50]);
    assert!(heading.len() < 20_000 && heading.contains("bytes of 10485760 left out"));
    Chi::parse(&heading).unwrap();
}

#[test]
fn only_regular_files_are_read_and_written() {
    use std::fs;
    let directory = std::env::temp_dir().join(format!("chiasma-files-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let refused = replace_file("/dev/null".as_ref(), b"text").unwrap_err();
    assert!(refused.to_string().contains("not a regular file"), "{refused}");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    assert!(
        read_file("/dev/zero".as_ref()).unwrap_err().to_string().contains("not a regular file")
    );
    let (file, link) = (directory.join("file"), directory.join("link"));
    fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    replace_file_durably(&link, b"new").unwrap();
    assert!(link.is_symlink(), "a link stays one");
    assert_eq!(read_file(&file).unwrap(), b"new");
    fs::File::create(&file).unwrap().set_len(MAX_FILE + 1).unwrap();
    assert!(read_file(&file).unwrap_err().to_string().contains("larger than 16 MiB"));
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn the_text_can_be_read_by_a_person() {
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    source.load(&[2, 1, 0, 3, 230, 3, 4], Seed(0));
    source.draw(|s: &mut Source| {
        (s.named("items", vec(0..6, item)), s.bool(), s.char('a'..='z'), s.bytes(2))
    });
    let text = Chi::write(source.trace(), &["property shop::orders".to_owned()]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..3], ["chiasma 1", "# property shop::orders", ""]);
    assert_eq!(
        lines[3..11],
        [
            "the_text_can_be_read_by_a_person closure:",
            "  items:  # VecOf<item>",
            "    length = 2  # 0..=5",
            "    item:",
            "      int = 2  # 1..=999",
            "      int = 2  # -5..=5",
            "    item:",
            "      int = 999  # 1..=999",
        ]
    );
    assert!(lines[12].starts_with("  bool = "), "{}", lines[12]);
    assert!(lines[13].starts_with("  char = '"), "{}", lines[13]);
    assert_eq!(lines[14].len(), "  bytes = 00 00".len());
}

/// The same order, after some years: fields in another order, one gone, one new, one range wider.
fn order_changed(s: &mut Source) -> (Vec<(u16, i8)>, u64, String) {
    let items = s.named("items", vec(0..=20, item_changed));
    let total = s.named("total", int(0..=u64::MAX));
    (items, total, s.named("customer", any::<String>()))
}

fn item_changed(s: &mut Source) -> (u16, i8) {
    s.span("item", |s| (s.int(0..=5_000), s.int(-50..=50)))
}

#[test]
fn what_still_matches_by_label_is_kept_after_the_generator_changed() {
    let mut compared = 0;
    for seed in 0..100 {
        let (value, text) = saved(order, seed);
        let text = text.replace("order:", "order_changed:");
        let ((items, _, customer), matched) = replayed(&text, order_changed);
        assert_eq!(customer, value.customer);
        // The calls of `item` are now within `item_changed`, which the file does not know.
        assert_eq!(items.len(), value.items.len());
        assert!(matched.kept < matched.saved && matched.fresh > 0, "{matched:?}");
        compared += items.len();
        // Once the file says so too, the items are as they were, though their ranges are wider.
        let text =
            text.replace("      int", "        int").replace("item:", "item_changed:\n      item:");
        let (again, _) = replayed(&text, order_changed);
        assert_eq!(again.0, value.items, "{text}");
    }
    assert!(compared > 100);
}

#[test]
fn an_edited_value_is_taken_and_one_out_of_range_is_drawn_anew() {
    let text = "chiasma 1\n\nitem:\n  int = 7\n  int = -5   # edited\n";
    assert_eq!(replayed(text, item), ((7, -5), LabelledMatch { saved: 2, kept: 2, fresh: 0 }));
    let text = "chiasma 1\nitem:\n  int = 7\n  int = -6\n";
    let ((first, _), matched) = replayed(text, item);
    assert_eq!((first, matched), (7, LabelledMatch { saved: 2, kept: 1, fresh: 1 }));
}

#[test]
fn every_character_survives() {
    fn one(s: &mut Source) -> char {
        s.char('\0'..'\u{10ffff}')
    }
    for wanted in ['\'', '"', '\\', '\n', '\0', '#', ' ', '=', 'é', '\u{301}', '\u{202e}', '😀']
    {
        let text = format!("chiasma 1\none:\n  char = {wanted:?}  # any\n");
        assert_eq!(replayed(&text, one).0, wanted, "{text}");
    }
}

#[test]
fn calls_that_drew_nothing_still_count_among_their_like() {
    fn maybe(s: &mut Source, draw: bool) -> u8 {
        s.span("maybe", |s| if draw { s.byte() } else { 0 })
    }
    fn three(s: &mut Source) -> (u8, u8, u8) {
        (maybe(s, true), maybe(s, false), maybe(s, true))
    }
    let mut source = Source::random(Seed(4));
    source.set_tracing(true);
    let value = source.draw(three);
    let text = Chi::write(source.trace(), &[]);
    assert_eq!(replayed(&text, three).0, value, "{text}");
}

#[test]
fn garbage_is_refused_with_its_line() {
    let cases = [
        ("", 1, "empty"),
        ("chiasma", 1, "begins with `chiasma 1`"),
        ("chiasma 2\n", 1, "version 2"),
        ("hello\n", 1, "begins with"),
        ("chiasma 1\n\nv:\n   int = 1\n", 4, "two spaces a level"),
        ("chiasma 1\nv:\n    int = 1\n", 3, "deeper than the call"),
        ("chiasma 1\nint = 1\n  int = 2\n", 3, "deeper than the call"),
        ("chiasma 1\nint = one\n", 2, "not a whole number"),
        ("chiasma 1\nbool = 1\n", 2, "true or false"),
        ("chiasma 1\nchar = 'ab'\n", 2, "not a character"),
        ("chiasma 1\nchar = '\\q'\n", 2, "not a character"),
        ("chiasma 1\nchar = '\\u{d800}'\n", 2, "not a character"),
        ("chiasma 1\nbytes = 0a f\n", 2, "not bytes"),
        ("chiasma 1\nbytes = +1\n", 2, "not bytes"),
        ("chiasma 1\nnumber = 1\n", 2, "no kind of choice"),
        ("chiasma 1\nwhat\n", 2, "neither a call"),
        ("chiasma 1\n\tint = 1\n", 2, "two spaces a level"),
    ];
    for (text, line, message) in cases {
        let error = Chi::parse(text).expect_err(text);
        assert_eq!(error.line, line, "{text:?}: {error}");
        assert!(error.message.contains(message), "{text:?}: {error}");
    }
}

#[test]
fn no_text_makes_the_parser_panic() {
    let (_, sound) = saved(order, 7);
    let mut rng = Rng::new(Seed(11));
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut bytes = sound.clone().into_bytes();
        for _ in 0..=rng.up_to(4) {
            let at = rng.up_to(bytes.len() as u64 - 1) as usize;
            match rng.up_to(2) {
                0 => bytes[at] = rng.up_to(255) as u8,
                1 => _ = bytes.remove(at),
                _ => bytes.insert(at, *b" \n:=#'"[rng.up_to(4) as usize..].first().unwrap()),
            }
        }
        if let Ok(chi) = Chi::parse(&String::from_utf8_lossy(&bytes)) {
            accepted += 1;
            let mut source = Source::random(Seed(0));
            source.load_labelled(chi.labelled(), Seed(0));
            source.draw(order);
        }
    }
    assert!(
        (1_000..19_000).contains(&accepted),
        "{accepted} accepted: the test has lost its point"
    );
}

#[test]
fn generate_is_a_generator_of_its_own_type() {
    // `any` and the trait agree.
    let mut source = Source::random(Seed(5));
    let mut other = Source::random(Seed(5));
    assert_eq!(source.draw(any::<(u8, bool)>()), <(u8, bool)>::generate(&mut other));
}

#[test]
fn a_witness_is_told_line_by_line_what_the_file_would_say() {
    use std::cell::RefCell;
    use std::rc::Rc;
    let lines = Rc::new(RefCell::new(String::new()));
    let told = Rc::clone(&lines);
    let mut source = Source::random(Seed(0));
    source.set_witness(move |event| match event {
        chiasma_core::Witnessed::Line(line) => told.borrow_mut().push_str(line),
        chiasma_core::Witnessed::Note(note) => panic!("nothing is noted here: {note:?}"),
    });
    for seed in 0..50 {
        lines.borrow_mut().clear();
        source.load(&[], Seed(seed));
        let value = source.draw(order);
        let text = Chi::heading(&[]) + &lines.borrow();
        // Tickets of weighted choices are passed on as drawn, not in canonical form; they mean the same.
        let (again, matched) = replayed(&text, order);
        assert_eq!(again, value, "{text}");
        assert!(matched.is_whole());
    }
}

#[test]
fn any_name_can_be_written_and_found_again() {
    let names = [
        "a = b",
        "a = = b",
        "# x",
        "## x",
        "x  # y",
        "a\nb",
        "a\r\n = b",
        " lead",
        "trail ",
        "a:",
        "a :",
        ":",
        "",
        "\t",
        "#",
        " = ",
        "x =",
        "= x",
        "int = 3",
        "chiasma 1",
    ];
    for name in names {
        let draw = |s: &mut Source| -> (u32, u32) {
            (s.named(name, int(..)), s.named("other", |s: &mut Source| s.named(name, int(..))))
        };
        let mut source = Source::random(Seed(3));
        source.set_tracing(true);
        let expected = draw(&mut source);
        let text = Chi::write(source.trace(), &[]);
        let saved = Chi::parse(&text).unwrap_or_else(|error| panic!("{name:?}: {error}\n{text}"));
        source.load_labelled(saved.labelled(), Seed(9));
        assert_eq!(draw(&mut source), expected, "{name:?}\n{text}");
        assert!(source.labelled_match().is_some_and(|matched| matched.is_whole()), "{name:?}");
    }
}
