//! The ready generators: what they make, what they can reach, and where they stop.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::{CString, OsString};
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use chiasma_core::generators::*;
use chiasma_core::{Generator, Rejection, Seed, Source, one_of};

/// What `generator` makes from `count` seeds.
fn samples<G: Generator>(count: u64, generator: G) -> Vec<G::Value> {
    (0..count).map(|seed| Source::random(Seed(seed)).draw(generator.by_ref())).collect()
}

#[test]
fn integers_stay_in_their_range_and_reach_its_ends() {
    let small: BTreeSet<i8> = samples(500, int(-3..=3i8)).into_iter().collect();
    assert_eq!(small.into_iter().collect::<Vec<_>>(), [-3, -2, -1, 0, 1, 2, 3]);
    let wide = samples(3_000, int::<i64>(..));
    for special in [0, 1, -1, i64::MIN, i64::MAX] {
        assert!(wide.contains(&special), "{special} never came up");
    }
    assert!(samples(2_000, int::<u128>(..)).iter().any(|n| *n > u128::MAX / 2));
    assert!(samples(500, int(-5..=5i128)).contains(&-5));
    assert!(samples(500, int(i128::MIN..=-7)).iter().all(|n| *n <= -7));
    assert!(samples(500, int(u64::MAX - 1..)).iter().all(|n| *n >= u64::MAX - 1));
}

#[test]
fn floats_reach_their_special_values_and_stay_in_their_range() {
    let any = samples(5_000, float::<f64>(..));
    assert!(any.iter().any(|x| x.is_nan()));
    assert!(any.contains(&f64::INFINITY) && any.contains(&f64::NEG_INFINITY));
    assert!(any.iter().any(|x| *x == 0.0 && x.is_sign_negative()));
    assert!(any.contains(&f64::MAX) && any.contains(&f64::from_bits(1)));
    assert!(any.iter().any(|x| x.fract() != 0.0 && x.abs() < 1_000.0));
    let unit = samples(2_000, float(0.0..1.0));
    assert!(unit.iter().all(|x| (0.0..1.0).contains(x)));
    assert!(unit.contains(&0.0) && unit.contains(&1.0f64.next_down()));
    let distinct: HashSet<u64> = unit.iter().map(|x| x.to_bits()).collect();
    assert!(distinct.len() > 500, "{}", distinct.len());
    let all = samples(2_000, float(f32::MIN..=f32::MAX));
    assert!(all.iter().all(|x| x.is_finite()));
    assert!(samples(200, float(2.5..=2.75)).iter().all(|x| (2.5..=2.75).contains(x)));
}

#[test]
fn floats_of_a_wide_range_are_numbers_of_every_magnitude() {
    let ranges = [
        (0.0, f64::INFINITY),
        (f64::NEG_INFINITY, f64::INFINITY),
        (f64::NEG_INFINITY, -1.0),
        (f64::INFINITY, f64::INFINITY),
        (0.0, f64::MAX),
        (f64::MIN, f64::MAX),
        (1e300, 2e300),
    ];
    for (low, high) in ranges {
        let floats = samples(2_000, float(low..=high));
        assert!(floats.iter().all(|x| (low..=high).contains(x)), "{low}..={high}");
        let moderate = |x: &f64| x.fract() != 0.0 && (1e-6..1e6).contains(&x.abs());
        if low.abs() < 1e6 || high.abs() < 1e6 || low < 0.0 && high > 0.0 {
            let count = floats.iter().filter(|x| moderate(x)).count();
            assert!(count > 50, "{low}..={high}: {count}");
            assert!(floats.iter().any(|x| x.abs() > 1e100), "{low}..={high}");
        }
    }
    let positive = samples(2_000, float(0.0..));
    assert!(positive.iter().all(|x: &f64| x.is_finite() && *x >= 0.0));
    // The bytes that ask for the middle of an infinite range.
    let mut source = Source::replay(&[6, 0, 0, 0, 0, 0, 0, 0], Seed(1));
    assert!(!source.float(0.0..=f64::INFINITY).is_nan());
}

