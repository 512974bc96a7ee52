//! Polygons as material: something to wrap, cut, and take apart.
//!
//! - [`convex_hull`]: the tightest convex outline around any points.
//! - [`decompose`]: an outline with holes as convex pieces.
//! - [`clip_to_half_plane`]: what of a convex outline lies on one side of a line.

mod contours;
mod decompose;
mod hull;
mod mesh;
mod monotone;
mod split;
mod sweep;
mod weld;

pub use decompose::decompose;
pub use hull::convex_hull;
pub use split::clip_to_half_plane;
