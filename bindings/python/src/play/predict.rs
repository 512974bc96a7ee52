//! Predictions: questions about where bodies will be.
use std::sync::Arc;

use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use umbra::prelude::{Pose, Vector};
use umbra::{BodyEdit, BodyKey, BodyKind, MassProperties, Predict, Predictor as Engine};

use super::paths::Prediction;
use crate::body::{Body, BodyDef, take_body};
use crate::errors::{bad_type, raise};
use crate::hooks::PyHooks;
use crate::record::unknown_option;
use crate::scene::Scene;
use crate::scene_lock::Shared;
use crate::shape::ColliderDef;
use crate::value::{Take, TakeIn};

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

macro_rules! body_edits {
    ($($name:ident: $type:ty |$value:ident| $edit:expr;)*) => {
        /// The change of a body that a name and a value stand for.
        fn body_edit(name: &str, value: &Bound<'_, PyAny>) -> PyResult<BodyEdit> {
            $(if name == stringify!($name) {
                let $value = <$type as Take>::take(name, value)?;
                return Ok($edit);
            })*
            Err(unknown_option(name, &[$(stringify!($name)),*]))
        }
    };
}
body_edits! {
    pose: Pose |it| BodyEdit::Pose(it);
    velocity: Vector |it| BodyEdit::Velocity(it);
    angular_velocity: f32 |it| BodyEdit::AngularVelocity(it);
    impulse: Vector |it| BodyEdit::Impulse { impulse: it, angular_impulse: 0.0, wakes: true };
    angular_impulse: f32 |it|
        BodyEdit::Impulse { impulse: Vector::zeros(), angular_impulse: it, wakes: true };
    force: Vector |it| BodyEdit::Force { force: it, torque: 0.0, wakes: true };
    torque: f32 |it| BodyEdit::Force { force: Vector::zeros(), torque: it, wakes: true };
    constant_force: (Vector, f32) |it| BodyEdit::ConstantForce(it.0, it.1);
    kind: BodyKind |it| BodyEdit::Kind(it);
    linear_damping: f32 |it| BodyEdit::LinearDamping(it);
    angular_damping: f32 |it| BodyEdit::AngularDamping(it);
    gravity_scale: f32 |it| BodyEdit::GravityScale(it);
    additional_mass: f32 |it| BodyEdit::AdditionalMass(it);
    mass_properties: Option<MassProperties> |it| BodyEdit::MassProperties(it);
    bullet: bool |it| BodyEdit::Bullet(it);
    enabled: bool |it| BodyEdit::Enabled(it);
    lock_rotation: bool |it| BodyEdit::LockRotation(it);
    lock_translation: [bool; 2] |it| BodyEdit::LockTranslation(it);
    fracture: Option<f32> |it| BodyEdit::Fracture(it);
    can_sleep: bool |it| BodyEdit::CanSleep(it);
}

/// What is asked, with the hooks that answer.
struct Question<'py> {
    ask: Predict,
    hooks: Option<Bound<'py, PyAny>>,
}

impl<'py> Question<'py> {
    fn new(
        scene: &Shared,
        bodies: Object<'_, 'py>,
        (steps, dt): (u32, f64),
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let bodies = match bodies.cast::<Body>() {
            Ok(_) => vec![take_body("bodies", bodies, scene)?],
            Err(_) => <Vec<BodyKey> as TakeIn>::take_in("bodies", bodies, scene)?,
        };
        let mut ask = Predict::new(steps, dt as f32).bodies(&bodies);
        let mut hooks = None;
        for (name, value) in options.into_iter().flatten() {
            ask = match name.extract::<String>()?.as_str() {
                "velocity" | "angular_velocity" | "impulse" => {
                    let each = [(bodies.as_slice(), name.clone(), value)];
                    edited(ask, each)?
                }
                "edits" => edits(ask, scene, &value)?,
                "add" => added(ask, &value)?,
                "exact" => ask.exact(bool::take("exact", &value)?),
                "most_bodies" => ask.most_bodies(usize::take("most_bodies", &value)?),
                "hooks" => {
                    hooks = (!value.is_none()).then_some(value);
                    ask
                }
                other => {
                    let known = [
                        "velocity",
                        "angular_velocity",
                        "impulse",
                        "edits",
                        "add",
                        "exact",
                        "most_bodies",
                        "hooks",
                    ];
                    return Err(unknown_option(other, &known));
                }
            };
        }
        Ok(Self { ask, hooks })
    }

    /// Asks the predictor.
    fn answer(
        &self,
        py: Python<'py>,
        scene: &Shared,
        predictor: &mut Engine,
    ) -> PyResult<Prediction> {
        let prediction = match &self.hooks {
            None => {
                let ask = &self.ask;
                scene.read_detached(py, |scene| predictor.predict_with(scene, ask).cloned())?
            }
            Some(hooks) => {
                let asked = PyHooks::new(hooks, scene);
                let found = scene.read_py(py, |scene| {
                    let found = predictor.predict_with_hooks(scene, &self.ask, &asked);
                    found.cloned().map_err(raise)
                })?;
                asked.finish()?;
                found
            }
        };
        Ok(Prediction::wrap(scene, Arc::new(prediction)))
    }
}

