//! `cargo chiasma sample`: random inputs of a property, how many are valid, and why the others are not.

use chiasma_core::display::counted;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::Result;
use chiasma_campaign::property::Property;
use chiasma_campaign::reason::pattern;
use chiasma_campaign::symbols::Symbols;
use chiasma_campaign::{Examined, Limits, Scratch, examine, examine_all};
use chiasma_core::{Chi, FailureKey, Seed};
use chiasma_runtime::OutcomeReport;
use chiasma_runtime::protocol::{Depth, Detail, Input};
use serde_json::{Value, json};

use super::pulse::Pulse;
use crate::exit::Exit;
use crate::options::SampleOptions;
use crate::output;

/// Maximum number of reasons that are printed.
const MAX_REASONS: usize = 10;
/// Number of valid values that are printed.
const SHOWN_VALUES: usize = 5;
/// Maximum number of lines that are printed of a value.
const MAX_LINES: usize = 8;

/// Number of random inputs by which a campaign's summary tells why runs are invalid.
const FOR_SUMMARY: u32 = 200;
/// Maximum number of reasons there.
const SUMMARY_REASONS: usize = 3;

/// Draws the inputs, runs the property on each, and prints the summary.
pub(crate) fn run(options: &SampleOptions) -> Result<Exit> {
    let property = super::the_property(&options.property)?;
    let seed = options.seed.unwrap_or_else(super::fuzz::seed_of_now);
    let inputs = random_inputs(options.count, seed);
    let mut pulse = Pulse::start();
    let limits = options.property.limits();
    let mut examined =
        examine_all(&property, &limits, &inputs, Depth::Run {}, Detail::Lines {}, &mut |done| {
            pulse.beat(|| format!("ran {done} of {}", options.count));
        })?
        .examined;
    let symbols = Symbols::of(&property.binary.executable)?;
    let key = |examined: &Examined| examined.key(&symbols);
    find_deadly_values(&property, &limits, &inputs, &mut examined, key)?;
    let sample = Sample::of(&examined, key);
    if options.json {
        output::json(&format!("{:#}", sample.json(&property.path, seed)));
    } else {
        sample.print(&property.path, seed);
    }
    Ok(Exit::Passed)
}

/// Prints the most frequent reasons for which random inputs of a property are invalid.
pub(super) fn tell_reasons(property: &Property, limits: &Limits, seed: u64) -> Result<()> {
    let inputs = random_inputs(FOR_SUMMARY, seed);
    let (depth, detail) = (Depth::Run {}, Detail::Lines {});
    let batch = examine_all(property, limits, &inputs, depth, detail, &mut |_| ())?;
    let symbols = Symbols::of(&property.binary.executable)?;
    let sample = Sample::of(&batch.examined, |examined| examined.key(&symbols));
    let invalid: usize = sample.invalid.iter().map(|reason| reason.count).sum();
    if invalid == 0 {
        return Ok(());
    }
    say!("  of {FOR_SUMMARY} random inputs, {invalid} are invalid:");
    for Reason { text, count, .. } in sample.invalid.iter().take(SUMMARY_REASONS) {
        say!("{count:>7}  {}", text.replace('\n', "\n         "));
    }
    Ok(())
}

fn random_inputs(count: u32, seed: u64) -> Vec<Input> {
    let input =
        |number: u32| Input::Bytes { bytes: Vec::new(), seed: Seed(seed).child(number.into()).0 };
    (0..count).map(input).collect()
}

/// Finds out what the inputs generate that killed their process before they were reported.
fn find_deadly_values(
    property: &Property,
    limits: &Limits,
    inputs: &[Input],
    examined: &mut [Examined],
    key: impl Fn(&Examined) -> Option<FailureKey>,
) -> Result<()> {
    let dead: Vec<usize> = (0..inputs.len()).filter(|&at| examined[at].death.is_some()).collect();
    let deadly: Vec<Input> = dead.iter().map(|&at| inputs[at].clone()).collect();
    // What the arguments draw does not take running the property.
    let generated =
        examine_all(property, limits, &deadly, Depth::Generate {}, Detail::Lines {}, &mut |_| ())?;
    for (&at, Examined { lines, values, bytes, .. }) in dead.iter().zip(generated.examined) {
        (examined[at].lines, examined[at].values, examined[at].bytes) = (lines, values, bytes);
    }
    // What it draws while it runs is reported by a process that dies once more: one for each failure.
    let directory = Scratch::new()?;
    let mut seen = BTreeSet::new();
    for at in dead {
        if examined[at].values.is_empty()
            && seen.insert(key(&examined[at]).map(|key| key.to_string()))
        {
            let input = inputs[at].clone();
            let again = examine(property, directory.path(), limits, input, Depth::Run {})?;
            (examined[at].lines, examined[at].values) = (again.lines, again.values);
        }
    }
    Ok(())
}

