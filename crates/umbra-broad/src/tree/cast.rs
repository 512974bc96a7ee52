//! Casts through the tree: rays, thick rays and moving boxes, nearest boxes first.

use super::{ROOT, Tree};
use crate::Error;
use crate::error::bounded;
use crate::lanes::{Slab, Slabs, with_lanes};
use core::ops::ControlFlow;
use umbra_geom::check::range;
use umbra_geom::{Aabb, Point, Real, Vector};

/// A factor for a few units in the last place, the error of a slab test, so that rounding never
/// hides a box (Ize 2013).
pub(super) const SLACK: Real = 1.0 + 4.0 * Real::EPSILON;

/// A box of half extents `reach` that moves from `origin` along `translation`.
///
/// Without a reach it is a ray; with the same reach along both axes it stands for a disc (a thick
/// ray), and hits every box that the disc hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    /// Subtracted from the lower edge if that is reached first, or else from the upper one: the
    /// origin displaced by the reach. `[lower edges, upper edges]`.
    starts: [Point; 2],
    inverse: Vector,
    /// True if the translation does not point down that axis.
    forward: [bool; 2],
    max_fraction: Real,
}

impl Cast {
    /// The ray that stays at the origin.
    pub const NOWHERE: Self = Self {
        starts: [Point::new(0.0, 0.0); 2],
        inverse: Vector::new(Real::INFINITY, Real::INFINITY),
        forward: [true; 2],
        max_fraction: 0.0,
    };

    /// A ray from `origin` to `origin + max_fraction * translation`.
    ///
    /// # Errors
    /// When a number is not finite, or `max_fraction` is negative.
    pub fn ray(
        origin: impl Into<Point>,
        translation: impl Into<Vector>,
        max_fraction: Real,
    ) -> Result<Self, Error> {
        Self::new(origin.into(), translation.into(), max_fraction, Vector::zeros())
    }

    /// A disc of `radius` that moves from `origin` to `origin + max_fraction * translation`.
    ///
    /// # Errors
    /// When a number is not finite, or the radius or `max_fraction` is negative.
    pub fn thick_ray(
        origin: impl Into<Point>,
        translation: impl Into<Vector>,
        max_fraction: Real,
        radius: Real,
    ) -> Result<Self, Error> {
        range("radius", radius, 0.0, crate::MAX_COORDINATE)?;
        let reach = Vector::new(radius, radius);
        Self::new(origin.into(), translation.into(), max_fraction, reach)
    }

    /// A box that moves by `max_fraction * translation`.
    ///
    /// # Errors
    /// When a number is not finite, the box is inverted or `max_fraction` is negative.
    pub fn moving_box(
        aabb: &Aabb,
        translation: impl Into<Vector>,
        max_fraction: Real,
    ) -> Result<Self, Error> {
        crate::error::checked("aabb", aabb)?;
        Self::new(aabb.center(), translation.into(), max_fraction, aabb.half_extents())
    }

    #[inline]
    fn new(
        origin: Point,
        translation: Vector,
        max_fraction: Real,
        reach: Vector,
    ) -> Result<Self, Error> {
        for axis in 0..2 {
            bounded("origin", origin[axis])?;
            bounded("translation", translation[axis])?;
        }
        range("max_fraction", max_fraction, 0.0, Real::MAX)?;
        Ok(Self {
            starts: [origin + reach, origin - reach],
            // Plus infinity along an axis without motion, see `enters`; adding zero makes a
            // negative zero a positive one.
            inverse: Vector::new(1.0 / (translation.x + 0.0), 1.0 / (translation.y + 0.0)),
            forward: [translation.x >= 0.0, translation.y >= 0.0],
            max_fraction,
        })
    }

    /// The fraction at which the cast ends.
    pub fn max_fraction(&self) -> Real {
        self.max_fraction
    }

    /// The same cast up to another fraction; negative numbers and NaN count as zero.
    #[must_use]
    pub fn with_max_fraction(self, max_fraction: Real) -> Self {
        Self { max_fraction: if max_fraction > 0.0 { max_fraction } else { 0.0 }, ..self }
    }

    /// The fraction at which the moving box first touches `aabb`, if it does by `max_fraction`.
    /// Zero when they overlap from the start.
    ///
    /// A box inside another is never entered before it.
    #[inline(always)]
    pub fn enters(&self, aabb: &Aabb, max_fraction: Real) -> Option<Real> {
        let (mut enter, mut leave) = (0.0, max_fraction);
        for axis in 0..2 {
            let low = (aabb.min[axis] - self.starts[0][axis]) * self.inverse[axis];
            let high = (aabb.max[axis] - self.starts[1][axis]) * self.inverse[axis];
            let (near, far) = if self.forward[axis] { (low, high) } else { (high, low) };
            // Without motion along this axis, an edge apart is infinitely far on the right side,
            // and an edge just touched is NaN, which these comparisons pass over: it holds.
            enter = if near > enter { near } else { enter };
            leave = if far < leave { far } else { leave };
        }
        (enter <= leave * SLACK).then_some(enter)
    }

    /// The numbers with which batches test boxes, to the same bits as [`enters`](Self::enters).
    #[inline]
    pub(super) fn slab(&self) -> Slab {
        let of = |axis: usize| {
            let [lower, upper] = self.starts.map(|start| start[axis]);
            if self.forward[axis] { [lower, upper] } else { [upper, lower] }
        };
        let ([near_x, far_x], [near_y, far_y]) = (of(0), of(1));
        Slab {
            near: [near_x, near_y],
            far: [far_x, far_y],
            inverse: self.inverse.into(),
            limit: self.max_fraction,
            slack: SLACK,
        }
    }

    /// The cast with this [`slab`](Self::slab).
    pub(super) fn of_slab(slab: &Slab) -> Self {
        let forward = slab.inverse.map(|inverse| inverse > 0.0);
        let of = |axis: usize| {
            let (near, far) = (slab.near[axis], slab.far[axis]);
            if forward[axis] { [near, far] } else { [far, near] }
        };
        let ([lower_x, upper_x], [lower_y, upper_y]) = (of(0), of(1));
        Self {
            starts: [Point::new(lower_x, lower_y), Point::new(upper_x, upper_y)],
            inverse: slab.inverse.into(),
            forward,
            max_fraction: slab.limit,
        }
    }

    /// The numbers with which eight boxes are tested at once, to the same bits as
    /// [`enters`](Self::enters).
    pub(super) fn slabs(&self) -> Slabs {
        let [near, far] = self.starts;
        Slabs {
            starts: [[near.x, far.x], [near.y, far.y]],
            inverse: self.inverse.into(),
            forward: self.forward,
            slack: SLACK,
        }
    }
}

impl Tree {
    /// Calls `visit` with the data of every leaf that `cast` enters, nearer subtrees first, and
    /// that has a category bit in common with `mask`.
    ///
    /// `visit` also receives the fraction at which the leaf's box is entered and returns the
    /// fraction at which the cast is to end: that of a hit to find nothing farther, or the last one
    /// returned to find everything. The first one is the `max_fraction` of the cast.
    pub fn cast<B>(
        &self,
        cast: &Cast,
        mask: u64,
        mut visit: impl FnMut(u32, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        if self.wide.is_ready() {
            let wide = &self.wide;
            with_lanes!(self.level, lanes => wide.cast(lanes, ROOT, cast, mask, &mut visit))
        } else {
            let test = |aabb: &Aabb, limit: Real| cast.enters(aabb, limit);
            self.nearest_first(mask, cast.max_fraction, test, visit)
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/tree_cast.rs"]
mod tests;