/// Changes bodies first.
fn edited<'a, 'py>(
    mut ask: Predict,
    edits: impl IntoIterator<Item = (&'a [BodyKey], Bound<'py, PyAny>, Bound<'py, PyAny>)>,
) -> PyResult<Predict> {
    for (bodies, name, value) in edits {
        let edit = body_edit(&name.extract::<String>()?, &value)?;
        for body in bodies {
            ask = ask.edit(*body, edit);
        }
    }
    Ok(ask)
}

/// Pairs of a body and a dictionary of changes.
fn edits(mut ask: Predict, scene: &Shared, value: Object<'_, '_>) -> PyResult<Predict> {
    let expected = || bad_type("edits", "a list of pairs: a body and a dictionary of changes");
    for pair in value.try_iter().map_err(|_| expected())? {
        let (body, changes): (Bound<'_, PyAny>, Bound<'_, PyDict>) =
            pair?.extract().map_err(|_| expected())?;
        let body = [take_body("edits", &body, scene)?];
        ask = edited(ask, changes.iter().map(|(name, value)| (&body[..], name, value)))?;
    }
    Ok(ask)
}

/// Bodies that are not in the scene: tuples of a description and its colliders.
fn added(mut ask: Predict, value: Object<'_, '_>) -> PyResult<Predict> {
    let expected = || bad_type("add", "a list of tuples: a description of a body, then colliders");
    for item in value.try_iter().map_err(|_| expected())? {
        let item = item?.cast_into::<PyTuple>().map_err(|_| expected())?;
        let mut parts = item.iter();
        let body =
            parts.next().and_then(|it| it.cast_into::<BodyDef>().ok()).ok_or_else(expected)?;
        let collider = |it: Bound<'_, PyAny>| {
            Ok(it.cast_into::<ColliderDef>().map_err(|_| expected())?.get().builder.clone())
        };
        let colliders = parts.map(collider).collect::<PyResult<Vec<_>>>()?;
        ask = ask.add(body.get().builder.clone(), colliders);
    }
    Ok(ask)
}

/// Predicts where bodies will be, and keeps memory for the next prediction: for games that predict
/// in each frame. `Scene.predict` is for single questions.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene()
/// >>> ball = scene.add(umbra2d.dynamic(position=(0, 9)), umbra2d.circle(0.5))
/// >>> predictor = umbra2d.Predictor()
/// >>> path = predictor.predict(scene, ball, 60, 1 / 60, velocity=(3, 0)).bodies[0]
/// >>> round(float(path.poses[-1, 0]), 3)
/// 3.0
#[pyclass(frozen, module = "umbra2d")]
pub struct Predictor {
    engine: Mutex<Engine>,
}

#[pymethods]
impl Predictor {
    #[new]
    fn new() -> Self {
        Self { engine: Mutex::new(Engine::new()) }
    }

    /// Predicts bodies of a scene: see `Scene.predict`.
    #[pyo3(signature = (scene, bodies, steps, dt, **options))]
    fn predict<'py>(
        &self,
        scene: &Bound<'py, Scene>,
        bodies: Object<'_, 'py>,
        steps: u32,
        dt: f64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Prediction> {
        let shared = &scene.get().shared;
        let question = Question::new(shared, bodies, (steps, dt), options)?;
        // Hooks may call this predictor: it is not locked meanwhile.
        let mut engine = core::mem::take(&mut *self.engine.lock());
        let answer = question.answer(scene.py(), shared, &mut engine);
        *self.engine.lock() = engine;
        answer
    }
}

#[pymethods]
impl Scene {
    /// Predicts where bodies will be after each of `steps` steps of `dt` seconds, a `Prediction`.
    /// The scene stays as it is. `bodies` is a body or a list. Keywords: `velocity`,
    /// `angular_velocity` and `impulse` change all of them first; `edits` is a list of pairs of a
    /// body and a dictionary of changes; `add` is a list of tuples of a description of a body and
    /// its colliders, as if they were added; with `exact`, the whole scene is stepped;
    /// `most_bodies` bounds how many bodies are copied otherwise; `hooks` as for `step_with`.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene()
    /// >>> ground = scene.add(umbra2d.fixed(), umbra2d.cuboid(30, 0.5))
    /// >>> ball = scene.add(umbra2d.dynamic(position=(0, 1.2)), umbra2d.circle(0.5))
    /// >>> prediction = scene.predict(ball, 120, 1 / 60, velocity=(6, 8))
    /// >>> path = prediction.bodies[0]
    /// >>> path.first_touch.other_body == ground, len(path.points)
    /// (True, 121)
    #[pyo3(signature = (bodies, steps, dt, **options))]
    fn predict<'py>(
        &self,
        bodies: Object<'_, 'py>,
        steps: u32,
        dt: f64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Prediction> {
        let question = Question::new(&self.shared, bodies, (steps, dt), options)?;
        question.answer(bodies.py(), &self.shared, &mut Engine::new())
    }
}
