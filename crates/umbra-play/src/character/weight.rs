//! Weight of a character on the ground that it stands on.
//!
//! A body that lies on another one presses on it with as much as the other one bears, and no more.
//! The character finds out how much that is, as a contact does that keeps its impulse from step to
//! step: under the load of the last step it would have changed its speed by
//! `load / mass - gravity`; the place where it stands has changed its own by something else; and
//! what is missing, times a mass, is added to the load. On a body that falls freely with it the
//! load stays at what that takes.
//!
//! That mass is at least the reduced one of both, which is right for a body that nothing bears.
//! What does not give way under a load has more than its own mass to put up against it, so the load
//! grows by a quarter of itself in each step; and what does give way has not borne so much, so it
//! falls at once. Without this, 70 kg would take a second to rest on a crate of 1 kg; and all of it
//! at once would tear a light bridge, and throw light crates about.
//!
//! Contacts of light bodies do not bear any load: under 1,750 N, a stack of five crates of 1 kg is
//! pressed into itself by 20 cm, and flies apart. So a body that is not held by joints gets no more
//! than so many times the weight of its own mass.

use umbra_geom::math::{cross, direction, dot, right_of};
use umbra_geom::{Point, Real, Vector};

use super::push::reduced_mass;
use super::report::{HitKind, Push};
use super::step::Trip;
use super::{Character, Ground};
use crate::tuning::TOUCHED;
use umbra_core::Surface;
use umbra_core::{BodyKey, Scene};

/// Growth of a supported load in a step, as a fraction of itself.
const GROWTH: Real = 0.25;
/// Factor on the growth in each step in which a load on joined bodies changes in the direction it
/// had.
const PACE_UP: Real = 1.3;
/// Factor on the growth in each step in which it turns.
const PACE_DOWN: Real = 0.5;
/// Smallest growth.
const SLOWEST: Real = 0.01;
/// So many times as much as what goes down counts what slips to the side.
const SLIPS: Real = 2.0;
/// A body without joints bears the weight of so many times the reduced mass, and no more.
const MOST: Real = 5.0;
/// Largest turn, in radians, that a weight gives what it lies on within a substep, if nothing else
/// holds that.
const MOST_TURN: Real = 0.05;
/// A load that changes by less than this part of itself does not wake what it lies on.
const SETTLED: Real = 0.05;

impl Character {
    /// Weighs on what it stands on, and wakes what it has left.
    pub(super) fn weigh(&mut self, trip: &Trip<'_>) {
        let scene = trip.mover.scene;
        let is_dynamic =
            |ground: &Ground| scene.body(ground.body).is_ok_and(|body| body.is_dynamic());
        let before = trip.stood_on.filter(is_dynamic);
        let now = self.ground.filter(is_dynamic);
        if let Some(left) = before
            && left.load > 0.0
            && now.is_none_or(|now| now.body != left.body)
        {
            self.weigh_on(trip, &left, 0.0, true);
        }
        let Some(now) = now else { return };
        // From plank to plank of a bridge it takes its load along.
        let hangs_on = |before: &Ground| before.body == now.body || are_joined(scene, before, &now);
        let known = before.filter(hangs_on);
        let (load, load_pace) = self.load(trip, &now, known.as_ref());
        let stands = self.velocity == Vector::zeros() && now.belt == 0.0;
        let is_settled =
            known.is_some_and(|before| (load - before.load).abs() <= SETTLED * load) && stands;
        self.ground = Some(Ground { load, load_pace, ..now });
        if load > 0.0 {
            self.weigh_on(trip, &now, load, !is_settled);
        }
    }

    /// Of several bodies that it stands on at rest, the one that bears its weight already: or the
    /// load would go to and fro.
    pub(super) fn stays_on(&self, trip: &Trip<'_>) -> Option<(Surface, Vector)> {
        let before = trip.stood_on.filter(|before| before.load > 0.0)?;
        if self.velocity != Vector::zeros() {
            return None;
        }
        let mover = &trip.mover;
        let is_ground = |face: &Surface| mover.kind_of(face.normal) == HitKind::Ground;
        let faces = mover.faces(&trip.pose, TOUCHED);
        let own = faces.iter().find(|face| face.body == before.body && is_ground(face))?;
        Some((*own, own.normal))
    }

    fn weigh_on(&mut self, trip: &Trip<'_>, ground: &Ground, load: Real, wakes: bool) {
        let &Ground { body, point, .. } = ground;
        let bearing = Bearing::new(trip, body, point, load);
        let impulse = trip.mover.up * -(load * trip.dt);
        let (own, other) = (impulse * (1.0 - bearing.share), impulse * bearing.share);
        self.pushes.push(Push { body, point: bearing.point, impulse: own, is_weight: true, wakes });
        if let Some((body, point)) = bearing.beside {
            self.pushes.push(Push { body, point, impulse: other, is_weight: true, wakes });
        }
    }

