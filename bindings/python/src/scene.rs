//! The scene: what is added and found in it, and steps.
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use umbra::prelude::{Point, Vector};
use umbra::{BodyKey, ColliderKey, FieldKey, Filter, JointKey, PortalKey};

use crate::body::{Body, BodyDef};
use crate::collider::Collider;
use crate::config::{Config, from_options};
use crate::errors::{bad_type, raise};
use crate::field::{Field, FieldDef};
use crate::joint::{Joint, JointDef};
use crate::portal::{Portal, PortalDef};
use crate::scene_lock::Shared;
use crate::shape::ColliderDef;
use crate::value::{Give, Take};
use crate::vec2::Vec2;

/// A world of bodies.
///
/// Keywords: the attributes of `Config`, and `solver`, a preset: "default", "precise", "fast" or
/// `("classic", iterations)`.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene(gravity=(0, -9.81))
/// >>> ground = scene.add(umbra2d.fixed(), umbra2d.cuboid(20, 0.5))
/// >>> ball = scene.add(umbra2d.dynamic(position=(0, 5)), umbra2d.circle(0.5))
/// >>> for _ in range(180):
/// ...     scene.step(1 / 60)
/// >>> abs(ball.position.y - 1) < 0.01
/// True
#[pyclass(frozen, module = "umbra2d")]
#[derive(Clone)]
pub struct Scene {
    pub(crate) shared: Shared,
}

#[pymethods]
impl Scene {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let scene = umbra::Scene::new(from_options(options)?).map_err(raise)?;
        Ok(Self { shared: Shared::new(scene) })
    }

    /// Advances the scene by `dt` seconds, `count` times. Other Python threads run meanwhile.
    #[pyo3(signature = (dt, count=1))]
    fn step(&self, py: Python<'_>, dt: f64, count: usize) -> PyResult<()> {
        let dt = dt as f32;
        if count == 1 {
            return self.shared.write_detached(py, |scene| scene.step(dt));
        }
        // Ctrl-C is heard between these.
        for done in (0..count).step_by(STEPS_AT_ONCE) {
            let now = STEPS_AT_ONCE.min(count - done);
            self.shared.write_detached(py, |scene| (0..now).try_for_each(|_| scene.step(dt)))?;
            py.check_signals()?;
        }
        Ok(())
    }

    /// Advances the scene by so many seconds, in steps of `dt`; with `progress`, with a progress bar
    /// if tqdm is installed.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene(gravity=(0, 0))
    /// >>> ball = scene.add(umbra2d.dynamic(velocity=(1, 0)), umbra2d.circle(0.5))
    /// >>> scene.run(2)
    /// >>> round(ball.position.x, 3)
    /// 2.0
    #[pyo3(signature = (seconds, *, dt=1.0 / 60.0, progress=false))]
    fn run(slf: &Bound<'_, Self>, seconds: f64, dt: f64, progress: bool) -> PyResult<()> {
        let steps = (seconds / dt).round();
        if !(0.0..=MOST_STEPS).contains(&steps) {
            let range = format!("must be from 0 to {MOST_STEPS} steps of {dt}, but is {seconds}");
            return Err(crate::errors::bad_value("seconds", range));
        }
        let module = slf.py().import("umbra2d._progress")?;
        module.call_method1("run", (slf, steps as usize, dt, progress)).map(drop)
    }

    /// Adds a body with its colliders, a joint, a field or a portal. Returns the handle.
    #[pyo3(signature = (what, /, *colliders))]
    fn add<'py>(
        &self,
        what: &Bound<'py, PyAny>,
        colliders: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = what.py();
        let expected = "a description of a body, a joint, a field or a portal";
        if let Ok(joint) = what.cast::<JointDef>() {
            if !colliders.is_empty() {
                return Err(bad_type("what", "a body, since there are colliders"));
            }
            return Ok(self.add_joint(joint)?.into_pyobject(py)?.into_any());
        }
        if let Ok(field) = what.cast::<FieldDef>() {
            return Ok(self.add_field(field)?.into_pyobject(py)?.into_any());
        }
        if let Ok(portal) = what.cast::<PortalDef>() {
            return Ok(self.add_portal(portal)?.into_pyobject(py)?.into_any());
        }
        let body = what.cast::<BodyDef>().map_err(|_| bad_type("what", expected))?;
        let builder = body.get().builder.clone();
        let each = |item: Bound<'py, PyAny>| match item.cast::<ColliderDef>() {
            Ok(collider) => Ok(collider.get().builder.clone()),
            Err(_) => Err(bad_type("colliders", "descriptions of colliders")),
        };
        let colliders = colliders.iter().map(each).collect::<PyResult<Vec<_>>>()?;
        self.shared.write(py, |scene| scene.add(builder, colliders))?.give(py, &self.shared)
    }

    /// Adds a joint of two bodies of this scene.
    fn add_joint(&self, joint: &Bound<'_, JointDef>) -> PyResult<Joint> {
        let def = joint.get();
        if !def.scene.is_same(&self.shared) {
            return Err(crate::errors::bad_value("joint", "joins bodies of another scene"));
        }
        let builder = def.builder.clone();
        let key = self.shared.write(joint.py(), |scene| scene.add_joint(builder))?;
        Ok(Joint { scene: self.shared.clone(), key })
    }

    /// Removes a body, a collider, a joint, a field or a portal.
    fn remove(&self, what: &Bound<'_, PyAny>) -> PyResult<()> {
        macro_rules! remove {
            ($($Handle:ident $remove:ident)*) => {$(
                if let Ok(handle) = what.cast::<$Handle>() {
                    let key = handle.get().key_in("what", &self.shared)?;
                    return self.shared.write(what.py(), |scene| scene.$remove(key));
                }
            )*};
        }
        remove! {
            Body remove_body
            Collider remove_collider
            Joint remove_joint
            Field remove_field
            Portal remove_portal
        }
        Err(bad_type("what", "a body, a collider, a joint, a field or a portal"))
    }

    /// Removes everything.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.write(py, |scene| {
            scene.clear();
            Ok(())
        })
    }

    /// The configuration: attributes that can be assigned.
    #[getter]
    fn config(&self) -> Config {
        Config { scene: self.shared.clone() }
    }

    /// Acceleration of gravity: the same as `config.gravity`.
    #[getter]
    fn gravity(&self, py: Python<'_>) -> PyResult<Vec2> {
        let gravity = self.shared.read(py, |scene| Ok(scene.config().gravity))?;
        Ok(Vec2 { x: gravity.x.into(), y: gravity.y.into() })
    }

    #[setter]
    fn set_gravity(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.config().into_pyobject(value.py())?.setattr("gravity", value)
    }

    /// Hash of all that later steps depend on: equal in scenes that go on alike.
    fn state_hash(&self, py: Python<'_>) -> PyResult<u64> {
        self.shared.read(py, |scene| Ok(scene.state_hash()))
    }

    /// Counts of what is in the scene, as a dictionary.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stats = self.shared.read(py, |scene| Ok(scene.stats()))?;
        let dict = PyDict::new(py);
        macro_rules! counts {
            ($($name:ident)*) => { $(dict.set_item(stringify!($name), stats.$name)?;)* };
        }
        counts! {
            bodies moving_bodies awake_bodies colliders contacts awake_contacts solved_contacts
            touching_contacts sensors overlaps joints solved_joints islands batches slowed
            fractures_bounded
        }
        Ok(dict)
    }

    /// Moves the origin to this point: what was there is at (0, 0) then.
    fn shift_origin(&self, by: &Bound<'_, PyAny>) -> PyResult<()> {
        let shift = Vector::take("by", by)?;
        self.shared.write(by.py(), |scene| scene.shift_origin(shift))
    }

    /// Acceleration of gravity at a point, with that of fields.
    fn gravity_at(&self, point: &Bound<'_, PyAny>) -> PyResult<Vec2> {
        let at = Point::take("point", point)?;
        let read = |scene: &umbra::Scene| scene.gravity_at(at, Filter::ALL);
        let gravity = self.shared.read(point.py(), read)?;
        Ok(Vec2 { x: gravity.x.into(), y: gravity.y.into() })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().shared.is_same(&self.shared))
    }

    fn __hash__(&self) -> usize {
        self.shared.address()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.shared.read(py, |scene| {
            let (bodies, colliders) = (scene.body_count(), scene.collider_count());
            let joints = scene.joint_count();
            Ok(format!("<Scene: {bodies} bodies, {colliders} colliders, {joints} joints>"))
        })
    }
}

