//! Paths of pieces in a step, and the test if two pieces touched on them.
//!
//! The solver keeps no poses from within a step. A body that nothing struck went straight on. One
//! that bounced did not: a ball that flies at a wall and ends the step where it began has been at
//! the wall. Velocities tell where: the line ahead from the start meets the line back from the end
//! at the *bend*.

use umbra_geom::math::{dot, left_of};
use umbra_geom::query::{Impact, Sweep, overlaps, time_of_impact};
use umbra_geom::{Aabb, Point, Pose, Real, Shape, Vector};

use crate::store::{Bodies, Form, Placement, PoseCache};

/// A path that leaves the straight line by less than this part of a piece's inner radius is
/// straight.
const STRAIGHT: Real = 0.1;
/// A bend this near to the start or the end of a step does not count.
const LEAST_TIME: Real = 0.01;
/// Maximum distance by which the two lines may miss one another at a bend, as a part of their
/// lengths. Beyond it, there was more than one bounce, and the path is unknown.
const MOST_MISS: Real = 0.2;
/// Turns beyond this, in radians, may take a piece anywhere around the centre.
const WILD_TURN: Real = 0.7;
/// Distance after an impact at which to look first for an overlap, as a part of the sizes: a few
/// times the distance that `time_of_impact` takes for none.
const FIRST_LOOK: Real = 8e-6;

/// Motion of a body in a step, with the velocity that it ended with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Travel {
    before: Placement,
    pub(super) displacement: Vector,
    /// Sine and cosine of the turn.
    sin: Real,
    cos: Real,
    /// The displacement and turn of a whole step at the final velocity.
    last: Vector,
    spin: Real,
}

impl Travel {
    /// `None` for a body that did not move.
    #[inline]
    pub(super) fn new(bodies: &Bodies, index: usize, dt: Real) -> Option<Self> {
        if index >= bodies.awake {
            return None;
        }
        let (state, motion) = (&bodies.states[index], bodies.motion_of(index));
        (!motion.is_none()).then(|| Self {
            before: motion.from,
            displacement: motion.displacement(),
            sin: motion.sin(),
            cos: motion.cos(),
            last: state.velocity * dt,
            spin: state.angular_velocity * dt,
        })
    }

    /// The box of all places where a piece of the body was in the step.
    #[inline]
    pub(super) fn path_box(&self, cache: &PoseCache) -> Aabb {
        let mut aabb = cache.tight.swept(-self.displacement);
        if let Some((_, via)) = self.bend(cache) {
            aabb = aabb.union(&cache.tight.swept(via - self.displacement));
        }
        let arm = if cache.form == Form::Circle { cache.arm.norm() } else { cache.extent };
        aabb.grown(arm * self.most_chord(cache.angle()))
    }

    /// The box of all places where a part of a body that nothing strikes was in the step.
    pub(super) fn straight_box(&self, tight: &Aabb, reach: Real) -> Aabb {
        tight.swept(-self.displacement).grown(reach * self.most_chord(0.0))
    }

    /// Maximum distance that a point at this distance from the centre moved in the step.
    pub(super) fn farthest(&self, distance: Real) -> Real {
        self.displacement.norm() + distance * self.most_chord(0.0)
    }

    /// Maximum distance of a point from where it would be without turning, in lever arms. The turn
    /// is known except for full turns.
    fn most_chord(&self, predicted: Real) -> Real {
        let turn = self.spin.abs() + predicted.abs();
        if turn > WILD_TURN || self.cos < WILD_TURN { 2.0 } else { 1.2 * self.sin.abs() }
    }

    /// When the body was struck, as a fraction of the step, and how far its centre had come by
    /// then. `None` if it went straight on, as far as the piece can tell.
    #[inline]
    pub(super) fn bend(&self, cache: &PoseCache) -> Option<(Real, Vector)> {
        // The predicted displacement of the centre. The arm at the start is the present one, turned back.
        let (x, y) = (cache.arm.x, cache.arm.y);
        let arm = Vector::new(self.cos * x + self.sin * y, self.cos * y - self.sin * x);
        let angle = if cache.form == Form::Circle { self.spin } else { cache.angle() };
        let ahead = cache.displacement - left_of(arm) * angle;
        let least = STRAIGHT * cache.size;
        let surprise = self.displacement - ahead;
        if dot(surprise, surprise) <= least * least {
            return None;
        }
        // ahead * t == displacement - last * (1 - t)
        let along = ahead - self.last;
        let length = dot(along, along);
        let time = dot(self.displacement - self.last, along) / length;
        // False as well when nothing changed, and the time is NaN.
        let is_within = time > LEAST_TIME && time < 1.0 - LEAST_TIME;
        if !is_within {
            return None;
        }
        let (from, to) = (ahead * time, self.displacement - self.last * (1.0 - time));
        let (miss, via) = (from - to, (from + to) * 0.5);
        let aside = via - self.displacement * time;
        let is_bend =
            dot(miss, miss) <= MOST_MISS * MOST_MISS * length && dot(aside, aside) > least * least;
        is_bend.then_some((time, via))
    }
}

