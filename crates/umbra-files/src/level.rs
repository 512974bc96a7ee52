//! A scene that is built of what a file describes.

use umbra_world::World;
use umbra_world::store::BodyInfo;

use crate::bodies::BodyRecord;
use crate::colliders::{ColliderRecord, Shared};
use crate::joints::JointRecord;
use crate::parts::Parts;
use crate::record::{List, Number, at, corrupt, entry};
use crate::{BodyKey, BuildScene, Error, JointKey, JointKind, fields, portals, state};

impl Parts {
    /// Description of a world, without its state.
    pub(crate) fn describe(world: &World) -> Self {
        let shared = Shared::new(world);
        let World { bodies, colliders, joints, .. } = world;
        let mut file = Self { config: world.config, ..Self::default() };
        for (index, info) in bodies.infos.iter().enumerate() {
            let mut body = BodyRecord::from_body(bodies, index);
            let infos = info.colliders.iter().filter_map(|key| colliders.infos.get(*key));
            body.colliders =
                infos.map(|info| ColliderRecord::from_info(info, colliders, &shared)).collect();
            file.bodies.0.push(body);
        }
        let keys: Vec<_> = joints.infos.keys().collect();
        let body = |key: BodyKey| bodies.index(key).map_or(u32::MAX, |index| index as u32);
        let joint = |key: JointKey| state::number_in(&keys, key);
        let records = joints.infos.values().map(|info| JointRecord::from_info(info, body, joint));
        file.joints = records.collect();
        let breaks =
            |(number, info): (usize, &BodyInfo)| Some((number as u32, Number(info.toughness?)));
        file.toughness = bodies.infos.iter().enumerate().filter_map(breaks).collect();
        let left = |(number, info): (usize, &BodyInfo)| Some((number as u32, info.pieces_left?));
        file.pieces_left = bodies.infos.iter().enumerate().filter_map(left).collect();
        file.fields = fields::records_of(world).0;
        file.portals = portals::records_of(world);
        (file.materials, file.shapes) = (List(shared.materials), List(shared.shapes));
        file
    }

    /// A scene of what is described.
    pub(crate) fn build<S: BuildScene>(&self) -> Result<S, Error> {
        let mut scene = S::empty(self.config).map_err(|error| at("config".into(), error))?;
        let mut bodies = Vec::new();
        for (number, record) in self.bodies.iter().enumerate() {
            let here = |error| at(format!("bodies[{number}]"), error);
            let body = record.def(true).map_err(here)?;
            let key = scene.add_body(body.clone()).map_err(here)?;
            bodies.push(key);
            self.add_colliders(&mut scene, number, key)?;
            scene.finish_body(key, &body, record.drops_through).map_err(here)?;
        }
        // Gears come after what they gear, wherever they are in the file.
        let mut joints = vec![JointKey::default(); self.joints.len()];
        for geared in [false, true] {
            let records = self.joints.iter().enumerate();
            for (number, record) in records.filter(|(_, record)| record.geared.is_some() == geared)
            {
                let here = |error| at(format!("joints[{number}]"), error);
                let joint = record.def(&bodies, &joints).map_err(here)?;
                if joint.settings.kind == JointKind::Image {
                    return Err(here(corrupt("a link of an image needs a state")));
                }
                joints[number] = scene.add_joint(&joint).map_err(here)?;
                record.finish(scene.world(), joints[number]).map_err(here)?;
            }
        }
        fields::add(&mut scene, &self.fields, &bodies)?;
        portals::add(&mut scene, &self.portals)?;
        self.make_breakable(&mut scene, &bodies)?;
        Ok(scene)
    }

    /// Gives bodies the impulse that breaks them.
    pub(crate) fn make_breakable(
        &self,
        scene: &mut impl BuildScene,
        bodies: &[BodyKey],
    ) -> Result<(), Error> {
        for (place, (number, toughness)) in self.toughness.iter().enumerate() {
            let here = |error| at(format!("toughness[{place}]"), error);
            let body = *entry("body", bodies, *number).map_err(here)?;
            scene.set_toughness(body, toughness.0).map_err(here)?;
        }
        for (place, (number, left)) in self.pieces_left.iter().enumerate() {
            let here = |error| at(format!("pieces_left[{place}]"), error);
            let body = *entry("body", bodies, *number).map_err(here)?;
            let world = scene.world();
            let index = world.bodies.index(body).map_err(here)?;
            let permit = world.generation.change();
            world.bodies.infos.write(permit)[index].pieces_left = Some(*left);
        }
        Ok(())
    }

    /// Adds the colliders of a body.
    pub(crate) fn add_colliders(
        &self,
        scene: &mut impl BuildScene,
        number: usize,
        key: BodyKey,
    ) -> Result<(), Error> {
        for (which, record) in self.bodies[number].colliders.iter().enumerate() {
            let here = |error| at(format!("bodies[{number}].colliders[{which}]"), error);
            let (collider, pieces) = record.made_of(&self.shapes, &self.materials).map_err(here)?;
            scene.add_collider(key, &collider, pieces, record.enabled).map_err(here)?;
        }
        Ok(())
    }
}
