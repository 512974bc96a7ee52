//! Fields in files.

use serde::{Deserialize, Serialize};
use umbra_world::World;
use umbra_world::file::FieldRecord;
use umbra_world::file::record::{List, PoseRecord};
use umbra_world::store::FieldInfo;

use crate::record::{at, corrupt, entry};
use crate::{BodyKey, BuildScene, Error, Field, FieldKey};

/// State of fields that the description does not hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct FieldsState {
    /// Number of fields ever added.
    added: u32,
    /// Insertion number of each field, and the pose at which it last woke sleeping bodies.
    each: List<(u32, Option<PoseRecord>)>,
}

/// The fields of a scene, as they are described, and the rest.
pub(crate) fn records_of(world: &World) -> (List<FieldRecord>, FieldsState) {
    let number = |key: BodyKey| world.bodies.index(key).ok().map(|index| index as u32);
    let list = &world.fields.list;
    let records = list
        .iter()
        .map(|info| FieldRecord::from_field(&info.field, info.field.body().and_then(number)));
    let each = list
        .iter()
        .map(|info| (info.key.number(), info.placed.as_ref().map(PoseRecord::from_pose)));
    (records.collect(), FieldsState { added: world.fields.added, each: each.collect() })
}

/// The fields that a file describes, on bodies in its order.
fn described(fields: &[FieldRecord], bodies: &[BodyKey]) -> Result<Vec<Field>, Error> {
    let field = |(number, record): (usize, &FieldRecord)| {
        let here = |error| at(format!("fields[{number}]"), error);
        let mut field = record.field().map_err(here)?;
        if let Some(body) = record.body {
            field = field.on(*entry("body", bodies, body).map_err(here)?);
        }
        Ok(field)
    };
    fields.iter().enumerate().map(field).collect()
}

/// Adds the fields that a file describes.
pub(crate) fn add(
    scene: &mut impl BuildScene,
    fields: &[FieldRecord],
    bodies: &[BodyKey],
) -> Result<(), Error> {
    for field in described(fields, bodies)? {
        scene.add_field(field)?;
    }
    Ok(())
}

/// Gives a scene the fields that it had when it was saved. Nothing wakes.
pub(crate) fn restore(
    world: &mut World,
    fields: &[FieldRecord],
    state: Option<&FieldsState>,
    bodies: &[BodyKey],
) -> Result<(), Error> {
    let fields = described(fields, bodies)?;
    let none = FieldsState::default();
    let state = state.unwrap_or(&none);
    let (count, expected) = (state.each.len(), fields.len());
    if count != expected {
        let error = Error::WrongCount { parameter: "fields", count, expected };
        return Err(at("state_since_2".into(), error));
    }
    let mut last = 0;
    for (field, (number, placed)) in fields.into_iter().zip(state.each.iter()) {
        if *number <= last || *number > state.added {
            return Err(corrupt("the numbers of fields do not ascend, or one is too large"));
        }
        last = *number;
        let placed = placed.as_ref().map(PoseRecord::pose).transpose()?;
        world.fields.list.push(FieldInfo { key: FieldKey::numbered(*number), field, placed });
    }
    world.fields.added = state.added;
    Ok(())
}
