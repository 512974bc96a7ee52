//! The shapes, and their common form: a convex core grown by a disc.
//!
//! | shape | core | disc |
//! |---|---|---|
//! | [`Circle`] | a point | its radius |
//! | [`Capsule`] | a segment | its radius |
//! | [`Segment`], [`ChainSegment`] | a segment | none |
//! | [`Polygon`] | a convex polygon | its rounding radius, if any |
//!
//! The idea is the Minkowski sum: sliding a disc along a core sweeps out the rounded shape. An
//! algorithm then needs only the [`ConvexCore`] of a shape, and one algorithm serves every pair.
//! A new shape needs a new core and nothing else: outside of this folder, code asks a shape for its
//! core or its [line](Shape::line), and names a kind only to be faster with it.

mod capsule;
mod chain_segment;
mod circle;
mod core;
mod outline;
mod polygon;
mod polygon_build;
#[cfg(feature = "serde")]
mod record;
mod segment;

pub use self::core::ConvexCore;
pub(crate) use self::core::Extremes;
pub(crate) use self::outline::SmallOutline;
pub use capsule::Capsule;
pub use chain_segment::ChainSegment;
pub use circle::Circle;
pub use polygon::Polygon;
pub(crate) use polygon_build::{polygon_of, polygon_of_wide};
#[cfg(feature = "serde")]
use record::ShapeRecord;
pub use segment::Segment;

use crate::{Aabb, AreaProperties, Pose, Real};

/// Any of the shapes of this crate.
///
/// ```
/// use umbra_geom::{Capsule, Circle, Polygon, Shape};
/// let shapes: [Shape; 3] = [
///     Circle::new(0.5)?.into(),
///     Capsule::new([0.0, 0.0], [1.0, 0.0], 0.2)?.into(),
///     Polygon::rounded_cuboid(1.0, 0.5, 0.1)?.into(),
/// ];
/// assert_eq!(shapes.each_ref().map(Shape::radius), [0.5, 0.2, 0.1]);
/// # Ok::<(), umbra_geom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "ShapeRecord", try_from = "ShapeRecord"))]
pub enum Shape {
    /// A disc.
    Circle(Circle),
    /// A segment grown by a disc.
    Capsule(Capsule),
    /// A straight line between two points, without thickness.
    Segment(Segment),
    /// One link of a chain: a segment that knows its neighbours.
    ChainSegment(ChainSegment),
    /// A convex polygon, sharp or rounded.
    Polygon(Polygon),
}

