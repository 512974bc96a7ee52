//! Motion of bodies in the last step, and as predicted for the next.
//!
//! [`Bodies::motion_of`] gives the [`BodyMotion`] of a body in the step: from its pose at stage 1
//! to its pose now. Sweeps, portals, sensors, sleep and the views of bodies read it. Predicted
//! motion of pieces is in [`PoseCache`](super::PoseCache), and follows from the
//! [`PredictedMotion`] of bodies.

use umbra_geom::math::{cross, rotation};
use umbra_geom::{Point, Pose, Real, Rotation, Vector};
use umbra_solver::Body;

use super::Bodies;

/// The pose of a body by its centre of mass, which moves in straight lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    pub center: Point,
    pub rotation: Rotation,
}

impl Placement {
    #[inline]
    pub fn from_body(body: &Body) -> Self {
        Self { center: body.center, rotation: body.rotation }
    }

    /// Pose of something attached to the body, with this lever arm from its centre of mass and this
    /// rotation.
    #[inline]
    pub(crate) fn carried(&self, local_arm: Vector, rotation: Rotation) -> Pose {
        let arm = self.rotation * local_arm;
        Pose::from_parts((self.center.coords + arm).into(), self.rotation * rotation)
    }

    /// The pose of the origin, given the centre in body coordinates.
    pub fn pose(&self, local_center: Point) -> Pose {
        let arm = self.rotation * local_center.coords;
        Pose::from_parts((self.center.coords - arm).into(), self.rotation)
    }
}

/// True if a body has a velocity.
pub(crate) fn moves(body: &Body) -> bool {
    body.velocity != Vector::zeros() || body.angular_velocity != 0.0
}

/// Motion of a body in the last step. Its velocity may have changed on the way.
#[derive(Clone, Copy, Debug)]
pub struct BodyMotion {
    pub from: Placement,
    pub to: Placement,
}

impl BodyMotion {
    /// Displacement of the centre.
    pub(crate) fn displacement(&self) -> Vector {
        self.to.center - self.from.center
    }

    /// True if the body stayed where it was.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.from == self.to
    }

    /// Sine of the turn.
    #[inline]
    pub(crate) fn sin(&self) -> Real {
        let (from, to) = (self.from.rotation, self.to.rotation);
        cross(Vector::new(from.re, from.im), Vector::new(to.re, to.im))
    }

    /// Cosine of the turn.
    #[inline]
    pub(crate) fn cos(&self) -> Real {
        let (from, to) = (self.from.rotation, self.to.rotation);
        from.re * to.re + from.im * to.im
    }

    /// Square of the chord of the turn.
    pub(crate) fn chord_squared(&self) -> Real {
        (self.to.rotation.into_inner() - self.from.rotation.into_inner()).norm_sqr()
    }

    /// The placement between the start (0) and the end (1).
    pub fn at(&self, fraction: Real) -> Placement {
        let turn = self.from.rotation.inverse() * self.to.rotation;
        let angle = libm::atan2f(turn.im, turn.re);
        Placement {
            center: self.from.center + self.displacement() * fraction,
            rotation: self.from.rotation * rotation(angle * fraction),
        }
    }
}

/// The predicted motion of a body in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PredictedMotion {
    /// The displacement of the centre of mass.
    pub(crate) displacement: Vector,
    pub(crate) angle: Real,
}

impl PredictedMotion {
    pub(crate) const NONE: Self = Self { displacement: Vector::new(0.0, 0.0), angle: 0.0 };

    /// The motion by velocities and accelerations.
    #[inline(always)]
    pub(crate) fn predict(body: &Body, dt: Real) -> Self {
        Self {
            displacement: (body.velocity + body.acceleration * dt) * dt,
            angle: (body.angular_velocity + body.angular_acceleration * dt) * dt,
        }
    }
}

impl Bodies {
    /// Motion of a body in the last step.
    #[inline]
    pub fn motion_of(&self, index: usize) -> BodyMotion {
        BodyMotion { from: self.previous[index], to: self.placement(index) }
    }
}
