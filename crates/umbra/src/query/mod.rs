//! Rays, casts, overlaps and points, as users ask for them.

mod batch;
mod overlaps;
mod points;
mod rays;
