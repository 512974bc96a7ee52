//! Scenes: made, stepped, copied, hashed, counted.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, room};
use crate::call::{edit, given, read, run, write};
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraHooks, UmbraSceneConfig, UmbraVec2};

/// A world of bodies. Opaque.
#[derive(Debug)]
// Always. Told so plainly, the header would name the type within.
#[cfg_attr(all(), repr(transparent))]
pub struct UmbraScene(pub(crate) Scene);

impl UmbraScene {
    /// A scene that something else owns, as the caller sees it.
    pub(crate) fn seen(scene: &mut Scene) -> &mut Self {
        // SAFETY: it is a scene and nothing else, so both have one layout.
        unsafe { &mut *core::ptr::from_mut(scene).cast::<Self>() }
    }
}

// The header promises that scenes move between threads, and that several may read one.
const _: () = {
    const fn moves_and_is_shared<T: Send + Sync>() {}
    moves_and_is_shared::<UmbraScene>();
};

/// Numbers of a scene and of its last step.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UmbraStats {
    /// Bodies of all kinds.
    pub bodies: usize,
    /// Bodies that can move.
    pub moving_bodies: usize,
    /// Moving bodies that do not sleep.
    pub awake_bodies: usize,
    /// Colliders.
    pub colliders: usize,
    /// Joints.
    pub joints: usize,
    /// Fields.
    pub fields: usize,
    /// Portals.
    pub portals: usize,
    /// Pairs of shapes whose boxes overlap.
    pub contacts: usize,
    /// Contacts with at least one awake body.
    pub awake_contacts: usize,
    /// Contacts that had points in the last step.
    pub solved_contacts: usize,
    /// Contacts that touch.
    pub touching_contacts: usize,
    /// Colliders that are sensors.
    pub sensors: usize,
    /// Pairs of a sensor and a collider that overlaps it.
    pub overlaps: usize,
    /// Joints that the last step solved.
    pub solved_joints: usize,
    /// Groups of awake bodies that fall asleep together.
    pub islands: usize,
    /// Groups of islands that are solved by one thread each.
    pub batches: usize,
    /// Number of times that the last step slowed a body down to the greatest speed.
    pub slowed: usize,
    /// Number of breaks that a limit prevented in the last step.
    pub fractures_bounded: usize,
}

/// Makes a scene. A null `config` is the default one.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_new(
    config: Option<&UmbraSceneConfig>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraScene>>>>,
) -> UmbraStatus {
    write(out, || {
        let config = config.map_or_else(|| Ok(SceneConfig::default()), UmbraSceneConfig::get)?;
        Ok(Some(Box::new(UmbraScene(Scene::new(config)?))))
    })
}

/// Frees a scene. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_free(scene: Option<Box<UmbraScene>>) {
    run(|| {
        drop(scene);
        Ok(())
    });
}

/// Makes a copy with the same keys, which goes on bit for bit like the first.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_clone(
    scene: Option<&UmbraScene>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraScene>>>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(Some(Box::new(UmbraScene(scene.clone())))))
}

/// Makes a scene a copy of another one, in the memory that it has.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_copy_from(
    scene: Option<&mut UmbraScene>,
    source: Option<&UmbraScene>,
) -> UmbraStatus {
    edit(scene, |scene| {
        scene.clone_from(&given("source", source)?.0);
        Ok(())
    })
}

/// Removes everything from the scene.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_clear(scene: Option<&mut UmbraScene>) -> UmbraStatus {
    edit(scene, |scene| {
        scene.clear();
        Ok(())
    })
}

/// Advances the scene by `dt` seconds. Null `hooks` are none; others are asked about contacts in
/// this step.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_step(
    scene: Option<&mut UmbraScene>,
    dt: f32,
    hooks: Option<&UmbraHooks>,
) -> UmbraStatus {
    edit(scene, |scene| match hooks {
        Some(hooks) => Ok(scene.step_with(dt, hooks)?),
        None => Ok(scene.step(dt)?),
    })
}

/// A number over all poses, velocities and joint impulses: equal for scenes that are the same to
/// the last bit.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_state_hash(
    scene: Option<&UmbraScene>,
    out: Option<&mut MaybeUninit<u64>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(scene.state_hash()))
}

