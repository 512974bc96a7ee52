//! Pushing a body: forces, torques and impulses.

use umbra_geom::math::cross;
use umbra_geom::{Point, Real, Vector};

use crate::{BodyEdit, BodyMut, Error, check};

impl BodyMut<'_> {
    /// From now on, forces and impulses applied to the body neither wake it nor keep it awake: they
    /// act while it is awake, and are dropped while it sleeps. A wind applied in every step thus
    /// lets everything come to rest. All other changes wake it as usual.
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

    /// Pushes a dynamic body at its centre of mass until the end of the next step.
    ///
    /// # Errors
    /// When the body is not dynamic, or a number is not finite or absurdly large.
    #[doc(alias("add force"))]
    pub fn apply_force(&mut self, force: impl Into<Vector>) -> Result<(), Error> {
        self.push(force.into(), 0.0)
    }

    /// Pushes a dynamic body at a point of the world until the end of the next step.
    ///
    /// # Errors
    /// When the body is not dynamic, or a number is not finite or absurdly large.
    pub fn apply_force_at(
        &mut self,
        force: impl Into<Vector>,
        point: impl Into<Point>,
    ) -> Result<(), Error> {
        let (force, arm) = (force.into(), self.arm(point.into())?);
        self.push(force, cross(arm, force))
    }

    /// Turns a dynamic body until the end of the next step.
    ///
    /// # Errors
    /// When the body is not dynamic, or the number is not finite or absurdly large.
    #[doc(alias("add torque"))]
    pub fn apply_torque(&mut self, torque: Real) -> Result<(), Error> {
        self.push(Vector::zeros(), torque)
    }

    fn push(&mut self, force: Vector, torque: Real) -> Result<(), Error> {
        self.edit(BodyEdit::Force { force, torque, wakes: self.pushes_wake })
    }

    /// Lever arm of a point, from the centre of mass.
    fn arm(&self, point: Point) -> Result<Vector, Error> {
        Ok(check::vector("point", point.coords)? - self.state().center.coords)
    }

    /// Sets the force at its centre of mass and the torque that act on a dynamic body in every
    /// step, in addition to applied forces: see
    /// [`Body::constant_force`](crate::Body::constant_force). A change wakes it.
    ///
    /// # Errors
    /// When a number is not finite or absurdly large.
    pub fn set_constant_force(
        &mut self,
        force: impl Into<Vector>,
        torque: Real,
    ) -> Result<(), Error> {
        self.edit(BodyEdit::ConstantForce(force.into(), torque))
    }

    /// Pushes a dynamic body at once, at its centre of mass.
    ///
    /// # Errors
    /// When the body is not dynamic, a number is not finite or absurdly large, or the velocity would be.
    #[doc(alias("add impulse", "kick"))]
    pub fn apply_impulse(&mut self, impulse: impl Into<Vector>) -> Result<(), Error> {
        self.add_impulse(impulse.into(), 0.0)
    }

    /// Pushes a dynamic body at once, at a point of the world.
    ///
    /// # Errors
    /// When the body is not dynamic, a number is not finite or absurdly large, or the velocity would be.
    pub fn apply_impulse_at(
        &mut self,
        impulse: impl Into<Vector>,
        point: impl Into<Point>,
    ) -> Result<(), Error> {
        let (impulse, arm) = (impulse.into(), self.arm(point.into())?);
        self.add_impulse(impulse, cross(arm, impulse))
    }

    /// Turns a dynamic body at once.
    ///
    /// # Errors
    /// When the body is not dynamic, the number is not finite or absurdly large, or the angular velocity would be.
    pub fn apply_angular_impulse(&mut self, impulse: Real) -> Result<(), Error> {
        self.add_impulse(Vector::zeros(), impulse)
    }

    fn add_impulse(&mut self, impulse: Vector, angular_impulse: Real) -> Result<(), Error> {
        self.edit(BodyEdit::Impulse { impulse, angular_impulse, wakes: self.pushes_wake })
    }
}
