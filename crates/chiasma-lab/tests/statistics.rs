//! The statistics against values that SciPy 1.17.1 and NumPy computed; the call is beside each value.

use chiasma_lab::statistics::{
    Bonferroni, Counts, Effect, Interval, Magnitude, MannWhitney, Method, Sample, SampleError,
    Summary, fisher_exact, mann_whitney,
};

fn sample(values: &[f64]) -> Sample {
    Sample::new(values.iter().copied()).unwrap()
}

fn range(from: u32, to: u32) -> Vec<f64> {
    (from..to).map(f64::from).collect()
}

fn test(a: &[f64], b: &[f64]) -> MannWhitney {
    mann_whitney(&sample(a), &sample(b))
}

#[track_caller]
fn assert_near(actual: f64, expected: f64) {
    let allowed = 1e-9 * expected.abs();
    assert!((actual - expected).abs() <= allowed, "{actual:e} instead of {expected:e}");
}

#[track_caller]
fn assert_test(a: &[f64], b: &[f64], method: Method, u: f64, p: f64) {
    let result = test(a, b);
    assert_eq!((result.method, result.u), (method, u));
    assert_near(result.p, p);
    let mirrored = test(b, a);
    assert_eq!((mirrored.method, mirrored.u), (method, (a.len() * b.len()) as f64 - u));
    assert_near(mirrored.p, p);
}

// All of these: scipy.stats.mannwhitneyu(a, b, alternative="two-sided", method="auto")

#[test]
fn small_samples_without_ties_are_tested_exactly() {
    let exact = Method::Exact;
    // mannwhitneyu([19, 22, 16, 29, 24], [20, 11, 17, 12]): the example of SciPy's manual
    assert_test(
        &[19.0, 22.0, 16.0, 29.0, 24.0],
        &[20.0, 11.0, 17.0, 12.0],
        exact,
        17.0,
        0.1111111111111111,
    );
    // mannwhitneyu([1, 2, 3], [4, 5, 6])
    assert_test(&range(1, 4), &range(4, 7), exact, 0.0, 0.1);
    // mannwhitneyu([1], [2])
    assert_test(&[1.0], &[2.0], exact, 0.0, 1.0);
    // mannwhitneyu([3], [1, 2, 4, 5]); U is in the middle
    assert_test(&[3.0], &[1.0, 2.0, 4.0, 5.0], exact, 2.0, 1.0);
    // mannwhitneyu([1, 4, 6, 7], [2, 3, 5, 8])
    assert_test(&[1.0, 4.0, 6.0, 7.0], &[2.0, 3.0, 5.0, 8.0], exact, 8.0, 1.0);
    // mannwhitneyu([0, 1, 2, 3, 9], [4, 5, 6, 7, 8, 10, 11])
    assert_test(
        &[0.0, 1.0, 2.0, 3.0, 9.0],
        &[4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 11.0],
        exact,
        5.0,
        0.04797979797979798,
    );
    // mannwhitneyu(range(1, 9), range(9, 17))
    assert_test(&range(1, 9), &range(9, 17), exact, 0.0, 0.0001554001554001554);
    // mannwhitneyu([0.123, 0.5, 0.25, 1.0], [0.0, 0.1, 0.2, 0.3, 0.4])
    assert_test(
        &[0.123, 0.5, 0.25, 1.0],
        &[0.0, 0.1, 0.2, 0.3, 0.4],
        exact,
        15.0,
        0.2857142857142857,
    );
}

#[test]
fn one_small_sample_is_enough_for_the_exact_test_however_large_the_other_is() {
    let even: Vec<f64> = (0..8).map(|i| f64::from(2 * i)).collect();
    let odd: Vec<f64> = (0..30).map(|i| f64::from(2 * i + 1)).collect();
    // mannwhitneyu(range(0, 16, 2), range(1, 60, 2))
    assert_test(&even, &odd, Method::Exact, 28.0, 0.00043596068763351295);
    // mannwhitneyu(range(3), range(3, 1003))
    assert_test(&range(0, 3), &range(3, 1003), Method::Exact, 0.0, 1.1928298923600444e-08);
}

