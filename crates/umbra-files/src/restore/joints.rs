//! Joints, with the turns that they have counted and the impulses that they gave.

use umbra_geom::Rotation;

use crate::parts::Parts;
use crate::record::{at, corrupt};
use crate::state::{JointState, StateRecord};
use crate::{Error, JointKey, JointKind};
use umbra_world::World;
use umbra_world::joint::JointDef;
use umbra_world::store::JointInfo;

/// Puts joints in. Their bodies list them already.
pub(super) fn restore(
    world: &mut World,
    file: &Parts,
    state: &StateRecord,
    keys: &[JointKey],
) -> Result<(), Error> {
    let bodies: Vec<_> = world.bodies.infos.iter().map(|info| info.key).collect();
    for (number, (record, told)) in file.joints.iter().zip(state.joints.iter()).enumerate() {
        let here = |error| at(format!("joints[{number}]"), error);
        let joint = record.def(&bodies, keys).map_err(here)?;
        let reference = record.references().map_err(here)?;
        let key = world.joints.infos.insert(restored(joint, reference, told).map_err(here)?);
        debug_assert_eq!(keys.get(number), Some(&key));
        world.joints.slots.note(key);
    }
    let infos = world.joints.infos.values();
    world.joints.gears = infos.filter(|info| info.geared.is_some()).count();
    let mut infos = world.joints.infos.values();
    world.joints.any_breakable = infos.any(|info| info.settings.is_breakable());
    Ok(())
}

fn restored(
    joint: JointDef,
    reference: Option<[Rotation; 2]>,
    told: &JointState,
) -> Result<JointInfo, Error> {
    let JointDef { bodies, settings, geared, is_local } = joint;
    let [a, b] = bodies;
    if a == b && settings.kind != JointKind::Target {
        return Err(Error::JoinsItself(a));
    }
    if !is_local {
        return Err(corrupt("a joint with a state has anchors in the world"));
    }
    let mut info = JointInfo::new(bodies, settings);
    let broken = || corrupt("a joint with a state has no rotations to count from");
    info.reference = reference.ok_or_else(broken)?;
    (info.geared, info.solved_as) = (geared, told.solved_as);
    told.motion.check()?;
    told.motion.put(&mut info);
    Ok(info)
}
