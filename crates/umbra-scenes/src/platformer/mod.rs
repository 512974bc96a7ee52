//! A level of a platform game, and a scripted player.
//!
//! - `level.txt`, `level.rs`: the level, and its moving bodies;
//! - `player.rs`: the player, a character with this game's rules;
//! - `plan.rs`: the actions of the player, line by line;
//! - `report.rs`: plays the level and measures.
//!
//! The script keeps its state in the user data of bodies: a copy of the scene continues like the
//! original.

mod level;
mod plan;
mod player;
mod report;

pub use level::{FERRY_PERIOD, Level, build, ferry_at, lift_at};
pub use plan::has_reached_the_goal;
pub use player::find_ground;
pub use report::{Report, play};

use umbra::Error;
use umbra::prelude::*;

use crate::{Controls, Roles};

/// The length of a step: everything that moves is timed in steps of a sixtieth of a second.
pub const DT: Real = 1.0 / 60.0;
/// The number of steps of the level, with a little left over.
pub const STEPS: u32 = 6000;

/// The scene of the catalogue. The player is marked.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    Ok(Roles { marked: Some(build(scene)?.player), driven: None })
}

/// The script before each step: handles sensor events, moves the platforms, and lets the player
/// act.
///
/// # Errors
/// When there is a mistake here.
pub fn script(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    let Some(level) = Level::find(scene) else { return Ok(()) };
    level.listen(scene)?;
    level.move_all(scene, step)?;
    plan::act(scene, &level, step)
}

/// The same for an interactive player.
///
/// # Errors
/// When there is a mistake here.
pub(crate) fn play_by_hand(
    scene: &mut Scene,
    _: &Roles,
    step: u32,
    controls: Controls,
) -> Result<(), Error> {
    let Some(level) = Level::find(scene) else { return Ok(()) };
    level.listen(scene)?;
    level.move_all(scene, step)?;
    plan::act_by_hand(scene, &level, controls)
}

/// Draws the number of coins left, and the position of the goal.
pub(crate) fn marks(scene: &Scene, roles: &Roles, _: u32, drawer: &mut dyn DebugDraw) {
    let (Some(level), Some(player)) = (Level::find(scene), roles.marked) else { return };
    let Ok(at) = scene.body(player).map(|body| body.position()) else { return };
    let color = DebugColor::hex(0x888888);
    let text = match level.coins.len() {
        0 => "all coins are yours".to_owned(),
        left => format!("{left} coins left"),
    };
    drawer.text(at + Vector::new(-1.0, 1.6), &text, color);
    drawer.text(Point::new(2.0, 10.0), "goal", color);
}
