//! Additions of version 3 of the format, at the end of files, as binary formats have no names.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use umbra_geom::{Real, Vector};
use umbra_solver::{SimdLevel, SolverConfig};

use crate::record::entry;
use crate::record::{List, Number, Pair, pair, vector};
use crate::{CombineRule, Continuous, Error, FractureConfig, SceneConfig, SleepConfig, check};
use umbra_world::World;
use umbra_world::store::Pace;

/// The newer part of the state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StateSince3 {
    /// Bodies by their numbers in the file, with the velocity and the spin that they had when they
    /// were last looked at whether they come to rest, and how often they were found to gain speed.
    paces: List<(u32, Pair, Number, u8)>,
    /// Fracture bounds of the configuration in effect, if it is not the one that is described.
    applied: Option<FractureConfig>,
}

/// A configuration as files of version 1 have it: what is newer is told at their end. Formats with
/// names have all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct OldConfig(pub(crate) SceneConfig);

/// Its fields in the order of binary formats.
#[derive(Serialize, Deserialize)]
#[serde(rename = "SceneConfig", remote = "SceneConfig")]
struct OldFields {
    gravity: Vector,
    length_unit: Real,
    solver: SolverConfig,
    hit_speed: Real,
    continuous: Continuous,
    friction_rule: CombineRule,
    restitution_rule: CombineRule,
    sleep: SleepConfig,
    #[serde(skip)]
    fracture: FractureConfig,
    #[serde(skip)]
    simd: Option<SimdLevel>,
}

impl Serialize for OldConfig {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            return self.0.serialize(to);
        }
        OldFields::serialize(&self.0, to)
    }
}

impl<'de> Deserialize<'de> for OldConfig {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if from.is_human_readable() {
            return SceneConfig::deserialize(from).map(Self);
        }
        OldFields::deserialize(from).map(Self)
    }
}

impl StateSince3 {
    pub(crate) fn from_world(world: &World) -> Self {
        let timers = (0..).zip(&world.bodies.sleep_timers);
        let moved = timers.filter(|(_, timer)| timer.pace != Pace::default());
        let pace = |(number, timer): (u32, &umbra_world::store::SleepTimer)| {
            let Pace { velocity, spin, gains } = timer.pace;
            (number, pair(velocity.into()), Number(spin), gains)
        };
        let applied = (world.applied != world.config).then_some(world.applied.fracture);
        Self { paces: moved.map(pace).collect(), applied }
    }

    /// Gives it to the scene.
    pub(crate) fn restore(&self, world: &mut World) -> Result<(), Error> {
        for (number, velocity, spin, gains) in self.paces.iter() {
            // It is counted on.
            let gains = (*gains).min(u8::MAX / 2);
            let pace = Pace { velocity: vector(*velocity), spin: spin.0, gains };
            check::all_finite("a pace", [pace.velocity.x, pace.velocity.y, pace.spin])?;
            let timers = &mut world.bodies.sleep_timers;
            entry("paces", timers, *number)?;
            timers[*number as usize].pace = pace;
        }
        if let Some(fracture) = self.applied {
            world.applied.fracture = fracture;
        }
        Ok(())
    }
}

/// For fields that are such a configuration.
pub mod old_config {
    use super::{Deserialize, Deserializer, OldConfig, SceneConfig, Serialize, Serializer};

    /// Serializes it.
    ///
    /// # Errors
    /// When the format refuses.
    pub fn serialize<S: Serializer>(config: &SceneConfig, to: S) -> Result<S::Ok, S::Error> {
        OldConfig(*config).serialize(to)
    }

    /// Deserializes it.
    ///
    /// # Errors
    /// When there is something else.
    pub fn deserialize<'de, D: Deserializer<'de>, C: From<SceneConfig>>(
        from: D,
    ) -> Result<C, D::Error> {
        OldConfig::deserialize(from).map(|config| config.0.into())
    }
}
