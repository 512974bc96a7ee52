//! Crowds that bounce: bodies that fall into a pit, a gas, and bodies that are thrown up again.
//!
//! In such scenes, impacts are everywhere at once. They show the cost of a law of restitution.

use umbra::Error;
use umbra::prelude::*;

use crate::benchmark::GRAVITY;
use crate::growth::Random;
use crate::{Driver, Numbers, Parameter, Roles, SceneDef, place};

/// The radius of a ball, and half of a box.
pub const SIZE: Real = 0.25;
/// Half the width of a pit.
const HALF_WIDTH: Real = 10.0;
/// Distance between falling bodies at the start.
const PITCH: Real = 0.6;
/// The fraction of its box that a gas fills.
const FILLED: Real = 0.1;
/// The jumps of the plate under popcorn: their period in steps, height, and duration in steps.
const JUMP: (u32, Real, u32) = (150, 0.6, 4);

/// Bodies that fall into a pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowd {
    /// Discs.
    Balls,
    /// Squares.
    Boxes,
    /// Both, alternating.
    Both,
}

/// The scenes.
pub static SCENES: [SceneDef; 4] = [
    SceneDef {
        steps: 600,
        bounds: bounds([-10.5, -0.5], [10.5, 200.0]),
        numbers: Some(Numbers {
            parameters: &[COUNT, PERCENT],
            fill: |scene, numbers| pit(scene, Crowd::Balls, numbers[0], numbers[1] as Real / 100.0),
        }),
        ..SceneDef::new("pit", "1,000 balls fall into a box and bounce.", |scene| {
            pit(scene, Crowd::Balls, COUNT.usual, PERCENT.usual as Real / 100.0)
        })
        .tries("Raise the restitution, and see how long the balls jump.")
    },
    SceneDef {
        steps: 600,
        bounds: bounds([-10.5, -0.5], [10.5, 200.0]),
        numbers: Some(Numbers {
            parameters: &[COUNT, PERCENT],
            fill: |scene, numbers| pit(scene, Crowd::Both, numbers[0], numbers[1] as Real / 100.0),
        }),
        ..SceneDef::new("pit_boxes", "500 balls and 500 boxes fall into a box.", |scene| {
            pit(scene, Crowd::Both, COUNT.usual, PERCENT.usual as Real / 100.0)
        })
        .tries("Bomb the pile: what is thrown up bounces again.")
    },
    SceneDef {
        steps: 300,
        bounds: bounds([-60.0, -60.0], [60.0, 60.0]),
        numbers: Some(Numbers {
            parameters: &[GAS_COUNT, GAS_SPEED],
            fill: |scene, numbers| gas(scene, numbers[0], numbers[1] as Real),
        }),
        ..SceneDef::new("gas", "3,000 balls fly about in a box and lose nothing.", |scene| {
            gas(scene, GAS_COUNT.usual, GAS_SPEED.usual as Real)
        })
        .tries("Select a ball and give it ten times the speed.")
    },
    SceneDef {
        steps: 600,
        driver: Driver::Target(jump),
        bounds: bounds([-10.5, -1.5], [10.5, 200.0]),
        ..SceneDef::new("popcorn", "1,000 balls lie on a plate that jumps.", popcorn)
            .tries("Throw a box into the balls while they are in the air.")
    },
];

const COUNT: Parameter =
    Parameter { name: "bodies", about: "How many fall.", limits: [1, 5_000], usual: 1_000 };
const PERCENT: Parameter = Parameter {
    name: "restitution",
    about: "What a bounce gives back of the speed, in per cent.",
    limits: [0, 100],
    usual: 60,
};
const GAS_COUNT: Parameter =
    Parameter { name: "balls", about: "How many balls.", limits: [1, 5_000], usual: 3_000 };
const GAS_SPEED: Parameter =
    Parameter { name: "speed", about: "How fast, in m/s.", limits: [1, 300], usual: 30 };

const fn bounds(min: [Real; 2], max: [Real; 2]) -> Aabb {
    Aabb { min: Point::new(min[0], min[1]), max: Point::new(max[0], max[1]) }
}

/// A box 20 m wide into which `count` bodies fall.
///
/// # Errors
/// When a number is invalid.
pub fn pit(scene: &mut Scene, crowd: Crowd, count: u32, restitution: Real) -> Result<Roles, Error> {
    scene.config_mut().gravity = GRAVITY;
    let ground = scene.add_body(Body::fixed())?;
    walls(scene, ground, restitution)?;
    let floor = Collider::cuboid(HALF_WIDTH + 1.0, 0.5).at([0.0, -0.5]).restitution(restitution);
    scene.add_collider(ground, floor)?;
    fall(scene, crowd, count, restitution)
}

