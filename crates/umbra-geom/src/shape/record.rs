//! Shapes in files: their constructor's parameters. The rest is rebuilt, to the same bits.

use serde::{Deserialize, Serialize};

use super::{Capsule, ChainSegment, Circle, Polygon, Segment, Shape};
use crate::{Error, Point, Real};

/// A shape in a file, tagged with its kind.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum ShapeRecord {
    Circle {
        radius: Real,
    },
    Capsule {
        a: Point,
        b: Point,
        radius: Real,
    },
    Segment {
        a: Point,
        b: Point,
    },
    ChainSegment {
        #[serde(default)]
        before: Option<Point>,
        a: Point,
        b: Point,
        #[serde(default)]
        after: Option<Point>,
    },
    /// A box around the origin; for a rounded box, its core.
    Cuboid {
        half_extents: [Real; 2],
        #[serde(default)]
        radius: Real,
    },
    Polygon {
        vertices: Vec<Point>,
        #[serde(default)]
        radius: Real,
    },
}

impl From<Shape> for ShapeRecord {
    fn from(shape: Shape) -> Self {
        match shape {
            Shape::Circle(circle) => Self::Circle { radius: circle.radius() },
            Shape::Capsule(capsule) => {
                Self::Capsule { a: capsule.a(), b: capsule.b(), radius: capsule.radius() }
            }
            Shape::Segment(segment) => Self::Segment { a: segment.a(), b: segment.b() },
            Shape::ChainSegment(link) => Self::ChainSegment {
                before: link.before(),
                a: link.segment().a(),
                b: link.segment().b(),
                after: link.after(),
            },
            Shape::Polygon(polygon) => match polygon.half_extents() {
                Some(half) => Self::Cuboid { half_extents: half.into(), radius: polygon.radius() },
                None => Self::Polygon {
                    vertices: polygon.vertices().to_vec(),
                    radius: polygon.radius(),
                },
            },
        }
    }
}

impl TryFrom<ShapeRecord> for Shape {
    type Error = Error;

    fn try_from(record: ShapeRecord) -> Result<Self, Error> {
        Ok(match record {
            ShapeRecord::Circle { radius } => Circle::new(radius)?.into(),
            ShapeRecord::Capsule { a, b, radius } => Capsule::new(a, b, radius)?.into(),
            ShapeRecord::Segment { a, b } => Segment::new(a, b)?.into(),
            ShapeRecord::ChainSegment { before, a, b, after } => {
                ChainSegment::new(before, a, b, after)?.into()
            }
            ShapeRecord::Cuboid { half_extents: [x, y], radius } => {
                Polygon::cuboid(x, y)?.grown(radius)?.into()
            }
            ShapeRecord::Polygon { vertices, radius } => {
                Polygon::with_vertices(vertices)?.grown(radius)?.into()
            }
        })
    }
}
