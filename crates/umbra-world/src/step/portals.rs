//! Portals: bodies on their way through one get images, share their mass with them, and exchange
//! places with them.
//!
//! `docs/design/portals.md` says why. A step without portals only asks whether there are any.

use core::ops::ControlFlow;
use umbra_geom::sort::Arrange;

use umbra_geom::math::dot;
use umbra_geom::{Point, Pose, Real, Rotation, Vector};
use umbra_solver::{Body, Locks};

use crate::portal::Opening;
use crate::store::{BodyMotion, Crossing, Entrance, piece_indices};
use crate::tuning::PORTAL_GENERATIONS;
use crate::world::carried;
use crate::{BodyKey, BodyKind, JointKind, Portal, World};

/// Before anything else in a step: ends the crossings that are over, begins new ones, and puts
/// images where their bodies are.
pub(super) fn prepare(world: &mut World) {
    let portals = &world.portals;
    if portals.list.is_empty() && portals.is_idle() {
        return;
    }
    end_old(world);
    begin_new(world);
    for place in 0..world.portals.crossings.len() {
        let crossing = world.portals.crossings[place];
        if is_awake(world, crossing.body) {
            world.follow_image(&crossing);
        }
        for body in [crossing.body, crossing.image] {
            world.mark_crossing(body, true);
        }
    }
}

fn is_awake(world: &World, body: BodyKey) -> bool {
    world.bodies.index(body).is_ok_and(|index| index < world.bodies.awake)
}

/// An image is pulled as its body is: weight, forces and fields act where the middle of a body is.
pub(super) fn pull_images(world: &mut World) {
    for crossing in &world.portals.crossings {
        let Some((motion, [body, image])) = world.ends_of(crossing) else { continue };
        let Body { acceleration, angular_acceleration, .. } = world.bodies.states[body];
        let state = &mut world.bodies.states[image];
        state.acceleration = motion.rotation * acceleration;
        state.angular_acceleration = angular_acceleration;
    }
}

/// True if a body may be in two places there: it is dynamic, and the box of a piece, with the room
/// for its motion, meets the segment. Kinematic bodies go through at once, when their middle does:
/// they have seams, which images would have to know.
fn is_near(world: &World, body: BodyKey, opening: &Opening) -> bool {
    let Ok(index) = world.bodies.index(body) else { return false };
    world.bodies.is_dynamic(index)
        && piece_indices(&world.colliders.infos, &world.bodies.infos[index]).any(|piece| {
            let proxy = world.colliders.pieces[piece as usize].proxy;
            proxy
                .and_then(|proxy| world.broad.fat_aabb(proxy))
                .is_some_and(|fat| opening.meets(&fat))
        })
}

/// Ends the crossings of bodies that have left their portal, and of portals that are gone.
fn end_old(world: &mut World) {
    let mut place = 0;
    while place < world.portals.crossings.len() {
        let crossing = world.portals.crossings[place];
        let Some([opening, _]) = world.portals.openings_of(&crossing) else {
            world.end_crossing(place);
            continue;
        };
        bind_alike(world, &crossing);
        let is_open = world.portals.portal_of(&crossing).is_some_and(Portal::is_enabled);
        let stays = is_open && is_near(world, crossing.body, &opening);
        if !stays {
            world.empty_image(crossing.image);
        }
        let is_held = || {
            let image = world.bodies.index(crossing.image);
            image.is_ok_and(|image| world.bodies.infos[image].joints.len() > 1)
                || world.portals.crossings.iter().any(|it| it.body == crossing.image)
        };
        if stays || is_open && is_held() {
            place += 1;
        } else {
            world.end_crossing(place);
            // The list may have lost others before this one.
            place = 0;
        }
    }
}

/// Joints between two images at the same end hold their bodies instead.
fn bind_alike(world: &mut World, crossing: &Crossing) {
    let Ok(image) = world.bodies.index(crossing.image) else { return };
    for joint in world.bodies.infos[image].joints.clone() {
        let info = world.joints.infos.get(joint);
        // An image may have an image of its own at the same end: that link stays.
        let Some(info) = info.filter(|info| info.settings.kind != JointKind::Image) else {
            continue;
        };
        let other = info.other(crossing.image);
        let is_alike = |it: &&Crossing| {
            it.image == other && (it.portal, it.end) == (crossing.portal, crossing.end)
        };
        let Some(alike) = world.portals.crossings.iter().find(is_alike).copied() else { continue };
        world.bind_joint_elsewhere(joint, crossing.image, crossing.body);
        world.bind_joint_elsewhere(joint, alike.image, alike.body);
    }
}

