//! Characters: capsules and boxes that walk, jump and climb.
use umbra::character::{self, Character, CharacterInput, CharacterSettings, Hit};
use umbra::prelude::*;
use wasm_bindgen::prelude::*;

use crate::error::Answer;
use crate::query;
use crate::shape::convex;
use crate::table::{self, Options, apply};
use crate::wire::{Key, Value, Values};
use crate::world::RawWorld;

/// Settings of a character. `units` scales what went before it.
pub const SETTINGS: &Options<CharacterSettings> = &[
    ("units:n", |it, v| it.in_units(v.real(0))),
    ("up:v", |it, v| CharacterSettings { up: v.vector(0), ..it }),
    ("runSpeed:n", |it, v| CharacterSettings { run_speed: v.real(0), ..it }),
    ("crouchSpeed:n", |it, v| CharacterSettings { crouch_speed: v.real(0), ..it }),
    ("climbSpeed:n", |it, v| CharacterSettings { climb_speed: v.real(0), ..it }),
    ("acceleration:n", |it, v| CharacterSettings { acceleration: v.real(0), ..it }),
    ("deceleration:n", |it, v| CharacterSettings { deceleration: v.real(0), ..it }),
    ("airAcceleration:n", |it, v| CharacterSettings { air_acceleration: v.real(0), ..it }),
    ("gravity:n", |it, v| CharacterSettings { gravity: v.real(0), ..it }),
    ("maxFallSpeed:n", |it, v| CharacterSettings { max_fall_speed: v.real(0), ..it }),
    ("jumpHeight:n", |it, v| CharacterSettings { jump_height: v.real(0), ..it }),
    ("minJumpHeight:n", |it, v| CharacterSettings { min_jump_height: v.real(0), ..it }),
    ("coyoteTime:n", |it, v| CharacterSettings { coyote_time: v.real(0), ..it }),
    ("jumpBuffer:n", |it, v| CharacterSettings { jump_buffer: v.real(0), ..it }),
    ("maxSlope:n", |it, v| CharacterSettings { max_slope: v.real(0), ..it }),
    ("stepUp:n", |it, v| CharacterSettings { step_up: v.real(0), ..it }),
    ("stepDown:n", |it, v| CharacterSettings { step_down: v.real(0), ..it }),
    ("stepsOnDynamic:b", |it, v| CharacterSettings { steps_on_dynamic: v.flag(0), ..it }),
    ("mass:n", |it, v| CharacterSettings { mass: v.real(0), ..it }),
    ("mirrored:b", |it, v| CharacterSettings { mirrored: v.flag(0), ..it }),
    ("filter:f", |it, v| CharacterSettings { filter: v.filter(0), ..it }),
];

/// What a player wants.
pub const INPUT: &Options<CharacterInput> = &[
    ("run:n", |it, v| CharacterInput { run: v.real(0), ..it }),
    ("climb:n", |it, v| CharacterInput { climb: v.real(0), ..it }),
    ("jump:b", |it, v| CharacterInput { jump: v.flag(0), ..it }),
    ("crouch:b", |it, v| CharacterInput { crouch: v.flag(0), ..it }),
    ("drop:b", |it, v| CharacterInput { drop: v.flag(0), ..it }),
    ("ladder:b", |it, v| CharacterInput { ladder: v.flag(0), ..it }),
];

type Get = fn(&Character) -> Value;
/// What can be read of a character.
pub const GETTERS: &[(&str, Get)] = &[
    ("position", |it| it.position().into()),
    ("velocity", |it| it.velocity.into()),
    ("worldVelocity", |it| it.world_velocity().into()),
    ("onGround", |it| it.is_on_ground().into()),
    ("groundNormal", |it| it.ground.map(|it| it.normal).into()),
    ("groundVelocity", |it| it.ground.map(|it| it.velocity).into()),
    ("groundBody", |it| it.ground.map_or(Value::NULL, |it| Value::key(it.body))),
    ("groundCollider", |it| it.ground.map_or(Value::NULL, |it| Value::key(it.collider))),
    ("crouched", |it| it.is_crouched.into()),
    ("climbing", |it| it.is_climbing.into()),
    ("dropping", |it| it.is_dropping.into()),
    ("rising", |it| it.is_rising.into()),
    ("airTime", |it| it.air_time.into()),
    ("body", |it| it.body.map_or(Value::NULL, Value::key)),
];

