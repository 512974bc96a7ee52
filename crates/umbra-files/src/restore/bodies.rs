//! Bodies: added in their order, then put where they were.

use crate::bodies::BodyRecord;
use crate::parts::Parts;
use crate::record::{self, at, corrupt, entry, point, vector};
use crate::slots::key_of;
use crate::state::{BodyState, StateRecord};
use crate::{BuildScene, Error, JointKey, check};
use umbra_world::World;
use umbra_world::store::Placement;

/// Adds all bodies with their colliders. They are awake, as far as they can be.
pub(super) fn add(
    scene: &mut impl BuildScene,
    file: &Parts,
    state: &StateRecord,
) -> Result<(), Error> {
    for (number, record) in file.bodies.iter().enumerate() {
        let here = |error| at(format!("bodies[{number}]"), error);
        let body = record.within_reach().def(false).map_err(here)?;
        let key = scene.add_body(body).map_err(here)?;
        file.add_colliders(scene, number, key)?;
    }
    let world = scene.world();
    let keys = state.bodies.iter().map(|body| body.key);
    for (index, key) in keys.enumerate() {
        let other = world.bodies.index(key_of(key))?;
        let crosses = (index < world.bodies.moving) != (other < world.bodies.moving);
        if crosses {
            let error = corrupt("a body that can move is listed after one that cannot");
            return Err(at(format!("bodies[{index}]"), error));
        }
        if index != other {
            world.swap_bodies(index, other);
        }
    }
    Ok(())
}

/// Puts bodies where they were.
pub(super) fn restore(
    world: &mut World,
    file: &Parts,
    state: &StateRecord,
    joints: &[JointKey],
) -> Result<(), Error> {
    let moving = world.bodies.moving;
    let asleep = file.bodies[..moving].iter().filter(|record| record.asleep).count();
    world.bodies.awake = moving - asleep;
    let awake = &file.bodies[..world.bodies.awake];
    if awake.iter().any(|record| record.asleep) {
        return Err(corrupt("a sleeping body is listed before an awake one"));
    }
    for (index, (record, body)) in file.bodies.iter().zip(state.bodies.iter()).enumerate() {
        restore_body(world, index, record, body, joints)?;
    }
    Ok(())
}

fn restore_body(
    world: &mut World,
    index: usize,
    record: &BodyRecord,
    told: &BodyState,
    joints: &[JointKey],
) -> Result<(), Error> {
    let BodyState { center, acceleration, angular_acceleration, force, torque, still, .. } = told;
    let turned = record.turn()?;
    let bodies = &mut world.bodies;
    let state = &mut bodies.states[index];
    let previous = told.previous_center.unwrap_or(*center);
    let pairs = [*center, previous, *acceleration, *force, [*angular_acceleration, *torque]];
    let numbers = pairs.into_iter().flatten().chain([*still]);
    check::all_finite("a body", numbers.map(|number| number.0))?;
    state.center = point(*center);
    state.rotation = turned;
    (state.velocity, state.angular_velocity) = (vector(record.velocity), record.angular_velocity.0);
    state.turns = told.turns;
    (state.acceleration, state.angular_acceleration) =
        (vector(*acceleration), angular_acceleration.0);
    let rotation = match told.previous_rotation {
        Some(rotation) => record::rotation("previous_rotation", rotation)?,
        None => turned,
    };
    bodies.previous[index] = Placement { center: point(previous), rotation };
    let forces = &mut bodies.forces[index];
    (forces.force, forces.torque) = (vector(*force), torque.0);
    let timer = &mut bodies.sleep_timers[index];
    (timer.time, timer.in_vain) = (still.0, told.in_vain);
    let marks = &mut bodies.marks[index];
    marks.drops_through = record.drops_through;
    // Adding it has listed it.
    (marks.redirected, marks.stands) = (false, told.stands);
    marks.added_asleep = told.added_asleep;
    let keys = told.joints.iter().map(|number| entry("joints", joints, *number).copied());
    let permit = world.generation.change();
    bodies.infos.write(permit)[index].joints = keys.collect::<Result<_, _>>()?;
    if !record.is_at(&bodies.pose(index)) {
        return Err(corrupt("the pose of a body is not the one in its state"));
    }
    Ok(())
}
