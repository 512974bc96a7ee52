//! Changing a body.

use umbra_geom::{Point, Pose, Real, Vector, math};

use crate::{BodyEdit, BodyKey, BodyKind, BodyRef, Error, MassProperties, Scene, check};
use umbra_world::store::BodyInfo;

/// The rounding error of two or three operations on numbers of size one.
const ROUNDING: Real = 4.0 * Real::EPSILON;

/// A body of a scene, to be changed.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let key = scene.add_body(Body::dynamic())?;
/// scene.add_collider(key, Collider::cuboid(0.5, 0.5))?;
/// let mut body = scene.body_mut(key)?;
/// body.apply_impulse([2.0, 0.0])?;
/// assert_eq!(body.view().velocity(), Vector::new(2.0, 0.0)); // its mass is 1
/// assert!(body.set_velocity([f32::INFINITY, 0.0]).is_err());
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Debug)]
pub struct BodyMut<'a> {
    pub(super) scene: &'a mut Scene,
    /// Of a body that is there.
    pub(super) key: BodyKey,
    /// True if forces and impulses wake it and keep it awake.
    pub(super) pushes_wake: bool,
}

impl<'a> BodyMut<'a> {
    umbra_world::body_properties!(body_functions set);

    pub(crate) fn new(scene: &'a mut Scene, key: BodyKey) -> Self {
        Self { scene, key, pushes_wake: true }
    }

    pub(super) fn index(&self) -> usize {
        self.scene.world.body(self.key).unwrap_or_default()
    }

    pub(super) fn state(&self) -> &umbra_solver::Body {
        &self.scene.world.bodies.states[self.index()]
    }

    pub(super) fn info(&self) -> &BodyInfo {
        &self.scene.world.bodies.infos[self.index()]
    }

    pub(super) fn edit(&mut self, edit: BodyEdit) -> Result<(), Error> {
        self.scene.edit_body(self.key, edit)
    }

    /// An edit that needs no room, so that it cannot be refused.
    fn change(&mut self, edit: BodyEdit) {
        let _ = self.edit(edit);
    }