#[test]
fn characters_are_mostly_ascii_but_not_only() {
    let chars = samples(4_000, char(..));
    let ascii = chars.iter().filter(|c| (' '..='~').contains(c)).count();
    // Expected 3,000 (6 of 8); standard deviation 27.
    assert!((2_800..3_200).contains(&ascii), "{ascii}");
    assert!(chars.contains(&'\0') && chars.contains(&'\u{10ffff}') && chars.contains(&'\u{202e}'));
    assert!(samples(200, char('x'..='z')).iter().all(|c| ('x'..='z').contains(c)));
}

#[test]
fn weights_are_kept() {
    let chosen = samples(8_000, from_fn(|s| *s.weighted(&[(1, 'a'), (0, 'b'), (3, 'c')])));
    let a = chosen.iter().filter(|c| **c == 'a').count();
    // Expected 2,000; standard deviation 39.
    assert!((1_800..2_200).contains(&a), "{a}");
    assert!(!chosen.contains(&'b'));
    let seldom = samples(8_000, from_fn(|s| s.chance(0.01))).iter().filter(|yes| **yes).count();
    // Expected 80; standard deviation 9.
    assert!((30..130).contains(&seldom), "{seldom}");
    assert!(samples(100, from_fn(|s| s.chance(0.0))).iter().all(|yes| !yes));
    assert!(samples(100, from_fn(|s| s.chance(1.0))).iter().all(|yes| *yes));
}

#[test]
fn collections_keep_to_their_lengths() {
    let lengths: BTreeSet<usize> = samples(500, vec(2..5, just(0))).iter().map(Vec::len).collect();
    assert_eq!(lengths, BTreeSet::from([2, 3, 4]));
    for set in samples(300, btree_set(2..=3, int(0..4))) {
        assert!((2..=3).contains(&set.len()), "{set:?}");
    }
    for map in samples(300, hash_map(1..4, string(1, char('a'..='e')), any::<bool>())) {
        assert!((1..4).contains(&map.len()), "{map:?}");
    }
    assert!(samples(300, btree_map(0..3, any::<u8>(), any::<u8>())).contains(&BTreeMap::new()));
    // Long lengths are possible, short ones are common.
    let lengths: Vec<usize> =
        samples(2_000, vec(0..=1_000, just(()))).iter().map(Vec::len).collect();
    assert!(lengths.iter().any(|&n| n > 800) && lengths.contains(&0));
    assert!(lengths.iter().filter(|&&n| n < 20).count() > 600);
}

#[test]
fn a_length_without_bound_is_cut_to_what_fits() {
    let lengths = 0..=usize::MAX;
    let mut oversize = 0;
    for seed in 0..300 {
        let mut source = Source::with_max_size(500, Seed(seed));
        let drawn = std::panic::AssertUnwindSafe(|| {
            let nothing = source.draw(vec(lengths.clone(), just(())));
            let numbers = source.draw(vec(lengths.clone(), int::<u64>(..)));
            let text = source.draw(string(lengths.clone(), char('a'..='z')));
            [nothing.len(), numbers.len(), text.len()]
        });
        let [nothing, numbers, text] = std::panic::catch_unwind(drawn).unwrap();
        assert!(nothing <= 500 && numbers <= 500 && text <= 500);
        oversize += u32::from(source.is_oversize());
    }
    assert!((1..300).contains(&oversize), "{oversize}");
    assert_eq!(samples(1, vec(20_000, just(7)))[0].len(), 20_000, "a length that is asked for");
}

#[test]
fn a_block_that_no_limit_has_room_for_is_rejected() {
    let result = std::panic::catch_unwind(|| Source::random(Seed(1)).bytes(1 << 45));
    assert!(result.unwrap_err().is::<Rejection>());
}

