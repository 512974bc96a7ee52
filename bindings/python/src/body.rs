//! Bodies: their description and their handle.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::prelude::{Point, Pose, Vector};
use umbra::{Body as Builder, BodyKey, BodyKind, MassProperties};

use crate::record::apply_options;
use crate::scene_lock::Shared;
use crate::value::{Take, TakeIn};
use crate::vec2::Vec2;

/// Description of a body to be added: see `dynamic`, `kinematic` and `fixed`.
#[pyclass(frozen, module = "umbra2d")]
#[derive(Clone)]
pub struct BodyDef {
    pub(crate) builder: Builder,
}

#[pymethods]
impl BodyDef {
    fn __repr__(&self) -> &'static str {
        "<description of a body>"
    }
}

handle! {
    /// A body of a scene. Attributes read and change the body itself.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene(gravity=(0, 0))
    /// >>> ball = scene.add(umbra2d.dynamic(velocity=(1, 0)), umbra2d.circle(0.5))
    /// >>> scene.step(1)
    /// >>> ball.position
    /// Vec2(1.0, 0.0)
    Body(BodyKey), body, remove_body, "body"
}

properties! {
    Body, read body, write body_mut, builder Builder;

    /// Position of the body's origin.
    position: Point {
        build(it, value) it.position(value);
        get(it) it.position();
        set set_position(it, value) it.set_position(value);
    }
    /// Angle in radians, from -pi to pi.
    angle: f32 {
        build(it, value) it.angle(value);
        get(it) it.angle();
        set set_angle(it, value) it.set_angle(value);
    }
    /// Position and rotation as a `Pose`.
    pose: Pose {
        build(it, value) it.pose(value);
        get(it) it.pose();
        set set_pose(it, value) it.set_pose(value);
    }
    /// Velocity of the body's origin.
    velocity: Vector {
        build(it, value) it.velocity(value);
        get(it) it.velocity();
        set set_velocity(it, value) it.set_velocity(value);
    }
    /// Velocity of the centre of mass.
    linear_velocity: Vector {
        build(it, value) it.linear_velocity(value);
        get(it) it.linear_velocity();
        set set_linear_velocity(it, value) it.set_linear_velocity(value);
    }
    /// Angular velocity in radians per second, counter-clockwise.
    angular_velocity: f32 {
        build(it, value) it.angular_velocity(value);
        get(it) it.angular_velocity();
        set set_angular_velocity(it, value) it.set_angular_velocity(value);
    }
    /// Kind of body: "dynamic", "kinematic" or "fixed".
    kind: BodyKind {
        get(it) it.kind();
        set set_kind(it, value) it.set_kind(value);
    }
    /// Damping of the linear velocity, per second.
    linear_damping: f32 {
        build(it, value) it.linear_damping(value);
        get(it) it.linear_damping();
        set set_linear_damping(it, value) it.set_linear_damping(value);
    }
    /// Damping of the angular velocity, per second.
    angular_damping: f32 {
        build(it, value) it.angular_damping(value);
        get(it) it.angular_damping();
        set set_angular_damping(it, value) it.set_angular_damping(value);
    }
    /// Factor of gravity for this body; 1 by default.
    gravity_scale: f32 {
        build(it, value) it.gravity_scale(value);
        get(it) it.gravity_scale();
        set set_gravity_scale(it, value) it.set_gravity_scale(value);
    }
    /// Mass added to that of the colliders.
    additional_mass: f32 {
        build(it, value) it.additional_mass(value);
        get(it) it.additional_mass();
        set set_additional_mass(it, value) it.set_additional_mass(value);
    }
    /// Mass properties that count instead of those of the colliders, or `None`.
    mass_properties: Option<MassProperties> {
        build(it, value) match value { Some(value) => it.mass_properties(value), None => it };
        get(it) it.mass_properties();
        set set_mass_properties(it, value) it.set_mass_properties(value);
    }
    /// Force and torque that act in every step: `((x, y), torque)`.
    constant_force: (Vector, f32) {
        build(it, value) it.constant_force(value.0, value.1);
        get(it) it.constant_force();
        set set_constant_force(it, value) it.set_constant_force(value.0, value.1);
    }
    /// True if the body may fall asleep.
    can_sleep: bool {
        build(it, value) it.can_sleep(value);
        get(it) it.can_sleep();
        set set_can_sleep(it, value) it.set_can_sleep(value);
    }
    /// True if the body starts asleep.
    sleeping: bool {
        build(it, value) it.sleeping(value);
    }
    /// Factor of the speed below which the body counts as still.
    sleep_tolerance: f32 {
        build(it, value) it.sleep_tolerance(value);
        get(it) it.sleep_tolerance();
        set set_sleep_tolerance(it, value) it.set_sleep_tolerance(value);
    }
    /// True if the body is stopped at moving bodies as well as at fixed ones.
    bullet: bool {
        build(it, value) it.bullet(value);
        get(it) it.is_bullet();
        set set_bullet(it, value) it.set_bullet(value);
    }
    /// False while the body takes no part in the simulation.
    enabled: bool {
        build(it, value) it.enabled(value);
        get(it) it.is_enabled();
        set set_enabled(it, value) it.set_enabled(value);
    }
    /// True if the body cannot turn.
    lock_rotation: bool {
        build(it, value) if value { it.lock_rotation() } else { it };
        get(it) it.is_rotation_locked();
        set set_lock_rotation(it, value) it.set_lock_rotation(value);
    }
    /// Pair of booleans: true if the body cannot move along x, along y.
    lock_translation: [bool; 2] {
        build(it, value) {
            let it = if value[0] { it.lock_translation_x() } else { it };
            if value[1] { it.lock_translation_y() } else { it }
        };
        get(it) it.is_translation_locked();
        set set_lock_translation(it, value) it.set_lock_translation(value[0], value[1]);
    }
    /// Impulse at which the body breaks, or `None`.
    fracture: Option<f32> {
        build(it, value) match value { Some(value) => it.fracture(value), None => it };
        get(it) it.fracture();
        set set_fracture(it, value) it.set_fracture(value);
    }
    /// True while the body drops through one-way platforms.
    drops_through: bool {
        get(it) it.drops_through();
        set set_drops_through(it, value) it.drop_through(value);
    }
    /// A number for the caller, from 0 to 2**64 - 1.
    user_data: u64 {
        build(it, value) it.user_data(value);
        get(it) it.user_data();
        set set_user_data(it, value) it.set_user_data(value);
    }
    /// Angle in radians that counts whole turns.
    unwrapped_angle: _ { get(it) it.unwrapped_angle(); }
    /// Mass.
    mass: _ { get(it) it.mass(); }
    /// Moment of inertia about the centre of mass.
    inertia: _ { get(it) it.inertia(); }
    /// Centre of mass in the world.
    center_of_mass: _ { get(it) it.center_of_mass(); }
    /// Kinetic energy.
    kinetic_energy: _ { get(it) it.kinetic_energy(); }
    /// Force and torque that were applied since the last step: `((x, y), torque)`.
    applied_force: _ { get(it) it.applied_force(); }
    /// Bounding box of the enabled colliders, `(min, max)`, or `None`.
    aabb: _ { get(it) it.aabb(); }
    /// True if the body is not asleep.
    is_awake: _ { get(it) it.is_awake(); }
    /// True if the body is dynamic.
    is_dynamic: _ { get(it) it.is_dynamic(); }
    /// Colliders of the body.
    colliders: _ { get(it) it.colliders().collect::<Vec<_>>(); }
    /// Joints of the body.
    joints: _ { get(it) it.joints().collect::<Vec<_>>(); }
}