#[test]
fn large_samples_and_ties_are_tested_by_the_normal_distribution() {
    let normal = Method::Normal;
    // mannwhitneyu(range(1, 10), range(5, 14))
    assert_test(&range(1, 10), &range(5, 14), normal, 12.5, 0.014908315051868197);
    // mannwhitneyu([1, 2, 2, 3], [2, 3, 4, 4])
    assert_test(&[1.0, 2.0, 2.0, 3.0], &[2.0, 3.0, 4.0, 4.0], normal, 2.5, 0.13416918012812584);
    // mannwhitneyu(range(20), range(20, 40))
    assert_test(&range(0, 20), &range(20, 40), normal, 0.0, 6.795615128173358e-08);
    // mannwhitneyu([(i*7919) % 1009 for i in range(25)], [(i*104729) % 1013 for i in range(30)])
    let a: Vec<f64> = (0..25).map(|i| f64::from(i * 7919 % 1009)).collect();
    let b: Vec<f64> = (0..30).map(|i| f64::from(i * 104_729 % 1013)).collect();
    assert_test(&a, &b, normal, 417.5, 0.4777398684528479);
}

#[test]
fn coverage_of_real_campaigns_is_tested_as_scipy_does() {
    // Coverage of two fuzzers on flvmeta and xmllint, from scipy issue 17821.
    // mannwhitneyu([994, 994, 994, 994, 994, 995, 994, 995, 994, 994], [996] * 10)
    let flvmeta = [994.0, 994.0, 994.0, 994.0, 994.0, 995.0, 994.0, 995.0, 994.0, 994.0];
    assert_test(&flvmeta, &[996.0; 10], Method::Normal, 0.0, 3.28993680586491e-05);
    // mannwhitneyu([8109, 8040, ...], [8210, 7513, ...])
    let a = [8109.0, 8040.0, 7874.0, 8256.0, 8103.0, 8067.0, 7887.0, 7909.0, 7915.0, 8133.0];
    let b = [8210.0, 7513.0, 8205.0, 7836.0, 8208.0, 8201.0, 8383.0, 7279.0, 7563.0, 8004.0];
    assert_test(&a, &b, Method::Normal, 50.0, 1.0);
}

#[test]
fn nearly_all_values_may_be_tied() {
    // mannwhitneyu([1]*163 + [2]*81 + [3]*40 + [4]*6 + [5]*2, [1]*1007 + [2]*362 + [3]*99 + [4]*27 + [5]*13)
    let repeated = |counts: [usize; 5]| -> Vec<f64> {
        (1..=5).zip(counts).flat_map(|(value, count)| vec![f64::from(value); count]).collect()
    };
    let a = repeated([163, 81, 40, 6, 2]);
    let b = repeated([1007, 362, 99, 27, 13]);
    assert_test(&a, &b, Method::Normal, 246930.5, 9.349303144809738e-05);
}

#[test]
fn equal_values_everywhere_show_no_difference() {
    // mannwhitneyu([5]*4, [5]*6), mannwhitneyu([5]*20, [5]*20), mannwhitneyu([7], [7])
    assert_test(&[5.0; 4], &[5.0; 6], Method::Normal, 12.0, 1.0);
    assert_test(&[5.0; 20], &[5.0; 20], Method::Normal, 200.0, 1.0);
    assert_test(&[7.0], &[7.0], Method::Normal, 0.5, 1.0);
}

#[test]
fn tiny_probabilities_keep_their_digits() {
    // mannwhitneyu(range(1000), range(500, 1500))
    let p = 2.0531802346843474e-185;
    assert_test(&range(0, 1000), &range(500, 1500), Method::Normal, 125_000.0, p);
    // mannwhitneyu(range(1000), range(1000, 2000)).pvalue == 0.0
    assert!(test(&range(0, 1000), &range(1000, 2000)).p < 1e-300);
}

#[test]
fn nothing_and_not_a_number_are_no_samples() {
    assert_eq!(Sample::new([]), Err(SampleError::Empty));
    assert_eq!(Sample::new([1.0, f64::NAN]), Err(SampleError::NotANumber));
    assert_eq!(sample(&[2.0, -1.0, 2.0]).values(), [-1.0, 2.0, 2.0]);
}

