//! Portals: two segments that are one place for what comes to them.
//!
//! - `mod.rs`: the portal as a value;
//! - `opening.rs`: one of its two segments, as bodies see it;
//! - `record.rs`: the portal in files.
//!
//! `step/portals` has what a portal does to bodies.

mod opening;
#[cfg(feature = "serde")]
mod record;

pub(crate) use opening::Opening;

use umbra_geom::math::{direction, dot, left_of};
use umbra_geom::{Point, Pose, Real, Rotation, Vector};

use crate::{Error, check};

/// Segments whose lengths differ by a greater part than this do not make a portal.
const LIKE: Real = 1e-3;

/// Portal that joins two segments by a rigid motion. It is a value: add it by `Scene::add_portal`,
/// change it by `Scene::portal_mut`, remove it by `Scene::remove_portal`.
///
/// Whatever comes to `from` on its left side goes on at the right side of `to`, the first point of
/// one at the first point of the other, with its velocity turned alike; and back, unless the portal
/// is [`one_way`](Self::one_way). From its other side a segment is nothing. While a body is on its
/// way through, it is in both places at once, and touches and is touched in both.
///
/// Two portals that only displace make a world that wraps around.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig { gravity: Vector::zeros(), ..Default::default() })?;
/// // Out at the right, in at the left.
/// let [right, left] = [4.0, -4.0].map(|x| [[x, -3.0], [x, 3.0]]);
/// scene.add_portal(Portal::new(right, left))?;
/// let ship = Body::dynamic().position([3.0, 0.0]).velocity([2.0, 0.0]);
/// let ship = scene.add(ship, [Collider::circle(0.5)])?;
/// for _ in 0..60 {
///     scene.step(1.0 / 60.0)?;
/// }
/// assert!((scene.body(ship)?.position().x + 3.0).abs() < 1e-3);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
#[doc(alias("teleport", "wrap around", "toroidal", "periodic boundary"))]
#[cfg_attr(
    feature = "serde",
    derive(Serialize, Deserialize),
    serde(from = "record::PortalRecord", into = "record::PortalRecord")
)]
pub struct Portal {
    pub(crate) from: [Point; 2],
    pub(crate) to: [Point; 2],
    pub(crate) one_way: bool,
    pub(crate) enabled: bool,
}

impl Portal {
    /// Portal from the left side of one segment to the right side of another one of the same
    /// length.
    pub fn new(from: [impl Into<Point>; 2], to: [impl Into<Point>; 2]) -> Self {
        let (from, to) = (from.map(Into::into), to.map(Into::into));
        Self { from, to, one_way: false, enabled: true }
    }

    /// Lets bodies through from `from` to `to` only.
    pub fn one_way(mut self, one_way: bool) -> Self {
        self.one_way = one_way;
        self
    }

    /// Opens or closes it. Open by default.
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// The segment that is entered from its left side.
    pub fn from(&self) -> [Point; 2] {
        self.from
    }

    /// The segment at whose right side bodies come out.
    pub fn to(&self) -> [Point; 2] {
        self.to
    }

    /// True if it lets bodies through in one direction only.
    pub fn is_one_way(&self) -> bool {
        self.one_way
    }

    /// True if it lets bodies through.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// The motion that takes `from` to `to`, and with it all that goes through.
    pub fn motion(&self) -> Pose {
        let [a, b] = [self.from, self.to].map(|[start, end]| end - start);
        // Along the same direction it is no turn at all, to the last bit, and a half turn is one.
        let turn = Vector::new(dot(a, b), dot(left_of(a), b));
        let (turn, _) = direction(turn).unwrap_or((Vector::x(), 1.0));
        let turn = umbra_geom::nalgebra::Complex::new(turn.x, turn.y);
        let rotation = Rotation::new_unchecked(turn);
        let middle = |[start, end]: [Point; 2]| (start.coords + end.coords) * 0.5;
        let translation = middle(self.to) - rotation * middle(self.from);
        Pose::from_parts(translation.into(), rotation)
    }

    /// The opening at an end: 0 is `from`, 1 is `to`.
    pub(crate) fn opening(&self, end: usize) -> Opening {
        if end == 0 { Opening::new(self.from, 1.0) } else { Opening::new(self.to, -1.0) }
    }

    /// The motion of what goes in at an end.
    pub(crate) fn motion_from(&self, end: usize) -> Pose {
        if end == 0 { self.motion() } else { self.motion().inverse() }
    }

    /// True if bodies may go in at an end.
    pub(crate) fn lets_in(&self, end: usize) -> bool {
        self.enabled && (end == 0 || !self.one_way)
    }

    /// The portal, seen from an origin that is shifted by this.
    pub(crate) fn shifted(&self, by: Vector) -> Self {
        let shift = |ends: [Point; 2]| ends.map(|point| point - by);
        Self { from: shift(self.from), to: shift(self.to), ..*self }
    }

    /// Checks all numbers.
    #[doc(hidden)]
    pub fn checked(self) -> Result<Self, Error> {
        let mut lengths = [0.0; 2];
        for (length, (name, ends)) in lengths.iter_mut().zip([("from", self.from), ("to", self.to)])
        {
            for point in ends {
                check::position(name, point)?;
            }
            *length = (ends[1] - ends[0]).norm();
            check::positive(name, *length)?;
        }
        let [from, to] = lengths;
        if (from - to).abs() > LIKE * from {
            return Err(Error::UnlikePortal { from, to });
        }
        Ok(self)
    }
}
