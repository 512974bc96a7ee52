//! Part of stage 8: bodies that passed through something that cannot be pushed, and bullets that
//! passed through anything, are clamped to their time of impact.
//!
//! Contacts are predicted from the velocities at the start of a step. A body that is struck within
//! the step may leave in another direction: a ball rolls along a wall until something drives it
//! into the wall at ninety metres a second. So for a piece that has moved farther than half its
//! size, a disc of half that size around its centre is cast against what is fixed, and, as seen
//! from them, against kinematic bodies. If it hits, the body stops where the whole piece first
//! touches, and keeps its velocity: the next step predicts the impact, and lets it bounce.
//!
//! Only the centre counts, so a piece can slide along an uneven wall at any speed. What touched the
//! wall before the step slides on along it: see [`slide`].
//!
//! A wall that moves takes what it hit along for the rest of the step, if there is room: see
//! [`carried`].
//!
//! Bullets are clamped to dynamic bodies too, whether they are fast or not: a motor may swing a
//! flipper within the step, and then it sweeps over a ball that nothing predicted to be hit.

mod carried;
mod slide;
mod struck;
mod walls;

use core::ops::ControlFlow;
use umbra_geom::sort::Arrange;

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::math::dot;
use umbra_geom::query::{cast_circle, cast_shape, project_point};
use umbra_geom::{Aabb, Point, Pose, Real, Shape, Vector};

use crate::store::{BodyMotion, Passage, Piece, Placement, piece_indices};
use crate::{Continuous, World, check};

pub(super) use struck::add_struck;
use walls::MovingWall;
pub(super) use walls::MovingWalls;

use super::pair_rules::PairRules;
use crate::tuning::{STANDING_PART, STRAIGHT_TURN};
use crate::world::{Sides, any_drops_through, faces, is_before};

/// With fewer fast pieces, a second thread is not worth waking.
#[cfg(feature = "parallel")]
const WORTH_SHARING: usize = 256;

/// The disc around what is near a wall, in parts of its height above the wall.
const CLEAR: Real = 0.9;

/// Two normals are of one face if the cosine of the angle between them is greater.
const ALIKE: Real = 0.9;

/// A piece that moved far for its size in this step.
#[derive(Clone, Copy, Debug)]
pub(super) struct FastMotion {
    pub(super) piece: u32,
    /// It is deep in a wall that moves: its middle may pass however slow it is.
    pub(super) is_deep: bool,
}

impl FastMotion {
    /// True if a piece moved so far that it might have passed through something.
    ///
    /// Predicted motion counts too: a box squeezed into a chain at full speed may have contacts and
    /// still slip through between two links.
    #[inline]
    pub(super) fn is_one(from: &Pose, to: &Pose, size: Real) -> bool {
        let displacement = to.translation.vector - from.translation.vector;
        dot(displacement, displacement) > 0.25 * size * size
    }
}

/// A body to be clamped.
#[derive(Clone, Copy)]
struct Clamped {
    body: u32,
    /// The part of its displacement that it keeps.
    fraction: Real,
    /// End placement of the body.
    stop: Placement,
}

/// Moves bodies back to where they hit something that cannot be pushed, and bullets to where they
/// hit anything. `left_boxes` are the pieces that left their fat boxes. Returns the pieces that
/// moved.
pub(super) fn clamp_to_time_of_impact(
    world: &mut World,
    walls: &mut MovingWalls,
    fast_motions: &[FastMotion],
    bullets: &[FastMotion],
    left_boxes: &[u32],
) -> Vec<u32> {
    if world.config.continuous == Continuous::Off || fast_motions.len() + bullets.len() == 0 {
        return Vec::new();
    }
    let mut clamped = vec![];
    if !fast_motions.is_empty() {
        make_cells_on_the_way(world, fast_motions);
        walls.find_kinematic(world);
        clamped = find_clamped(world, walls, fast_motions);
    }
    if !bullets.is_empty() {
        walls.find_dynamic(world, left_boxes);
        let clamped_bullet = |motion| clamped_by_dynamic(world, walls, motion);
        clamped.extend(bullets.iter().filter_map(clamped_bullet));
    }
    clamped.arrange_stably_by(|a, b| a.body.cmp(&b.body).then(a.fraction.total_cmp(&b.fraction)));
    clamped.dedup_by_key(|clamped| clamped.body);
    let mut pieces = Vec::new();
    let World { bodies, colliders, .. } = world;
    for Clamped { body, stop, .. } in clamped {
        let index = body as usize;
        let state = &mut bodies.states[index];
        state.center = stop.center;
        state.turn_back_to(check::unit(stop.rotation));
        let state = *state;
        for piece in piece_indices(&colliders.infos, &bodies.infos[index]) {
            let place = &mut colliders.pieces[piece as usize];
            place.follow(&state);
            colliders.outlines.clamp_to_impact(piece, place);
            pieces.push(piece);
        }
    }
    pieces
}

