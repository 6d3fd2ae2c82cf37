//! `cargo chiasma list`: the properties of this workspace.

use anyhow::Result;
use chiasma_campaign::{build, property};

use crate::exit::Exit;
use crate::options::ListOptions;

/// Prints the path of each property, one a line.
pub fn run(options: &ListOptions) -> Result<Exit> {
    let properties = property::find(&build::build_for_names(&options.build.request())?)?;
    if properties.is_empty() {
        note!("there is no #[property] in the tests of this workspace");
    }
    for property in properties {
        say!("{}", property.path);
    }
    Ok(Exit::Passed)
}
