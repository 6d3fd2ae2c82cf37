//! Numbers of any size in as few bytes as they need: seven bits each, the lowest first.

/// Appends a number.
pub(super) fn write_number(mut number: u128, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off the front; nothing if there is none, or if it has more than 128 bits.
pub(super) fn read_number(bytes: &mut &[u8]) -> Option<u128> {
    let mut number = 0;
    for shift in (0..128).step_by(7) {
        let byte = *bytes.split_off_first()?;
        let bits = u128::from(byte & 0x7f);
        if bits.leading_zeros() < shift {
            return None;
        }
        number |= bits << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Appends a number that may be negative; those near zero are short.
pub(super) fn write_signed(number: i128, bytes: &mut Vec<u8>) {
    write_number((number << 1 ^ number >> 127) as u128, bytes);
}

/// Takes a number that may be negative off the front.
pub(super) fn read_signed(bytes: &mut &[u8]) -> Option<i128> {
    let number = read_number(bytes)?;
    Some((number >> 1) as i128 ^ -((number & 1) as i128))
}

/// Appends bytes behind their length.
pub(super) fn write_block(block: &[u8], bytes: &mut Vec<u8>) {
    write_number(block.len() as u128, bytes);
    bytes.extend_from_slice(block);
}

/// Takes bytes behind their length off the front.
pub(super) fn read_block<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::try_from(read_number(bytes)?).ok()?;
    bytes.split_off(..length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_sizes_come_back() {
        let ends = [0, 1, 127, 128, 16_383, 16_384, u128::from(u64::MAX), u128::MAX - 1, u128::MAX];
        for number in ends {
            let mut bytes = Vec::new();
            write_number(number, &mut bytes);
            assert_eq!(read_number(&mut &bytes[..]), Some(number));
            assert_eq!(read_number(&mut &bytes[..bytes.len() - 1]), None, "truncated");
        }
        for number in [0, 1, -1, 63, -64, i128::from(i64::MIN), i128::MIN, i128::MAX] {
            let mut bytes = Vec::new();
            write_signed(number, &mut bytes);
            assert_eq!(read_signed(&mut &bytes[..]), Some(number));
            assert_eq!(bytes.len() == 1, (-64..64).contains(&number));
        }
    }

    #[test]
    fn a_number_of_too_many_bits_is_refused() {
        assert_eq!(read_number(&mut &[0xff; 40][..]), None);
        let mut bits_129 = vec![0x80; 18];
        bits_129.push(0x04);
        assert_eq!(read_number(&mut &bits_129[..]), None);
    }
}
