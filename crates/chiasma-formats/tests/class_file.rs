//! What class files can be expected to be without a parser of them.

use chiasma_core::{Generator, Seed, Source};
use chiasma_formats::{Dictionary, Format, class_file};

const SEEDS: u64 = 400;

fn drawn<T>(format: &Format<T>, seed: u64) -> T {
    Source::random(Seed(seed)).draw(format.by_ref())
}

/// Reads a class file from its start to its end, as far as its parts' lengths go.
struct Reader<'b> {
    rest: &'b [u8],
    texts: Vec<&'b [u8]>,
    tags: Vec<u8>,
}

impl<'b> Reader<'b> {
    fn read(bytes: &'b [u8]) -> Option<Self> {
        let mut reader = Self { rest: bytes, texts: Vec::new(), tags: vec![0] };
        (reader.take(4)? == [0xca, 0xfe, 0xba, 0xbe]).then_some(())?;
        reader.take(4)?;
        reader.constants()?;
        reader.take(6)?;
        for _ in 0..reader.u2()? {
            reader.u2()?;
        }
        for _ in ["fields", "methods"] {
            for _ in 0..reader.u2()? {
                reader.take(6)?;
                reader.attributes()?;
            }
        }
        reader.attributes()?;
        reader.rest.is_empty().then_some(reader)
    }

    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn u2(&mut self) -> Option<usize> {
        self.take(2).map(|bytes| usize::from(bytes[0]) << 8 | usize::from(bytes[1]))
    }

    fn constants(&mut self) -> Option<()> {
        let count = self.u2()?;
        while self.tags.len() < count {
            let tag = self.take(1)?[0];
            self.tags.push(tag);
            match tag {
                1 => {
                    let length = self.u2()?;
                    let text = self.take(length)?;
                    self.texts.push(text);
                }
                3 | 4 | 9..=12 | 17 | 18 => _ = self.take(4)?,
                5 | 6 => {
                    self.take(8)?;
                    self.tags.push(0);
                }
                7 | 8 | 16 | 19 | 20 => _ = self.take(2)?,
                15 => _ = self.take(3)?,
                _ => return None,
            }
        }
        Some(())
    }

    fn attributes(&mut self) -> Option<()> {
        for _ in 0..self.u2()? {
            let name = self.u2()?;
            (*self.tags.get(name)? == 1).then_some(())?;
            let length = self.u2()? << 16 | self.u2()?;
            self.take(length)?;
        }
        Some(())
    }
}

/// The UTF-16 units of a text in modified UTF-8.
fn units(text: &[u8]) -> Option<Vec<u16>> {
    let mut units = Vec::new();
    let mut bytes = text.iter().copied().map(u16::from);
    while let Some(first) = bytes.next() {
        let mut more = || bytes.next().filter(|byte| byte & 0xc0 == 0x80).map(|byte| byte & 0x3f);
        let (unit, least) = match first {
            0x01..=0x7f => (first, 1),
            0xc0..=0xdf => ((first & 0x1f) << 6 | more()?, 0x80),
            0xe0..=0xef => ((first & 0xf) << 12 | more()? << 6 | more()?, 0x800),
            _ => return None,
        };
        (unit >= least || (unit == 0 && least == 0x80)).then_some(())?;
        units.push(unit);
    }
    Some(units)
}

#[test]
fn the_parts_of_a_class_fill_it_exactly() {
    for seed in 0..SEEDS {
        let class = drawn(&class_file::classes(), seed);
        assert!(Reader::read(&class).is_some(), "seed {seed}");
    }
}

#[test]
fn texts_are_modified_utf8_with_lone_surrogates_and_zeros_among_them() {
    let (mut lone, mut zero) = (0, 0);
    for seed in 0..SEEDS {
        let class = drawn(&class_file::classes(), seed);
        for text in Reader::read(&class).unwrap().texts {
            let units = units(text).unwrap_or_else(|| panic!("seed {seed}: {text:x?}"));
            lone += usize::from(char::decode_utf16(units.iter().copied()).any(|c| c.is_err()));
            zero += usize::from(units.contains(&0));
        }
    }
    assert!(lone > 10 && zero > 10, "{lone} with lone surrogates, {zero} with zeros");
}

#[test]
fn every_kind_of_constant_occurs() {
    let mut seen = [false; 21];
    for seed in 0..SEEDS {
        for tag in Reader::read(&drawn(&class_file::classes(), seed)).unwrap().tags {
            seen[usize::from(tag)] = true;
        }
    }
    let missing: Vec<usize> = (0..21).filter(|tag| !seen[*tag]).collect();
    assert_eq!(missing, [2, 13, 14], "tags that there are not in the specification, either");
}

#[test]
fn the_same_choices_give_the_same_class() {
    for seed in 0..50 {
        let mut source = Source::random(Seed(seed));
        let class = source.draw(class_file::classes());
        let choices = source.recording().to_vec();
        let again = Source::replay(&choices, Seed(seed + 1)).draw(class_file::classes());
        assert_eq!(class, again, "seed {seed}");
    }
}

#[test]
fn the_simplest_choices_give_a_small_class_that_is_whole() {
    let class = Source::replay(&[0; 64], Seed(1)).draw(class_file::classes().budget(0));
    assert!(Reader::read(&class).is_some());
    assert!(class.len() < 200, "{} bytes", class.len());
}

