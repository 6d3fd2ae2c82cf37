//! Dictionaries of well-known vocabularies, to be read with [`Dictionary::parse`](crate::Dictionary::parse).
//!
//! The papers give their generator of XML the names that each program under test knows: those of Ant's
//! build files, of Maven's projects, of Tomcat's deployment descriptors. So can you:
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::{Dictionary, dictionaries, xml};
//!
//! let words = Dictionary::parse(dictionaries::MAVEN).unwrap();
//! let text = Source::random(Seed(1)).draw(xml::documents().dictionary(words));
//! # assert!(text.contains('<'));
//! ```

/// Build files of Apache Ant.
pub const ANT: &str = include_str!("../dictionaries/ant.txt");

/// Projects of Apache Maven.
pub const MAVEN: &str = include_str!("../dictionaries/maven.txt");

/// Vector graphics.
pub const SVG: &str = include_str!("../dictionaries/svg.txt");

/// Deployment descriptors of servlet containers such as Tomcat.
pub const WEB_APP: &str = include_str!("../dictionaries/web-app.txt");
