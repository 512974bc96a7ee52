//! Keys that were given out since a moment are not given out again.

use crate::World;
use crate::store::{ColliderInfo, JointInfo, Permit};

/// The last version that each slot of a scene was given out with.
pub(super) struct GivenOut {
    bodies: Vec<u32>,
    colliders: Vec<u32>,
    joints: Vec<u32>,
    fields: u32,
}

impl GivenOut {
    /// Of a scene that is about to be written over.
    pub(super) fn from_world(world: &mut World) -> Self {
        // Slots are filled and freed again, which no one sees.
        let permit = world.generation.change();
        let World { bodies, colliders, joints, fields, .. } = world;
        Self {
            bodies: bodies.slots.versions(&mut bodies.keys, || 0),
            colliders: colliders
                .slots
                .versions(colliders.infos.write(permit), ColliderInfo::vacant),
            joints: joints.slots.versions(&mut joints.infos, JointInfo::vacant),
            fields: fields.added,
        }
    }

    /// Has another scene never give out any of these keys again, but those that it has.
    pub(super) fn retire(&self, world: &mut World, permit: Permit) {
        let World { bodies, colliders, joints, .. } = world;
        bodies.slots.write(permit).retire(&self.bodies, &mut bodies.keys, || 0);
        let infos = colliders.infos.write(permit);
        colliders.slots.write(permit).retire(&self.colliders, infos, ColliderInfo::vacant);
        joints.slots.retire(&self.joints, &mut joints.infos, JointInfo::vacant);
        world.fields.added = world.fields.added.max(self.fields);
    }
}
