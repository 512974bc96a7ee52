//! Shapes: convex ones, and lists of them that only colliders have.
use umbra::geom;
use umbra::prelude::*;

use crate::table::{Kinds, kind};
use crate::tiles;
use crate::wire::Values;

/// A shape that came in.
pub enum Given {
    /// A convex shape, or the reason why it is none.
    Convex(Result<Shape, geom::Error>),
    /// What only colliders can have.
    Collider(Box<Collider>),
}

impl From<Collider> for Given {
    fn from(collider: Collider) -> Self {
        Self::Collider(Box::new(collider))
    }
}
impl<S: Into<Shape>> From<Result<S, geom::Error>> for Given {
    fn from(shape: Result<S, geom::Error>) -> Self {
        Self::Convex(shape.map(Into::into))
    }
}

/// Kinds of shapes, with the numbers of each.
pub const KINDS: &Kinds<Given> = &[
    ("circle radius:n", |v| Circle::new(v.real(0)).into()),
    ("cuboid halfWidth:n halfHeight:n radius:n=0", |v| {
        let radius = v.real(2);
        if radius == 0.0 {
            return Polygon::cuboid(v.real(0), v.real(1)).into();
        }
        Polygon::rounded_cuboid(v.real(0), v.real(1), radius).into()
    }),
    ("capsule a:v b:v radius:n", |v| Capsule::new(v.point(0), v.point(2), v.real(4)).into()),
    ("segment a:v b:v", |v| Segment::new(v.point(0), v.point(2)).into()),
    ("polygon radius:n=0 points:q", |v| {
        let (radius, polygon) = (v.real(0), Polygon::new(v.from(1).points()));
        if radius == 0.0 {
            polygon.into()
        } else {
            polygon.and_then(|it| it.rounded(radius)).into()
        }
    }),
    ("hull points:q", |v| Polygon::hull(v.points()).into()),
    ("chain points:q", |v| Collider::chain(v.points()).into()),
    ("chainLoop points:q", |v| Collider::chain_loop(v.points()).into()),
    ("concave points:q", |v| Collider::concave(v.points()).into()),
    ("heightfield width:n heights:l", |v| {
        Collider::heightfield(v.from(1).reals(), v.real(0)).into()
    }),
    ("compound parts:C", compound),
    ("tiles size:n tiles:T", |v| tiles::collider(v).into()),
];

/// A compound: parts, each a pose and a convex shape.
fn compound(values: Values<'_>) -> Given {
    let part = |part: Values<'_>| match given(part.from(3)) {
        Given::Convex(shape) => shape.map(|shape| Some((part.pose(0), shape))),
        // `js/shape.ts` lets only convex shapes pass.
        Given::Collider(_) => Ok(None),
    };
    match values.lists().map(part).collect::<Result<Vec<_>, _>>() {
        Ok(parts) => Collider::compound(parts.into_iter().flatten()).into(),
        Err(error) => Given::Convex(Err(error)),
    }
}

/// A shape, from its kind and its numbers.
pub fn given(values: Values<'_>) -> Given {
    kind(KINDS, values.count(0), values.from(1).0)
}

/// A convex shape.
pub fn convex(values: Values<'_>) -> Result<Shape, umbra::Error> {
    match given(values) {
        Given::Convex(shape) => Ok(shape?),
        Given::Collider(_) => Err(umbra::Error::NotALine { index: 0 }),
    }
}
