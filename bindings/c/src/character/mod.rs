//! Characters: what players and enemies of platform games are.

mod report;
mod settings;

pub use report::*;
pub use settings::*;

use std::mem::MaybeUninit;

use umbra::character::{Character, Moved};

use crate::array::{fill, room};
use crate::call::{given, run, value, write};
use crate::query::{UmbraQueryFilter, filter_of, with_filter};
use crate::shape::shape_of;
use crate::status::UmbraStatus;
use crate::{UmbraBodyKey, UmbraPose, UmbraScene, UmbraShape, UmbraVec2, keys};

/// A character beside the scene. Opaque.
#[derive(Debug)]
pub struct UmbraCharacter(pub(crate) Character);

/// Makes a character of a shape. Null `settings` are the default ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_character_new(
    shape: Option<&UmbraShape>,
    settings: Option<&UmbraCharacterSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraCharacter>>>>,
) -> UmbraStatus {
    write(out, || {
        // SAFETY: the points of the shape are the caller's, as the header demands.
        let mut character = Character::new(unsafe { shape_of("shape", shape)? })?;
        if let Some(settings) = settings {
            character.settings = settings.get();
        }
        Ok(Some(Box::new(UmbraCharacter(character))))
    })
}

/// Frees a character. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_free(character: Option<Box<UmbraCharacter>>) {
    value((), || drop(character));
}

/// Settings of the character.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_settings(
    character: Option<&UmbraCharacter>,
    out: Option<&mut MaybeUninit<UmbraCharacterSettings>>,
) -> UmbraStatus {
    write(out, || Ok((&given("character", character)?.0.settings).into()))
}

/// Changes the settings. The next step checks them.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_set_settings(
    character: Option<&mut UmbraCharacter>,
    settings: Option<&UmbraCharacterSettings>,
) -> UmbraStatus {
    run(|| {
        given("character", character)?.0.settings = given("settings", settings)?.get();
        Ok(())
    })
}

/// Shape while it crouches; null for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_character_set_crouched_shape(
    character: Option<&mut UmbraCharacter>,
    shape: Option<&UmbraShape>,
) -> UmbraStatus {
    run(|| {
        let character = given("character", character)?;
        character.0.crouched_shape = match shape {
            // SAFETY: the points of the shape are the caller's, as the header demands.
            Some(shape) => Some(unsafe { shape.single()? }),
            None => None,
        };
        Ok(())
    })
}

/// Body that the character has in the scene, for others to collide with; 0 for none. Its own
/// queries overlook it.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_set_body(
    character: Option<&mut UmbraCharacter>,
    body: UmbraBodyKey,
) -> UmbraStatus {
    run(|| {
        given("character", character)?.0.body = keys::body_or_none(body);
        Ok(())
    })
}

/// Puts the character elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_set_position(
    character: Option<&mut UmbraCharacter>,
    position: UmbraVec2,
) -> UmbraStatus {
    run(|| Ok(given("character", character)?.0.set_position(position)?))
}

/// Changes its velocity.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_set_velocity(
    character: Option<&mut UmbraCharacter>,
    velocity: UmbraVec2,
) -> UmbraStatus {
    run(|| {
        given("character", character)?.0.velocity = velocity.finite("velocity")?;
        Ok(())
    })
}

/// Takes all of its motion.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_stop(character: Option<&mut UmbraCharacter>) -> UmbraStatus {
    run(|| {
        given("character", character)?.0.stop();
        Ok(())
    })
}

/// Follows a shift of the scene's origin: see `umbra_scene_shift_origin`.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_shift(
    character: Option<&mut UmbraCharacter>,
    by: UmbraVec2,
) -> UmbraStatus {
    run(|| Ok(given("character", character)?.0.shift(by)?))
}

/// Moves the character by its input, and pushes the bodies that it touched if `push` is true. Null
/// `filter` is the default one, and its callback must not use the scene; null `out` is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_step(
    character: Option<&mut UmbraCharacter>,
    scene: Option<&mut UmbraScene>,
    input: Option<&UmbraCharacterInput>,
    dt: f32,
    filter: Option<&UmbraQueryFilter>,
    push: bool,
    out: Option<&mut MaybeUninit<UmbraMoved>>,
) -> UmbraStatus {
    run(|| {
        let (scene, input) = (&mut given("scene", scene)?.0, given("input", input)?.get());
        let character = &mut given("character", character)?.0;
        let moved: Result<Moved<'_>, umbra::Error> =
            with_filter!(filter, filter => character.step_with(scene, &input, dt, filter));
        let moved = moved?;
        if let Some(out) = out {
            out.write((&moved).into());
        }
        if push {
            moved.push(scene)?;
        }
        Ok(())
    })
}

/// Moves the body of the character to where the character is.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_move_body(
    character: Option<&UmbraCharacter>,
    scene: Option<&mut UmbraScene>,
    dt: f32,
) -> UmbraStatus {
    run(|| {
        let character = given("character", character)?;
        Ok(character.0.move_body(&mut given("scene", scene)?.0, dt)?)
    })
}

/// The character as it is.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_state(
    character: Option<&UmbraCharacter>,
    out: Option<&mut MaybeUninit<UmbraCharacterState>>,
) -> UmbraStatus {
    write(out, || Ok((&given("character", character)?.0).into()))
}

/// Lists what its last step touched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_character_hits(
    character: Option<&UmbraCharacter>,
    out: *mut UmbraCharacterHit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let hits = given("character", character)?.0.hits();
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, hits.iter().map(UmbraCharacterHit::from))
    })
}

/// True in `out` if there is room to stand up.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_character_can_stand(
    character: Option<&UmbraCharacter>,
    scene: Option<&UmbraScene>,
    out: Option<&mut MaybeUninit<bool>>,
) -> UmbraStatus {
    crate::call::read(scene, out, |scene| Ok(given("character", character)?.0.can_stand(scene)?))
}

/// Moves a shape as a character moves, along what it meets. Pushes nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_scene_move_and_slide(
    scene: Option<&UmbraScene>,
    shape: Option<&UmbraShape>,
    pose: UmbraPose,
    translation: UmbraVec2,
    filter: Option<&UmbraQueryFilter>,
    out: Option<&mut MaybeUninit<UmbraPose>>,
) -> UmbraStatus {
    crate::call::read(scene, out, |scene| {
        // SAFETY: the points of the shape are the caller's, as the header demands.
        let shape = &unsafe { shape_of("shape", shape)? };
        let (pose, along) = (pose.checked("pose")?, translation.finite("translation")?);
        let slide: Result<_, umbra::Error> = with_filter!(
            filter,
            filter => umbra::character::move_and_slide(scene, shape, pose, along, filter)
        );
        Ok(slide?.pose.into())
    })
}
