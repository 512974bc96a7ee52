//! Polygons as material: something to wrap, cut, and take apart.
//!
//! - [`convex_hull`]: the tightest convex outline around any points.
//! - [`clip_to_half_plane`]: what of a convex outline lies on one side of a line.

mod hull;
mod split;

pub use hull::convex_hull;
pub use split::clip_to_half_plane;
