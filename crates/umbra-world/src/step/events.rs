//! Stage 9: reports which colliders began to touch, stopped touching, or hit.
//!
//! It runs after the solver because impulses are the best evidence of contact: a bouncing ball may
//! never be seen overlapping. Events follow the order of the contacts, and depend on nothing else.

use std::collections::BTreeMap;

use umbra_geom::Real;
use umbra_solver::{EventThresholds, Hit};

use crate::contact::paths;
use crate::store::{ContactInfo, Contacts, Piece};
use crate::world::in_order;
use crate::{ColliderKey, ContactEvent, SceneConfig, World};

use super::collide::{Outcome, OutcomeKind};
use super::impacts;

/// Memory of this stage, filled anew in every step.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// Contacts that may have an event.
    candidates: Vec<usize>,
    /// Contacts that hit in this step or in the last one, but not in both.
    hit_changes: Vec<usize>,
    /// Contacts that hit in this step, or did in the last one.
    impact_parts: Vec<impacts::ImpactPart>,
    /// Contacts that are demoted or removed.
    pub(super) leaving: Vec<u32>,
    /// Colliders of contacts that were removed; others of their pieces may touch in this step.
    open_ends: Vec<[ColliderKey; 2]>,
}

/// The thresholds for contact events of a world.
pub(super) fn thresholds(config: &SceneConfig) -> EventThresholds {
    let hit_speed = config.hit_speed * config.speed_unit();
    EventThresholds { apart: config.touch_distance(), hit_speed }
}

/// Reports what changed since the last step. The solver has listed the candidates.
pub(super) fn report(world: &mut World, buffers: &mut Buffers, any_disabled: bool, dt: Real) {
    let thresholds = thresholds(&world.config);
    let Buffers { candidates, hit_changes, impact_parts: parts, .. } = buffers;
    candidates.clear();
    if any_disabled {
        // Contacts came back or went after the solver listed them.
        let all = 0..world.contacts.solver_contacts.len();
        candidates.extend(all.filter(|index| look_at(thresholds, world, *index).is_some()));
    } else {
        candidates.extend(world.solver.selected_contacts());
    }
    let changed = hit_changes;
    changed.clear();
    parts.clear();
    for &index in &*candidates {
        let Some((touching, hits)) = look_at(thresholds, world, index) else { continue };
        let contact = &world.contacts.solver_contacts[index];
        let (touched, was_hit) = (contact.touching, contact.was_hit);
        let hits = hits && (was_hit || is_hit(thresholds, world, index));
        if hits != was_hit {
            changed.push(index);
        }
        if hits || was_hit {
            parts.push(impacts::ImpactPart { contact: index, was_hit, hits });
        }
        if touching != touched {
            world.note_contact(index, |contact| contact.touching = touching);
            let colliders = world.colliders_of(&world.contacts.infos[index]);
            note(world, colliders, touching);
        }
    }
    report_hits(world, changed);
    for &index in &*changed {
        world.note_contact(index, |contact| contact.was_hit = !contact.was_hit);
    }
    impacts::follow(world, parts, dt);
    settle_open_ends(world, buffers);
}

/// Impact of all pieces of two colliders together.
struct Impact {
    /// The contact that is told.
    strongest: usize,
    impulse: Real,
    /// Others of their pieces hit in the step before.
    was_hit: bool,
}

/// Reports the hits of contacts that hit either in this step or in the last one: an impact that
/// lasts two steps is reported once. Of two colliders of many pieces it is one, with the impulse of
/// all their contacts.
fn report_hits(world: &mut World, changed: &[usize]) {
    let mut impacts = BTreeMap::<_, Impact>::new();
    for &index in changed {
        if world.contacts.solver_contacts[index].was_hit {
            continue;
        }
        let colliders = world.colliders_of(&world.contacts.infos[index]);
        let listens = |key| world.colliders.infos.get(key).is_some_and(|info| info.hit_events);
        if !colliders.into_iter().any(listens) {
            continue;
        }
        let impulse = world.impulse(index);
        if !world.is_counted(colliders) {
            report_hit(world, &Impact { strongest: index, impulse, was_hit: false });
            continue;
        }
        let new = Impact { strongest: index, impulse: 0.0, was_hit: false };
        let impact = impacts.entry(in_order(colliders)).or_insert(new);
        if impulse > world.impulse(impact.strongest) {
            impact.strongest = index;
        }
    }
    if impacts.is_empty() {
        return;
    }
    let Contacts { infos, solver_contacts, .. } = &world.contacts;
    for (index, (info, contact)) in infos.iter().zip(solver_contacts).enumerate() {
        let impulse = world.impulse(index);
        let has_part = impulse > 0.0 || contact.was_hit;
        if has_part && let Some(impact) = impacts.get_mut(&in_order(world.colliders_of(info))) {
            impact.impulse += impulse;
            impact.was_hit |= contact.was_hit;
        }
    }
    for impact in impacts.into_values().filter(|impact| !impact.was_hit) {
        report_hit(world, &impact);
    }
}

