//! The laws of mechanics, against exact solutions.

use crate::common::{Shape, World, both_corrections, weightless};
use umbra_geom::{Real, Vector};
use umbra_solver::{Body, Contact, Correction, Solver, SolverConfig, Structure};

const DT: Real = 1.0 / 60.0;

#[test]
fn free_fall_is_the_exact_solution_of_semi_implicit_euler() {
    let mut world = World::new();
    let ball = world.add(Shape::Disc(0.5), 3.0, 100.0);
    world.bodies[ball].velocity = Vector::new(2.0, 5.0);
    world.bodies[ball].angular_velocity = 3.0;
    let steps = 120_u32;
    world.run(steps as usize);
    // After n substeps of h: v = v0 - n g h, y = y0 + n v0 h - g h^2 n (n + 1) / 2.
    let (n, h) = (f64::from(steps * 4), 1.0 / 240.0);
    let body = &world.bodies[ball];
    let expected_y = 100.0 + n * 5.0 * h - 10.0 * h * h * n * (n + 1.0) / 2.0;
    // 480 roundings of numbers of about 100, half a unit of 8e-6 each, in the worst case.
    assert!((f64::from(body.center.y) - expected_y).abs() < 4e-3 / 2.0, "{}", body.center.y);
    assert!((f64::from(body.velocity.y) - (5.0 - n * 10.0 * h)).abs() < 1e-4);
    assert!((body.center.x - 7.0).abs() < 1e-3);
    assert!((body.rotation.angle() - (6.0 - core::f32::consts::TAU)).abs() < 1e-4);
}

#[test]
fn damping_slows_as_its_formula_says() {
    let mut world = weightless();
    let ball = world.add(Shape::Disc(0.5), 0.0, 0.0);
    world.bodies[ball].velocity.x = 10.0;
    world.bodies[ball].angular_velocity = 5.0;
    world.bodies[ball].linear_damping = 0.5;
    world.bodies[ball].angular_damping = 2.0;
    world.run(60);
    let kept = |damping: f64| (1.0 / (1.0 + damping / 240.0)).powi(240);
    assert!((f64::from(world.bodies[ball].velocity.x) / 10.0 - kept(0.5)).abs() < 1e-4);
    assert!((f64::from(world.bodies[ball].angular_velocity) / 5.0 - kept(2.0)).abs() < 1e-4);
}

#[test]
fn locks_hold_and_speeds_are_capped() {
    let mut world = World::new();
    let ball = world.add(Shape::Disc(0.5), 0.0, 0.0);
    world.bodies[ball].velocity.x = 5.0;
    world.bodies[ball].locks.y = true;
    let fast = world.add(Shape::Disc(0.5), 50.0, 0.0);
    world.bodies[fast].velocity = Vector::new(30_000.0, 40_000.0);
    world.bodies[fast].acceleration = Vector::zeros();
    world.bodies[fast].angular_velocity = 1e6;
    world.step(DT);
    assert_eq!((world.bodies[ball].center.y, world.bodies[ball].velocity.y), (0.0, 0.0));
    assert!((world.bodies[ball].center.x - 5.0 * DT).abs() < 1e-6);
    let most = SolverConfig::default().max_speed;
    assert!((world.bodies[fast].velocity.norm() - most).abs() < 1e-3);
    assert!((world.bodies[fast].velocity.x - 0.6 * most).abs() < 1e-3);
    assert!(world.bodies[fast].angular_velocity * DT <= 1000.0);
}

#[test]
fn collisions_keep_momentum_and_angular_momentum() {
    for config in both_corrections() {
        for (restitution, friction) in [(0.0, 0.0), (0.0, 0.8), (0.5, 0.3), (1.0, 0.8)] {
            let mut world = weightless();
            world.config = config;
            let a = world.add(Shape::Box(0.5, 0.3), -2.0, 0.1);
            let b = world.add(Shape::Box(0.7, 0.7), 0.5, 0.0);
            let c = world.add(Shape::Disc(0.4), 2.5, -0.2);
            world.bodies[a].velocity = Vector::new(6.0, 0.5);
            world.bodies[a].angular_velocity = 2.0;
            world.bodies[c].velocity = Vector::new(-3.0, 0.2);
            world.bodies[b].angular_velocity = -1.0;
            world.set_materials(|m| (m.restitution, m.friction) = (restitution, friction));
            let before = world.momentum();
            world.run(60);
            let after = world.momentum();
            // Relative to the largest momentum that was exchanged, some 6 kg m/s. Impulses that
            // last keep the lever arms of the start of the step, while bodies slide past one
            // another by up to 0.03 m in a step; blows are given once, where the bodies are.
            let slid = if restitution > 0.0 { 0.0 } else { 0.03 };
            for (axis, (before, after)) in before.into_iter().zip(after).enumerate() {
                let allowed = 6.0 * if axis == 2 { 1e-5 + slid } else { 1e-5 };
                let difference = (before - after).abs();
                assert!(difference < allowed, "{axis}: {before} {after} {restitution} {config:?}");
            }
        }
    }
}

