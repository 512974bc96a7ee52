//! The time of impact of two moving and rotating shapes.
//!
//! Conservative advancement (Mirtich; Zhang, Lee and Kim): find the distance, find how long the
//! shapes cannot possibly have closed it, advance by that, repeat. It cannot pass the impact,
//! which root finding on the end poses can when something spins fast. What makes it quick is the
//! bound. Along the normal n of the distance, a vertex r of a turning body is at
//!
//! ```text
//! n · (c + v t + R(w t) r)  >=  n · (c + r)  +  (n · v + w n · r') t  -  w² |r| t² / 2
//! ```
//!
//! with r' = r turned left: position, speed, and the most that the curve can bend. Taken over all
//! vertices, the lower bound of the gap is the least of some straight lines, less a parabola: a
//! concave function. Where it is above the target at t, it is so everywhere before, and its root
//! is found from the outside within a few steps. With a bound that has the speed of every vertex
//! right, the advance converges like Newton's method; with the usual bound, by the fastest vertex
//! of all, it is a matter of patience.
//!
//! The search starts when the bounding circles meet. No impact can be earlier, and this late the
//! distance already names the features that are about to meet; from the start of the step it
//! would name others and take one advance more.

use super::answers::{DistanceCache, Feature};
use super::gjk::{Cores, is_longer};
use super::nearest::nearest_feature;
use super::sweep::Sweep;
use crate::frame::Frame;
use crate::math::{cross, direction, dot, left_of};
use crate::{ConvexCore, Real, Shape, Vector};

/// The most advances before giving up on a closer answer.
const MAX_ADVANCES: u32 = 256;
/// The most steps towards the root of one bound. Each one adds a line to a concave envelope; three
/// is the usual number.
const MAX_ROOT_STEPS: u32 = 16;

/// The outcome of two motions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Impact {
    /// The shapes overlap from the start; the fraction is 0.
    Overlapping,
    /// The shapes come as near as the target, at the fraction.
    Hit,
    /// The shapes do not come as near as the target; the fraction is 1.
    Separated,
    /// The shapes are still apart at the fraction, and the search gave up there. Treat it like a
    /// hit.
    Unresolved,
}

/// The time at which two moving shapes meet: the result of [`time_of_impact`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeOfImpact {
    /// The outcome of the motions.
    pub impact: Impact,
    /// The fraction of the motions without contact: a lower bound of the true one.
    pub fraction: Real,
    /// The unit normal at that time, from A to B.
    pub normal: Vector,
    /// The number of distance computations.
    pub iterations: u32,
}

/// The fraction of their motions at which two shapes are `target` apart, within `tolerance`.
///
/// The result is a lower bound: up to `fraction`, the two stay apart by at least `target`, and at
/// `fraction` they are apart by no more than `target + tolerance` if they hit. No impact is missed,
/// however fast the shapes spin.
///
/// Negative `target` and `tolerance` count as zero, and a tolerance below the rounding of the
/// numbers is raised to it. When a motion is not finite, the shapes are
/// [`Separated`](Impact::Separated).
///
/// ```
/// use umbra_geom::{Circle, Polygon, Shape, math::pose};
/// use umbra_geom::query::{Impact, Sweep, time_of_impact};
///
/// let wall = Shape::from(Polygon::cuboid(0.1, 5.0)?);
/// let bullet = Shape::from(Circle::new(0.1)?);
/// let flight = Sweep::new(pose([-10.0, 0.0], 0.0), [0.0, 0.0], [20.0, 0.0], 0.0);
/// let still = Sweep::still(pose([0.0, 0.0], 0.0));
/// let met = time_of_impact(&wall, &still, &bullet, &flight, 0.0, 1e-3);
/// assert_eq!(met.impact, Impact::Hit);
/// assert!((met.fraction - 0.49).abs() < 1e-4 && met.fraction <= 0.49);
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn time_of_impact(
    a: &Shape,
    sweep_a: &Sweep,
    b: &Shape,
    sweep_b: &Sweep,
    target: Real,
    tolerance: Real,
) -> TimeOfImpact {
    if !(sweep_a.is_finite() && sweep_b.is_finite()) {
        let normal = Vector::new(1.0, 0.0);
        return TimeOfImpact { impact: Impact::Separated, fraction: 1.0, normal, iterations: 0 };
    }
    if is_longer(&b.core(), &a.core()) {
        return seen_from_b(a, sweep_a, b, sweep_b, target, tolerance);
    }
    let shapes = [a, b];
    let are_boxes = a.is_box() & b.is_box();
    let (a, b) = (Mover::new(a.core(), sweep_a), Mover::new(b.core(), sweep_b));
    let radii = a.core.radius + b.core.radius;
    // An f32 has 24 bits: the distance between two shapes of this size is known to a few steps of
    // the last one.
    let finest = 1e-6 * (a.arm + b.arm + radii);
    let tolerance = if tolerance > finest { tolerance } else { finest };
    let target = radii + if target > 0.0 { target } else { 0.0 };
    let aim = target + 0.5 * tolerance;
    let mut fraction = match circles(&a, &b, target + tolerance) {
        Circles::PassBy(normal) => {
            return TimeOfImpact {
                impact: Impact::Separated,
                fraction: 1.0,
                normal,
                iterations: 0,
            };
        }
        Circles::MeetAt(fraction) => fraction,
    };
    let mut cache = DistanceCache::default();
    let mut normal = Vector::new(1.0, 0.0);
    for iterations in 1..=MAX_ADVANCES {
        let (pose_a, pose_b) = (sweep_a.pose_at(fraction), sweep_b.pose_at(fraction));
        let b_in_a = Frame::between(&pose_a, &pose_b);
        // For boxes, to look at every feature is faster than a walk. Where shapes of all kinds take
        // turns, it is not.
        let guess = || are_boxes.then(|| nearest_feature(shapes, [&pose_a, &pose_b])).flatten();
        let found = Cores { a: a.core, b: b.core, b_in_a }.distance(&mut cache, guess);
        let frame = Frame::from_pose(&pose_a);
        normal = frame.turn(found.normal);
        let met = |impact, fraction| TimeOfImpact { impact, fraction, normal, iterations };
        if fraction == 0.0 && found.distance <= radii {
            return met(Impact::Overlapping, 0.0);
        }
        if found.distance <= target + tolerance {
            return met(Impact::Hit, fraction);
        }
        let most = 1.0 - fraction;
        // The normal of an edge stays with the edge: the body that it belongs to then does not
        // turn at all, as the normal sees it.
        let turn = match found.feature {
            Feature::Vertices => 0.0,
            Feature::EdgeOfA => sweep_a.angle,
            Feature::EdgeOfB => sweep_b.angle,
        };
        let bound = Bound::new(&a, &b, &frame, &b_in_a, found.normal, turn, most);
        let advance = bound.stays_above(aim, most);
        let next = fraction + advance;
        if next <= fraction {
            return met(Impact::Unresolved, fraction);
        }
        if next < 1.0 {
            fraction = next;
        } else {
            // All the way, or not finite.
            return met(Impact::Separated, 1.0);
        }
    }
    TimeOfImpact { impact: Impact::Unresolved, fraction, normal, iterations: MAX_ADVANCES }
}

