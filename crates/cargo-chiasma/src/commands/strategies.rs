//! `cargo chiasma strategies`: the strategies, and what each is made of.

use anyhow::Result;
use chiasma_evolve::{Setting, StrategyName, strategies};

use crate::exit::Exit;
use crate::options::StrategiesOptions;
use crate::output;

/// Prints the table of strategies.
pub fn run(options: &StrategiesOptions) -> Result<Exit> {
    let preferred = StrategyName::preferred().name();
    if options.json {
        let rows: Vec<_> = strategies()
            .iter()
            .map(|info| {
                serde_json::json!({
                    "name": info.name,
                    "default": info.name == preferred,
                    "origin": info.origin,
                    "replay": info.replay().name(),
                    "selection": info.selection(),
                    "operators": info.variation(),
                    "feedback": info.feedback(),
                    "settings": info.settings().known().iter().map(|setting| {
                        serde_json::json!({
                            "name": setting.name,
                            "default": setting.default,
                            "min": setting.min,
                            "max": setting.max,
                            "meaning": setting.meaning,
                        })
                    }).collect::<Vec<_>>(),
                })
            })
            .collect();
        output::json(&serde_json::to_string_pretty(&rows)?);
        return Ok(Exit::Passed);
    }
    for info in strategies() {
        let default = if info.name == preferred { " (the default)" } else { "" };
        say!("{}{default}", info.name);
        say!("  from       {}", info.origin);
        say!("  replay     {}", info.replay().name());
        say!("  selection  {}", info.selection());
        say!("  operators  {}", info.variation());
        say!("  keeps      {}", info.feedback());
        for Setting { name, default, meaning, .. } in info.settings().known() {
            say!("  --set {:<29} {meaning}", format!("{name}={default}"));
        }
        say!("");
    }
    Ok(Exit::Passed)
}
