//! A source as a random number generator, so that generators written for `rand` run unchanged.
//!
//! Their bits are drawn as blocks: their meaning is unknown, so they get no special values.

use super::Source;

fn bits<const N: usize>(source: &mut Source) -> [u8; N] {
    let mut bits = [0; N];
    source.fill(&mut bits);
    bits
}

#[cfg(feature = "rand_0_10")]
impl rand_core_010::TryRng for Source {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(u32::from_le_bytes(bits(self)))
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(u64::from_le_bytes(bits(self)))
    }
    fn try_fill_bytes(&mut self, block: &mut [u8]) -> Result<(), Self::Error> {
        self.fill(block);
        Ok(())
    }
}

macro_rules! rng_core {
    ($($feature:literal $rand_core:ident { $($more:item)* })*) => {$(
        #[cfg(feature = $feature)]
        impl $rand_core::RngCore for Source {
            fn next_u32(&mut self) -> u32 {
                u32::from_le_bytes(bits(self))
            }
            fn next_u64(&mut self) -> u64 {
                u64::from_le_bytes(bits(self))
            }
            fn fill_bytes(&mut self, block: &mut [u8]) {
                self.fill(block);
            }
            $($more)*
        }
    )*};
}
rng_core! {
    "rand_0_8" rand_core_06 {
        fn try_fill_bytes(&mut self, block: &mut [u8]) -> Result<(), rand_core_06::Error> {
            self.fill(block);
            Ok(())
        }
    }
    "rand_0_9" rand_core_09 {}
}
