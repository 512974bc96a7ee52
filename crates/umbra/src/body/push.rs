//! Pushing a body: forces, torques and impulses.

use umbra_geom::math::cross;
use umbra_geom::{Point, Real, Vector};

use crate::body::Push;
use crate::{BodyKind, BodyMut, Error, check};

/// Accelerations, in length units or radians per second squared, above which predicted boxes are updated at
/// once. Games push many bodies a little in every step, and those need no update.
const VIOLENT: Real = 100.0;

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
    /// scene.body_mut(leaf).unwrap().without_waking().apply_force([3.0, 0.0])?;
    /// assert!(!scene.body(leaf).unwrap().is_awake());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[must_use]
    pub fn without_waking(mut self) -> Self {
        self.pushes_wake = false;
        self
    }

    /// Whether a push is for a body that sleeps and is to go on sleeping.
    fn drops_pushes(&self) -> bool {
        !self.pushes_wake && self.scene.bodies.is_asleep(self.index)
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
        if !self.is(BodyKind::Dynamic) || (force == Vector::zeros() && torque == 0.0) {
            return Ok(());
        }
        let forces = self.scene.bodies.forces[self.index];
        let force = forces.force + force;
        let torque = forces.torque + torque;
        check::vector("force", force)?;
        check::finite("torque", torque)?;
        if self.pushes_wake {
            self.disturb();
        } else if self.drops_pushes() {
            return Ok(());
        }
        self.set_forces(Push { force, torque });
        Ok(())
    }

    /// Sets the sum of forces and torques for the next step.
    fn set_forces(&mut self, Push { force, torque }: Push) {
        let forces = &mut self.scene.bodies.forces[self.index];
        (forces.force, forces.torque) = (force, torque);
        let state = self.state();
        let (push, turn) = (force.norm() * state.inv_mass, torque.abs() * state.inv_inertia);
        if push > VIOLENT * self.scene.config.length_unit || turn > VIOLENT {
            self.scene.note_redirected(self.index);
        }
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
        let push = Push { force: force.into(), torque }.check()?;
        let before = self.info().constant_force;
        if push == before {
            return Ok(());
        }
        let forces = self.scene.bodies.forces[self.index];
        // To the bit what was asked for, unless something was applied as well.
        let sum = |all: Real, old: Real, new: Real| if all == old { new } else { all - old + new };
        let force = Vector::new(
            sum(forces.force.x, before.force.x, push.force.x),
            sum(forces.force.y, before.force.y, push.force.y),
        );
        let all = Push { force, torque: sum(forces.torque, before.torque, push.torque) };
        if self.is(BodyKind::Dynamic) {
            self.disturb();
        }
        self.info().constant_force = push;
        self.set_forces(all);
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
        if self.drops_pushes() {
            return Ok(());
        }
        let before = *self.state();
        self.scene.bodies.push_at(self.index, impulse, point);
        self.keep_if_good(&before)
    }

    /// Turns a dynamic body at once.
    ///
    /// # Errors
    /// When the number is not finite or absurdly large, or the angular velocity would be.
    pub fn apply_angular_impulse(&mut self, impulse: Real) -> Result<(), Error> {
        let impulse = check::number("impulse", impulse)?;
        if self.drops_pushes() {
            return Ok(());
        }
        let before = *self.state();
        let state = self.state();
        state.angular_velocity += impulse * state.inv_inertia;
        self.keep_if_good(&before)
    }

    /// Takes a change of velocity back when it went out of bounds; else it is a disturbance.
    fn keep_if_good(&mut self, before: &umbra_solver::Body) -> Result<(), Error> {
        let state = self.state();
        let result = check::vector("velocity", state.velocity)
            .and_then(|_| check::number("angular_velocity", state.angular_velocity));
        if result.is_err() {
            *state = *before;
        } else if *state != *before {
            if self.pushes_wake {
                self.disturb();
            }
            self.scene.note_redirected(self.index);
        }
        result.map(drop).map_err(Error::from)
    }
}
