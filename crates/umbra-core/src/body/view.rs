//! Reading a body.

use umbra_geom::math::dot;
use umbra_geom::{Aabb, Point, Pose, Real, Rotation, Vector};

use crate::{
    BodyKey, BodyKind, ColliderKey, ColliderRef, ContactRef, JointKey, MassProperties, Scene,
};
use umbra_world::body::Push;
use umbra_world::store::{BodyInfo, Placement};

/// A body of a scene, to be read.
#[derive(Clone, Copy, Debug)]
pub struct BodyRef<'a> {
    scene: &'a Scene,
    index: usize,
}

impl<'a> BodyRef<'a> {
    pub(crate) fn new(scene: &'a Scene, index: usize) -> Self {
        Self { scene, index }
    }

    fn state(&self) -> &'a umbra_solver::Body {
        &self.scene.world.bodies.states[self.index]
    }

    fn marks(&self) -> &'a umbra_world::store::BodyMarks {
        &self.scene.world.bodies.marks[self.index]
    }

    fn info(&self) -> &'a BodyInfo {
        &self.scene.world.bodies.infos[self.index]
    }

    /// Key of the body.
    pub fn key(&self) -> BodyKey {
        self.info().key
    }

    /// Kind of the body: dynamic, kinematic or fixed.
    pub fn kind(&self) -> BodyKind {
        self.info().kind
    }

    /// True if it is dynamic: contacts, joints, forces and impulses move it.
    pub fn is_dynamic(&self) -> bool {
        self.kind() == BodyKind::Dynamic
    }

    /// True if a step moves it: it is enabled, is not fixed, and does not sleep.
    #[doc(alias("sleeping"))]
    pub fn is_awake(&self) -> bool {
        self.index < self.scene.world.bodies.awake
    }

    /// True if it takes part in the simulation.
    pub fn is_enabled(&self) -> bool {
        self.info().enabled
    }

    /// Position of its origin in the world.
    #[doc(alias("translation", "transform"))]
    pub fn position(&self) -> Point {
        Point::from(self.pose().translation.vector)
    }

    /// Angle of its rotation in radians, from -pi to pi.
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
        let turns = f64::from(self.state().turns);
        (f64::from(self.angle()) + core::f64::consts::TAU * turns) as Real
    }

    /// Rotation of the body in the world.
    pub fn rotation(&self) -> Rotation {
        self.state().rotation
    }

    /// Position and rotation.
    pub fn pose(&self) -> Pose {
        self.scene.world.bodies.pose(self.index)
    }

    /// The pose between the one before the last step (`alpha` 0) and the present one (`alpha` 1),
    /// for drawing between steps: see `FixedTimestep`.
    pub fn interpolated_pose(&self, alpha: Real) -> Pose {
        let now = Placement::from_body(self.state());
        let before = &self.scene.world.bodies.previous[self.index];
        before.interpolate(&now, alpha).pose(self.info().local_center)
    }

    /// A point of the world as the body sees it: from its origin, turned with it.
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
    pub fn world_vector(&self, vector: impl Into<Vector>) -> Vector {
        self.rotation() * vector.into()
    }

    /// The box around all its colliders, each as by [`ColliderRef::aabb`](crate::ColliderRef::aabb): tile maps count with all their
    /// cells. `None` when it has no colliders, or only tile maps without a cell.
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
    #[doc(alias("linear velocity"))]
    pub fn velocity(&self) -> Vector {
        self.state().velocity
    }

    /// Angular velocity, counter-clockwise, in radians per second.
    pub fn angular_velocity(&self) -> Real {
        self.state().angular_velocity
    }

    /// Velocity of its material at a point of the world.
    pub fn velocity_at(&self, point: impl Into<Point>) -> Vector {
        self.scene.world.bodies.velocity_at(self.index, point.into())
    }

    /// The mass of its colliders and its additional mass. 0 when there is none: a dynamic body then
    /// answers impulses as if it weighed 1, and does not turn.
    pub fn mass(&self) -> Real {
        self.info().mass
    }

    /// The moment of inertia about its centre of mass.
    pub fn inertia(&self) -> Real {
        self.info().inertia
    }

    /// The mass at its origin that it was given besides that of the colliders.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let key = scene.add_body(Body::dynamic().additional_mass(2.0))?;
    /// scene.add_collider(key, Collider::cuboid(0.5, 0.5))?;
    /// let body = scene.body(key)?;
    /// assert_eq!((body.additional_mass(), body.mass()), (2.0, 3.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn additional_mass(&self) -> Real {
        self.info().additional_mass
    }

    /// Mass, centre and inertia, if they were given by hand.
    pub fn mass_properties(&self) -> Option<MassProperties> {
        self.info().mass_properties
    }

    /// Linear damping: roughly the fraction of its velocity that it loses per second.
    pub fn linear_damping(&self) -> Real {
        self.state().linear_damping
    }

    /// Angular damping: roughly the fraction of its angular velocity that it loses per second.
    pub fn angular_damping(&self) -> Real {
        self.state().angular_damping
    }

    /// Gravity scale: the factor by which gravity pulls it.
    pub fn gravity_scale(&self) -> Real {
        self.scene.world.bodies.forces[self.index].gravity_scale
    }

    /// The force and the torque that act on it in every step: see [`Body::constant_force`](crate::Body::constant_force).
    pub fn constant_force(&self) -> (Vector, Real) {
        let Push { force, torque } = self.marks().constant_force;
        (force, torque)
    }

    /// The force and the torque that were applied for the next step, besides the constant ones: see
    /// [`BodyMut::apply_force`](crate::BodyMut::apply_force). Zero after a step.
    pub fn applied_force(&self) -> (Vector, Real) {
        let Push { force, torque } = self.marks().constant_force;
        let all = &self.scene.world.bodies.forces[self.index];
        (all.force - force, all.torque - torque)
    }

    /// True if its rotation is locked.
    pub fn is_rotation_locked(&self) -> bool {
        self.info().lock_rotation
    }

    /// True for each axis, x and y, along which its translation is locked.
    pub fn is_translation_locked(&self) -> [bool; 2] {
        let locks = self.state().locks;
        [locks.x, locks.y]
    }

    /// True if it is a bullet: its fast motion is swept against all bodies.
    pub fn is_bullet(&self) -> bool {
        self.info().is_bullet
    }

    /// The impulse that [breaks](crate::Body::fracture) it; `None` if nothing does.
    pub fn fracture(&self) -> Option<Real> {
        self.info().toughness
    }

    /// True if it passes through one-way platforms: see
    /// [`BodyMut::drop_through`](crate::BodyMut::drop_through).
    pub fn drops_through(&self) -> bool {
        self.marks().drops_through
    }

    /// True if it may fall asleep by itself.
    pub fn can_sleep(&self) -> bool {
        self.scene.world.bodies.sleep_timers[self.index].can_sleep
    }

    /// Sleep tolerance, a factor on the speed below which it counts as still: see
    /// [`Body::sleep_tolerance`](crate::Body::sleep_tolerance).
    pub fn sleep_tolerance(&self) -> Real {
        self.scene.world.bodies.sleep_timers[self.index].tolerance
    }

    /// Position of its centre of mass in the world.
    pub fn center_of_mass(&self) -> Point {
        let BodyInfo { center_of_mass, local_center, .. } = self.info();
        self.state().center + self.rotation() * (center_of_mass - local_center)
    }

    /// The energy of its motion and rotation; zero for a body that has no mass.
    pub fn kinetic_energy(&self) -> Real {
        let velocity = self.velocity_at(self.center_of_mass());
        let spin = self.angular_velocity();
        0.5 * (self.mass() * dot(velocity, velocity) + self.inertia() * spin * spin)
    }

    /// The keys of its colliders, in the order in which they were added.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderKey> + use<'a> {
        self.info().colliders.iter().copied()
    }

    /// The keys of its joints, in the order in which they were added.
    pub fn joints(&self) -> impl Iterator<Item = JointKey> + use<'a> {
        self.info().joints.iter().copied()
    }

    /// Contacts of the body, as the last step that moved it left them.
    ///
    /// The first call after the contacts of the scene have changed looks through all that are
    /// awake; every other call walks the contacts of this body alone.
    #[doc(alias("touching", "collisions"))]
    pub fn contacts(&self) -> impl Iterator<Item = ContactRef<'a>> + use<'a> {
        let (scene, all) = (self.scene, self.scene.world.contacts_of(self.index));
        all.filter_map(|(info, contact, _)| ContactRef::new(&scene.world, info, contact))
    }

    /// The number that the caller attached.
    pub fn user_data(&self) -> u64 {
        self.info().user_data
    }
}
