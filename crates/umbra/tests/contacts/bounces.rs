//! A bounce of restitution one keeps the energy, wherever within a step two bodies meet: with every
//! preset and against what moves and what does not.

use crate::common::{add, at, kinetic_energy, scene};
use umbra::prelude::*;
use umbra_scenes::flippers::Dice;

/// All presets, and no speed too low to bounce.
fn configs() -> Vec<SolverConfig> {
    let presets = [
        SolverConfig::default(),
        SolverConfig::precise(),
        SolverConfig::fast(),
        SolverConfig::classic(10),
        SolverConfig { correction: Correction::LINEAR_PROJECTION, ..SolverConfig::default() },
    ];
    presets.map(|preset| SolverConfig { restitution_threshold: 0.0, ..preset }).to_vec()
}

/// What the left body runs into.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Other {
    Dynamic,
    Kinematic,
    Fixed,
}

#[derive(Default)]
struct Ratios {
    sum: f64,
    count: f64,
    least: f64,
    most: f64,
    missed: usize,
}

impl Ratios {
    fn add(&mut self, ratio: f64) {
        self.least = if self.count == 0.0 { ratio } else { self.least.min(ratio) };
        self.most = self.most.max(ratio);
        self.sum += ratio;
        self.count += 1.0;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }
}

/// Two that run into one another in so many phases of a step, a little beside the middle.
fn collide(
    shapes: Shapes,
    other: Other,
    solver: SolverConfig,
    (speed, hertz, phases): (Real, Real, u32),
    ratios: &mut Ratios,
) {
    let dt = 1.0 / hertz;
    for phase in 0..phases {
        let share = phase as Real / phases as Real;
        let mut scene = scene(0.0, solver);
        let made_of = |shape: fn() -> Collider| shape().restitution(1.0).friction(0.0);
        let apart = 0.3 + 2.0 * speed * dt * (1.0 + share);
        let left = Body::dynamic()
            .position([-0.5 * apart, 0.05])
            .angle(0.3 + 7.0 * share)
            .velocity([speed, 0.0])
            .bullet(true);
        let left = add(&mut scene, left, made_of(shapes[0]));
        let right = match other {
            Other::Dynamic => Body::dynamic().velocity([-speed, 0.0]),
            Other::Kinematic => Body::kinematic().velocity([-0.3 * speed, 0.0]),
            Other::Fixed => Body::fixed(),
        };
        let right = right.position([0.5 * apart, 0.0]).angle(0.2 + 3.0 * share);
        add(&mut scene, right, made_of(shapes[1]));
        // As seen from what cannot be moved.
        let energy = |scene: &Scene| match other {
            Other::Kinematic => {
                let body = at(scene, left);
                let velocity = body.velocity() + Vector::new(0.3 * speed, 0.0);
                let spin = body.angular_velocity();
                f64::from(body.mass() * velocity.norm_squared() + body.inertia() * spin * spin)
            }
            _ => kinetic_energy(scene),
        };
        let before = energy(&scene);
        let start = at(&scene, left).velocity();
        let mut met = 0;
        for _ in 0..400 {
            scene.step(dt).unwrap();
            met += usize::from((at(&scene, left).velocity() - start).norm() > 1e-3 * speed);
            if met == 4 {
                break;
            }
        }
        ratios.missed += usize::from(met == 0);
        ratios.add(energy(&scene) / before);
    }
}

type Shapes = [fn() -> Collider; 2];

const DISCS: Shapes = [|| Collider::circle(0.05), || Collider::circle(0.05)];

