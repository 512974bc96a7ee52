//! Changing a body.

use umbra_geom::{Point, Pose, Real, Vector, math};

use crate::{BodyEdit, BodyKey, BodyKind, BodyRef, Error, Scene, check};
use umbra_world::body::MassProperties;
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

    /// Sets the velocity of its centre of mass, or of its origin, if it is kinematic. A fixed body keeps
    /// still. A velocity of zero does not wake it.
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
    /// When the body is not kinematic, a number is not finite or too large, or `dt` is not from 1e-6 to 1e6 seconds.
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

    /// Sets the linear damping: roughly the fraction of its velocity that it loses per second.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let diver = Body::dynamic().position([0.0, 0.0]);
    /// # let diver = scene.add(diver, [Collider::circle(0.5)])?;
    /// scene.body_mut(diver)?.set_velocity([0.0, -8.0])?;
    /// scene.body_mut(diver)?.set_linear_damping(5.0)?; // it dips into the pool
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!(scene.body(diver)?.velocity().y > -0.1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_linear_damping(&mut self, linear_damping: Real) -> Result<(), Error> {
        self.edit(BodyEdit::LinearDamping(linear_damping))
    }

    /// Sets the angular damping: roughly the fraction of its angular velocity that it loses per
    /// second.
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_angular_damping(&mut self, angular_damping: Real) -> Result<(), Error> {
        self.edit(BodyEdit::AngularDamping(angular_damping))
    }

    /// Switches the bullet mode, in which its fast motion is swept against all bodies: see
    /// [`Body::bullet`](crate::Body::bullet).
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let disc = Body::dynamic().position([0.0, 0.0]);
    /// # let disc = scene.add(disc, [Collider::circle(0.5)])?;
    /// scene.body_mut(disc)?.set_bullet(true); // while it is thrown
    /// assert!(scene.body(disc)?.is_bullet());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn set_bullet(&mut self, bullet: bool) {
        self.change(BodyEdit::Bullet(bullet));
    }

    /// The impulse that [breaks](crate::Body::fracture) it; `None` if nothing does.
    ///
    /// # Errors
    /// When the number is not greater than zero, not finite or absurdly large.
    pub fn set_fracture(&mut self, toughness: Option<Real>) -> Result<(), Error> {
        self.edit(BodyEdit::Fracture(toughness))
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

    /// Sets the gravity scale: the factor by which gravity pulls it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let bird = Body::dynamic().position([0.0, 0.0]);
    /// # let bird = scene.add(bird, [Collider::circle(0.5)])?;
    /// scene.body_mut(bird)?.set_gravity_scale(0.0)?; // it spreads its wings
    /// scene.step(0.5)?;
    /// assert_eq!(scene.body(bird)?.position().y, 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the number is not finite or absurdly large.
    pub fn set_gravity_scale(&mut self, gravity_scale: Real) -> Result<(), Error> {
        self.edit(BodyEdit::GravityScale(gravity_scale))
    }

    /// Mass at the body's origin, besides that of the colliders.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let truck = Body::dynamic().position([0.0, 0.0]);
    /// # let truck = scene.add(truck, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.body_mut(truck)?.set_additional_mass(9.0)?; // it is loaded
    /// scene.body_mut(truck)?.apply_impulse([10.0, 0.0])?;
    /// assert_eq!(scene.body(truck)?.velocity().x, 1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_additional_mass(&mut self, additional_mass: Real) -> Result<(), Error> {
        self.edit(BodyEdit::AdditionalMass(additional_mass))
    }

    /// Sets mass, centre and inertia by hand; `None` for the sum of its colliders and the
    /// additional mass.
    ///
    /// # Errors
    /// When a number is negative, not finite or absurdly large.
    pub fn set_mass_properties(&mut self, given: Option<MassProperties>) -> Result<(), Error> {
        self.edit(BodyEdit::MassProperties(given))
    }

    /// Locks or unlocks its rotation. A lock sets its angular velocity to zero. It has no effect on
    /// a body that is not dynamic.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let hero = Body::dynamic().position([0.0, 0.0]);
    /// # let hero = scene.add(hero, [Collider::cuboid(0.5, 0.5)])?;
    /// let mut hero = scene.body_mut(hero)?;
    /// hero.set_angular_velocity(3.0)?;
    /// hero.set_lock_rotation(true); // on its feet again
    /// assert_eq!(hero.view().angular_velocity(), 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn set_lock_rotation(&mut self, locked: bool) {
        self.change(BodyEdit::LockRotation(locked));
    }

    /// Locks or unlocks its translation along x and along y. A lock sets its velocity along that
    /// axis to zero. It has no effect on a body that is not dynamic.
    pub fn set_lock_translation(&mut self, x: bool, y: bool) {
        self.change(BodyEdit::LockTranslation([x, y]));
    }

    /// Makes it fixed, kinematic or dynamic. A body that becomes fixed stops.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let stone = scene.add(Body::fixed().position([0.0, 5.0]), [Collider::circle(0.5)])?;
    /// scene.body_mut(stone)?.set_kind(BodyKind::Dynamic)?; // the trap is sprung
    /// scene.step(0.5)?;
    /// assert!(scene.body(stone)?.position().y < 4.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is to be dynamic and has a tile map: maps have no mass.
    pub fn set_kind(&mut self, kind: BodyKind) -> Result<(), Error> {
        self.edit(BodyEdit::Kind(kind))
    }

    /// Enables or disables it. A disabled body does not move, touches nothing and is found by no
    /// query.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let pickup = Body::dynamic().position([0.0, 0.0]);
    /// # let pickup = scene.add(pickup, [Collider::circle(0.5)])?;
    /// scene.body_mut(pickup)?.set_enabled(false)?; // the player carries it
    /// assert!(scene.colliders_at([0.0, 0.0], QueryFilter::default()).is_empty());
    /// assert_eq!(scene.body(pickup)?.mass(), core::f32::consts::FRAC_PI_4); // it keeps all else
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a collider cannot be put back because there is no room for more.
    pub fn set_enabled(&mut self, enabled: bool) -> Result<(), Error> {
        self.edit(BodyEdit::Enabled(enabled))
    }

    /// Allows it to fall asleep by itself when it comes to rest, or forbids it. A body that may not
    /// sleep is woken.
    pub fn set_can_sleep(&mut self, can_sleep: bool) {
        self.change(BodyEdit::CanSleep(can_sleep));
    }

    /// Sets the sleep tolerance, a factor on the speed below which it counts as still: see
    /// [`Body::sleep_tolerance`](crate::Body::sleep_tolerance). This does not wake it.
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_sleep_tolerance(&mut self, tolerance: Real) -> Result<(), Error> {
        self.edit(BodyEdit::SleepTolerance(tolerance))
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

    /// A number for the caller.
    pub fn set_user_data(&mut self, user_data: u64) {
        self.change(BodyEdit::UserData(user_data));
    }
}
