//! Mutation of a sequence of bytes.

use chiasma_core::Rng;

use crate::geometric::Geometric;

/// Replaces a region of `bytes` that begins anywhere by random bytes; the region ends with the bytes.
pub(crate) fn replace_region(bytes: &mut [u8], length: &Geometric, rng: &mut Rng) {
    overwrite_region(bytes, length, false, rng);
}

/// Replaces a region by random bytes, or by zeros.
pub(crate) fn overwrite_region(bytes: &mut [u8], length: &Geometric, zero: bool, rng: &mut Rng) {
    if bytes.is_empty() {
        return;
    }
    let start = rng.up_to(bytes.len() as u64 - 1) as usize;
    let end = (start + length.sample(rng)).min(bytes.len());
    let region = &mut bytes[start..end];
    if zero { region.fill(0) } else { rng.fill(region) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::Seed;

    #[test]
    fn a_region_is_replaced_and_the_rest_and_the_length_stay() {
        let mut rng = Rng::new(Seed(1));
        let mut total = 0;
        for _ in 0..10_000 {
            let mut bytes = [0u8; 1_000];
            replace_region(&mut bytes, &Geometric::with_mean(8.0), &mut rng);
            let first = bytes.iter().position(|b| *b != 0);
            let last = bytes.iter().rposition(|b| *b != 0);
            if let (Some(first), Some(last)) = (first, last) {
                total += last - first + 1;
            }
        }
        // 8 bytes on average; a little less, since a replaced byte may be zero again.
        let mean = total as f64 / 10_000.0;
        assert!((7.5..8.2).contains(&mean), "{mean}");
        replace_region(&mut [], &Geometric::with_mean(8.0), &mut rng);
    }
}