/// What a body does: methods that are not properties.
#[pymethods]
impl Body {
    /// Pushes the body in this step, at its centre of mass or at `point`. Wakes it unless
    /// `wake=False`.
    #[pyo3(signature = (force, point=None, *, wake=true))]
    fn apply_force(
        &self,
        py: Python<'_>,
        force: &Bound<'_, PyAny>,
        point: Option<&Bound<'_, PyAny>>,
        wake: bool,
    ) -> PyResult<()> {
        let force = Vector::take("force", force)?;
        let point = point.map(|point| Point::take("point", point)).transpose()?;
        self.push(py, wake, |body| match point {
            Some(point) => body.apply_force_at(force, point),
            None => body.apply_force(force),
        })
    }

    /// Turns the body in this step.
    #[pyo3(signature = (torque, *, wake=true))]
    fn apply_torque(&self, py: Python<'_>, torque: f64, wake: bool) -> PyResult<()> {
        self.push(py, wake, |body| body.apply_torque(torque as f32))
    }

    /// Changes the velocity at once, at the centre of mass or at `point`.
    #[pyo3(signature = (impulse, point=None, *, wake=true))]
    fn apply_impulse(
        &self,
        py: Python<'_>,
        impulse: &Bound<'_, PyAny>,
        point: Option<&Bound<'_, PyAny>>,
        wake: bool,
    ) -> PyResult<()> {
        let impulse = Vector::take("impulse", impulse)?;
        let point = point.map(|point| Point::take("point", point)).transpose()?;
        self.push(py, wake, |body| match point {
            Some(point) => body.apply_impulse_at(impulse, point),
            None => body.apply_impulse(impulse),
        })
    }