/// Begins the crossings of awake bodies that have come to a portal.
fn begin_new(world: &mut World) {
    // The images of a step may come to another portal at once, as in the corner of a world that wraps around.
    for _ in 0..PORTAL_GENERATIONS {
        let mut found = Vec::new();
        for entrance in world.portals.entrances() {
            let mut coming = coming_to(world, &entrance.opening);
            coming.retain(|body| !is_crossing(world, *body, &entrance));
            found.extend(coming.into_iter().map(|body| (entrance, body)));
        }
        let before = world.portals.crossings.len();
        for (entrance, body) in found {
            if !is_there_already(world, &entrance.motion, body) {
                world.make_image(entrance.portal, entrance.end, body);
            }
        }
        for place in 0..world.portals.crossings.len() {
            let crossing = world.portals.crossings[place];
            let near = world.portals.openings_of(&crossing);
            let is_near = || near.is_some_and(|[own, _]| is_near(world, crossing.body, &own));
            if !world.is_solid(&crossing) && is_near() {
                count_touches(world, crossing.body);
                world.fill_image(&crossing);
            }
        }
        if world.portals.crossings.len() == before {
            break;
        }
    }
}

/// Counts what the colliders of a body touch, before they get copies.
fn count_touches(world: &mut World, body: BodyKey) {
    let Ok(index) = world.bodies.index(body) else { return };
    for key in world.bodies.infos[index].colliders.clone() {
        let original = world.portals.original(key);
        world.count_touches(original);
    }
}

/// The dynamic bodies that have come to an opening from its front, in the order of their keys.
fn coming_to(world: &World, opening: &Opening) -> Vec<BodyKey> {
    let slack = world.config.portal_slack();
    let mut found = Vec::new();
    let _ = world.broad.query_aabb(&opening.aabb(), u64::MAX, |proxy, piece| {
        let index = world.colliders.pieces[piece as usize].body as usize;
        let info = &world.bodies.infos[index];
        let is_new = index < world.bodies.awake
            && info.kind == BodyKind::Dynamic
            && world.broad.fat_aabb(proxy).is_some_and(|fat| opening.meets(&fat))
            && opening.height(world.bodies.states[index].center) >= -slack;
        if is_new {
            found.push(info.key);
        }
        ControlFlow::<()>::Continue(())
    });
    found.arrange();
    found.dedup();
    found
}

/// True if a body is at this end already, is the image of one that is at the other end, or an image
/// of images by as many portals as may be, or by this one.
fn is_crossing(world: &World, body: BodyKey, entrance: &Entrance) -> bool {
    let Entrance { portal, end, .. } = *entrance;
    let mut from = body;
    let (mut generations, mut again) = (0, false);
    while let Some(it) = world.portals.crossings.iter().find(|it| it.image == from) {
        again |= (it.portal, it.end) == (portal, end);
        (from, generations) = (it.body, generations + 1);
    }
    again
        || generations >= PORTAL_GENERATIONS
        || world.portals.crossings_at(body).any(|it| {
            let own = if it.body == body { it.end } else { 1 - it.end };
            it.portal == portal && own == end
        })
}

/// True if an image of the same body is where this one would be: around a corner there are two ways
/// to the same place.
fn is_there_already(world: &World, motion: &Pose, body: BodyKey) -> bool {
    let Ok(index) = world.bodies.index(body) else { return true };
    let original = world.bodies.infos[index].original();
    let place = motion * world.bodies.states[index].center;
    let slack = world.config.portal_slack();
    let Ok(original) = world.bodies.index(original) else { return true };
    let mut family = core::iter::once(original).chain(world.images_of(original));
    family.any(|index| (world.bodies.states[index].center - place).norm() < slack)
}

/// Inverse masses of bodies that share them with images, as they are outside of the solver.
#[derive(Debug, Default)]
pub(super) struct Shares(Vec<(usize, Real, Real)>);

/// Before the solver: a body and its images share the mass.
pub(super) fn share_masses(world: &mut World) -> Shares {
    let mut shares = Shares::default();
    if world.portals.is_idle() {
        return shares;
    }
    let mut members = Vec::new();
    for crossing in &world.portals.crossings {
        for body in [crossing.body, crossing.image] {
            let Ok(index) = world.bodies.index(body) else { continue };
            let original = world.bodies.infos[index].original();
            if index < world.bodies.awake {
                members.push((original, index));
            }
        }
    }
    members.arrange();
    members.dedup();
    for family in members.chunk_by(|a, b| a.0 == b.0) {
        let count = family.len() as Real;
        for &(_, index) in family {
            let state = &mut world.bodies.states[index];
            shares.0.push((index, state.inv_mass, state.inv_inertia));
            state.inv_mass *= count;
            state.inv_inertia *= count;
        }
    }
    if !shares.0.is_empty() {
        // Masses are others than in the step before.
        world.solver.forget_contacts();
    }
    shares
}

