//! Portals, and what is on its way through them.

use serde::{Deserialize, Serialize};
use umbra_world::store::{Crossing, PortalInfo};
use umbra_world::{Portal, PortalKey, World};

use crate::record::{List, at, corrupt, entry};
use crate::{BodyKey, BuildScene, ColliderKey, Error, JointKey, JointKind};

/// State that came with version 4: that of portals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StateSince4 {
    /// Number of portals ever added, and the insertion number of each.
    added: u32,
    keys: List<u32>,
    crossings: List<CrossingRecord>,
    /// Colliders of images, and those of which they are copies.
    copies: List<(ColliderKey, ColliderKey)>,
}

/// A body on its way through a portal. All are numbers in the file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CrossingRecord {
    portal: u32,
    end: u8,
    body: u32,
    image: u32,
    link: u32,
}

/// The portals of a world, as they are described.
pub(crate) fn records_of(world: &World) -> List<Portal> {
    world.portals.list.iter().map(|info| info.portal).collect()
}

impl StateSince4 {
    /// State of the portals of a world, if it ever had any.
    pub(crate) fn from_world(world: &World, joints: &[JointKey]) -> Option<Self> {
        let portals = &world.portals;
        let body = |key: BodyKey| world.bodies.index(key).map_or(u32::MAX, |index| index as u32);
        let record = |crossing: &Crossing| CrossingRecord {
            portal: portals.index(crossing.portal).map_or(u32::MAX, |index| index as u32),
            end: crossing.end,
            body: body(crossing.body),
            image: body(crossing.image),
            link: crate::state::number_in(joints, crossing.link),
        };
        (portals.added > 0).then(|| Self {
            added: portals.added,
            keys: portals.list.iter().map(|info| info.key.number()).collect(),
            crossings: portals.crossings.iter().map(record).collect(),
            copies: portals.originals.iter().map(|(copy, original)| (copy, *original)).collect(),
        })
    }

    /// Gives it to a world that has bodies and pieces.
    pub(crate) fn restore(
        &self,
        world: &mut World,
        described: &[Portal],
        joints: &[JointKey],
    ) -> Result<(), Error> {
        let (count, expected) = (self.keys.len(), described.len());
        if count != expected {
            return Err(Error::WrongCount { parameter: "portals", count, expected });
        }
        let mut last = 0;
        for (number, portal) in self.keys.iter().zip(described) {
            if *number <= last || *number > self.added {
                return Err(corrupt("the numbers of portals do not ascend, or one is too large"));
            }
            last = *number;
            let (key, portal) = (PortalKey::numbered(*number), portal.checked()?);
            world.portals.list.push(PortalInfo { key, portal });
        }
        world.portals.added = self.added;
        let bodies: Vec<_> = world.bodies.infos.iter().map(|info| info.key).collect();
        let permit = world.generation.change();
        for record in self.crossings.iter() {
            let [body, image] = [
                *entry("crossings", &bodies, record.body)?,
                *entry("crossings", &bodies, record.image)?,
            ];
            let portal = entry("crossings", &world.portals.list, record.portal)?.key;
            let link = *entry("crossings", joints, record.link)?;
            let infos = world.bodies.infos.write(permit);
            let original = infos[record.body as usize].original();
            let info = &mut infos[record.image as usize];
            if record.end > 1 || body == image || info.image_of.is_some() || original == image {
                return Err(corrupt("an image is one of itself, or of two bodies"));
            }
            info.image_of = Some(original);
            world.portals.crossings.push(Crossing { portal, end: record.end, body, image, link });
        }
        for &(copy, original) in self.copies.iter() {
            let body_of = |key| {
                let body = world.colliders.infos.get(key)?.body;
                Some((body, world.bodies.original(body)))
            };
            let is_copy = body_of(copy).zip(body_of(original)).is_some_and(|(image, own)| {
                image.0 != image.1 && own.0 == own.1 && image.1 == own.1
            });
            if !is_copy {
                return Err(corrupt("a copy of a collider is not on an image of its body"));
            }
            world.portals.originals.insert(copy, original);
            world.name_copy(copy, original);
        }
        Ok(())
    }
}

/// Checks that the links of a world are those between bodies and their images.
pub(crate) fn check_links(world: &World) -> Result<(), Error> {
    let is_link = |kind: JointKind| kind == JointKind::Image;
    let infos = world.joints.infos.values();
    let links = infos.filter(|info| is_link(info.settings.kind)).count();
    let linked = world.portals.crossings.iter().all(|crossing| {
        let info = world.joints.infos.get(crossing.link);
        let ends = [crossing.body, crossing.image];
        info.is_some_and(|info| {
            is_link(info.settings.kind) && ends.iter().all(|end| info.bodies.contains(end))
        })
    });
    if linked && links == world.portals.crossings.len() {
        return Ok(());
    }
    Err(corrupt("a link does not join a body and its image"))
}

/// Adds the portals that a file describes.
pub(crate) fn add(scene: &mut impl BuildScene, portals: &[Portal]) -> Result<(), Error> {
    for (number, portal) in portals.iter().enumerate() {
        scene.add_portal(*portal).map_err(|error| at(format!("portals[{number}]"), error))?;
    }
    Ok(())
}
