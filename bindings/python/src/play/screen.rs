//! From pixels to the world and back.
use parking_lot::Mutex;
use pyo3::prelude::*;
use umbra::Screen as Engine;
use umbra::prelude::{Aabb, Point, Pose, Vector};

use crate::errors::{bad_value, raise, raise_geometry};
use crate::value::Take;
use crate::vec2::Vec2;

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// A window on the world: its size in pixels, its scale, and the point in its middle. Pixels count
/// from the upper left corner. `y_down` is for worlds whose y axis points down.
///
/// >>> import umbra2d
/// >>> screen = umbra2d.Screen(800, 600, 50, center=(0, 2))
/// >>> screen.to_world((400, 300)), screen.to_screen((1, 3))
/// (Vec2(0.0, 2.0), Vec2(450.0, 250.0))
#[pyclass(frozen, module = "umbra2d")]
pub struct Screen {
    engine: Mutex<Engine>,
}

fn vec2(x: f32, y: f32) -> Vec2 {
    Vec2 { x: x.into(), y: y.into() }
}

impl Screen {
    fn get(&self) -> Engine {
        *self.engine.lock()
    }

    fn change(&self, change: impl FnOnce(&mut Engine) -> Result<(), umbra::Error>) -> PyResult<()> {
        let mut next = self.get();
        change(&mut next).map_err(raise)?;
        *self.engine.lock() = next;
        Ok(())
    }
}