/// What random inputs have in common.
#[derive(Debug)]
struct Sample<'e> {
    valid: Vec<&'e Examined>,
    /// Reasons for invalid inputs, most frequent first.
    invalid: Vec<Reason<'e>>,
    /// Failures, most frequent first.
    failing: Vec<Reason<'e>>,
    all: &'e [Examined],
}

/// Inputs with the same reason.
#[derive(Debug)]
struct Reason<'e> {
    /// The reason; without what differs between the inputs, if it does.
    text: String,
    count: usize,
    /// The simplest one: the fewest bytes, and then the smallest.
    smallest: &'e Examined,
}

impl<'e> Sample<'e> {
    /// `key` says how an input fails, if it does.
    fn of(all: &'e [Examined], key: impl Fn(&Examined) -> Option<FailureKey>) -> Self {
        let (mut valid, mut invalid, mut failing) = (Vec::new(), Vec::new(), Vec::new());
        for examined in all {
            match (&examined.outcome, key(examined)) {
                (_, Some(key)) => failing.push((key.to_string(), examined)),
                (Some(OutcomeReport::Invalid { why }), None) => {
                    invalid.push((why.clone(), examined));
                }
                _ => valid.push(examined),
            }
        }
        Self { valid, invalid: Reason::group(invalid), failing: Reason::group(failing), all }
    }

    fn share(&self, count: usize) -> f64 {
        100.0 * count as f64 / self.all.len().max(1) as f64
    }

    /// The distribution of the times, in microseconds, of runs that ended.
    fn times(&self) -> [u64; 5] {
        let ended = self.all.iter().filter(|examined| examined.death.is_none());
        quantiles(ended.map(|examined| examined.time.as_micros() as u64))
    }

    fn print(&self, property: &str, seed: u64) {
        let count = |reasons: &[Reason<'_>]| reasons.iter().map(|reason| reason.count).sum();
        say!(
            "{} of {property}, seed {seed}: {:.1} % valid, {:.1} % invalid, {:.1} % failing",
            counted(self.all.len(), "input"),
            self.share(self.valid.len()),
            self.share(count(&self.invalid)),
            self.share(count(&self.failing)),
        );
        for (title, reasons) in [("invalid", &self.invalid), ("failing", &self.failing)] {
            if !reasons.is_empty() {
                say!("\n{title}:");
                self.print_reasons(reasons);
            }
        }
        say!("\n{:<10}{:>10}{:>10}{:>10}{:>10}{:>10}", "", "least", "10 %", "50 %", "90 %", "most");
        for (name, of) in [("choices", Examined::choices as fn(&Examined) -> u64), ("bytes", bytes)]
        {
            let numbers = quantiles(self.all.iter().map(of));
            let cells: String = numbers.map(|number| format!("{number:>10}")).concat();
            say!("{name:<10}{cells}");
        }
        let cells: String = self.times().map(|micros| format!("{:>10}", brief(micros))).concat();
        say!("{:<10}{cells}", "time");
        if !self.valid.is_empty() {
            say!("\nvalid values:");
            for examined in self.valid.iter().take(SHOWN_VALUES) {
                say!("  {}", value_text(examined).replace('\n', "\n  "));
            }
        }
    }

    fn print_reasons(&self, reasons: &[Reason<'_>]) {
        for reason in reasons.iter().take(MAX_REASONS) {
            let text = reason.text.replace('\n', "\n                 ");
            say!("{:>7}  {:>4.1} %  {text}", reason.count, self.share(reason.count));
            let value = value_text(reason.smallest).replace('\n', "\n                   ");
            say!("                 smallest: {value}");
        }
        if reasons.len() > MAX_REASONS {
            let rest: usize = reasons[MAX_REASONS..].iter().map(|reason| reason.count).sum();
            say!("{rest:>7}  for {}", counted(reasons.len() - MAX_REASONS, "other reason"));
        }
    }

    fn json(&self, property: &str, seed: u64) -> Value {
        let reasons = |reasons: &[Reason<'_>]| -> Vec<Value> {
            let value = |reason: &Reason<'_>| {
                json!({
                    "reason": reason.text,
                    "count": reason.count,
                    "smallest": values(reason.smallest),
                })
            };
            reasons.iter().map(value).collect()
        };
        let spread = |numbers: [u64; 5]| {
            let [least, tenth, median, ninetieth, most] = numbers;
            json!({"least": least, "10%": tenth, "50%": median, "90%": ninetieth, "most": most})
        };
        json!({
            "property": property,
            "seed": seed,
            "inputs": self.all.len(),
            "valid": self.valid.len(),
            "invalid": reasons(&self.invalid),
            "failing": reasons(&self.failing),
            "choices": spread(quantiles(self.all.iter().map(Examined::choices))),
            "bytes": spread(quantiles(self.all.iter().map(bytes))),
            "microseconds": spread(self.times()),
            "values": self.valid.iter().take(SHOWN_VALUES).map(|e| values(e)).collect::<Vec<_>>(),
        })
    }
}

impl<'e> Reason<'e> {
    /// Groups inputs by reason, where numbers and what is quoted do not make a difference.
    fn group(inputs: Vec<(String, &'e Examined)>) -> Vec<Self> {
        let mut groups: BTreeMap<String, Self> = BTreeMap::new();
        for (text, examined) in inputs {
            let pattern = pattern(&text);
            match groups.get_mut(&pattern) {
                Some(group) => {
                    group.count += 1;
                    if order(examined) < order(group.smallest) {
                        group.smallest = examined;
                    }
                    if group.text != text {
                        group.text = pattern;
                    }
                }
                None => {
                    groups.insert(pattern, Self { text, count: 1, smallest: examined });
                }
            }
        }
        let mut groups: Vec<Self> = groups.into_values().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.count));
        groups
    }
}

