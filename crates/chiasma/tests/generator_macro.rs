//! What `#[generator]` makes of a function: a call of it opens a span, and all else stays.

#![deny(warnings)]

use std::fmt::Display;

use chiasma::{Generate, Seed, Source, generator};

/// The spans that `draw` opens, as (name, type), without the root.
fn spans(draw: impl FnOnce(&mut Source)) -> Vec<(&'static str, &'static str)> {
    let mut s = Source::random(Seed(1));
    s.set_tracing(true);
    draw(&mut s);
    s.trace().spans().iter().skip(1).map(|span| (span.name, span.type_name)).collect()
}

#[generator]
fn digit(s: &mut Source) -> u8 {
    s.int(0..=9)
}

#[generator]
fn two_digits(mut s: &mut Source) -> (u8, u8) {
    let first = digit(s);
    s = &mut *s;
    (first, digit(s))
}

#[test]
fn a_call_opens_a_span_named_by_its_path() {
    assert_eq!(
        spans(|s| _ = two_digits(s)),
        [
            ("generator_macro::two_digits", "(u8, u8)"),
            ("generator_macro::digit", "u8"),
            ("generator_macro::digit", "u8"),
        ]
    );
}

#[test]
fn a_span_is_known_by_where_the_function_is_called() {
    let mut s = Source::random(Seed(1));
    s.set_tracing(true);
    for _ in 0..2 {
        digit(&mut s);
    }
    digit(&mut s);
    let [_, first, again, elsewhere] = s.trace().spans() else { panic!("three calls") };
    assert_eq!(first.site, again.site);
    assert_ne!(first.site, elsewhere.site);
    assert_eq!(first.function, elsewhere.function);
}

#[generator]
fn generic<T: From<u8>>(s: &mut Source) -> T {
    s.int(0..=9u8).into()
}

struct Writer;

impl Writer {
    #[generator]
    fn letter(s: &mut Source) -> char {
        s.char('a'..='z')
    }
}

#[test]
fn a_drawn_call_has_one_line_in_a_saved_input() {
    let mut s = Source::random(Seed(1));
    s.set_tracing(true);
    s.draw(digit);
    s.draw(generic::<u32>);
    s.draw(Writer::letter);
    let text = chiasma_core::Chi::lines(s.trace());
    let titles: Vec<&str> = text.lines().filter(|line| line.ends_with(':')).collect();
    assert_eq!(titles, ["digit:", "generic<u32>:", "letter:"], "{text}");
}

#[generator]
fn early(s: &mut Source, limit: Option<u8>) -> Result<u8, String> {
    let Some(limit) = limit else { return Err("no limit".to_owned()) };
    let text = s.int(0..=limit).to_string();
    let number: u8 = text.parse().map_err(|_| format!("{text} is no number"))?;
    Ok(number)
}

#[test]
fn leaving_early_leaves_the_span() {
    let names = |limit| spans(|s| _ = (early(s, limit), digit(s))).len();
    assert_eq!((names(None), names(Some(3))), (2, 2));
    let mut s = Source::random(Seed(1));
    assert_eq!(early(&mut s, None), Err("no limit".to_owned()));
    assert_eq!(early(&mut s, Some(0)), Ok(0));
}

#[generator]
fn borrowed<'i, T>(items: &'i [T], s: &mut Source) -> &'i T {
    s.choose(items)
}

#[generator]
fn pushed<'v>(s: &mut Source, numbers: &'v mut Vec<u8>, mut extra: Vec<u8>) -> &'v mut Vec<u8> {
    extra.push(s.byte());
    numbers.append(&mut extra);
    numbers
}

#[generator]
fn shown(s: &mut Source) -> impl Display + use<> {
    s.int(10u8..=99)
}

#[generator]
fn boxed(s: &mut Source) -> Box<dyn Display> {
    if s.bool() { Box::new(1) } else { Box::new("one") }
}

#[generator]
pub(crate) fn filled<T, const N: usize>(s: &mut Source, first: T) -> [T; N]
where
    T: Generate + Clone,
{
    let mut array: [T; N] = std::array::from_fn(|_| T::generate(s));
    array[0] = first.clone();
    array
}

#[generator]
fn nothing(s: &mut Source, numbers: &mut Vec<u8>) {
    if s.bool() {
        return;
    }
    numbers.push(s.byte());
}

#[test]
fn arguments_generics_and_return_types_stay_as_they_are() {
    let mut s = Source::random(Seed(1));
    let items = ["a".to_owned(), "b".to_owned()];
    assert!(items.contains(borrowed(&items, &mut s)));
    let mut numbers = vec![1];
    pushed(&mut s, &mut numbers, vec![2]).push(4);
    assert!(matches!(numbers[..], [1, 2, _, 4]));
    assert_eq!(shown(&mut s).to_string().len(), 2);
    assert!(["1", "one"].contains(&boxed(&mut s).to_string().as_str()));
    assert_eq!(filled::<u8, 3>(&mut s, 7)[0], 7);
    nothing(&mut s, &mut numbers);
    assert!((4..=5).contains(&numbers.len()));
}

#[derive(Debug, Clone, PartialEq, Default)]
struct Grammar {
    words: Vec<String>,
}

impl Grammar {
    /// One of its words.
    #[generator]
    fn word(&self, s: &mut Source) -> &str {
        let word: &String = s.choose(&self.words);
        word
    }

    #[generator]
    #[must_use]
    fn grow(&mut self, s: &mut Source) -> &mut Self {
        self.words.push(s.byte().to_string());
        self
    }

    #[generator]
    fn of(s: &mut Source) -> Self {
        let mut grammar = Self::default();
        let _ = grammar.grow(s).grow(s);
        grammar
    }
}

trait Make: Sized {
    fn make(s: &mut Source) -> Self;
    fn remake(self, s: &mut Source) -> Self;
}

impl Make for Grammar {
    #[generator]
    fn make(s: &mut Source) -> Self {
        Self::of(s)
    }

    #[generator]
    fn remake(mut self, s: &mut Source) -> Self {
        self.words.push(s.byte().to_string());
        self
    }
}

#[test]
fn methods_can_be_generators() {
    let mut s = Source::random(Seed(1));
    let grammar = Grammar::make(&mut s).remake(&mut s);
    assert_eq!(grammar.words.len(), 3);
    let word = grammar.word(&mut s);
    assert!(grammar.words.iter().any(|known| known == word));
    let names: Vec<_> = spans(|s| _ = Grammar::make(s)).into_iter().map(|(name, _)| name).collect();
    let expected = ["make", "of", "grow", "grow"].map(|name| format!("generator_macro::{name}"));
    assert_eq!(names, expected);
}
