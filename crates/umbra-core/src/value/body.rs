//! Bodies to be added: the builder.

use umbra_geom::{Point, Pose, Real, Vector, math};
use umbra_world::body::{BodyDef, Push};
use umbra_world::store::Bodies;

use crate::{BodyKind, Error, MassProperties, check};

/// A body to be added to a scene.
///
/// The builder keeps the first error; [`Scene::add_body`](crate::Scene::add_body) returns it.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let lift = Body::kinematic().position([3.0, 0.0]).velocity([0.0, 1.0]);
/// let lift = scene.add_body(lift)?;
/// assert_eq!(scene.body(lift)?.kind(), BodyKind::Kinematic);
/// let refused = scene.add_body(Body::dynamic().angle(f32::NAN)).unwrap_err();
/// assert_eq!(refused.to_string(), "`angle` must be finite, but is NaN");
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[doc(alias("rigid body", "RigidBody", "BodyDef"))]
pub struct Body {
    pub(crate) def: BodyDef,
    /// The first error met.
    refused: Option<umbra_geom::Error>,
}

impl Body {
    /// Builder of a body that was checked.
    pub(crate) fn from_def(def: BodyDef) -> Self {
        Self { def, refused: None }
    }

    /// Copies a body of a scene. A builder's velocity is that of the origin until colliders move the centre of mass; this
    /// is that of the centre of mass.
    pub(crate) fn copy_of(bodies: &Bodies, index: usize) -> Self {
        Self::from_def(bodies.def(index))
    }

    fn with_kind(kind: BodyKind) -> Self {
        Self::from_def(BodyDef::new(kind))
    }

