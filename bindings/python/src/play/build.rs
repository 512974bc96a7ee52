//! Ropes, bridges, cloth, ragdolls and soft bodies, in one call: the module `umbra2d.build`.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::build::{
    self as engine, BridgeSettings, ClothSettings, End, RagdollSettings, RopeSettings, SoftSettings,
};
use umbra::prelude::Point;
use umbra::{Filter, Softness};

use super::assembly::Assembly;
use super::soft::SoftBody;
use crate::body::{Body, take_body};
use crate::errors::bad_type;
use crate::record::apply_options;
use crate::scene::Scene;
use crate::scene_lock::Shared;
use crate::value::{Take, TakeIn};

impl TakeIn for End {
    fn take_in(parameter: &str, value: &Bound<'_, PyAny>, scene: &Shared) -> PyResult<Self> {
        let expected = || bad_type(parameter, "\"world\", \"free\" or a Body");
        if value.cast::<Body>().is_ok() {
            return take_body(parameter, value, scene).map(End::Body);
        }
        match value.extract::<String>().map_err(|_| expected())?.as_str() {
            "world" => Ok(End::World),
            "free" => Ok(End::Free),
            _ => Err(crate::errors::bad_value(parameter, "must be \"world\", \"free\" or a Body")),
        }
    }
}

impl TakeIn for [End; 2] {
    fn take_in(parameter: &str, value: &Bound<'_, PyAny>, scene: &Shared) -> PyResult<Self> {
        let expected = |_| bad_type(parameter, "a pair of ends");
        let (a, b): (Bound<'_, PyAny>, Bound<'_, PyAny>) = value.extract().map_err(expected)?;
        Ok([End::take_in(parameter, &a, scene)?, End::take_in(parameter, &b, scene)?])
    }
}

