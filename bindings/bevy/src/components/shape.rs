//! Outlines of colliders, and the shapes of the engine that they become at a scale.
use bevy_math::Vec2;
use umbra::geom::math;
use umbra::prelude::{Capsule, Circle, Point, Polygon, Pose, Segment, Shape};

use super::collider::Collider;
use crate::convert::{point, pose};
use crate::error::Reason;

/// Corners of an ellipse, and of a circle whose scales differ.
const ROUND_CORNERS: usize = 32;

/// The shape of a collider before it is scaled.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outline {
    Circle(f32),
    Ellipse(Vec2),
    Cuboid { half: Vec2, radius: f32 },
    Capsule { a: Vec2, b: Vec2, radius: f32 },
    Segment(Vec2, Vec2),
    Regular { radius: f32, sides: usize },
    Polygon { points: Vec<Vec2>, radius: f32 },
    Hull(Vec<Vec2>),
    Concave(Vec<Vec2>),
    Chain { points: Vec<Vec2>, closed: bool },
    BrokenChain,
    Heights { heights: Vec<f32>, scale: Vec2 },
    Compound(Vec<(Vec2, f32, Collider)>),
}

impl Outline {
    /// A chain from pairs of indices that follow one another.
    pub fn chain_of(points: Vec<Vec2>, pairs: &[[u32; 2]]) -> Self {
        let follows = pairs.windows(2).all(|two| two[0][1] == two[1][0]);
        let ids = pairs.iter().map(|pair| pair[0]).chain(pairs.last().map(|pair| pair[1]));
        let listed: Option<Vec<_>> = ids.map(|id| points.get(id as usize).copied()).collect();
        let (true, Some(mut points)) = (follows, listed) else { return Self::BrokenChain };
        let closed = points.len() > 2 && points.first() == points.last();
        if closed {
            points.pop();
        }
        Self::Chain { points, closed }
    }

    /// A collider of the engine.
    pub fn collider(&self, scale: Vec2) -> Result<umbra::Collider, Reason> {
        if !(scale.is_finite() && scale.x != 0.0 && scale.y != 0.0) {
            return Err(Reason::BadScale(scale));
        }
        let at = |points: &[Vec2]| scaled(points, scale);
        Ok(match self {
            Self::Chain { points, closed: true } => umbra::Collider::chain_loop(at(points)),
            Self::Chain { points, closed: false } => umbra::Collider::chain(at(points)),
            Self::BrokenChain => return Err(Reason::BrokenChain),
            Self::Concave(points) => umbra::Collider::concave(at(points)),
            Self::Heights { heights, scale: own } => {
                let up = own.y * scale.y;
                let heights = heights.iter().map(|height| height * up);
                umbra::Collider::heightfield(heights, own.x * scale.x)
            }
            Self::Compound(shapes) => umbra::Collider::compound(compound(shapes, scale)?),
            single => umbra::Collider::new(single.shape(scale)?),
        })
    }

    /// A single shape.
    pub fn shape(&self, scale: Vec2) -> Result<Shape, Reason> {
        let uniform = scale.x.abs() == scale.y.abs();
        let size = scale.abs();
        // Radii follow the smaller scale.
        let narrow = size.min_element();
        Ok(match self {
            Self::Circle(radius) if uniform => Circle::new(radius * size.x)?.into(),
            Self::Circle(radius) => ellipse(size * *radius)?,
            Self::Ellipse(half) => ellipse(size * *half)?,
            Self::Cuboid { half, radius } => cuboid(size * *half, radius * narrow)?,
            Self::Capsule { a, b, radius } => {
                Capsule::new(point(scale * *a), point(scale * *b), radius * narrow)?.into()
            }
            Self::Segment(a, b) => Segment::new(point(scale * *a), point(scale * *b))?.into(),
            Self::Regular { radius, sides } => {
                let polygon = Polygon::regular(*sides, *radius)?;
                Polygon::new(polygon.vertices().iter().map(|at| stretched(*at, scale)))?.into()
            }
            Self::Polygon { points, radius } if *radius == 0.0 => {
                Polygon::new(scaled(points, scale))?.into()
            }
            Self::Polygon { points, radius } => {
                Polygon::new(scaled(points, scale))?.rounded(radius * narrow)?.into()
            }
            Self::Hull(points) => Polygon::hull(scaled(points, scale))?.into(),
            _ => return Err(Reason::NotOneShape),
        })
    }
}

fn compound(shapes: &[(Vec2, f32, Collider)], scale: Vec2) -> Result<Vec<(Pose, Shape)>, Reason> {
    let placed = |(at, angle, collider): &(Vec2, f32, Collider)| {
        let turn = if scale.x * scale.y < 0.0 { -angle } else { *angle };
        Ok((pose(scale * *at, math::rotation(turn)), collider.0.shape(scale)?))
    };
    shapes.iter().map(placed).collect()
}

fn cuboid(half: Vec2, radius: f32) -> Result<Shape, Reason> {
    Ok(if radius == 0.0 {
        Polygon::cuboid(half.x, half.y)?.into()
    } else {
        Polygon::rounded_cuboid(half.x, half.y, radius)?.into()
    })
}

fn ellipse(half: Vec2) -> Result<Shape, Reason> {
    let round = Polygon::regular(ROUND_CORNERS, 1.0)?;
    Ok(Polygon::new(round.vertices().iter().map(|at| stretched(*at, half)))?.into())
}

fn stretched(at: Point, scale: Vec2) -> Point {
    Point::new(at.x * scale.x, at.y * scale.y)
}

fn scaled(points: &[Vec2], scale: Vec2) -> Vec<Point> {
    points.iter().map(|at| point(scale * *at)).collect()
}