impl Shape {
    /// The convex core and the radius of the disc around it, on which most algorithms work.
    #[inline]
    pub fn core(&self) -> ConvexCore<'_> {
        match self {
            Self::Circle(circle) => circle.core(),
            Self::Capsule(capsule) => capsule.core(),
            Self::Segment(segment) => segment.core(),
            Self::ChainSegment(link) => link.segment().core(),
            Self::Polygon(polygon) => polygon.core(),
        }
    }

    /// Vertices and normals of a core of up to eight vertices. It has the same offset in all kinds
    /// of shapes but circles, which saves a jump to its address.
    #[inline(always)]
    pub(crate) fn small(&self) -> Option<&SmallOutline> {
        Some(match self {
            Self::Circle(_) => Circle::outline(),
            Self::Capsule(capsule) => capsule.segment().outline(),
            Self::Segment(segment) => segment.outline(),
            Self::ChainSegment(link) => link.segment().outline(),
            Self::Polygon(polygon) => polygon.small()?,
        })
    }

    /// True if the shape was made as a box around the origin.
    #[inline(always)]
    pub(crate) fn is_box(&self) -> bool {
        matches!(self, Self::Polygon(polygon) if polygon.half_extents().is_some())
    }

    /// The smallest axis-aligned box around the shape at `pose`.
    ///
    /// ```
    /// use umbra_geom::{Polygon, Shape, math::pose};
    /// let plank = Shape::from(Polygon::cuboid(2.0, 0.1)?);
    /// let upright = plank.aabb(&pose([0.0, 0.0], core::f32::consts::FRAC_PI_2));
    /// assert!((upright.max.y - 2.0).abs() < 1e-6 && (upright.max.x - 0.1).abs() < 1e-6);
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    #[inline]
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        match self {
            Self::Circle(circle) => circle.aabb(pose),
            Self::Polygon(polygon) => polygon.aabb(pose),
            _ => self.core().aabb(pose),
        }
    }

    /// A box around everything that the shape covers while it moves from pose `from` to pose `to`.
    ///
    /// The shape moves in a straight line and rotates at a constant rate, by the smaller angle. The
    /// box covers the whole sweep: a rotating shape extends beyond the boxes at both ends, by at
    /// most the height of the arc that its farthest point describes.
    ///
    /// ```
    /// use umbra_geom::{Polygon, Shape, math::pose};
    /// let blade = Shape::from(Polygon::cuboid(2.0, 0.1)?);
    /// let (from, to) = (pose([0.0, 0.0], -0.6), pose([0.0, 0.0], 0.6));
    /// assert!(blade.aabb(&from).max.x < 1.8 && blade.aabb(&to).max.x < 1.8);
    /// assert!(blade.swept_aabb(&from, &to).max.x >= 2.0); // in between it reaches farther
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    pub fn swept_aabb(&self, from: &Pose, to: &Pose) -> Aabb {
        let ends = self.aabb(from).union(&self.aabb(to));
        let turn = from.rotation.inverse() * to.rotation;
        // Height of an arc over its chord: r (1 - cos(turn / 2)), and cos(t/2)^2 = (1 + cos t)/2.
        let half_cos = ((1.0 + turn.re) * 0.5).max(0.0).sqrt();
        let reach = self.core().reach_from_origin();
        ends.grown(reach * (1.0 - half_cos))
    }

    /// Area, centre and second moment, exact for the shape as it is, corners included.
    ///
    /// ```
    /// use umbra_geom::{Circle, Segment, Shape};
    /// let coin = Shape::from(Circle::new(1.0)?);
    /// assert!((coin.area_properties().area - core::f32::consts::PI).abs() < 1e-6);
    /// let line = Shape::from(Segment::new([0.0, 0.0], [4.0, 0.0])?);
    /// assert_eq!(line.area_properties().area, 0.0); // and so it weighs nothing
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    pub fn area_properties(&self) -> AreaProperties {
        match self {
            Self::Circle(circle) => circle.area_properties(),
            Self::Polygon(polygon) => polygon.area_properties(),
            _ => AreaProperties::of_core(&self.core()),
        }
    }

    /// The radius of the disc around the core: the thickness of a rounded shape's skin.
    #[inline]
    pub fn radius(&self) -> Real {
        self.core().radius
    }

    /// The line, if the shape has no inside: a segment or a link of a chain.
    ///
    /// ```
    /// use umbra_geom::{Circle, Segment, Shape};
    /// let wire = Shape::from(Segment::new([0.0, 0.0], [3.0, 4.0])?);
    /// assert_eq!(wire.line().unwrap().length(), 5.0);
    /// assert!(Shape::from(Circle::new(1.0)?).line().is_none());
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    #[inline]
    pub fn line(&self) -> Option<&Segment> {
        match self {
            Self::Segment(segment) => Some(segment),
            Self::ChainSegment(link) => Some(link.segment()),
            Self::Circle(_) | Self::Capsule(_) | Self::Polygon(_) => None,
        }
    }
}

macro_rules! shape_from {
    ($($name:ident),*) => {$(
        impl From<$name> for Shape {
            fn from(shape: $name) -> Self {
                Self::$name(shape)
            }
        }
    )*};
}
shape_from!(Circle, Capsule, Segment, ChainSegment, Polygon);