#[test]
fn a_ball_rebounds_to_the_square_of_the_restitution() {
    for config in [SolverConfig::default(), SolverConfig::precise()] {
        for restitution in [0.0, 0.3, 0.5, 0.8, 0.95, 1.0] {
            let mut world = World::new();
            world.config = config;
            world.add_fixed(Shape::Box(10.0, 1.0), 0.0, -1.0);
            let ball = world.add(Shape::Disc(0.5), 0.0, 2.5);
            world.set_materials(|m| m.restitution = restitution);
            let mut apex: Real = 0.0;
            let mut rising = false;
            for _ in 0..120 {
                world.step(DT);
                rising |= world.bodies[ball].velocity.y > 0.5;
                if rising {
                    apex = apex.max(world.bodies[ball].center.y - 0.5);
                    if world.bodies[ball].velocity.y < 0.0 {
                        break;
                    }
                }
            }
            let ratio = apex / 2.0;
            let wanted = restitution * restitution;
            assert!((ratio - wanted).abs() < 0.02, "{restitution}: {ratio}, {config:?}");
        }
    }
}

#[test]
fn a_perfect_bounce_keeps_its_height_for_a_minute() {
    for config in both_corrections() {
        let mut world = World::new();
        world.config = config;
        world.add_fixed(Shape::Box(10.0, 1.0), 0.0, -1.0);
        let ball = world.add(Shape::Disc(0.5), 0.0, 3.5);
        world.set_materials(|m| m.restitution = 1.0);
        world.run(59 * 60);
        let mut apex: Real = 0.0;
        for _ in 0..120 {
            world.step(DT);
            apex = apex.max(world.bodies[ball].center.y - 0.5);
        }
        assert!((apex / 3.0 - 1.0).abs() < 0.02, "{apex} {config:?}");
    }
}

#[test]
fn a_box_that_falls_flat_rises_flat() {
    let mut world = World::new();
    world.add_fixed(Shape::Box(10.0, 1.0), 0.0, -1.0);
    let body = world.add(Shape::Box(0.5, 0.5), 0.0, 2.0);
    world.set_materials(|m| m.restitution = 1.0);
    for _ in 0..120 {
        world.step(DT);
        assert!(world.bodies[body].angular_velocity.abs() < 1e-3);
    }
}

#[test]
fn friction_stops_a_sliding_box_where_coulomb_says() {
    for config in both_corrections() {
        let mut world = World::new();
        world.config = config;
        world.add_fixed(Shape::Box(50.0, 1.0), 0.0, -1.0);
        let body = world.add(Shape::Box(0.5, 0.25), 0.0, 0.25);
        world.bodies[body].velocity.x = 5.0;
        world.set_materials(|m| m.friction = 0.4);
        world.run(180);
        // v^2 / (2 mu g), and half a substep of it, which the integrator adds: h v / 2.
        let expected = 25.0 / (2.0 * 0.4 * 10.0);
        let x = world.bodies[body].center.x;
        let step = if config.substeps == 1 { 5.0 / 120.0 } else { 5.0 / 480.0 };
        assert!((x - expected).abs() < 0.02 * expected + step, "{x}, not {expected}: {config:?}");
        assert!(world.bodies[body].velocity.norm() < 0.02);
    }
}

#[test]
fn a_box_slips_on_a_slope_when_the_tangent_exceeds_the_friction() {
    for config in both_corrections() {
        for (degrees, slips) in [(-1.0_f32, false), (1.0, true)] {
            let friction: Real = 0.5;
            let angle = friction.atan() + degrees.to_radians();
            let mut world = World::new();
            // The slope is level and gravity is tilted.
            world.gravity = Vector::new(10.0 * angle.sin(), -10.0 * angle.cos());
            world.config = config;
            world.add_fixed(Shape::Box(100.0, 1.0), 0.0, -1.0);
            let body = world.add(Shape::Box(0.5, 0.25), 0.0, 0.25);
            world.set_materials(|m| m.friction = friction);
            world.run(240);
            let x = world.bodies[body].center.x;
            assert_eq!(x > 0.2, slips, "{degrees} degrees: moved {x}, {config:?}");
        }
    }
}