keywords! {
    rope_option(RopeSettings) {
        links: u32, thickness: Option<f32>, density: f32, slack: f32, ends: [End; 2],
        bending: Option<Softness>, softness: Option<Softness>, break_force: Option<f32>,
        damping: f32, friction: f32, filter: Filter,
    }
    bridge_option(BridgeSettings) {
        planks: u32, thickness: Option<f32>, density: f32, slack: f32, ends: [End; 2],
        break_force: Option<f32>, damping: f32, friction: f32, filter: Filter,
    }
    cloth_option(ClothSettings) {
        columns: u32, rows: u32, thickness: Option<f32>, density: f32, end: End,
        corners_only: bool, break_force: Option<f32>, damping: f32, friction: f32, filter: Filter,
    }
    ragdoll_option(RagdollSettings) {
        height: f32, density: f32, stiffness: f32, spring: Option<Softness>, mirrored: bool,
        damping: f32, friction: f32, filter: Filter,
    }
    soft_option(SoftSettings) {
        segments: u32, thickness: Option<f32>, density: f32, softness: Softness,
        give: Option<f32>, skin: f32, friction: f32, filter: Filter,
    }
}

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// How one keyword is applied to settings.
type Apply<S> = fn(S, &Shared, &str, &Bound<'_, PyAny>) -> PyResult<S>;

/// Adds something with settings from keywords.
fn add<S: Default, T>(
    scene: &Bound<'_, Scene>,
    options: Option<&Bound<'_, PyDict>>,
    option: Apply<S>,
    add: impl FnOnce(&mut umbra::Scene, &S) -> Result<T, umbra::Error>,
) -> PyResult<T> {
    let shared = &scene.get().shared;
    let each = |it, name: &str, value: &Bound<'_, PyAny>| option(it, shared, name, value);
    let settings = apply_options(S::default(), options, each)?;
    shared.write(scene.py(), |scene| add(scene, &settings))
}

/// The two points of a rope, a bridge or a cloth.
fn line(start: Object<'_, '_>, end: Object<'_, '_>) -> PyResult<[Point; 2]> {
    Ok([Point::take("start", start)?, Point::take("end", end)?])
}

/// Adds a rope from a point to another one, held by the world at the first. Keywords: `links`,
/// `thickness`, `density`, `slack` (extra length as a fraction), `ends` (a pair of "world", "free"
/// or a body), `bending` and `softness` (pairs of hertz and damping ratio), `break_force`,
/// `damping`, `friction` and `filter`.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene()
/// >>> rope = umbra2d.build.rope(scene, (0, 5), (4, 5), links=30, ends=("world", "world"))
/// >>> len(rope.bodies), len(rope.joints)
/// (30, 31)
#[pyfunction]
#[pyo3(signature = (scene, start, end, **options))]
fn rope(
    scene: &Bound<'_, Scene>,
    start: Object<'_, '_>,
    end: Object<'_, '_>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Assembly> {
    let [from, to] = line(start, end)?;
    let built =
        add(scene, options, rope_option, |scene, it| engine::rope_with(scene, from, to, it))?;
    Ok(Assembly::wrap(&scene.get().shared, built))
}

/// Adds a bridge of planks between two points. Keywords: `planks`, `thickness`, `density`,
/// `slack`, `ends`, `break_force`, `damping`, `friction` and `filter`.
#[pyfunction]
#[pyo3(signature = (scene, start, end, **options))]
fn bridge(
    scene: &Bound<'_, Scene>,
    start: Object<'_, '_>,
    end: Object<'_, '_>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Assembly> {
    let [from, to] = line(start, end)?;
    let built =
        add(scene, options, bridge_option, |scene, it| engine::bridge_with(scene, from, to, it))?;
    Ok(Assembly::wrap(&scene.get().shared, built))
}

/// Adds a chain between points of two bodies. Keywords: those of `rope`, without `ends`.
#[pyfunction]
#[pyo3(signature = (a, b, start, end, **options))]
fn chain_between(
    a: &Bound<'_, Body>,
    b: Object<'_, '_>,
    start: Object<'_, '_>,
    end: Object<'_, '_>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Assembly> {
    let body = a.get();
    let (b, [from, to]) = (take_body("b", b, &body.scene)?, line(start, end)?);
    let scene = Bound::new(a.py(), Scene { shared: body.scene.clone() })?;
    let built = add(&scene, options, rope_option, |scene, it| {
        engine::chain_between_with(scene, body.key, b, from, to, it)
    })?;
    Ok(Assembly::wrap(&body.scene, built))
}

/// Adds a strip of cloth, whose upper edge goes from a point to another one, and which hangs down
/// by `length`. Keywords: `columns`, `rows`, `thickness`, `density`, `end` ("world", "free" or a
/// body), `corners_only`, `break_force`, `damping`, `friction` and `filter`.
#[pyfunction]
#[pyo3(signature = (scene, start, stop, length, **options))]
fn cloth_strip(
    scene: &Bound<'_, Scene>,
    start: Object<'_, '_>,
    stop: Object<'_, '_>,
    length: f64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Assembly> {
    let ([from, to], length) =
        ([Point::take("start", start)?, Point::take("stop", stop)?], length as f32);
    let built = add(scene, options, cloth_option, |scene, it| {
        engine::cloth_strip_with(scene, from, to, length, it)
    })?;
    Ok(Assembly::wrap(&scene.get().shared, built))
}

/// Adds a human of eleven bones who stands at a point. Keywords: `height`, `density`, `stiffness`,
/// `spring` (hertz and damping ratio), `mirrored`, `damping`, `friction` and `filter`. See
/// `Assembly.drive_to` for poses.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene()
/// >>> doll = umbra2d.build.ragdoll(scene, (0, 0), height=1.8)
/// >>> doll.bone("head").position.y > 1.5
/// True
#[pyfunction]
#[pyo3(signature = (scene, feet, **options))]
fn ragdoll(
    scene: &Bound<'_, Scene>,
    feet: Object<'_, '_>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Assembly> {
    let at = Point::take("feet", feet)?;
    let built =
        add(scene, options, ragdoll_option, |scene, it| engine::ragdoll_with(scene, at, it))?;
    Ok(Assembly::wrap(&scene.get().shared, built))
}

/// Adds a soft disc. Keywords: `segments`, `thickness`, `density`, `softness` (hertz and damping
/// ratio), `give`, `skin`, `friction` and `filter`.
///
/// >>> import umbra2d
/// >>> scene = umbra2d.Scene()
/// >>> jelly = umbra2d.build.blob(scene, (0, 3), 0.5, segments=16)
/// >>> len(jelly.outline())
/// 16
#[pyfunction]
#[pyo3(signature = (scene, center, radius, **options))]
fn blob(
    scene: &Bound<'_, Scene>,
    center: Object<'_, '_>,
    radius: f64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<SoftBody> {
    let (at, radius) = (Point::take("center", center)?, radius as f32);
    let built =
        add(scene, options, soft_option, |scene, it| engine::blob_with(scene, at, radius, it))?;
    Ok(SoftBody::wrap(&scene.get().shared, built))
}

/// Adds a soft box. Keywords as for `blob`.
#[pyfunction]
#[pyo3(signature = (scene, center, half_width, half_height, **options))]
fn soft_box(
    scene: &Bound<'_, Scene>,
    center: Object<'_, '_>,
    half_width: f64,
    half_height: f64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<SoftBody> {
    let (at, [w, h]) =
        (Point::take("center", center)?, [half_width, half_height].map(|it| it as f32));
    let built =
        add(scene, options, soft_option, |scene, it| engine::soft_box_with(scene, at, w, h, it))?;
    Ok(SoftBody::wrap(&scene.get().shared, built))
}

/// Adds the module, as `_build`: `umbra2d.build` takes its functions from there.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let build = PyModule::new(module.py(), "umbra2d.build")?;
    build.add_function(wrap_pyfunction!(rope, &build)?)?;
    build.add_function(wrap_pyfunction!(bridge, &build)?)?;
    build.add_function(wrap_pyfunction!(chain_between, &build)?)?;
    build.add_function(wrap_pyfunction!(cloth_strip, &build)?)?;
    build.add_function(wrap_pyfunction!(ragdoll, &build)?)?;
    build.add_function(wrap_pyfunction!(blob, &build)?)?;
    build.add_function(wrap_pyfunction!(soft_box, &build)?)?;
    build.add_function(wrap_pyfunction!(super::mask::outlines_from_mask, &build)?)?;
    module.add("_build", build)
}
