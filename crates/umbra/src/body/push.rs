//! Pushing a body: forces, torques and impulses.

use umbra_geom::math::cross;
use umbra_geom::{Point, Real, Vector};

use crate::body::Push;
use crate::edit::BodyEdit;
use crate::store::push_at;
use crate::{BodyKind, BodyMut, Error, check};

impl BodyMut<'_> {
    /// From now on, forces and impulses that are applied to the body neither wake it nor keep it awake: they act on it
    /// while it is awake, and are dropped while it sleeps. So a wind that is applied in every step lets everything
    /// come to rest. Whatever else is changed wakes it as ever.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let leaf = scene.add_body(Body::dynamic().sleeping(true))?;
    /// scene.body_mut(leaf)?.without_waking().apply_force([3.0, 0.0])?;
    /// assert!(!scene.body(leaf)?.is_awake());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[must_use]
    pub fn without_waking(mut self) -> Self {
        self.pushes_wake = false;
        self
    }

    /// Whether a push is for a body that sleeps and is to go on sleeping.
    fn drops_pushes(&self) -> bool {
        !self.pushes_wake && self.scene.bodies.is_asleep(self.index())
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
        let is_none = force == Vector::zeros() && torque == 0.0;
        if is_none || self.info().kind != BodyKind::Dynamic || self.drops_pushes() {
            return Ok(());
        }
        let forces = &self.scene.bodies.forces[self.index()];
        let sum = Push { force: forces.force + force, torque: forces.torque + torque };
        check::vector("force", sum.force)?;
        check::finite("torque", sum.torque)?;
        self.edit(BodyEdit::Forces { sum, wakes: self.pushes_wake })
    }

    /// Sets the force at its centre of mass and the torque that act on a dynamic body in every step, besides what is
    /// applied: see [`Body::constant_force`](crate::Body::constant_force). Another one than before wakes it.
    ///
    /// # Errors
    /// When a number is not finite or absurdly large.
    pub fn set_constant_force(
        &mut self,
        force: impl Into<Vector>,
        torque: Real,
    ) -> Result<(), Error> {
        let constant = Push { force: force.into(), torque }.check()?;
        let before = self.info().constant_force;
        let forces = self.scene.bodies.forces[self.index()];
        // To the bit what was asked for, unless something was applied as well.
        let sum = |all: Real, old: Real, new: Real| if all == old { new } else { all - old + new };
        let force = Vector::new(
            sum(forces.force.x, before.force.x, constant.force.x),
            sum(forces.force.y, before.force.y, constant.force.y),
        );
        let sum = Push { force, torque: sum(forces.torque, before.torque, constant.torque) };
        let wakes = self.info().kind == BodyKind::Dynamic;
        self.edit(BodyEdit::ConstantForce { constant, sum, wakes })
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
        let mut pushed = *self.state();
        push_at(&mut pushed, impulse, point);
        self.set_pushed(&pushed)
    }

    /// Turns a dynamic body at once.
    ///
    /// # Errors
    /// When the number is not finite or absurdly large, or the angular velocity would be.
    pub fn apply_angular_impulse(&mut self, impulse: Real) -> Result<(), Error> {
        let impulse = check::number("impulse", impulse)?;
        let mut pushed = *self.state();
        pushed.angular_velocity += impulse * pushed.inv_inertia;
        self.set_pushed(&pushed)
    }

    /// Gives it the velocities of what it is after a push, unless they are out of bounds.
    fn set_pushed(&mut self, pushed: &umbra_solver::Body) -> Result<(), Error> {
        if self.drops_pushes() {
            return Ok(());
        }
        let velocity = check::vector("velocity", pushed.velocity)?;
        let angular_velocity = check::number("angular_velocity", pushed.angular_velocity)?;
        self.edit(BodyEdit::Motion { velocity, angular_velocity, wakes: self.pushes_wake })
    }
}