/// Makes pieces for the cells of tile maps that are on the way of what was struck within the step:
/// it may leave the box for which the cells have pieces.
fn make_cells_on_the_way(world: &mut World, fast_motions: &[FastMotion]) {
    if world.colliders.maps.is_empty() {
        return;
    }
    for motion in fast_motions {
        let piece = &world.colliders.pieces[motion.piece as usize];
        let Some(fat) = piece.proxy.and_then(|proxy| world.broad.fat_aabb(proxy)) else { continue };
        let swept = FastPath::new(world, motion, 0.5).swept();
        if !fat.contains(&swept) {
            world.activate_in(motion.piece, &swept);
        }
    }
}

fn find_clamped(world: &World, walls: &MovingWalls, fast_motions: &[FastMotion]) -> Vec<Clamped> {
    let clamped = |motion| clamped_by(world, walls, motion);
    #[cfg(feature = "parallel")]
    if fast_motions.len() >= WORTH_SHARING && umbra_lanes::threads::count() > 1 {
        return fast_motions.par_iter().filter_map(clamped).collect();
    }
    fast_motions.iter().filter_map(clamped).collect()
}

/// Hit of a piece on a wall.
#[derive(Clone, Copy)]
struct Hit {
    /// The part of its path up to there.
    fraction: Real,
    /// If it touched the wall before: the normal of the wall along which it slides on.
    along: Option<Vector>,
}

/// True if a hit on a wall comes before the one that is known. Of two at once, the wall with the
/// lower number counts: in which order the tree finds them is a matter of chance.
fn is_sooner(fraction: Real, wall: u32, than: Option<(Real, u32)>) -> bool {
    than.is_none_or(|(known, other)| fraction < known || fraction == known && wall < other)
}

/// The path of a piece: that of the middle of its core, with a disc of half its size, and of the
/// whole.
#[derive(Clone, Copy)]
struct FastPath {
    middle: Point,
    displacement: Vector,
    radius: Real,
    from: Pose,
    is_deep: bool,
    /// The disc is smaller, because the piece is that near to something fixed before the step.
    is_close: bool,
}

impl FastPath {
    /// Path of a piece in this step, with a disc of this part of its size.
    fn new(world: &World, motion: &FastMotion, part: Real) -> Self {
        let piece = &world.colliders.pieces[motion.piece as usize];
        let (from, core) = (start_of(world, piece), piece.shape().core());
        let middle = from * core.center;
        let displacement = piece.pose * core.center - middle;
        let radius = part * (core.radius + core.inner_radius);
        Self { middle, displacement, radius, from, is_deep: motion.is_deep, is_close: false }
    }

    /// With a disc so small that it starts in nothing fixed: one that lies in a floor of tiles
    /// would meet their sides.
    fn clear(self, world: &World, index: u32) -> Self {
        let pieces = &world.colliders.pieces;
        let Some(proxy) = pieces[index as usize].proxy else { return self };
        let around = Aabb { min: self.middle, max: self.middle }.grown(self.radius / CLEAR);
        let mut clear = self;
        let _ = world.broad.query_static(proxy, &around, |other| {
            let wall = &pieces[other as usize];
            let found = project_point(wall.shape(), &wall.pose, self.middle);
            let height = CLEAR * found.signed_distance.max(0.0);
            if height < self.radius && may_collide(world, index, other) {
                (clear.radius, clear.is_close) = (clear.radius.min(height), true);
            }
            ControlFlow::<()>::Continue(())
        });
        clear
    }

