//! Six small scenes that between them go through every path of the engine: what they come to is
//! compared, bit for bit, over threads, register widths and platforms.

use umbra::Error;
use umbra::geom::math::{self, pose};
use umbra::prelude::*;

use crate::{Driver, Roles, RunningScene, SceneDef, place};

/// The scenes, in the order of the golden file.
pub static SCENES: [SceneDef; 6] = [
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
    SceneDef::new("projection", "Stacks stand far from the origin, kept apart by projection.", far),
];

/// How long each scene is watched.
const STEPS: u32 = 600;

/// What every platform has to come to: the lines of all scenes.
pub const GOLDEN: &str = include_str!("../golden.txt");

/// Runs a scene to its end. Gives a line of its name, the step, and the state hash after every
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
    scene.config_mut().solver.restitution = RestitutionModel::Propagating;
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
        if let Some(mut body) = scene.body_mut(bodies[index]) {
            body.apply_impulse([1.5, 0.5])?;
        }
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
