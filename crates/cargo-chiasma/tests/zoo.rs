//! The crash zoo: whatever a target does, its input is saved with the right reason and replays, and
//! the campaign goes on.

mod support;

use std::sync::OnceLock;

use support::{Ended, Project, Stats};

/// All animals live in one project, and each has a directory of its own there.
fn zoo() -> &'static Project {
    static ZOO: OnceLock<Project> = OnceLock::new();
    ZOO.get_or_init(|| Project::copy("zoo", "zoo"))
}

/// An animal: its property, the reason that it is saved with, its limits, how many children find it, and how many
/// examples of it are saved.
struct Animal {
    name: &'static str,
    reason: &'static str,
    limits: [&'static str; 4],
    executions: u64,
    examples: usize,
}

/// The time is for those that are to reach another limit, however slow the machine.
const LIMITS: [&str; 4] = ["--timeout", "20s", "--memory", "300M"];
/// Every run that reaches it costs its time.
const SHORT: [&str; 4] = ["--timeout", "300ms", "--memory", "300M"];

impl Animal {
    fn new(name: &'static str, reason: &'static str) -> Self {
        Self { name, reason, limits: LIMITS, executions: 20_000, examples: 1 }
    }

    /// One that does not end.
    fn endless(name: &'static str, reason: &'static str) -> Self {
        Self { limits: SHORT, ..Self::new(name, reason) }
    }

    /// One about which only its kind is known, so that another input may show another defect. It has to be found three times.
    fn without_a_place(name: &'static str, reason: &'static str) -> Self {
        Self { examples: 3, executions: 30_000, ..Self::new(name, reason) }
    }

    fn fuzz(&self) -> (Ended, Stats) {
        let file = zoo().directory.join(format!("{}.stats", self.name));
        let (file_name, executions) = (file.to_string_lossy(), self.executions.to_string());
        let options = ["--seed", "9", "--no-tui", "--executions", &executions, "--stats"];
        let arguments = [&["fuzz", self.name], &options[..], &[&file_name], &self.limits].concat();
        let ended = zoo().run(arguments);
        (ended, Stats::read(&file))
    }