    /// Changes the angular velocity at once.
    #[pyo3(signature = (impulse, *, wake=true))]
    fn apply_angular_impulse(&self, py: Python<'_>, impulse: f64, wake: bool) -> PyResult<()> {
        self.push(py, wake, |body| body.apply_angular_impulse(impulse as f32))
    }

    /// Gives a kinematic body the velocity with which it is at `pose` after `dt` seconds.
    fn move_to(&self, py: Python<'_>, pose: &Bound<'_, PyAny>, dt: f64) -> PyResult<()> {
        let pose = Pose::take("pose", pose)?;
        self.scene.write(py, |scene| scene.body_mut(self.key)?.move_to(pose, dt as f32))
    }

    /// Wakes the body.
    fn wake(&self, py: Python<'_>) -> PyResult<()> {
        self.scene.write(py, |scene| {
            scene.body_mut(self.key)?.wake();
            Ok(())
        })
    }

    /// Puts the body to sleep.
    fn sleep(&self, py: Python<'_>) -> PyResult<()> {
        self.scene.write(py, |scene| {
            scene.body_mut(self.key)?.sleep();
            Ok(())
        })
    }

    /// Contacts of the body, as a list of `Contact`.
    #[pyo3(signature = (*, touching=true))]
    fn contacts(&self, py: Python<'_>, touching: bool) -> PyResult<Vec<crate::contacts::Contact>> {
        self.scene.read(py, |scene| {
            let contacts = scene.body(self.key)?.contacts();
            let chosen = contacts.filter(|contact| !touching || contact.is_touching());
            Ok(chosen.map(|contact| crate::contacts::Contact::new(&self.scene, &contact)).collect())
        })
    }

    /// Pose between the last two steps: 0 is the former, 1 the latter.
    fn interpolated_pose(&self, py: Python<'_>, fraction: f64) -> PyResult<crate::pose::Pose> {
        self.scene.read(py, |scene| {
            Ok(crate::pose::Pose(scene.body(self.key)?.interpolated_pose(fraction as f32)))
        })
    }

    /// Point of the body in local coordinates.
    fn local_point(&self, point: &Bound<'_, PyAny>) -> PyResult<Vec2> {
        self.map("point", point, |body, point| body.local_point(point).coords)
    }

    /// Point of the world for a point in local coordinates.
    fn world_point(&self, point: &Bound<'_, PyAny>) -> PyResult<Vec2> {
        self.map("point", point, |body, point| body.world_point(point).coords)
    }

    /// Direction in local coordinates.
    fn local_vector(&self, vector: &Bound<'_, PyAny>) -> PyResult<Vec2> {
        self.map("vector", vector, |body, vector| body.local_vector(vector.coords))
    }

    /// Direction in the world for a direction in local coordinates.
    fn world_vector(&self, vector: &Bound<'_, PyAny>) -> PyResult<Vec2> {
        self.map("vector", vector, |body, vector| body.world_vector(vector.coords))
    }

    /// Velocity of the point of the body that is at this point of the world.
    fn velocity_at(&self, point: &Bound<'_, PyAny>) -> PyResult<Vec2> {
        self.map("point", point, |body, point| body.velocity_at(point))
    }

