//! An impact on a jointed body strikes all that is rigidly joined to it.

use umbra::prelude::*;

use crate::common::{DT, add, at, kinetic_energy, momentum, run};

const SOLVED: [JointSolving; 3] = [JointSolving::Rows, JointSolving::Trees, JointSolving::Auto];

fn scene(gravity: Real, joints: JointSolving, substeps: u32) -> Scene {
    let solver = SolverConfig { joints, substeps, ..SolverConfig::default() };
    let mut scene = crate::common::scene(gravity, solver);
    scene.config_mut().sleep.enabled = false;
    scene
}

fn ball(scene: &mut Scene, place: [Real; 2], velocity: [Real; 2], collider: Collider) -> BodyKey {
    add(scene, Body::dynamic().position(place).velocity(velocity), collider)
}

/// Joints that let nothing move along x.
type Joining = fn(BodyKey, BodyKey, [Real; 2]) -> JointBuilder;
const JOININGS: [(&str, Joining); 4] = [
    ("weld", |a, b, anchor| Joint::weld(a, b, anchor)),
    ("pin", |a, b, anchor| Joint::revolute(a, b, anchor)),
    ("slider", |a, b, anchor| Joint::prismatic(a, b, anchor, [0.0, 1.0])),
    ("rod", |a, b, [x, y]| Joint::distance(a, b, [x - 0.5, y], [x + 0.5, y])),
];

#[test]
fn a_row_of_joined_bodies_is_struck_as_one() {
    for (name, joint) in JOININGS {
        for (count, mass, restitution, speed) in [
            (2, 1.0, 1.0, 3.0),
            (3, 0.6, 0.7, 5.0),
            (3, 2.0, 0.5, 8.0),
            (6, 0.5, 1.0, 4.0),
            (2, 1.5, 0.0, 4.0),
        ] {
            for joints in SOLVED {
                let mut scene = scene(0.0, joints, 4);
                let material = |of: Collider| of.restitution(restitution);
                let bodies: Vec<_> = (0..count)
                    .map(|i| {
                        let shape = material(Collider::cuboid(0.5, 0.4).mass(mass));
                        add(&mut scene, Body::dynamic().position([i as Real, 0.0]), shape)
                    })
                    .collect();
                for (i, pair) in bodies.windows(2).enumerate() {
                    let joint = joint(pair[0], pair[1], [i as Real + 0.5, 0.0]);
                    scene.add_joint(joint).unwrap();
                }
                let shape = material(Collider::circle(0.25).mass(1.0));
                let striker = ball(&mut scene, [-1.2, 0.0], [speed, 0.0], shape);
                run(&mut scene, 30);
                let all = mass * count as Real;
                let leaves = speed * (1.0 - restitution * all) / (1.0 + all);
                let case = format!("{count} by {name} at {restitution}, {joints:?}");
                let left = at(&scene, striker).velocity();
                assert!((left.x - leaves).abs() < 5e-3 * speed, "{left} {leaves} {case}");
                let pushed = (1.0 + restitution) * speed / (1.0 + all);
                for &body in &bodies {
                    let body = at(&scene, body).velocity();
                    assert!((body.x - pushed).abs() < 1e-2 * speed, "{body} {pushed} {case}");
                }
            }
        }
    }
}

