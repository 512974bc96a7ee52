//! Guests: assemblies and vehicles that enter a small world: ropes, soft bodies, cars, a character.
//!
//! One of them at a time: see [`more`](super::more).

use umbra::Error;
use umbra::build::{
    self, Assembly, BridgeSettings, ClothSettings, End, RagdollSettings, RopeSettings, SoftBody,
    SoftSettings,
};
use umbra::character::{Character, CharacterInput, CharacterSettings};
use umbra::geom::math;
use umbra::prelude::*;
use umbra::vehicle::{Axle, Car, CarSettings, Controls, Drive, TopDownCar, TopDownSettings, Tyre};

use super::dice::Dice;

/// The number of positions that are tried.
const PLACES: usize = 12;

/// The kind of a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuestKind {
    /// A rope that hangs.
    Rope,
    /// A bridge between two points of the world.
    Bridge,
    /// A cloth that hangs.
    Cloth,
    /// A ragdoll.
    Ragdoll,
    /// A soft disc.
    Blob,
    /// A soft box.
    SoftBox,
    /// A car seen from the side.
    Car,
    /// A car seen from above.
    TopDownCar,
    /// A character.
    Character,
}

/// Their names, as values of [`MORE`](super::more::MORE).
pub(super) const GUESTS: [(&str, GuestKind); 9] = [
    ("rope", GuestKind::Rope),
    ("bridge", GuestKind::Bridge),
    ("cloth", GuestKind::Cloth),
    ("ragdoll", GuestKind::Ragdoll),
    ("blob", GuestKind::Blob),
    ("soft box", GuestKind::SoftBox),
    ("car", GuestKind::Car),
    ("top-down car", GuestKind::TopDownCar),
    ("character", GuestKind::Character),
];

/// A guest as data.
#[derive(Clone, Copy, Debug)]
pub struct GuestPlan {
    /// Its kind.
    pub kind: GuestKind,
    /// The seed of its controls.
    pub seed: u64,
    /// Its possible positions: it enters at the first of these with enough room.
    pub places: [[Real; 2]; PLACES],
    /// The factor on its lengths.
    pub length: Real,
    /// True if it faces left.
    pub mirrored: bool,
}

/// A guest in a scene.
#[derive(Clone, Debug)]
pub enum Guest {
    /// An assembly, which moves on its own.
    Built(Assembly),
    /// A soft body, which moves on its own, and keeps its area.
    Soft(SoftBody),
    /// A car with its driver.
    Car(Car, Driver),
    /// A car seen from above, with its driver.
    TopDown(TopDownCar, Driver),
    /// A character with its player.
    Character(Box<Character>, Driver),
}

/// The driver or player of a guest.
#[derive(Clone, Debug)]
pub struct Driver {
    dice: Dice,
    side: Real,
    throttle: Real,
    brake: Real,
    steer: Real,
    jumps: bool,
}

impl Driver {
    fn new(plan: &GuestPlan) -> Self {
        let side = if plan.mirrored { -1.0 } else { 1.0 };
        let dice = Dice::new(plan.seed, "driver");
        Self { dice, side, throttle: 0.0, brake: 0.0, steer: 0.0, jumps: false }
    }

    /// Changes the controls now and then.
    fn think(&mut self) {
        let dice = &mut self.dice;
        if dice.below(12) == 0 {
            self.throttle = dice.one_of(&[-1.0, 0.0, 0.5, 1.0]) * self.side;
            self.brake = dice.one_of(&[0.0, 0.0, 0.4, 1.0]);
            self.steer = dice.between(-1.0, 1.0) * self.side;
        }
        self.jumps = if self.jumps { dice.below(12) != 0 } else { dice.below(15) == 0 };
    }

    fn controls(&mut self) -> Controls {
        self.think();
        let Self { throttle, brake, steer, jumps, .. } = *self;
        Controls { throttle, brake, steer, handbrake: jumps }
    }