    /// The body, to be read.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let block = Body::dynamic().position([0.0, 0.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// let mut body = scene.body_mut(block)?;
    /// let back = -0.5 * body.view().velocity();
    /// body.set_velocity(back)?;
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn view(&self) -> BodyRef<'_> {
        BodyRef::new(self.scene, self.index())
    }

    /// Puts it somewhere else at once, without a motion in between.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let spawn = pose([2.0, 3.0], 0.0);
    /// # let player = Body::dynamic().position([0.0, -50.0]);
    /// # let player = scene.add(player, [Collider::circle(0.5)])?;
    /// let mut player = scene.body_mut(player)?;
    /// player.set_pose(spawn)?;
    /// player.set_velocity([0.0, 0.0])?; // teleports keep the speed
    /// assert_eq!(player.view().pose(), spawn);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite or too large.
    pub fn set_pose(&mut self, pose: Pose) -> Result<(), Error> {
        self.edit(BodyEdit::Pose(pose))
    }

    /// Puts its origin somewhere else at once.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let asteroid = Body::dynamic().position([9.5, 2.0]);
    /// # let asteroid = scene.add(asteroid, [Collider::circle(0.5)])?;
    /// // A world that wraps around.
    /// let place = scene.body(asteroid)?.position();
    /// if place.x > 9.0 {
    ///     scene.body_mut(asteroid)?.set_position([place.x - 18.0, place.y])?;
    /// }
    /// assert_eq!(scene.body(asteroid)?.position(), Point::new(-8.5, 2.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite or too large.
    #[doc(alias("teleport", "set transform"))]
    pub fn set_position(&mut self, position: impl Into<Point>) -> Result<(), Error> {
        let position = check::position("position", position.into())?;
        let rotation = self.state().rotation;
        self.set_pose(Pose::from_parts(position.into(), rotation))
    }

    /// Turns it at once about its origin.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let block = Body::dynamic().position([1.0, 2.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.body_mut(block)?.set_angle(0.5)?;
    /// assert!((scene.body(block)?.angle() - 0.5).abs() < 1e-6);
    /// assert_eq!(scene.body(block)?.position(), Point::new(1.0, 2.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When `angle` is not finite or absurdly large.
    pub fn set_angle(&mut self, angle: Real) -> Result<(), Error> {
        let angle = check::number("angle", angle)?;
        let position = self.view().position();
        self.set_pose(math::pose(position, angle))
    }

    /// Sets the velocity of its centre of mass, or of its origin, if it is kinematic. A fixed body
    /// keeps still. A velocity of zero does not wake it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let player = Body::dynamic().position([0.0, 0.0]);
    /// # let player = scene.add(player, [Collider::circle(0.5)])?;
    /// let mut player = scene.body_mut(player)?;
    /// let falling = player.view().velocity().y;
    /// player.set_velocity([4.0, falling])?; // runs, whatever it does vertically
    /// assert_eq!(player.view().velocity(), Vector::new(4.0, 0.0));
    /// assert!(player.set_velocity([f32::NAN, 0.0]).is_err());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite or absurdly large.
    #[doc(alias("set linear velocity"))]
    pub fn set_velocity(&mut self, velocity: impl Into<Vector>) -> Result<(), Error> {
        self.edit(BodyEdit::Velocity(velocity.into()))
    }

    /// [`set_velocity`](Self::set_velocity), as other engines call it.
    ///
    /// # Errors
    /// When a number is not finite or absurdly large.
    pub fn set_linear_velocity(&mut self, velocity: impl Into<Vector>) -> Result<(), Error> {
        self.set_velocity(velocity)
    }

    /// Sets how fast it turns. A fixed body keeps still. A velocity of zero does not wake it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let coin = Body::dynamic().position([0.0, 0.0]);
    /// # let coin = scene.add(coin, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.body_mut(coin)?.set_angular_velocity(6.0)?;
    /// scene.step(0.1)?;
    /// assert!((scene.body(coin)?.angle() - 0.6).abs() < 1e-4);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the number is not finite or absurdly large.
    pub fn set_angular_velocity(&mut self, angular_velocity: Real) -> Result<(), Error> {
        self.edit(BodyEdit::AngularVelocity(angular_velocity))
    }

    /// Gives a kinematic body the velocity with which it arrives at `pose` after `dt`. It keeps
    /// the velocity then: call this before every step, or set the velocity to zero at the end.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let lift = scene.add(Body::kinematic(), [Collider::cuboid(1.0, 0.1)])?;
    /// let dt = 1.0 / 60.0;
    /// for step in 1..=60 {
    ///     let height = 1.0 - (0.1 * step as f32).cos(); // any path of the game
    ///     scene.body_mut(lift)?.move_to(pose([0.0, height], 0.0), dt)?;
    ///     scene.step(dt)?;
    ///     assert!((scene.body(lift)?.position().y - height).abs() < 1e-5);
    /// }
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the body is not kinematic, a number is not finite or too large, or `dt` is not from
    /// 1e-6 to 1e6 seconds.
    #[doc(alias("kinematic target", "set next position"))]
    pub fn move_to(&mut self, pose: Pose, dt: Real) -> Result<(), Error> {
        let pose = check::pose("pose", pose)?;
        let dt = check::range("dt", dt, 1e-6, 1e6)?;
        if self.info().kind != BodyKind::Kinematic {
            return Err(Error::NotKinematic(self.key));
        }
        let local_center = self.info().local_center;
        let state = *self.state();
        let displacement = pose * local_center - state.center;
        let turn = state.rotation.inverse() * pose.rotation;
        let angle = libm::atan2f(turn.im, turn.re);
        // A target at its present place must not set it in motion by a rounding error.
        let size = pose.translation.vector.amax() + local_center.coords.amax();
        let displacement =
            if displacement.amax() > ROUNDING * size { displacement } else { Vector::zeros() };
        let angle = if angle.abs() > ROUNDING { angle } else { 0.0 };
        self.edit(BodyEdit::Velocity(displacement / dt))?;
        self.edit(BodyEdit::AngularVelocity(angle / dt))
    }

    /// Lets it pass through [one-way platforms](crate::Collider::one_way), also those it stands on.
    /// A platform that it has begun to pass lets it through to the end, even if this is switched
    /// off in between.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let ledge = Collider::cuboid(2.0, 0.1).one_way([0.0, 1.0]);
    /// scene.add(Body::fixed(), [ledge])?;
    /// # let player = Body::dynamic().position([0.0, 0.65]);
    /// # let player = scene.add(player, [Collider::circle(0.5)])?;
    /// scene.step(1.0 / 60.0)?;
    /// scene.body_mut(player)?.drop_through(true); // the player holds "down"
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!(scene.body(player)?.position().y < -2.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn drop_through(&mut self, drop_through: bool) {
        self.change(BodyEdit::DropThrough(drop_through));
    }

    /// Locks or unlocks its translation along x and along y. A lock sets its velocity along that
    /// axis to zero. It has no effect on a body that is not dynamic.
    pub fn set_lock_translation(&mut self, x: bool, y: bool) {
        self.change(BodyEdit::LockTranslation([x, y]));
    }

    /// Wakes it, and with it the island that it sleeps in.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let mine = scene.add(Body::dynamic().sleeping(true), [Collider::circle(0.5)])?;
    /// scene.body_mut(mine)?.wake();
    /// scene.step(1.0 / 60.0)?;
    /// assert!(scene.body(mine)?.velocity().y < 0.0); // it begins to fall
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("activate"))]
    pub fn wake(&mut self) {
        self.change(BodyEdit::Wake);
    }

    /// Puts it to sleep in its current pose, moving or not, together with its island: all movable
    /// bodies that it touches. A kinematic body sleeps alone. Does nothing to a fixed or disabled
    /// body.
    ///
    /// A body that was added or teleported since the last step keeps sleeping there, like one added
    /// with [`Body::sleeping`](crate::Body::sleeping), in the air or in touch with bodies that are
    /// asleep or fixed. Bodies that it touched before are not put to sleep with it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let far = Body::dynamic().position([0.0, 100.0]);
    /// # let far = scene.add(far, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.body_mut(far)?.sleep(); // nobody sees it
    /// scene.step(1.0 / 60.0)?;
    /// assert_eq!(scene.body(far)?.position().y, 100.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("deactivate"))]
    pub fn sleep(&mut self) {
        self.change(BodyEdit::Sleep);
    }
}
