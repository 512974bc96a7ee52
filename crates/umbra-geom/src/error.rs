//! The error of a refused call: it names the parameter and the rejected value.

use crate::Real;
use crate::math::readable;

/// The reason why a shape, a query or a cut was refused.
///
/// Every variant names the parameter as the function's signature does.
///
/// ```
/// use umbra_geom::{Error, Polygon};
/// let refused = Polygon::new([[0.0, 0.0], [1.0, 0.0]]).unwrap_err();
/// assert_eq!(refused, Error::TooFewPoints { parameter: "points", count: 2, least: 3 });
/// assert_eq!(refused.to_string(), "`points` needs at least 3 points, but has 2");
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number was NaN or infinite.
    #[error("`{parameter}` must be finite, but is {}", readable(*value))]
    NotFinite {
        /// The parameter that was refused.
        parameter: &'static str,
        /// The value that was given.
        value: Real,
    },
    /// A coordinate of one point of a list was NaN or infinite.
    #[error("`{parameter}[{index}]` must be finite, but is ({}, {})", readable(point[0]), readable(point[1]))]
    PointNotFinite {
        /// The parameter that was refused.
        parameter: &'static str,
        /// Index of the point in the list.
        index: usize,
        /// The point that was given.
        point: [Real; 2],
    },
    /// A number that has to be greater than zero was not.
    #[error("`{parameter}` must be greater than zero, but is {}", readable(*value))]
    NotPositive {
        /// The parameter that was refused.
        parameter: &'static str,
        /// The value that was given.
        value: Real,
    },
    /// A number that may be zero but not less was negative.
    #[error("`{parameter}` must not be negative, but is {}", readable(*value))]
    Negative {
        /// The parameter that was refused.
        parameter: &'static str,
        /// The value that was given.
        value: Real,
    },
    /// A number was outside of the range that the engine can compute with.
    #[error("`{parameter}` must be from {} to {}, but is {}", readable(*least), readable(*most), readable(*value))]
    OutOfRange {
        /// The parameter that was refused.
        parameter: &'static str,
        /// The value that was given.
        value: Real,
        /// The smallest value accepted.
        least: Real,
        /// The largest value accepted.
        most: Real,
    },
    /// A number was not less than its limit.
    #[error("`{parameter}` must be less than {}, but is {}", readable(*limit), readable(*value))]
    TooLarge {
        /// The parameter that was refused.
        parameter: &'static str,
        /// The value that was given.
        value: Real,
        /// The exclusive upper limit.
        limit: Real,
    },
    /// A list had nothing in it.
    #[error("`{parameter}` must not be empty")]
    Empty {
        /// The parameter that was refused.
        parameter: &'static str,
    },
    /// A list had fewer points than the shape needs.
    #[error("`{parameter}` needs at least {least} points, but has {count}")]
    TooFewPoints {
        /// The parameter that was refused.
        parameter: &'static str,
        /// The number of points given.
        count: usize,
        /// The number of points needed.
        least: usize,
    },
    /// Two points that have to differ are the same, or nearly so.
    #[error("`{parameter}[{first}]` and `{parameter}[{second}]` are the same point")]
    DuplicatePoints {
        /// The parameter that was refused.
        parameter: &'static str,
        /// Index of the one.
        first: usize,
        /// Index of the other.
        second: usize,
    },
    /// All points lie on one line, within the tolerance of the call.
    #[error("the {count} points of `{parameter}` lie on one line")]
    Collinear {
        /// The parameter that was refused.
        parameter: &'static str,
        /// The number of points given.
        count: usize,
    },
    /// An outline that has to be convex turns the wrong way, does not turn, or winds twice.
    #[error("`{parameter}` is not strictly convex at point {index}")]
    NotConvex {
        /// The parameter that was refused.
        parameter: &'static str,
        /// The first point at which the outline breaks the rule.
        index: usize,
    },
    /// Two edges of an outline cross or touch.
    ///
    /// Edges are counted through the outline first and then through its holes, in order; an edge
    /// has the index of the point it starts from.
    #[error("edges {first} and {second} of `{parameter}` cross or touch")]
    SelfIntersecting {
        /// The parameter that was refused.
        parameter: &'static str,
        /// Index of the one edge.
        first: usize,
        /// Index of the other edge.
        second: usize,
    },
    /// A hole does not lie inside of the outline, or lies inside of another hole.
    #[error("hole {hole} does not lie inside the outline")]
    HoleOutside {
        /// Index of the hole in the list.
        hole: usize,
    },
    /// A direction has no length.
    #[error("`{parameter}` must have a direction, but is zero")]
    NoDirection {
        /// The parameter.
        parameter: &'static str,
    },
    /// A list refers to an element of another list that does not exist.
    #[error("`{parameter}` names element {index} of {count}")]
    NoSuchIndex {
        /// The parameter that was refused.
        parameter: &'static str,
        /// The index of the missing element.
        index: usize,
        /// The number of elements that exist.
        count: usize,
    },
    /// A box whose lower corner is not below and left of its upper corner.
    #[error("`{parameter}` has its lower corner ({}, {}) beyond its upper corner ({}, {})", readable(min[0]), readable(min[1]), readable(max[0]), readable(max[1]))]
    InvertedBox {
        /// The parameter that was refused.
        parameter: &'static str,
        /// The lower corner.
        min: [Real; 2],
        /// The upper corner.
        max: [Real; 2],
    },
}

impl Error {
    /// The parameter that was refused, as the function's signature names it.
    ///
    /// ```
    /// use umbra_geom::Circle;
    /// assert_eq!(Circle::new(-1.0).unwrap_err().parameter(), "radius");
    /// ```
    pub const fn parameter(&self) -> &'static str {
        match self {
            Self::NotFinite { parameter, .. }
            | Self::PointNotFinite { parameter, .. }
            | Self::NotPositive { parameter, .. }
            | Self::Negative { parameter, .. }
            | Self::OutOfRange { parameter, .. }
            | Self::TooLarge { parameter, .. }
            | Self::Empty { parameter }
            | Self::TooFewPoints { parameter, .. }
            | Self::DuplicatePoints { parameter, .. }
            | Self::Collinear { parameter, .. }
            | Self::NotConvex { parameter, .. }
            | Self::SelfIntersecting { parameter, .. }
            | Self::NoDirection { parameter }
            | Self::NoSuchIndex { parameter, .. }
            | Self::InvertedBox { parameter, .. } => parameter,
            Self::HoleOutside { .. } => "holes",
        }
    }
}
