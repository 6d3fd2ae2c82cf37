//! What `#[derive(Generate)]` generates, by many values of fixed seeds.

#![deny(warnings)]

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use chiasma::generators::{self, int};
use chiasma::{Generate, Seed, Source};

const SEEDS: u64 = 2_000;

/// Many values of a type.
fn values<T: Generate>() -> impl Iterator<Item = T> {
    (0..SEEDS).map(|seed| T::generate(&mut Source::random(Seed(seed))))
}

#[derive(Debug, Clone, PartialEq, Generate)]
struct Named {
    #[generate(range = 1..=6)]
    die: u8,
    #[generate(range = -1.5..=1.5)]
    float: f64,
    #[generate(range = 'a'..'e')]
    letter: char,
    #[generate(range = ..-5)]
    r#type: i32,
    #[generate(with = generators::vec(2..=3, int(0..=1)))]
    bits: Vec<u8>,
    #[generate(with = |s| s.int(0..5) * 2)]
    even: u16,
    #[generate(with = pair)]
    pair: (u8, u8),
    #[generate(skip)]
    cache: Option<String>,
    any: Option<bool>,
}

fn pair(s: &mut Source) -> (u8, u8) {
    let low = s.int(0..=9);
    (low, s.int(low..=9))
}

#[test]
fn attributes_of_fields_hold_for_every_value() {
    let mut any = BTreeSet::new();
    for value in values::<Named>() {
        assert!((1..=6).contains(&value.die));
        assert!((-1.5..=1.5).contains(&value.float));
        assert!(('a'..'e').contains(&value.letter));
        assert!(value.r#type < -5);
        assert!((2..=3).contains(&value.bits.len()) && value.bits.iter().all(|bit| *bit <= 1));
        assert!(value.even % 2 == 0 && value.even < 10);
        assert!(value.pair.0 <= value.pair.1 && value.pair.1 <= 9);
        assert_eq!(value.cache, None);
        any.insert(value.any);
    }
    assert_eq!(any.len(), 3);
}

#[test]
fn fields_are_drawn_by_name_at_sites_of_their_own() {
    let mut s = Source::random(Seed(1));
    s.set_tracing(true);
    Named::generate(&mut s);
    let fields: Vec<_> = s.trace().spans().iter().filter(|span| span.label.is_some()).collect();
    let labels: Vec<_> = fields.iter().filter_map(|span| span.label).collect();
    assert_eq!(labels, ["die", "float", "letter", "type", "bits", "even", "pair", "any"]);
    let sites: BTreeSet<_> = fields.iter().map(|span| span.site).collect();
    assert_eq!(sites.len(), fields.len());
}

#[derive(Debug, PartialEq, Generate)]
struct Tuple(u8, #[generate(range = 0..=3)] i64, #[generate(skip)] Vec<u8>);

#[derive(Debug, Clone, PartialEq, Generate)]
struct Unit;

#[derive(Debug, PartialEq, Generate)]
struct Empty {}

#[test]
fn structs_of_every_form_are_generated() {
    assert!(values::<Tuple>().all(|tuple| tuple.1 <= 3 && tuple.2.is_empty()));
    assert!(values::<(Unit, Empty)>().all(|units| units == (Unit, Empty {})));
    let mut s = Source::random(Seed(1));
    s.set_tracing(true);
    Tuple::generate(&mut s);
    let labels: Vec<_> = s.trace().spans().iter().filter_map(|span| span.label).collect();
    assert_eq!(labels, ["0", "1"]);
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Generate)]
enum Choice {
    #[generate(weight = 2)]
    Often,
    Seldom(bool),
    #[generate(skip)]
    Never(NotGenerated),
    #[generate(weight = MOST - 1)]
    Mostly {
        flag: bool,
    },
}

const MOST: u32 = 6;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct NotGenerated;

#[derive(Debug, Clone, Copy, PartialEq, Generate)]
enum Only {
    One,
}

#[test]
fn variants_come_up_as_often_as_their_weights_say() {
    let mut counts = [0u32; 3];
    for value in values::<Choice>() {
        match value {
            Choice::Often => counts[0] += 1,
            Choice::Seldom(_) => counts[1] += 1,
            Choice::Mostly { .. } => counts[2] += 1,
            Choice::Never(NotGenerated) => panic!("a skipped variant was generated"),
        }
    }
    // Of 8 parts: 2, 1 and 5. The tolerance is a fifth, more than four standard deviations.
    for (count, weight) in counts.into_iter().zip([2.0, 1.0, 5.0]) {
        let expected = SEEDS as f64 * weight / 8.0;
        assert!((f64::from(count) - expected).abs() < expected / 5.0, "{counts:?}");
    }
    let all: BTreeSet<_> = values::<Choice>().collect();
    assert_eq!(all.len(), 5);
    assert!(!all.contains(&Choice::Never(NotGenerated)));
    assert!(values::<Only>().all(|only| only == Only::One));
}

#[derive(Debug, PartialEq, Generate)]
struct Generic<'a, T, U = u8, const N: usize = 2>
where
    T: Clone,
{
    items: [T; N],
    #[generate(with = |_| "text")]
    text: &'a str,
    other: Box<U>,
    #[generate(skip)]
    marker: std::marker::PhantomData<T>,
}

#[derive(Debug, PartialEq, Generate)]
enum Either<L: PartialEq, R> {
    Left(L),
    Right { right: R },
}

#[test]
fn generic_types_are_generated_for_types_that_are() {
    assert!(values::<Generic<'_, bool, String, 3>>().all(|value| value.items.len() == 3));
    assert!(values::<Generic<'_, Unit>>().all(|value| value.text == "text"));
    let lefts = values::<Either<u8, Tuple>>().filter(|value| matches!(value, Either::Left(_)));
    let lefts = lefts.count() as u64;
    assert!(lefts > 0 && lefts < SEEDS);
}

#[derive(Debug, PartialEq, Generate)]
enum Json {
    Array(Vec<Json>),
    Object(BTreeMap<String, Self>),
    Null,
    Pair(Box<(Json, VecDeque<Json>)>),
    Number(i32),
    Shared(Rc<[Json]>, Option<Arc<VecDeque<Json>>>),
}

impl Json {
    fn children(&self) -> Vec<&Json> {
        match self {
            Self::Null | Self::Number(_) => Vec::new(),
            Self::Array(items) => items.iter().collect(),
            Self::Object(members) => members.values().collect(),
            Self::Pair(pair) => std::iter::once(&pair.0).chain(&pair.1).collect(),
            Self::Shared(items, more) => {
                let more = more.iter().flat_map(|more| more.iter());
                items.iter().chain(more).collect()
            }
        }
    }

    fn depth(&self) -> usize {
        self.children().into_iter().map(|child| 1 + child.depth()).max().unwrap_or(0)
    }

    fn size(&self) -> usize {
        1 + self.children().into_iter().map(Json::size).sum::<usize>()
    }
}

#[test]
fn a_recursive_enum_ends_at_some_depth() {
    let all: Vec<Json> = values().collect();
    let deepest = all.iter().map(Json::depth).max();
    assert_eq!(deepest, Some(5));
    let largest = all.iter().map(Json::size).max().unwrap_or(0);
    assert!((20..=2_000).contains(&largest), "{largest}");
    let total: usize = all.iter().map(Json::size).sum();
    assert!(total / all.len() < 60, "{total}");
    let kinds: HashSet<_> = all.iter().map(std::mem::discriminant).collect();
    assert_eq!(kinds.len(), 6);
}

#[test]
fn collections_of_the_type_itself_are_short() {
    for json in values::<Json>() {
        match json {
            Json::Array(items) => assert!(items.len() <= 3),
            Json::Object(members) => assert!(members.len() <= 3),
            Json::Pair(pair) => assert!(pair.1.len() <= 3),
            Json::Shared(items, more) => {
                assert!(items.len() <= 3 && more.is_none_or(|more| more.len() <= 3));
            }
            Json::Null | Json::Number(_) => {}
        }
    }
}

/// The value that comes of the simplest answer to every request.
fn simplest<T: Generate>() -> T {
    T::generate(&mut Source::replay(&[0; 100], Seed(1)))
}

#[test]
fn the_simplest_variant_does_not_hold_the_type() {
    assert_eq!(simplest::<Json>(), Json::Null);
    assert_eq!(simplest::<Expression>(), Expression::Literal(0));
    assert_eq!(simplest::<Choice>(), Choice::Often);
}

#[derive(Debug, PartialEq, Generate)]
enum Expression {
    Sum(Box<Expression>, Box<Expression>),
    Negated {
        inner: Box<Expression>,
    },
    #[generate(weight = 2)]
    Literal(u8),
}

#[derive(Debug, Generate)]
struct List {
    head: u8,
    next: Option<Box<List>>,
    others: Vec<(u8, List)>,
}

impl List {
    fn depth(&self) -> usize {
        let others = self.others.iter().map(|(_, other)| other);
        let inner = self.next.as_deref().into_iter().chain(others);
        inner.map(|list| 1 + list.depth()).max().unwrap_or(0)
    }
}

/// All variants hold the enum, but one can be empty.
#[derive(Debug, Generate)]
enum Rose {
    Grafted(Box<Rose>),
    Branches(Vec<Rose>),
    Bud(Option<Box<Rose>>),
}

impl Rose {
    fn depth(&self) -> usize {
        match self {
            Self::Grafted(inner) => 1 + inner.depth(),
            Self::Branches(branches) => branches.iter().map(|b| 1 + b.depth()).max().unwrap_or(0),
            Self::Bud(inner) => inner.as_ref().map_or(0, |inner| 1 + inner.depth()),
        }
    }
}

#[test]
fn a_type_that_always_holds_itself_ends_by_being_empty() {
    assert!(values::<List>().any(|list| list.head > 0));
    assert_eq!(values::<List>().map(|list| list.depth()).max(), Some(5));
    assert_eq!(values::<Rose>().map(|rose| rose.depth()).max(), Some(5));
}

mod hostile {
    //! Names that an expansion must not be confused by.

    #[allow(non_camel_case_types, dead_code)]
    struct u32;
    #[allow(dead_code)]
    struct Default;
    #[allow(dead_code)]
    trait Generator {}
    #[allow(dead_code)]
    mod core {}
    #[allow(dead_code)]
    mod chiasma {}

    #[derive(::chiasma::Generate)]
    pub(super) enum Source {
        Vec(u8, #[generate(skip)] u16),
        #[generate(weight = 2)]
        Option {
            __source: bool,
            __level: u8,
        },
        Nested(Box<Source>),
    }

    macro_rules! define {
        ($name:ident { $($field:ident: $t:ty),* }) => {
            #[derive(::chiasma::Generate)]
            pub(super) struct $name {
                $(pub(super) $field: $t),*
            }
        };
    }
    define!(ByMacro { s: u8, list: Option<Box<ByMacro>> });
}

#[test]
fn an_expansion_minds_its_own_names() {
    fn sum(source: &hostile::Source) -> usize {
        match source {
            hostile::Source::Vec(a, b) => usize::from(*a) + usize::from(*b),
            hostile::Source::Option { __source, __level } => {
                usize::from(*__source) + usize::from(*__level)
            }
            hostile::Source::Nested(inner) => 1 + sum(inner),
        }
    }
    assert!(values::<hostile::Source>().all(|source| sum(&source) <= 255 + 6));
    assert!(values::<hostile::ByMacro>().any(|value| value.s > 0 && value.list.is_some()));
}
