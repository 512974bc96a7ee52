//! A player: a [`Character`], with the settings of this game.
//!
//! A game keeps its characters beside the scene. A scene of the catalogue has nothing beside it, so
//! the state of the character is stored in the scene itself: its pose in the body that represents
//! it, the rest in the user data of bodies.

use umbra::Error;
use umbra::character::{Character, CharacterInput, CharacterSettings, Ground};
use umbra::prelude::*;

use super::DT;
use super::level::{HALF, RADIUS};
use super::plan::Memory;

/// The running speed of the player.
const RUN: Real = 4.0;
/// The height of its jumps.
const JUMP: Real = 2.15;
/// The greatest distance of ground that the player keeps contact with while running.
const REACH: Real = 0.12;

/// The player with the settings of this game.
///
/// # Errors
/// When there is a mistake here.
fn rules(player: BodyKey) -> Result<Character, Error> {
    let mut character = Character::new(Capsule::new([0.0, -HALF], [0.0, HALF], RADIUS)?)?;
    character.body = Some(player);
    character.settings = CharacterSettings {
        run_speed: RUN,
        acceleration: 30.0,
        deceleration: 30.0,
        air_acceleration: 20.0,
        gravity: 9.81,
        jump_height: JUMP,
        min_jump_height: JUMP,
        coyote_time: 0.0,
        jump_buffer: 0.0,
        ..CharacterSettings::default()
    };
    Ok(character)
}

/// Restores the player from the scene.
///
/// # Errors
/// When there is a mistake here.
pub(super) fn recall(scene: &Scene, player: BodyKey) -> Result<Character, Error> {
    let mut character = rules(player)?;
    let memory = Memory::read(scene, player);
    character.pose = scene.body(player)?.pose();
    let [velocity, inherited, ahead] = notes(scene).map(|note| {
        let bits = note.and_then(|key| scene.body(key).ok()).map_or(0, |body| body.user_data());
        let number = |bits: u64| Real::from_bits(bits as u32);
        Vector::new(number(bits), number(bits >> 32))
    });
    (character.velocity, character.inherited, character.ahead) = (velocity, inherited, ahead);
    character.jump_was_held = memory.held_jump;
    character.is_dropping = memory.drops;
    if memory.stands {
        // The body was carried along with the ground, so the ground is where it was seen from the player.
        character.ground = character.ground_below(scene, REACH)?.map(|(ground, _)| ground);
    }
    character.has_jumped = character.ground.is_none();
    Ok(character)
}

/// Lets the player act, and stores its state.
///
/// # Errors
/// When there is a mistake here.
pub(super) fn steer(
    scene: &mut Scene,
    character: &mut Character,
    input: &CharacterInput,
    memory: &mut Memory,
) -> Result<(), Error> {
    character.step(scene, input, DT)?.push(scene)?;
    character.move_body(scene, DT)?;
    let velocities = [character.velocity, character.inherited, character.ahead];
    for (note, velocity) in notes(scene).into_iter().zip(velocities) {
        let bits = u64::from(velocity.y.to_bits()) << 32 | u64::from(velocity.x.to_bits());
        if let Some(mut note) = note.and_then(|key| scene.body_mut(key).ok()) {
            note.set_user_data(bits);
        }
    }
    (memory.held_jump, memory.drops) = (character.jump_was_held, character.is_dropping);
    memory.stands = character.is_on_ground();
    Ok(())
}

/// The bodies that store notes: the disabled ones.
fn notes(scene: &Scene) -> [Option<BodyKey>; 3] {
    let is_note = |key: &BodyKey| scene.body(*key).is_ok_and(|body| !body.is_enabled());
    let mut notes = scene.bodies().filter(is_note);
    [notes.next(), notes.next(), notes.next()]
}

/// The ground of the player after a step, and its distance below the feet.
///
/// # Errors
/// When there is a mistake here.
pub fn find_ground(scene: &Scene, player: BodyKey) -> Result<Option<(Ground, Real)>, Error> {
    let mut character = rules(player)?;
    let Ok(body) = scene.body(player) else { return Ok(None) };
    character.pose = body.pose();
    character.ground_below(scene, REACH)
}
