//! Stage 9: how strong impacts were, told when they are over.
//!
//! What an impact gives, it may give in several steps: one begins in the middle of a step, and a
//! body that lands on a corner turns before its other end meets. So the impulses of a pair are
//! summed from the step in which it hits to the first one in which it does not, that one included.
//! What the weight of the two would have given in the later steps is left out.

use std::collections::BTreeMap;

use umbra_geom::Real;
use umbra_geom::math::dot;
use umbra_solver::FIXED;

use super::events::hit;
use crate::store::OpenImpact;
use crate::tuning::LONGEST_IMPACT;
use crate::world::in_order;
use crate::{BodyKey, ColliderKey, ImpactEvent, World};

/// A contact that hits in this step, or did in the last one.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImpactPart {
    pub(super) contact: usize,
    pub(super) was_hit: bool,
    pub(super) hits: bool,
}

/// Sum over the contacts of two colliders in this step.
struct Sum {
    impulse: Real,
    hits: bool,
    was_hit: bool,
    strongest: usize,
}

/// Goes on with the impacts that are under way, and begins others.
pub(super) fn follow(world: &mut World, parts: &[ImpactPart], dt: Real) {
    if parts.is_empty() && world.events.open.is_empty() {
        return;
    }
    let mut sums = BTreeMap::<[ColliderKey; 2], Sum>::new();
    for part in parts {
        let colliders = in_order(world.colliders_of(&world.contacts.infos[part.contact]));
        if !listens(world, colliders) {
            continue;
        }
        let impulse = world.impulse(part.contact);
        let new = Sum { impulse: 0.0, hits: false, was_hit: false, strongest: part.contact };
        let sum = sums.entry(colliders).or_insert(new);
        sum.impulse += impulse;
        (sum.hits, sum.was_hit) = (sum.hits | part.hits, sum.was_hit | part.was_hit);
        if impulse > world.impulse(sum.strongest) {
            sum.strongest = part.contact;
        }
    }
    let mut open = core::mem::take(&mut world.events.open);
    open.retain_mut(|impact| {
        if impact.waits() {
            return true;
        }
        let colliders = impact.event.colliders;
        if !colliders.iter().all(|key| world.colliders.infos.contains_key(*key)) {
            return false;
        }
        let sum = sums.remove(&in_order(colliders));
        if let Some(sum) = &sum {
            let more = sum.impulse - support(world, sum.strongest, dt);
            impact.event.impulse += if more > 0.0 { more } else { 0.0 };
        }
        impact.time += dt;
        let goes_on = sum.is_some_and(|sum| sum.hits) && impact.time < LONGEST_IMPACT;
        if !goes_on {
            world.events.impacts.next.push(impact.event);
        }
        goes_on
    });
    let new = sums.into_values().filter(|sum| sum.hits && !sum.was_hit);
    open.extend(new.filter_map(|sum| Some(OpenImpact { event: begin(world, &sum)?, time: 0.0 })));
    world.events.open = open;
}

/// True if one of two colliders reports hits, or its body can break.
fn listens(world: &World, colliders: [ColliderKey; 2]) -> bool {
    let infos = colliders.into_iter().filter_map(|key| world.colliders.infos.get(key));
    let breaks = |body: BodyKey| {
        let index = world.bodies.index(body).ok().filter(|_| world.bodies.any_breakable);
        index.is_some_and(|index| world.bodies.infos[index].toughness.is_some())
    };
    infos.into_iter().any(|info| info.hit_events || breaks(info.body))
}

/// Impulse that a contact gives in a step because of the accelerations of its bodies.
fn support(world: &World, contact: usize, dt: Real) -> Real {
    let contact = &world.contacts.solver_contacts[contact];
    let side = |body: u32| {
        let state = (body != FIXED).then(|| &world.bodies.states[body as usize]);
        state.map_or((0.0, 0.0), |it| (it.inv_mass, dot(contact.normal, it.acceleration)))
    };
    let [(inv_a, of_a), (inv_b, of_b)] = [side(contact.body_a), side(contact.body_b)];
    let (closing, inv_mass) = (of_a - of_b, inv_a + inv_b);
    if closing > 0.0 && inv_mass > 0.0 { closing * dt / inv_mass } else { 0.0 }
}

fn begin(world: &World, sum: &Sum) -> Option<ImpactEvent> {
    let info = &world.contacts.infos[sum.strongest];
    let met = hit(world, sum.strongest)?;
    let colliders = world.colliders_of(info);
    let known = &world.colliders;
    Some(ImpactEvent {
        colliders,
        bodies: colliders.map(|key| world.body_of(key)),
        parts: info.pieces.map(|piece| known.part_at(piece, met.point)),
        point: met.point,
        normal: met.normal,
        speed: met.speed,
        tangent_speed: met.tangent_speed,
        impulse: sum.impulse,
    })
}