/// Two walls of a pit.
fn walls(scene: &mut Scene, ground: BodyKey, restitution: Real) -> Result<(), Error> {
    for side in [-1.0, 1.0] {
        let wall = Collider::cuboid(0.5, 100.0).at([side * (HALF_WIDTH + 0.5), 99.0]);
        scene.add_collider(ground, wall.restitution(restitution))?;
    }
    Ok(())
}

/// Bodies in rows, each a little off its position. The last one is marked.
fn fall(scene: &mut Scene, crowd: Crowd, count: u32, restitution: Real) -> Result<Roles, Error> {
    let columns = (2.0 * HALF_WIDTH / PITCH) as u32 - 1;
    let (mut random, mut roles) = (Random(3), Roles::default());
    for index in 0..count {
        let (column, row) = (index % columns, index / columns);
        let x = (column as Real + 0.5 - 0.5 * columns as Real) * PITCH + random.within(-0.04, 0.04);
        let body = Body::dynamic().position([x, 1.0 + row as Real * PITCH]);
        let is_ball = match crowd {
            Crowd::Balls => true,
            Crowd::Boxes => false,
            Crowd::Both => index.is_multiple_of(2),
        };
        let shape = if is_ball { Collider::circle(SIZE) } else { Collider::cuboid(SIZE, SIZE) };
        roles.marked = Some(place(scene, body, shape.restitution(restitution))?);
    }
    Ok(roles)
}

/// A closed box in which `count` balls fly about at one speed, without gravity, friction and loss.
///
/// # Errors
/// When a number is invalid.
pub fn gas(scene: &mut Scene, count: u32, speed: Real) -> Result<Roles, Error> {
    scene.config_mut().gravity = Vector::zeros();
    let area = count as Real * core::f32::consts::PI * SIZE * SIZE / FILLED;
    let half = 0.5 * area.sqrt();
    let ground = scene.add_body(Body::fixed())?;
    for (size, at) in [
        ([half + 4.0, 2.0], [0.0, half + 2.0]),
        ([half + 4.0, 2.0], [0.0, -half - 2.0]),
        ([2.0, half + 4.0], [half + 2.0, 0.0]),
        ([2.0, half + 4.0], [-half - 2.0, 0.0]),
    ] {
        let wall = Collider::cuboid(size[0], size[1]).at(at);
        scene.add_collider(ground, wall.friction(0.0).restitution(1.0))?;
    }
    let columns = (count as Real).sqrt().ceil() as u32;
    let pitch = 2.0 * half / columns as Real;
    let (mut random, mut roles) = (Random(5), Roles::default());
    for index in 0..count {
        let place_of = |number: u32| (number as Real + 0.5) * pitch - half;
        let at = [place_of(index % columns), place_of(index / columns)];
        let angle = random.within(0.0, core::f32::consts::TAU);
        let velocity = umbra::geom::math::rotation(angle) * Vector::new(speed, 0.0);
        let body = Body::dynamic().position(at).velocity([velocity.x, velocity.y]);
        let ball = Collider::circle(SIZE).friction(0.0).restitution(1.0);
        roles.marked = Some(place(scene, body, ball)?);
    }
    Ok(roles)
}

/// Balls that fall onto a plate between two walls.
fn popcorn(scene: &mut Scene) -> Result<Roles, Error> {
    let restitution = PERCENT.usual as Real / 100.0;
    scene.config_mut().gravity = GRAVITY;
    let ground = scene.add_body(Body::fixed())?;
    walls(scene, ground, restitution)?;
    let plate = Body::kinematic().position([0.0, -0.5]);
    let shape = Collider::cuboid(HALF_WIDTH - 0.05, 0.5).restitution(restitution);
    let plate = place(scene, plate, shape)?;
    let roles = fall(scene, Crowd::Balls, COUNT.usual, restitution)?;
    Ok(Roles { driven: Some(plate), ..roles })
}

/// The pose of the plate at the end of a step: it jumps up, and sinks slowly.
fn jump(step: u32) -> Pose {
    let (period, height, up) = JUMP;
    let now = step % period;
    let up_to = if step < period {
        0.0
    } else if now < up {
        (now + 1) as Real / up as Real
    } else {
        let left = 1.0 - (now - up) as Real / 60.0;
        if left > 0.0 { left } else { 0.0 }
    };
    Pose::translation(0.0, -0.5 + height * up_to)
}