/// An angle of three boxes, welded or one body; the velocity of what strikes it aside, and of the
/// angle.
fn strike_an_angle(
    welded: bool,
    restitution: Real,
    friction: Real,
    joints: JointSolving,
) -> [Real; 6] {
    let mut scene = scene(0.0, joints, 8);
    let places = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    // Two of them touch at a corner, which would push against the welds.
    let alone = Filter { group: -1, ..Filter::ALL };
    let shape = |mass: Real| {
        let shape = Collider::cuboid(0.5, 0.5).mass(mass).restitution(restitution);
        shape.friction(friction).filter(alone)
    };
    let masses = [1.0, 0.5, 2.0];
    let angle = if welded {
        let bodies: Vec<_> = (0..3)
            .map(|i| add(&mut scene, Body::dynamic().position(places[i]), shape(masses[i])))
            .collect();
        scene.add_joint(Joint::weld(bodies[0], bodies[1], [0.5, 0.0])).unwrap();
        scene.add_joint(Joint::weld(bodies[1], bodies[2], [1.0, 0.5])).unwrap();
        bodies
    } else {
        let body = scene.add_body(Body::dynamic()).unwrap();
        for (place, mass) in places.into_iter().zip(masses) {
            let offset = Pose::translation(place[0], place[1]);
            scene.add_collider(body, shape(mass).offset(offset)).unwrap();
        }
        vec![body]
    };
    let striker = Collider::circle(0.25).mass(1.0).restitution(restitution).friction(friction);
    let striker = ball(&mut scene, [-1.0, 0.3], [6.0, 1.0], striker);
    run(&mut scene, 20);
    let [_, _, total] = momentum(&scene);
    let left = at(&scene, striker);
    let spin = at(&scene, angle[0]).angular_velocity();
    [
        left.velocity().x,
        left.velocity().y,
        left.angular_velocity(),
        spin,
        total as Real,
        kinetic_energy(&scene) as Real,
    ]
}