    /// Description of a body like this one, with other options.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene()
    /// >>> barrel = scene.add(umbra2d.dynamic(linear_damping=0.5), umbra2d.circle(0.4))
    /// >>> shapes = [collider.to_def() for collider in barrel.colliders]
    /// >>> copy = scene.add(barrel.to_def(position=(3, 0)), *shapes)
    /// >>> copy.mass == barrel.mass, copy.linear_damping
    /// (True, 0.5)
    #[pyo3(signature = (**options))]
    fn to_def(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<BodyDef> {
        let builder = self.scene.read(py, |scene| Ok(scene.body(self.key)?.to_builder()))?;
        Ok(BodyDef { builder: apply_options(builder, options, option)? })
    }

    /// Adds a collider to the body.
    fn add(
        slf: &Bound<'_, Self>,
        collider: &Bound<'_, crate::shape::ColliderDef>,
    ) -> PyResult<crate::collider::Collider> {
        let (body, builder) = (slf.get(), collider.get().builder.clone());
        let key = body.scene.write(slf.py(), |scene| scene.add_collider(body.key, builder))?;
        Ok(crate::collider::Collider { scene: body.scene.clone(), key })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.scene.read(py, |scene| {
            let Ok(body) = scene.body(self.key) else { return Ok("<removed Body>".into()) };
            let (kind, at) = (format!("{:?}", body.kind()).to_lowercase(), body.position());
            Ok(format!("<Body: {kind} at ({:.3}, {:.3})>", at.x, at.y))
        })
    }
}

impl Body {
    fn push(
        &self,
        py: Python<'_>,
        wake: bool,
        push: impl FnOnce(&mut umbra::BodyMut<'_>) -> Result<(), umbra::Error>,
    ) -> PyResult<()> {
        self.scene.write(py, |scene| {
            let body = scene.body_mut(self.key)?;
            let mut body = if wake { body } else { body.without_waking() };
            push(&mut body)
        })
    }

    fn map(
        &self,
        parameter: &'static str,
        value: &Bound<'_, PyAny>,
        map: impl FnOnce(umbra::BodyRef<'_>, Point) -> Vector,
    ) -> PyResult<Vec2> {
        let point = Point::take(parameter, value)?;
        let read = |scene: &umbra::Scene| Ok(map(scene.body(self.key)?, point));
        let mapped = self.scene.read(value.py(), read)?;
        Ok(Vec2 { x: mapped.x.into(), y: mapped.y.into() })
    }
}

macro_rules! kinds {
    ($($(#[$about:meta])* $kind:ident)*) => {$(
        $(#[$about])*
        #[pyfunction]
        #[pyo3(signature = (**options))]
        pub fn $kind(options: Option<&Bound<'_, PyDict>>) -> PyResult<BodyDef> {
            Ok(BodyDef { builder: apply_options(Builder::$kind(), options, option)? })
        }
    )*};
}
kinds! {
    /// A body that forces move. Keywords: the attributes of `Body` that can be assigned, and
    /// `sleeping`.
    dynamic
    /// A body that moves with the velocity it is given, whatever it meets.
    kinematic
    /// A body that does not move.
    fixed
}

impl TakeIn for BodyKey {
    fn take_in(parameter: &str, value: &Bound<'_, PyAny>, scene: &Shared) -> PyResult<Self> {
        take_body(parameter, value, scene)
    }
}

impl TakeIn for Option<BodyKey> {
    fn take_in(parameter: &str, value: &Bound<'_, PyAny>, scene: &Shared) -> PyResult<Self> {
        if value.is_none() { Ok(None) } else { take_body(parameter, value, scene).map(Some) }
    }
}

impl TakeIn for Vec<BodyKey> {
    fn take_in(parameter: &str, value: &Bound<'_, PyAny>, scene: &Shared) -> PyResult<Self> {
        let items = value.try_iter();
        let items = items.map_err(|_| crate::errors::bad_type(parameter, "a list of bodies"))?;
        items.map(|item| take_body(parameter, &item?, scene)).collect()
    }
}

/// The body of a parameter, in this scene.
pub fn take_body(parameter: &str, value: &Bound<'_, PyAny>, scene: &Shared) -> PyResult<BodyKey> {
    let body = value.cast::<Body>().map_err(|_| crate::errors::bad_type(parameter, "a Body"))?;
    body.get().key_in(parameter, scene)
}
