//! What is measured, on examples small enough to be counted by hand.

use chiasma_core::{Rng, Seed};
use chiasma_lab::measures::{
    Covered, Curve, Edges, Inheritance, Moment, common_edges, mutation_distance, sample_pairs,
};

fn edges(numbers: &[u32]) -> Edges {
    numbers.iter().copied().collect()
}

/// The textbook's table, to compare with.
fn plain_levenshtein(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[test]
fn distance_is_edits_by_characters_over_the_longer_length() {
    assert_eq!(mutation_distance("kitten", "sitting"), 3.0 / 7.0);
    assert_eq!(mutation_distance("", "abc"), 1.0);
    assert_eq!(mutation_distance("abc", ""), 1.0);
    assert_eq!(mutation_distance("abc", "xyz"), 1.0);
    assert_eq!(mutation_distance("äöü", "äou"), 2.0 / 3.0, "characters, not bytes");
    assert_eq!(mutation_distance("<a><b/></a>", "<a></a>"), 4.0 / 11.0);
}

#[test]
fn a_zero_mutation_has_distance_zero() {
    assert_eq!(mutation_distance("same", "same"), 0.0);
    assert_eq!(mutation_distance("", ""), 0.0);
}

#[test]
fn distances_of_random_texts_are_those_of_the_textbook() {
    let mut rng = Rng::new(Seed(1));
    for _ in 0..300 {
        let mut text = |letters: u64| -> String {
            let length = rng.up_to(200);
            (0..length).map(|_| char::from(b'a' + rng.up_to(letters) as u8)).collect()
        };
        let (a, b) = (text(3), text(4));
        let longer = a.len().max(b.len()).max(1);
        assert_eq!(mutation_distance(&a, &b), plain_levenshtein(&a, &b) as f64 / longer as f64);
    }
}

#[test]
fn distances_of_long_texts_in_many_letters_are_those_of_the_textbook() {
    let mut rng = Rng::new(Seed(2));
    let mut text = || -> String {
        (0..2_000).map(|_| char::from_u32(0x20 + rng.up_to(0x2000) as u32).unwrap()).collect()
    };
    let (a, b) = (text(), text());
    let shifted = format!("{}{a}", &b[..b.char_indices().nth(700).unwrap().0]);
    for (a, b, longer) in [(&a, &b, 2_000), (&a, &shifted, 2_700)] {
        assert_eq!(mutation_distance(a, b), plain_levenshtein(a, b) as f64 / f64::from(longer));
    }
}

#[test]
fn sets_of_edges_behave_as_sets() {
    let mut set = edges(&[3, 64, 1000]);
    assert!(!set.insert(64) && set.insert(65));
    assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 65, 1000]);
    assert!(set.contains(1000) && !set.contains(1001) && !set.contains(100_000));
    assert_eq!(set.union(&edges(&[5])).len(), 5);
    assert_eq!(set.intersection(&edges(&[3, 9, 2000])), edges(&[3]));
    assert_eq!(set.without(&edges(&[1000, 64])), edges(&[3, 65]));
    assert_eq!(edges(&[1000]).without(&edges(&[1000])), Edges::new());
    assert!(Edges::new().is_empty() && edges(&[7]).without(&edges(&[7])).is_empty());
}

#[test]
fn common_is_what_more_than_half_of_the_samples_cover() {
    let samples = [edges(&[1, 2, 3]), edges(&[1, 2]), edges(&[1, 3]), edges(&[1, 9])];
    assert_eq!(common_edges(&samples), edges(&[1]), "a half is not more than a half");
    assert_eq!(common_edges(&samples[..3]), edges(&[1, 2, 3]));
    assert_eq!(common_edges(&[]), Edges::new());
}

#[test]
fn a_child_inherits_the_share_of_its_parents_edges_that_it_covers() {
    // 1 is common; P1 u P2 = {2, 3, 4, 5, 6}, and the child covers 3, 4 and 5 of it.
    let (first, second) = (edges(&[1, 2, 3, 4]), edges(&[1, 4, 5, 6]));
    let common = edges(&[1]);
    let of = |child: &[u32]| Inheritance::of(&edges(child), [&first, &second], &common).unwrap();
    assert_eq!(of(&[1, 3, 4, 5]), Inheritance { rate: 0.6, is_hybrid: true });
    assert_eq!(of(&[2, 3, 4]), Inheritance { rate: 0.6, is_hybrid: false });
    assert_eq!(of(&[4]), Inheritance { rate: 0.2, is_hybrid: false });
    assert_eq!(of(&[1]), Inheritance { rate: 0.0, is_hybrid: false });
    let with_news = of(&[2, 3, 4, 5, 6, 70, 80]);
    assert_eq!(with_news, Inheritance { rate: 1.0, is_hybrid: true }, "news neither help nor harm");
}

