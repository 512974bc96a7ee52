//! Twelve small scenes that together cover every path of the engine: their results are compared,
//! bit for bit, over threads, register widths and platforms.

use umbra::Error;
use umbra::geom::math::{self, pose};
use umbra::prelude::*;

use crate::{Driver, Roles, RunningScene, SceneDef, place, sensors, surfaces};

/// The scenes, in the order of the golden file.
pub static SCENES: [SceneDef; 12] = [
    SceneDef::new("zoo", "Every kind of shape falls on a bar that whirls in a bowl.", zoo),
    SceneDef::new(
        "piles",
        "A heavy ball flies into towers and a pyramid of one large island.",
        piles,
    ),
    SceneDef::new("table", "Balls that hand blows on meet, cushion to cushion.", table),
    SceneDef {
        driver: Driver::Script(disturb),
        sleeping: true,
        ..SceneDef::new("sleepers", "Towers fall asleep; some are woken, one by one.", sleepers)
    },
    SceneDef::new(
        "terrain",
        "Wheels, crates and pills travel over slopes and a conveyor.",
        terrain,
    ),
    SceneDef {
        driver: Driver::Script(play),
        ..SceneDef::new(
            "joints",
            "Every kind of joint is loaded, driven, broken and removed.",
            joints,
        )
    },
    SceneDef::new("projection", "Stacks stand far from the origin, kept apart by projection.", far),
    SceneDef {
        driver: Driver::Script(sensors::react),
        sleeping: true,
        ..SceneDef::new("sensors", "What sensors report throws and turns bodies.", sensors::fill)
            .tries("Select a sensor, and see in the inspector who its visitors are.")
    },
    SceneDef {
        driver: Driver::Script(surfaces::loosen),
        ..SceneDef::new(
            "joined",
            "Bodies slide over floors of tiles, some of which come and go.",
            surfaces::joined,
        )
    },
    SceneDef {
        driver: Driver::Script(surfaces::dig),
        ..SceneDef::new("cells", "Shapes fall on maps of cells that are dug up.", surfaces::cells)
    },
    SceneDef {
        driver: Driver::Script(surfaces::jump),
        ..SceneDef::new(
            "ledges",
            "Players jump up through platforms, and drop down through them.",
            surfaces::ledges,
        )
    },
    SceneDef {
        driver: Driver::Script(surfaces::shoot),
        sleeping: true,
        ..SceneDef::new("swept", "Shots hit thin walls, as bullets and without.", surfaces::swept)
    },
];

/// The number of steps of each scene.
const STEPS: u32 = 600;

/// The expected lines of all scenes, on every platform.
pub const GOLDEN: &str = include_str!("../golden.txt");

/// Runs a scene to its end. Returns a line of its name, the step, and the state hash after every
/// hundred steps.
///
/// # Errors
/// When a step is refused.
pub fn hashes(name: &str, running: &mut RunningScene) -> Result<Vec<String>, Error> {
    let mut lines = vec![];
    for step in 1..=STEPS {
        running.step(1.0 / 60.0)?;
        if step % 100 == 0 {
            lines.push(format!("{name} {step} {:016x}", running.scene.state_hash()));
        }
    }
    Ok(lines)
}

/// The greatest value of each parameter of a scene here.
const FEW: u32 = 300;

/// The lines of the interactive scenes, with the controls of their demos.
///
/// # Errors
/// When `config` or a step is refused.
pub fn played(config: SceneConfig) -> Result<Vec<String>, Error> {
    let mut lines = vec![];
    for def in &crate::play::SCENES {
        let few = |parameter: &crate::Parameter| parameter.usual.min(FEW);
        let numbers: Vec<u32> = def.parameters().iter().map(few).collect();
        let mut running = def.set_up_with(config, &numbers)?;
        for step in 1..=STEPS {
            running.controls = (def.demo)(step - 1);
            running.step(1.0 / 60.0)?;
            if step % 100 == 0 {
                lines.push(format!("{} {step} {:016x}", def.name, running.scene.state_hash()));
            }
        }
    }
    Ok(lines)
}