/// [`time_of_impact`] with the roles exchanged: the longer shape provides the frame, as in a
/// distance.
#[cold]
#[inline(never)]
fn seen_from_b(
    a: &Shape,
    sweep_a: &Sweep,
    b: &Shape,
    sweep_b: &Sweep,
    target: Real,
    tolerance: Real,
) -> TimeOfImpact {
    let met = time_of_impact(b, sweep_b, a, sweep_a, target, tolerance);
    TimeOfImpact { normal: -met.normal, ..met }
}

/// A core and its motion.
struct Mover<'a> {
    core: ConvexCore<'a>,
    sweep: &'a Sweep,
    /// The distance of the farthest vertex from the centre of the motion.
    arm: Real,
}

impl<'a> Mover<'a> {
    #[inline]
    fn new(core: ConvexCore<'a>, sweep: &'a Sweep) -> Self {
        let offset = core.center.coords - sweep.local_center;
        let arm = dot(offset, offset).sqrt() + core.outer_radius;
        Self { core, sweep, arm }
    }

    /// The least position of a vertex along `normal` after `time`, if it kept its speed; as the
    /// position and the speed of that vertex, relative to the centre.
    #[inline]
    fn lowest(&self, normal: Vector, turn: Real, time: Real) -> (Real, Real) {
        let spin = normal_speed(normal, turn);
        let after = normal + spin * time;
        let (mut least, mut best) = (Real::INFINITY, Vector::zeros());
        for vertex in self.core.vertices {
            let arm = vertex.coords - self.sweep.local_center;
            let place = dot(after, arm);
            (least, best) = if place < least { (place, arm) } else { (least, best) };
        }
        (dot(normal, best), dot(spin, best))
    }
}

/// The vector whose product with r is n · (w × r).
#[inline]
fn normal_speed(normal: Vector, spin: Real) -> Vector {
    // n · left(r) = -left(n) · r.
    left_of(normal) * -spin
}

/// The outcome of the bounding circles of two movers.
enum Circles {
    /// The circles pass each other, with this normal between them at their closest. That settles a
    /// quarter of all pairs whose boxes meet.
    PassBy(Vector),
    /// The circles are apart until this fraction.
    MeetAt(Real),
}