#[test]
fn parents_that_cover_only_common_edges_pass_nothing_on() {
    let one = edges(&[1]);
    assert_eq!(Inheritance::of(&one, [&one, &one], &one), None);
}

#[test]
fn pairs_are_drawn_until_each_parent_has_something_of_its_own() {
    let common = edges(&[1]);
    let corpora = [
        vec![edges(&[1, 2]), edges(&[1, 2, 3]), edges(&[1, 4])],
        vec![edges(&[5])],
        vec![edges(&[6]), edges(&[1, 7])],
    ];
    let pairs = sample_pairs(&corpora, &common, 1_000, Seed(7));
    assert_eq!(pairs.len(), 1_000);
    for pair in &pairs {
        let [first, second] = [pair.first, pair.second].map(|at| &corpora[pair.corpus][at]);
        assert!(Inheritance::allows_hybrids([first, second], &common), "{pair:?}");
    }
    for corpus in [0, 2] {
        assert!(pairs.iter().any(|pair| pair.corpus == corpus));
    }
    assert_eq!(pairs, sample_pairs(&corpora, &common, 1_000, Seed(7)), "same seed, same pairs");
    assert_ne!(pairs, sample_pairs(&corpora, &common, 1_000, Seed(8)));
}

#[test]
fn corpora_without_fitting_pairs_give_none_and_do_not_hang() {
    let nested = vec![edges(&[1]), edges(&[1, 2]), edges(&[1, 2, 3])];
    assert_eq!(sample_pairs(&[nested], &Edges::new(), 100, Seed(1)), []);
    assert_eq!(sample_pairs(&[], &Edges::new(), 100, Seed(1)), []);
    assert_eq!(sample_pairs(&[vec![edges(&[1])]], &Edges::new(), 100, Seed(1)), []);
}

fn moment(seconds: f64, runs: u64) -> Moment {
    Moment { seconds, runs }
}

#[test]
fn coverage_grows_by_what_no_earlier_input_covers() {
    let saved = [
        (moment(4.0, 400), Covered::Edges(vec![3, 4])),
        (moment(1.0, 100), Covered::Edges(vec![1, 2])),
        (moment(2.0, 250), Covered::Edges(vec![1, 2, 3])),
        (moment(3.0, 300), Covered::Edges(vec![2])),
    ];
    let curve = Curve::new(saved.iter().map(|(at, covered)| (*at, covered)), moment(10.0, 1000));
    let steps: Vec<u64> = curve.points().iter().map(|point| point.covered).collect();
    assert_eq!(steps, [2, 3, 4], "what brings nothing is no step");
    for (seconds, expected) in [(0.0, 0), (0.99, 0), (1.0, 2), (1.5, 2), (2.0, 3), (9.0, 4)] {
        assert_eq!(curve.at_seconds(seconds), Some(expected), "at {seconds} s");
    }
    for (runs, expected) in [(0, 0), (100, 2), (249, 2), (250, 3), (399, 3), (1000, 4)] {
        assert_eq!(curve.at_runs(runs), Some(expected), "after {runs} runs");
    }
    assert_eq!(curve.total(), 4);
    for (covered, expected) in [(1, Some(100)), (3, Some(250)), (4, Some(400)), (5, None)] {
        assert_eq!(curve.first_with(covered).map(|at| at.runs), expected, "{covered} edges");
    }
}

#[test]
fn totals_do_as_well_as_edges_and_never_fall() {
    let saved = [
        (moment(1.0, 10), Covered::Total(5)),
        (moment(2.0, 20), Covered::Total(4)),
        (moment(3.0, 30), Covered::Total(9)),
    ];
    let curve = Curve::new(saved.iter().map(|(at, covered)| (*at, covered)), moment(3.0, 30));
    assert_eq!((curve.at_seconds(2.5), curve.at_seconds(3.0)), (Some(5), Some(9)));
    assert_eq!(serde_json::from_str::<Covered>("[1,2]").unwrap(), Covered::Edges(vec![1, 2]));
    assert_eq!(serde_json::from_str::<Covered>("12").unwrap(), Covered::Total(12));
}

#[test]
fn nothing_is_known_after_the_end_of_a_trial() {
    let saved = Covered::Total(5);
    let curve = Curve::new([(moment(1.0, 10), &saved)], moment(59.9, 1_000));
    assert_eq!(curve.at_seconds(60.0), Some(5), "it ended in time, up to rounding");
    assert_eq!(curve.at_seconds(61.0), None);
    assert_eq!((curve.at_runs(1_010), curve.at_runs(1_011)), (Some(5), None));
    let empty = Curve::new([], moment(60.0, 0));
    assert_eq!((empty.total(), empty.at_seconds(30.0)), (0, Some(0)));
}
