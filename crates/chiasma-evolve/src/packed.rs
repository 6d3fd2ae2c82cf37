//! Counters in little room: most edges are not passed by a run.

use crate::coverage::covered_edges;

/// The edges that were passed, each as the distance to the one before it (seven bits a byte, the last
/// without the eighth) and how often it was passed.
#[must_use]
pub fn pack(counters: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut next = 0;
    for edge in covered_edges(counters) {
        let mut distance = edge - next;
        while distance >= 0x80 {
            packed.push(distance as u8 | 0x80);
            distance >>= 7;
        }
        packed.extend([distance as u8, counters[edge]]);
        next = edge + 1;
    }
    packed
}

/// Sets the counters of the edges that were passed; false if these are not such edges.
#[must_use]
pub fn unpack(packed: &[u8], counters: &mut [u8]) -> bool {
    let mut next = 0_usize;
    let mut bytes = packed.iter().copied();
    while let Some(first) = bytes.next() {
        let (mut distance, mut shift, mut byte) = (0, 0, first);
        loop {
            distance |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
            match bytes.next() {
                Some(more) if shift < 32 => byte = more,
                _ => return false,
            }
        }
        let edge = next + distance;
        let (Some(counter), Some(count)) = (counters.get_mut(edge), bytes.next()) else {
            return false;
        };
        *counter = count;
        next = edge + 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_again() {
        for step in [1, 2, 127, 128, 129, 20_000] {
            let mut counters = vec![0; 50_000];
            for (count, edge) in (0..counters.len()).step_by(step).enumerate() {
                counters[edge] = (count % 255) as u8 + 1;
            }
            let packed = pack(&counters);
            let mut unpacked = vec![0; counters.len()];
            assert!(unpack(&packed, &mut unpacked));
            assert!(unpacked == counters, "every {step}th");
        }
        assert_eq!(pack(&[0; 100]), []);
    }

    #[test]
    fn what_was_not_packed_is_refused() {
        let mut counters = [0; 4];
        for bad in [&[4, 1][..], &[0], &[0x80], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 1]] {
            assert!(!unpack(bad, &mut counters), "{bad:?}");
        }
        assert!(unpack(&[3, 9], &mut counters));
        assert_eq!(counters, [0, 0, 0, 9]);
    }
}
