//! Hooks: functions in Python that decide about single contacts.
use core::cell::RefCell;

use parking_lot::Mutex;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use umbra::prelude::{Point, Vector};
use umbra::{ContactMut, ContactPair as Pair, Hooks};

use crate::errors::raise;
use crate::scene::Scene;
use crate::scene_lock::Shared;
use crate::value::Take;
use crate::vec2::Vec2;

found! {
    /// Two colliders that a hook is asked about. The scene cannot be read meanwhile; `user_data`
    /// says what they are.
    ContactPair(Pair) {
        /// The two bodies.
        bodies |it| it.bodies;
        /// The two colliders.
        colliders |it| it.colliders;
        /// `user_data` of the two colliders.
        user_data |it| it.user_data;
    }
}

/// What a hook may change of a contact.
#[derive(Clone, Default)]
struct Changes {
    friction: f32,
    restitution: f32,
    rolling_resistance: f32,
    surface_speed: f32,
    disabled: bool,
    over: bool,
    /// For each point, true if it stays; empty if all do.
    kept: Vec<bool>,
}

/// A contact that a hook may change, for this step and for as long as the hook runs.
#[pyclass(frozen, module = "umbra2d")]
pub struct ContactEdit {
    pair: Pair,
    scene: Shared,
    normal: Vector,
    separation: f32,
    points: Vec<(Point, f32)>,
    changes: Mutex<Changes>,
}

impl ContactEdit {
    fn new(contact: &ContactMut<'_>, scene: &Shared) -> Self {
        let changes = Changes {
            friction: contact.friction(),
            restitution: contact.restitution(),
            rolling_resistance: contact.rolling_resistance(),
            surface_speed: contact.surface_speed(),
            ..Changes::default()
        };
        Self {
            pair: *contact.pair(),
            scene: scene.clone(),
            normal: contact.normal(),
            separation: contact.separation(),
            points: contact.points().map(|point| (point.position, point.separation)).collect(),
            changes: Mutex::new(changes),
        }
    }

    /// Writes what was changed into the contact.
    fn finish(&self, contact: &mut ContactMut<'_>) -> Result<(), umbra::Error> {
        let mut changes = self.changes.lock();
        changes.over = true;
        contact.set_friction(changes.friction)?;
        contact.set_restitution(changes.restitution)?;
        contact.set_rolling_resistance(changes.rolling_resistance)?;
        contact.set_surface_speed(changes.surface_speed)?;
        if changes.disabled {
            contact.disable();
        }
        if !changes.kept.is_empty() {
            let mut kept = changes.kept.iter().copied();
            contact.retain_points(|_| kept.next().unwrap_or(true));
        }
        Ok(())
    }

    fn change(&self, change: impl FnOnce(&mut Changes)) -> PyResult<()> {
        let mut changes = self.changes.lock();
        if changes.over {
            return Err(PyRuntimeError::new_err("the hook of this contact has returned"));
        }
        change(&mut changes);
        Ok(())
    }
}

