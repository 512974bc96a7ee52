//! Changing a body.

use umbra_geom::math::cross;
use umbra_geom::{Point, Pose, Real, Vector, math};

use crate::scene::proxy_kind;
use crate::store::BodyRecord;
use crate::{BodyKind, BodyRef, Error, Scene, check};

/// A body of a scene, to be changed.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let key = scene.add_body(Body::dynamic())?;
/// scene.add_collider(key, Collider::cuboid(0.5, 0.5))?;
/// let mut body = scene.body_mut(key).unwrap();
/// body.apply_impulse([2.0, 0.0])?;
/// assert_eq!(body.view().velocity(), Vector::new(2.0, 0.0)); // its mass is 1
/// assert!(body.set_velocity([f32::INFINITY, 0.0]).is_err());
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Debug)]
pub struct BodyMut<'a> {
    scene: &'a mut Scene,
    index: usize,
}

impl<'a> BodyMut<'a> {
    pub(crate) fn new(scene: &'a mut Scene, index: usize) -> Self {
        Self { scene, index }
    }

    fn state(&mut self) -> &mut umbra_solver::Body {
        &mut self.scene.bodies.states[self.index]
    }

    fn record(&mut self) -> &mut BodyRecord {
        &mut self.scene.bodies.records[self.index]
    }

    fn is(&self, kind: BodyKind) -> bool {
        self.scene.bodies.records[self.index].kind == kind
    }