/// After the solver: each has the whole mass again, and body and images agree on their motion.
pub(super) fn give_masses_back(world: &mut World, shares: Shares) {
    if !shares.0.is_empty() {
        world.solver.forget_contacts();
    }
    for (index, inv_mass, inv_inertia) in shares.0 {
        let state = &mut world.bodies.states[index];
        (state.inv_mass, state.inv_inertia) = (inv_mass, inv_inertia);
    }
    // From the last images to their bodies, the mean of all; then back.
    let crossings = world.portals.crossings.clone();
    let mut weights: Vec<(BodyKey, Real)> = Vec::new();
    let mut weight_of = |body: BodyKey, more: Real| -> Real {
        match weights.iter_mut().find(|it| it.0 == body) {
            Some((_, weight)) => {
                *weight += more;
                *weight
            }
            None => {
                weights.push((body, 1.0 + more));
                1.0 + more
            }
        }
    };
    for crossing in crossings.iter().rev() {
        let of_image = weight_of(crossing.image, 0.0);
        let all = weight_of(crossing.body, of_image);
        agree(world, crossing, of_image / all);
    }
    for crossing in &crossings {
        agree(world, crossing, 0.0);
    }
}

/// Moves a body to its image's motion by a part, or with 0 the image to its body's.
fn agree(world: &mut World, crossing: &Crossing, part: Real) {
    let Some((motion, [body, image])) = world.ends_of(crossing) else { return };
    if body >= world.bodies.awake || image >= world.bodies.awake {
        return;
    }
    let states = &mut world.bodies.states;
    if part == 0.0 {
        let seen = carried(&motion, &states[body]);
        set_motion(&mut states[image], &seen);
    } else {
        let seen = carried(&motion.inverse(), &states[image]);
        let mean = between(&states[body], &seen, part);
        set_motion(&mut states[body], &mean);
    }
}

/// The motion between two that hardly differ. Along locked directions it is the body's own.
fn between(own: &Body, other: &Body, part: Real) -> Body {
    let between = |a: Real, b: Real| a + (b - a) * part;
    let along = |locked: bool, a: Real, b: Real| if locked { a } else { between(a, b) };
    let Locks { x, y } = own.locks;
    let rotation = umbra_geom::nalgebra::Complex::new(
        between(own.rotation.re, other.rotation.re),
        between(own.rotation.im, other.rotation.im),
    );
    Body {
        center: Point::new(
            along(x, own.center.x, other.center.x),
            along(y, own.center.y, other.center.y),
        ),
        rotation: crate::check::unit(Rotation::new_unchecked(rotation)),
        velocity: Vector::new(
            along(x, own.velocity.x, other.velocity.x),
            along(y, own.velocity.y, other.velocity.y),
        ),
        angular_velocity: between(own.angular_velocity, other.angular_velocity),
        ..*own
    }
}

fn set_motion(body: &mut Body, to: &Body) {
    let is_finite = dot(to.center.coords, to.velocity).is_finite() && to.rotation.re.is_finite();
    if !is_finite {
        return;
    }
    body.center = to.center;
    body.turn_back_to(to.rotation);
    (body.velocity, body.angular_velocity) = (to.velocity, to.angular_velocity);
}

/// Poses of crossing bodies and images before fast motion is clamped.
#[derive(Debug, Default)]
pub(super) struct Unclamped(Vec<[Point; 2]>);

/// Notes where bodies and images are.
pub(super) fn note_places(world: &World) -> Unclamped {
    let place = |key: BodyKey| {
        let index = world.bodies.index(key).ok();
        index.map_or(Point::origin(), |index| world.bodies.states[index].center)
    };
    let crossings = world.portals.crossings.iter();
    Unclamped(crossings.map(|it| [it.body, it.image].map(place)).collect())
}

