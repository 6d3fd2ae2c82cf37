//! EvoGFuzz's activities one by one, with made-up individuals.

use chiasma_core::{Rng, Seed};
use chiasma_grammar::check::Example;
use chiasma_grammar::evolution::{Evolution, EvolutionSettings, Individual, learn, select};
use chiasma_grammar::{Counts, Grammar, PointId, Probabilities};

const LIST: &str = "grammar List; list: item*; item: 'a' | 'b' | 'c' | '(' list ')';";

fn grammar() -> Grammar {
    Grammar::read("list.g4", LIST).unwrap_or_else(|error| panic!("{error}"))
}

fn individual(grammar: &Grammar, text: &str) -> Individual {
    let list = grammar.rule("list").expect("a rule");
    let parsed = grammar.parse(list, text).unwrap_or_else(|error| panic!("{error}"));
    Individual { counts: parsed.counts, length: text.len(), is_failure: false }
}

fn point(grammar: &Grammar, owner: &str) -> PointId {
    let place = grammar.points().iter().position(|point| point.owner == owner);
    PointId(place.expect("a choice") as u32)
}

#[test]
fn fitness_is_the_square_of_the_expansions_by_lambda_times_the_length() {
    let mut made_up = Individual { counts: Counts::new(&grammar()), length: 20, is_failure: false };
    made_up.counts.expansions = 30;
    assert_eq!(made_up.fitness(1.5), 900.0 / 30.0);
    assert_eq!(made_up.fitness(2.0), 900.0 / 40.0);
}

#[test]
fn a_failure_has_infinite_fitness() {
    let mut made_up = Individual { counts: Counts::new(&grammar()), length: 20, is_failure: true };
    made_up.counts.expansions = 1;
    assert_eq!(made_up.fitness(1.5), f64::INFINITY);
}

#[test]
fn an_empty_text_has_a_finite_fitness() {
    let mut made_up = Individual { counts: Counts::new(&grammar()), length: 0, is_failure: false };
    made_up.counts.expansions = 3;
    assert_eq!(made_up.fitness(1.5), 6.0);
}

#[test]
fn the_best_twentieth_is_selected_and_then_the_winners_of_ten_tournaments() {
    let fitness: Vec<f64> = (0..100).map(|n| f64::from((n * 37) % 100)).collect();
    let selected = select(&fitness, &EvolutionSettings::default(), &mut Rng::new(Seed(1)));
    assert_eq!(selected.len(), 15);
    let chosen: Vec<f64> = selected.iter().map(|&place| fitness[place]).collect();
    assert_eq!(chosen[..5], [99.0, 98.0, 97.0, 96.0, 95.0]);
    // Those of the elite do not take part; the best of ten is rarely in the lower half.
    assert!(chosen[5..].iter().all(|&fitness| fitness < 95.0));
    assert!(chosen[5..].iter().filter(|&&fitness| fitness >= 50.0).count() >= 9, "{chosen:?}");
}

#[test]
fn a_tournament_of_all_has_the_best_of_the_others_as_winner_and_one_of_one_anybody() {
    let fitness: Vec<f64> = (0..100).map(f64::from).collect();
    let everybody = EvolutionSettings { tournament_size: 10_000, ..EvolutionSettings::default() };
    let selected = select(&fitness, &everybody, &mut Rng::new(Seed(1)));
    assert!(selected[5..].iter().all(|&place| place == 94));
    let alone = EvolutionSettings {
        tournament_size: 1,
        tournaments: 1_000,
        ..EvolutionSettings::default()
    };
    let selected = select(&fitness, &alone, &mut Rng::new(Seed(1)));
    let average = selected[5..].iter().sum::<usize>() as f64 / 1_000.0;
    assert!((42.0..52.0).contains(&average), "{average}");
}

#[test]
fn failures_are_selected_first() {
    let mut fitness = vec![1.0; 100];
    fitness[63] = f64::INFINITY;
    let selected = select(&fitness, &EvolutionSettings::default(), &mut Rng::new(Seed(1)));
    assert_eq!(selected[0], 63);
}

