//! A scene takes over the state that a file tells.
//!
//! First everything that is described is added to an empty scene, with the keys that the file
//! tells, in the order that it tells. Then what steps have made of it is written over that, part by
//! part, each of which is checked; and at the end, as a whole, whether the parts fit together.
//!
//! - `mod.rs`: the way through the parts;
//! - `bodies.rs`, `pieces.rs`, `contacts.rs`, `joints.rs`: the parts.

mod bodies;
mod contacts;
mod joints;
mod pieces;

use crate::parts::Parts;
use crate::record::{at, corrupt};
use crate::slots::key_of;
use crate::state::{EventsState, PendingState, StateRecord, box_of};
use crate::{BuildScene, Error, JointKey, check, fields, portals};
use umbra_world::World;
use umbra_world::store::Streams;
use umbra_world::store::{ColliderInfo, Fixed, JointInfo};

pub(crate) fn load<S: BuildScene>(file: &Parts, state: &StateRecord) -> Result<S, Error> {
    let applied = state.applied.map_or(file.config, |applied| applied.0);
    let mut scene = S::empty(applied).map_err(|error| at("config".into(), error))?;
    restore_slots(scene.world(), file, state)?;
    bodies::add(&mut scene, file, state)?;
    let world = scene.world();
    let in_state = |error| at("state".into(), error);
    let joints: Vec<JointKey> = state.joints.iter().map(|joint| key_of(joint.key)).collect();
    bodies::restore(world, file, state, &joints).map_err(in_state)?;
    if let Some(newer) = &file.state_since_3 {
        newer.restore(world).map_err(|error| at("state_since_3".into(), error))?;
    }
    pieces::restore(world, state).map_err(in_state)?;
    if let Some(newer) = &file.state_since_4 {
        let here = |error| at("state_since_4".into(), error);
        newer.restore(world, &file.portals, &joints).map_err(here)?;
    }
    contacts::restore(world, state).map_err(in_state)?;
    if let Some(newer) = &file.state_since_5 {
        newer.restore(world).map_err(|error| at("state_since_5".into(), error))?;
    }
    joints::restore(world, file, state, &joints)?;
    portals::check_links(world).map_err(in_state)?;
    let bodies: Vec<_> = world.bodies.infos.iter().map(|info| info.key).collect();
    let of_fields = file.state_since_2.as_ref().map(|state| &state.fields);
    fields::restore(world, &file.fields, of_fields, &bodies)?;
    file.make_breakable(&mut scene, &bodies)?;
    let world = scene.world();
    restore_rest(world, state).map_err(in_state)?;
    restore_impacts(world, file)?;
    finish(world, state).map_err(in_state)?;
    // The next step looks at it.
    world.config = file.config;
    Ok(scene)
}

/// Has the scene give out the keys of the file.
fn restore_slots(world: &mut World, file: &Parts, state: &StateRecord) -> Result<(), Error> {
    let colliders: usize = file.bodies.iter().map(|body| body.colliders.len()).sum();
    let counts = [
        ("bodies", state.bodies.len(), file.bodies.len()),
        ("colliders", state.colliders.len(), colliders),
        ("joints", state.joints.len(), file.joints.len()),
    ];
    for (parameter, count, expected) in counts {
        if count != expected {
            let error = Error::WrongCount { parameter, count, expected };
            return Err(at("state".into(), error));
        }
    }
    let here = |error| at("state".into(), error);
    let taken: Vec<_> = state.bodies.iter().map(|body| body.key).collect();
    let (keys, slots) = state.body_slots.map(&taken, || 0).map_err(here)?;
    (world.bodies.keys, world.bodies.slots) = (keys, Fixed::new(slots));
    let colliders = state.collider_slots.map(&state.colliders, ColliderInfo::vacant);
    let (infos, slots) = colliders.map_err(here)?;
    (world.colliders.infos, world.colliders.slots) = (Fixed::new(infos), Fixed::new(slots));
    let taken: Vec<_> = state.joints.iter().map(|joint| joint.key).collect();
    (world.joints.infos, world.joints.slots) =
        state.joint_slots.map(&taken, JointInfo::vacant).map_err(here)?;
    Ok(())
}

/// Restores the changes that wait for the next step, and the events of the last one.
fn restore_rest(world: &mut World, state: &StateRecord) -> Result<(), Error> {
    let PendingState { redirected, seams, to_wake, added_asleep, removed, .. } = &state.pending;
    for key in redirected.iter() {
        // Some may have been removed since.
        if let Ok(index) = world.bodies.index(*key) {
            world.bodies.marks[index].redirected = true;
        }
    }
    let pending = &mut world.pending;
    pending.redirected = redirected.0.clone();
    pending.seams = seams.iter().copied().map(box_of).collect();
    pending.to_wake = to_wake.0.clone();
    pending.added_asleep = added_asleep.0.clone();
    pending.removed = removed.iter().copied().collect();
    let PendingState { materials, edited, all_pairs, joints, structure, .. } = state.pending;
    (pending.materials, pending.edited, pending.all_pairs) = (materials, edited, all_pairs);
    (pending.joints, pending.structure) = (joints, structure);
    let Streams { contacts, bodies, sensors, joints, .. } = &mut world.events;
    let EventsState { contacts: of_contacts, bodies: of_bodies, .. } = &state.events;
    let EventsState { sensors: of_sensors, joints: of_joints, .. } = &state.events;
    [contacts.current, contacts.next] = of_contacts.clone().map(|list| list.0);
    [bodies.current, bodies.next] = of_bodies.clone().map(|list| list.0);
    [sensors.current, sensors.next] = of_sensors.clone().map(|list| list.0);
    [joints.current, joints.next] = of_joints.clone().map(|list| list.0);
    let StateRecord { search_pause, last_substep, substeps_per_second, .. } = *state;
    check::all_finite("the state", [search_pause, last_substep, substeps_per_second])?;
    world.search_pause = search_pause;
    world.solver.set_last_substep(last_substep);
    world.joints.inv_h = substeps_per_second;
    Ok(())
}

/// Impacts that are under way, and those of the last step.
fn restore_impacts(world: &mut World, file: &Parts) -> Result<(), Error> {
    let Some(state) = &file.state_since_2 else { return Ok(()) };
    let times = state.open.iter().map(|impact| impact.time);
    check::all_finite("an impact", times.chain(state.open.iter().map(|it| it.event.impulse)))?;
    let Streams { impacts, fractures, open, .. } = &mut world.events;
    [impacts.current, impacts.next] = state.impacts.clone().map(|list| list.0);
    [fractures.current, fractures.next] = state.fractures();
    *open = state.open.0.clone();
    Ok(())
}

/// Makes what follows from the rest, and sees whether all of it fits together.
fn finish(world: &mut World, state: &StateRecord) -> Result<(), Error> {
    world.rebuild_derived()?;
    world.validate()?;
    // A program that writes files of its own tells none.
    if state.hash != 0 && world.state_hash() != state.hash {
        return Err(corrupt("the state hash is not the one that was saved"));
    }
    Ok(())
}