/// Bodies that were struck within the step may have come through a portal that they were not near,
/// or through one behind another: they are as far behind it.
pub(super) fn catch_struck(world: &mut World) {
    if world.portals.list.is_empty() {
        return;
    }
    let awake = (0..world.bodies.awake).filter(|index| {
        world.bodies.infos[*index].image_of.is_none() && entered(world, *index).is_some()
    });
    let caught: Vec<_> = awake.map(|index| world.bodies.infos[index].key).collect();
    for key in caught {
        for _ in 0..PORTAL_GENERATIONS {
            let index = world.bodies.index(key).ok();
            let Some(entrance) = index.and_then(|index| entered(world, index)) else { break };
            let Entrance { portal, end, .. } = entrance;
            world.make_image(portal, end, key);
            let made = |it: &Crossing| it.body == key && (it.portal, it.end) == (portal, end);
            let Some(place) = world.portals.crossings.iter().position(made) else { break };
            world.exchange_with_image(place);
        }
    }
}

/// The entrance at which the middle of a body went in in this step, without an image.
fn entered(world: &World, index: usize) -> Option<Entrance> {
    let body = world.bodies.infos[index].key;
    let BodyMotion { from, to } = world.bodies.motion_of(index);
    let (from, to) = (from.center, to.center);
    let slack = world.config.portal_slack();
    let is_behind = |it: &Entrance| it.opening.height(to) < -slack && !is_crossing(world, body, it);
    let all = world.portals.entrances().filter(is_behind);
    Entrance::first(all, from, to - from, slack).map(|(_, entrance)| entrance)
}

/// At the end of the motion in a step: what stopped one of the two has stopped the other, and
/// bodies whose middle has gone through exchange places with their images.
pub(super) fn finish(world: &mut World, before: &Unclamped, dt: Real) {
    if world.portals.is_idle() {
        return;
    }
    let crossings = world.portals.crossings.clone();
    let after = note_places(world);
    for (crossing, (before, after)) in crossings.iter().zip(before.0.iter().zip(&after.0)) {
        let [body, image] = [0, 1].map(|side| (after[side] - before[side]).norm_squared());
        if image > body {
            world.follow_back(crossing);
        }
    }
    for crossing in &crossings {
        if is_awake(world, crossing.body) {
            world.follow_image(crossing);
        }
    }
    let mut place = 0;
    while place < world.portals.crossings.len() {
        let crossing = world.portals.crossings[place];
        if let Some(time) = time_past_first(world, &crossing, dt) {
            turn_weight(world, &crossing, [time, dt]);
            world.exchange_with_image(place);
        }
        place += 1;
    }
}

fn is_original(world: &World, body: BodyKey) -> bool {
    world.bodies.index(body).is_ok_and(|index| world.bodies.infos[index].image_of.is_none())
}

/// Time since the middle of a body has passed the segment of a crossing. `None` for images, if it
/// has not passed, and if it has passed another one earlier: crossings behind that one count then.
fn time_past_first(world: &World, crossing: &Crossing, dt: Real) -> Option<Real> {
    if !is_original(world, crossing.body) {
        return None;
    }
    let time = time_past(world, crossing, dt)?;
    let others = world.portals.crossings.iter().filter(|it| it.body == crossing.body);
    let mut earlier = others.filter_map(|it| time_past(world, it, dt)).filter(|it| *it > time);
    earlier.next().is_none().then_some(time)
}

/// Time since the middle of a body has passed the segment; zero if it hung about there. `None` if
/// it has not.
fn time_past(world: &World, crossing: &Crossing, dt: Real) -> Option<Real> {
    let [opening, _] = world.portals.openings_of(crossing)?;
    let index = world.bodies.index(crossing.body).ok()?;
    let BodyMotion { from, to } = world.bodies.motion_of(index);
    let (from, to) = (from.center, to.center);
    let slack = world.config.portal_slack();
    if opening.height(to) > -slack {
        return None;
    }
    let entered = opening.entered_at(from, to - from, slack).map(|part| (1.0 - part) * dt);
    // An image without colliders is there for joints, and the body may be anywhere.
    let is_behind = || world.is_solid(crossing) && opening.is_nearly_beside(to, slack);
    entered.or_else(|| is_behind().then_some(0.0))
}

/// Behind a portal that turns, weight pulls another way: makes up for the time since the body came
/// there.
fn turn_weight(world: &mut World, crossing: &Crossing, [time, dt]: [Real; 2]) {
    let Some((motion, [body, image])) = world.ends_of(crossing) else { return };
    if motion.rotation == Rotation::identity() || !world.bodies.is_dynamic(body) {
        return;
    }
    let weight = world.config.gravity * world.bodies.forces[body].gravity_scale;
    let change = weight - motion.rotation * weight;
    let mut state = world.bodies.states[image];
    // Bodies move with the velocity of the end of a substep, so it is that of half a substep ago.
    let half = 0.5 * dt / world.config.solver.substeps as Real;
    state.velocity += change * (time - half);
    state.center += change * (0.5 * time * time);
    world.put_body(image, &state);
}