    fn input(&mut self) -> CharacterInput {
        self.think();
        let crouch = self.brake == 1.0;
        CharacterInput { run: self.throttle, jump: self.jumps, crouch, ..Default::default() }
    }
}

impl GuestKind {
    /// Half of the width and the height of the room that it needs.
    fn half(self) -> [Real; 2] {
        match self {
            Self::Rope => [0.7, 0.1],
            Self::Bridge => [0.9, 0.15],
            Self::Cloth => [0.55, 0.55],
            Self::Ragdoll => [0.6, 0.6],
            Self::Blob | Self::SoftBox => [0.5, 0.5],
            Self::Car => [0.55, 0.25],
            Self::TopDownCar => [0.5, 0.5],
            Self::Character => [0.2, 0.35],
        }
    }
}

/// The plan of a guest of a kind.
pub(super) fn plan(kind: GuestKind, dice: &mut Dice, seed: u64) -> GuestPlan {
    let places = core::array::from_fn(|_| [dice.between(-3.4, 3.4), dice.between(-2.4, 2.4)]);
    GuestPlan { kind, seed, places, length: 1.0, mirrored: false }
}

impl GuestPlan {
    /// Adds the guest where there is enough room, if there is.
    pub(super) fn add(&self, scene: &mut Scene) -> Result<Option<Guest>, Error> {
        let length = self.length;
        let [width, height] = self.kind.half();
        let room = Polygon::cuboid(length * width, length * height)?.into();
        let is_free = |at: &&[Real; 2]| {
            let at = pose(**at, 0.0);
            scene.overlap_shape(&room, at, QueryFilter::default()).is_empty()
        };
        let Some([x, y]) = self.places.iter().find(is_free).copied() else { return Ok(None) };
        let at = |dx: Real, dy: Real| {
            let side = if self.mirrored { -1.0 } else { 1.0 };
            [x + side * length * dx, y + length * dy]
        };
        let down = math::direction(scene.config().gravity);
        let down = down.map_or(Vector::new(0.0, -1.0), |(down, _)| down);
        // How much faster than in metres, under a gravity of ten, all is there.
        let pull = scene.config().gravity.norm().max(length);
        let hurry = (0.1 * pull / length).sqrt();
        let driver = Driver::new(self);
        Ok(Some(match self.kind {
            GuestKind::Rope => {
                let settings = RopeSettings { links: 10, ..RopeSettings::default() };
                Guest::Built(build::rope_with(scene, at(-0.6, 0.0), at(0.6, 0.0), &settings)?)
            }
            GuestKind::Bridge => {
                let settings = BridgeSettings { planks: 8, ..BridgeSettings::default() };
                Guest::Built(build::bridge_with(scene, at(-0.8, 0.0), at(0.8, 0.0), &settings)?)
            }
            GuestKind::Cloth => {
                let end = if self.seed.is_multiple_of(2) { End::World } else { End::Free };
                let settings = ClothSettings { columns: 6, rows: 5, end, ..Default::default() };
                let right = Vector::new(-down.y, down.x) * (0.5 * length);
                let middle = Point::new(x, y) - down * (0.4 * length);
                let (from, to) = (middle - right, middle + right);
                Guest::Built(build::cloth_strip_with(scene, from, to, 0.8 * length, &settings)?)
            }
            GuestKind::Ragdoll => {
                let settings = RagdollSettings {
                    height: 1.05 * length,
                    mirrored: self.mirrored,
                    ..RagdollSettings::default()
                };
                let feet = Point::new(x, y) + down * (0.525 * length);
                Guest::Built(build::ragdoll_with(scene, feet, &settings)?)
            }
            GuestKind::Blob => {
                let settings = soft(hurry);
                Guest::Soft(build::blob_with(scene, [x, y], 0.45 * length, &settings)?)
            }
            GuestKind::SoftBox => {
                let (half, settings) = (0.4 * length, soft(hurry));
                Guest::Soft(build::soft_box_with(scene, [x, y], half, half, &settings)?)
            }
            GuestKind::Car => {
                let settings = car(length * length, hurry).in_units(length);
                Guest::Car(Car::spawn(scene, at(0.0, 0.05), &settings)?, driver)
            }
            GuestKind::TopDownCar => {
                let settings = top_down_car(length * length).in_units(length);
                Guest::TopDown(TopDownCar::spawn(scene, [x, y], 0.0, &settings)?, driver)
            }
            GuestKind::Character => {
                let half = 0.15 * length;
                let mut character = Character::new(Capsule::new([0.0, -half], [0.0, half], half)?)?;
                character.settings = CharacterSettings::default().in_units(0.35 * length);
                character.settings.mass = length * length;
                character.crouched_shape =
                    Some(Capsule::new([0.0, -half], [0.0, -0.5 * half], half)?.into());
                character.set_position([x, y])?;
                Guest::Character(Box::new(character), driver)
            }
        }))
    }
}