    /// The box that the disc sweeps.
    fn swept(&self) -> Aabb {
        let Self { middle, displacement, radius, .. } = *self;
        Aabb { min: middle, max: middle }.grown(radius).swept(displacement)
    }

    /// One of `parts` equal parts of the path, as seen from a wall that moves.
    fn beside(&self, world: &World, wall: &MovingWall, part: Real, parts: Real) -> Self {
        let (start, share) = (part / parts, 1.0 / parts);
        let (from, to) = if parts == 1.0 {
            (wall.views[0], wall.views[1])
        } else {
            let info = &world.colliders.pieces[wall.piece as usize];
            let view = |time| info.pose_with(&wall.motion.at(time)).inverse();
            (view(start), view(start + share))
        };
        let there = self.displacement * start;
        let middle = from * (self.middle + there);
        let end = to * (self.middle + there + self.displacement * share);
        let piece =
            Pose::from_parts((self.from.translation.vector + there).into(), self.from.rotation);
        Self { middle, displacement: end - middle, from: from * piece, ..*self }
    }

    /// The hit of the piece on a wall that moves, with the normal as the wall sees it, and the last
    /// bit of the path so seen. Beside a wall that turns a straight path is curved, and is taken
    /// bit by bit.
    fn hit_moving(&self, world: &World, piece: &Piece, wall: &MovingWall) -> Option<(Hit, Self)> {
        let shape = world.colliders.pieces[wall.piece as usize].shape();
        let parts = (wall.turn / STRAIGHT_TURN).ceil().max(1.0);
        if parts == 1.0 && !self.is_deep {
            // What moves along with the wall is not fast beside it.
            let way =
                wall.views[1] * (self.middle + self.displacement) - wall.views[0] * self.middle;
            if dot(way, way) <= self.radius * self.radius {
                return None;
            }
        }
        (0..parts as u32).find_map(|part| {
            let part = part as Real;
            let beside = self.beside(world, wall, part, parts);
            let Hit { fraction, along } = beside.hit(piece, shape, &Pose::identity())?;
            Some((Hit { fraction: (part + fraction) / parts, along }, beside))
        })
    }

    /// Hit of the piece on a wall.
    fn hit(&self, piece: &Piece, wall: &Shape, pose: &Pose) -> Option<Hit> {
        let meets = |radius| cast_circle(wall, pose, self.middle, radius, self.displacement);
        let hit = meets(self.radius)?;
        if hit.fraction > 0.0 {
            let whole = cast_shape(wall, pose, piece.shape(), &self.from, self.displacement);
            // What lies in a floor of tiles meets the side of the next with the whole, its top with the middle.
            let is_same = |normal| !self.is_close || dot(normal, hit.normal) > ALIKE;
            let whole = whole.filter(|whole| whole.fraction > 0.0 && is_same(whole.normal));
            let along = if whole.is_none() { Some(hit.normal) } else { None };
            Some(Hit { fraction: whole.map_or(hit.fraction, |whole| whole.fraction), along })
        } else {
            // The disc starts inside the wall: cast the centre alone, and let it come no deeper. A
            // piece with its centre inside may move, or it would stay clamped for ever.
            let hit = meets(0.0).filter(|hit| hit.fraction > 0.0)?;
            Some(Hit { fraction: 0.0, along: Some(hit.normal) })
        }
    }
}

/// Pose of a piece before the step.
fn start_of(world: &World, piece: &Piece) -> Pose {
    piece.pose_with(&world.bodies.motion_of(piece.body as usize).from)
}

/// A quick test with the bounding disc: whether nothing that cannot be pushed is near the path of a
/// piece.
fn is_alone(world: &World, walls: &MovingWalls, piece: &Piece, index: u32) -> bool {
    let Some(proxy) = piece.proxy else { return true };
    let from = Point::from(start_of(world, piece).translation.vector);
    let displacement = piece.pose.translation.vector - from.coords;
    let radius = world.colliders.outlines.poses[index as usize].bounding_radius;
    let around = Aabb { min: from, max: from }.grown(radius).swept(displacement);
    walls.near(&around).next().is_none()
        && world.broad.query_static(proxy, &around, |_| ControlFlow::Break(())).is_continue()
}