    /// Finds it, replays it, and sees that the campaign went on.
    fn is_found_and_replays(&self) {
        let (ended, stats) = self.fuzz();
        let output = ended.output();
        assert_eq!(ended.code, Some(1), "{output}");

        let failures = zoo().saved(format!("chiasma/zoo/{}/failures", self.name));
        assert_eq!(failures.len(), self.examples, "{output}");
        let (file, text) = failures.first_key_value().unwrap();
        let property = format!("# property zoo::{}", self.name);
        let remarks: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
        assert!(remarks.contains(&property.as_str()), "{text}");
        assert!(
            remarks.iter().any(|line| line.starts_with(&format!("# {}", self.reason))),
            "{text}"
        );
        assert!(!text.contains("did not happen again"), "{text}");

        assert!(stats.failures[0]["runs"].as_u64() < Some(self.executions), "{output}");
        assert_eq!(stats.last()["runs"], self.executions, "it does not go on\n{output}");
        assert_eq!(stats.last()["failures"], self.examples, "{output}");
        assert!(ended.stdout.contains("\nended: "), "{output}");

        let path = format!("chiasma/zoo/{}/failures/{file}", self.name);
        let mut arguments = vec!["replay", self.name, &path];
        arguments.extend(self.limits);
        let replayed = zoo().run(arguments);
        assert_eq!(replayed.code, Some(1), "{}", replayed.output());
        let fails = format!("\n  fails: {}", self.reason);
        assert!(replayed.stdout.contains(&fails), "{}", replayed.output());
        assert!(!replayed.stdout.contains("the generator has changed"), "{}", replayed.output());
    }
}

#[test]
fn a_panic() {
    Animal::new("panic", "panic at src/lib.rs:").is_found_and_replays();
}

#[test]
fn an_input_that_fails_alone_is_not_replaced_by_one_that_fails_after_others_only() {
    let name = "leaves_its_depth_behind";
    let limits = ["--seed", "9", "--no-tui", "--executions", "2000"];
    let ended = zoo().run([&["fuzz", name], &limits[..]].concat());
    assert_eq!(ended.code, Some(1), "{}", ended.output());
    assert!(ended.stdout.contains("does not fail when it is run alone"), "{}", ended.output());
    let replayed = zoo().run(["replay", name]);
    assert_eq!(replayed.code, Some(1), "{}", replayed.output());
}

#[test]
fn memory_that_runs_leave_behind_is_no_failure_of_an_input() {
    let limits = ["--seed", "9", "--no-tui", "--executions", "200", "--memory", "300M"];
    let ended = zoo().run([&["fuzz", "leaves_memory_behind"], &limits[..]].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.output());
    let told = "out of memory, but not when its input was run alone: runs leave memory behind";
    assert!(ended.output().contains(told), "{}", ended.output());
    assert!(ended.stdout.contains("200 runs"), "{}", ended.output());
}

#[test]
fn a_check_within_a_property_is_an_ordinary_one() {
    let limits = ["--seed", "9", "--no-tui", "--executions", "50"];
    let ended = zoo().run([&["fuzz", "checks_within"], &limits[..]].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.output());
    assert!(ended.stdout.contains("50 runs"), "{}", ended.output());
}

#[test]
fn a_panic_in_a_thread() {
    Animal::new("panic_in_a_thread", "panic in a thread at src/lib.rs:").is_found_and_replays();
}

#[test]
fn a_double_panic() {
    // The place is that of the first panic, "the animal falls", not of the one that follows from it.
    Animal::new("double_panic", "abort at src/lib.rs:51:").is_found_and_replays();
}

#[test]
fn an_abort() {
    Animal::new("abort", "abort in crash_zoo::abort").is_found_and_replays();
}

#[test]
fn a_segmentation_fault() {
    let reason = "segmentation fault in crash_zoo::segmentation_fault";
    Animal::new("segmentation_fault", reason).is_found_and_replays();
}

#[test]
fn a_stack_overflow() {
    let reason = "stack overflow in crash_zoo::stack_overflow::dig";
    Animal::new("stack_overflow", reason).is_found_and_replays();
}

#[test]
fn a_deep_recursion_that_ends_costs_no_worker() {
    let reason = "stack overflow in crash_zoo::deep_recursion::dive";
    Animal::new("deep_recursion", reason).is_found_and_replays();
    let stats = Stats::read(&zoo().directory.join("deep_recursion.stats"));
    assert_eq!(stats.last()["replaced"], 0, "an overflow need not kill");
}

#[test]
fn a_slow_run_is_ended_early_and_only_an_endless_one_is_a_failure() {
    let file = zoo().directory.join("slow_and_endless.stats");
    let file_name = file.to_string_lossy();
    let options = ["--seed", "1", "--no-tui", "--time", "12s", "--timeout", "4s", "--stats"];
    let ended = zoo().run([&["fuzz", "slow_and_endless"], &options[..], &[&file_name]].concat());
    let failures = zoo().saved("chiasma/zoo/slow_and_endless/failures");
    assert_eq!(failures.len(), 1, "{}", ended.output());
    assert!(failures.values().all(|text| text.contains("\n# timeout in ")), "{failures:?}");
    let stats = Stats::read(&file);
    // Three at most would fit into the time if each took all that it may; on a quiet machine there are some thirty.
    assert!(stats.last()["timeouts"].as_u64() >= Some(5), "{}", ended.output());
}

#[test]
fn an_endless_loop() {
    Animal::endless("endless_loop", "timeout in crash_zoo::endless_loop").is_found_and_replays();
}

#[test]
fn a_deadlock() {
    Animal::endless("deadlock", "timeout in crash_zoo::deadlock").is_found_and_replays();
}

#[test]
fn memory_growth() {
    Animal::without_a_place("memory_growth", "out of memory").is_found_and_replays();
}

#[test]
fn an_exit() {
    Animal::new("exit", "the target called exit(3) in crash_zoo::exit").is_found_and_replays();
}

#[test]
fn a_closed_standard_output() {
    Animal::new("closed_output", "panic at src/lib.rs:").is_found_and_replays();
}

#[test]
fn a_panic_without_text() {
    Animal::new("panic_without_text", "panic at src/lib.rs:").is_found_and_replays();
}

#[test]
fn an_exit_with_the_code_of_a_worker_that_is_done() {
    let reason = "the target called exit(77) in crash_zoo::exit_like_a_worker";
    Animal::new("exit_like_a_worker", reason).is_found_and_replays();
}

#[test]
fn a_closed_connection_to_the_supervisor() {
    let reason = "the target closed the worker's connection";
    Animal::without_a_place("closed_files", reason).is_found_and_replays();
}

#[test]
fn an_abort_that_leaves_a_process_behind() {
    Animal::new("fork_and_abort", "abort").is_found_and_replays();
    let left = |pid: &u32| {
        let command = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        command.contains("\0fork_and_abort\0") && command.contains("\0--exact\0")
    };
    let processes = std::fs::read_dir("/proc").unwrap();
    let pids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    assert_eq!(pids.filter(left).count(), 0);
}

#[test]
fn a_huge_allocation() {
    let reason = "out of memory in crash_zoo::huge_allocation";
    Animal::new("huge_allocation", reason).is_found_and_replays();
}

#[test]
fn a_message_that_looks_like_an_input() {
    Animal::new("awkward_text", "panic at src/lib.rs:").is_found_and_replays();
}

#[test]
fn an_abort_every_time() {
    // The runs asked for come to an end, though none of them does.
    Animal { executions: 20, ..Animal::new("aborts_always", "abort") }.is_found_and_replays();
}

#[test]
fn an_abort_in_the_generator() {
    Animal::new("abort_in_the_generator", "abort").is_found_and_replays();
}

#[test]
fn an_endless_loop_in_the_generator() {
    let reason = "timeout in crash_zoo::endless_loop";
    Animal::endless("endless_loop_in_the_generator", reason).is_found_and_replays();
}

#[test]
fn a_panic_in_the_generator() {
    let reason = "panic in the generator at src/lib.rs:";
    Animal::new("panic_in_the_generator", reason).is_found_and_replays();
}

#[test]
fn several_hangs_and_overflows_are_told_apart() {
    let options = ["--seed", "1", "--no-tui", "--executions", "60"];
    let ended = zoo().run([&["fuzz", "pack"], &options[..], &SHORT].concat());
    let failures = zoo().saved("chiasma/zoo/pack/failures");
    let title = |text: &String| text.lines().nth(2).unwrap_or_default().to_owned();
    let mut titles: Vec<String> = failures.values().map(title).collect();
    titles.sort();
    let expected = [
        "# stack overflow in core::ptr::drop_in_place<crash_zoo::pack::Chain>",
        "# stack overflow in crash_zoo::pack::burrow",
        "# stack overflow in crash_zoo::pack::climb",
        "# timeout in crash_zoo::pack::chase",
        "# timeout in crash_zoo::pack::guess",
        "# timeout in crash_zoo::pack::wait",
    ];
    assert_eq!(titles, expected, "{}", ended.output());
    // What a hang calls, and where a recursion happens to end, are not part of what it is.
    let chase = failures.values().find(|text| text.contains("pack::chase\n")).unwrap();
    assert!(chase.contains("# in crash_zoo::pack::chase (src/pack.rs:"), "{chase}");
}

/// Runs a second of a property that fails often; tens of thousands on a quiet machine.
fn speed(name: &'static str) -> f64 {
    let (ended, stats) = Animal { executions: 30_000, ..Animal::new(name, "") }.fuzz();
    assert_eq!(ended.code, Some(1), "{}", ended.output());
    let last = stats.last();
    assert_eq!(last["failures"], 1, "{}", ended.output());
    last["runs"].as_f64().unwrap() / last["seconds"].as_f64().unwrap()
}

#[test]
fn a_property_that_fails_every_second_time_makes_a_thousand_runs_a_second() {
    let speed = speed("fails_every_second_time");
    assert!(speed >= 1_000.0, "{speed} runs/s");
}

#[test]
fn a_caught_panic_costs_less_than_a_millisecond() {
    let speed = speed("fails_always");
    assert!(speed >= 1_000.0, "{speed} runs/s");
}
