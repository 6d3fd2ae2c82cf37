//! XML, judged by xml-rs, which resolves entities and namespaces, and by quick-xml.

use ::xml::reader::{EventReader, ParserConfig, XmlEvent};
use chiasma_core::Source;
use chiasma_formats::xml;
use quick_xml::events::Event;
use quick_xml::reader::NsReader;
use tree_sitter::Language;

use crate::grammar;
use crate::measure::Oracle;

/// See the module.
pub struct Xml;

impl Oracle for Xml {
    fn format(&self) -> &'static str {
        "xml"
    }

    fn parser(&self) -> &'static str {
        "xml 1.4 and quick-xml 0.42"
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        s.draw(xml::documents().errors(errors)).into_bytes()
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        by_xml_rs(document).map_err(|error| format!("xml: {error}"))?;
        by_quick_xml(document).map_err(|error| format!("quick-xml: {error}"))
    }

    fn constructs(&self) -> Vec<String> {
        grammar::constructs(&Language::from(tree_sitter_xml::LANGUAGE_XML))
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        grammar::occurring(&Language::from(tree_sitter_xml::LANGUAGE_XML), document, tell);
    }
}

fn by_xml_rs(document: &[u8]) -> Result<(), String> {
    for event in EventReader::new_with_config(document, ParserConfig::new()) {
        if let XmlEvent::EndDocument = event.map_err(|error| error.to_string())? {
            break;
        }
    }
    Ok(())
}

fn by_quick_xml(document: &[u8]) -> Result<(), String> {
    let mut reader = NsReader::from_reader(document);
    reader.config_mut().enable_all_checks(true);
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Eof => return Ok(()),
            Event::Start(tag) | Event::Empty(tag) => {
                for attribute in tag.attributes() {
                    attribute.map_err(|error| error.to_string())?;
                }
            }
            _ => {}
        }
    }
}
