//! Calls that make no sense, to what games build and drive: repeated within one frame, before and
//! after a step. None panics, and what is refused has changed nothing.

use umbra_play::build::{
    self, Assembly, BridgeSettings, ClothSettings, End, RagdollSettings, RopeSettings, SoftSettings,
};
use umbra_play::character::{Character, CharacterInput, CharacterSettings};
use umbra_play::vehicle::{
    Axle, Car, CarSettings, Controls, Drive, TopDownCar, TopDownSettings, Tyre,
};

use crate::common::{self, ground};
use crate::prelude::*;

/// Random numbers that are the same everywhere.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        common::split_mix(&mut self.0)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    fn is(&mut self) -> bool {
        self.below(2) == 0
    }

    /// Most are usual ones.
    fn number(&mut self) -> Real {
        const ODD: [Real; 12] = [
            0.0,
            -1.0,
            1e-30,
            1e-6,
            1e6,
            1e30,
            -1e30,
            Real::MAX,
            Real::MIN_POSITIVE,
            Real::NAN,
            Real::INFINITY,
            Real::NEG_INFINITY,
        ];
        if self.below(8) == 0 { ODD[self.below(12)] } else { self.usual() }
    }

    fn usual(&mut self) -> Real {
        (self.below(2001) as Real - 600.0) / 400.0
    }

    fn point(&mut self) -> Point {
        Point::new(4.0 * self.number(), 2.0 * self.number())
    }

    fn vector(&mut self) -> Vector {
        Vector::new(4.0 * self.number(), 4.0 * self.number())
    }

    fn dt(&mut self) -> Real {
        if self.below(6) == 0 {
            self.number()
        } else {
            [1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0][self.below(3)]
        }
    }

    fn controls(&mut self) -> Controls {
        let [throttle, brake, steer] = core::array::from_fn(|_| self.number().clamp(-1.2, 1.2));
        Controls { throttle, brake: brake.abs(), steer, handbrake: self.is() }
    }

    fn input(&mut self) -> CharacterInput {
        let [run, climb] = core::array::from_fn(|_| self.number().clamp(-1.1, 1.1));
        let [jump, drop, crouch, ladder] = core::array::from_fn(|_| self.below(3) == 0);
        CharacterInput { run, jump, drop, crouch, ladder, climb }
    }
}

/// Counts of all there is.
struct World {
    scene: Scene,
    player: Character,
    car: Car,
    above: TopDownCar,
    built: Vec<Assembly>,
}

impl World {
    fn new() -> Self {
        let mut scene = common::scene(9.81, SolverConfig::default());
        ground(&mut scene, |it| it);
        let capsule = |top: Real| Capsule::new([0.0, -0.3], [0.0, top], 0.3).unwrap();
        let mut player = Character::new(capsule(0.3)).unwrap();
        player.crouched_shape = Some(capsule(-0.1).into());
        player.set_position([-3.0, 0.605]).unwrap();
        let ghost = Body::kinematic().position(player.position());
        let shape = Collider::capsule([0.0, -0.3], [0.0, 0.3], 0.3);
        player.body = Some(scene.add(ghost, [shape]).unwrap());
        for x in [-1.5, -0.7, 6.0] {
            let body = Body::dynamic().position([x, 0.4]).fracture(50.0);
            scene.add(body, [Collider::cuboid(0.4, 0.4).density(30.0)]).unwrap();
        }
        let car = Car::spawn(&mut scene, [2.0, 0.65], &CarSettings::default()).unwrap();
        let above = TopDownSettings::default();
        let above = TopDownCar::spawn(&mut scene, [12.0, 1.0], 0.0, &above).unwrap();
        let built = vec![build::bridge(&mut scene, [-9.0, 2.0], [-5.0, 2.0]).unwrap()];
        Self { scene, player, car, above, built }
    }

    /// All that a refused call may not change.
    fn state(&self) -> String {
        let Self { scene, player, car, above, .. } = self;
        let counts = [scene.body_count(), scene.collider_count(), scene.joint_count()];
        let motors: Vec<_> = scene.joints().map(|key| scene.joint(key).unwrap().motor()).collect();
        format!("{counts:?} {:x} {player:?} {car:?} {above:?} {motors:?}", scene.state_hash())
    }

