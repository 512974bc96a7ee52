//! Cutting polygons: hulls, decomposition, splitting and shattering.
//!
//! - [`convex_hull`]: the tightest convex outline around any points.
//! - [`decompose`]: an outline with holes as convex pieces.
//! - [`split`]: a polygon cut in two along a line.
//! - [`shatter`] and [`cells`]: a polygon broken into the Voronoi cells of seed points.
//! - [`clip_to_half_plane`]: the part of a convex outline on one side of a line.
//!
//! All decisions about the side of a line use the exact orientation test. Cuts, which make new
//! points, run in `f64` and are rounded once.
//!
//! Decomposition is one idea to a file, in this order: `contours` (the rings, and the refusal of
//! those that cross), `sweep` (the order of edges under a sweep line), `monotone` (triangles),
//! `mesh` (triangles joined), `decompose`.

mod contours;
mod decompose;
mod hull;
mod inset;
mod mesh;
mod monotone;
mod shatter;
mod split;
mod sweep;

pub use decompose::decompose;
pub use hull::convex_hull;
pub(crate) use hull::{exact_hull, extent};
pub(crate) use inset::inset;
pub use shatter::{cells, shatter};
pub use split::{Halves, clip_to_half_plane, split};
