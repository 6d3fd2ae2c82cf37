//! grass 0.10.0, a Sass compiler: compiles a stylesheet to CSS.

/// The result of running a stylesheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The CSS.
    pub css: String,
}

/// Compiles a stylesheet; an error says what is wrong with it.
pub fn run(stylesheet: &str) -> Result<Summary, String> {
    // What `@warn` and `@debug` say is of no interest.
    let options = grass::Options::default().quiet(true);
    let css = grass::from_string(stylesheet.to_owned(), &options);
    css.map(|css| Summary { css }).map_err(|error| error.to_string())
}