/// Clamp of a piece's body, if the piece hit something that cannot be pushed.
fn clamped_by(world: &World, walls: &MovingWalls, motion: &FastMotion) -> Option<Clamped> {
    let pieces = &world.colliders.pieces;
    let piece = &pieces[motion.piece as usize];
    if !world.bodies.states[piece.body as usize].is_dynamic() {
        return None;
    }
    if is_alone(world, walls, piece, motion.piece) {
        return None;
    }
    let path = FastPath::new(world, motion, 0.5);
    let swept = path.swept();
    let mut fixed = hit_fixed(world, motion.piece, &path);
    let close = if fixed.is_some() { path.clear(world, motion.piece) } else { path };
    if close.is_close {
        fixed = hit_fixed(world, motion.piece, &close);
    }
    let moved = world.bodies.motion_of(piece.body as usize);
    let mut least = fixed.map(|Hit { fraction, .. }| Clamped {
        body: piece.body,
        fraction,
        stop: stop_at(moved, fraction),
    });
    for wall in walls.near(&swept) {
        let info = &pieces[wall.piece as usize];
        let are_pair = || {
            let proxies = piece.proxy.zip(info.proxy);
            proxies.is_some_and(|(a, b)| world.broad.may_touch(a, b))
        };
        if let Some((hit, beside)) = path.hit_moving(world, piece, wall)
            && are_pair()
            && may_collide(world, motion.piece, wall.piece)
            && is_held(world, [motion.piece, wall.piece], &beside, &Pose::identity())
            && let hit = (Hit { along: hit.along.filter(|_| is_lone(world, info.body)), ..hit })
            && let Some(stop) = carried::stop(world, motion, wall, &path, hit)
            && least.is_none_or(|least| hit.fraction < least.fraction)
        {
            least = Some(Clamped { body: piece.body, fraction: hit.fraction, stop });
        }
    }
    if let Some(Hit { fraction, along: Some(normal) }) = fixed
        && walls.near(&swept).next().is_none()
    {
        let stop = slide::stop(world, motion, &path, fraction, normal);
        return Some(Clamped { body: piece.body, fraction, stop });
    }
    least
}

/// True if a body is of one piece. Along one of several, what touched it could slide into the next:
/// it is carried.
fn is_lone(world: &World, body: u32) -> bool {
    let info = &world.bodies.infos[body as usize];
    piece_indices(&world.colliders.infos, info).take(2).count() == 1
}

/// Hit of a piece on something fixed.
fn hit_fixed(world: &World, index: u32, path: &FastPath) -> Option<Hit> {
    let pieces = &world.colliders.pieces;
    let piece = &pieces[index as usize];
    let mut least: Option<(Hit, u32)> = None;
    let _ = world.broad.query_static(piece.proxy?, &path.swept(), |other| {
        let wall = &pieces[other as usize];
        if let Some(hit) = path.hit(piece, wall.shape(), &wall.pose)
            && is_sooner(hit.fraction, other, least.map(|(least, wall)| (least.fraction, wall)))
            && !is_behind_portal(world, [index, other], path, hit.fraction)
            && may_collide(world, index, other)
            && is_held(world, [index, other], path, &wall.pose)
        {
            least = Some((hit, other));
        }
        ControlFlow::<()>::Continue(())
    });
    least.map(|(hit, _)| hit)
}