#[test]
fn a_disc_rolls_down_at_two_thirds_of_the_pull() {
    let mut world = World::new();
    world.gravity = Vector::new(2.0, -10.0);
    world.add_fixed(Shape::Box(100.0, 1.0), 0.0, -1.0);
    let disc = world.add(Shape::Disc(0.5), 0.0, 0.5);
    world.run(120);
    let speed = world.bodies[disc].velocity.x;
    assert!((speed / (2.0 * 2.0 * 2.0 / 3.0) - 1.0).abs() < 0.01, "{speed}");
    assert!((world.bodies[disc].angular_velocity + speed / 0.5).abs() < 0.02);
}

#[test]
fn rolling_resistance_stops_a_disc() {
    let mut world = World::new();
    world.add_fixed(Shape::Box(100.0, 1.0), 0.0, -1.0);
    let disc = world.add(Shape::Disc(0.5), 0.0, 0.5);
    world.bodies[disc].velocity.x = 3.0;
    world.bodies[disc].angular_velocity = -6.0;
    world.set_materials(|m| m.rolling_resistance = 0.05);
    world.run(60);
    // The torque 0.05 m g slows a rolling disc by 0.05 g / (1.5 r).
    let expected = 3.0 - 0.05 * 10.0 / 0.75;
    let speed = world.bodies[disc].velocity.x;
    assert!((speed - expected).abs() < 0.03, "{speed}, not {expected}");
    world.run(300);
    assert!(world.bodies[disc].velocity.norm() < 1e-3);
}

#[test]
fn a_conveyor_carries_at_its_speed() {
    for config in both_corrections() {
        let mut world = World::new();
        world.config = config;
        let belt = world.add_fixed(Shape::Box(50.0, 1.0), 0.0, -1.0);
        world.materials[belt].surface_speed = 2.0;
        let body = world.add(Shape::Box(0.5, 0.5), 0.0, 0.5);
        world.run(120);
        let speed = world.bodies[body].velocity.x;
        assert!((speed / 2.0 - 1.0).abs() < 0.02, "{speed}");
        // The same with the body first: the roles do not matter.
        let mut turned = World::new();
        turned.config = config;
        let body = turned.add(Shape::Box(0.5, 0.5), 0.0, 0.5);
        let belt = turned.add_fixed(Shape::Box(50.0, 1.0), 0.0, -1.0);
        turned.materials[belt].surface_speed = 2.0;
        turned.run(120);
        assert!((turned.bodies[body].velocity.x.abs() / 2.0 - 1.0).abs() < 0.02);
    }
}

#[test]
fn a_kinematic_body_carries_what_stands_on_it_and_is_not_moved() {
    let mut world = World::new();
    let cart = world.add_kinematic(Shape::Box(3.0, 0.5), 0.0, -0.5);
    world.bodies[cart].velocity.x = 1.5;
    let load = world.add(Shape::Box(0.5, 0.5), 0.0, 0.5);
    world.run(120);
    assert!((world.bodies[load].velocity.x - 1.5).abs() < 0.01);
    assert_eq!(world.bodies[cart].velocity, Vector::new(1.5, 0.0));
    assert!((world.bodies[cart].center.x - 3.0).abs() < 1e-4);
}

#[test]
fn unequal_masses_share_a_correction_by_their_inverses() {
    for config in both_corrections() {
        let mut world = weightless();
        world.config = config;
        let light = world.add(Shape::Disc(0.5), 0.0, 0.0);
        let heavy = world.add(Shape::Disc(0.5), 0.9, 0.0);
        world.bodies[heavy].inv_mass = world.bodies[light].inv_mass / 10.0;
        world.step(DT);
        let (moved, yielded) = (-world.bodies[light].center.x, world.bodies[heavy].center.x - 0.9);
        assert!(moved > 0.0);
        assert!((moved / yielded / 10.0 - 1.0).abs() < 1e-3, "{moved} {yielded}");
    }
}

#[test]
fn projection_leaves_velocities_alone() {
    let mut world = weightless();
    world.config.correction = Correction::LINEAR_PROJECTION;
    world.add(Shape::Box(0.5, 0.5), 0.0, 0.0);
    world.add(Shape::Box(0.5, 0.5), 0.8, 0.3);
    world.run(120);
    assert_eq!(world.top_speed(), 0.0);
    // What is left is the slop, and the last of the approach to it.
    assert!(world.overlap().0 < 0.006, "{:?}", world.overlap());
}

