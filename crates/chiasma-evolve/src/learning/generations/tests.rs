//! EvoGFuzz's activities one by one, with made-up individuals.

use chiasma_core::Kind;

use super::*;

const PAPER: Numbers = Numbers {
    population: 100,
    lambda: 1.5,
    elite_share: 0.05,
    tournaments: 10,
    tournament_size: 10,
    mutations: 1,
};

const EQUAL: &[u64] = &[1, 2, 3, 4];
const SITE: SiteId = SiteId(7);

fn selected(fitness: &[f64], numbers: Numbers) -> Vec<usize> {
    select(fitness, &numbers, &mut Rng::new(Seed(1)))
}

fn without_mutations() -> Generations {
    Generations::new(Numbers { mutations: 0, ..PAPER })
}

/// An input that chooses among four, the given number of times; returns the choices.
fn input(generations: &mut Generations, seed: u64, choices: usize) -> Vec<u64> {
    generations.begin(seed);
    let ask = Ask::plain(Kind::Choice, 3);
    (0..choices).map(|_| generations.choose(SITE, &ask, EQUAL)).collect()
}

/// The shares of the alternatives in further inputs.
fn shares(generations: &mut Generations) -> Vec<f64> {
    let made = input(generations, 12_345, 10_000);
    (0..4).map(|n| made.iter().filter(|&&index| index == n).count() as f64 / 10_000.0).collect()
}

#[test]
fn fitness_is_the_square_of_the_expansions_by_lambda_times_the_length() {
    let shape = TextShape { characters: 20, expansions: 30 };
    assert_eq!(fitness(shape, false, 1.5), 900.0 / 30.0);
    assert_eq!(fitness(shape, false, 2.0), 900.0 / 40.0);
    let empty = TextShape { characters: 0, expansions: 3 };
    assert_eq!(fitness(empty, false, 1.5), 6.0, "an empty text has a finite fitness");
}

#[test]
fn a_failure_has_infinite_fitness_and_is_selected_first() {
    let shape = TextShape { characters: 20, expansions: 1 };
    let mut all = vec![fitness(shape, false, 1.5); 100];
    all[63] = fitness(shape, true, 1.5);
    assert_eq!(all[63], f64::INFINITY);
    assert_eq!(selected(&all, PAPER)[0], 63);
}

#[test]
fn the_best_twentieth_is_selected_and_then_the_winners_of_ten_tournaments() {
    let fitness: Vec<f64> = (0..100).map(|n| f64::from((n * 37) % 100)).collect();
    let chosen: Vec<f64> = selected(&fitness, PAPER).iter().map(|&at| fitness[at]).collect();
    assert_eq!(chosen.len(), 15);
    assert_eq!(chosen[..5], [99.0, 98.0, 97.0, 96.0, 95.0]);
    // Those of the elite do not take part; the best of ten is rarely in the lower half.
    assert!(chosen[5..].iter().all(|&fitness| fitness < 95.0));
    assert!(chosen[5..].iter().filter(|&&fitness| fitness >= 50.0).count() >= 9, "{chosen:?}");
}

#[test]
fn a_tournament_of_all_has_the_best_of_the_others_as_winner_and_one_of_one_anybody() {
    let fitness: Vec<f64> = (0..100).map(f64::from).collect();
    let everybody = selected(&fitness, Numbers { tournament_size: 10_000, ..PAPER });
    assert!(everybody[5..].iter().all(|&place| place == 94));
    let alone = selected(&fitness, Numbers { tournament_size: 1, tournaments: 1_000, ..PAPER });
    let average = alone[5..].iter().sum::<usize>() as f64 / 1_000.0;
    assert!((42.0..52.0).contains(&average), "{average}");
}

#[test]
fn weights_change_after_each_generation_and_not_before() {
    let mut generations = without_mutations();
    for n in 0..99 {
        // Four of five choose the last one, and one the second.
        input(&mut generations, n, 1);
        generations.choices = [3, 3, 3, 3, 1].map(|index| (SITE.0, index)).to_vec();
        generations.end(false);
    }
    assert_eq!(generations.completed(), 0);
    assert!(shares(&mut generations).iter().all(|share| (0.2..0.3).contains(share)));
    generations.choices.clear();
    generations.end(false);
    assert_eq!(generations.completed(), 1);
    let learned = shares(&mut generations);
    assert_eq!((learned[0], learned[2]), (0.0, 0.0));
    assert!((0.18..0.22).contains(&learned[1]), "{learned:?}");
}

#[test]
fn evolution_goes_towards_what_fails() {
    let mut generations = without_mutations();
    for n in 0..100 {
        // Inputs with the third alternative fail; a quarter of all choices are that.
        let fails = input(&mut generations, n, 1) == [2];
        generations.end(fails);
    }
    let learned = shares(&mut generations);
    assert!(learned[2] > 0.6, "{learned:?}");
}

#[test]
fn a_choice_that_the_selected_do_not_come_to_keeps_the_weights_of_its_generator() {
    let mut generations = without_mutations();
    input(&mut generations, 0, 1);
    generations.end(false);
    for n in 1..100 {
        generations.begin(n);
        generations.shape = TextShape { characters: 1, expansions: 5 };
        generations.choose(SiteId(8), &Ask::plain(Kind::Choice, 1), &[1, 2]);
        generations.end(false);
    }
    assert_eq!(generations.completed(), 1);
    assert!(shares(&mut generations).iter().all(|share| (0.2..0.3).contains(share)));
}

#[test]
fn a_mutation_makes_all_alternatives_of_one_choice_possible() {
    let ask = Ask::plain(Kind::Choice, 3);
    let mut generations = Generations::new(PAPER);
    for n in 0..100 {
        generations.begin(n);
        // The generator's own weights allow only the first.
        generations.choose(SITE, &ask, &[1, 1, 1, 1]);
        generations.choose(SiteId(8), &ask, &[1, 1, 1, 1]);
        generations.end(false);
    }
    let possible = |sums: &Vec<u64>| {
        sums.iter().zip([0].iter().chain(sums)).filter(|(sum, before)| sum > before).count()
    };
    let mut counts: Vec<usize> = generations.evolved.values().map(possible).collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 4]);
}

#[test]
fn an_evolution_that_is_saved_and_restored_goes_on_as_before() {
    let mut whole = Generations::new(Numbers { population: 10, ..PAPER });
    for n in 0..25 {
        input(&mut whole, n, 5);
        whole.end(n % 7 == 0);
    }
    let mut bytes = Vec::new();
    whole.save(&mut bytes);
    let mut restored = Generations::new(whole.numbers);
    assert_eq!(restored.load(&mut &bytes[..]), Some(()));
    assert_eq!(restored.completed(), 2);
    for n in 25..60 {
        assert_eq!(input(&mut whole, n, 5), input(&mut restored, n, 5), "input {n}");
        whole.end(false);
        restored.end(false);
    }
    assert_eq!(restored.load(&mut &bytes[..bytes.len() - 1]), None);
}
