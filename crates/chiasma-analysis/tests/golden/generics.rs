//! A generic function: its calls by a type parameter lead to every implementation.

pub trait Weighted {
    fn weight(&self) -> u64;
}

pub struct Parcel {
    pub grams: u64,
}

impl Weighted for Parcel {
    fn weight(&self) -> u64 {
        self.grams
    }
}

pub struct Pair<A, B> {
    pub first: A,
    pub second: B,
}

fn heavier<T: Weighted>(one: &T, other: &T) -> bool {
    one.weight() > other.weight()
}

pub fn is_sorted(pair: &Pair<Parcel, Parcel>) -> bool {
    if heavier(&pair.first, &pair.second) {
        return false;
    }
    true
}