/// Tests the bounding circles, with room for `target` between them.
#[inline(always)]
fn circles(a: &Mover<'_>, b: &Mover<'_>, target: Real) -> Circles {
    let between = b.sweep.center - a.sweep.center;
    let way = b.sweep.translation - a.sweep.translation;
    let (along, length) = direction(way).unwrap_or((Vector::zeros(), 0.0));
    let ahead = -dot(between, along);
    let closest = if ahead <= 0.0 {
        between
    } else if ahead >= length {
        between + way
    } else {
        between + along * ahead
    };
    // With room for the rounding of centres far from the origin.
    let far = dot(a.sweep.center, a.sweep.center) + dot(b.sweep.center, b.sweep.center);
    let reach = a.arm + b.arm + target + 1e-5 * (far.sqrt() + length);
    let distance = dot(closest, closest).sqrt();
    if distance > reach && distance.is_finite() {
        return Circles::PassBy(closest / distance);
    }
    let aside = cross(between, along);
    let meet = (ahead - (reach * reach - aside * aside).sqrt()) / length;
    // Also what is no number: they are still, or too far away to square.
    Circles::MeetAt(if meet > 0.0 && meet < 1.0 { meet } else { 0.0 })
}

/// The lower bound of the gap between two movers along a fixed normal.
struct Bound<'a> {
    a: &'a Mover<'a>,
    b: &'a Mover<'a>,
    /// The normal in the frame of A, negated so that A's highest vertex is the lowest.
    down_a: Vector,
    /// The normal in the frame of B.
    up_b: Vector,
    /// The angle by which A turns relative to the normal.
    turn_a: Real,
    turn_b: Real,
    /// The distance of the centres along the normal, and the speed at which they separate.
    centers: Real,
    speed: Real,
    /// Half of the greatest curvature of the vertices' paths.
    bend: Real,
}

impl<'a> Bound<'a> {
    /// The bound along a normal that itself turns by `turn`, until the time `most`.
    #[inline]
    fn new(
        a: &'a Mover<'a>,
        b: &'a Mover<'a>,
        frame: &Frame,
        b_in_a: &Frame,
        normal: Vector,
        turn: Real,
        most: Real,
    ) -> Self {
        let between = b_in_a.outward(b.sweep.local_center) - a.sweep.local_center;
        let velocity = frame.turn_back(b.sweep.translation - a.sweep.translation);
        let (turn_a, turn_b) = (a.sweep.angle - turn, b.sweep.angle - turn);
        let mut bend = turn_a * turn_a * a.arm + turn_b * turn_b * b.arm;
        if turn != 0.0 {
            // Seen from the turning normal, the straight way of the centres bends as well.
            let (reach, speed) = (dot(between, between).sqrt(), dot(velocity, velocity).sqrt());
            bend += turn * turn * (reach + speed * most) + 2.0 * turn.abs() * speed;
        }
        Self {
            a,
            b,
            down_a: -normal,
            up_b: b_in_a.turn_back(normal),
            turn_a,
            turn_b,
            centers: dot(normal, between),
            speed: dot(normal, velocity) + turn * dot(left_of(normal), between),
            bend: 0.5 * bend,
        }
    }

    /// A time until which the gap is certain to stay above `aim`; `most` if it does all the time.
    #[inline]
    fn stays_above(&self, aim: Real, most: Real) -> Real {
        let mut time = most;
        // What does not turn, as the normal sees it, has the same lowest vertex at all times.
        let fixed_a = (self.turn_a == 0.0).then(|| self.a.lowest(self.down_a, 0.0, 0.0));
        let fixed_b = (self.turn_b == 0.0).then(|| self.b.lowest(self.up_b, 0.0, 0.0));
        let bound_at = |time| self.gap(time, fixed_a, fixed_b);
        for _ in 0..MAX_ROOT_STEPS {
            let (gap, speed) = bound_at(time);
            let gap = gap - aim;
            if gap + (speed - self.bend * time) * time >= 0.0 {
                return time;
            }
            // The root of gap + speed t - bend t². The gap is above the aim now, so there is one;
            // written so that nothing cancels when the two approach.
            if gap <= 0.0 {
                return 0.0;
            }
            let root = (speed * speed + 4.0 * self.bend * gap).sqrt();
            let next = 2.0 * gap / (root - speed);
            if next >= time {
                return time;
            }
            time = next;
        }
        // Not there yet. The bound is concave, and so above its chord.
        let (start, _) = bound_at(0.0);
        let (place, speed) = bound_at(time);
        let end = place + (speed - self.bend * time) * time;
        let (start, end) = (start - aim, end - aim);
        if start > 0.0 && end < 0.0 { time * (start / (start - end)) } else { 0.0 }
    }

    /// The least, after `time`, of the straight lines that bound the gap: as the gap now, and the
    /// speed at which it grows.
    #[inline(always)]
    fn gap(
        &self,
        time: Real,
        fixed_a: Option<(Real, Real)>,
        fixed_b: Option<(Real, Real)>,
    ) -> (Real, Real) {
        let (place_a, speed_a) =
            fixed_a.unwrap_or_else(|| self.a.lowest(self.down_a, self.turn_a, time));
        let (place_b, speed_b) =
            fixed_b.unwrap_or_else(|| self.b.lowest(self.up_b, self.turn_b, time));
        (self.centers + place_a + place_b, self.speed + speed_a + speed_b)
    }
}
