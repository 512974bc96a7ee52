//! Shapes of colliders and of queries.

use umbra::geom::{ChainSegment, Error as BadValue, cut};
use umbra::prelude::*;

use crate::array::input;
use crate::status::Fault;
use crate::{UmbraPose, UmbraVec2};

/// Kind of a shape.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraShapeKind {
    /// A circle around the origin: `radius`.
    Circle = 0,
    /// A box around the origin: half extents `a`, rounded by `radius`.
    Cuboid = 1,
    /// A capsule: from `a` to `b`, `radius`.
    Capsule = 2,
    /// A line from `a` to `b`.
    Segment = 3,
    /// A convex polygon: `points`, counter-clockwise, rounded by `radius`.
    Polygon = 4,
    /// The convex hull of `points`, rounded by `radius`.
    Hull = 5,
    /// A chain of lines through `points`, without inner edges to catch on. For colliders only.
    Chain = 6,
    /// A closed chain of lines through `points`. For colliders only.
    ChainLoop = 7,
    /// A polygon that need not be convex: `points`, cut into convex ones. For colliders only.
    Concave = 8,
}

/// A shape. The functions `umbra_circle`, `umbra_cuboid`, ... fill one; bad numbers are refused by
/// the call that it is given to.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraShape {
    /// One of `UmbraShapeKind`; it says which of the others count.
    pub kind: u32,
    /// First end, or half extents.
    pub a: UmbraVec2,
    /// Second end.
    pub b: UmbraVec2,
    /// Radius.
    pub radius: f32,
    /// Points of the caller, which are read when the shape is used.
    pub points: *const UmbraVec2,
    /// Number of points.
    pub point_count: usize,
}

/// A shape and where it is: part of a compound collider.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraPlacedShape {
    /// Pose on the collider.
    pub pose: UmbraPose,
    /// The shape; not a chain and not concave.
    pub shape: UmbraShape,
}

impl UmbraShape {
    const NONE: Self = Self {
        kind: UmbraShapeKind::Circle as u32,
        a: UmbraVec2 { x: 0.0, y: 0.0 },
        b: UmbraVec2 { x: 0.0, y: 0.0 },
        radius: 0.0,
        points: std::ptr::null(),
        point_count: 0,
    };

    /// A convex shape or a line.
    ///
    /// # Safety
    /// The points can be read, as the header demands.
    pub(crate) unsafe fn single(&self) -> Result<Shape, Fault> {
        // SAFETY: the caller of this function vouches for it.
        let mut shapes = unsafe { self.all()? };
        match shapes.pop() {
            Some(shape) if shapes.is_empty() && self.kind < UmbraShapeKind::Chain as u32 => {
                Ok(shape)
            }
            _ => Err(Fault::Value("shape", "must be convex or a line".to_owned())),
        }
    }

    /// The shapes that this one becomes.
    ///
    /// # Safety
    /// The points can be read, as the header demands.
    pub(crate) unsafe fn all(&self) -> Result<Vec<Shape>, Fault> {
        // SAFETY: the caller of this function vouches for it.
        let points = || unsafe { points("points", self.points, self.point_count) };
        let (a, b, radius) = (self.a.point(), self.b.point(), self.radius);
        Ok(match self.kind {
            0 => vec![Circle::new(radius)?.into()],
            1 if radius == 0.0 => vec![Polygon::cuboid(a.x, a.y)?.into()],
            1 => vec![Polygon::rounded_cuboid(a.x, a.y, radius)?.into()],
            2 => vec![Capsule::new(a, b, radius)?.into()],
            3 => vec![Segment::new(a, b)?.into()],
            4 => vec![rounded(Polygon::new(points()?)?, radius)?.into()],
            5 => vec![rounded(Polygon::hull(points()?)?, radius)?.into()],
            6 => ChainSegment::chain(points()?)?.into_iter().map(Into::into).collect(),
            7 => ChainSegment::chain_loop(points()?)?.into_iter().map(Into::into).collect(),
            8 => cut::decompose(&points()?, &[])?.into_iter().map(Into::into).collect(),
            other => return Err(Fault::Name("shape", other)),
        })
    }