/// Lets two shapes collide with all configurations, rates and speeds; what became of their energy.
fn ratios_of(shapes: Shapes, phases: u32, check: impl Fn(&Ratios, &str)) {
    for other in [Other::Dynamic, Other::Kinematic, Other::Fixed] {
        for solver in configs() {
            for hertz in [30.0, 60.0, 240.0] {
                for speed in [0.1, 0.75, 3.0, 15.0, 50.0, 200.0] {
                    let mut ratios = Ratios::default();
                    collide(shapes, other, solver, (speed, hertz, phases), &mut ratios);
                    let case = format!("{other:?} {hertz} Hz {speed} m/s {solver:?}");
                    assert!(ratios.most < 1.0 + 1e-4, "{}: {case}", ratios.most);
                    // Slow ones are not given enough time at high rates.
                    assert!(ratios.missed == 0 || speed < 0.5, "{} missed: {case}", ratios.missed);
                    check(&ratios, &case);
                }
            }
        }
    }
}

#[test]
fn discs_keep_their_energy() {
    ratios_of(DISCS, 20, |ratios, case| {
        assert!(ratios.mean() > 1.0 - 1e-3, "{}: {case}", ratios.mean());
        assert!(ratios.least > 1.0 - 1e-2, "{}: {case}", ratios.least);
    });
}

#[test]
fn boxes_and_capsules_keep_their_energy() {
    let pairs: [Shapes; 5] = [
        [|| Collider::circle(0.05), || Collider::cuboid(0.06, 0.1)],
        [|| Collider::cuboid(0.05, 0.04), || Collider::cuboid(0.06, 0.1)],
        [|| Collider::cuboid(0.05, 0.04), || Collider::circle(0.08)],
        [
            || Collider::capsule([-0.04, 0.0], [0.04, 0.0], 0.03),
            || Collider::capsule([0.0, -0.1], [0.0, 0.1], 0.03),
        ],
        [|| Collider::capsule([-0.04, 0.0], [0.04, 0.0], 0.03), || Collider::cuboid(0.06, 0.1)],
    ];
    for shapes in pairs {
        ratios_of(shapes, 4, |ratios, case| {
            assert!(ratios.least > 0.98, "{}: {case}", ratios.least);
        });
    }
}

#[test]
fn discs_that_meet_head_on_at_any_speed_exchange_their_velocities() {
    for solver in configs() {
        for case in 0..300_u16 {
            let share = Real::from(case) / 300.0;
            let speed = 100.0 + 100.0 * (7.0 * share).fract();
            let radii = [0.1 + 0.1 * share, 0.1 + 0.1 * (5.0 * share).fract()];
            let mut scene = scene(0.0, solver);
            let disc =
                |radius: Real| Collider::circle(radius).restitution(1.0).friction(0.0).mass(1.0);
            let keys = [-1.0, 1.0].map(|side: Real| {
                let body = Body::dynamic()
                    .position([side * (4.0 + 3.0 * share), 0.0])
                    .velocity([-side * speed, 0.0]);
                add(&mut scene, body, disc(radii[usize::from(side > 0.0)]))
            });
            for _ in 0..12 {
                scene.step(1.0 / 60.0).unwrap();
            }
            for (key, side) in keys.into_iter().zip([-1.0, 1.0]) {
                let body = at(&scene, key);
                let case = format!("{case} {side} {} {}", body.position(), body.velocity());
                assert!(body.position().x * side > 0.0, "{case} {solver:?}");
                assert!((body.velocity().x * side / speed - 1.0).abs() < 1e-3, "{case} {solver:?}");
            }
        }
    }
}

#[test]
fn a_cradle_hands_on_a_blow_of_any_speed() {
    for speed in [0.5, 5.0, 35.0, 60.0, 120.0, 200.0] {
        for hertz in [30.0, 60.0, 240.0] {
            let solver = SolverConfig { restitution_threshold: 0.0, ..SolverConfig::default() };
            let mut scene = scene(0.0, solver);
            let ball = || Collider::circle(0.1).restitution(1.0).friction(0.0);
            let balls: Vec<BodyKey> = (0..5_u8)
                .map(|i| {
                    let moves = i == 0;
                    let x = if moves { -1.0 } else { 0.2 * Real::from(i) };
                    let velocity = [if moves { speed } else { 0.0 }, 0.0];
                    let body = Body::dynamic().position([x, 0.0]).velocity(velocity);
                    add(&mut scene, body, ball())
                })
                .collect();
            let seconds = 1.2 / speed + 3.0 / hertz;
            for _ in 0..(seconds * hertz) as usize {
                scene.step(1.0 / hertz).unwrap();
            }
            for (ball, expected) in balls.into_iter().zip([0.0, 0.0, 0.0, 0.0, 1.0]) {
                let found = at(&scene, ball).velocity().x / speed;
                assert!((found - expected).abs() < 1e-3, "{found} at {speed} m/s, {hertz} Hz");
            }
        }
    }
}

