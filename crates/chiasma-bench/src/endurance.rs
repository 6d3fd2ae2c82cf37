//! Every strategy on every example, for a while: nothing may go wrong, and the same seed must give the
//! same campaign.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use chiasma_evolve::strategies;
use serde_json::Value;

/// The examples, by directory.
const EXAMPLES: [&str; 3] = ["json", "calculator", "ring"];
/// The runs of the two campaigns that are to be the same.
const SAME_RUNS: &str = "20000";

/// Runs all campaigns, `seconds` each, and prints a line for each.
pub fn print(seconds: u32) -> Result<()> {
    let ground = Ground::prepare()?;
    println!(
        "{:<12} {:<18} {:>10} {:>7} {:>8} {:>6} {:>9}  same by seed",
        "example", "strategy", "runs", "valid", "covered", "saved", "failures"
    );
    for example in EXAMPLES {
        for strategy in strategies() {
            let rows =
                ground.campaign(example, strategy.name, ["--time", &format!("{seconds}s")])?;
            let last = rows.last().context("the campaign left no statistics")?;
            let first = ground.campaign(example, strategy.name, ["--executions", SAME_RUNS])?;
            let second = ground.campaign(example, strategy.name, ["--executions", SAME_RUNS])?;
            println!(
                "{example:<12} {:<18} {:>10} {:>6.1}% {:>8} {:>6} {:>9}  {}",
                strategy.name,
                last["runs"],
                100.0 * last["valid_share"].as_f64().unwrap_or_default(),
                last["covered"],
                last["corpus"],
                last["failures"],
                if kept(&first) == kept(&second) { "yes" } else { "NO" },
            );
        }
    }
    Ok(())
}

/// The inputs kept, in the order of their discovery.
fn kept(rows: &[Value]) -> Vec<&Value> {
    rows.iter().filter(|row| row["kind"] == "kept").map(|row| &row["name"]).collect()
}

/// Where the examples and the command are, and where campaigns may write.
struct Ground {
    repository: PathBuf,
    command: PathBuf,
    target: PathBuf,
    scratch: PathBuf,
}

impl Ground {
    fn prepare() -> Result<Self> {
        let bench = Path::new(env!("CARGO_MANIFEST_DIR"));
        let repository = bench.ancestors().nth(2).context("the bench is not in its repository")?;
        let ourselves = std::env::current_exe().context("cannot find this program")?;
        let root =
            ourselves.ancestors().nth(2).context("this program is not in a target directory")?;
        let built = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["build", "--release", "-p", "cargo-chiasma"])
            .current_dir(repository)
            .env("CARGO_TARGET_DIR", root)
            .status()
            .context("cannot start cargo")?;
        ensure!(built.success(), "cargo-chiasma could not be built");
        Ok(Self {
            repository: repository.to_owned(),
            command: root.join("release").join("cargo-chiasma"),
            target: root.join("endurance"),
            scratch: root.join("endurance").join("scratch"),
        })
    }

    /// Fuzzes from nothing, and gives the rows of the statistics.
    fn campaign(&self, example: &str, strategy: &str, until: [&str; 2]) -> Result<Vec<Value>> {
        // A campaign takes up what an earlier one has found.
        let _ = fs::remove_dir_all(&self.scratch);
        fs::create_dir_all(&self.scratch)
            .with_context(|| format!("cannot create {}", self.scratch.display()))?;
        let manifest = self.repository.join("examples").join(example).join("Cargo.toml");
        let stats = self.scratch.join("stats");
        let output = Command::new(&self.command)
            .args(["chiasma", "fuzz", "--no-tui", "--seed", "1", "--strategy", strategy])
            .args(until)
            .arg("--manifest-path")
            .arg(manifest)
            .arg("--stats")
            .arg(&stats)
            .arg("--corpus")
            .arg(self.scratch.join("corpus"))
            .arg("--failures")
            .arg(self.scratch.join("failures"))
            .env("CARGO_TARGET_DIR", &self.target)
            .output()
            .context("cannot start cargo-chiasma")?;
        // The examples have a bug each: finding it is no error.
        if !matches!(output.status.code(), Some(0 | 1)) {
            let said = String::from_utf8_lossy(&output.stderr);
            bail!("{strategy} on {example} ended with {}:\n{said}", output.status);
        }
        let text = fs::read_to_string(&stats).context("the campaign left no statistics")?;
        let rows = text.lines().map(serde_json::from_str);
        rows.collect::<Result<_, _>>().context("the statistics are not JSON")
    }
}