#[test]
fn learned_probabilities_are_the_shares_in_the_selected() {
    let grammar = grammar();
    let selected = [individual(&grammar, "aab"), individual(&grammar, "(c)")];
    let learned = learn(&grammar, &selected);
    // a a b ( c ): of five items two are a, one b, one c and one a group.
    assert_eq!(learned.of(point(&grammar, "item")), [0.4, 0.2, 0.2, 0.2]);
    // The lists have 3, 1 and 1 items: five times once more, three times stop.
    assert_eq!(learned.of(point(&grammar, "list")), [3.0 / 8.0, 5.0 / 8.0]);
}

#[test]
fn a_mutation_draws_one_choice_anew_makes_all_alternatives_possible_and_adds_up_to_one() {
    let grammar = grammar();
    let learned = learn(&grammar, &[individual(&grammar, "aaa")]);
    let item = point(&grammar, "item");
    assert_eq!(learned.of(item), [1.0, 0.0, 0.0, 0.0]);
    let mut rng = Rng::new(Seed(7));
    let mut drawn = std::collections::BTreeSet::new();
    for _ in 0..50 {
        let mut mutated = learned.clone();
        let changed = mutated.mutate(&grammar, &mut rng).expect("there is a choice");
        drawn.insert(changed);
        let shares = mutated.of(changed);
        assert!(shares.iter().all(|&share| share > 0.0));
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for other in
            (0..grammar.points().len() as u32).map(PointId).filter(|&other| other != changed)
        {
            assert_eq!(mutated.of(other), learned.of(other));
        }
    }
    assert_eq!(drawn.len(), grammar.points().len());
}

#[test]
fn probabilities_change_after_each_generation_and_not_before() {
    let grammar = grammar();
    let settings = EvolutionSettings { mutations: 0, ..EvolutionSettings::default() };
    let uniform = Probabilities::uniform(&grammar);
    let mut evolution = Evolution::new(uniform.clone(), settings, Seed(1));
    for n in 0..99 {
        assert!(!evolution.add(&grammar, individual(&grammar, "ab")), "individual {n}");
    }
    assert_eq!(*evolution.probabilities(), uniform);
    assert!(evolution.add(&grammar, individual(&grammar, "ab")));
    assert_eq!(evolution.generations(), 1);
    assert_eq!(evolution.probabilities().of(point(&grammar, "item")), [0.5, 0.5, 0.0, 0.0]);
}

#[test]
fn evolution_goes_towards_the_fit() {
    let grammar = grammar();
    let settings = EvolutionSettings { mutations: 0, ..EvolutionSettings::default() };
    let mut evolution = Evolution::new(Probabilities::uniform(&grammar), settings, Seed(1));
    for n in 0..100 {
        // One item in 73 is a `c`, and every `c` fails.
        let mut individual = individual(&grammar, if n % 10 == 0 { "c" } else { "aaaaaaaa" });
        individual.is_failure = n % 10 == 0;
        evolution.add(&grammar, individual);
    }
    let shares = evolution.probabilities().of(point(&grammar, "item"));
    assert!(shares[2] > 3.0 / 73.0, "{shares:?}");
}

#[test]
fn inverted_probabilities_turn_common_into_rare_and_keep_repetitions() {
    let grammar = grammar();
    let list = grammar.rule("list").expect("a rule");
    let examples = [Example { name: "one".to_owned(), text: "aaab".to_owned() }];
    let counts = grammar.learn(list, &examples).unwrap_or_else(|(_, error)| panic!("{error}"));
    let inverted = Probabilities::inverted(&grammar, &counts);
    let shares = inverted.of(point(&grammar, "item"));
    // 1/0.75 : 1/0.25 share one half, the two unused alternatives the other.
    assert_eq!(shares, [0.125, 0.375, 0.25, 0.25]);
    let learned = Probabilities::learned(&grammar, &counts);
    assert_eq!(inverted.of(point(&grammar, "list")), learned.of(point(&grammar, "list")));
}