    /// A collider of this shape.
    ///
    /// # Safety
    /// The points can be read, as the header demands.
    pub(crate) unsafe fn collider(&self) -> Result<Collider, Fault> {
        if self.kind == UmbraShapeKind::Chain as u32 {
            // SAFETY: the caller of this function vouches for it.
            return Ok(Collider::chain(unsafe {
                points("points", self.points, self.point_count)?
            }));
        }
        if self.kind == UmbraShapeKind::ChainLoop as u32 {
            // SAFETY: the caller of this function vouches for it.
            return Ok(Collider::chain_loop(unsafe {
                points("points", self.points, self.point_count)?
            }));
        }
        // SAFETY: the caller of this function vouches for it.
        let mut shapes = unsafe { self.all()? };
        Ok(match shapes.pop() {
            Some(shape) if shapes.is_empty() => Collider::new(shape),
            last => {
                shapes.extend(last);
                Collider::compound(shapes.into_iter().map(|shape| (Pose::identity(), shape)))
            }
        })
    }
}

fn rounded(polygon: Polygon, radius: f32) -> Result<Polygon, BadValue> {
    if radius == 0.0 { Ok(polygon) } else { polygon.rounded(radius) }
}

/// A shape of queries, which must not be null.
///
/// # Safety
/// The points can be read, as the header demands.
pub(crate) unsafe fn shape_of(
    parameter: &'static str,
    shape: Option<&UmbraShape>,
) -> Result<Shape, Fault> {
    // SAFETY: the caller of this function vouches for it.
    unsafe { crate::call::given(parameter, shape)?.single() }
}

/// Points of the caller.
///
/// # Safety
/// They can be read, as the header demands.
pub(crate) unsafe fn points(
    parameter: &'static str,
    points: *const UmbraVec2,
    count: usize,
) -> Result<Vec<Point>, Fault> {
    // SAFETY: the caller of this function vouches for it.
    let points = unsafe { input(parameter, points, count)? };
    Ok(points.iter().map(|point| point.point()).collect())
}

/// A circle around the origin.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_circle(radius: f32) -> UmbraShape {
    UmbraShape { kind: UmbraShapeKind::Circle as u32, radius, ..UmbraShape::NONE }
}

/// A box around the origin, by half of its width and height.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_cuboid(half_width: f32, half_height: f32) -> UmbraShape {
    umbra_rounded_cuboid(half_width, half_height, 0.0)
}

/// A box around the origin whose corners are rounded.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_rounded_cuboid(
    half_width: f32,
    half_height: f32,
    radius: f32,
) -> UmbraShape {
    let a = UmbraVec2 { x: half_width, y: half_height };
    UmbraShape { kind: UmbraShapeKind::Cuboid as u32, a, radius, ..UmbraShape::NONE }
}

/// All points that are nearer than `radius` to the line from `a` to `b`.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_capsule(a: UmbraVec2, b: UmbraVec2, radius: f32) -> UmbraShape {
    UmbraShape { kind: UmbraShapeKind::Capsule as u32, a, b, radius, ..UmbraShape::NONE }
}

/// The line from `a` to `b`.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_segment(a: UmbraVec2, b: UmbraVec2) -> UmbraShape {
    UmbraShape { kind: UmbraShapeKind::Segment as u32, a, b, ..UmbraShape::NONE }
}

/// A shape of points, which stay the caller's and are read when the shape is used. `kind` is one of
/// the kinds of `UmbraShapeKind` with points.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_shape_of_points(
    kind: u32,
    points: *const UmbraVec2,
    point_count: usize,
    radius: f32,
) -> UmbraShape {
    UmbraShape { kind, points, point_count, radius, ..UmbraShape::NONE }
}

/// A convex polygon with its points counter-clockwise, rounded by `radius`.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_polygon(
    points: *const UmbraVec2,
    point_count: usize,
    radius: f32,
) -> UmbraShape {
    umbra_shape_of_points(UmbraShapeKind::Polygon as u32, points, point_count, radius)
}

/// A chain of lines through the points, or around them if `closed`.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_chain(
    points: *const UmbraVec2,
    point_count: usize,
    closed: bool,
) -> UmbraShape {
    let kind = if closed { UmbraShapeKind::ChainLoop } else { UmbraShapeKind::Chain };
    umbra_shape_of_points(kind as u32, points, point_count, 0.0)
}