    /// A call of any kind; whether it was refused.
    fn call(&mut self, dice: &mut Dice) -> Result<(), Error> {
        let Self { scene, player, car, above, built } = self;
        match dice.below(22) {
            0 => player.set_position(dice.point()),
            1 => player.shift(dice.vector()),
            2 => {
                let (input, dt) = (dice.input(), dice.dt());
                player.step(scene, &input, dt)?.push(scene)
            }
            3 => player.move_body(scene, dice.dt()),
            4 => player.ground_below(scene, dice.number()).map(drop),
            5 => {
                player.can_stand(scene)?;
                player.stop();
                Ok(())
            }
            6 => car.drive(scene, dice.controls(), dice.dt()),
            7 => above.drive(scene, dice.controls(), dice.dt()),
            8 => car.wheels(scene).map(drop),
            // Twice and more: the same joint is told different things within a frame.
            9..=12 => {
                let all: Vec<_> = scene.joints().collect();
                let key = all[dice.below(all.len())];
                for _ in 0..dice.below(4) {
                    joint_call(scene, key, dice)?;
                }
                Ok(())
            }
            13 => {
                let all: Vec<_> = scene.bodies().collect();
                body_call(scene, all[dice.below(all.len())], dice)
            }
            14 => {
                let kept = car.chassis();
                let axle = |dice: &mut Dice| Axle {
                    x: dice.number(),
                    radius: dice.number(),
                    mass: dice.number(),
                    hertz: 2.0 * dice.number(),
                    travel: [dice.number(), dice.number()],
                    drive: dice.is().then(|| Drive::new(dice.number(), dice.number())),
                    ..Axle::default()
                };
                let axles = (0..dice.below(4)).map(|_| axle(dice)).collect();
                let ride_height = dice.number();
                let settings = CarSettings { axles, ride_height, ..CarSettings::default() };
                Car::new(scene, kept, &settings).map(drop)
            }
            15 => {
                let tyre = |dice: &mut Dice| Tyre {
                    at: [dice.number(), dice.number()],
                    steer: dice.number(),
                    brake: dice.number(),
                    ..Tyre::default()
                };
                let tyres = (0..dice.below(4)).map(|_| tyre(dice)).collect();
                let settings =
                    TopDownSettings { tyres, rolling: dice.number(), ..Default::default() };
                TopDownCar::new(scene, above.body(), &settings).map(drop)
            }
            16..=20 if built.len() < 6 => {
                built.push(build_call(scene, dice)?);
                Ok(())
            }
            16..=20 => {
                built.swap_remove(dice.below(6)).remove(scene);
                Ok(())
            }
            _ => {
                let outline = (0..dice.below(6)).map(|_| dice.point());
                let outline: Vec<_> = outline.collect();
                let carving = Carving::new(outline).isles_fall(dice.is());
                scene.carve(&carving.anchors([dice.point()])).map(drop)
            }
        }
    }
}

fn joint_call(scene: &mut Scene, key: JointKey, dice: &mut Dice) -> Result<(), Error> {
    let mut joint = scene.joint_mut(key)?;
    let (a, b) = (dice.number(), dice.number());
    match dice.below(12) {
        0 => joint.set_motor(a, b),
        1 => joint.set_limits(a, b),
        2 => joint.set_spring(a, b),
        3 => joint.set_rest(a),
        4 => joint.set_break_force(1e3 * a),
        5 => joint.set_angular_spring(a, b),
        6 => joint.set_spring_stiffness(a, b),
        7 => {
            joint.remove_motor();
            Ok(())
        }
        8 => {
            joint.remove_limits();
            Ok(())
        }
        9 => {
            joint.remove_springs();
            Ok(())
        }
        10 => {
            joint.set_enabled(a > 0.0);
            Ok(())
        }
        _ => joint.set_softness(Softness { hertz: a, damping_ratio: b }),
    }
}

fn body_call(scene: &mut Scene, key: BodyKey, dice: &mut Dice) -> Result<(), Error> {
    let (vector, number, which) = (dice.vector(), dice.number(), dice.below(8));
    if which == 7 {
        return scene.remove_body(key);
    }
    let mut body = scene.body_mut(key)?;
    match which {
        0 => body.set_velocity(vector),
        1 => body.set_angular_velocity(number),
        2 => body.apply_impulse(vector),
        3 => body.set_gravity_scale(number),
        4 => body.set_position(Point::from(vector)),
        5 => body.set_kind([BodyKind::Dynamic, BodyKind::Kinematic][usize::from(number > 0.0)]),
        _ => body.set_linear_damping(number),
    }
}