#[test]
fn a_crowd_of_fast_balls_keeps_most_of_its_energy() {
    let solver = SolverConfig { restitution_threshold: 0.0, ..SolverConfig::default() };
    for (speed, kept) in [(3.0, 0.99), (15.0, 0.9), (100.0, 0.5)] {
        let mut scene = scene(0.0, solver);
        let lively = |collider: Collider| collider.restitution(1.0).friction(0.0);
        for (x, y, width, height) in [
            (-6.0, 0.0, 1.0, 7.0),
            (6.0, 0.0, 1.0, 7.0),
            (0.0, -6.0, 7.0, 1.0),
            (0.0, 6.0, 7.0, 1.0),
        ] {
            add(
                &mut scene,
                Body::fixed().position([x, y]),
                lively(Collider::cuboid(width, height)),
            );
        }
        for i in 0..400_u16 {
            let (x, y) = (Real::from(i % 20) * 0.45 - 4.3, Real::from(i / 20) * 0.45 - 4.3);
            let angle = Real::from(i) * 2.4;
            let velocity = [speed * angle.cos(), speed * angle.sin()];
            let ball = Body::dynamic().position([x, y]).velocity(velocity);
            add(&mut scene, ball, lively(Collider::circle(0.05)));
        }
        let before = kinetic_energy(&scene);
        for _ in 0..60 {
            scene.step(1.0 / 60.0).unwrap();
        }
        let ratio = kinetic_energy(&scene) / before;
        assert!(ratio > kept && ratio < 1.0 + 1e-4, "{ratio} at {speed} m/s");
    }
}

#[test]
fn what_does_not_turn_stops_at_a_wall() {
    // A locked rotation couples the two points of a contact completely, as standing on a narrow foot nearly does.
    for half in [[0.3, 0.3], [0.3, 2.0]] {
        for locked in [false, true] {
            for speed in [1.0, 2.0, 3.0, 3.3, 4.0, 7.0, 11.0] {
                let config = SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() };
                let mut scene = Scene::new(config).unwrap();
                let wall = scene.add_body(Body::fixed().position([3.0, 0.0])).unwrap();
                scene.add_collider(wall, Collider::cuboid(0.5, 5.0)).unwrap();
                let body = Body::dynamic().velocity([speed, 0.0]);
                let body = if locked { body.lock_rotation() } else { body };
                let key = scene.add_body(body).unwrap();
                scene.add_collider(key, Collider::cuboid(half[0], half[1])).unwrap();
                let mut least = Real::INFINITY;
                for _ in 0..240 {
                    scene.step(1.0 / 60.0).unwrap();
                    least = least.min(scene.body(key).unwrap().velocity().x);
                }
                assert!(least > -1e-3 * speed, "{half:?} {locked} {speed}: {least}");
            }
        }
    }
}