#[test]
fn a_row_of_touching_balls_hands_the_blow_on() {
    let mut world = weightless();
    let first = world.add(Shape::Disc(0.5), -3.0, 0.0);
    world.bodies[first].velocity.x = 4.0;
    // In an order that has nothing to do with their places.
    for x in [2.0, 0.0, 3.0, 1.0] {
        world.add(Shape::Disc(0.5), x, 0.0);
    }
    world.set_materials(|m| m.restitution = 1.0);
    world.run(60);
    let speeds: Vec<_> = world.bodies.iter().map(|body| body.velocity.x).collect();
    assert!(speeds[3] > 0.95 * 4.0, "{speeds:?}");
    assert!(speeds.iter().filter(|speed| speed.abs() < 0.05).count() == 4, "{speeds:?}");
}

#[test]
fn bounces_never_add_energy() {
    for restitution in [0.3, 0.8, 1.0] {
        for friction in [0.0, 0.5] {
            let mut world = weightless();
            // Bounces at any speed: nothing else may change the energy of bodies in a box.
            world.config.restitution_threshold = 0.0;
            for (w, h, x, y) in [
                (9.0, 1.0, 0.0, -7.0),
                (9.0, 1.0, 0.0, 7.0),
                (1.0, 6.0, -8.0, 0.0),
                (1.0, 6.0, 8.0, 0.0),
            ] {
                world.add_fixed(Shape::Box(w, h), x, y);
            }
            for i in 0..30_u8 {
                let (x, y) = (f32::from(i % 6) * 2.0 - 5.0, f32::from(i / 6) * 2.0 - 4.0);
                let shape = if i % 2 == 0 { Shape::Disc(0.5) } else { Shape::Box(0.4, 0.5) };
                let body = world.add(shape, x, y);
                let i = f32::from(i);
                world.bodies[body].velocity =
                    Vector::new((i * 7.3) % 9.0 - 4.0, (i * 3.1) % 7.0 - 3.0);
            }
            world.set_materials(|m| (m.restitution, m.friction) = (restitution, friction));
            let mut energy = world.energy();
            let start = energy;
            for step in 0..300 {
                world.step(DT);
                let now = world.energy();
                // Overlap that is pushed out is the one thing that may add a little: a part
                // in a thousand of what there was at the start, in any one step.
                assert!(
                    now < energy + 1e-3 * start,
                    "step {step}: {energy} to {now}, {restitution}, {friction}"
                );
                energy = now;
            }
            assert!(energy <= start * 1.001, "{start} to {energy}");
        }
    }
}

#[test]
fn discs_in_a_frictionless_box_keep_their_energy() {
    let mut world = weightless();
    world.config.restitution_threshold = 0.0;
    for (w, h, x, y) in
        [(9.0, 1.0, 0.0, -7.0), (9.0, 1.0, 0.0, 7.0), (1.0, 6.0, -8.0, 0.0), (1.0, 6.0, 8.0, 0.0)]
    {
        world.add_fixed(Shape::Box(w, h), x, y);
    }
    for i in 0..20_u8 {
        let ball =
            world.add(Shape::Disc(0.4), f32::from(i % 5) * 2.0 - 4.0, f32::from(i / 5) * 2.0 - 3.0);
        world.bodies[ball].velocity =
            Vector::new(f32::from(i % 3) * 4.0 - 3.0, f32::from(i % 7) - 3.0);
    }
    world.set_materials(|m| (m.restitution, m.friction) = (1.0, 0.0));
    let start = world.energy();
    for _ in 0..600 {
        world.step(DT);
        let ratio = world.energy() / start;
        assert!((ratio - 1.0).abs() < 0.01, "{ratio}");
    }
}

#[test]
fn a_hub_keeps_momentum_and_carries_its_load() {
    let mut world = World::new();
    world.add_fixed(Shape::Box(60.0, 1.0), 0.0, -1.0);
    let left = world.add(Shape::Box(0.5, 0.5), -25.0, 0.5);
    let right = world.add(Shape::Box(0.5, 0.5), 25.0, 0.5);
    let plank = world.add(Shape::Box(30.0, 0.5), 0.0, 1.5);
    for i in 0..58 {
        world.add(Shape::Box(0.5, 0.5), -28.5 + i as Real, 2.5);
    }
    world.run(240);
    assert_eq!(world.structure.statistics().hubs, 1);
    assert!(world.top_speed() < 0.05, "{}", world.top_speed());
    assert!((world.bodies[plank].center.y - 1.5).abs() < 0.05);
    assert!((world.bodies[left].center.y - world.bodies[right].center.y).abs() < 0.02);

    let mut free = weightless();
    let plank = free.add(Shape::Box(30.0, 0.5), 0.0, 0.0);
    free.bodies[plank].velocity.y = 2.0;
    for i in 0..58 {
        free.add(Shape::Disc(0.4), -28.5 + i as Real, 1.0);
    }
    let before = free.momentum();
    free.run(60);
    let after = free.momentum();
    // Relative to the 120 kg m/s of the plank; lever arms of 30 m for the third.
    assert!((before[1] - after[1]).abs() < 120.0 * 1e-5, "{before:?} {after:?}");
    assert!((before[2] - after[2]).abs() < 120.0 * 30.0 * 1e-5, "{before:?} {after:?}");
}

