//! Methods of a type, and a constructor.

pub struct Stamp {
    millis: u64,
}
pub struct Clock {
    hour: u64,
}

impl Stamp {
    pub fn millis(&self) -> u64 {
        self.millis
    }
}

impl Clock {
    pub fn new(stamp: &Stamp) -> Self {
        Self { hour: stamp.millis() / 3_600_000 }
    }

    pub fn hour(&self) -> u64 {
        self.hour
    }
}

pub fn is_noon(stamp: &Stamp) -> bool {
    let clock = Clock::new(stamp);
    if clock.hour() == 12 {
        return true;
    }
    false
}