#[test]
fn three_that_meet_as_a_substep_ends_share_one_impact() {
    // One runs into two that touch. Rounding decides which of the two it meets in which substep.
    for seed in 0..crate::common::cases(2000) {
        let dice = &mut Dice::new(seed);
        let restitution_threshold = if seed % 2 == 0 { 0.0 } else { 1.0 };
        let solver = SolverConfig { restitution_threshold, ..SolverConfig::default() };
        let mut scene = scene(0.0, solver);
        let (radius, speed) = (dice.between(0.02, 0.6), dice.between(2.0, 12.0));
        let substeps = dice.between(1.0, 13.0).floor();
        let (sin, cos) = dice.between(0.0, std::f32::consts::TAU).sin_cos();
        let turned = |x: Real, y: Real| Vector::new(cos * x - sin * y, sin * x + cos * y);
        let ball = || Collider::circle(radius).restitution(1.0).friction(0.0);
        for side in [-radius, radius] {
            add(&mut scene, Body::dynamic().position(Point::from(turned(0.0, side))), ball());
        }
        let start = turned(-3.0_f32.sqrt() * radius - speed * substeps / 240.0, 0.0);
        let body = Body::dynamic().position(Point::from(start)).velocity(turned(speed, 0.0));
        let struck = add(&mut scene, body, ball());
        for _ in 0..6 {
            scene.step(1.0 / 60.0).unwrap();
        }
        // Momentum and energy say: a fifth goes back.
        let off = (at(&scene, struck).velocity() - turned(-0.2 * speed, 0.0)).norm() / speed;
        assert!(off < 1e-3, "{off} in case {seed}");
    }
}

#[test]
fn rounding_does_not_bounce() {
    // A row of touching balls that drifts, without a threshold: one that nobody strikes stays as it is.
    let solver = SolverConfig { restitution_threshold: 0.0, ..SolverConfig::default() };
    let mut scene = scene(0.0, solver);
    let balls: Vec<BodyKey> = (0..8_u8)
        .map(|i| {
            let angle = 0.7 * Real::from(i % 3);
            let body = Body::dynamic().position([3.0 + 0.2 * Real::from(i), 1.0]);
            let body = body.velocity([3.1, 1.7]).angle(angle);
            add(&mut scene, body, Collider::circle(0.1).restitution(1.0).friction(0.5))
        })
        .collect();
    for _ in 0..600 {
        scene.step(1.0 / 60.0).unwrap();
    }
    for ball in balls {
        let off = (at(&scene, ball).velocity() - Vector::new(3.1, 1.7)).norm();
        assert!(off < 1e-4, "{off}");
    }
}

#[test]
fn a_disc_without_friction_is_not_spun_by_the_middle_of_a_box() {
    // Both lever arms are next to nothing, and which of the two bodies the contact goes along with must not hang on that.
    for seed in 0..crate::common::cases(3000) {
        let dice = &mut Dice::new(seed);
        let solver = SolverConfig { restitution_threshold: 0.0, ..SolverConfig::default() };
        let mut scene = scene(0.0, solver);
        let [radius, width, height] = [(); 3].map(|()| dice.between(0.05, 0.6));
        let (restitution, speed) = (dice.between(0.0, 1.0), dice.between(1.0, 25.0));
        let (sin, cos) = (Real::from(seed as u16 % 4) * std::f32::consts::FRAC_PI_2).sin_cos();
        let turned = |x: Real, y: Real| Vector::new(cos * x - sin * y, sin * x + cos * y);
        let beside = radius * dice.between(-1.0, 1.0) * 10.0_f32.powf(dice.between(-6.0, -1.0));
        let start = turned(radius + width.max(height) + dice.between(0.1, 0.5), beside);
        let way = turned(-speed, speed * dice.between(-0.3, 0.3));
        let made_of = |collider: Collider| collider.restitution(restitution).friction(0.0);
        let disc = Body::dynamic().position(Point::from(start)).velocity(way);
        let disc = add(&mut scene, disc, made_of(Collider::circle(radius)));
        add(&mut scene, Body::dynamic(), made_of(Collider::cuboid(width, height)));
        for _ in 0..60 {
            scene.step(1.0 / 60.0).unwrap();
        }
        let spun = at(&scene, disc).angular_velocity().abs() * radius / speed;
        assert!(spun < 1e-4, "{spun} in case {seed}");
    }
}
