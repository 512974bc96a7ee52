//! Knowledge of a contact since the last step of a solver.

use umbra_geom::Real;

/// Knowledge of a contact since the last step of a solver, which then goes on where it left the
/// contact. That costs a third.
///
/// It is as small as two numbers, because there is one for each contact: its separations, or NaN
/// with a number that tells whose impulses the points have.
#[derive(Clone, Copy, Debug)]
pub struct Known([Real; 2]);

/// The bits of NaN that are no number of the sources.
const NAN: u32 = 0x7fc0_0000;
/// The numbers of the sources of a point: none, or one of two old points.
const SOURCES: u32 = 3;

impl Known {
    /// Nothing: all has to be read from the contact.
    pub const NOTHING: Self = Self([Real::from_bits(NAN); 2]);
    /// It has the same points, in other places.
    pub const OTHER_PLACES: Self = Self::with_sources([1, 2]);

    /// Nothing has changed but its separations. While the solver [holds the
    /// results](crate::Solver::holds_results), they need not be written into the contact.
    #[inline]
    pub fn separations(separations: [Real; 2]) -> Self {
        Self(separations)
    }

    /// Its points have the impulses of the points that it had, of which this tells the indices.
    #[inline]
    pub fn impulses_of(points: [Option<usize>; 2]) -> Self {
        Self::with_sources(points.map(|index| index.map_or(0, |index| 1 + u32::from(index > 0))))
    }

    const fn with_sources([first, second]: [u32; 2]) -> Self {
        Self([Real::from_bits(NAN + 1 + first + SOURCES * second); 2])
    }

    /// The separations, or NaN if more than these has changed.
    #[inline(always)]
    pub(crate) fn of_unchanged(&self) -> &[Real; 2] {
        &self.0
    }

    /// The separations of the points, which those of the contact need not be.
    pub(crate) fn separations_or(self, in_contact: [Real; 2]) -> [Real; 2] {
        if self.0[0].is_nan() { in_contact } else { self.0 }
    }

    /// True if the impulses of all points are where they were, in the lane of the contact.
    #[inline(always)]
    pub(crate) fn stays_in_lane(self) -> bool {
        !self.0[0].is_nan() || self.0[0].to_bits() == Self::OTHER_PLACES.0[0].to_bits()
    }

    /// True if the impulses of the points are in the lane of the contact, and not in the contact.
    pub(crate) fn is_in_lane(self) -> bool {
        self.stays_in_lane() || self.number().is_some()
    }

    /// The impulses of the points: those in the lane, in this order or another, or those in the
    /// contact.
    pub(crate) fn impulses<T: Copy + Default>(self, in_lane: [T; 2], in_contact: [T; 2]) -> [T; 2] {
        if self.stays_in_lane() {
            return in_lane;
        }
        let Some(number) = self.number() else { return in_contact };
        let of_source = |source: u32| match source {
            0 => T::default(),
            source => in_lane[source as usize - 1],
        };
        [of_source(number % SOURCES), of_source(number / SOURCES)]
    }

    /// The number of the sources, in NaN. Other bits than these are of calculations.
    fn number(self) -> Option<u32> {
        let number = self.0[0].to_bits().checked_sub(NAN + 1)?;
        (number < SOURCES * SOURCES).then_some(number)
    }
}
