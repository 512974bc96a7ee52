//! Saving and loading.

use umbra_world::World;

use crate::parts::{Parts, SceneFile, check_version};
use crate::portals::StateSince4;
use crate::state::{StateRecord, StateSince2};
use crate::state3::StateSince3;
use crate::state5::StateSince5;
use crate::{BuildScene, Error, restore};

/// File of a world as it is now, with the state that steps have made.
pub fn save(world: &World) -> SceneFile {
    let mut parts = Parts::describe(world);
    let joints: Vec<_> = world.joints.infos.keys().collect();
    parts.state = Some(StateRecord::from_world(world.clone(), &joints));
    parts.state_since_2 = Some(StateSince2::from_world(world));
    parts.state_since_3 = Some(StateSince3::from_world(world));
    parts.state_since_4 = StateSince4::from_world(world, &joints);
    parts.state_since_5 = Some(StateSince5::from_world(world));
    SceneFile(parts)
}

/// File of a world as it was built, without the state.
pub fn describe(world: &World) -> SceneFile {
    if world.portals.is_idle() {
        return SceneFile(Parts::describe(world));
    }
    // Images are state.
    let mut world = world.clone();
    world.end_all_crossings();
    SceneFile(Parts::describe(&world))
}

/// Loads the scene that a file describes, as it was when it was saved.
///
/// # Errors
/// [`Error::UnknownVersion`] if the file is of a newer version; [`Error::InFile`] with the place,
/// if something in it is refused; [`Error::Corrupt`] if its parts do not fit together.
pub fn load<S: BuildScene>(file: &SceneFile) -> Result<S, Error> {
    let SceneFile(file) = file;
    check_version(file.version)?;
    match &file.state {
        Some(state) => restore::load(file, state),
        None => file.build(),
    }
}