macro_rules! numbers {
    ($($(#[$about:meta])* $name:ident $set:ident;)*) => {
        #[pymethods]
        impl ContactEdit {
            $(
                $(#[$about])*
                #[getter]
                fn $name(&self) -> f32 {
                    self.changes.lock().$name
                }

                #[setter($name)]
                fn $set(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    let value = f32::take(stringify!($name), value)?;
                    self.change(|changes| changes.$name = value)
                }
            )*
        }
    };
}
numbers! {
    /// Coefficient of friction.
    friction set_friction;
    /// Coefficient of restitution.
    restitution set_restitution;
    /// Rolling resistance.
    rolling_resistance set_rolling_resistance;
    /// Speed of the surfaces past one another.
    surface_speed set_surface_speed;
}

#[pymethods]
impl ContactEdit {
    /// The two colliders.
    #[getter]
    fn pair(&self) -> ContactPair {
        ContactPair::wrap(&self.scene, self.pair)
    }

    /// Normal, from the first to the second collider.
    #[getter]
    fn normal(&self) -> Vec2 {
        Vec2 { x: self.normal.x.into(), y: self.normal.y.into() }
    }

    /// Least distance of the surfaces at the points.
    #[getter]
    fn separation(&self) -> f32 {
        self.separation
    }

    /// Points with the distance of the surfaces there.
    #[getter]
    fn points(&self) -> Vec<(Vec2, f32)> {
        let vec2 = |at: &Point| Vec2 { x: at.x.into(), y: at.y.into() };
        self.points.iter().map(|(at, separation)| (vec2(at), *separation)).collect()
    }

    /// Keeps the points for which `keep(position, separation)` is true.
    fn retain_points(&self, keep: &Bound<'_, PyAny>) -> PyResult<()> {
        let before = self.changes.lock().kept.clone();
        let stays = |(index, point): (usize, (Vec2, f32))| {
            let still = before.get(index).is_none_or(|kept| *kept);
            Ok(still && keep.call1(point)?.is_truthy()?)
        };
        let kept = self.points().into_iter().enumerate().map(stays);
        let kept = kept.collect::<PyResult<Vec<bool>>>()?;
        self.change(|changes| changes.kept = kept)
    }

    /// Lets the two pass through one another in this step.
    fn disable(&self) -> PyResult<()> {
        self.change(|changes| changes.disabled = true)
    }
}

/// The methods of a Python object that there are.
pub struct PyHooks<'py> {
    scene: Shared,
    py: Python<'py>,
    should_collide: Option<Bound<'py, PyAny>>,
    should_sense: Option<Bound<'py, PyAny>>,
    modify_contact: Option<Bound<'py, PyAny>>,
    /// The first exception; nothing is asked after that.
    raised: RefCell<Option<PyErr>>,
}

impl<'py> PyHooks<'py> {
    /// The methods that there are.
    pub fn new(hooks: &Bound<'py, PyAny>, scene: &Shared) -> Self {
        let method = |name| hooks.getattr(name).ok().filter(|method| method.is_callable());
        Self {
            scene: scene.clone(),
            py: hooks.py(),
            should_collide: method("should_collide"),
            should_sense: method("should_sense"),
            modify_contact: method("modify_contact"),
            raised: RefCell::new(None),
        }
    }

    /// The exception that a method has raised.
    pub fn finish(&self) -> PyResult<()> {
        self.raised.take().map_or(Ok(()), Err)
    }

    /// The answer, or what holds without one.
    fn answer<T>(&self, otherwise: T, ask: impl FnOnce() -> PyResult<T>) -> T {
        if self.raised.borrow().is_some() {
            return otherwise;
        }
        ask().unwrap_or_else(|error| {
            self.raised.replace(Some(error));
            otherwise
        })
    }

    fn ask(&self, method: &Option<Bound<'py, PyAny>>, pair: &Pair) -> bool {
        let Some(method) = method else { return true };
        let pair = ContactPair::wrap(&self.scene, *pair);
        self.answer(true, || method.call1((pair,))?.is_truthy())
    }
}

impl Hooks for PyHooks<'_> {
    fn should_collide(&self, pair: &Pair) -> bool {
        self.ask(&self.should_collide, pair)
    }

    fn should_sense(&self, pair: &Pair) -> bool {
        self.ask(&self.should_sense, pair)
    }

    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        let Some(method) = &self.modify_contact else { return };
        self.answer((), || {
            let edit = Bound::new(self.py, ContactEdit::new(contact, &self.scene))?;
            let result = method.call1((&edit,));
            edit.get().finish(contact).map_err(raise)?;
            result.map(drop)
        });
    }
}

/// Steps with hooks.
#[pymethods]
impl Scene {
    /// Advances the scene like `step`, asking `hooks` about each contact: an object with some of
    /// the methods `should_collide(pair)`, `should_sense(pair)` (both return True or False) and
    /// `modify_contact(contact)`. After an exception the scene is as it was before the step.
    ///
    /// >>> import umbra2d
    /// >>> class Ice:
    /// ...     def modify_contact(self, contact):
    /// ...         contact.friction = 0
    /// >>> scene = umbra2d.Scene()
    /// >>> scene.step_with(1 / 60, Ice())
    fn step_with(&self, dt: f64, hooks: &Bound<'_, PyAny>) -> PyResult<()> {
        let asked = PyHooks::new(hooks, &self.shared);
        self.shared.write_py(hooks.py(), |scene| {
            let before = scene.clone();
            scene.step_with(dt as f32, &asked).map_err(raise)?;
            match asked.raised.take() {
                Some(error) => {
                    *scene = before;
                    Err(error)
                }
                None => Ok(()),
            }
        })
    }
}