#[test]
fn welded_boxes_are_struck_off_their_centre_as_one_body_is() {
    for joints in SOLVED {
        for restitution in [0.5, 0.7, 1.0] {
            for friction in [0.0, 0.2, 0.9] {
                let [one, welded] =
                    [false, true].map(|it| strike_an_angle(it, restitution, friction, joints));
                // What leaves, and how the angle turns on.
                for (x, y) in one.into_iter().zip(welded).take(4) {
                    let least = 0.01 * (1.0 + x.abs());
                    assert!(
                        (x - y).abs() < least,
                        "{one:?} {welded:?} at {restitution}, {friction}, {joints:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_rod_on_a_pivot_is_struck_by_its_inertia_about_it() {
    for joints in SOLVED {
        for (mass, restitution, place) in [(0.5, 1.0, 0.9), (0.2, 0.5, 0.4), (2.0, 0.7, 0.8)] {
            let mut scene = scene(0.0, joints, 4);
            let world = scene.add(Body::fixed(), []).unwrap();
            let rod = Collider::cuboid(1.0, 0.05).mass(2.0).restitution(restitution).friction(0.0);
            let rod = add(&mut scene, Body::dynamic(), rod);
            scene.add_joint(Joint::revolute(world, rod, [-1.0, 0.0])).unwrap();
            let shape = Collider::circle(0.1).mass(mass).restitution(restitution).friction(0.0);
            let striker = ball(&mut scene, [place, 0.4], [0.0, -4.0], shape);
            run(&mut scene, 8);
            let (arm, inertia) = (1.0 + place, at(&scene, rod).inertia() + 2.0);
            let impulse = (1.0 + restitution) * 4.0 / (1.0 / mass + arm * arm / inertia);
            let (left, spin) = (-4.0 + impulse / mass, -impulse * arm / inertia);
            let is = (at(&scene, striker).velocity().y, at(&scene, rod).angular_velocity());
            assert!((is.0 - left).abs() < 0.04, "{is:?} {left} {spin} {joints:?} {mass}");
            assert!((is.1 - spin).abs() < 0.02, "{is:?} {left} {spin} {joints:?} {mass}");
        }
    }
}

#[test]
fn a_chain_that_is_struck_keeps_its_energy() {
    for joints in [JointSolving::Rows, JointSolving::Trees] {
        for (links, struck) in [(5, 1), (4, 3), (8, 4)] {
            let mut scene = scene(0.0, joints, 8);
            let bodies: Vec<_> = (0..links)
                .map(|i| {
                    let shape = Collider::cuboid(0.5, 0.1).mass(0.7).restitution(1.0);
                    let place = [i as Real, 0.0];
                    add(&mut scene, Body::dynamic().position(place), shape.friction(0.0))
                })
                .collect();
            for (i, pair) in bodies.windows(2).enumerate() {
                let pin = Joint::revolute(pair[0], pair[1], [i as Real + 0.5, 0.0]);
                scene.add_joint(pin).unwrap();
            }
            let shape = Collider::circle(0.2).mass(1.0).restitution(1.0).friction(0.0);
            let place = [struck as Real + 0.2, 0.4];
            let striker = ball(&mut scene, place, [0.0, -5.0], shape);
            let before = kinetic_energy(&scene);
            run(&mut scene, 3);
            let kept = kinetic_energy(&scene) / before;
            assert!(at(&scene, striker).velocity().y > -3.5);
            assert!((kept - 1.0).abs() < 0.01, "{kept} {links} {joints:?}");
            let [x, y, _] = momentum(&scene);
            assert!(x.abs() < 1e-3 && (y + 5.0).abs() < 1e-3, "{x} {y}");
        }
    }
}

/// The energy of all bodies, with that of their height.
fn energy(scene: &Scene, gravity: f64) -> f64 {
    let heights = scene.bodies().map(|key| at(scene, key)).filter(|body| body.mass() > 0.0);
    let heights = heights.map(|body| f64::from(body.mass() * body.center_of_mass().y));
    kinetic_energy(scene) + gravity * heights.sum::<f64>()
}

/// Balls that hang side by side, the first of them drawn aside; each on a pin, or at a rod that is.
fn cradle(scene: &mut Scene, balls: usize, rods: bool, drawn: Real) -> Vec<BodyKey> {
    let world = scene.add(Body::fixed(), []).unwrap();
    (0..balls)
        .map(|i| {
            let (x, angle) = (0.5 * i as Real, if i == 0 { -drawn } else { 0.0 });
            let below = |way: Real| [x + way * libm::sinf(angle), 2.0 - way * libm::cosf(angle)];
            let shape = Collider::circle(0.25).mass(1.0).restitution(1.0).friction(0.0);
            let body = Body::dynamic().position(below(2.0)).angle(angle);
            let key = add(scene, body, shape);
            let pinned = if rods {
                let rod = Collider::cuboid(0.02, 0.85).mass(0.3);
                let rod = add(scene, Body::dynamic().position(below(0.85)).angle(angle), rod);
                scene.add_joint(Joint::weld(rod, key, below(1.7))).unwrap();
                rod
            } else {
                key
            };
            scene.add_joint(Joint::revolute(world, pinned, [x, 2.0])).unwrap();
            key
        })
        .collect()
}

#[test]
fn a_cradle_on_pins_keeps_its_energy() {
    for joints in [JointSolving::Rows, JointSolving::Trees] {
        for (balls, rods) in [(2, false), (4, false), (2, true), (3, true)] {
            let mut kept = vec![];
            for substeps in [4, 16] {
                let mut scene = scene(9.8, joints, substeps);
                let hung = cradle(&mut scene, balls, rods, 0.6);
                let bottom = {
                    let mut rest = self::scene(9.8, joints, substeps);
                    cradle(&mut rest, balls, rods, 0.0);
                    energy(&rest, 9.8)
                };
                let begin = energy(&scene, 9.8) - bottom;
                let (mut blows, mut last, mut steps) = (0, 0.0_f32, 0);
                while blows < 3 {
                    scene.step(DT).unwrap();
                    steps += 1;
                    let speed =
                        at(&scene, hung[0]).velocity().x - at(&scene, hung[balls - 1]).velocity().x;
                    blows += usize::from((speed > 0.5) != (last > 0.5) && last.abs() > 0.5);
                    last = if speed.abs() > 0.5 { speed } else { last };
                    assert!(steps < 1200);
                }
                for _ in 0..10 {
                    scene.step(DT).unwrap();
                }
                kept.push((energy(&scene, 9.8) - bottom) / begin);
            }
            let case = format!("{kept:?} {balls} {rods} {joints:?}");
            assert!(kept.iter().all(|kept| (0.95..1.01).contains(kept)), "{case}");
            assert!(kept[1] > kept[0] - 0.01, "{case}");
        }
    }
}