type Set = fn(&mut Character, Values<'_>) -> Result<(), umbra::Error>;
/// What can be changed of a character.
pub const SETTERS: &[(&str, Set)] = &[
    ("position:v", |it, v| it.set_position(v.point(0))),
    ("velocity:v", |it, v| {
        let velocity = v.vector(0);
        if !velocity.iter().all(|it| it.is_finite()) {
            let value = velocity.x + velocity.y;
            return Err(umbra::geom::Error::NotFinite { parameter: "velocity", value }.into());
        }
        it.velocity = velocity;
        Ok(())
    }),
    ("body:k?", |it, v| {
        it.body = (!v.is_null()).then(|| v.key(0));
        Ok(())
    }),
    ("crouchedShape:S?", |it, v| {
        it.crouched_shape = if v.is_null() { None } else { Some(convex(v)?) };
        Ok(())
    }),
];

fn hit_numbers(hit: &Hit) -> [f64; 7] {
    let numbers = [hit.point.x, hit.point.y, hit.normal.x, hit.normal.y].map(f64::from);
    let (kind, collider, body) = (hit.kind as u8, hit.collider.to_number(), hit.body.to_number());
    [kind.into(), collider, body, numbers[0], numbers[1], numbers[2], numbers[3]]
}

/// A character.
#[wasm_bindgen]
pub struct RawCharacter(Character);

#[wasm_bindgen]
impl RawCharacter {
    /// A character of this shape.
    #[wasm_bindgen(constructor)]
    pub fn new(shape: &[f64], settings: &[f64]) -> Answer<RawCharacter> {
        let mut character = Character::new(convex(Values(shape))?)?;
        character.settings = apply(SETTINGS, CharacterSettings::default(), settings);
        Ok(Self(character))
    }

    /// Changes settings.
    pub fn configure(&mut self, settings: &[f64]) {
        self.0.settings = apply(SETTINGS, self.0.settings.clone(), settings);
    }

    /// Reads a property.
    pub fn get(&self, world: &RawWorld, property: u32) -> u32 {
        world.give(table::row(GETTERS, property).map_or(Value::NULL, |get| get(&self.0)))
    }

    /// Changes a property.
    pub fn set(&mut self, property: u32, values: &[f64]) -> Answer {
        let set = table::row(SETTERS, property);
        Ok(set.map_or(Ok(()), |set| set(&mut self.0, Values(values)))?)
    }

    /// Moves for a step, pushes what it walks into, and has its body follow. Returns translation,
    /// what carried it, height of a step, jumped, landing speed or -1, the body that crushes it and
    /// how deep, and seven numbers for each hit.
    pub fn step(
        &mut self,
        world: &mut RawWorld,
        input: &[f64],
        dt: f32,
        filter: &[f64],
        pushes: bool,
    ) -> Answer<Vec<f64>> {
        let input = apply(INPUT, CharacterInput::default(), input);
        let filter = apply(query::OPTIONS, QueryFilter::default(), filter);
        let moved = self.0.step_with(&world.scene, &input, dt, filter)?;
        let vectors = [moved.translation.x, moved.translation.y, moved.carried.x, moved.carried.y];
        let mut all = vectors.map(f64::from).to_vec();
        let crushed = moved.crushed.as_ref();
        all.extend([
            moved.stepped.into(),
            f64::from(u8::from(moved.jumped)),
            moved.landed.map_or(-1.0, f64::from),
            crushed.map_or(0.0, |it| it.body.to_number()),
            crushed.map_or(0.0, |it| it.depth.into()),
        ]);
        all.extend(moved.hits.iter().flat_map(hit_numbers));
        if pushes {
            moved.push(&mut world.scene)?;
        }
        if self.0.body.is_some() {
            self.0.move_body(&mut world.scene, dt)?;
        }
        Ok(all)
    }

    /// True if it has room to stand up.
    #[wasm_bindgen(js_name = canStand)]
    pub fn can_stand(&self, world: &RawWorld) -> Answer<bool> {
        Ok(self.0.can_stand(&world.scene)?)
    }

    /// True if a shape has room where it is.
    pub fn fits(&self, world: &RawWorld, shape: &[f64]) -> Answer<bool> {
        Ok(self.0.fits(&world.scene, &convex(Values(shape))?)?)
    }

    /// Stops.
    pub fn stop(&mut self) {
        self.0.stop();
    }
}

#[wasm_bindgen]
impl RawWorld {
    /// Moves a shape along a translation, and along what it meets. Returns its pose, the
    /// translation, and seven numbers for each hit.
    #[wasm_bindgen(js_name = moveAndSlide)]
    pub fn move_and_slide(
        &self,
        shape: &[f64],
        motion: &[f64],
        filter: &[f64],
    ) -> Answer<Vec<f64>> {
        let (shape, v) = (convex(Values(shape))?, Values(motion));
        let filter = apply(query::OPTIONS, QueryFilter::default(), filter);
        let slide = character::move_and_slide(&self.scene, &shape, v.pose(0), v.vector(3), filter)?;
        let (position, angle) = (slide.pose.translation.vector, slide.pose.rotation.angle());
        let numbers = [position.x, position.y, angle, slide.translation.x, slide.translation.y];
        let mut all = numbers.map(f64::from).to_vec();
        all.extend(slide.hits().iter().flat_map(hit_numbers));
        Ok(all)
    }
}