/// Checks every link between the arrays of the scene. For tests of the library.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_validate(scene: Option<&UmbraScene>) -> UmbraStatus {
    run(|| Ok(given("scene", scene)?.0.validate()?))
}

/// Configuration of the scene.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_config(
    scene: Option<&UmbraScene>,
    out: Option<&mut MaybeUninit<UmbraSceneConfig>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok((*scene.config()).into()))
}

/// Changes the configuration.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_set_config(
    scene: Option<&mut UmbraScene>,
    config: Option<&UmbraSceneConfig>,
) -> UmbraStatus {
    edit(scene, |scene| {
        scene.edit(Edit::Config(given("config", config)?.get()?))?;
        Ok(())
    })
}

/// Changes the gravity, and nothing else of the configuration.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_set_gravity(
    scene: Option<&mut UmbraScene>,
    gravity: UmbraVec2,
) -> UmbraStatus {
    edit(scene, |scene| {
        let gravity = gravity.finite("gravity")?;
        scene.edit(Edit::Config(SceneConfig { gravity, ..*scene.config() }))?;
        Ok(())
    })
}

/// Kinetic and potential energy of all bodies.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_energy(
    scene: Option<&UmbraScene>,
    out: Option<&mut MaybeUninit<f32>>,
) -> UmbraStatus {
    read(scene, out, |scene| Ok(scene.energy()))
}

/// Numbers of the scene and of its last step.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_stats(
    scene: Option<&UmbraScene>,
    out: Option<&mut MaybeUninit<UmbraStats>>,
) -> UmbraStatus {
    read(scene, out, |scene| {
        let stats = scene.stats();
        Ok(UmbraStats {
            bodies: stats.bodies,
            moving_bodies: stats.moving_bodies,
            awake_bodies: stats.awake_bodies,
            colliders: stats.colliders,
            joints: stats.joints,
            fields: scene.field_count(),
            portals: scene.portal_count(),
            contacts: stats.contacts,
            awake_contacts: stats.awake_contacts,
            solved_contacts: stats.solved_contacts,
            touching_contacts: stats.touching_contacts,
            sensors: stats.sensors,
            overlaps: stats.overlaps,
            solved_joints: stats.solved_joints,
            islands: stats.islands,
            batches: stats.batches,
            slowed: stats.slowed,
            fractures_bounded: stats.fractures_bounded,
        })
    })
}

/// Seconds that each stage of the last step took, in the order of `UmbraStage`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_profile(
    scene: Option<&UmbraScene>,
    out: *mut f64,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let scene = &given("scene", scene)?.0;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, scene.profile().stages().map(|(_, stage)| stage.time.as_secs_f64()))
    })
}

/// Stage of a step, in the order in which they run.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraStage {
    /// Changes are put into effect.
    Changes = 0,
    /// Search for pairs.
    Pairs = 1,
    /// Update of contact points.
    Collide = 2,
    /// Hooks are asked.
    Hooks = 3,
    /// Sleeping bodies wake.
    Wake = 4,
    /// Islands and colours are built.
    Structure = 5,
    /// Constraints are solved and bodies moved.
    Solve = 6,
    /// Colliders follow the bodies.
    Finish = 7,
    /// Contacts are reported.
    Events = 8,
    /// Overlaps of sensors are reported.
    Sensors = 9,
    /// Islands at rest fall asleep.
    Sleep = 10,
}

/// Moves the origin to `by`: everything there is at (0, 0) then.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_scene_shift_origin(
    scene: Option<&mut UmbraScene>,
    by: UmbraVec2,
) -> UmbraStatus {
    edit(scene, |scene| Ok(scene.shift_origin(by.vector())?))
}

/// Sets the number of threads that all scenes of the process share; by default, there are as many
/// as the machine has processors. Call it before the first step: later calls are refused.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_set_threads(count: u32) -> UmbraStatus {
    run(|| {
        if count == 0 || count > 1024 {
            return Err(Fault::Value("count", format!("must be from 1 to 1024, but is {count}")));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count as usize);
        pool.build_global().map_err(|error| Fault::Value("count", error.to_string()))
    })
}
