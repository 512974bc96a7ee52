//! Areas of fields.

use smallvec::SmallVec;
use umbra_geom::mass::HalfPlane;
use umbra_geom::{Aabb, Error, Point, Polygon, Pose, Real, Vector};

/// FieldArea of a field, in the frame of the field: see [`Field::area`](super::Field::area).
///
/// ```
/// # use umbra::prelude::*;
/// let fan = Field::wind([5.0, 0.0]).cuboid(3.0, 1.0);
/// let FieldArea::Polygon(area) = fan.area() else { panic!() };
/// assert_eq!(area.half_extents(), Some(Vector::new(3.0, 1.0)));
/// assert_eq!(Field::water(1.0).below().area(), &FieldArea::Below);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum FieldArea {
    /// The whole world.
    Everywhere,
    /// All points below the place of the field.
    Below,
    /// A convex polygon.
    Polygon(Polygon),
}

/// An area of the world.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// Sides of the area: it consists of the points within all of them.
    pub sides: SmallVec<[HalfPlane; 4]>,
    /// Around the area, if it has an end.
    aabb: Option<Aabb>,
}

impl FieldArea {
    #[doc(hidden)]
    pub(crate) fn cuboid(half_width: Real, half_height: Real) -> Result<Self, Error> {
        Polygon::cuboid(half_width, half_height).map(Self::Polygon)
    }

    #[doc(hidden)]
    pub(crate) fn polygon<P: Into<Point>>(
        points: impl IntoIterator<Item = P>,
    ) -> Result<Self, Error> {
        Polygon::new(points).map(Self::Polygon)
    }

    #[doc(hidden)]
    pub fn placed(&self, pose: &Pose) -> Placed {
        match self {
            Self::Everywhere => Placed::default(),
            Self::Below => {
                let surface = HalfPlane { normal: Vector::y(), offset: 0.0 };
                Placed { sides: SmallVec::from_elem(surface.at(pose), 1), aabb: None }
            }
            Self::Polygon(polygon) => {
                let each = polygon.vertices().iter().zip(polygon.normals());
                let side = |(vertex, normal): (&Point, &Vector)| {
                    let offset = normal.dot(&vertex.coords);
                    HalfPlane { normal: *normal, offset }.at(pose)
                };
                let aabb = Some(polygon.core().aabb(pose));
                Placed { sides: each.map(side).collect(), aabb }
            }
        }
    }
}

impl Placed {
    /// A disc that is the whole area.
    pub(crate) fn around(center: Point, radius: Real) -> Self {
        let aabb = Aabb { min: center, max: center }.grown(radius);
        Self { sides: SmallVec::new(), aabb: Some(aabb) }
    }

    pub(crate) fn holds(&self, point: Point) -> bool {
        self.sides.iter().all(|side| side.height(point) <= 0.0)
    }

    /// True if something within this radius of a point may lie in the area.
    pub(crate) fn may_meet(&self, center: Point, reach: Real) -> bool {
        let around = Aabb { min: center, max: center }.grown(reach);
        self.aabb.is_none_or(|aabb| aabb.overlaps(&around))
            && self.sides.iter().all(|side| side.height(center) <= reach)
    }
}
