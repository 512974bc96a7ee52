//! What a ray, a thick ray or a moving box meets, nearest boxes first.

use super::{NONE, Node, ROOT, STACK, Tree};
use crate::Error;
use crate::error::bounded;
use crate::lanes::Slabs;
use arrayvec::ArrayVec;
use core::ops::ControlFlow;
use umbra_geom::check::range;
use umbra_geom::{Aabb, Point, Real, Vector};

/// A slab test loses at most a few units in the last place: widen by them, so that rounding never
/// hides a box (Ize 2013).
pub(super) const SLACK: Real = 1.0 + 4.0 * Real::EPSILON;

/// A box of half extents `reach` that moves from `origin` along `translation`.
///
/// Without a reach it is a ray; with the same reach along both axes it stands for a disc (a thick
/// ray), and every box that the disc meets is met by it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    /// Subtracted from the lower edge that is met first, or added to the upper one: the origin
    /// displaced by the reach. `[lower edges, upper edges]`.
    starts: [Point; 2],
    inverse: Vector,
    /// Whether the translation does not point down that axis.
    forward: [bool; 2],
    max_fraction: Real,
}

impl Cast {
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

    /// A disc of that `radius` on its way from `origin` to `origin + max_fraction * translation`.
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

    /// A box on its way by `max_fraction * translation`.
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

    /// The fraction up to which it goes.
    pub fn max_fraction(&self) -> Real {
        self.max_fraction
    }

    /// The same cast up to another fraction; what is no fraction counts as none.
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

    /// What eight boxes at once are tested with, to the same bits as by [`enters`](Self::enters).
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
    /// Calls `visit` with the data of every leaf that `cast` meets, nearer subtrees first, and
    /// that has a category bit in common with `mask`.
    ///
    /// `visit` also gets the fraction at which the leaf's box is met and answers with the fraction
    /// to go on to: the one of a hit in order to see nothing farther, or the one that it was given
    /// last in order to see everything. It starts from the `max_fraction` of the cast.
    pub fn cast<B>(
        &self,
        cast: &Cast,
        mask: u64,
        mut visit: impl FnMut(u32, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        if self.wide.is_ready() {
            return self.wide.cast(self.level, cast, mask, visit);
        }
        let filtered = mask != u64::MAX;
        let mut limit = cast.max_fraction;
        let test = |node: &Node, index: u32, limit: Real| -> Real {
            match cast.enters(&node.aabb, limit) {
                Some(enter) if !filtered || self.categories[index as usize] & mask != 0 => enter,
                _ => Real::INFINITY,
            }
        };
        let root = self.node(ROOT);
        let mut waiting = ArrayVec::<(u32, Real), STACK>::new();
        let mut node = root;
        let mut enter = if root.link == NONE { Real::INFINITY } else { test(root, ROOT, limit) };
        loop {
            if enter <= limit * SLACK && enter < Real::INFINITY {
                if !node.is_leaf() {
                    let [a, b] = self.children(node.link);
                    let enter_a = test(a, node.link, limit);
                    let enter_b = test(b, node.link + 1, limit);
                    let far;
                    (node, enter, far) = if enter_b < enter_a {
                        (b, enter_b, (node.link, enter_a))
                    } else {
                        (a, enter_a, (node.link + 1, enter_b))
                    };
                    if far.1 < Real::INFINITY {
                        waiting.push(far);
                    }
                    continue;
                }
                limit = visit(node.data, enter)?;
            }
            match waiting.pop() {
                Some((index, entered)) => (node, enter) = (self.node(index), entered),
                None => return ControlFlow::Continue(()),
            }
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/tree_cast.rs"]
mod tests;
