//! Which draws decide the shape of a document, and which only fill it in.

use std::ops::RangeInclusive;

use chiasma_core::{Rng, Role, Seed, Source, Split, Trace};
use chiasma_formats::{
    class_file, css, date, email, ip, javascript, json, json_schema, python, regex, scss, semver,
    sql, text, url, uuid, xml,
};

/// A format's main entry point.
struct Entry {
    name: &'static str,
    /// Draws a document, with mistakes made at this rate.
    draw: fn(&mut Source, f64) -> Vec<u8>,
    /// How many percent of the bytes are values, about: wide bounds around what was measured.
    values: RangeInclusive<u32>,
    /// The hash of the documents of the first seeds, and of the bytes that they were drawn from.
    documents: u64,
}

macro_rules! entries {
    ($($name:literal $format:expr, $bytes:expr, $values:expr, $documents:literal;)*) => {
        [$(Entry {
            name: $name,
            draw: |s, errors| ($bytes)(s.draw($format.errors(errors))),
            values: $values,
            documents: $documents,
        }),*]
    };
}

fn entries() -> [Entry; 18] {
    entries! {
        "JavaScript" javascript::programs(), String::into_bytes, 25..=50, 0x96e3_c15b_4fd9_33ac;
        "Python" python::modules(), String::into_bytes, 35..=60, 0x345d_a267_9066_19cb;
        "SQL" sql::scripts(), String::into_bytes, 35..=60, 0x7f49_04b3_be96_d689;
        "CSS" css::stylesheets(), String::into_bytes, 35..=60, 0x30f1_304f_fadc_d2cb;
        "SCSS" scss::stylesheets(), String::into_bytes, 30..=60, 0x626b_8c7c_13e0_d6f4;
        "XML" xml::documents(), String::into_bytes, 45..=70, 0x840b_93e4_1c05_0385;
        "JSON" json::documents(), String::into_bytes, 60..=85, 0x10fd_9444_9d19_a3e1;
        "JSON Schema" json_schema::schemas(), String::into_bytes, 10..=30, 0xdb21_b730_9978_b67e;
        "Regular expressions" regex::searches(), searched, 20..=45, 0x5b96_1b90_bab2_20aa;
        "Java class files" class_file::classes(), |bytes| bytes, 30..=60, 0xb92d_5983_9bca_9b46;
        "URLs" url::urls(), String::into_bytes, 50..=80, 0x417e_40ee_3674_c1e5;
        "E-mail addresses" email::addresses(), String::into_bytes, 60..=90, 0xcf44_79d1_78f7_8c11;
        "Dates" date::timestamps(), String::into_bytes, 80..=97, 0x242c_68c6_7003_f827;
        "ISO 8601" date::iso_8601(), String::into_bytes, 50..=80, 0xc503_a436_bece_b1b9;
        "IP addresses" ip::addresses(), String::into_bytes, 70..=92, 0x6905_d361_a728_3152;
        "Semantic versions" semver::versions(), String::into_bytes, 70..=92, 0x8fe0_3835_7472_85a6;
        "UUIDs" uuid::uuids(), String::into_bytes, 75..=95, 0x559b_2002_49e0_68af;
        "Unicode text" text::texts(), String::into_bytes, 55..=85, 0xe46c_7fae_ff3f_480f;
    }
}

fn searched(search: regex::Search) -> Vec<u8> {
    format!("{}\n{}", search.pattern, search.haystack).into_bytes()
}

#[test]
fn a_seed_still_gives_the_same_document() {
    let mut differ = Vec::new();
    for entry in entries() {
        let mut hash = 0;
        for seed in 0..200 {
            let errors = if seed % 2 == 0 { 0.0 } else { 0.02 };
            let mut source = Source::random(Seed(seed));
            let document = (entry.draw)(&mut source, errors);
            for byte in document.iter().chain(source.recording()) {
                hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        if hash != entry.documents {
            differ.push(format!("{}: {hash:#018x}", entry.name));
        }
    }
    assert!(differ.is_empty(), "other documents than before:\n{}", differ.join("\n"));
}

/// What the requests of a format are, and what happens when only its values change.
#[derive(Debug, Default)]
struct Shares {
    requests: [usize; 2],
    bytes: [usize; 2],
    inputs: usize,
    same_structure: usize,
    other_document: usize,
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl Shares {
    fn of(entry: &Entry, errors: f64) -> Self {
        let mut shares = Self::default();
        let mut source = Source::random(Seed(0));
        source.set_tracing(true);
        let mut rng = Rng::new(Seed(1));
        for seed in 0..300 {
            source.load(&[], Seed(seed));
            let document = (entry.draw)(&mut source, errors);
            if source.is_oversize() {
                continue;
            }
            let trace = source.trace().clone();
            shares.count(&trace);
            let mut changed = Split::of(&trace);
            rng.fill(&mut changed.values);
            source.load_split(&changed, Seed(seed));
            let other = (entry.draw)(&mut source, errors);
            let structure = source.trace().structure_hash();
            shares.inputs += 1;
            shares.same_structure += usize::from(structure == trace.structure_hash());
            shares.other_document += usize::from(other != document);
        }
        shares
    }

    fn count(&mut self, trace: &Trace) {
        for request in trace.requests() {
            let role = usize::from(request.role == Role::Value);
            self.requests[role] += 1;
            self.bytes[role] += request.interval.len();
        }
    }
}

#[test]
fn a_document_has_both_structure_and_values() {
    for entry in entries() {
        let shares = Shares::of(&entry, 0.0);
        let values = percent(shares.bytes[1], shares.bytes.iter().sum());
        assert!(entry.values.contains(&(values as u32)), "{}: {values:.1} %", entry.name);
    }
}

#[test]
fn other_values_give_another_document_of_the_same_structure() {
    for (errors, least) in [(0.0, 90.0), (0.02, 85.0)] {
        for entry in &entries() {
            let name = entry.name;
            let shares = Shares::of(entry, errors);
            let same = percent(shares.same_structure, shares.inputs);
            let other = percent(shares.other_document, shares.inputs);
            assert!(same >= least, "{name}, errors {errors}: same structure for {same:.1} %");
            assert!(other >= 85.0, "{name}, errors {errors}: another document for {other:.1} %");
        }
    }
}

#[test]
#[ignore = "prints the table of docs/formats.md"]
fn print_the_shares_of_values() {
    for entry in entries() {
        let shares = Shares::of(&entry, 0.0);
        println!(
            "| {} | {:.0} % | {:.0} % | {:.0} % | {:.0} % |",
            entry.name,
            percent(shares.requests[1], shares.requests.iter().sum()),
            percent(shares.bytes[1], shares.bytes.iter().sum()),
            percent(shares.same_structure, shares.inputs),
            percent(shares.other_document, shares.inputs),
        );
    }
}
