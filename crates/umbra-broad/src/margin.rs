//! The margin by which the box of a moving proxy is larger than its object.

use crate::Error;
use crate::error::MAX_COORDINATE;
use umbra_geom::check::range;
use umbra_geom::{Aabb, Real, Vector};

/// The rule by which a tight box becomes a *fat* one.
///
/// As long as an object stays inside its fat box, a move does nothing. A larger margin means
/// fewer updates, but more pairs whose fat boxes overlap without contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FatMargin {
    /// The margin on every side, as a fraction of the mean of width and height. 0.05 by default.
    pub fraction: Real,
    /// The margin is at least this long. 0 by default.
    pub least: Real,
    /// The margin is at most this long. 0.1 by default, so that large objects do not collect pairs.
    pub most: Real,
    /// The extension of the box in the direction of motion, in displacements of the last step, so
    /// that an object in steady motion is updated every few steps only. 1 by default; 0 turns
    /// prediction off.
    pub prediction: Real,
    /// The greatest extension, as a fraction of the mean of width and height. 1 by default.
    pub most_prediction: Real,
}

impl Default for FatMargin {
    fn default() -> Self {
        Self { fraction: 0.05, least: 0.0, most: 0.1, prediction: 1.0, most_prediction: 1.0 }
    }
}

impl FatMargin {
    /// No margin and no prediction: every motion is an update, every pair of boxes a true one.
    pub const NONE: Self =
        Self { fraction: 0.0, least: 0.0, most: 0.0, prediction: 0.0, most_prediction: 0.0 };

    /// Refuses numbers that are negative, NaN or absurdly large.
    pub(crate) fn checked(self) -> Result<Self, Error> {
        let most = MAX_COORDINATE;
        range("fraction", self.fraction, 0.0, 1e3)?;
        range("least", self.least, 0.0, most)?;
        range("most", self.most, self.least, most)?;
        range("prediction", self.prediction, 0.0, 1e3)?;
        range("most_prediction", self.most_prediction, 0.0, 1e3)?;
        Ok(self)
    }

    /// The fat box of an object that fills `tight` and moved by `displacement` in the last step.
    ///
    /// ```
    /// use umbra_broad::FatMargin;
    /// use umbra_geom::{Aabb, Vector};
    ///
    /// let tight = Aabb::new([0.0, 0.0], [1.0, 1.0])?;
    /// let fat = FatMargin::default().fatten(&tight, Vector::new(0.25, 0.0));
    /// assert_eq!(fat, Aabb::new([-0.05, -0.05], [1.3, 1.05])?);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    #[inline]
    pub fn fatten(&self, tight: &Aabb, displacement: Vector) -> Aabb {
        let size = 0.25 * tight.perimeter();
        let margin = clamp(self.fraction * size, self.least, self.most);
        let reach = self.most_prediction * size;
        let ahead = displacement * self.prediction;
        let ahead = Vector::new(clamp(ahead.x, -reach, reach), clamp(ahead.y, -reach, reach));
        // Half of `swept`: the edge that lies ahead moves, the one behind stays.
        let mut fat = tight.grown(margin);
        fat.min.x += if ahead.x < 0.0 { ahead.x } else { 0.0 };
        fat.min.y += if ahead.y < 0.0 { ahead.y } else { 0.0 };
        fat.max.x += if ahead.x > 0.0 { ahead.x } else { 0.0 };
        fat.max.y += if ahead.y > 0.0 { ahead.y } else { 0.0 };
        fat
    }
}

/// The value, clamped to the range from `least` to `most`. By comparison, as `f32::clamp` panics on
/// bad bounds.
#[inline]
fn clamp(value: Real, least: Real, most: Real) -> Real {
    let value = if value < least { least } else { value };
    if value > most { most } else { value }
}

#[cfg(test)]
#[path = "../tests/unit/margin.rs"]
mod tests;