    /// The body, to be read.
    pub fn view(&self) -> BodyRef<'_> {
        BodyRef::new(self.scene, self.index)
    }

    /// Puts it somewhere else at once, without a motion in between.
    ///
    /// # Errors
    /// When a number is not finite or too large.
    pub fn set_pose(&mut self, pose: Pose) -> Result<(), Error> {
        let pose = check::pose("pose", pose)?;
        self.scene.place_body(self.index, pose)
    }

    /// Puts its origin somewhere else at once.
    ///
    /// # Errors
    /// When a number is not finite or too large.
    pub fn set_position(&mut self, position: impl Into<Point>) -> Result<(), Error> {
        let position = check::position("position", position.into())?;
        let rotation = self.state().rotation;
        self.set_pose(Pose::from_parts(position.into(), rotation))
    }

    /// Turns it at once about its origin.
    ///
    /// # Errors
    /// When `angle` is not finite or absurdly large.
    pub fn set_angle(&mut self, angle: Real) -> Result<(), Error> {
        let angle = check::number("angle", angle)?;
        let position = self.view().position();
        self.set_pose(math::pose(position, angle))
    }

    /// Sets the velocity of its centre of mass. A fixed body keeps still.
    ///
    /// # Errors
    /// When a number is not finite or absurdly large.
    pub fn set_velocity(&mut self, velocity: impl Into<Vector>) -> Result<(), Error> {
        let velocity = check::vector("velocity", velocity.into())?;
        if !self.is(BodyKind::Fixed) {
            self.state().velocity = velocity;
        }
        Ok(())
    }

    /// Sets how fast it turns. A fixed body keeps still.
    ///
    /// # Errors
    /// When the number is not finite or absurdly large.
    pub fn set_angular_velocity(&mut self, angular_velocity: Real) -> Result<(), Error> {
        let angular_velocity = check::number("angular_velocity", angular_velocity)?;
        if !self.is(BodyKind::Fixed) {
            self.state().angular_velocity = angular_velocity;
        }
        Ok(())
    }

    /// Gives a kinematic body the velocity with which it arrives at `pose` after `dt`. It keeps
    /// the velocity then: call this before every step, or set the velocity to zero at the end.
    ///
    /// # Errors
    /// When a number is not finite or too large, or `dt` is not greater than zero.
    pub fn move_to(&mut self, pose: Pose, dt: Real) -> Result<(), Error> {
        let pose = check::pose("pose", pose)?;
        let dt = check::range("dt", dt, 1e-6, 1e6)?;
        if !self.is(BodyKind::Kinematic) {
            return Ok(());
        }
        let target = pose * self.record().local_center;
        let state = self.state();
        let turn = state.rotation.inverse() * pose.rotation;
        state.velocity = (target - state.center) / dt;
        state.angular_velocity = libm::atan2f(turn.im, turn.re) / dt;
        Ok(())
    }

    /// Pushes a dynamic body at its centre of mass until the end of the next step.
    ///
    /// # Errors
    /// When a number is not finite or absurdly large.
    pub fn apply_force(&mut self, force: impl Into<Vector>) -> Result<(), Error> {
        let center = self.state().center;
        self.apply_force_at(force, center)
    }

    /// Pushes a dynamic body at a point of the world until the end of the next step.
    ///
    /// # Errors
    /// When a number is not finite or absurdly large.
    pub fn apply_force_at(
        &mut self,
        force: impl Into<Vector>,
        point: impl Into<Point>,
    ) -> Result<(), Error> {
        let force = check::vector("force", force.into())?;
        let point = check::vector("point", point.into().coords)?;
        let torque = cross(point - self.state().center.coords, force);
        self.add_force(force, torque)
    }

    /// Turns a dynamic body until the end of the next step.
    ///
    /// # Errors
    /// When the number is not finite or absurdly large.
    pub fn apply_torque(&mut self, torque: Real) -> Result<(), Error> {
        let torque = check::number("torque", torque)?;
        self.add_force(Vector::zeros(), torque)
    }

    fn add_force(&mut self, force: Vector, torque: Real) -> Result<(), Error> {
        let record = self.record();
        let force = record.force + force;
        let torque = record.torque + torque;
        check::vector("force", force)?;
        check::finite("torque", torque)?;
        (record.force, record.torque) = (force, torque);
        Ok(())
    }

    /// Pushes a dynamic body at once, at its centre of mass.
    ///
    /// # Errors
    /// When a number is not finite or absurdly large, or the velocity would be.
    pub fn apply_impulse(&mut self, impulse: impl Into<Vector>) -> Result<(), Error> {
        let center = self.state().center;
        self.apply_impulse_at(impulse, center)
    }

    /// Pushes a dynamic body at once, at a point of the world.
    ///
    /// # Errors
    /// When a number is not finite or absurdly large, or the velocity would be.
    pub fn apply_impulse_at(
        &mut self,
        impulse: impl Into<Vector>,
        point: impl Into<Point>,
    ) -> Result<(), Error> {
        let impulse = check::vector("impulse", impulse.into())?;
        let point = Point::from(check::vector("point", point.into().coords)?);
        let before = *self.state();
        self.scene.bodies.push_at(self.index, impulse, point);
        self.keep_if_finite(&before)
    }

    /// Turns a dynamic body at once.
    ///
    /// # Errors
    /// When the number is not finite or absurdly large, or the angular velocity would be.
    pub fn apply_angular_impulse(&mut self, impulse: Real) -> Result<(), Error> {
        let impulse = check::number("impulse", impulse)?;
        let before = *self.state();
        let state = self.state();
        state.angular_velocity += impulse * state.inv_inertia;
        self.keep_if_finite(&before)
    }

    /// Takes a change of velocity back when it went out of bounds.
    fn keep_if_finite(&mut self, before: &umbra_solver::Body) -> Result<(), Error> {
        let state = self.state();
        let result = check::vector("velocity", state.velocity)
            .and_then(|_| check::number("angular_velocity", state.angular_velocity));
        if result.is_err() {
            *state = *before;
        }
        result.map(drop).map_err(Error::from)
    }

    /// How much of its velocity it loses per second, roughly.
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_linear_damping(&mut self, linear_damping: Real) -> Result<(), Error> {
        self.state().linear_damping = check::amount("linear_damping", linear_damping)?;
        Ok(())
    }

    /// How much of its angular velocity it loses per second, roughly.
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_angular_damping(&mut self, angular_damping: Real) -> Result<(), Error> {
        self.state().angular_damping = check::amount("angular_damping", angular_damping)?;
        Ok(())
    }

    /// How strongly gravity pulls it.
    ///
    /// # Errors
    /// When the number is not finite or absurdly large.
    pub fn set_gravity_scale(&mut self, gravity_scale: Real) -> Result<(), Error> {
        self.record().gravity_scale = check::number("gravity_scale", gravity_scale)?;
        Ok(())
    }

    /// Mass at the body's origin, besides that of the colliders.
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_additional_mass(&mut self, additional_mass: Real) -> Result<(), Error> {
        self.record().additional_mass = check::amount("additional_mass", additional_mass)?;
        self.scene.refresh_mass(self.index);
        Ok(())
    }

    /// Whether it is kept from turning.
    pub fn set_lock_rotation(&mut self, locked: bool) {
        self.record().lock_rotation = locked;
        self.scene.refresh_mass(self.index);
    }

    /// Whether it is kept from moving along x and along y.
    pub fn set_lock_translation(&mut self, x: bool, y: bool) {
        self.state().locks = umbra_solver::Locks { x, y };
        self.scene.structure_changed = true;
    }

    /// Makes it fixed, kinematic or dynamic. A body that becomes fixed stops.
    pub fn set_kind(&mut self, kind: BodyKind) {
        if self.is(kind) {
            return;
        }
        self.record().kind = kind;
        let state = self.state();
        state.acceleration = Vector::zeros();
        state.angular_acceleration = 0.0;
        if kind == BodyKind::Fixed {
            state.velocity = Vector::zeros();
            state.angular_velocity = 0.0;
        }
        let Scene { bodies, colliders, broad, .. } = &mut *self.scene;
        colliders.change_pieces_of(bodies, self.index, |_, piece| {
            if let Some(proxy) = piece.proxy {
                // The proxy is the piece's own, so the broad phase has it.
                let _ = broad.set_kind(proxy, proxy_kind(kind));
            }
        });
        self.scene.refresh_mass(self.index);
        self.index = self.scene.settle_side(self.index);
    }

    /// Whether it takes part. A disabled body does not move and touches nothing.
    ///
    /// # Errors
    /// When a collider cannot be put back because there is no room for more.
    pub fn set_enabled(&mut self, enabled: bool) -> Result<(), Error> {
        let is_enabled = self.record().enabled;
        if enabled && !is_enabled {
            self.index = self.scene.enable_body(self.index)?;
        } else if !enabled && is_enabled {
            self.index = self.scene.disable_body(self.index);
        }
        Ok(())
    }

    /// A number for the caller.
    pub fn set_user_data(&mut self, user_data: u64) {
        self.record().user_data = user_data;
    }
}
