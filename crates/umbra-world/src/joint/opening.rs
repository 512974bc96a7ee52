//! Joints whose anchors are apart when they are added: they close slowly.

use umbra_geom::math::dot;
use umbra_geom::{Real, Vector};

use crate::tuning::{CLOSING_SPEED, LEAST_OPENING};

/// Allowed error of a joint whose anchors are still apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub(crate) struct Opening {
    /// From A's anchor to where it should be B's, as A sees it.
    pub(crate) way: Vector,
    /// Excess length of joints that hold a length.
    pub(crate) length: Real,
}

impl Opening {
    /// Nothing, if it is small.
    pub(crate) fn if_large(self, unit: Real) -> Self {
        if self.size() >= LEAST_OPENING * unit { self } else { Self::default() }
    }

    pub(crate) fn is_open(&self) -> bool {
        *self != Self::default()
    }

    fn size(&self) -> Real {
        dot(self.way, self.way).sqrt() + self.length.abs()
    }

    /// Opening that remains after a time.
    pub(crate) fn after(self, dt: Real, unit: Real) -> Self {
        let (size, closed) = (self.size(), CLOSING_SPEED * unit * dt);
        if size <= closed {
            return Self::default();
        }
        let part = (size - closed) / size;
        Self { way: self.way * part, length: self.length * part }
    }
}
