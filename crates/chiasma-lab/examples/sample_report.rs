//! Writes the report of made-up results to a directory: `cargo run -p chiasma-lab --example sample_report DIR`.

#[path = "../tests/sample/mod.rs"]
mod sample;

use std::path::Path;

use chiasma_lab::report::Report;
use chiasma_lab::results::Directory;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which directory?")?;
    let experiment = sample::experiment(20);
    let results = sample::results_with_trouble(&experiment);
    let directory = Directory::begin(Path::new(&path), &experiment)?;
    for file in Report::of(&results).files() {
        directory.write(&file.name, &file.content)?;
    }
    directory.write_aggregate(&results)?;
    Ok(())
}
