//! Numbers that were chosen by hand.

use umbra_geom::Real;

// Fracture.

/// Maximum number of pieces into which one call shatters a body.
pub(crate) const MOST_PIECES: usize = 10_000;

/// A body that is broken by twice the impulse that breaks it comes in twice as many pieces as this.
pub(crate) const SHARDS_PER_BREAK: Real = 4.0;

/// The most pieces that a body breaks into by itself.
pub(crate) const MOST_SHARDS: u32 = 24;

/// Minimum size of the pieces of a body that breaks by itself, in length units: the side of a
/// square of their average area. Without a minimum, overlapping pieces would break into ever
/// smaller ones. It is also the minimum distance of two seeds: pieces crowd where the body was hit,
/// and chips of a few millimetres carry nothing.
pub(crate) const LEAST_SHARD: Real = 0.1;

/// Maximum number of bodies that break by themselves in a step, because breaking bodies break
/// others.
pub(crate) const MOST_BREAKS: usize = 32;

/// Fragments that are as near as this hang together, in length units.
pub(crate) const FRAGMENTS_TOUCH: Real = 1e-3;

// Explosions.

/// Number of rays over which the effect of an explosion on a shape is summed.
pub(crate) const BLAST_RAYS: u32 = 24;

/// Distance, in widths of the shape, from which a shape at the centre of an explosion is seen from
/// behind: nearly as by a plane wave.
pub(crate) const BLAST_FARTHEST_EYE: Real = 32.0;

/// Last part of a line-of-sight ray. Hits in it, the last 0.1 % of the ray, count as the target
/// itself.
pub(crate) const BLAST_TOUCH: Real = 1e-3;
