//! Laws that hold in every world, whatever it contains.

mod copies;
mod energy;
mod events;
mod guests;
mod image;
mod joints;
mod mass;
mod motion;
mod passing;
mod rest;
mod room;
mod work;

use umbra_scenes::meetings::World;
use umbra_scenes::meetings::more::MORE;
use umbra_scenes::meetings::passing::WRAPPING;
use umbra_scenes::meetings::plan::Plan;

use super::watch::{Drives, Run};

/// Something that has to hold.
pub trait Law {
    /// Name of the law.
    fn name(&self) -> &'static str;

    /// After what was done to the world, before the next step.
    fn edited(&mut self, _run: &Run<'_>) {}

    /// After a step: what is wrong, if anything is.
    fn look(&mut self, _run: &Run<'_>) -> Result<(), String> {
        Ok(())
    }

    /// After the last step.
    fn after(&mut self, _run: &Run<'_>) -> Result<(), String> {
        Ok(())
    }
}

/// Their names.
pub const NAMES: [&str; 24] = [
    "panic", "finite", "valid", "room", "depth", "strike", "speed", "moves", "energy", "momentum",
    "joints", "limits", "events", "sensors", "copies", "threads", "mirror", "shift", "rest",
    "mass", "guests", "work", "wraps", "stands",
];

/// All that this world has to keep.
pub fn all(plan: &Plan, world: &World) -> Vec<Box<dyn Law>> {
    let drives = Drives::new(plan, world);
    let mut laws: Vec<Box<dyn Law>> = vec![
        Box::new(motion::Finite),
        Box::new(motion::Valid),
        Box::new(events::Contacts::default()),
        Box::new(events::Sensors::default()),
        Box::new(copies::Copies::default()),
        Box::new(copies::Threads),
        Box::new(work::Work),
    ];
    if guests::are_in(plan) {
        laws.push(Box::new(guests::Guests::new(plan, world, drives.overlaps)));
        return laws;
    }
    // What comes besides may drive anything.
    if world.more > 0 {
        if mass::Mass::stays(plan) {
            laws.push(Box::new(mass::Mass::default()));
        }
        if MORE[usize::from(world.more)] == WRAPPING {
            if let Some(wraps) = passing::Wraps::new(plan) {
                laws.push(Box::new(wraps));
            }
            if motion::Momentum::counts(plan) {
                laws.push(Box::new(motion::Momentum::default()));
            }
        }
        if let Some(stands) = passing::Stands::new(plan, world) {
            laws.push(Box::new(stands));
        }
        return laws;
    }
    // What lies in one another may be parted in one of two ways.
    if !drives.overlaps {
        laws.push(Box::new(image::Image::shift()));
        laws.push(Box::new(image::Image::mirror()));
    }
    if !drives.walls && !drives.motors && !drives.overlaps {
        laws.push(Box::new(energy::Energy::new(drives)));
    }
    if !drives.presses {
        laws.push(Box::new(room::Room));
        laws.push(Box::new(motion::Moves::default()));
        laws.push(Box::new(motion::Speed::new(plan)));
        laws.push(Box::new(room::Depth::resting(plan)));
        laws.push(Box::new(room::Depth::striking(plan)));
        laws.push(Box::new(joints::Joints::default()));
        laws.push(Box::new(joints::Limits::default()));
    }
    if motion::Momentum::counts(plan) {
        laws.push(Box::new(motion::Momentum::default()));
    }
    if rest::Rest::comes(plan, world, drives) {
        laws.push(Box::new(rest::Rest));
    }
    laws
}