#[test]
fn a_set_that_cannot_be_filled_is_smaller_or_rejected() {
    for set in samples(200, hash_set(0..=9, any::<bool>())) {
        assert!(set.len() <= 2);
    }
    let result = std::panic::catch_unwind(|| samples(1, hash_set(3, any::<bool>())));
    let rejection = result.unwrap_err().downcast::<Rejection>().unwrap();
    assert!(rejection.reason.contains("too few different elements"));
}

#[test]
fn map_filter_and_flat_map_do_what_their_names_say() {
    assert!(samples(100, int(0..9).map(|n: u8| n * 2)).iter().all(|n| n % 2 == 0));
    assert!(
        samples(100, int(0..9).filter(|n: &u8| n.is_multiple_of(3))).iter().all(|n| n % 3 == 0)
    );
    let pairs = samples(100, int(1..9usize).flat_map(|n| (just(n), int(0..n))));
    assert!(pairs.iter().all(|(n, below)| below < n));
    let rejecting = int(0..9u8).filter(|_| false);
    let rejection =
        std::panic::catch_unwind(|| samples(1, rejecting)).unwrap_err().downcast::<Rejection>();
    let rejection = rejection.unwrap();
    assert_eq!(rejection.reason, "a filter refused 100 values in a row");
    assert!(rejection.location.file().ends_with("generators.rs"), "{}", rejection.location);
}

#[test]
fn choices_draw_from_all_their_alternatives() {
    let mixed: BTreeSet<u8> =
        samples(500, one_of![just(1), int(4..6), 9u8.generator()]).into_iter().collect();
    assert_eq!(mixed, BTreeSet::from([1, 4, 5, 9]));
    let sampled: BTreeSet<&str> = samples(200, sampled_from(["a", "b"])).into_iter().collect();
    assert_eq!(sampled, BTreeSet::from(["a", "b"]));
    let orders: BTreeSet<Vec<u8>> = samples(300, shuffled([1, 2, 3])).into_iter().collect();
    assert_eq!(orders.len(), 6);
    let subsets: BTreeSet<Vec<u8>> = samples(300, subset([1, 2, 3])).into_iter().collect();
    assert_eq!(subsets.len(), 8);
    assert!(subsets.contains(&vec![1, 3]));
    let results = samples(100, result(just(1), just(2)));
    assert!(results.contains(&Ok(1)) && results.contains(&Err(2)));
}

/// A constant as a generator, by a trait of the test's own: user types may implement the trait.
trait AsGenerator: Sized {
    fn generator(self) -> Just<Self>;
}

impl AsGenerator for u8 {
    fn generator(self) -> Just<Self> {
        just(self)
    }
}

#[derive(Debug)]
enum Tree {
    Leaf,
    Node(Vec<Tree>),
}

impl Tree {
    fn depth(&self) -> usize {
        match self {
            Self::Leaf => 0,
            Self::Node(trees) => 1 + trees.iter().map(Self::depth).max().unwrap_or(0),
        }
    }
    fn branches(&self) -> usize {
        match self {
            Self::Leaf => 0,
            Self::Node(trees) => 1 + trees.iter().map(Self::branches).sum::<usize>(),
        }
    }
}

#[test]
fn recursive_values_keep_to_their_depth_and_size() {
    let trees = samples(
        500,
        recursive(3, 12, from_fn(|_| Tree::Leaf), |tree| vec(0..6, tree).map(Tree::Node)),
    );
    assert!(trees.iter().all(|tree| tree.depth() <= 3 && tree.branches() <= 12));
    assert!(trees.iter().any(|tree| tree.depth() == 3));
    assert!(trees.iter().any(|tree| matches!(tree, Tree::Leaf)));
    assert_eq!(trees.iter().map(Tree::branches).max(), Some(12));
}

