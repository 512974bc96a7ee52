//! Characters: how they walk, jump, are carried, push and are refused.

mod carried;
mod forces;
mod game;
mod jumping;
mod levels;
mod pressed;
mod pushing;
mod walking;
mod weight;

use umbra_play::character::{Character, CharacterInput, CharacterSettings, HitKind};

use crate::prelude::*;

use crate::common::DT;

/// What is kept from what is solid.
const SKIN: Real = 0.005;
/// The distance from the middle of the player to its feet.
const FEET: Real = 0.6;
const RIGHT: CharacterInput = run(1.0);
const LEFT: CharacterInput = run(-1.0);
const IDLE: CharacterInput = run(0.0);

const fn run(run: Real) -> CharacterInput {
    CharacterInput { run, jump: false, drop: false, crouch: false, ladder: false, climb: 0.0 }
}

/// A scene and a player in it.
struct World {
    scene: Scene,
    player: Character,
}

impl World {
    fn new() -> Self {
        let scene = Scene::new(SceneConfig::default()).unwrap();
        let player = Character::new(Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3).unwrap()).unwrap();
        Self { scene, player }
    }

    /// A world with flat ground at y = 0, and the player on it.
    fn flat() -> Self {
        let mut world = Self::new();
        world.fixed(Collider::cuboid(100.0, 1.0).at([0.0, -1.0]));
        world.put([0.0, FEET + SKIN]);
        world
    }

    fn fixed(&mut self, collider: Collider) -> BodyKey {
        self.scene.add(Body::fixed(), [collider]).unwrap()
    }

    /// Puts the player somewhere, and lets it come to the ground.
    fn put(&mut self, at: [Real; 2]) {
        self.player.stop();
        self.player.set_position(at).unwrap();
        self.go(IDLE, 30);
    }

    /// One step: everything moves, then the player.
    fn step(&mut self, input: CharacterInput) -> Told {
        self.step_by(input, DT)
    }

    fn step_by(&mut self, input: CharacterInput, dt: Real) -> Told {
        self.scene.step(dt).unwrap();
        self.act_for(input, dt)
    }

    /// The player's part of a step.
    fn act(&mut self, input: CharacterInput) -> Told {
        self.act_for(input, DT)
    }

    fn act_for(&mut self, input: CharacterInput, dt: Real) -> Told {
        let moved = self.player.step(&self.scene, &input, dt).unwrap();
        let told = Told {
            translation: moved.translation,
            jumped: moved.jumped,
            crushed: moved.crushed.is_some(),
            stepped: moved.stepped,
            landed: moved.landed,
        };
        moved.push(&mut self.scene).unwrap();
        told
    }

    fn go(&mut self, input: CharacterInput, steps: u32) {
        for _ in 0..steps {
            self.step(input);
        }
    }

    fn x(&self) -> Real {
        self.player.position().x
    }

    /// How high the feet are.
    fn feet(&self) -> Real {
        self.player.position().y - FEET
    }

    fn hits(&self, kind: HitKind) -> bool {
        self.player.hits().iter().any(|hit| hit.kind == kind)
    }
}

/// What a step told.
#[derive(Clone, Copy, Debug)]
struct Told {
    translation: Vector,
    jumped: bool,
    crushed: bool,
    stepped: Real,
    landed: Option<Real>,
}
