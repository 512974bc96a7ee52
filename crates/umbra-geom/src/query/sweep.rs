//! Sweeps: the motion of a body during one step.

use crate::math::rotation;
use crate::{Point, Pose, Real, Vector};

/// A motion from fraction 0 to fraction 1: the centre moves in a straight line, and the body
/// rotates around it at a constant rate.
///
/// ```
/// use core::f32::consts::TAU;
/// use umbra_geom::{Vector, math::pose, query::Sweep};
///
/// let wheel = Sweep::new(pose([0.0, 1.0], 0.0), [0.0, 0.0], [4.0, 0.0], -2.0 * TAU);
/// let half_way = wheel.pose_at(0.5);
/// assert_eq!(half_way.translation.vector, Vector::new(2.0, 1.0));
/// assert!(half_way.rotation.angle().abs() < 1e-5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    pub(super) start: Pose,
    pub(super) local_center: Vector,
    /// The centre at the start, in the world.
    pub(super) center: Vector,
    pub(super) translation: Vector,
    pub(super) angle: Real,
}

impl Sweep {
    /// The motion that moves the centre by `translation` and rotates the body by `angle`, which may
    /// be more than a full turn. The centre is given in the body's own frame.
    pub fn new(
        start: Pose,
        local_center: impl Into<Point>,
        translation: impl Into<Vector>,
        angle: Real,
    ) -> Self {
        let local_center = local_center.into();
        let center = (start * local_center).coords;
        let local_center = local_center.coords;
        Self { start, local_center, center, translation: translation.into(), angle }
    }

    /// The motion from one pose to another, rotating by the smaller angle.
    ///
    /// ```
    /// use umbra_geom::{math::pose, query::Sweep};
    /// let door = Sweep::between(pose([0.0, 0.0], 0.0), pose([2.0, 0.0], 1.0), [0.0, 0.0]);
    /// let half_open = door.pose_at(0.5);
    /// assert!((half_open.rotation.angle() - 0.5).abs() < 1e-6);
    /// assert_eq!(half_open.translation.x, 1.0);
    /// ```
    pub fn between(start: Pose, end: Pose, local_center: impl Into<Point>) -> Self {
        let local_center = local_center.into();
        let (from, to) = (start.rotation, end.rotation);
        let cos = from.re * to.re + from.im * to.im;
        let sin = from.re * to.im - from.im * to.re;
        let translation = end * local_center - start * local_center;
        Self::new(start, local_center, translation, libm::atan2f(sin, cos))
    }

    /// No motion.
    pub fn still(pose: Pose) -> Self {
        Self::new(pose, [0.0, 0.0], [0.0, 0.0], 0.0)
    }

    /// True if all of its numbers are finite.
    pub(super) fn is_finite(&self) -> bool {
        let rotation = self.start.rotation;
        let vectors = [self.start.translation.vector, self.center, self.translation];
        let finite = |v: &Vector| v.x.is_finite() && v.y.is_finite();
        vectors.iter().all(finite)
            && rotation.re.is_finite()
            && rotation.im.is_finite()
            && self.angle.is_finite()
    }

    /// The pose at a fraction of the motion, 0 being the start.
    #[inline]
    pub fn pose_at(&self, fraction: Real) -> Pose {
        let center = self.center + self.translation * fraction;
        if self.angle == 0.0 {
            let mut pose = self.start;
            pose.translation.vector += self.translation * fraction;
            return pose;
        }
        let rotation = rotation(self.angle * fraction) * self.start.rotation;
        Pose::from_parts((center - rotation * self.local_center).into(), rotation)
    }
}
