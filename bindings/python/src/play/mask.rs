//! Outlines of pictures, as colliders and as holes in bodies.
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::build::{self as engine, Mask, MaskSettings};
use umbra::prelude::{Point, Pose};
use umbra::{Carving, Collider, Error, Filter};

use crate::arrays::{bytes3, floats};
use crate::collider::option;
use crate::errors::{bad_type, bad_value, raise};
use crate::fracture::Carved;
use crate::record::apply_options;
use crate::scene::Scene;
use crate::scene_lock::Shared;
use crate::shape::ColliderDef;
use crate::value::{Give, Take, points};

keywords! {
    mask_option(MaskSettings) {
        pixel_size: f32, threshold: f32, tolerance: f32, min_area: f32, origin: [f32; 2],
        y_down: bool,
    }
}

/// An island of the solid pixels of a picture, with its holes.
#[pyclass(frozen, eq, module = "umbra2d")]
#[derive(Clone, PartialEq)]
pub struct Outline(engine::Outline);

/// Outlines of the solid pixels of a picture: see `umbra2d.build.outlines_from_mask`.
#[pyclass(frozen, eq, module = "umbra2d")]
#[derive(Clone, PartialEq)]
pub struct Outlines(engine::Outlines);

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// Colliders as descriptions, with keywords.
fn described(
    colliders: impl IntoIterator<Item = Collider>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<ColliderDef>> {
    let each = |collider| Ok(ColliderDef { builder: apply_options(collider, options, option)? });
    colliders.into_iter().map(each).collect()
}

#[pymethods]
impl Outline {
    /// An island by hand: its boundary, and its holes.
    #[new]
    #[pyo3(signature = (outer, holes=None))]
    fn new(outer: Object<'_, '_>, holes: Option<Object<'_, '_>>) -> PyResult<Self> {
        let rings = holes.map(|holes| holes.try_iter()).transpose();
        let rings = rings.map_err(|_| bad_type("holes", "a list of lists of points"))?;
        let holes = rings.into_iter().flatten().map(|ring| points("holes", &ring?));
        let holes = holes.collect::<PyResult<_>>()?;
        Ok(Self(engine::Outline { outer: points("outer", outer)?, holes }))
    }

    /// Points of the boundary.
    #[getter]
    fn outer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.outer.clone().give(py, &Shared::nothing())
    }

    /// Points of each hole.
    #[getter]
    fn holes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.holes.clone().give(py, &Shared::nothing())
    }

    /// Area without the holes.
    #[getter]
    fn area(&self) -> f32 {
        self.0.area()
    }

    /// True if a point lies on the island, and not in a hole.
    fn contains(&self, point: Object<'_, '_>) -> PyResult<bool> {
        Ok(self.0.contains(Point::take("point", point)?))
    }

    /// Solid island as one collider of convex pieces. Keywords: those of colliders.
    #[pyo3(signature = (**options))]
    fn concave(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<ColliderDef> {
        let collider = self.0.concave().map_err(raise)?;
        Ok(ColliderDef { builder: apply_options(collider, options, option)? })
    }

    /// Convex hull of the island as one collider. Keywords: those of colliders.
    #[pyo3(signature = (**options))]
    fn convex(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<ColliderDef> {
        let collider = self.0.convex().map_err(raise)?;
        Ok(ColliderDef { builder: apply_options(collider, options, option)? })
    }

    /// Ground: a list of closed one-sided chains. Keywords: those of colliders.
    #[pyo3(signature = (**options))]
    fn terrain(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<ColliderDef>> {
        described(self.0.terrain(), options)
    }

    fn __repr__(&self) -> String {
        format!("<Outline: {} points, {} holes>", self.0.outer.len(), self.0.holes.len())
    }
}

#[pymethods]
impl Outlines {
    /// The islands, from the bottom of the picture up.
    #[getter]
    fn outlines(&self) -> Vec<Outline> {
        self.0.outlines.iter().cloned().map(Outline).collect()
    }

    /// Area of all islands without their holes.
    #[getter]
    fn area(&self) -> f32 {
        self.0.area()
    }

    /// True if a point lies on an island.
    fn contains(&self, point: Object<'_, '_>) -> PyResult<bool> {
        Ok(self.0.contains(Point::take("point", point)?))
    }

    /// Solid islands, one collider for each. Keywords: those of colliders.
    #[pyo3(signature = (**options))]
    fn concave(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<ColliderDef>> {
        described(self.0.concave().map_err(raise)?, options)
    }

    /// Convex hulls, one collider for each island. Keywords: those of colliders.
    #[pyo3(signature = (**options))]
    fn convex(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<ColliderDef>> {
        described(self.0.convex().map_err(raise)?, options)
    }

    /// Ground: closed one-sided chains. Keywords: those of colliders.
    #[pyo3(signature = (**options))]
    fn terrain(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<ColliderDef>> {
        described(self.0.terrain(), options)
    }

    /// Takes the islands, placed at a pose, out of all bodies that reach into them. Returns a list
    /// of `Carved`. Keywords as for `Scene.carve`.
    #[pyo3(signature = (scene, pose, *, anchors=None, isles_fall=None, filter=None))]
    fn carve(
        &self,
        scene: &Bound<'_, Scene>,
        pose: Object<'_, '_>,
        anchors: Option<Object<'_, '_>>,
        isles_fall: Option<bool>,
        filter: Option<Object<'_, '_>>,
    ) -> PyResult<Vec<Carved>> {
        let at = Pose::take("pose", pose)?;
        let anchors = anchors.map(|it| points("anchors", it)).transpose()?;
        let filter = filter.map(|it| Filter::take("filter", it)).transpose()?;
        let configure = |mut it: Carving| {
            if let Some(anchors) = &anchors {
                it = it.anchors(anchors.iter().copied());
            }
            if let Some(fall) = isles_fall {
                it = it.isles_fall(fall);
            }
            filter.map_or_else(|| it.clone(), |filter| it.clone().filter(filter))
        };
        let shared = &scene.get().shared;
        let carved = shared.write(pose.py(), |scene| self.0.carve(scene, at, configure))?;
        Ok(carved.into_iter().map(|it| Carved::wrap(shared, it)).collect())
    }

    /// Takes the islands, placed at a pose, out of one body. Returns all pieces.
    fn carve_body<'py>(
        &self,
        body: &Bound<'py, crate::body::Body>,
        pose: Object<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, body, at) = (pose.py(), body.get(), Pose::take("pose", pose)?);
        let carve = |scene: &mut umbra::Scene| self.0.carve_body(scene, body.key, at);
        body.scene.write(py, carve)?.give(py, &body.scene)
    }

    fn __len__(&self) -> usize {
        self.0.outlines.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Outline> {
        let count = self.0.outlines.len();
        let index = if index < 0 { index.checked_add_unsigned(count) } else { Some(index) };
        let outline = index.and_then(|it| self.0.outlines.get(usize::try_from(it).ok()?));
        let beyond = || pyo3::exceptions::PyIndexError::new_err("no such outline");
        outline.cloned().map(Outline).ok_or_else(beyond)
    }

    fn __repr__(&self) -> String {
        format!("<Outlines: {}>", self.0.outlines.len())
    }
}

/// Outlines of the solid pixels of a picture. `mask` is an array of numbers from 0 to 1 or of
/// booleans, with a row for each row of pixels from the top, or an array of bytes: alpha, or the
/// last channel of `[height, width, channels]`. Bytes objects need `size`, (width, height), and
/// may have several bytes for each pixel, of which the last is alpha. Keywords: `pixel_size`,
/// `threshold`, `tolerance`, `min_area`, `origin` and `y_down`.
///
/// >>> import numpy, umbra2d
/// >>> picture = numpy.array([[0, 1, 0], [1, 1, 1]])
/// >>> hat = umbra2d.build.outlines_from_mask(picture, tolerance=0)
/// >>> len(hat), hat.contains((1.5, 1.5)), hat.contains((0.3, 1.7))
/// (1, True, False)
#[pyfunction]
#[pyo3(signature = (mask, size=None, **options))]
pub fn outlines_from_mask(
    mask: Object<'_, '_>,
    size: Option<Object<'_, '_>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Outlines> {
    let nothing = Shared::nothing();
    let each = |it, name: &str, value: &Bound<'_, PyAny>| mask_option(it, &nothing, name, value);
    let settings = apply_options(MaskSettings::default(), options, each)?;
    if let Some(size) = size {
        return of_bytes(mask, size, &settings);
    }
    if let Some((bytes, [height, width, channels])) = bytes3("mask", mask)? {
        return of_pixels([width, height], &bytes, channels, &settings);
    }
    let array: PyReadonlyArray2<'_, f32> = floats("mask", mask, [None, None])?;
    let (shape, alpha) = (array.shape(), array.as_slice()?);
    let [height, width] = [shape[0], shape[1]];
    let outlines =
        engine::outlines_from_mask_with([width, height], |x, y| alpha[y * width + x], &settings);
    outlines.map(Outlines).map_err(raise)
}

/// The pixels of a bytes object.
fn of_bytes(
    mask: Object<'_, '_>,
    size: Object<'_, '_>,
    settings: &MaskSettings,
) -> PyResult<Outlines> {
    let bytes: Vec<u8> =
        mask.extract().map_err(|_| bad_type("mask", "bytes, since there is a size"))?;
    let [width, height] = <[i32; 2]>::take("size", size)?;
    let side = |side: i32| {
        usize::try_from(side)
            .ok()
            .filter(|it| *it > 0)
            .ok_or_else(|| bad_value("size", "must be positive"))
    };
    let (width, height) = (side(width)?, side(height)?);
    let pixels = width.saturating_mul(height);
    if bytes.is_empty() || !bytes.len().is_multiple_of(pixels) {
        let count = bytes.len();
        return Err(bad_value("mask", format!("has {count} bytes for {pixels} pixels")));
    }
    of_pixels([width, height], &bytes, bytes.len() / pixels, settings)
}

/// The last channel of a picture.
fn of_pixels(
    [width, height]: [usize; 2],
    bytes: &[u8],
    channels: usize,
    settings: &MaskSettings,
) -> PyResult<Outlines> {
    let last = channels.saturating_sub(1);
    let trace = || -> Result<_, Error> {
        Mask::with_stride(width, height, bytes, channels, last)?.outlines_with(settings)
    };
    trace().map(Outlines).map_err(raise)
}