#[test]
fn a_class_grows_with_its_budget_and_stays_below_a_size() {
    let mean = |budget: u32| {
        let sizes = (0..200).map(|seed| drawn(&class_file::classes().budget(budget), seed).len());
        sizes.sum::<usize>() / 200
    };
    let (small, usual, large) = (mean(5), mean(50), mean(500));
    assert!(small < 600, "{small} bytes with a budget of 5");
    assert!((600..1600).contains(&usual), "{usual} bytes with a budget of 50");
    assert!((2000..20_000).contains(&large), "{large} bytes with a budget of 500");
}

#[test]
fn a_class_is_far_below_the_size_limit() {
    for seed in 0..SEEDS {
        let mut source = Source::random(Seed(seed));
        source.draw(class_file::classes().errors(0.02));
        assert!(source.recording().len() < 2500, "{} choices", source.recording().len());
    }
}

#[test]
fn without_errors_nothing_is_drawn_for_them() {
    for seed in 0..50 {
        let (mut without, mut with) = (Source::random(Seed(seed)), Source::random(Seed(seed)));
        without.draw(class_file::classes().errors(0.0));
        with.draw(class_file::classes().errors(1e-9));
        assert_ne!(without.recording(), with.recording(), "seed {seed}");
    }
    let mean = |errors: f64| {
        let drawn = (0..200).map(|seed| {
            let mut source = Source::random(Seed(seed));
            source.draw(class_file::classes().errors(errors));
            source.recording().len()
        });
        drawn.sum::<usize>() / 200
    };
    assert!(mean(0.0) * 3 / 2 < mean(1e-9), "{} and {}", mean(0.0), mean(1e-9));
}

#[test]
fn errors_break_what_holds_without_them() {
    let broken = |errors: f64| {
        let format = class_file::classes().errors(errors);
        (0..SEEDS).filter(|seed| Reader::read(&drawn(&format, *seed)).is_none()).count()
    };
    let (some, many) = (broken(0.01), broken(0.1));
    assert!(some > 20, "{some} of {SEEDS} with errors of 1 %");
    assert!(many > some && many > 200, "{many} of {SEEDS} with errors of 10 %");
}

#[test]
fn the_dictionary_s_words_are_used() {
    let words = "[names]\nfrobnicate\norg.acme.Widget\n[texts]\nto be or not\n[attributes]\nAcme\n";
    let format = class_file::classes().dictionary(Dictionary::parse(words).unwrap());
    let mut found = [0; 4];
    for seed in 0..SEEDS {
        let class = drawn(&format, seed);
        let texts = Reader::read(&class).unwrap().texts;
        let sought: [&[u8]; 4] = [b"frobnicate", b"org/acme/Widget", b"to be or not", b"Acme"];
        for (found, word) in found.iter_mut().zip(sought) {
            *found += usize::from(texts.contains(&word));
        }
    }
    assert!(found.iter().all(|count| *count > 3), "{found:?}");
}

#[test]
fn a_word_that_is_no_name_becomes_one() {
    let words = Dictionary::parse("[names]\n..\na;b[c/d.e\n<init>\n").unwrap();
    let format = class_file::classes().dictionary(words);
    for seed in 0..SEEDS {
        let class = drawn(&format, seed);
        let texts = Reader::read(&class).unwrap().texts;
        assert!(!texts.contains(&&b"a;b[c/d.e"[..]) && !texts.contains(&&b".."[..]), "seed {seed}");
    }
}

#[test]
fn most_classes_are_for_java_17_or_older() {
    let newer = (0..SEEDS).filter(|seed| drawn(&class_file::classes(), *seed)[7] > 61).count();
    assert!((1..40).contains(&newer), "{newer} of {SEEDS}");
}

#[test]
fn a_descriptor_says_what_a_method_takes_and_gives() {
    for seed in 0..SEEDS {
        let text = drawn(&class_file::descriptors(), seed);
        let (parameters, result) = text.strip_prefix('(').unwrap().split_once(')').unwrap();
        let parameters = types(parameters);
        assert!(parameters.is_some_and(|count| count < 256), "{text}");
        assert!(result == "V" || types(result) == Some(1), "{text}");
    }
}

/// How many types a descriptor has; nothing if it has something else.
fn types(text: &str) -> Option<usize> {
    let mut rest = text;
    let mut count = 0;
    while !rest.is_empty() {
        rest = rest.trim_start_matches('[');
        rest = match rest.strip_prefix('L') {
            Some(name) => name.split_once(';').filter(|(name, _)| !name.is_empty())?.1,
            None => rest.strip_prefix(|sign| "IZBCSJFD".contains(sign))?,
        };
        count += 1;
    }
    Some(count)
}

#[test]
fn brackets_of_signatures_balance() {
    let mut with_arguments = 0;
    for seed in 0..SEEDS {
        let text = drawn(&class_file::signatures(), seed);
        let mut depth = 0;
        for sign in text.chars() {
            depth += i32::from(sign == '<') - i32::from(sign == '>');
            assert!(depth >= 0, "{text}");
        }
        assert_eq!(depth, 0, "{text}");
        with_arguments += usize::from(text.contains('<'));
    }
    assert!(with_arguments > 100, "{with_arguments} of {SEEDS}");
}
