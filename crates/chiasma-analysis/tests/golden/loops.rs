//! A `for` loop over a slice, and a `while` loop that counts.

pub struct Reading {
    pub celsius: i32,
}

pub fn hot(readings: &[Reading]) -> usize {
    let mut count = 0;
    for reading in readings {
        if reading.celsius > 45 {
            count += 1;
        }
    }
    count
}

pub fn digits(mut number: u64) -> u32 {
    let mut digits = 1;
    while number > 9 {
        number /= 10;
        digits += 1;
    }
    digits
}
