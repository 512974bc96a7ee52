//! Reading a body.

use umbra_geom::math::dot;
use umbra_geom::{Aabb, Point, Pose, Real, Rotation, Vector};

use crate::{
    Body, BodyKey, BodyKind, ColliderKey, ColliderRef, ContactRef, JointKey, MassProperties, Scene,
};
use umbra_solver::Body as SolverBody;
use umbra_world::body::Push;
use umbra_world::store::{BodyInfo, BodyMarks, Forces, SleepTimer};

/// A body of a scene, to be read.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let block = Body::dynamic().position([0.0, 9.0]);
/// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
/// scene.step(1.0 / 60.0)?;
/// let body = scene.body(block)?;
/// let (at, turned) = (body.position(), body.angle()); // where to draw it
/// assert!(at.y < 9.0 && turned == 0.0 && body.mass() == 1.0);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BodyRef<'a> {
    scene: &'a Scene,
    index: usize,
}

impl<'a> BodyRef<'a> {
    umbra_world::body_properties!(body_functions get);

    pub(crate) fn new(scene: &'a Scene, index: usize) -> Self {
        Self { scene, index }
    }

    /// Entries of the body in the arrays of this name.
    fn states(&self) -> &'a SolverBody {
        &self.scene.world.bodies.states[self.index]
    }

    fn forces(&self) -> &'a Forces {
        &self.scene.world.bodies.forces[self.index]
    }

    fn sleep_timers(&self) -> &'a SleepTimer {
        &self.scene.world.bodies.sleep_timers[self.index]
    }

    fn marks(&self) -> &'a BodyMarks {
        &self.scene.world.bodies.marks[self.index]
    }

    fn infos(&self) -> &'a BodyInfo {
        &self.scene.world.bodies.infos[self.index]
    }

    /// Key of the body.
    pub fn key(&self) -> BodyKey {
        self.infos().key
    }

    /// Builder with the settings, the pose and the motion of this body, to add another one like it.
    /// Its colliders have [builders](crate::ColliderRef::to_builder) of their own.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let barrel = Body::dynamic().linear_damping(0.5);
    /// # let barrel = scene.add(barrel, [Collider::circle(0.4).density(2.0)])?;
    /// let body = scene.body(barrel)?;
    /// let shapes = body.colliders().map(|key| scene.collider(key).unwrap().to_builder());
    /// let (copy, shapes) = (body.to_builder().position([3.0, 0.0]), shapes.collect::<Vec<_>>());
    /// let copy = scene.add(copy, shapes)?;
    /// assert_eq!(scene.body(copy)?.mass(), scene.body(barrel)?.mass());
    /// assert_eq!(scene.body(copy)?.linear_damping(), 0.5);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("clone", "copy", "duplicate"))]
    pub fn to_builder(&self) -> Body {
        // That of a builder is the velocity of the origin.
        let velocity = self.velocity_at(self.position());
        Body::copy_of(&self.scene.world.bodies, self.index).velocity(velocity)
    }

    /// Inverse of the mass; zero if impulses do not move it.
    pub(crate) fn inverse_mass(&self) -> Real {
        self.states().inv_mass
    }

    /// True if it is dynamic: contacts, joints, forces and impulses move it.
    pub fn is_dynamic(&self) -> bool {
        self.kind() == BodyKind::Dynamic
    }

    /// True if a step moves it: it is enabled, is not fixed, and does not sleep.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let block = Body::dynamic().position([0.0, 1.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(!scene.body(block)?.is_awake()); // after two seconds at rest
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("sleeping"))]
    pub fn is_awake(&self) -> bool {
        self.index < self.scene.world.bodies.awake
    }

    /// Position of its origin in the world.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let key = scene.add_body(Body::fixed().position([3.0, 4.0]))?;
    /// let [x, y]: [f32; 2] = scene.body(key)?.position().into();
    /// assert_eq!((x, y), (3.0, 4.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("translation", "transform"))]
    pub fn position(&self) -> Point {
        Point::from(self.pose().translation.vector)
    }

    /// Angle of its rotation in radians, from -pi to pi.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let key = scene.add_body(Body::fixed().angle(200_f32.to_radians()))?;
    /// let degrees = scene.body(key)?.angle().to_degrees();
    /// assert!((degrees + 160.0).abs() < 1e-3); // the same direction
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn angle(&self) -> Real {
        let rotation = self.rotation();
        libm::atan2f(rotation.im, rotation.re)
    }

    /// Angle of its rotation in radians, counter-clockwise, with all full turns since it was added
    /// or since its pose was last set by [`set_pose`](crate::BodyMut::set_pose) and similar calls.
    /// Useful for wheels and screws. If a body is stopped within a step, as bullets are, and turns
    /// by half a turn or more in that step, the count may be off by one turn.
    ///
    /// ```
    /// use core::f32::consts::TAU;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let wheel = scene.add_body(Body::kinematic().angular_velocity(2.5 * TAU))?;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let wheel = scene.body(wheel)?;
    /// assert!((wheel.unwrapped_angle() - 2.5 * TAU).abs() < 1e-3);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn unwrapped_angle(&self) -> Real {
        let turns = f64::from(self.states().turns);
        (f64::from(self.angle()) + core::f64::consts::TAU * turns) as Real
    }

    /// Rotation of the body in the world.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let ship = scene.add_body(Body::fixed().angle(core::f32::consts::FRAC_PI_2))?;
    /// let nose = scene.body(ship)?.rotation() * Vector::new(1.0, 0.0);
    /// assert!((nose - Vector::new(0.0, 1.0)).norm() < 1e-6);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn rotation(&self) -> Rotation {
        self.states().rotation
    }

    /// Position and rotation.
    pub fn pose(&self) -> Pose {
        self.scene.world.bodies.pose(self.index)
    }

    /// The pose between the one before the last step (`alpha` 0) and the present one (`alpha` 1),
    /// for drawing between steps: see `FixedTimestep`.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let cart = scene.add_body(Body::kinematic().velocity([6.0, 0.0]))?;
    /// scene.step(1.0 / 60.0)?; // by 0.1 m
    /// let drawn = scene.body(cart)?.interpolated_pose(0.5);
    /// assert!((drawn.translation.x - 0.05).abs() < 1e-6);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn interpolated_pose(&self, alpha: Real) -> Pose {
        self.scene.world.bodies.motion_of(self.index).at(alpha).pose(self.infos().local_center)
    }

    /// A point of the world as the body sees it: from its origin, turned with it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let turned = Body::fixed().position([5.0, 0.0]).angle(core::f32::consts::FRAC_PI_2);
    /// let turned = scene.add_body(turned)?;
    /// let seen = scene.body(turned)?.local_point([5.0, 2.0]);
    /// assert!((seen - Point::new(2.0, 0.0)).norm() < 1e-6); // 2 m ahead of it
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn local_point(&self, point: impl Into<Point>) -> Point {
        self.pose().inverse_transform_point(&point.into())
    }

    /// World position of a point of the body.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let key = scene.add_body(Body::dynamic().position([3.0, 4.0]))?;
    /// let body = scene.body(key)?;
    /// assert_eq!(body.world_point([1.0, 0.0]), Point::new(4.0, 4.0));
    /// assert_eq!(body.local_point([4.0, 4.0]), Point::new(1.0, 0.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn world_point(&self, point: impl Into<Point>) -> Point {
        self.pose() * point.into()
    }

    /// A direction of the world as the body sees it.
    pub fn local_vector(&self, vector: impl Into<Vector>) -> Vector {
        self.rotation().inverse_transform_vector(&vector.into())
    }

    /// World direction of a vector given in the frame of the body.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let ship = Body::dynamic().position([0.0, 0.0]);
    /// # let ship = scene.add(ship, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.body_mut(ship)?.set_angle(0.5)?;
    /// let ahead = scene.body(ship)?.world_vector([1.0, 0.0]);
    /// scene.body_mut(ship)?.apply_force(10.0 * ahead)?; // the engine points backwards
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn world_vector(&self, vector: impl Into<Vector>) -> Vector {
        self.rotation() * vector.into()
    }

    /// The box around all its colliders, each as by
    /// [`ColliderRef::aabb`](crate::ColliderRef::aabb): tile maps count with all their cells.
    /// `None` when it has no colliders, or only tile maps without a cell.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let block = Body::dynamic().position([4.0, 1.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// let around = scene.body(block)?.aabb().unwrap();
    /// assert_eq!((around.min, around.max), (Point::new(3.5, 0.5), Point::new(4.5, 1.5)));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn aabb(&self) -> Option<Aabb> {
        let colliders = self.colliders().filter_map(|key| ColliderRef::new(self.scene, key));
        let boxes = colliders.map(|collider| collider.aabb()).filter(Aabb::is_valid);
        boxes.reduce(|all, aabb| all.union(&aabb))
    }

    /// [`velocity`](Self::velocity), as other engines call it.
    pub fn linear_velocity(&self) -> Vector {
        self.velocity()
    }

    /// Velocity of its centre of mass; of a kinematic body, that of its origin. Momentum and energy
    /// are computed from this velocity. The correction that pushes overlapping bodies apart moves
    /// them without changing it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.step(0.5)?;
    /// let speed = scene.body(ball)?.velocity().norm();
    /// assert!((speed - 4.905).abs() < 1e-3);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("linear velocity"))]
    pub fn velocity(&self) -> Vector {
        self.states().velocity
    }

    /// Angular velocity, counter-clockwise, in radians per second.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let fan = scene.add_body(Body::kinematic().angular_velocity(-2.0))?;
    /// assert_eq!(scene.body(fan)?.angular_velocity(), -2.0); // clockwise
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn angular_velocity(&self) -> Real {
        self.states().angular_velocity
    }

    /// Velocity of its material at a point of the world.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let wheel = scene.add_body(Body::kinematic().angular_velocity(4.0))?;
    /// let rim = scene.body(wheel)?.velocity_at([0.5, 0.0]);
    /// assert_eq!(rim, Vector::new(0.0, 2.0)); // radius times angular velocity
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn velocity_at(&self, point: impl Into<Point>) -> Vector {
        self.scene.world.bodies.velocity_at(self.index, point.into())
    }

    /// The mass of its colliders and its additional mass. 0 when there is none: a dynamic body then
    /// answers impulses as if it weighed 1, and does not turn.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let key = scene.add(Body::dynamic(), [Collider::cuboid(1.0, 0.5).density(7.8)])?;
    /// assert!((scene.body(key)?.mass() - 15.6).abs() < 1e-5);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn mass(&self) -> Real {
        self.infos().mass
    }

    /// The moment of inertia about its centre of mass.
    pub fn inertia(&self) -> Real {
        self.infos().inertia
    }

    /// The force and the torque that were applied for the next step, besides the constant ones: see
    /// [`BodyMut::apply_force`](crate::BodyMut::apply_force). Zero after a step.
    pub fn applied_force(&self) -> (Vector, Real) {
        let Push { force, torque } = self.marks().constant_force;
        let all = self.forces();
        (all.force - force, all.torque - torque)
    }

    /// True if it passes through one-way platforms: see
    /// [`BodyMut::drop_through`](crate::BodyMut::drop_through).
    pub fn drops_through(&self) -> bool {
        self.marks().drops_through
    }

    /// Position of its centre of mass in the world.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let head = Collider::circle(0.5).mass(3.0);
    /// let ends = [head, Collider::circle(0.2).mass(1.0).at([4.0, 0.0])];
    /// let club = scene.add(Body::dynamic(), ends)?;
    /// assert_eq!(scene.body(club)?.center_of_mass(), Point::new(1.0, 0.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn center_of_mass(&self) -> Point {
        let BodyInfo { center_of_mass, local_center, .. } = self.infos();
        self.states().center + self.rotation() * (center_of_mass - local_center)
    }

    /// The energy of its motion and rotation; zero for a body that has no mass.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let block = Body::dynamic().position([0.0, 0.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.body_mut(block)?.set_velocity([3.0, 0.0])?;
    /// assert_eq!(scene.body(block)?.kinetic_energy(), 4.5); // m v² / 2
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn kinetic_energy(&self) -> Real {
        let velocity = self.velocity_at(self.center_of_mass());
        let spin = self.angular_velocity();
        0.5 * (self.mass() * dot(velocity, velocity) + self.inertia() * spin * spin)
    }

    /// The keys of its colliders, in the order in which they were added.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let enemy = Body::dynamic().position([0.0, 0.0]);
    /// # let enemy = scene.add(enemy, [Collider::circle(0.5)])?;
    /// // It is hit: all of it becomes slippery.
    /// let parts: Vec<_> = scene.body(enemy)?.colliders().collect();
    /// for part in parts {
    ///     scene.collider_mut(part)?.set_friction(0.0)?;
    /// }
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn colliders(&self) -> impl Iterator<Item = ColliderKey> + use<'a> {
        self.infos().colliders.iter().copied()
    }

    /// The keys of its joints, in the order in which they were added.
    pub fn joints(&self) -> impl Iterator<Item = JointKey> + use<'a> {
        let world = &self.scene.world;
        self.infos().joints.iter().copied().filter(|key| world.joint(*key).is_ok())
    }

    /// Contacts of the body, as the last step that moved it left them.
    ///
    /// The first call after the contacts of the scene have changed looks through all that are
    /// awake; every other call walks the contacts of this body alone.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let player = Body::dynamic().position([0.0, 1.0]);
    /// # let player = scene.add(player, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.step(1.0 / 60.0)?;
    /// let stands = scene.body(player)?.contacts().any(|contact| {
    ///     let sign = if contact.bodies()[0] == player { -1.0 } else { 1.0 };
    ///     contact.is_touching() && sign * contact.normal().y > 0.7
    /// });
    /// assert!(stands);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("touching", "collisions"))]
    pub fn contacts(&self) -> impl Iterator<Item = ContactRef<'a>> + use<'a> {
        let scene = self.scene;
        let everywhere = core::iter::once(self.index).chain(scene.world.images_of(self.index));
        let all = everywhere.flat_map(|index| scene.world.contacts_of(index));
        all.filter_map(|stored| ContactRef::new(&scene.world, stored))
    }
}