/// The way of a piece in a step: straight up to the bend, and from there to the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    start: Pose,
    /// The centre of the body, in coordinates of the piece.
    local_center: Point,
    bend: Real,
    /// The displacements of the centre up to the bend and to the end.
    via: Vector,
    displacement: Vector,
    angle: Real,
    /// The distance from the centre to the farthest point of the piece.
    reach: Real,
    size: Real,
}

/// Position of a part on its body.
pub(super) struct Mounting {
    pub(super) offset: Pose,
    /// The lever arm from the centre of the body, in its coordinates.
    pub(super) local_arm: Vector,
    /// True if turning moves it: it is not a disc in the centre.
    pub(super) turns: bool,
}

impl Path {
    /// No motion. `reach` is the distance from the centre of the body to the farthest point, `size`
    /// the inner radius.
    pub(super) fn still(pose: Pose, reach: Real, size: Real) -> Self {
        Self {
            start: pose,
            local_center: Point::origin(),
            bend: 1.0,
            via: Vector::zeros(),
            displacement: Vector::zeros(),
            angle: 0.0,
            reach,
            size,
        }
    }

    /// The way along with the body, by its bend if there is one.
    pub(super) fn with(
        self,
        mounting: &Mounting,
        motion: &Travel,
        bend: Option<(Real, Vector)>,
    ) -> Self {
        let Mounting { offset, local_arm, turns } = *mounting;
        let Travel { before, displacement, sin, cos, spin, .. } = *motion;
        let (bend, via) = bend.unwrap_or((1.0, displacement));
        let start = before.carried(local_arm, offset.rotation);
        let local_center = (offset.rotation.inverse() * -local_arm).into();
        let angle = if turns { whole_turns(libm::atan2f(sin, cos), spin) } else { 0.0 };
        Self { start, local_center, bend, via, displacement, angle, ..self }
    }

    fn is_still(&self) -> bool {
        self.displacement == Vector::zeros() && self.angle == 0.0
    }

    fn displacement_at(&self, time: Real) -> Vector {
        if time <= self.bend {
            self.via * (time / self.bend)
        } else {
            let rest = (time - self.bend) / (1.0 - self.bend);
            self.via + (self.displacement - self.via) * rest
        }
    }

    fn sweep(&self, from: Real, to: Real) -> Sweep {
        let ahead = self.displacement_at(from);
        let to_start = Sweep::new(self.start, self.local_center, ahead, self.angle * from);
        let displacement = self.displacement_at(to) - ahead;
        let (start, angle) = (to_start.pose_at(1.0), self.angle * (to - from));
        Sweep::new(start, self.local_center, displacement, angle)
    }
}

/// An angle of less than half a turn either way, with as many whole turns as the spin suggests.
fn whole_turns(angle: Real, spin: Real) -> Real {
    const TURN: Real = core::f32::consts::TAU;
    if spin.abs() < 0.25 * TURN {
        angle
    } else {
        angle + libm::roundf((spin - angle) / TURN) * TURN
    }
}

/// True if two shapes shared a point at some time of the step. They share none at its end.
pub(super) fn have_met([a, b]: [&Shape; 2], paths: [&Path; 2]) -> bool {
    let [first, second] = paths.map(|path| path.bend);
    let times = if first < second { [0.0, first, second, 1.0] } else { [0.0, second, first, 1.0] };
    if paths.iter().all(|path| path.is_still()) {
        return false;
    }
    times.windows(2).filter(|times| times[0] < times[1]).any(|times| {
        let (from, to) = (times[0], times[1]);
        let [sweep_a, sweep_b] = paths.map(|path| path.sweep(from, to));
        let hit = time_of_impact(a, &sweep_a, b, &sweep_b, 0.0, 0.0);
        if hit.impact == Impact::Separated {
            return false;
        }
        // Lines pass through one another within an instant.
        let thickness = paths[0].size + paths[1].size;
        let meet = |time| overlaps(a, &sweep_a.pose_at(time), b, &sweep_b.pose_at(time));
        thickness == 0.0 || looks(paths, [from, to], hit.fraction, thickness).any(meet)
    })
}

/// When to look whether two pieces overlap after an impact at `fraction`: it may have been a near
/// miss, as a touch is only known within a tolerance. At first very soon, as overlaps may be short,
/// then later and later.
fn looks(
    [a, b]: [&Path; 2],
    [from, to]: [Real; 2],
    fraction: Real,
    thickness: Real,
) -> impl Iterator<Item = Real> {
    let moved = |path: &Path| path.displacement_at(to) - path.displacement_at(from);
    let turn = |path: &Path| (path.angle * (to - from)).abs() * path.reach;
    let length = (moved(b) - moved(a)).norm() + turn(a) + turn(b);
    let (soon, thin) = (FIRST_LOOK * (a.reach + b.reach), 0.25 * thickness);
    let first = (if soon < thin { soon } else { thin }) / length;
    let looks = core::iter::successors(Some(first), |look| Some(look * 4.0));
    let looks = looks.map(move |look| fraction + look).take_while(|time| *time < 1.0);
    looks.take(LOOKS).chain([1.0])
}

/// More than enough to get from the first look to the end.
const LOOKS: usize = 32;