fn zoo(scene: &mut Scene) -> Result<Roles, Error> {
    let bowl = (0..30).map(|i| {
        let x = i as Real - 14.5;
        [x, 0.02 * x * x - 2.0]
    });
    place(scene, Body::fixed(), Collider::chain(bowl))?;
    let bar = Body::kinematic().position([0.0, 4.0]).angular_velocity(1.5);
    place(scene, bar, Collider::cuboid(3.0, 0.2))?;
    let discs = [
        (pose([-0.3, 0.0], 0.0), Circle::new(0.25)?.into()),
        (pose([0.2, 0.0], 0.4), Polygon::cuboid(0.3, 0.15)?.into()),
    ];
    for i in 0..220_u32 {
        let (x, y) = ((i * 37 % 20) as Real - 10.0, 2.0 + (i / 10) as Real * 1.1);
        let body = Body::dynamic().position([x, y]).angle(i as Real * 0.7);
        let shape = match i % 6 {
            0 => Collider::cuboid(0.4, 0.3),
            1 => Collider::circle(0.35).restitution(0.6),
            2 => Collider::capsule([-0.3, 0.0], [0.3, 0.0], 0.2),
            3 => Collider::polygon([[-0.4, -0.3], [0.5, -0.2], [0.1, 0.5]]),
            4 => Collider::rounded_cuboid(0.3, 0.2, 0.1).rolling_resistance(0.1),
            _ => Collider::compound(discs.clone()),
        };
        place(scene, body, shape.friction(0.4))?;
    }
    Ok(Roles::default())
}

fn piles(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    let base = 32;
    for row in 0..base {
        for column in 0..base - row {
            let x = 0.5 * row as Real + column as Real - 0.5 * base as Real;
            crate_at(scene, [x, row as Real + 0.5])?;
        }
    }
    for tower in 0..10 {
        stack(scene, 40.0 + 3.0 * tower as Real, 8)?;
    }
    let ball = Body::dynamic().position([-60.0, 8.0]).velocity([40.0, 0.0]);
    place(scene, ball, Collider::circle(1.5).density(5.0))?;
    Ok(Roles::default())
}

fn table(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = Vector::zeros();
    for (x, y, width, height) in
        [(0.0, 3.0, 7.0, 0.5), (0.0, -3.0, 7.0, 0.5), (6.0, 0.0, 0.5, 3.0), (-6.0, 0.0, 0.5, 3.0)]
    {
        let cushion = Collider::cuboid(width, height).restitution(1.0).friction(0.0);
        place(scene, Body::fixed().position([x, y]), cushion)?;
    }
    let ball = Collider::circle(0.25).restitution(1.0).friction(0.05);
    for row in 0..6 {
        for column in 0..=row {
            let at = [0.44 * row as Real, 0.51 * (column as Real - 0.5 * row as Real)];
            place(scene, Body::dynamic().position(at), ball.clone())?;
        }
    }
    let cue = Body::dynamic().position([-4.0, 0.03]).velocity([10.0, 0.0]);
    place(scene, cue, ball)?;
    Ok(Roles::default())
}

fn sleepers(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    for tower in 0..12 {
        stack(scene, 4.0 * tower as Real - 24.0, 1 + tower % 4)?;
    }
    Ok(Roles::default())
}

/// From step 240 on, hits the topmost box of a tower every 30 steps.
fn disturb(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    if step >= 240 && step.is_multiple_of(30) {
        let bodies: Vec<_> = scene.bodies().collect();
        let index = step as usize / 30 * 7 % bodies.len();
        if let Ok(mut body) = scene.body_mut(bodies[index]) {
            body.apply_impulse([1.5, 0.5])?;
        }
    }
    Ok(())
}

/// Pairs of boxes, each with a joint of another kind, under a rain of discs; a chain and a grid
/// among them.
fn joints(scene: &mut Scene) -> Result<Roles, Error> {
    let floor = place(scene, Body::fixed(), Collider::cuboid(60.0, 1.0).at([0.0, -1.0]))?;
    let crate_at = |scene: &mut Scene, x: Real, y: Real| {
        place(scene, Body::dynamic().position([x, y]), Collider::cuboid(0.4, 0.3))
    };
    let mut axles = vec![];
    for (index, kind) in (0..17_u8).zip(0_u8..) {
        let x = 3.0 * Real::from(index) - 24.0;
        let (a, b) = (crate_at(scene, x, 3.0)?, crate_at(scene, x + 1.0, 3.0)?);
        let (left, middle, right) = ([x, 3.0], [x + 0.5, 3.0], [x + 1.0, 3.0]);
        let joint = match kind {
            0 => Joint::revolute(a, b, middle).limits(-0.5, 0.7),
            1 => Joint::revolute(floor, b, right).motor(3.0, 30.0),
            2 => Joint::prismatic(floor, b, right, [1.0, 0.2]).limits(-1.0, 1.0).motor(0.5, 40.0),
            3 => Joint::wheel(a, b, right, [0.0, 1.0]).spring(4.0, 0.7).motor(5.0, 3.0),
            4 => Joint::groove(floor, b, [x - 1.0, 3.5], [x + 2.0, 2.5], right),
            5 => Joint::weld(a, b, middle).break_force(60.0),
            6 => Joint::weld(floor, b, middle).angular_spring(3.0, 0.5),
            7 => Joint::distance(a, b, left, right),
            8 => Joint::distance(floor, b, [x, 6.0], right).limits(1.0, 4.0).spring(2.0, 0.3),
            9 => Joint::rope(floor, b, [x, 6.0], right, 3.5),
            10 => Joint::spring(a, b, left, right, 3.0, 0.2),
            11 => Joint::motor(floor, b).max_force(30.0),
            12 => Joint::target(b, [x + 1.2, 3.2]).max_force(50.0),
            13 => Joint::friction(floor, b, right).max_force(8.0).max_torque(1.0),
            14 => Joint::pulley(a, b, [x, 6.0], [x + 1.0, 6.0], left, right, 1.5),
            15 => Joint::ratchet(a, b, 0.1, 0.4),
            _ => Joint::filter(a, b),
        };
        let joint = scene.add_joint(joint)?;
        if kind == 1 || kind == 2 {
            axles.push(joint);
        }
    }
    scene.add_joint(Joint::gear_between(axles[0], axles[1], 4.0))?;
    let mut last = floor;
    for link in 0..30_u8 {
        let x = 0.5 * Real::from(link) - 7.0;
        let next = place(
            scene,
            Body::dynamic().position([x + 0.25, 9.0]),
            Collider::cuboid(0.25, 0.05).density(1.0 + Real::from(link)),
        )?;
        scene.add_joint(Joint::revolute(last, next, [x, 9.0]))?;
        last = next;
    }
    for disc in 0..40_u8 {
        let x = 1.3 * Real::from(disc) - 26.0;
        let body = Body::dynamic().position([x, 11.0 + Real::from(disc % 4)]);
        place(scene, body, Collider::circle(0.3))?;
    }
    Ok(Roles::default())
}

