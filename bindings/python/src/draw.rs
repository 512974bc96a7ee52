//! Pictures of a scene.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::prelude::{Aabb, DebugOptions, DrawScene, Point, SvgDraw};

use crate::errors::{raise, raise_geometry};
use crate::record::unknown_option;
use crate::scene::Scene;
use crate::value::Take;

/// What keywords ask for.
struct Picture {
    svg: SvgDraw,
    options: DebugOptions,
}

macro_rules! switches {
    ($($name:ident: $type:ty),*) => {
        /// Changes an option of drawing by its name.
        fn switch(options: &mut DebugOptions, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
            $(if name == stringify!($name) {
                options.$name = <$type as Take>::take(name, value)?;
                return Ok(());
            })*
            Err(unknown_option(name, &["view", "scale", "opacity", $(stringify!($name)),*]))
        }
    };
}
switches!(
    shapes: bool, joints: bool, contacts: bool, normals: bool, impulses: bool, velocities: bool,
    boxes: bool, centers_of_mass: bool, fields: bool, portals: bool, islands: bool,
    normal_length: f32, impulse_length: f32, velocity_length: f32, interpolation: f32
);

impl Picture {
    fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut picture = Self { svg: SvgDraw::new(), options: DebugOptions::default() };
        for (name, value) in options.into_iter().flatten() {
            let name = name.extract::<String>()?;
            let svg = core::mem::replace(&mut picture.svg, SvgDraw::new());
            picture.svg = match name.as_str() {
                "view" => {
                    let [min, max] = <[Point; 2]>::take("view", &value)?;
                    let view = Aabb::new(min, max).map_err(raise_geometry)?;
                    picture.options.view = Some(view);
                    svg.view(view).map_err(raise)?
                }
                "scale" => svg.scale(f32::take("scale", &value)?).map_err(raise)?,
                "opacity" => svg.opacity(f32::take("opacity", &value)?).map_err(raise)?,
                _ => {
                    switch(&mut picture.options, &name, &value)?;
                    svg
                }
            };
        }
        Ok(picture)
    }
}

/// Pictures.
#[pymethods]
impl Scene {
    /// Picture of the scene as SVG. Keywords: `view` (the corners `(min, max)` of what is shown),
    /// `scale` (points per metre), `opacity`, and True or False for `shapes`, `joints`,
    /// `contacts`, `normals`, `impulses`, `velocities`, `boxes`, `centers_of_mass`, `fields`,
    /// `portals` and `islands`.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene()
    /// >>> ball = scene.add(umbra2d.dynamic(), umbra2d.circle(0.5))
    /// >>> scene.to_svg(scale=50).startswith("<svg")
    /// True
    #[pyo3(signature = (**options))]
    fn to_svg(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let Picture { mut svg, options } = Picture::new(options)?;
        self.shared.read(py, |scene| scene.debug_draw(&mut svg, options))?;
        Ok(svg.to_string())
    }

    /// Picture for notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.to_svg(py, None)
    }
}