fn soft(hurry: Real) -> SoftSettings {
    let settings = SoftSettings::default();
    let Softness { hertz, damping_ratio } = settings.softness;
    let softness = Softness { hertz: hurry * hertz, damping_ratio };
    SoftSettings { softness, skin: hurry * settings.skin, ..settings }
}

/// A car of a length unit.
fn car(mass: Real, hurry: Real) -> CarSettings {
    let axle = |x: Real| Axle {
        x,
        radius: 0.12,
        mass: 0.05 * mass,
        travel: [0.05, 0.07],
        hertz: 2.5 * hurry,
        drive: Some(Drive::new(mass, 10.0)),
        brake: mass,
        handbrake: 2.0 * mass,
        drag: 0.01 * mass,
        ..Axle::default()
    };
    CarSettings {
        ride_height: 0.22,
        axles: vec![axle(-0.35), axle(0.35)],
        air_torque: 0.3 * mass,
        chassis: [0.5, 0.1, mass],
        ..CarSettings::default()
    }
}

fn top_down_car(mass: Real) -> TopDownSettings {
    let tyre = |x: Real, y: Real| Tyre { at: [x, y], brake: 3.0 * mass, ..Tyre::default() };
    let front = |y: Real| Tyre { steer: 1.0, ..tyre(0.3, y) };
    let rear = |y: Real| {
        let drive = Some(Drive::new(3.0 * mass, 10.0));
        Tyre { drive, handbrake: true, ..tyre(-0.3, y) }
    };
    TopDownSettings {
        tyres: vec![front(0.15), front(-0.15), rear(0.15), rear(-0.15)],
        body: [0.45, 0.2, mass],
        ..TopDownSettings::default()
    }
}

impl Guest {
    /// Its bodies.
    pub fn bodies(&self) -> Vec<BodyKey> {
        match self {
            Self::Built(assembly) => assembly.bodies.clone(),
            Self::Soft(soft) => soft.bodies().collect(),
            Self::Car(car, _) => {
                car.wheel_bodies().iter().copied().chain([car.chassis()]).collect()
            }
            Self::TopDown(car, _) => vec![car.body()],
            Self::Character(..) => vec![],
        }
    }

    /// Drives the guest before a step of the scene. A car that has lost a part stands.
    pub(super) fn drive(&mut self, scene: &mut Scene, dt: Real) {
        let _ = match self {
            Self::Car(car, driver) => car.drive(scene, driver.controls(), dt),
            Self::TopDown(car, driver) => car.drive(scene, driver.controls(), dt),
            _ => Ok(()),
        };
    }

    /// Moves a character after a step of the scene.
    pub(super) fn play(&mut self, scene: &mut Scene, dt: Real) -> Result<(), Error> {
        let Self::Character(character, driver) = self else { return Ok(()) };
        let input = driver.input();
        character.step(scene, &input, dt)?.push(scene)
    }
}
