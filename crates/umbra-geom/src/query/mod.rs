//! Questions about shapes that are not contacts: points, distances, rays, casts.
//!
//! | question | function | how |
//! |---|---|---|
//! | how far apart, and where nearest? | [`distance`] | every vertex and edge at once, or the last answer confirmed; GJK along the outline for large polygons |
//! | do they share a point? | [`overlaps`] | GJK along the outline, stopped at the first gap |
//! | is the point inside, how deep? | [`project_point`], [`contains_point`] | nearest edge, pushed out by the radius |
//! | what does the ray hit? | [`cast_ray`] | the one edge or corner circle that it crosses |
//! | what do eight rays hit? | [`ray_fractions`] | the same, side by side |
//! | what does the ball hit? | [`cast_circle`] | the same, against the shape grown by the ball |
//! | what does the shape hit? | [`cast_shape`] | the same, against the Minkowski difference |
//! | and if it turns? | [`time_of_impact`] | steps that cannot pass the impact |
//!
//! All of them take shapes in poses and give answers in the world. They accept any numbers: where
//! a pose, point or translation is not finite, there is no hit, no overlap, and distances are NaN.

mod answers;
mod boxes;
mod cast;
mod distance;
mod edges;
mod gjk;
mod impact;
mod nearest;
mod point;
mod ray;
#[allow(dead_code, reason = "a target without vector registers casts rays one by one")]
mod ray_lanes;
mod ray_special;
mod support;
mod sweep;

pub use answers::{Distance, DistanceCache, RayHit};
pub use cast::{CastHit, cast_shape};
pub use distance::{distance, overlaps};
pub use impact::{Impact, TimeOfImpact, time_of_impact};
pub use point::{PointProjection, contains_point, project_point};
pub use ray::{Interior, cast_circle, cast_ray};
pub use ray_lanes::{RayLanes, ray_fractions};
pub use support::lowest_along;
pub use sweep::Sweep;
