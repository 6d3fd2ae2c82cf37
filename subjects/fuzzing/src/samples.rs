//! Random data, for tests that look at what trees are like.

use std::collections::BTreeSet;

/// `count` strings of `length` random bytes, always the same.
pub fn samples(count: usize, length: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut state: u64 = 0x5eed;
    // SplitMix64.
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as u8
    };
    (0..count).map(move |_| (0..length).map(|_| next()).collect())
}

/// Mutates a tree again and again, each time what the time before made: all variants of the enums in its sources must
/// occur, and few mutations may change nothing.
#[cfg(feature = "mutatis")]
pub fn assert_mutations_reach_everything<D>(sources: &[&str])
where
    D: serde::de::DeserializeOwned + serde::Serialize + mutatis::DefaultMutate + std::fmt::Debug,
    D::DefaultMutate: mutatis::Generate<D>,
{
    const MUTATIONS: u32 = 20_000;
    // What libFuzzer gives a target that begins with nothing.
    const MAX_SIZE: usize = 4_096;
    let mut unseen = Unseen::of(sources);
    let mut buffer = vec![0; MAX_SIZE];
    let (mut size, mut equal) = (0, 0);
    for seed in 0..MUTATIONS {
        // A fresh one now and then: alone, a tree would grow until it has no room.
        size = if seed % 50 == 0 { 0 } else { size };
        let before = buffer[..size].to_vec();
        size = crate::mutate_stored::<D>(&mut buffer, size, MAX_SIZE, seed);
        let tree: D = crate::decode_stored(&buffer[..size]).expect("a tree is stored");
        equal += u32::from(before == buffer[..size]);
        unseen.see(&format!("{tree:?}"));
    }
    println!("{equal} of {MUTATIONS} changed nothing");
    assert_eq!(unseen.names(), [""; 0], "constructs that never occur");
    assert!(equal <= MUTATIONS / 50, "{equal} of {MUTATIONS} changed nothing");
}

/// The variants of the enums in the source of a tree that have not been seen in any tree yet.
#[derive(Debug)]
pub struct Unseen<'s> {
    variants: BTreeSet<&'s str>,
}

impl<'s> Unseen<'s> {
    /// All variants of `pub(crate)` enums, as `rustfmt` writes them; no two may have the same name.
    pub fn of(sources: &[&'s str]) -> Self {
        let mut variants = BTreeSet::new();
        for source in sources {
            let mut within = false;
            for line in source.lines() {
                match line.strip_prefix("    ") {
                    None if line.starts_with("pub(crate) enum ") => within = true,
                    None if line == "}" => within = false,
                    Some(line) if within && line.starts_with(|c: char| c.is_ascii_uppercase()) => {
                        let end = line.find(|c: char| !c.is_alphanumeric());
                        let variant = &line[..end.unwrap_or(line.len())];
                        assert!(variants.insert(variant), "two variants are called {variant}");
                    }
                    _ => {}
                }
            }
        }
        assert!(!variants.is_empty(), "there are no enums");
        Self { variants }
    }

    /// Notes the variants that are in a tree, which `{:?}` has printed.
    pub fn see(&mut self, tree: &str) {
        for part in without_literals(tree).split(|c: char| !c.is_alphanumeric()) {
            self.variants.remove(part);
        }
    }

    /// What is left.
    pub fn names(&self) -> Vec<&'s str> {
        self.variants.iter().copied().collect()
    }
}

/// What `{:?}` has printed, without the texts and characters in it.
fn without_literals(printed: &str) -> String {
    let mut out = String::new();
    let mut quote = None;
    let mut characters = printed.chars();
    while let Some(c) = characters.next() {
        match quote {
            None if c == '"' || c == '\'' => quote = Some(c),
            None => out.push(c),
            Some(_) if c == '\\' => _ = characters.next(),
            Some(end) if c == end => quote = None,
            Some(_) => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_random_and_always_the_same() {
        let first: Vec<_> = samples(20, 64).collect();
        assert_eq!(first, samples(20, 64).collect::<Vec<_>>());
        assert!(first.iter().all(|sample| sample.len() == 64));
        let values: BTreeSet<u8> = first.into_iter().flatten().collect();
        assert!(values.len() > 240, "{}", values.len());
    }

    #[test]
    fn variants_are_unseen_until_a_tree_has_them() {
        let source = "pub(crate) enum A {\n    /// Two.\n    Two(B),\n    #[default]\n    One,\n}\n\
                      pub struct S {\n    Field: u8,\n}\n";
        let mut unseen = Unseen::of(&[source]);
        assert_eq!(unseen.names(), ["One", "Two"]);
        unseen.see("S { field: Two(Ones(\"\\\" One\")) }");
        assert_eq!(unseen.names(), ["One"]);
        unseen.see("One");
        assert!(unseen.names().is_empty());
    }
}
