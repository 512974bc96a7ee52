//! The path of a disc after an impact, and when it meets another one.

use umbra_geom::math::dot;
use umbra_geom::{Aabb, Real, Vector};

use crate::store::PoseCache;
use crate::tuning::FARTHEST_KNOCK;

/// A course may be off by this part of its length, and two discs may meet that miss one another by
/// this part of their size.
pub(super) const SPREAD: Real = 0.05;

/// The path of a disc after an impact. Speeds are lengths per step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    /// The part of the step at which it begins.
    pub(super) time: Real,
    /// Position of the disc at that time.
    pub(super) origin: Vector,
    pub(super) velocity: Vector,
    /// Speed at which it may depart from this course.
    pub(super) spread: Real,
}

impl Course {
    /// The course on which a piece begins the step.
    pub(super) fn first(cache: &PoseCache) -> Self {
        let (origin, velocity) = (cache.origin, cache.displacement);
        Self { time: 0.0, origin, velocity, spread: 0.0 }
    }

    pub(super) fn at(&self, time: Real) -> Vector {
        self.origin + self.velocity * (time - self.time)
    }

    /// Part of the step that is left, as far as courses are followed.
    pub(super) fn left(&self, cache: &PoseCache) -> Real {
        let (left, speed) = (1.0 - self.time, length(self.velocity) + self.spread);
        let farthest = FARTHEST_KNOCK * cache.size;
        if speed * left > farthest { farthest / speed } else { left }
    }

    /// The box of where a disc may be on it.
    pub(super) fn region(&self, cache: &PoseCache) -> Aabb {
        let (left, radius) = (self.left(cache), cache.bounding_radius);
        let start = Aabb { min: self.origin.into(), max: self.origin.into() };
        start.swept(self.velocity * left).grown(radius + self.spread * left)
    }

    /// True if two discs may meet on their courses; and the part of the step after which they do,
    /// if they do not depart far from them.
    pub(super) fn meets(&self, other: &Self, caches: [&PoseCache; 2]) -> (bool, Option<Real>) {
        let time = if self.time > other.time { self.time } else { other.time };
        let ends = [self.time + self.left(caches[0]), other.time + other.left(caches[1])];
        let end = if ends[0] < ends[1] { ends[0] } else { ends[1] };
        if end <= time {
            return (false, None);
        }
        let (between, motion) = (other.at(time) - self.at(time), other.velocity - self.velocity);
        let radii = caches[0].bounding_radius + caches[1].bounding_radius;
        let (square, closing) = (dot(motion, motion), -dot(between, motion));
        let nearest = if square > 0.0 { closing / square } else { 0.0 };
        let nearest = nearest.clamp(0.0, end - time);
        let there = between + motion * nearest;
        let distance = length(there);
        let spread = (self.spread + other.spread) * (end - time);
        if distance > radii * (1.0 + SPREAD) + spread {
            return (false, None);
        }
        if distance > radii * (1.0 + SPREAD) || closing <= 0.0 {
            return (true, None);
        }
        let gap = dot(between, between) - radii * radii;
        let root = closing * closing - square * gap;
        let until = if gap <= 0.0 {
            0.0
        } else if root > 0.0 {
            gap / (closing + root.sqrt())
        } else {
            nearest
        };
        let until = if until < end - time { until } else { end - time };
        (true, Some(time + until))
    }
}

pub(super) fn length(vector: Vector) -> Real {
    dot(vector, vector).sqrt()
}
