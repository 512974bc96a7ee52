//! Fast pairs: two pieces that move so far for their size that they might pass through each other.
//!
//! They collide where their paths first meet within the step, with the normal found there.

use umbra_geom::math::{dot, left_of};
use umbra_geom::query::{Impact, Sweep, cast_shape, time_of_impact};
use umbra_geom::{Manifold, Pose, Real, Vector};
use umbra_solver::Contact;

use super::Surroundings;
use super::approach::motion;
use super::solver_contact::{PlacedManifold, are_discs};
use crate::store::{ContactInfo, Form, Passage, Piece, PoseCache, Traits};
use crate::tuning::MEETING_GAP;

impl Surroundings<'_> {
    /// Refreshes a fast contact. Returns whether it got its first point or lost its last one.
    #[cold]
    pub(super) fn collide_swept(
        &self,
        info: &mut ContactInfo,
        contact: &mut Contact,
        keep_apart: bool,
    ) -> bool {
        let [a, b] = info.pieces.map(|piece| &self.pieces[piece as usize]);
        let [a_cache, b_cache] = self.poses_of(info.pieces);
        let motion = motion([a_cache, b_cache]);
        if keep_apart {
            info.passage = Passage::Undecided;
            return self.write_none(info, contact);
        }
        if self.sweep_round([a_cache, b_cache]) {
            return self.collide_turning(info, contact);
        }
        contact.round = are_discs([a_cache, b_cache]);
        let yields = |piece: &Piece| self.motion(piece.body).is_dynamic();
        let (speed, yield_both) = (self.task.bounce_speed * self.task.dt, yields(a) && yields(b));
        let bounces =
            (contact.restitution > 0.0 || yield_both) && dot(motion, motion) >= speed * speed;
        let mut hit = cast_shape(a.shape(), &a.pose, b.shape(), &b.pose, motion);
        if hit.is_some() && contact.round && bounces {
            // The solver itself finds where two discs meet.
            let speculative = self.task.speculative + motion.norm();
            let manifold = self.manifold(info.pieces, [&a.pose, &b.pose], speculative);
            let seen = PlacedManifold::near(&manifold, a.arm, b.arm);
            return self.settle(info, contact, &seen, false);
        }
        let mut fraction = hit.map_or(0.0, |hit| hit.fraction);
        let mut displacement = motion * fraction;
        let there =
            Pose::from_parts((b.pose.translation.vector + displacement).into(), b.pose.rotation);
        let reach = self.reach_of_meeting([a_cache, b_cache]);
        let mut manifold = self.manifold(info.pieces, [&a.pose, &there], reach);
        if fraction > 0.0 && manifold.is_empty() && self.has_seams(info.pieces) {
            // What they meet with is hidden. A neighbour turns them aside before, and then they may meet with another side: a tip
            // that sinks to its floor within the step would come below the foot of a wall.
            (hit, fraction, displacement) = (None, 0.0, Vector::zeros());
            manifold = self.manifold(info.pieces, [&a.pose, &b.pose], reach);
        }
        if let Some(hit) = hit.as_ref().filter(|hit| hit.fraction > 0.0)
            && dot(manifold.normal, motion) >= 0.0
        {
            if !Self::are_alone([a_cache, b_cache]) {
                // It is a neighbour that the path meets first, and this piece from behind.
                return self.write_none(info, contact);
            }
            // Between two corners that nearly meet, any normal is as good; but it has to be one that they approach along.
            manifold = Manifold::of_touch(hit.point, hit.normal, &a.pose, &there);
        }
        if hit.is_none() && self.nearly_meet([a_cache, b_cache], &manifold) {
            manifold = self.turned_aside(info.pieces, &manifold, contact.round, reach);
        }
        // When both bodies can be pushed, the solver moves lever arms with them from the start of the step.
        // So the arm of B is given relative to where B starts.
        let offset = if yield_both { displacement } else { Vector::zeros() };
        let seen = PlacedManifold {
            manifold: &manifold,
            arm_a: a.arm,
            arm_b: b.arm + offset,
            travel: -dot(manifold.normal, displacement),
            ahead: yield_both.then_some(fraction),
        };
        self.settle(info, contact, &seen, fraction > 0.0)
    }

    /// Up to which gap points are wanted where two pieces meet. A corner that strikes stops, and
    /// what is beyond it swings on: it has to have a point in the same step, or it turns into what
    /// the corner struck.
    fn reach_of_meeting(&self, pieces: [&PoseCache; 2]) -> Real {
        let most = pieces.map(|piece| piece.displacement.norm() + piece.turn.abs());
        self.task.speculative + most[0] + most[1]
    }

    /// True if two pieces have no neighbours that influence the normal.
    #[inline(always)]
    pub(super) fn are_alone([a, b]: [&PoseCache; 2]) -> bool {
        let is_link = [a, b].iter().any(|piece| piece.form == Form::Other);
        !is_link && !a.traits.either(b.traits, Traits::HAS_SEAMS)
    }

    /// The same for pieces that have to be swept with their rotation: they collide in the poses in
    /// which they meet.
    fn collide_turning(&self, info: &mut ContactInfo, contact: &mut Contact) -> bool {
        let [a, b] = info.pieces.map(|piece| &self.pieces[piece as usize]);
        let caches = self.poses_of(info.pieces);
        let paths = [(a, caches[0]), (b, caches[1])].map(|(piece, cache)| Path::new(piece, cache));
        let [path_a, path_b] = &paths;
        let target = MEETING_GAP * self.task.speculative;
        let hit =
            time_of_impact(a.shape(), &path_a.sweep, b.shape(), &path_b.sweep, target, target);
        let (fraction, manifold) = if hit.impact == Impact::Separated {
            (1.0, Manifold::default())
        } else {
            let [there_a, there_b] = [path_a, path_b].map(|path| path.sweep.pose_at(hit.fraction));
            let reach = self.reach_of_meeting(caches);
            let manifold = self.manifold(info.pieces, [&there_a, &there_b], reach);
            if manifold.is_empty() && self.has_seams(info.pieces) {
                // As on a path without turning.
                (0.0, self.manifold(info.pieces, [&a.pose, &b.pose], reach))
            } else {
                (hit.fraction, manifold)
            }
        };
        let [arm_a, arm_b] = [path_a, path_b].map(|path| path.arm_at(fraction));
        // The solver moves points by the velocities of the bodies; this is how far they come until then.
        let travel = manifold.points().first().map_or(0.0, |point| {
            let displacement = path_b.displacement_of(arm_b + point.anchor_b)
                - path_a.displacement_of(arm_a + point.anchor_a);
            -dot(manifold.normal, displacement) * fraction
        });
        let yields = |piece: &Piece| self.motion(piece.body).is_dynamic();
        let (displacement, ahead) =
            (path_b.displacement - path_a.displacement, yields(a) && yields(b));
        let offset = if ahead { displacement * fraction } else { Vector::zeros() };
        let arm_b = arm_b + offset;
        let ahead = ahead.then_some(fraction);
        let seen = PlacedManifold { manifold: &manifold, arm_a, arm_b, travel, ahead };
        contact.round = false;
        self.settle(info, contact, &seen, fraction > 0.0)
    }
}

