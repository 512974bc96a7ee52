//! What an environment has to say.
use umbra::{Error, Scene};

use super::random::Random;

/// What a step of one world gives back, in rows of the caller's arrays.
pub struct Outcome<'a> {
    pub observation: &'a mut [f64],
    /// Numbers for the `info` of the environment.
    pub info: &'a mut [f64],
    pub reward: f64,
    pub terminated: bool,
}

/// An environment: its rules, the same for all worlds.
pub trait Task: Send + Sync + 'static {
    /// What a world has beside its scene.
    type World: Send + Sync + Clone + Default;

    /// Numbers in an observation, an action and an info.
    const SIZES: Sizes;

    /// Numbers in an action.
    fn action_length(&self) -> usize {
        Self::SIZES.action
    }

    /// Refuses an action, with what it must be.
    fn check(&self, action: &[f64]) -> Result<(), &'static str> {
        if action.iter().all(|number| number.is_finite()) { Ok(()) } else { Err("must be finite") }
    }

    /// An episode from its beginning: the scene, and the first observation.
    fn reset(
        &self,
        world: &mut Self::World,
        random: &mut Random,
        scene: &mut Scene,
        out: &mut Outcome<'_>,
    ) -> Result<(), Error>;

    /// A step of an episode.
    fn step(
        &self,
        world: &mut Self::World,
        random: &mut Random,
        scene: &mut Scene,
        action: &[f64],
        out: &mut Outcome<'_>,
    ) -> Result<(), Error>;
}

/// Lengths of rows.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    pub observation: usize,
    pub action: usize,
    pub info: usize,
    /// True if observations have single precision.
    pub single: bool,
}