/// True if a contact that is fast enough along its normal is so at the impact too: discs have
/// another normal there.
fn is_hit(thresholds: EventThresholds, world: &World, index: usize) -> bool {
    let is_round = world.contacts.solver_contacts[index].round;
    !is_round || hit(world, index).is_some_and(|met| met.speed >= thresholds.hit_speed)
}

/// Touch and hit of the contact now; `None` when there is nothing to report.
fn look_at(thresholds: EventThresholds, world: &World, index: usize) -> Option<(bool, bool)> {
    let contact = &world.contacts.solver_contacts[index];
    let [impulse, approach_speed] = world.solver.impact(&world.structure, index, contact);
    let apart = if contact.touching { thresholds.apart } else { 0.0 };
    let touching = impulse > 0.0 || world.separation(index) <= apart;
    let hits = touching && approach_speed >= thresholds.hit_speed && approach_speed > 0.0;
    (touching != contact.touching || hits != contact.was_hit || hits).then_some((touching, hits))
}

/// Drops removed contacts and reports the end of those that touched; demoted ones become candidate
/// pairs.
pub(super) fn drop_leaving(world: &mut World, outcomes: &[Outcome], buffers: &mut Buffers) {
    let leaving = &mut buffers.leaving;
    let each = (0..).zip(outcomes);
    leaving.extend(each.filter(|(_, outcome)| outcome.leaves()).map(|(index, _)| index));
    for index in leaving.iter().map(|index| *index as usize) {
        let info = world.contacts.infos[index];
        if outcomes[index].kind == OutcomeKind::Demoted {
            world.contacts.candidates.push(info.pair());
        } else if world.contacts.solver_contacts[index].touching {
            wake_later(world, &info);
            let colliders = world.colliders_of(&info);
            if colliders.iter().any(|key| world.colliders.maps.has(*key)) {
                buffers.open_ends.push(colliders);
            } else {
                note(world, colliders, false);
            }
        }
    }
    world.contacts.drop_all(leaving);
}

/// Reports the ends of contacts with tile maps, once it is known what touches in this step: cells
/// that were changed have other pieces, and what stands on them need not know.
pub(super) fn settle_open_ends(world: &mut World, buffers: &mut Buffers) {
    for colliders in buffers.open_ends.drain(..) {
        note(world, colliders, false);
    }
}

/// Lists the sleeping bodies of a contact that ended, to be woken in this step.
fn wake_later(world: &mut World, info: &ContactInfo) {
    for (piece, proxy) in info.pieces.into_iter().zip(info.proxies) {
        let Piece { body, proxy: own, .. } = world.colliders.pieces[piece as usize];
        // A body that was teleported and then put to sleep keeps sleeping when its old contacts end.
        let stays = |body: usize| world.bodies.marks[body].added_asleep;
        let sleeps = |body: usize| world.bodies.sleeps_in_island(body) && !stays(body);
        if own == Some(proxy) && sleeps(body as usize) {
            world.pending.to_wake.push(world.bodies.infos[body as usize].key);
        }
    }
}

/// Reports a begin or an end, unless other pieces of the same two colliders still touch.
pub fn note(world: &mut World, colliders: [ColliderKey; 2], begins: bool) {
    if world.is_counted(colliders) && !changes_pair(&mut world.contacts, colliders, begins) {
        return;
    }
    let bodies = colliders.map(|key| world.body_of(key));
    world.events.contacts.next.push(if begins {
        ContactEvent::Begin { colliders, bodies }
    } else {
        ContactEvent::End { colliders, bodies }
    });
}

/// Counts a touching pair of pieces up or down. Returns whether it is the first or was the last.
fn changes_pair(contacts: &mut Contacts, colliders: [ColliderKey; 2], begins: bool) -> bool {
    let key = in_order(colliders);
    if begins {
        let count = contacts.shared.entry(key).or_insert(0);
        *count += 1;
        return *count == 1;
    }
    match contacts.shared.get_mut(&key) {
        Some(count) if *count > 1 => {
            *count -= 1;
            false
        }
        // Colliders of one piece are not counted.
        _ => {
            contacts.shared.remove(&key);
            true
        }
    }
}

/// The hit of the two pieces of a contact.
pub(super) fn hit(world: &World, index: usize) -> Option<Hit> {
    let World { contacts, bodies, colliders, .. } = world;
    let paths = paths(bodies, &colliders.outlines, &contacts.infos[index]);
    world.contact(index).hit(paths)
}

fn report_hit(world: &mut World, impact: &Impact) {
    let info = world.contacts.infos[impact.strongest];
    let colliders = world.colliders_of(&info);
    let Some(met) = hit(world, impact.strongest) else { return };
    let known = &world.colliders;
    let pieces = info.pieces.map(|piece| &known.pieces[piece as usize]);
    world.events.contacts.next.push(ContactEvent::Hit {
        colliders,
        bodies: colliders.map(|key| world.body_of(key)),
        parts: info.pieces.map(|piece| known.part_at(piece, met.point)),
        materials: pieces.map(|piece| piece.substance.material),
        point: met.point,
        normal: met.normal,
        speed: met.speed,
        tangent_speed: met.tangent_speed,
        impulse: impact.impulse,
    });
}
