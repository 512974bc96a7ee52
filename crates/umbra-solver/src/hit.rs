//! Hits: where and when two bodies met in a step, and how fast.
//!
//! The solver writes the speeds of every contact that gave an impulse. Few of them are told to
//! anybody, so the rest is worked out when it is asked for, from how both bodies have moved.

use umbra_geom::math::dot;
use umbra_geom::{Point, Real, Vector};

use crate::{Contact, ContactPoint};

/// The path of one of the bodies of a contact in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyPath {
    /// The centre of mass when the step began.
    pub start: Point,
    /// The displacement that was expected then.
    pub displacement: Vector,
}

/// A hit of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The place at which the surfaces met.
    pub point: Point,
    /// The unit normal at that time, from A to B.
    pub normal: Vector,
    /// The approach speed along the normal.
    pub speed: Real,
    /// The speed at which the surfaces slid past one another.
    pub tangent_speed: Real,
}

impl Contact {
    /// The hit in the last step, or how the two came to rest on one another; `None` without points.
    ///
    /// ```
    /// use umbra_solver::{Contact, ContactPoint, BodyPath};
    ///
    /// // A disc of radius 0.5 falls by 0.2 m onto the ground, which is 0.1 m below it.
    /// let point = ContactPoint {
    ///     anchor_a: [0.0, 0.05].into(),
    ///     anchor_b: [0.0, -0.55].into(),
    ///     separation: 0.1,
    ///     ..ContactPoint::default()
    /// };
    /// let points = [point, ContactPoint::default()];
    /// let mut contact = Contact { point_count: 1, points, ..Contact::default() };
    /// contact.approach_speed = 12.0;
    /// let ground = BodyPath { start: [0.0, 0.0].into(), displacement: [0.0, 0.0].into() };
    /// let disc = BodyPath { start: [0.0, 0.6].into(), displacement: [0.0, -0.2].into() };
    /// let hit = contact.hit([ground, disc]).unwrap();
    /// assert!(hit.point.coords.norm() < 1e-6 && hit.speed == 12.0);
    /// ```
    pub fn hit(&self, paths: [BodyPath; 2]) -> Option<Hit> {
        let point = self.points().get(usize::from(self.striker))?;
        let has_edge = self.reserve && self.points[1] != ContactPoint::default();
        let discs = if self.round && !has_edge { self.hit_of_discs(paths, point) } else { None };
        Some(discs.unwrap_or_else(|| Hit {
            point: self.place_of_hit(paths, point),
            normal: self.normal,
            speed: self.approach_speed,
            tangent_speed: self.tangent_speed,
        }))
    }

    /// The origin of the first body's anchors: its centre when the last step began, or, for a
    /// [swept](Self::swept) pair, when the two met.
    pub fn origin_of_anchors(&self, paths: [BodyPath; 2]) -> Point {
        paths[0].start + paths[0].displacement * self.time_of_meeting(paths).unwrap_or(0.0)
    }

    /// The part of the last step after which a swept pair met; `None` if its points are those of
    /// the step's start.
    fn time_of_meeting(&self, [a, b]: [BodyPath; 2]) -> Option<Real> {
        let point = self.points().first()?;
        if !self.swept {
            return None;
        }
        if self.ahead > 0 {
            return Some(Real::from(self.ahead) / Real::from(u16::MAX));
        }
        // Each body sees the place as if it had not moved until then.
        let gap = (a.start + point.anchor_a) - (b.start + point.anchor_b);
        let way = b.displacement - a.displacement;
        let squared = dot(way, way);
        (squared > 0.0).then(|| (dot(gap, way) / squared).clamp(0.0, 1.0))
    }

    /// The hit of two discs that were apart when the step began: the solver itself found it.
    fn hit_of_discs(&self, [a, b]: [BodyPath; 2], point: &ContactPoint) -> Option<Hit> {
        let (gap, way) = (b.start - a.start, b.displacement - a.displacement);
        let reach = dot(gap, self.normal) - point.separation;
        let (along, squared) = (dot(gap, way), dot(way, way));
        let closed = -dot(way, self.normal);
        let root = along * along - squared * (dot(gap, gap) - reach * reach);
        if point.separation <= 0.0 || closed <= 0.0 || root < 0.0 || along >= 0.0 {
            return None;
        }
        let time = ((-along - root.sqrt()) / squared).clamp(0.0, 1.0);
        let between = gap + way * time;
        let normal = between / between.norm();
        // What turning adds to the speed of the surfaces past one another is the same all round.
        let rate = self.approach_speed / closed;
        let past = |normal: Vector| (way.x * normal.y - way.y * normal.x) * rate;
        let spin = self.tangent_speed - past(self.normal).abs();
        let radius = dot(point.anchor_a, self.normal) - 0.5 * point.separation;
        Some(Hit {
            point: a.start + a.displacement * time + normal * radius,
            normal,
            speed: -dot(way, normal) * rate,
            tangent_speed: (past(normal).abs() + spin).abs(),
        })
    }

    /// The place at which two bodies hit one another, from a point of their contact.
    fn place_of_hit(&self, paths: [BodyPath; 2], point: &ContactPoint) -> Point {
        let [a, b] = paths.map(|way| way.displacement);
        let place = paths[0].start + point.anchor_a;
        if let Some(time) = self.time_of_meeting(paths) {
            return place + a * time;
        }
        let (gap, approach) = (point.separation, dot(a - b, self.normal));
        if gap <= 0.0 || approach <= 0.0 {
            return place;
        }
        // The point was found midway across the gap that the two closed within the step.
        let time = if gap < approach { gap / approach } else { 1.0 };
        let half = self.normal * (0.5 * gap);
        if dot(a, a) >= dot(b, b) {
            place - half + a * time
        } else {
            paths[1].start + point.anchor_b + half + b * time
        }
    }
}