#[test]
fn a_scaled_world_behaves_the_same() {
    let run = |unit: Real| {
        let mut world = World::new();
        world.gravity *= unit;
        world.reach *= unit;
        world.config = world.config.scaled(unit);
        world.add_fixed(Shape::Box(20.0 * unit, unit), 0.0, -unit);
        for i in 0..6 {
            let body = world.add(
                Shape::Box(0.5 * unit, 0.5 * unit),
                0.1 * i as Real * unit,
                (i as Real * 1.2 + 0.6) * unit,
            );
            world.materials[body].restitution = 0.3;
        }
        for _ in 0..90 {
            world.step(DT);
        }
        world.bodies.iter().map(|body| body.center.coords / unit).collect::<Vec<_>>()
    };
    // A power of two changes no rounding.
    for (a, b) in run(1.0).into_iter().zip(run(64.0)) {
        assert!((a - b).norm() < 1e-5, "{a} {b}");
    }
}

#[test]
fn hits_are_reported_with_their_speed() {
    for restitution in [0.0, 0.5] {
        let mut world = World::new();
        world.add_fixed(Shape::Box(10.0, 1.0), 0.0, -1.0);
        let ball = world.add(Shape::Disc(0.5), 0.0, 1.0);
        world.bodies[ball].velocity.y = -6.0;
        world.set_materials(|m| m.restitution = restitution);
        let mut fastest: Real = 0.0;
        for _ in 0..20 {
            world.step(DT);
            for contact in &world.contacts {
                fastest = fastest.max(contact.approach_speed);
                assert!(contact.impulse > 0.0 || contact.approach_speed == 0.0);
            }
        }
        // sqrt(v^2 + 2 g s), less what the fall of the last step adds.
        assert!((fastest - 6.78).abs() < 0.2, "{fastest}");
    }
}

#[test]
fn a_body_that_is_not_finite_is_reported_and_the_rest_goes_on() {
    let mut bodies = [
        Body { inv_mass: 1.0, velocity: Vector::new(Real::NAN, 0.0), ..Body::default() },
        Body { inv_mass: 1.0, velocity: Vector::new(1.0, 0.0), ..Body::default() },
    ];
    let mut contacts: [Contact; 0] = [];
    let mut structure = Structure::new();
    structure.rebuild(&bodies, &mut contacts).unwrap();
    let mut solver = Solver::new();
    solver.step(&SolverConfig::default(), DT, &structure, &mut bodies, &mut contacts).unwrap();
    assert_eq!(solver.non_finite_bodies(), [0]);
    assert_eq!(bodies[0].center.x, 0.0);
    assert!((bodies[1].center.x - DT).abs() < 1e-7);
}

#[test]
fn wrong_arrays_are_refused() {
    use umbra_solver::Error;
    let mut bodies = [Body { inv_mass: 1.0, ..Body::default() }];
    let mut contacts = [Contact { body_b: 3, point_count: 1, ..Contact::default() }];
    let mut structure = Structure::new();
    let refused = structure.rebuild(&bodies, &mut contacts);
    assert_eq!(refused, Err(Error::NoSuchBody { contact: 0, body: 3, bodies: 1 }));
    let mut solver = Solver::new();
    let config = SolverConfig::default();
    let stale = solver.step(&config, DT, &structure, &mut bodies, &mut contacts);
    assert_eq!(stale, Err(Error::StaleStructure { parameter: "bodies", value: 1, expected: 0 }));
    structure.rebuild(&bodies, &mut []).unwrap();
    let bad = solver.step(&config, Real::NAN, &structure, &mut bodies, &mut []);
    let is_number = |error: &Error| {
        matches!(error, Error::Number(umbra_geom::Error::NotFinite { parameter: "dt", .. }))
    };
    assert!(bad.is_err_and(|error| is_number(&error)));
    assert_eq!(solver.step(&config, 0.0, &structure, &mut bodies, &mut []), Ok(()));
}
