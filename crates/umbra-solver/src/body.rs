//! Bodies: as they cross the boundary of this crate, and in the form of the kernels.

use umbra_geom::math::dot;
use umbra_geom::{Point, Real, Rotation, Vector};

/// Half of a body's state: three numbers that change and an inverse mass that does not.
pub(crate) type Half = [f32; 4];

/// A body as the caller keeps it: its pose, its motion and the forces on it.
///
/// A body without inverse mass and inverse inertia is not moved by contacts but follows its
/// velocity, whatever its damping and locks: a *kinematic* body. Bodies that never move need no
/// entry: contacts refer to them as [`FIXED`](crate::FIXED).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// The position of the centre of mass.
    pub center: Point,
    /// The rotation of the body.
    pub rotation: Rotation,
    /// The number of whole turns, counter-clockwise, beyond the angle of its rotation from -pi to
    /// pi. Steps count it, and nothing here reads it.
    pub turns: i32,
    /// The velocity of the centre of mass.
    pub velocity: Vector,
    /// The angular velocity, counter-clockwise, in radians per second.
    pub angular_velocity: Real,
    /// One over the mass; 0 if no force moves the body.
    pub inv_mass: Real,
    /// One over the moment of inertia about the centre of mass; 0 if no torque rotates the body.
    pub inv_inertia: Real,
    /// The change of the velocity per second by gravity and forces.
    pub acceleration: Vector,
    /// The change of the angular velocity per second by torques.
    pub angular_acceleration: Real,
    /// The fraction of its velocity that the body loses per second, approximately.
    pub linear_damping: Real,
    /// The fraction of its angular velocity that the body loses per second, approximately.
    pub angular_damping: Real,
    /// Directions in which the body does not move.
    pub locks: Locks,
}

/// Directions in which a body does not move. A locked rotation is an inverse inertia of 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct Locks {
    /// True if the body does not move along x.
    pub x: bool,
    /// True if the body does not move along y.
    pub y: bool,
}

impl Locks {
    pub(crate) fn any(self) -> bool {
        self.x || self.y
    }
}

impl Default for Body {
    fn default() -> Self {
        Self {
            center: Point::origin(),
            rotation: Rotation::identity(),
            turns: 0,
            velocity: Vector::zeros(),
            angular_velocity: 0.0,
            inv_mass: 0.0,
            inv_inertia: 0.0,
            acceleration: Vector::zeros(),
            angular_acceleration: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            locks: Locks::default(),
        }
    }
}

impl Body {
    /// True if impulses can change this body's motion.
    pub fn is_dynamic(&self) -> bool {
        self.inv_mass > 0.0 || self.inv_inertia > 0.0
    }

    /// Sets the rotation to one between those before and after the last step. The rotation back is
    /// assumed to be the shorter one: if the body rotated by half a turn or more in one step,
    /// `turns` may be off by one.
    pub fn turn_back_to(&mut self, rotation: Rotation) {
        let (from, to) = (self.rotation, rotation);
        let turn = from.re * to.im - from.im * to.re;
        self.turn_to(rotation, turn);
    }

    /// Sets the rotation, and counts a turn if rotating by `turn` radians passes half a turn.
    #[inline]
    fn turn_to(&mut self, rotation: Rotation, turn: Real) {
        const HALF: Real = core::f32::consts::PI;
        // As `atan2` tells the angles on both sides of it.
        let [was_below, is_below] = [self.rotation, rotation].map(|it| it.im.is_sign_negative());
        let more = if turn.abs() >= HALF {
            whole_turns(self.rotation, rotation, turn)
        } else if was_below != is_below && (turn < 0.0) == was_below {
            if was_below { -1 } else { 1 }
        } else {
            0
        };
        // What bounces in a step as often as it may can be turned very far.
        self.turns = self.turns.saturating_add(more);
        self.rotation = rotation;
    }
}

/// The number of whole turns between two rotations, if the second is `turn` radians ahead.
#[cold]
fn whole_turns(from: Rotation, to: Rotation, turn: Real) -> i32 {
    let angle = |rotation: Rotation| f64::from(libm::atan2f(rotation.im, rotation.re));
    let behind = angle(from) + f64::from(turn) - angle(to);
    libm::round(behind / core::f64::consts::TAU) as i32
}

/// A body in the form of the kernels: two halves of 16 bytes, each with the inverse mass or inertia
/// that belongs to it, so that one gather reads all that a block needs and a scatter writes one
/// half.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct BodyState {
    /// `velocity.x`, `velocity.y`, `angular_velocity`, `inv_mass`.
    pub(crate) motion: [Real; 4],
    /// The displacement of the body since the step began: `x`, `y`, `turn`; and `inv_inertia`.
    pub(crate) offset: [Real; 4],
}

/// The forces on a body, for all substeps: in each, the velocity becomes
/// `(velocity + gain) * keep`. The fourth number does not change the inverse mass.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Forces {
    pub(crate) gain: [Real; 4],
    pub(crate) keep: [Real; 4],
}

