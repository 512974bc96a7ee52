//! Values that cross the border: how each type is taken from Python, and given to it.
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyTuple};
use umbra::Softness;
use umbra::prelude::{Aabb, Point, Pose, Rotation, Vector};

use crate::errors::{bad_type, bad_value};
use crate::pose;
use crate::scene_lock::Shared;
use crate::vec2::Vec2;

/// The words for a pair in errors.
pub const PAIR: &str = "a pair of numbers";

/// A type of the engine that is taken from a Python object.
pub trait Take: Sized {
    /// The value; an error names the parameter.
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self>;
}

/// A type of the engine that becomes a Python object. Keys become handles of the scene.
pub trait Give {
    /// The object.
    fn give<'py>(self, py: Python<'py>, scene: &Shared) -> PyResult<Bound<'py, PyAny>>;
}

/// A type of the engine that is taken from a Python object of one scene: keys are handles there.
pub trait TakeIn: Sized {
    /// The value; an error names the parameter.
    fn take_in(parameter: &str, value: &Bound<'_, PyAny>, scene: &Shared) -> PyResult<Self>;
}

impl<T: Take> TakeIn for T {
    fn take_in(parameter: &str, value: &Bound<'_, PyAny>, _: &Shared) -> PyResult<Self> {
        T::take(parameter, value)
    }
}

/// The number in a Python object, which need not be finite.
pub fn number(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    value.extract().map_err(|_| bad_type(parameter, "a number"))
}

/// The two numbers of a `Vec2`, a tuple, a list or an array.
pub fn pair_of(value: &Bound<'_, PyAny>) -> Option<[f64; 2]> {
    if let Ok(vector) = value.cast::<Vec2>() {
        let vector = vector.get();
        return Some([vector.x, vector.y]);
    }
    if let Ok(pair) = value.cast::<PyTuple>() {
        return pair.extract::<(f64, f64)>().ok().map(<[f64; 2]>::from);
    }
    let numbers = value.try_iter().ok()?;
    let mut pair = [0.0; 2];
    let mut count = 0;
    for number in numbers {
        *pair.get_mut(count)? = number.ok()?.extract().ok()?;
        count += 1;
    }
    (count == 2).then_some(pair)
}

/// The two numbers of a parameter.
pub fn pair(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<[f64; 2]> {
    pair_of(value).ok_or_else(|| bad_type(parameter, PAIR))
}

/// All points of a list or of an array with two columns.
pub fn points(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<Point>> {
    let expected = || bad_type(parameter, "a list of points");
    let items = value.try_iter().map_err(|_| expected())?;
    items
        .map(|item| {
            let [x, y] = item.ok().as_ref().and_then(pair_of).ok_or_else(expected)?;
            Ok(Point::new(x as f32, y as f32))
        })
        .collect()
}

impl Take for f32 {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        number(parameter, value).map(|number| number as f32)
    }
}

impl Take for bool {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(value) = value.cast::<PyBool>() {
            return Ok(value.is_true());
        }
        // The booleans of numpy are of another type.
        let is_bool =
            value.get_type().name().is_ok_and(|name| name.to_string().starts_with("bool"));
        if is_bool { value.is_truthy() } else { Err(bad_type(parameter, "True or False")) }
    }
}

macro_rules! take_integers {
    ($($type:ty),*) => {$(
        impl Take for $type {
            fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
                let integer = value.extract::<i128>().map_err(|_| bad_type(parameter, "an integer"))?;
                let range = || format!("must be from {} to {}, but is {integer}", <$type>::MIN, <$type>::MAX);
                integer.try_into().map_err(|_| bad_value(parameter, range()))
            }
        }
    )*};
}
take_integers!(u32, u64, i32, usize);

impl Take for Vector {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        pair(parameter, value).map(|[x, y]| Self::new(x as f32, y as f32))
    }
}

impl Take for Point {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Vector::take(parameter, value).map(Self::from)
    }
}

impl Take for [f32; 2] {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Vector::take(parameter, value).map(Self::from)
    }
}

/// Two values of one kind.
fn two<T: Take>(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<[T; 2]> {
    let items: Vec<_> = value
        .try_iter()
        .and_then(|items| items.collect())
        .map_err(|_| bad_type(parameter, "a pair"))?;
    let [a, b] = &items[..] else { return Err(bad_type(parameter, "a pair")) };
    Ok([T::take(parameter, a)?, T::take(parameter, b)?])
}

impl Take for [bool; 2] {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        two(parameter, value)
    }
}

impl Take for [i32; 2] {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        two(parameter, value)
    }
}

impl Take for [Point; 2] {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        two(parameter, value)
    }
}

impl Take for [f32; 3] {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let expected = |_| bad_type(parameter, "three numbers");
        let (a, b, c): (f64, f64, f64) = value.extract().map_err(expected)?;
        Ok([a, b, c].map(|it| it as f32))
    }
}

impl Take for Vec<[f32; 2]> {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(points(parameter, value)?.into_iter().map(|it| [it.x, it.y]).collect())
    }
}

impl Take for (Vector, f32) {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let what = "a force and a torque: ((x, y), torque)";
        let parts: (Bound<'_, PyAny>, f64) =
            value.extract().map_err(|_| bad_type(parameter, what))?;
        Ok((Vector::take(parameter, &parts.0)?, parts.1 as f32))
    }
}

impl Take for Softness {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let [hertz, damping_ratio] = <[f32; 2]>::take(parameter, value)?;
        Ok(Self { hertz, damping_ratio })
    }
}

impl Take for Pose {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        pose::take(parameter, value)
    }
}

impl<T: Take> Take for Option<T> {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if value.is_none() { Ok(None) } else { T::take(parameter, value).map(Some) }
    }
}