    /// A body that never moves: ground, walls.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let ground = scene.add(Body::fixed(), [Collider::cuboid(50.0, 0.5)])?;
    /// scene.step(1.0)?;
    /// assert_eq!(scene.body(ground)?.position(), Point::origin()); // gravity leaves it alone
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("static body"))]
    pub fn fixed() -> Self {
        Self::with_kind(BodyKind::Fixed)
    }

    /// A body that moves with the velocity that the game sets, and pushes others: lifts, doors. It
    /// turns about its origin, wherever its colliders are.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let door = Body::kinematic().velocity([0.0, 2.0]);
    /// let door = scene.add(door, [Collider::cuboid(0.1, 1.0)])?;
    /// scene.step(0.5)?;
    /// assert_eq!(scene.body(door)?.position().y, 1.0); // nothing slows it down
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn kinematic() -> Self {
        Self::with_kind(BodyKind::Kinematic)
    }

    /// A body that is moved by forces, contacts and gravity.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let ball = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
    /// scene.step(0.1)?;
    /// assert!((scene.body(ball)?.velocity().y + 0.981).abs() < 1e-5); // it falls
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn dynamic() -> Self {
        Self::with_kind(BodyKind::Dynamic)
    }

    /// Position of its origin. (0, 0) by default.
    pub fn position(self, position: impl Into<Point>) -> Self {
        let position = check::position("position", position.into());
        self.with(position, |def, position| def.pose.translation = position.into())
    }

    /// Angle of its rotation, counter-clockwise, in radians. 0 by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let ramp = Body::fixed().angle(30_f32.to_radians());
    /// let ramp = scene.add(ramp, [Collider::cuboid(3.0, 0.1)])?;
    /// let right_end = scene.body(ramp)?.world_point([3.0, 0.0]);
    /// assert!((right_end.y - 1.5).abs() < 1e-5); // it is raised
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn angle(self, angle: Real) -> Self {
        let angle = check::number("angle", angle);
        self.with(angle, |def, angle| def.pose.rotation = math::rotation(angle))
    }

    /// Position and rotation.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let spawn = pose([2.0, 1.0], 0.5); // from a level
    /// let block = scene.add_body(Body::dynamic().pose(spawn))?;
    /// assert_eq!(scene.body(block)?.pose(), spawn);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn pose(self, pose: Pose) -> Self {
        self.set(|def| def.pose = pose)
    }

    /// Velocity of its origin when it is added. Zero by default; a fixed body has none.
    ///
    /// This is the motion of its material. Colliders added later move its centre of mass, but do
    /// not change the velocity of any point of the body.
    /// [`BodyRef::velocity`](crate::BodyRef::velocity), the velocity of the centre of mass, may
    /// therefore differ for a body that turns.
    ///
    /// ```
    /// use umbra::geom::math;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let body = Body::dynamic().velocity([3.0, 0.0]).angular_velocity(2.0);
    /// let body = scene.add_body(body)?;
    /// scene.add_collider(body, Collider::circle(0.5).at([1.0, 0.0]))?;
    /// let body = scene.body(body)?;
    /// assert_eq!(body.velocity_at([0.0, 0.0]), Vector::new(3.0, 0.0));
    /// assert_eq!(body.velocity(), Vector::new(3.0, 2.0)); // one metre to the right of it
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn velocity(self, velocity: impl Into<Vector>) -> Self {
        self.set(|def| def.velocity = velocity.into())
    }

    /// [`velocity`](Self::velocity), as other engines call it.
    pub fn linear_velocity(self, velocity: impl Into<Vector>) -> Self {
        self.velocity(velocity)
    }

    /// Angular velocity, counter-clockwise, in radians per second. 0 by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let fan = scene.add_body(Body::kinematic().angular_velocity(2.0))?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// // A second later:
    /// assert!((scene.body(fan)?.angle() - 2.0).abs() < 1e-3);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn angular_velocity(self, angular_velocity: Real) -> Self {
        self.set(|def| def.angular_velocity = angular_velocity)
    }

    /// Linear damping of a dynamic body: roughly the fraction of its velocity that it loses per
    /// second. 0 by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let puck = Body::dynamic().velocity([10.0, 0.0]).linear_damping(0.7);
    /// let puck = scene.add(puck, [Collider::circle(0.1)])?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// // A second later it has half of its speed:
    /// assert!((scene.body(puck)?.velocity().x - 5.0).abs() < 0.1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("drag"))]
    pub fn linear_damping(self, linear_damping: Real) -> Self {
        self.set(|def| def.linear_damping = linear_damping)
    }

    /// Angular damping of a dynamic body: roughly the fraction of its angular velocity that it
    /// loses per second. 0 by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let top = Body::dynamic().angular_velocity(30.0).angular_damping(3.0);
    /// let top = scene.add(top, [Collider::circle(0.1)])?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// // A second later it hardly turns:
    /// assert!(scene.body(top)?.angular_velocity() < 2.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn angular_damping(self, angular_damping: Real) -> Self {
        self.set(|def| def.angular_damping = angular_damping)
    }

    /// Gravity scale: the factor by which gravity pulls it. 1 by default; with 0 it floats, with
    /// negative numbers it rises.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let balloon = Body::dynamic().gravity_scale(-0.1);
    /// let balloon = scene.add(balloon, [Collider::circle(0.3)])?;
    /// scene.step(0.5)?;
    /// assert!(scene.body(balloon)?.velocity().y > 0.4);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("no gravity"))]
    pub fn gravity_scale(self, gravity_scale: Real) -> Self {
        self.set(|def| def.gravity_scale = gravity_scale)
    }

    /// A force at its centre of mass and a torque that act on a dynamic body in every step: wind,
    /// buoyancy, a planet's own gravity. They do not keep it awake, unlike forces
    /// [applied](crate::BodyMut::apply_force) in every step. None by default.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let balloon = Body::dynamic().additional_mass(2.0).constant_force([1.0, 2.0 * 9.81], 0.0);
    /// let balloon = scene.add_body(balloon)?;
    /// scene.step(0.5)?;
    /// let velocity = scene.body(balloon)?.velocity();
    /// assert!((velocity - Vector::new(0.25, 0.0)).norm() < 1e-5);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn constant_force(self, force: impl Into<Vector>, torque: Real) -> Self {
        self.set(|def| def.constant_force = Push { force: force.into(), torque })
    }

    /// Keeps a dynamic body from turning.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let hero = Body::dynamic().lock_rotation();
    /// let hero = scene.add(hero, [Collider::cuboid(0.3, 1.0)])?;
    /// scene.body_mut(hero)?.apply_impulse_at([5.0, 0.0], [0.0, 1.0])?; // at its head
    /// scene.step(1.0 / 60.0)?;
    /// assert_eq!(scene.body(hero)?.angle(), 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("fixed rotation", "freeze rotation"))]
    pub fn lock_rotation(mut self) -> Self {
        self.def.lock_rotation = true;
        self
    }

    /// Keeps a dynamic body from moving along x.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let piston = Body::dynamic().lock_translation_x();
    /// let piston = scene.add(piston, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.body_mut(piston)?.apply_impulse([5.0, 2.0])?;
    /// scene.step(0.5)?;
    /// assert_eq!(scene.body(piston)?.position(), Point::new(0.0, 1.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn lock_translation_x(mut self) -> Self {
        self.def.locks.x = true;
        self
    }

    /// Keeps a dynamic body from moving along y.
    pub fn lock_translation_y(mut self) -> Self {
        self.def.locks.y = true;
        self
    }

    /// Mass at the body's origin, besides that of the colliders. 0 by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let ballast = Body::dynamic().additional_mass(36.0);
    /// let boat = scene.add(ballast, [Collider::cuboid(2.0, 0.5).at([0.0, 1.0])])?;
    /// let boat = scene.body(boat)?;
    /// assert_eq!(boat.mass(), 40.0);
    /// assert!((boat.center_of_mass().y - 0.1).abs() < 1e-6); // far below the middle of its hull
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn additional_mass(self, additional_mass: Real) -> Self {
        self.set(|def| def.additional_mass = additional_mass)
    }

    /// Mass, centre and inertia given by hand, instead of the sum of its colliders and the
    /// [`additional_mass`](Self::additional_mass).
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let given = MassProperties { mass: 80.0, center: Point::new(0.0, -0.5), inertia: 20.0 };
    /// let doll = Body::dynamic().mass_properties(given); // it stands up again by itself
    /// let doll = scene.add(doll, [Collider::circle(1.0)])?;
    /// assert_eq!(scene.body(doll)?.mass(), 80.0);
    /// assert_eq!(scene.body(doll)?.center_of_mass(), Point::new(0.0, -0.5));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn mass_properties(self, mass_properties: MassProperties) -> Self {
        self.set(|def| def.mass_properties = Some(mass_properties))
    }

    /// A number for the caller.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let names = ["player", "door"]; // things of the game
    /// scene.add(Body::fixed().user_data(1), [Collider::cuboid(0.1, 1.0)])?;
    /// let hit = scene.cast_ray([-5.0, 0.0], [10.0, 0.0], QueryFilter::default()).unwrap();
    /// assert_eq!(names[scene.body(hit.body)?.user_data() as usize], "door");
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn user_data(mut self, user_data: u64) -> Self {
        self.def.user_data = user_data;
        self
    }

    /// Enables or disables it. A disabled body does not move and touches nothing. True by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let spare = scene.add(Body::dynamic().enabled(false), [Collider::circle(0.1)])?;
    /// scene.step(0.5)?;
    /// assert_eq!(scene.body(spare)?.position().y, 0.0); // it waits in a pool
    /// scene.body_mut(spare)?.set_enabled(true)?;
    /// scene.step(0.5)?;
    /// assert!(scene.body(spare)?.position().y < -1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.def.enabled = enabled;
        self
    }

    /// Sweeps its fast motion against all bodies. Other bodies are swept against fixed and
    /// kinematic ones, and against bullets, unless
    /// [`SceneConfig::continuous`](crate::SceneConfig::continuous) says otherwise. False by
    /// default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let plate = Body::dynamic().position([3.0, 0.0]);
    /// let plate = scene.add(plate, [Collider::cuboid(0.02, 1.0)])?;
    /// let shot = Body::dynamic().velocity([300.0, 0.0]).bullet(true);
    /// scene.add(shot, [Collider::circle(0.05)])?;
    /// scene.step(1.0 / 60.0)?; // it flies 5 m per step
    /// assert!(scene.body(plate)?.velocity().x > 0.0); // and hit the plate all the same
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("CCD", "continuous collision detection"))]
    pub fn bullet(mut self, bullet: bool) -> Self {
        self.def.is_bullet = bullet;
        self
    }

    /// Allows it to fall asleep by itself when it comes to rest. True by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// let clock = Body::dynamic().position([0.0, 1.0]).can_sleep(false);
    /// let clock = scene.add(clock, [Collider::cuboid(0.5, 0.5)])?;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(scene.body(clock)?.is_awake()); // at rest for two seconds
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn can_sleep(mut self, can_sleep: bool) -> Self {
        self.def.can_sleep = can_sleep;
        self
    }

    /// Sleep tolerance: a factor on [`SleepConfig::speed`](crate::SleepConfig::speed), the speed
    /// below which it counts as still. Use 10 for things that rock gently and may sleep, 0.1 for a
    /// slow clock that must not. 1 by default.
    pub fn sleep_tolerance(self, tolerance: Real) -> Self {
        self.set(|def| def.sleep_tolerance = tolerance)
    }

    /// Puts it to sleep from the beginning, with zero velocity. Neither the colliders that it gets
    /// before the next step nor bodies that it touches wake it, unless those are awake. A level
    /// full of piles can thus be loaded without setting them in motion. False by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// for y in [1.0, 2.0, 3.0] {
    ///     let block = Body::dynamic().position([0.0, y]).sleeping(true);
    ///     scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// }
    /// scene.step(1.0 / 60.0)?;
    /// assert_eq!(scene.stats().awake_bodies, 0); // the pile costs nothing yet
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn sleeping(mut self, sleeping: bool) -> Self {
        self.def.sleeping = sleeping;
        self
    }

    /// Breaks by itself when an impact is stronger than this impulse, as by
    /// [`Scene::shatter_body`](crate::Scene::shatter_body) around the point of the impact. A
    /// stronger impact makes more pieces. They are as tough as the body was.
    ///
    /// Pieces break in turn, down to about a tenth of a length unit. Their centres are at least
    /// that far apart, also where the body was hit.
    ///
    /// The body breaks at the beginning of the next step, when the other body has already bounced
    /// off it; [`fracture_events`](crate::Scene::fracture_events) lists the pieces.
    ///
    /// The number of pieces is limited: see [`FractureConfig`](crate::FractureConfig).
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed(), [Collider::cuboid(9.0, 0.5)])?;
    /// let vase = Body::dynamic().position([0.0, 3.0]).fracture(5.0);
    /// scene.add(vase, [Collider::cuboid(0.3, 0.5).density(5.0)])?;
    /// let mut pieces = 1;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    ///     pieces += scene.fracture_events().len();
    /// }
    /// assert!(pieces > 3);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn fracture(self, toughness: Real) -> Self {
        self.set(|def| def.toughness = Some(toughness))
    }

    /// Makes a change with a good value, or keeps the error if it is the first.
    fn with<T>(
        mut self,
        value: Result<T, umbra_geom::Error>,
        change: impl FnOnce(&mut BodyDef, T),
    ) -> Self {
        if let Some(value) = check::keep_first(&mut self.refused, value) {
            change(&mut self.def, value);
        }
        self
    }

    /// Makes a change, or keeps the error if it is the first.
    fn set(mut self, change: impl FnOnce(&mut BodyDef)) -> Self {
        change(&mut self.def);
        let checked = self.def.check();
        check::keep_first(&mut self.refused, checked);
        self
    }

    /// The body with its rotation brought to unit length, or what is wrong with it.
    pub(crate) fn checked(mut self) -> Result<Self, Error> {
        if let Some(error) = self.refused {
            return Err(error.into());
        }
        self.def.pose = check::pose("pose", self.def.pose)?;
        Ok(self)
    }
}