/// The motion of a piece in a step.
struct Path {
    sweep: Sweep,
    /// The lever arm at the start of the step.
    arm: Vector,
    /// The displacement of the centre of mass, and the turn.
    displacement: Vector,
    angle: Real,
}

impl Path {
    fn new(piece: &Piece, cache: &PoseCache) -> Self {
        let (arm, angle) = (piece.arm, if cache.turn == 0.0 { 0.0 } else { cache.angle() });
        let displacement = cache.displacement - left_of(arm) * angle;
        // A disc turns within itself, about its own centre.
        let displacement = if cache.turn == 0.0 { cache.displacement } else { displacement };
        let center = if cache.turn == 0.0 { Vector::zeros() } else { -arm };
        let local_center = piece.pose.rotation.inverse() * center;
        Self {
            sweep: Sweep::new(piece.pose, local_center, displacement, angle),
            arm,
            displacement,
            angle,
        }
    }

    fn arm_at(&self, fraction: Real) -> Vector {
        turned(self.arm, self.angle * fraction)
    }

    /// The displacement of a point with this lever arm at its present velocity.
    fn displacement_of(&self, arm: Vector) -> Vector {
        self.displacement + left_of(arm) * self.angle
    }
}

fn turned(vector: Vector, angle: Real) -> Vector {
    let (sin, cos) = libm::sincosf(angle);
    vector * cos + left_of(vector) * sin
}
