//! Pictures of a scene.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::prelude::{
    Aabb, DebugColor, DebugDraw, DebugOptions, DrawScene, Point, Rotation, SvgDraw, Vector,
};

use crate::errors::{raise, raise_geometry};
use crate::record::unknown_option;
use crate::scene::Scene;
use crate::value::Take;
use crate::vec2::Vec2;

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

/// What a picture is made of, in the world.
enum Stroke {
    Circle(Point, f32, f32),
    Capsule(Point, Point, f32),
    Polygon(Vec<Point>, f32),
    Segment(Point, Point),
    Arrow(Point, Vector),
    Dot(Point),
    Text(Point, String),
}

/// Notes what is to be drawn, so that the scene is not locked while Python draws.
#[derive(Default)]
struct Strokes(Vec<(Stroke, DebugColor)>);

impl DebugDraw for Strokes {
    fn circle(&mut self, center: Point, radius: f32, rotation: Rotation, color: DebugColor) {
        self.0.push((Stroke::Circle(center, radius, rotation.angle()), color));
    }

    fn capsule(&mut self, a: Point, b: Point, radius: f32, color: DebugColor) {
        self.0.push((Stroke::Capsule(a, b, radius), color));
    }

    fn polygon(&mut self, vertices: &[Point], radius: f32, color: DebugColor) {
        self.0.push((Stroke::Polygon(vertices.to_vec(), radius), color));
    }

    fn segment(&mut self, a: Point, b: Point, color: DebugColor) {
        self.0.push((Stroke::Segment(a, b), color));
    }

    fn arrow(&mut self, from: Point, along: Vector, color: DebugColor) {
        self.0.push((Stroke::Arrow(from, along), color));
    }

    fn point(&mut self, at: Point, color: DebugColor) {
        self.0.push((Stroke::Dot(at), color));
    }

    fn text(&mut self, at: Point, text: &str, color: DebugColor) {
        self.0.push((Stroke::Text(at, text.to_owned()), color));
    }
}

impl Stroke {
    /// Calls the method of a painter.
    fn paint(self, painter: &Bound<'_, PyAny>, color: DebugColor) -> PyResult<()> {
        let color = (color.red, color.green, color.blue);
        let vec2 = |at: Point| Vec2 { x: at.x.into(), y: at.y.into() };
        match self {
            Self::Circle(center, radius, angle) => {
                painter.call_method1("circle", (vec2(center), radius, angle, color))
            }
            Self::Capsule(a, b, radius) => {
                painter.call_method1("capsule", (vec2(a), vec2(b), radius, color))
            }
            Self::Polygon(vertices, radius) => {
                let vertices: Vec<Vec2> = vertices.into_iter().map(vec2).collect();
                painter.call_method1("polygon", (vertices, radius, color))
            }
            Self::Segment(a, b) => painter.call_method1("segment", (vec2(a), vec2(b), color)),
            Self::Arrow(from, along) => {
                painter.call_method1("arrow", (vec2(from), vec2(along.into()), color))
            }
            Self::Dot(at) => painter.call_method1("point", (vec2(at), color)),
            Self::Text(at, text) => painter.call_method1("text", (vec2(at), text, color)),
        }
        .map(drop)
    }
}

#[pymethods]
impl Scene {
    /// Has a painter draw the scene: an object with the methods `circle(center, radius, angle,
    /// color)`, `capsule(a, b, radius, color)`, `polygon(vertices, radius, color)`, `segment(a, b,
    /// color)`, `arrow(start, along, color)`, `point(at, color)` and `text(at, text, color)`. All is
    /// in the world; a colour is red, green and blue from 0 to 255. Keywords as for `to_svg`,
    /// without `scale` and `opacity`.
    #[pyo3(signature = (painter, **options))]
    fn debug_draw(
        &self,
        painter: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let Picture { options, .. } = Picture::new(options)?;
        let mut strokes = Strokes::default();
        self.shared.read(painter.py(), |scene| scene.debug_draw(&mut strokes, options))?;
        strokes.0.into_iter().try_for_each(|(stroke, color)| stroke.paint(painter, color))
    }
}