/// Most steps of `run`.
const MOST_STEPS: f64 = 1e9;

/// Steps without a look at signals.
const STEPS_AT_ONCE: usize = 64;

macro_rules! handles {
    ($($(#[$about:meta])* $name:ident: $Handle:ident($Key:ident);)*) => {
        #[pymethods]
        impl Scene {
            $(
                $(#[$about])*
                fn $name(&self, py: Python<'_>, key: u64) -> PyResult<$Handle> {
                    let key = $Key::from_bits(key);
                    self.shared.read(py, |scene| scene.$name(key).map(drop))?;
                    Ok($Handle { scene: self.shared.clone(), key })
                }
            )*
        }
    };
}
handles! {
    /// Handle of the body with this key, also with a key from a copy of this scene.
    body: Body(BodyKey);
    /// Handle of the collider with this key.
    collider: Collider(ColliderKey);
    /// Handle of the joint with this key.
    joint: Joint(JointKey);
    /// Handle of the field with this key.
    field: Field(FieldKey);
    /// Handle of the portal with this key.
    portal: Portal(PortalKey);
}

macro_rules! lists {
    ($($(#[$about:meta])* $name:ident |$scene:ident| $get:expr;)*) => {
        #[pymethods]
        impl Scene {
            $(
                $(#[$about])*
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    let value = self.shared.read(py, |$scene| Ok($get))?;
                    value.give(py, &self.shared)
                }
            )*
        }
    };
}
lists! {
    /// All bodies.
    bodies |scene| scene.bodies().collect::<Vec<_>>();
    /// Bodies that are not asleep.
    awake_bodies |scene| scene.awake_bodies().collect::<Vec<_>>();
    /// Bodies that the last step moved.
    moved_bodies |scene| scene.moved_bodies().map(|body| body.key()).collect::<Vec<_>>();
    /// All colliders.
    colliders |scene| scene.colliders().collect::<Vec<_>>();
    /// All joints.
    joints |scene| scene.joints().collect::<Vec<_>>();
    /// Number of bodies.
    body_count |scene| scene.body_count();
    /// Number of colliders.
    collider_count |scene| scene.collider_count();
    /// Number of joints.
    joint_count |scene| scene.joint_count();
    /// Kinetic and potential energy.
    energy |scene| scene.energy();
}