#[pymethods]
impl Screen {
    #[new]
    #[pyo3(signature = (
        width, height, pixels_per_unit, *, center=None, corner=None, angle=0.0, y_down=false
    ))]
    fn new(
        width: f64,
        height: f64,
        pixels_per_unit: f64,
        center: Option<Object<'_, '_>>,
        corner: Option<Object<'_, '_>>,
        angle: f64,
        y_down: bool,
    ) -> PyResult<Self> {
        let [width, height, scale] = [width, height, pixels_per_unit].map(|it| it as f32);
        let screen = Engine::new(width, height, scale).map_err(raise)?;
        let screen = if y_down { screen.y_down() } else { screen };
        let screen = screen.turned(angle as f32).map_err(raise)?;
        let screen = match (center, corner) {
            (None, None) => Ok(screen),
            (Some(center), None) => screen.looking_at(Point::take("center", center)?),
            (None, Some(corner)) => screen.with_corner_at(Point::take("corner", corner)?),
            (Some(_), Some(_)) => return Err(bad_value("corner", "cannot be given with `center`")),
        };
        Ok(Self { engine: Mutex::new(screen.map_err(raise)?) })
    }

    /// Point in the middle. Can be assigned.
    #[getter]
    fn center(&self) -> Vec2 {
        let center = self.get().center();
        vec2(center.x, center.y)
    }

    #[setter]
    fn set_center(&self, value: Object<'_, '_>) -> PyResult<()> {
        let center = Point::take("center", value)?;
        self.change(|it| it.look_at(center))
    }

    /// Scale. Can be assigned.
    #[getter]
    fn pixels_per_unit(&self) -> f32 {
        self.get().pixels_per_unit()
    }

    #[setter]
    fn set_pixels_per_unit(&self, value: f64) -> PyResult<()> {
        self.change(|it| it.set_pixels_per_unit(value as f32))
    }

    /// Width and height in pixels.
    #[getter]
    fn size(&self) -> (f32, f32) {
        self.get().size().into()
    }

    /// Part of the world that is shown, `(min, max)`.
    #[getter]
    fn view(&self) -> (Vec2, Vec2) {
        let view = self.get().view();
        (vec2(view.min.x, view.min.y), vec2(view.max.x, view.max.y))
    }

    /// Turns the camera to an angle.
    fn set_angle(&self, angle: f64) -> PyResult<()> {
        self.change(|it| it.set_angle(angle as f32))
    }

    /// Changes the size in pixels.
    fn resize(&self, width: f64, height: f64) -> PyResult<()> {
        self.change(|it| it.resize(width as f32, height as f32))
    }

    /// Zooms by a factor; what is at this pixel stays there.
    fn zoom_at(&self, pixel: Object<'_, '_>, factor: f64) -> PyResult<()> {
        let at = Point::take("pixel", pixel)?;
        self.change(|it| it.zoom_at(at, factor as f32))
    }

    /// Moves the camera so that what was at a pixel comes to another one.
    #[pyo3(signature = (start, end))]
    fn drag(&self, start: Object<'_, '_>, end: Object<'_, '_>) -> PyResult<()> {
        let (from, to) = (Point::take("start", start)?, Point::take("end", end)?);
        self.change(|it| it.drag(from, to))
    }

    /// Point of the world at a pixel.
    fn to_world(&self, pixel: Object<'_, '_>) -> PyResult<Vec2> {
        let point = self.get().to_world(Point::take("pixel", pixel)?);
        Ok(vec2(point.x, point.y))
    }

    /// Pixel of a point of the world.
    fn to_screen(&self, point: Object<'_, '_>) -> PyResult<Vec2> {
        let pixel = self.get().to_screen(Point::take("point", point)?);
        Ok(vec2(pixel.x, pixel.y))
    }

    /// Vector of the world for one in pixels.
    fn vector_to_world(&self, pixels: Object<'_, '_>) -> PyResult<Vec2> {
        let vector = self.get().vector_to_world(Vector::take("pixels", pixels)?);
        Ok(vec2(vector.x, vector.y))
    }

    /// Vector in pixels for one of the world.
    fn vector_to_screen(&self, vector: Object<'_, '_>) -> PyResult<Vec2> {
        let pixels = self.get().vector_to_screen(Vector::take("vector", vector)?);
        Ok(vec2(pixels.x, pixels.y))
    }

    /// Length in the world.
    fn length_to_world(&self, pixels: f64) -> f32 {
        self.get().length_to_world(pixels as f32)
    }

    /// Length in pixels.
    fn length_to_screen(&self, length: f64) -> f32 {
        self.get().length_to_screen(length as f32)
    }

    /// Angle in the world for one on the screen, which counts clockwise from its x axis.
    fn angle_to_world(&self, angle: f64) -> f32 {
        self.get().angle_to_world(angle as f32)
    }

    /// Angle on the screen.
    fn angle_to_screen(&self, angle: f64) -> f32 {
        self.get().angle_to_screen(angle as f32)
    }

    /// Pixel and angle on the screen of a pose.
    fn pose_to_screen(&self, pose: Object<'_, '_>) -> PyResult<(Vec2, f32)> {
        let (at, angle) = self.get().pose_to_screen(&Pose::take("pose", pose)?);
        Ok((vec2(at.x, at.y), angle))
    }

    /// Box of the world around a box of pixels, `(min, max)`.
    fn aabb_to_world(&self, min: Object<'_, '_>, max: Object<'_, '_>) -> PyResult<(Vec2, Vec2)> {
        Ok(ends(self.get().aabb_to_world(&aabb(min, max)?)))
    }

    /// Box of pixels around a box of the world, `(min, max)`.
    fn aabb_to_screen(&self, min: Object<'_, '_>, max: Object<'_, '_>) -> PyResult<(Vec2, Vec2)> {
        Ok(ends(self.get().aabb_to_screen(&aabb(min, max)?)))
    }

    fn __repr__(&self) -> String {
        let (it, [width, height]) = (self.get(), self.get().size());
        format!("<Screen: {width} x {height}, {} pixels per unit>", it.pixels_per_unit())
    }
}

fn aabb(min: Object<'_, '_>, max: Object<'_, '_>) -> PyResult<Aabb> {
    Aabb::new(Point::take("min", min)?, Point::take("max", max)?).map_err(raise_geometry)
}

fn ends(aabb: Aabb) -> (Vec2, Vec2) {
    (vec2(aabb.min.x, aabb.min.y), vec2(aabb.max.x, aabb.max.y))
}