// All of these: scipy.stats.fisher_exact([[yes, no], [yes, no]]).pvalue

#[track_caller]
fn assert_fisher(a: [u64; 2], b: [u64; 2], expected: f64) {
    let counts = |[yes, no]: [u64; 2]| Counts { yes, no };
    assert_near(fisher_exact(counts(a), counts(b)), expected);
    assert_near(fisher_exact(counts(b), counts(a)), expected);
    let swapped = |[yes, no]: [u64; 2]| Counts { yes: no, no: yes };
    assert_near(fisher_exact(swapped(a), swapped(b)), expected);
}

#[test]
fn fishers_test_gives_what_scipy_gives() {
    assert_fisher([8, 2], [1, 5], 0.034965034965034975); // the example of SciPy's manual
    assert_fisher([3, 1], [1, 3], 0.48571428571428565); // Fisher's lady tasting tea
    assert_fisher([1, 9], [11, 3], 0.0027594561852200836);
    assert_fisher([12, 5], [7, 7], 0.28830810401250984);
    assert_fisher([2, 3], [0, 2], 1.0);
    assert_fisher([1, 0], [0, 1], 1.0);
}

#[test]
fn fishers_test_of_detection_rates_in_twenty_trials_gives_what_scipy_gives() {
    assert_fisher([20, 0], [0, 20], 1.4508889103849688e-11);
    assert_fisher([20, 0], [19, 1], 1.0);
    assert_fisher([15, 5], [9, 11], 0.10534026796540702);
    assert_fisher([3, 17], [0, 20], 0.2307692307692308);
    assert_fisher([5, 15], [0, 20], 0.04712404712404713);
    assert_fisher([6, 14], [0, 20], 0.0201960201960202);
}

#[test]
fn fishers_test_of_hybrids_in_a_thousand_pairs_gives_what_scipy_gives() {
    assert_fisher([561, 439], [459, 541], 6.142222435760727e-06);
    assert_fisher([446, 554], [404, 596], 0.06362994502579795);
    assert_fisher([345, 455], [260, 345], 0.9566778639926432);
    assert_fisher([10, 90], [20, 80], 0.07342758972137636);
}

#[test]
fn fishers_test_of_large_counts_neither_overflows_nor_loses_digits() {
    assert_fisher([40_000, 60_000], [41_000, 59_000], 5.3493331894786284e-06);
    assert_fisher([18_000, 80_000], [90_000, 400], 0.0);
    // SciPy says 0.0 as well; the table itself has a probability of 5e-601.
    assert_fisher([1000, 0], [0, 1000], 0.0);
}

#[test]
fn shares_that_cannot_differ_show_no_difference() {
    assert_fisher([20, 0], [20, 0], 1.0);
    assert_fisher([0, 20], [0, 20], 1.0);
    assert_fisher([0, 0], [5, 7], 1.0);
    assert_fisher([0, 0], [0, 0], 1.0);
}

#[test]
fn the_effect_size_counts_pairs_and_halves_ties() {
    let effect = |a: &[f64], b: &[f64]| Effect::of(&sample(a), &sample(b)).a12();
    assert_eq!(effect(&[4.0, 5.0, 6.0], &[1.0, 2.0, 3.0]), 1.0);
    assert_eq!(effect(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]), 0.0);
    assert_eq!(effect(&[5.0; 7], &[5.0; 3]), 0.5);
    // sum((x > y) + 0.5 * (x == y) for x in a for y in b) / (len(a) * len(b))
    assert_eq!(effect(&[1.0, 2.0, 2.0, 3.0], &[2.0, 3.0, 4.0, 4.0]), 0.15625);
}

#[test]
fn magnitudes_begin_at_their_limits_in_both_directions() {
    // `share` of a hundred values is above the single other one.
    let magnitude = |share: u32| {
        let a: Vec<f64> = (0..100).map(|i| if i < share { 2.0 } else { 0.0 }).collect();
        Effect::of(&sample(&a), &sample(&[1.0])).magnitude()
    };
    for (from, to, expected) in [
        (50, 55, Magnitude::Negligible),
        (56, 63, Magnitude::Small),
        (64, 70, Magnitude::Medium),
        (71, 100, Magnitude::Large),
    ] {
        for share in from..=to {
            assert_eq!(magnitude(share), expected, "{share} %");
            assert_eq!(magnitude(100 - share), expected, "{} %", 100 - share);
        }
    }
    assert_eq!(Magnitude::Large.to_string(), "large");
}