fn build_call(scene: &mut Scene, dice: &mut Dice) -> Result<Assembly, Error> {
    let (from, to) = (dice.point(), dice.point());
    let all: Vec<_> = scene.bodies().collect();
    let end = |dice: &mut Dice| match dice.below(3) {
        0 => End::Free,
        1 => End::World,
        _ => End::Body(all[dice.below(all.len())]),
    };
    let count = |dice: &mut Dice| if dice.below(8) == 0 { 20_000 } else { dice.below(9) as u32 };
    let thickness = dice.is().then(|| 0.2 * dice.number());
    match dice.below(5) {
        0 => {
            let ends = [end(dice), end(dice)];
            let (links, slack, damping) = (count(dice), dice.number(), dice.number());
            let settings =
                RopeSettings { links, thickness, slack, ends, damping, ..Default::default() };
            build::rope_with(scene, from, to, &settings)
        }
        1 => {
            let (planks, density, ends) = (count(dice), dice.number(), [end(dice), end(dice)]);
            let settings =
                BridgeSettings { planks, thickness, density, ends, ..Default::default() };
            build::bridge_with(scene, from, to, &settings)
        }
        2 => {
            let [columns, rows] = core::array::from_fn(|_| count(dice).min(12));
            let (end, corners_only) = (end(dice), dice.is());
            let settings =
                ClothSettings { columns, rows, thickness, end, corners_only, ..Default::default() };
            build::cloth_strip_with(scene, from, to, dice.number(), &settings)
        }
        3 => {
            let (height, density, stiffness) = (dice.number(), dice.number(), dice.number());
            let settings = RagdollSettings { height, density, stiffness, ..Default::default() };
            build::ragdoll_with(scene, from, &settings)
        }
        _ => {
            let (segments, density, friction) = (count(dice).min(50), dice.number(), dice.number());
            let settings =
                SoftSettings { segments, thickness, density, friction, ..Default::default() };
            let soft = build::blob_with(scene, from, dice.number(), &settings)?;
            Ok(Assembly { bodies: soft.bodies().collect(), ..Assembly::default() })
        }
    }
}

#[test]
fn no_call_to_what_games_build_and_drive_panics_and_the_refused_change_nothing() {
    let (mut refused, mut done) = (0, 0);
    for seed in 0..common::cases(300) {
        let (mut world, mut dice) = (World::new(), Dice(seed));
        for frame in 0..30 {
            // Before a step and after it, several in a row.
            for _ in 0..2 {
                for _ in 0..dice.below(4) {
                    let (before, from) = (world.state(), dice.0);
                    match world.call(&mut dice) {
                        Ok(()) => done += 1,
                        // What is several calls may have done some of them.
                        Err(_) if (9..=12).contains(&Dice(from).below(22)) => refused += 1,
                        Err(error) => {
                            refused += 1;
                            let moved = Dice(from).below(22) == 2;
                            let now = world.state();
                            assert!(
                                moved || now == before,
                                "{seed} {frame}: {error}\n{before}\n{now}"
                            );
                        }
                    }
                }
                let _ = world.scene.step(1.0 / 60.0);
            }
            world.scene.validate().unwrap_or_else(|error| panic!("{seed} {frame}: {error}"));
            if world.scene.body(world.car.chassis()).is_err() {
                break;
            }
        }
    }
    assert!(refused > 200 && done > 200, "{refused} {done}");
}

/// Whatever a game writes to the fields of a character, a step is refused or done.
#[test]
fn a_character_of_any_numbers_is_refused_or_moves() {
    let (mut refused, mut done) = (0, 0);
    for seed in 0..common::cases(20_000) {
        let (mut world, mut dice) = (World::new(), Dice(seed));
        let World { scene, player, .. } = &mut world;
        let _ = player.step(scene, &CharacterInput::default(), 1.0 / 60.0);
        for _ in 0..1 + dice.below(3) {
            let number = dice.number();
            let vector = dice.vector();
            let settings: &mut CharacterSettings = &mut player.settings;
            match dice.below(22) {
                0 => player.velocity = vector,
                1 => player.knock = vector,
                2 => player.pose.translation.vector = vector,
                3 => settings.up = vector,
                4 => settings.gravity = number,
                5 => settings.run_speed = number,
                6 => settings.jump_height = number,
                7 => settings.min_jump_height = number,
                8 => settings.mass = number,
                9 => settings.max_slope = number,
                10 => settings.step_up = number,
                11 => settings.step_down = number,
                12 => settings.acceleration = number,
                13 => player.jump_wait = number,
                14 => player.air_time = number,
                15 => player.inherited = vector,
                16 => player.ahead = vector,
                17 => settings.jump_buffer = number,
                18..=19 => {
                    if let Some(ground) = &mut player.ground {
                        match dice.below(5) {
                            0 => ground.load = number,
                            1 => ground.load_pace = number,
                            2 => ground.normal = vector,
                            3 => ground.point = vector.into(),
                            _ => ground.body_pose.translation.vector = vector,
                        }
                    }
                }
                _ => (player.has_jumped, player.is_rising) = (dice.is(), dice.is()),
            }
        }
        for _ in 0..3 {
            let (input, dt, before) = (dice.input(), dice.dt(), format!("{player:?}"));
            match player.step(scene, &input, dt) {
                Ok(moved) => {
                    done += 1;
                    let _ = moved.push(scene);
                    let _ = scene.step(1.0 / 60.0);
                }
                Err(error) => {
                    refused += 1;
                    assert_eq!(format!("{player:?}"), before, "{seed}: {error}");
                }
            }
        }
        scene.validate().unwrap();
    }
    assert!(refused > 100 && done > 100, "{refused} {done}");
}