macro_rules! give_as_they_are {
    ($($type:ty),*) => {$(
        impl Give for $type {
            fn give<'py>(self, py: Python<'py>, _: &Shared) -> PyResult<Bound<'py, PyAny>> {
                self.into_bound_py_any(py)
            }
        }
    )*};
}
give_as_they_are!(f32, f64, bool, u32, u64, i32, usize, &str, String);

macro_rules! give_as {
    ($($type:ty: |$value:ident| $given:expr;)*) => {$(
        impl Give for $type {
            fn give<'py>(self, py: Python<'py>, _: &Shared) -> PyResult<Bound<'py, PyAny>> {
                let $value = self;
                $given.into_bound_py_any(py)
            }
        }
    )*};
}
give_as! {
    Vector: |it| Vec2 { x: it.x.into(), y: it.y.into() };
    Point: |it| Vec2 { x: it.x.into(), y: it.y.into() };
    Pose: |it| pose::Pose(it);
    Rotation: |it| it.angle();
    [bool; 2]: |it| (it[0], it[1]);
    [u64; 2]: |it| (it[0], it[1]);
    [f32; 2]: |it| (it[0], it[1]);
    [f32; 3]: |it| (it[0], it[1], it[2]);
    [i32; 2]: |it| (it[0], it[1]);
    Softness: |it| (it.hertz, it.damping_ratio);
}

impl Give for Aabb {
    fn give<'py>(self, py: Python<'py>, scene: &Shared) -> PyResult<Bound<'py, PyAny>> {
        [self.min, self.max].give(py, scene)
    }
}

impl Give for (Vector, f32) {
    fn give<'py>(self, py: Python<'py>, scene: &Shared) -> PyResult<Bound<'py, PyAny>> {
        let pair = [self.0.give(py, scene)?, self.1.give(py, scene)?];
        Ok(PyTuple::new(py, pair)?.into_any())
    }
}

impl<T: Give> Give for Option<T> {
    fn give<'py>(self, py: Python<'py>, scene: &Shared) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Some(value) => value.give(py, scene),
            None => Ok(py.None().into_bound(py)),
        }
    }
}

macro_rules! give_pairs {
    ($($type:ty),*) => {$(
        impl Give for [$type; 2] {
            fn give<'py>(self, py: Python<'py>, scene: &Shared) -> PyResult<Bound<'py, PyAny>> {
                let [a, b] = self;
                Ok(PyTuple::new(py, [a.give(py, scene)?, b.give(py, scene)?])?.into_any())
            }
        }
    )*};
}
give_pairs!(Point, umbra::BodyKey, umbra::ColliderKey, umbra::ColliderPart, umbra::Material);

impl<T: Give> Give for Vec<T> {
    fn give<'py>(self, py: Python<'py>, scene: &Shared) -> PyResult<Bound<'py, PyAny>> {
        let items: Vec<_> =
            self.into_iter().map(|item| item.give(py, scene)).collect::<PyResult<_>>()?;
        Ok(PyList::new(py, items)?.into_any())
    }
}

/// A value that is a word in Python.
pub trait Word {
    /// The word.
    fn word(self) -> &'static str;
}

/// Enumerations that are words in Python.
macro_rules! words {
    ($($type:ty { $($variant:ident = $word:literal),* $(,)? })*) => {$(
        impl Take for $type {
            fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
                const WORDS: &[&str] = &[$($word),*];
                let word: String = value.extract().map_err(|_| bad_type(parameter, "a word"))?;
                $(if word == $word { return Ok(<$type>::$variant); })*
                Err(bad_value(parameter, format!("must be one of {WORDS:?}, but is {word:?}")))
            }
        }

        impl Give for $type {
            fn give<'py>(self, py: Python<'py>, _: &Shared) -> PyResult<Bound<'py, PyAny>> {
                self.word().into_bound_py_any(py)
            }
        }

        impl Word for $type {
            fn word(self) -> &'static str {
                match self {
                    $(<$type>::$variant => $word,)*
                }
            }
        }
    )*};
}
words! {
    umbra::BodyKind { Fixed = "fixed", Kinematic = "kinematic", Dynamic = "dynamic" }
    umbra::CombineRule {
        Usual = "usual", Average = "average", GeometricMean = "geometric_mean",
        Maximum = "maximum", Minimum = "minimum", Multiply = "multiply",
    }
    umbra::Continuous { Off = "off", Fixed = "fixed", All = "all" }
    umbra::JointSolving { Auto = "auto", Rows = "rows", Trees = "trees" }
    umbra::build::Bone {
        Pelvis = "pelvis", Chest = "chest", Head = "head",
        LeftThigh = "left_thigh", LeftShin = "left_shin",
        RightThigh = "right_thigh", RightShin = "right_shin",
        LeftUpperArm = "left_upper_arm", LeftForearm = "left_forearm",
        RightUpperArm = "right_upper_arm", RightForearm = "right_forearm",
    }
    umbra::character::HitKind { Ground = "ground", Wall = "wall", Ceiling = "ceiling" }
    umbra::Platforms { Passable = "passable", Solid = "solid", Overlooked = "overlooked" }
}

impl Give for umbra::SolvedAs {
    fn give<'py>(self, py: Python<'py>, _: &Shared) -> PyResult<Bound<'py, PyAny>> {
        let word = if self == Self::Tree { "tree" } else { "rows" };
        word.into_bound_py_any(py)
    }
}

impl Give for umbra::JointKind {
    fn give<'py>(self, py: Python<'py>, _: &Shared) -> PyResult<Bound<'py, PyAny>> {
        self.name().into_bound_py_any(py)
    }
}
