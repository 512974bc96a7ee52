//! The actions of the scripted player, one line after the other.

use umbra::Error;
use umbra::character::CharacterInput;
use umbra::prelude::*;

use super::level::{FERRY_PERIOD, IS_PLAYER, Level, is_goal, lift_waits};
use super::player;
use crate::{Button, Controls};

/// A line of the plan.
#[derive(Clone, Copy, Debug)]
enum Line {
    /// Run to this x, over any ground.
    Run(Real),
    /// Jump, move to this x in the air, and land.
    Jump(Real),
    /// Fall through the one-way platform, and land.
    Drop,
    /// Stand still for a number of steps.
    Stand(u32),
    /// Stand still until the function returns true for the step.
    Wait(fn(u32) -> bool),
}

/// The number of steps for which the player asks to fall through.
const DROPS: u32 = 10;

use Line::{Drop, Jump, Run, Stand, Wait};

/// From the left to the right through the lower storey, up, and back through the upper one.
const PLAN: [Line; 40] = [
    Run(13.0),
    Stand(30), // on a slope of 45 degrees
    Run(18.0),
    Stand(30), // on one of 1 in 2
    Run(24.0),
    Run(36.0), // with two crates in front
    Stand(30),
    Jump(39.9), // over them
    Run(43.0),
    Jump(43.0), // up through the lower platform
    Stand(30),
    Jump(43.0), // and the upper one
    Stand(30),
    Drop,
    Stand(30),
    Drop,
    Run(46.0),
    Stand(150), // on the belt
    Run(57.5),
    Stand(60), // at the door
    Run(73.3),
    Wait(is_lift_down),
    Run(75.5),
    Wait(is_lift_up),
    Run(70.6),
    Wait(is_ferry_right),
    Run(68.75),
    Stand(FERRY_PERIOD),
    Wait(is_ferry_left),
    Run(55.8),
    Run(53.5),
    Jump(53.5), // up through the shelf
    Stand(30),
    Drop,
    Run(41.3),
    Stand(135), // on the belt of cells
    Run(10.0),
    Run(34.0), // back and forth over flat ground
    Run(2.5),
    Stand(u32::MAX),
];

fn is_lift_down(step: u32) -> bool {
    lift_waits(step, 0)
}

fn is_lift_up(step: u32) -> bool {
    lift_waits(step, 1)
}

/// True if the ferry will be at its right end in a quarter of a second.
fn is_ferry_right(step: u32) -> bool {
    (step + 15).is_multiple_of(FERRY_PERIOD)
}

fn is_ferry_left(step: u32) -> bool {
    (step + 15 + FERRY_PERIOD / 2).is_multiple_of(FERRY_PERIOD)
}

/// The state of the plan, in the user data of the player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// The number of the line.
    pub(super) line: u8,
    /// The number of steps since the line began.
    pub(super) steps: u32,
    /// True if the player is in the air.
    pub(super) in_air: bool,
    /// True if it stood still in the last step.
    pub(super) idle: bool,
    /// True if it stood after it had acted.
    pub(super) stands: bool,
    /// True if it falls through platforms.
    pub(super) drops: bool,
    /// True if jump was held.
    pub(super) held_jump: bool,
}

impl Memory {
    /// Reads the memory of a player.
    pub(super) fn read(scene: &Scene, player: BodyKey) -> Self {
        let bits = scene.body(player).map_or(0, |body| body.user_data());
        let bit = |at: u32| bits >> at & 1 == 1;
        let (line, steps) = (bits as u8, (bits >> 8) as u32);
        let [in_air, idle, stands, drops, held_jump] = [40, 41, 42, 43, 44].map(bit);
        Self { line, steps, in_air, idle, stands, drops, held_jump }
    }

    /// True if the player runs, and is not to leave the ground.
    pub(super) fn runs(self) -> bool {
        self.steps > 1 && matches!(PLAN[usize::from(self.line)], Run(_))
    }

    fn bits(self) -> u64 {
        let flags = [self.in_air, self.idle, self.stands, self.drops, self.held_jump];
        let flags = flags.iter().rev().fold(0, |all, flag| all << 1 | u64::from(*flag)) << 40;
        IS_PLAYER | flags | u64::from(self.steps) << 8 | u64::from(self.line)
    }
}

/// Lets the player act according to the plan.
pub(super) fn act(scene: &mut Scene, level: &Level, step: u32) -> Result<(), Error> {
    let mut memory = Memory::read(scene, level.player);
    let Ok(x) = scene.body(level.player).map(|body| body.position().x) else { return Ok(()) };
    let mut character = player::recall(scene, level.player)?;
    memory.in_air = !character.is_on_ground();
    // A line that is done gives way to the next one in the same step.
    while is_done(&memory, x, step) {
        (memory.line, memory.steps) = (memory.line + 1, 0);
    }
    let mut input = CharacterInput::default();
    match PLAN[usize::from(memory.line)] {
        Run(to) => input.run = (to - x).signum(),
        Jump(to) => {
            input.jump = memory.steps == 0;
            input.run = ((to - x) / 0.3).clamp(-1.0, 1.0);
        }
        Drop => input.drop = memory.steps < DROPS,
        Stand(_) | Wait(_) => {}
    }
    player::steer(scene, &mut character, &input, &mut memory)?;
    memory.in_air |= input.jump || input.drop;
    memory.idle = input.run == 0.0 && !memory.in_air;
    memory.steps += 1;
    if let Ok(mut body) = scene.body_mut(level.player) {
        body.set_user_data(memory.bits());
    }
    Ok(())
}

/// Lets the player act according to the buttons.
pub(super) fn act_by_hand(
    scene: &mut Scene,
    level: &Level,
    controls: Controls,
) -> Result<(), Error> {
    let mut memory = Memory::read(scene, level.player);
    let Ok(mut character) = player::recall(scene, level.player) else { return Ok(()) };
    let input = CharacterInput {
        run: Real::from(controls.axis(Button::Left, Button::Right)),
        jump: controls.is_down(Button::Up),
        drop: controls.is_down(Button::Down),
        ..CharacterInput::default()
    };
    player::steer(scene, &mut character, &input, &mut memory)?;
    if let Ok(mut body) = scene.body_mut(level.player) {
        body.set_user_data(memory.bits());
    }
    Ok(())
}

/// True if the line is done, before the step of this number.
fn is_done(memory: &Memory, x: Real, step: u32) -> bool {
    let has_landed = memory.steps > 5 && !memory.in_air;
    match PLAN[usize::from(memory.line)] {
        Run(to) => (to - x).abs() < 0.05,
        Jump(_) => has_landed,
        Drop => has_landed && memory.steps > DROPS,
        Stand(steps) => memory.steps >= steps,
        Wait(is_good) => is_good(step),
    }
}

/// True if the last step brought the player to the goal.
pub fn has_reached_the_goal(scene: &Scene) -> bool {
    let is_begin = |event: &&SensorEvent| matches!(event, SensorEvent::Begin { .. });
    scene.sensor_events().iter().filter(is_begin).any(|event| is_goal(scene, event.sensor()))
}
