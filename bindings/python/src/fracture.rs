//! Breaking bodies, and blasts.
use pyo3::prelude::*;
use umbra::prelude::Point;
use umbra::{Carving, Explosion, Filter};

use crate::scene::Scene;
use crate::value::{Give, Take, points};

found! {
    /// A body that an explosion pushed.
    Blown(umbra::Blown) {
        /// The body.
        body |it| it.body;
        /// Impulse that it got.
        impulse |it| it.impulse;
        /// Point at which it got the impulse.
        point |it| it.point;
        /// Body of which it is a piece, if the explosion broke that, or `None`.
        piece_of |it| it.piece_of;
    }
    /// A body that was carved.
    Carved(umbra::Carved) {
        /// The body.
        body |it| it.body;
        /// All pieces: the body first, then those that came off.
        pieces |it| it.pieces.clone();
    }
}

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// The explosion that keywords describe.
pub fn explosion(
    center: Object<'_, '_>,
    [reach, impulse, core]: [f64; 3],
    shielded: bool,
    filter: Option<Object<'_, '_>>,
) -> PyResult<Explosion> {
    let explosion = Explosion::new(Point::take("center", center)?, reach as f32)
        .impulse(impulse as f32)
        .core(core as f32)
        .shielded(shielded);
    match filter {
        Some(filter) => Ok(explosion.filter(Filter::take("filter", filter)?)),
        None => Ok(explosion),
    }
}

/// Breaking and blowing up.
#[pymethods]
impl Scene {
    /// Pushes bodies away from a point, up to `reach`; returns a list of `Blown`. `impulse` is per
    /// length of outline that faces the centre; within `core` it is the full one. With
    /// `shielded`, bodies protect what is behind them.
    #[pyo3(signature = (center, reach, *, impulse=1.0, core=0.0, shielded=false, filter=None))]
    fn explode(
        &self,
        center: Object<'_, '_>,
        reach: f64,
        impulse: f64,
        core: f64,
        shielded: bool,
        filter: Option<Object<'_, '_>>,
    ) -> PyResult<Vec<Blown>> {
        let blast = explosion(center, [reach, impulse, core], shielded, filter)?;
        let blown = self.shared.write(center.py(), |scene| scene.explode(blast))?;
        Ok(blown.into_iter().map(|it| Blown::wrap(&self.shared, it)).collect())
    }

    /// Cuts a polygon out of all bodies; returns a list of `Carved`. `anchors` are points that
    /// hold what contains them; with `isles_fall`, what is not held becomes a body of its own.
    #[pyo3(signature = (polygon, *, anchors=None, isles_fall=None, filter=None))]
    fn carve(
        &self,
        polygon: Object<'_, '_>,
        anchors: Option<Object<'_, '_>>,
        isles_fall: Option<bool>,
        filter: Option<Object<'_, '_>>,
    ) -> PyResult<Vec<Carved>> {
        let mut carving = Carving::new(points("polygon", polygon)?);
        if let Some(anchors) = anchors {
            carving = carving.anchors(points("anchors", anchors)?);
        }
        if let Some(fall) = isles_fall {
            carving = carving.isles_fall(fall);
        }
        if let Some(filter) = filter {
            carving = carving.filter(Filter::take("filter", filter)?);
        }
        let carved = self.shared.write(polygon.py(), |scene| scene.carve(&carving))?;
        Ok(carved.into_iter().map(|it| Carved::wrap(&self.shared, it)).collect())
    }
}

/// Cutting one body. Each returns all pieces, the heaviest first: that is the body itself.
#[pymethods]
impl crate::body::Body {
    /// Cuts a polygon out of the body. Returns all pieces, the body itself first.
    fn carve<'py>(&self, polygon: Object<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        let py = polygon.py();
        let corners = points("polygon", polygon)?;
        let pieces = self.scene.write(py, |scene| scene.carve_body(self.key, corners))?;
        pieces.give(py, &self.scene)
    }

    /// Breaks the body into about so many pieces, smaller ones near the point. Returns all of
    /// them, the body itself first.
    fn shatter<'py>(&self, point: Object<'_, 'py>, count: usize) -> PyResult<Bound<'py, PyAny>> {
        let (py, at) = (point.py(), Point::take("point", point)?);
        let pieces = self.scene.write(py, |scene| scene.shatter_body(self.key, at, count))?;
        pieces.give(py, &self.scene)
    }

    /// Splits the body along the line through two points. Returns all pieces, the body itself
    /// first.
    fn split<'py>(&self, a: Object<'_, 'py>, b: Object<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        let line = [Point::take("a", a)?, Point::take("b", b)?];
        let pieces = self.scene.write(a.py(), |scene| scene.split_body(self.key, line))?;
        pieces.give(a.py(), &self.scene)
    }
}