/// Clamp of a bullet that passed through something dynamic, or that something dynamic swept over,
/// such as a flipper set in motion by its motor within the step. `walls` are those that left their
/// boxes: the broad phase does not know yet where they are.
///
/// Contacts may press the two into one another, so only the middle of the bullet counts, a disc of
/// half the usual size.
fn clamped_by_dynamic(world: &World, walls: &MovingWalls, motion: &FastMotion) -> Option<Clamped> {
    let World { colliders, broad, bodies, .. } = world;
    let piece = &colliders.pieces[motion.piece as usize];
    // A kinematic body goes where it is told to.
    if !bodies.states[piece.body as usize].is_dynamic() {
        return None;
    }
    let proxy = piece.proxy?;
    let path = FastPath::new(world, motion, 0.25);
    let swept = path.swept();
    let mut least: Option<(Clamped, u32)> = None;
    let mut meet = |wall: &MovingWall| {
        let info = &colliders.pieces[wall.piece as usize];
        if wall.swept.overlaps(&swept)
            && let Some((hit, beside)) = path.hit_moving(world, piece, wall)
            // Pressed into a bullet and swung on, it takes the bullet along: beside it there is nowhere to slide.
            && let carried = (Hit { along: None, ..hit })
            && is_sooner(hit.fraction, wall.piece, least.map(|(least, wall)| (least.fraction, wall)))
            && info.proxy.is_some_and(|other| broad.may_touch(proxy, other))
            && may_collide(world, motion.piece, wall.piece)
            && is_held(world, [motion.piece, wall.piece], &beside, &Pose::identity())
            && let Some(stop) = carried::stop(world, motion, wall, &path, carried)
        {
            least = Some((Clamped { body: piece.body, fraction: hit.fraction, stop }, wall.piece));
        }
    };
    walls.near(&swept).for_each(&mut meet);
    let _ = broad.query_aabb(&swept, u64::MAX, |_, other| {
        if let Some(wall) = MovingWall::of_dynamic(world, other) {
            meet(&wall);
        }
        ControlFlow::<()>::Continue(())
    });
    least.map(|(clamped, _)| clamped)
}

/// Placement of a body that makes this part of its motion.
fn stop_at(moved: BodyMotion, fraction: Real) -> Placement {
    let mut stop = moved.at(fraction);
    if fraction < STANDING_PART {
        // It still turns, or it would come back to the same place for ever.
        stop.rotation = moved.to.rotation;
    }
    stop
}

/// True if two pieces may collide, by their bodies and by the decisions of hooks in this step.
fn may_collide(world: &World, piece: u32, other: u32) -> bool {
    let pieces = &world.colliders.pieces;
    let pair = [piece, other].map(|piece| pieces[piece as usize].collider);
    let is_pair = |disabled: &[_; 2]| *disabled == pair || [disabled[1], disabled[0]] == pair;
    PairRules::new(world).bodies_may_collide([piece, other])
        && !world.pending.disabled_pairs.iter().any(is_pair)
}

/// True if a piece meets a wall only behind a portal through which it goes, or before one out of
/// which it comes.
fn is_behind_portal(world: &World, pair: [u32; 2], path: &FastPath, fraction: Real) -> bool {
    if world.portals.is_idle() {
        return false;
    }
    let [piece, wall] = pair.map(|index| &world.colliders.pieces[index as usize]);
    let middle = path.middle + path.displacement * fraction;
    let met = project_point(wall.shape(), &wall.pose, middle).point;
    let body = world.bodies.infos[piece.body as usize].key;
    world.portals.hides(body, met, world.config.portal_slack())
}

/// True if a wall stops a piece. All walls do, except one-way platforms, which either of the two
/// may be. They stop only pieces from their solid side that are not passing through.
fn is_held(world: &World, pair: [u32; 2], path: &FastPath, pose: &Pose) -> bool {
    let World { bodies, colliders, contacts, .. } = world;
    let [piece, wall] = pair.map(|index| &colliders.pieces[index as usize]);
    if piece.substance.one_way.or(wall.substance.one_way).is_none() {
        return true;
    }
    if any_drops_through(bodies, [piece, wall]) {
        return false;
    }
    // What the other one does beside each of them, and on which side of it that is.
    let middle = pose * wall.shape().core().center;
    let beside = [(wall, pose, path.middle, 1.0), (piece, &path.from, middle, -1.0)];
    beside.into_iter().all(|(by, at, other, side)| {
        let sides = Sides::at(by, at);
        let Some(way) = sides.one_way.map(|way| way * side) else {
            return true;
        };
        if dot(way, path.displacement) >= 0.0 {
            return false;
        }
        if sides.one_sided {
            return is_before(by, at, other);
        }
        match cast_shape(wall.shape(), pose, piece.shape(), &path.from, path.displacement) {
            Some(hit) if hit.fraction > 0.0 => faces(way, hit.normal),
            // They touched before. What was decided then still holds: a corner that was stopped while its body was not.
            Some(_) => contacts.of_piece(&colliders.pieces, pair[0]).any(|stored| {
                stored.info.pieces.contains(&pair[1]) && stored.info.passage == Passage::Closed
            }),
            None => false,
        }
    })
}
