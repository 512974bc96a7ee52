//! Rays, casts, overlaps and points, as users ask for them.

mod batch;
mod movers;
mod overlaps;
mod points;
mod rays;
