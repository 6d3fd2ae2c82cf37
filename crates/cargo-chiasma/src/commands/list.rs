//! `cargo chiasma list`: the properties of this workspace.

use anyhow::Result;

use crate::exit::Exit;
use crate::options::ListOptions;

/// Prints the path of each property, one a line.
pub fn run(options: &ListOptions) -> Result<Exit> {
    let properties = super::properties(&options.build)?;
    if properties.is_empty() {
        note!("there is no #[property] in the tests of this workspace");
    }
    for property in properties {
        say!("{}", property.path);
    }
    Ok(Exit::Passed)
}
