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
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let rocket = scene.add(Body::dynamic(), [Collider::cuboid(0.5, 1.0)])?; // 2 kg
    /// for _ in 0..60 {
    ///     scene.body_mut(rocket)?.apply_force([0.0, 40.0])?; // in every step
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!((scene.body(rocket)?.velocity().y - (20.0 - 9.81)).abs() < 1e-2);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the body is not dynamic, or a number is not finite or absurdly large.
    #[doc(alias("add force"))]
    pub fn apply_force(&mut self, force: impl Into<Vector>) -> Result<(), Error> {
        self.push(force.into(), 0.0)
    }

    /// Pushes a dynamic body at a point of the world until the end of the next step.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let boat = scene.add(Body::dynamic(), [Collider::cuboid(2.0, 0.5)])?;
    /// // A push to the left at the stern turns the boat to the right, and pushes it aside.
    /// scene.body_mut(boat)?.apply_force_at([0.0, 8.0], [-2.0, 0.0])?;
    /// scene.step(0.1)?;
    /// let boat = scene.body(boat)?;
    /// assert!(boat.velocity().y > 0.19 && boat.angular_velocity() < 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wheel = Body::dynamic().position([0.0, 0.0]);
    /// # let wheel = scene.add(wheel, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.body_mut(wheel)?.apply_torque(2.0)?;
    /// scene.step(0.5)?;
    /// let wheel = scene.body(wheel)?;
    /// assert!((wheel.angular_velocity() - 0.5 * 2.0 / wheel.inertia()).abs() < 1e-4);
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let drone = Body::dynamic().position([0.0, 0.0]);
    /// # let drone = scene.add(drone, [Collider::cuboid(0.5, 0.5)])?;
    /// let weight = 9.81 * scene.body(drone)?.mass();
    /// scene.body_mut(drone)?.set_constant_force([0.5, weight], 0.0)?; // it hovers, and drifts
    /// scene.step(1.0)?;
    /// let velocity = scene.body(drone)?.velocity();
    /// assert!((velocity - Vector::new(0.5, 0.0)).norm() < 1e-4);
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let player = Body::dynamic().position([0.0, 0.0]);
    /// # let player = scene.add(player, [Collider::cuboid(0.5, 0.5)])?;
    /// let mass = scene.body(player)?.mass();
    /// scene.body_mut(player)?.apply_impulse([0.0, 5.0 * mass])?; // a jump of 5 m/s
    /// assert_eq!(scene.body(player)?.velocity().y, 5.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the body is not dynamic, a number is not finite or absurdly large, or the velocity
    /// would be.
    #[doc(alias("add impulse", "kick"))]
    pub fn apply_impulse(&mut self, impulse: impl Into<Vector>) -> Result<(), Error> {
        self.add_impulse(impulse.into(), 0.0)
    }

    /// Pushes a dynamic body at once, at a point of the world.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let block = Body::dynamic().position([0.0, 0.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// // A shot at its upper edge knocks it away and over.
    /// scene.body_mut(block)?.apply_impulse_at([3.0, 0.0], [-0.5, 0.5])?;
    /// let block = scene.body(block)?;
    /// assert!(block.velocity().x == 3.0 && block.angular_velocity() < -8.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the body is not dynamic, a number is not finite or absurdly large, or the velocity
    /// would be.
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
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let top = Body::dynamic().position([0.0, 0.0]);
    /// # let top = scene.add(top, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.body_mut(top)?.apply_angular_impulse(1.0)?;
    /// let top = scene.body(top)?;
    /// assert!((top.angular_velocity() - 1.0 / top.inertia()).abs() < 1e-5);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the body is not dynamic, the number is not finite or absurdly large, or the angular
    /// velocity would be.
    pub fn apply_angular_impulse(&mut self, impulse: Real) -> Result<(), Error> {
        self.add_impulse(Vector::zeros(), impulse)
    }

    fn add_impulse(&mut self, impulse: Vector, angular_impulse: Real) -> Result<(), Error> {
        self.edit(BodyEdit::Impulse { impulse, angular_impulse, wakes: self.pushes_wake })
    }
}