/// The order that shrinking uses; inputs of which nothing is known come last.
fn order(examined: &Examined) -> (bool, usize, &[u8]) {
    let is_unknown = examined.lines.is_empty() && examined.death.is_some();
    (is_unknown, examined.bytes.len(), &examined.bytes)
}

fn bytes(examined: &Examined) -> u64 {
    examined.bytes.len() as u64
}

/// The values of an input by name; if nothing has a name, what was drawn.
fn values(examined: &Examined) -> Value {
    if examined.values.is_empty() {
        return json!(Chi::heading(&[]) + &examined.lines);
    }
    examined.values.iter().map(|value| (value.name.clone(), json!(value.text))).collect()
}

/// The same to be read, cut if it is long.
fn value_text(examined: &Examined) -> String {
    let mut text: String = match (&examined.values[..], examined.death) {
        ([], Some(_)) if examined.lines.is_empty() => {
            "(its process died before it drew anything)".to_owned()
        }
        ([], _) => examined.lines.clone(),
        (values, _) => {
            values.iter().map(|value| format!("{} = {}\n", value.name, value.text)).collect()
        }
    };
    if text.is_empty() {
        "(nothing was drawn)".clone_into(&mut text);
    }
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let more = lines.len().saturating_sub(MAX_LINES);
    let shown = lines[..lines.len() - more].join("\n");
    if more == 0 { shown } else { format!("{shown}\n... and {}", counted(more, "more line")) }
}

/// The least, the 10th, 50th and 90th percentile, and the most.
fn quantiles(numbers: impl Iterator<Item = u64>) -> [u64; 5] {
    let mut sorted: Vec<u64> = numbers.collect();
    sorted.sort_unstable();
    let last = sorted.len().saturating_sub(1);
    [0, 10, 50, 90, 100].map(|percent| sorted.get(last * percent / 100).copied().unwrap_or(0))
}

fn brief(micros: u64) -> String {
    let time = Duration::from_micros(micros);
    match micros {
        0..1_000 => format!("{micros} us"),
        1_000..1_000_000 => format!("{:.1} ms", time.as_secs_f64() * 1_000.0),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_reason_comes_first_with_its_smallest_input() {
        let invalid = |why: &str, size: usize| Examined {
            outcome: Some(OutcomeReport::Invalid { why: why.to_owned() }),
            bytes: vec![0; size],
            ..Examined::default()
        };
        let valid = Examined { outcome: Some(OutcomeReport::Valid {}), ..Examined::default() };
        let all = [
            invalid("no `b`", 9),
            invalid("odd", 1),
            invalid("no `c`", 4),
            valid,
            invalid("odd", 2),
            invalid("odd", 1),
        ];
        let sample = Sample::of(&all, |_| None);
        let told: Vec<(&str, usize, u64)> = sample
            .invalid
            .iter()
            .map(|reason| (&*reason.text, reason.count, bytes(reason.smallest)))
            .collect();
        assert_eq!(told, [("odd", 3, 1), ("no `…`", 2, 4)]);
        assert_eq!((sample.valid.len(), sample.failing.len()), (1, 0));
    }

    #[test]
    fn quantiles_are_of_the_numbers_that_are_there() {
        assert_eq!(quantiles((0..=100).rev()), [0, 10, 50, 90, 100]);
        assert_eq!(quantiles([7].into_iter()), [7; 5]);
        assert_eq!(quantiles([].into_iter()), [0; 5]);
        assert_eq!([999, 1_500, 2_000_000].map(brief), ["999 us", "1.5 ms", "2.0 s"]);
    }
}