#[test]
fn strings_match_the_expression_they_come_from() {
    let dates = samples(300, regex(r"(19|20)\d\d-(0[1-9]|1[0-2])"));
    for date in &dates {
        let (year, month) = date.split_once('-').unwrap();
        assert!(year.starts_with("19") || year.starts_with("20"), "{date}");
        assert_eq!(year.chars().count(), 4);
        assert!((1..=12).contains(&month.parse::<u8>().unwrap()), "{date}");
    }
    let words = samples(300, regex("^a+b?[x-z]{2,3}$"));
    for word in &words {
        let rest = word.trim_start_matches('a');
        assert!(rest.len() < word.len() && rest.len() <= 4 && !rest.contains('a'), "{word}");
    }
    assert!(words.iter().any(|word| word.contains('b')));
    assert!(words.iter().any(|word| word.starts_with("aaaaaa")));
    assert!(samples(300, regex(".")).iter().any(|c| !c.is_ascii()));
    assert_eq!(samples(1, regex("")), [""]);
    let greek = samples(100, regex(r"\p{Greek}"));
    assert!(greek.iter().any(|text| ("α"..="ω").contains(&&**text)), "{greek:?}");
    let loud = samples(100, regex("(?i)abc"));
    assert!(loud.iter().all(|text| text.to_lowercase() == "abc"));
    assert!(loud.iter().any(|text| text == "abc") && loud.iter().any(|text| text == "aBc"));
    assert!(samples(50, regex(r"\p{L}\p{Lu}")).iter().all(|text| text.chars().count() == 2));
    assert!(try_regex("a{2").unwrap_err().to_string().contains("repetition"), "no closing brace");
    assert!(try_regex("[a&&b]").unwrap_err().to_string().contains("nothing matches"));
}

#[test]
fn character_classes_are_read_as_in_brackets() {
    let set: BTreeSet<char> = samples(500, chars_of("-a-cx")).into_iter().collect();
    assert_eq!(set, BTreeSet::from(['-', 'a', 'b', 'c', 'x']));
    assert_eq!(samples(3, chars_of("q")), ['q'; 3]);
}

#[test]
fn tuples_and_arrays_of_generators_make_tuples_and_arrays() {
    let (number, [first, second], flag) =
        samples(1, (int(5..=5), [just('a'), just('b')], any::<bool>()))[0];
    assert_eq!((number, first, second), (5, 'a', 'b'));
    let _: bool = flag;
    let arrays = samples(50, any::<[u8; 4]>());
    assert!(arrays.iter().any(|array| array[0] != array[3]));
}

#[test]
fn std_types_bring_generators_along() {
    type Nested = (Option<Box<u8>>, Result<String, ()>, Vec<i16>, BTreeMap<char, bool>);
    let values = samples(300, any::<Nested>());
    assert!(values.iter().any(|(option, ..)| option.is_none()));
    assert!(values.iter().any(|(_, result, ..)| matches!(result, Ok(text) if text.len() > 3)));
    assert!(values.iter().any(|(.., map)| map.len() > 2));
    assert!(samples(300, any::<std::num::NonZero<i8>>()).iter().any(|n| n.get() == 1));
    let addresses = samples(50, any::<std::net::SocketAddr>());
    assert!(addresses.iter().any(|address| address.is_ipv6()));
    assert!(samples(50, any::<std::time::Duration>()).iter().any(|d| d.subsec_nanos() > 0));
    type Shared = (Rc<[u8]>, Arc<[u8]>, Rc<str>, Arc<str>, Cow<'static, str>);
    assert!(samples(50, any::<Shared>()).iter().any(|shared| shared.3.len() > 3));
    type Platform = (PathBuf, OsString, CString, RangeInclusive<u8>);
    assert!(samples(50, any::<Platform>()).iter().any(|(.., range)| !range.is_empty()));
    let times = samples(200, any::<SystemTime>());
    let before = times.iter().filter(|time| **time < UNIX_EPOCH).count();
    assert!((1..200).contains(&before), "{before}");
    type Twelve = (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, bool);
    assert!(samples(50, any::<Twelve>()).iter().any(|twelve| twelve.11));
    struct NotGenerated;
    assert_eq!(samples(1, any::<PhantomData<NotGenerated>>()), [PhantomData]);
}
