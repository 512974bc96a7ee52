//! Numbers that look as if they were thrown.

use umbra::prelude::*;

pub struct Dice(pub u64);

impl Dice {
    /// From 0 to 1.
    pub fn throw(&mut self) -> Real {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as Real / 16_777_216.0
    }

    pub fn between(&mut self, least: Real, most: Real) -> Real {
        least + (most - least) * self.throw()
    }
}