impl BodyState {
    #[inline(always)]
    pub(crate) fn from_body(body: &Body) -> Self {
        Self {
            motion: [body.velocity.x, body.velocity.y, body.angular_velocity, body.inv_mass],
            offset: [0.0, 0.0, 0.0, body.inv_inertia],
        }
    }

    /// True if a body at `center` would end up at finite numbers.
    pub(crate) fn is_finite(&self, center: Point) -> bool {
        let [x, y, spin, _] = self.motion;
        let [dx, dy, turn, _] = self.offset;
        // An infinity or a NaN makes the sum one of the two as well, and zero times that is NaN.
        (x + y + spin + turn + (center.x + dx) + (center.y + dy)) * 0.0 == 0.0
    }

    /// True if both are equal to the last bit.
    pub(crate) fn has_bits_of(&self, other: &Self) -> bool {
        self.both().map(Real::to_bits) == other.both().map(Real::to_bits)
    }

    /// Both halves, as they lie in memory.
    #[inline(always)]
    pub(crate) fn both(&self) -> [Real; 8] {
        let ([x, y, spin, inv_mass], [dx, dy, turn, inv_inertia]) = (self.motion, self.offset);
        [x, y, spin, inv_mass, dx, dy, turn, inv_inertia]
    }
}

impl Forces {
    /// The forces of no body.
    pub(crate) const NONE: Self = Self { gain: [0.0; 4], keep: [1.0; 4] };

    #[inline(always)]
    pub(crate) fn from_body(body: &Body, h: Real) -> Self {
        // A kinematic body keeps the velocity it was given.
        let damped = |damping: Real| damping != 0.0 && body.is_dynamic();
        let keep = |damping: Real| if damped(damping) { 1.0 / (1.0 + h * damping) } else { 1.0 };
        let (keep_linear, keep_angular) = (keep(body.linear_damping), keep(body.angular_damping));
        Self {
            gain: [
                h * body.acceleration.x,
                h * body.acceleration.y,
                h * body.angular_acceleration,
                0.0,
            ],
            keep: [keep_linear, keep_linear, keep_angular, 1.0],
        }
    }
}

/// The greatest speeds of bodies at the end of a step. Every substep applies them before bodies
/// move; these are for relaxing passes and bounces after the last move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) speed: Real,
    pub(crate) spin: Real,
}

impl Bounds {
    #[inline]
    fn hold(&self, velocity: Vector, spin: Real) -> (Vector, Real) {
        let square = dot(velocity, velocity);
        let velocity = if square > self.speed * self.speed {
            velocity * (self.speed / square.sqrt())
        } else {
            velocity
        };
        (velocity, spin.clamp(-self.spin, self.spin))
    }
}

/// Outcome of a step for a body that needs a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finished {
    Moved,
    /// It was faster than bodies may be.
    Slowed,
    /// A number was no longer finite, and the body keeps its old pose.
    Refused,
}

/// Writes the final `state` into `body`.
pub(crate) fn finish(body: &mut Body, state: &BodyState, bounds: &Bounds) -> Finished {
    let [x, y, spin, _] = state.motion;
    let [dx, dy, turn, _] = state.offset;
    let center = Point::new(body.center.x + dx, body.center.y + dy);
    if !state.is_finite(body.center) {
        return Finished::Refused;
    }
    body.center = center;
    (body.velocity, body.angular_velocity) = bounds.hold(Vector::new(x, y), spin);
    if turn != 0.0 {
        body.turn_to(turned(body.rotation, turn), turn);
    }
    if x * x + y * y > bounds.speed * bounds.speed { Finished::Slowed } else { Finished::Moved }
}

/// Up to this angle, in radians, [`sin_cos`] needs no mathematics library.
pub(crate) const SMALL_TURN: Real = 0.5;

/// Sine and cosine by multiplication and addition alone, the same on every machine.
pub(crate) fn sin_cos(turn: Real) -> (Real, Real) {
    // Taylor's series, good to 4e-8; a body that turns further in one step is rare and pays for exact functions.
    if turn.abs() <= SMALL_TURN {
        let square = turn * turn;
        let sin = turn * (1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0)));
        let cos = 1.0 - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0));
        (sin, cos)
    } else {
        libm::sincosf(turn)
    }
}

/// `rotation` turned by `turn` radians.
fn turned(rotation: Rotation, turn: Real) -> Rotation {
    let (sin, cos) = sin_cos(turn);
    let (re, im) = (rotation.re * cos - rotation.im * sin, rotation.re * sin + rotation.im * cos);
    let length = (re * re + im * im).sqrt();
    Rotation::new_unchecked(umbra_geom::nalgebra::Complex::new(re / length, im / length))
}

#[cfg(test)]
#[path = "../tests/unit/body.rs"]
mod tests;
