//! Andrews' squeezing mechanism: seven bodies in three loops, driven by a constant torque against a
//! spring.
//!
//! Parameters, start and result are those of the test set of differential-algebraic equations, with
//! all lengths multiplied by ten and all times by a hundred: its crank turns at 1,000 radians per
//! second within 30 ms.

use umbra::Error;
use umbra::prelude::*;

use super::{Mechanism, Moving, Push, kinetic};

/// Andrews' squeezer. Its error is the worst of its bodies' angles.
pub const SQUEEZER: Mechanism =
    Mechanism { name: "squeezer", time: 0.03 * TIME, fill, pushes, energy, error, unit: "rad" };

const LENGTH: f64 = 10.0;
const TIME: f64 = 100.0;

const MASSES: [f64; 7] = [0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498];
const INERTIAS: [f64; 7] = [2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5];
const A: [f64; 2] = [-0.06934, -0.00227];
const B: [f64; 2] = [-0.03635, 0.03273];
const C: [f64; 2] = [0.014, 0.072];
const STIFFNESS: f64 = 4530.0 / (TIME * TIME);
const REST_LENGTH: f64 = 0.07785 * LENGTH;
const TORQUE: f64 = 0.033 * LENGTH * LENGTH / (TIME * TIME);

/// The angles of the start and after 30 ms: beta, theta, gamma, phi, delta, omega, epsilon.
const START: [f64; 7] = [
    -0.061_713_890_014_276_45,
    0.0,
    0.455_279_819_163_070_4,
    0.222_668_390_165_885_9,
    0.487_364_979_543_842_55,
    -0.222_668_390_165_885_9,
    1.230_547_444_549_821_2,
];
const END: [f64; 7] = [
    15.810_771_196_299_04,
    -15.756_371_059_842_98,
    0.040_822_240_130_731_01,
    -0.534_730_116_322_694_8,
    0.524_409_965_880_530_5,
    0.534_730_116_322_694_8,
    1.048_080_741_042_263,
];

/// Angles of the bodies.
fn turns([beta, theta, gamma, phi, delta, omega, epsilon]: [f64; 7]) -> [f64; 7] {
    [beta, beta + theta, gamma, phi + delta, delta, omega + epsilon, epsilon]
}

/// A point of a body, given in its own frame.
fn out([x, y]: [f64; 2], angle: f64, [u, v]: [f64; 2]) -> [f64; 2] {
    let (sin, cos) = angle.sin_cos();
    [x + cos * u - sin * v, y + sin * u + cos * v]
}

fn scaled([x, y]: [f64; 2]) -> [Real; 2] {
    [(LENGTH * x) as Real, (LENGTH * y) as Real]
}

fn fill(scene: &mut Scene) -> Result<(), Error> {
    scene.config_mut().gravity = Vector::zeros();
    let turns = turns(START);
    let crank = out([0.0; 2], turns[0], [0.007, 0.0]);
    let middle = out(crank, turns[1], [-0.028, 0.0]);
    let from_a = |body: usize, along| out(A, turns[body], along);
    let (heel, toe) = (from_a(4, [0.04, 0.0]), from_a(6, [0.0, -0.04]));
    let centers = [
        out([0.0; 2], turns[0], [0.000_92, 0.0]),
        out(crank, turns[1], [-0.0115, 0.0]),
        out(B, turns[2], [0.010_43, -0.018_74]),
        out(heel, turns[3], [0.0, -(0.02 - 0.014_21)]),
        from_a(4, [0.023_08, 0.009_16]),
        out(toe, turns[5], [0.02 - 0.014_21, 0.0]),
        from_a(6, [-0.004_49, -0.012_28]),
    ];
    let centers = centers.map(scaled);
    let ground = scene.add_body(Body::fixed())?;
    let mut keys = vec![];
    for (index, center) in centers.into_iter().enumerate() {
        let properties = MassProperties {
            mass: MASSES[index] as Real,
            inertia: (INERTIAS[index] * LENGTH * LENGTH) as Real,
            center: Point::origin(),
        };
        let body = Body::dynamic().position(center).angle(turns[index] as Real);
        keys.push(scene.add_body(body.mass_properties(properties))?);
    }
    let middle = scaled(middle);
    let joints = [
        (ground, keys[0], scaled([0.0; 2])),
        (keys[0], keys[1], scaled(crank)),
        (keys[1], keys[2], middle),
        (keys[1], keys[3], middle),
        (keys[1], keys[5], middle),
        (ground, keys[2], scaled(B)),
        (ground, keys[4], scaled(A)),
        (ground, keys[6], scaled(A)),
        (keys[4], keys[3], scaled(heel)),
        (keys[6], keys[5], scaled(toe)),
    ];
    for (a, b, at) in joints {
        scene.add_joint(Joint::revolute(a, b, at))?;
    }
    Ok(())
}

/// The third body's end of the spring, and the displacement from there to the other end.
fn spring(angle: f64) -> ([f64; 2], [f64; 2]) {
    let end = out(B, angle, [0.02, -0.018]).map(|value| LENGTH * value);
    (end, [LENGTH * C[0] - end[0], LENGTH * C[1] - end[1]])
}

/// The torque on the crank, and the pull of the spring.
fn pushes(bodies: &[Moving]) -> Vec<Push> {
    let Some(third) = bodies.get(2) else { return vec![] };
    let (at, displacement) = spring(third.angle);
    let length = displacement[0].hypot(displacement[1]);
    let pull = STIFFNESS * (length - REST_LENGTH) / length;
    let crank = Push { body: 0, torque: TORQUE, ..Push::default() };
    vec![crank, Push { body: 2, force: displacement.map(|x| pull * x), at, torque: 0.0 }]
}

fn energy(bodies: &[Moving]) -> f64 {
    let (Some(crank), Some(third)) = (bodies.first(), bodies.get(2)) else { return f64::NAN };
    let (_, displacement) = spring(third.angle);
    let stretch = displacement[0].hypot(displacement[1]) - REST_LENGTH;
    kinetic(bodies) + 0.5 * STIFFNESS * stretch * stretch - TORQUE * (crank.angle - START[0])
}

fn error(bodies: &[Moving]) -> f64 {
    let away = bodies.iter().zip(turns(END)).map(|(body, angle)| (body.angle - angle).abs());
    away.fold(0.0, f64::max)
}