    /// The force with which it weighs on the ground, and its pace; `known` is what it stood on
    /// before, if that is the same body or hangs on it.
    fn load(&self, trip: &Trip<'_>, now: &Ground, known: Option<&Ground>) -> (Real, Real) {
        let (scene, up) = (trip.mover.scene, trip.mover.up);
        let (mass, gravity) = (self.settings.mass, self.settings.gravity);
        let Ok(body) = scene.body(now.body) else { return (0.0, 0.0) };
        if mass <= 0.0 || gravity <= 0.0 {
            return (0.0, 0.0);
        }
        let least = reduced_mass(mass, body, (now.point, up));
        let came = known.and_then(|it| Some((it, it.carries(&scene.body(it.body).ok()?.pose()))));
        let Some((before, came)) = came else { return (least * gravity, GROWTH) };
        let speeds_up = (came / trip.dt - before.body_velocity()) / trip.dt;
        let is_held = body.joints().next().is_some();
        // What slips away to the side gives way, too: a ball under it, a soft body.
        let slips = if is_held { SLIPS * dot(speeds_up, right_of(up)).abs() } else { 0.0 };
        let rises = dot(speeds_up, up) - slips;
        let lacks = (rises + gravity - before.load / mass).clamp(-gravity, gravity);
        let pace = if is_held { next_pace(before.load_pace, lacks) } else { GROWTH };
        let share = if lacks > 0.0 || is_held { pace } else { 1.0 } * before.load / gravity;
        let most = if is_held { mass } else { mass.min(MOST * least) };
        let load = (before.load + share.max(least) * lacks).clamp(0.0, most * gravity);
        (load, pace.copysign(lacks))
    }
}

/// Part of itself by which a load may change now. What hangs on hinges gives way like a spring: a
/// load that grew too much falls in the next step, and would go up and down for ever. So each time
/// that it turns, it does so more slowly.
fn next_pace(before: Real, lacks: Real) -> Real {
    if before * lacks >= 0.0 {
        (before.abs() * PACE_UP).clamp(SLOWEST, GROWTH)
    } else {
        (before.abs() * PACE_DOWN).max(SLOWEST)
    }
}

/// True if a joint holds one to the other.
fn are_joined(scene: &Scene, a: &Ground, b: &Ground) -> bool {
    let Ok(body) = scene.body(a.body) else { return false };
    let joins = |key| scene.joint(key).is_ok_and(|it| [it.body_a(), it.body_b()].contains(&b.body));
    body.joints().any(joins)
}

/// Point at which a weight acts on a body.
///
/// The place where the character stands; but hinges of light planks see where these turn to only
/// after a substep, so what turns a body too far within one acts nearer to its centre of mass, and
/// what that lacks is borne by the plank on the other side of the hinge, or by what holds that.
struct Bearing {
    point: Point,
    /// The part that is borne beside it.
    share: Real,
    /// The body that bears that part, and the point; none if it is fixed and need not be pushed.
    beside: Option<(BodyKey, Point)>,
}

impl Bearing {
    fn new(trip: &Trip<'_>, body: BodyKey, point: Point, load: Real) -> Self {
        let alone = Self { point, share: 0.0, beside: None };
        let scene = trip.mover.scene;
        let Ok(body) = scene.body(body) else { return alone };
        let substep = trip.dt / scene.config().solver.substeps as Real;
        let center = body.center_of_mass();
        let arm = point - center;
        let turns = (cross(arm, trip.mover.up) * load).abs() * substep * substep;
        let most = MOST_TURN * body.inertia();
        if turns <= most {
            return alone;
        }
        let lacks = arm * (1.0 - most / turns);
        let alone = Self { point: point - lacks, ..alone };
        // The one that it leans on most.
        let mut best = (0.0, alone);
        for joint in body.joints().filter_map(|key| scene.joint(key).ok()) {
            let is_a = joint.body_a() == body.key();
            let other = if is_a { joint.body_b() } else { joint.body_a() };
            let Ok(other) = scene.body(other) else { continue };
            let bears = if other.is_dynamic() {
                other.center_of_mass()
            } else if is_a {
                joint.anchor_a()
            } else {
                joint.anchor_b()
            };
            let Some((along, far)) = direction(bears - center) else { continue };
            let share = dot(lacks, along) / far;
            // What is nearer than the character turns with the body.
            if share > best.0 && far >= dot(arm, along) {
                let beside = other.is_dynamic().then(|| (other.key(), bears));
                best = (share, Self { point: point - lacks, share, beside });
            }
        }
        best.1
    }
}