#[test]
fn the_level_is_corrected_as_in_the_papers() {
    // Crossover in Parametric Fuzzing, 6.2 and 6.3: 0.0167, 0.00179 and 0.00238.
    assert_near(Bonferroni::all_pairs(3).level(), 0.05 / 3.0);
    assert_near(Bonferroni::all_pairs(8).level(), 0.05 / 28.0);
    assert_near(Bonferroni::all_pairs(7).level(), 0.05 / 21.0);
    assert!(Bonferroni::all_pairs(3).is_significant(0.016));
    assert!(!Bonferroni::all_pairs(3).is_significant(0.017));
    assert_near(Bonferroni::all_pairs(2).level(), 0.05);
    assert_near(Bonferroni::all_pairs(1).level(), 0.05);
    assert_near(Bonferroni::all_pairs(0).level(), 0.05);
}

#[test]
fn medians_quartiles_and_their_intervals_are_those_of_numpy_and_scipy() {
    // x = numpy.arange(1, n + 1); numpy.percentile(x, [25, 50, 75]);
    // scipy.stats.quantile_test(x, p=0.5).confidence_interval(0.95)
    for (n, quartiles, interval) in [
        (6, [2.25, 3.5, 4.75], [1.0, 6.0]),
        (7, [2.5, 4.0, 5.5], [1.0, 7.0]),
        (9, [3.0, 5.0, 7.0], [2.0, 8.0]),
        (10, [3.25, 5.5, 7.75], [2.0, 9.0]),
        (15, [4.5, 8.0, 11.5], [4.0, 12.0]),
        (20, [5.75, 10.5, 15.25], [6.0, 15.0]),
        (21, [6.0, 11.0, 16.0], [6.0, 16.0]),
        (30, [8.25, 15.5, 22.75], [10.0, 21.0]),
        (50, [13.25, 25.5, 37.75], [18.0, 33.0]),
        (100, [25.75, 50.5, 75.25], [40.0, 61.0]),
        (1000, [250.75, 500.5, 750.25], [469.0, 532.0]),
    ] {
        let summary = Summary::of(&sample(&range(1, n + 1)));
        let actual = [summary.lower_quartile, summary.median, summary.upper_quartile];
        assert_eq!(actual, quartiles, "n = {n}");
        let [low, high] = interval;
        assert_eq!(summary.interval, Some(Interval { low, high }), "n = {n}");
        assert_eq!((summary.min, summary.max, summary.count), (1.0, f64::from(n), n as usize));
    }
    // scipy.stats.quantile_test(numpy.arange(1, 21), p=0.5).confidence_interval(0.99)
    let of_twenty = Interval::of_median(&sample(&range(1, 21)), 0.99);
    assert_eq!(of_twenty, Some(Interval { low: 4.0, high: 17.0 }));
    // numpy.percentile([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5], [25, 50, 75]) and quantile_test of it
    let pi = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0, 3.0, 5.0];
    let summary = Summary::of(&sample(&pi));
    assert_eq!((summary.lower_quartile, summary.median, summary.upper_quartile), (2.5, 4.0, 5.0));
    assert_eq!(summary.interval, Some(Interval { low: 1.0, high: 6.0 }));
}

#[test]
fn a_handful_of_values_has_a_median_and_no_interval() {
    // quantile_test(...).confidence_interval(0.95) is (nan, nan) below six values
    for n in 1..6 {
        let summary = Summary::of(&sample(&range(1, n + 1)));
        assert_eq!((summary.median, summary.interval), (f64::from(n + 1) / 2.0, None));
    }
}

#[test]
fn the_interval_of_very_many_values_does_not_underflow() {
    // scipy.stats.quantile_test(numpy.arange(1, 5001), p=0.5).confidence_interval(0.95)
    let summary = Summary::of(&sample(&range(1, 5001)));
    assert_eq!(summary.interval, Some(Interval { low: 2431.0, high: 2570.0 }));
}