/// Reverses the motors, drags targets along, and removes a joint every hundred steps.
fn play(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    let keys: Vec<_> = scene.joints().collect();
    for key in keys.iter().copied() {
        let Ok(mut joint) = scene.joint_mut(key) else { continue };
        match joint.view().kind() {
            JointKind::Revolute if step.is_multiple_of(150) && joint.view().motor().is_some() => {
                joint.set_motor(if step.is_multiple_of(300) { 3.0 } else { -3.0 }, 30.0)?;
            }
            JointKind::Target => {
                let x = joint.view().anchor_a().x;
                joint.set_target_point([x, 3.0 + 0.5 * math::rotation(0.02 * step as Real).im])?;
            }
            _ => {}
        }
    }
    if step % 100 == 99 {
        scene.remove_joint(keys[step as usize * 7 % keys.len()])?;
    }
    Ok(())
}

fn terrain(scene: &mut Scene) -> Result<Roles, Error> {
    let hills = (0..80).rev().map(|i| {
        let x = i as Real - 40.0;
        let turn = math::rotation(0.4 * x);
        [x, -0.15 * x + turn.im]
    });
    place(scene, Body::fixed(), Collider::chain(hills.collect::<Vec<_>>()).friction(0.8))?;
    let belt = Collider::cuboid(15.0, 0.5).friction(0.7).surface_speed(3.0);
    place(scene, Body::fixed().position([52.0, -8.0]), belt)?;
    for i in 0..60_u32 {
        let body = Body::dynamic()
            .position([(i % 20) as Real * 2.0 - 38.0, 10.0 + (i / 20) as Real * 2.0]);
        let shape = match i % 3 {
            0 => Collider::circle(0.5).rolling_resistance(0.02),
            1 => Collider::cuboid(0.4, 0.4),
            _ => Collider::capsule([-0.4, 0.0], [0.4, 0.0], 0.3).restitution(0.3),
        };
        place(scene, body, shape.friction(0.6))?;
    }
    Ok(Roles::default())
}

fn far(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().solver =
        SolverConfig { correction: Correction::LINEAR_PROJECTION, ..SolverConfig::precise() };
    place(scene, Body::fixed().position([3000.0, 499.0]), Collider::cuboid(100.0, 1.0))?;
    for tower in 0..10_u32 {
        for row in 0..6_u32 {
            let body =
                Body::dynamic().position([2980.0 + 4.0 * tower as Real, 500.5 + row as Real]);
            place(scene, body.angular_velocity(0.1 * tower as Real), Collider::cuboid(0.5, 0.5))?;
        }
    }
    Ok(Roles::default())
}

fn ground(scene: &mut Scene) -> Result<BodyKey, Error> {
    place(scene, Body::fixed().position([0.0, -1.0]), Collider::cuboid(100.0, 1.0))
}

fn stack(scene: &mut Scene, x: Real, height: u32) -> Result<(), Error> {
    (0..height).try_for_each(|row| crate_at(scene, [x, row as Real + 0.5]))
}

fn crate_at(scene: &mut Scene, at: [Real; 2]) -> Result<(), Error> {
    place(scene, Body::dynamic().position(at), Collider::cuboid(0.5, 0.5)).map(drop)
}
