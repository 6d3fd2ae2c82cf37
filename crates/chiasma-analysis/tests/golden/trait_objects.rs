//! Calls through a trait object: every implementation may be called.

pub struct Cat {
    pub age: u8,
}
pub struct Dog {
    pub collar: Collar,
}
pub struct Collar {
    pub number: u32,
}

pub trait Animal {
    fn rank(&self) -> u32;
}

impl Animal for Cat {
    fn rank(&self) -> u32 {
        u32::from(self.age)
    }
}

impl Animal for Dog {
    fn rank(&self) -> u32 {
        self.collar.number
    }
}

pub fn is_first(animal: &dyn Animal) -> bool {
    if animal.rank() == 99 {
        return true;
    }
    false
}
