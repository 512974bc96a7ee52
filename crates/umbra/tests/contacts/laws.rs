//! The laws of mechanics, against exact solutions, through the whole engine.

use crate::common::{DT, add, at, ground, run, scene, solvers};
use umbra::geom::math::pose;
use umbra::prelude::*;

#[test]
fn free_fall_and_parabola_are_the_exact_discrete_solution() {
    let mut scene = scene(10.0, SolverConfig::default());
    let thrown = Body::dynamic().position([3.0, 100.0]).velocity([2.0, 5.0]).angular_velocity(3.0);
    let ball = add(&mut scene, thrown, Collider::circle(0.5));
    run(&mut scene, 120);
    // After n substeps of h: y = y0 + n v0 h - g h^2 n (n + 1) / 2.
    let (n, h) = (480.0_f64, 1.0 / 240.0);
    let expected = 100.0 + n * 5.0 * h - 10.0 * h * h * n * (n + 1.0) / 2.0;
    let ball = at(&scene, ball);
    // 480 roundings of numbers of about 100, at most half a unit of 8e-6 each.
    assert!((f64::from(ball.position().y) - expected).abs() < 2e-3, "{}", ball.position());
    assert!((ball.position().x - 7.0).abs() < 2e-4);
    assert!((ball.velocity().y + 15.0).abs() < 1e-4);
    assert!((ball.angle() - (6.0 - std::f32::consts::TAU)).abs() < 1e-4);
}

#[test]
fn forces_torques_and_impulses_accelerate_by_mass_and_inertia() {
    let mut scene = scene(0.0, SolverConfig::default());
    let plate = add(&mut scene, Body::dynamic(), Collider::cuboid(1.0, 0.5).density(3.0));
    assert!((at(&scene, plate).mass() - 6.0).abs() < 1e-5);
    // m (w^2 + h^2) / 12.
    assert!((at(&scene, plate).inertia() - 2.5).abs() < 1e-5);
    for _ in 0..60 {
        let mut body = scene.body_mut(plate).unwrap();
        body.apply_force([12.0, 0.0]).unwrap();
        body.apply_torque(5.0).unwrap();
        scene.step(DT).unwrap();
    }
    assert!((at(&scene, plate).velocity().x - 2.0).abs() < 1e-4);
    assert!((at(&scene, plate).angular_velocity() - 2.0).abs() < 1e-4);
    scene.step(DT).unwrap();
    assert!((at(&scene, plate).velocity().x - 2.0).abs() < 1e-4, "forces last for one step");

    let center = at(&scene, plate).center_of_mass();
    let mut body = scene.body_mut(plate).unwrap();
    body.apply_impulse_at([0.0, 3.0], center + Vector::new(0.5, 0.0)).unwrap();
    assert!((body.view().velocity().y - 0.5).abs() < 1e-5);
    assert!((body.view().angular_velocity() - 2.6).abs() < 1e-4);
}

#[test]
fn a_spinning_plate_keeps_its_spin() {
    let mut scene = scene(0.0, SolverConfig::default());
    let plate = Body::dynamic().angular_velocity(7.0);
    let plate = add(&mut scene, plate, Collider::cuboid(2.0, 0.1));
    run(&mut scene, 600);
    assert!((at(&scene, plate).angular_velocity() - 7.0).abs() < 1e-5);
    assert_eq!(at(&scene, plate).position(), Point::origin());
}

#[test]
fn an_eccentric_body_turns_about_its_centre_of_mass() {
    let mut scene = scene(0.0, SolverConfig::default());
    let body = scene.add_body(Body::dynamic().angular_velocity(2.0)).unwrap();
    let disc = |x: Real| Collider::circle(0.5).mass(1.0).at([x, 0.0]);
    scene.add_collider(body, disc(0.0)).unwrap();
    scene.add_collider(body, disc(4.0)).unwrap();
    assert_eq!(at(&scene, body).center_of_mass(), Point::new(2.0, 0.0));
    // Two discs, two from the middle each: 2 (m r^2 / 2 + m d^2).
    assert!((at(&scene, body).inertia() - 8.25).abs() < 1e-5);
    // The first collider turned about itself, so the new centre moves with the material there.
    let velocity = at(&scene, body).velocity();
    assert!((velocity - Vector::new(0.0, 4.0)).norm() < 1e-5, "{velocity}");
    scene.body_mut(body).unwrap().set_velocity([0.0, 0.0]).unwrap();
    run(&mut scene, 100);
    assert!((at(&scene, body).center_of_mass() - Point::new(2.0, 0.0)).norm() < 1e-5);
    assert!((at(&scene, body).position() - Point::new(2.0, 0.0)).norm() - 2.0 < 1e-5);
}

#[test]
fn a_ball_rebounds_to_the_square_of_its_restitution() {
    for solver in [SolverConfig::default(), SolverConfig::precise()] {
        for restitution in [0.0_f32, 0.3, 0.5, 0.8, 0.95, 1.0] {
            let mut scene = scene(10.0, solver);
            ground(&mut scene, |collider| collider);
            let ball = Body::dynamic().position([0.0, 2.5]);
            let ball = add(&mut scene, ball, Collider::circle(0.5).restitution(restitution));
            let (mut apex, mut rising) = (0.0, false);
            for _ in 0..120 {
                scene.step(DT).unwrap();
                let speed = at(&scene, ball).velocity().y;
                rising |= speed > 0.5;
                if rising {
                    apex = at(&scene, ball).position().y.max(apex + 0.5) - 0.5;
                    if speed < 0.0 {
                        break;
                    }
                }
            }
            let ratio = apex / 2.0;
            assert!((ratio - restitution * restitution).abs() < 0.02, "{restitution}: {ratio}");
        }
    }
}

#[test]
fn a_perfect_bounce_keeps_its_height_for_a_minute() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let ball = Body::dynamic().position([0.0, 3.5]);
    let ball = add(&mut scene, ball, Collider::circle(0.5).restitution(1.0));
    let mut apex: Real = 0.0;
    for step in 0..3600 {
        scene.step(DT).unwrap();
        if step > 3400 {
            apex = apex.max(at(&scene, ball).position().y - 0.5);
        }
    }
    assert!((apex - 3.0).abs() < 0.06, "{apex}");
}

#[test]
fn friction_stops_a_sliding_box_where_coulomb_says() {
    for solver in solvers() {
        let mut scene = scene(10.0, solver);
        ground(&mut scene, |collider| collider.friction(0.4));
        let sliding = Body::dynamic().position([0.0, 0.5]).velocity([8.0, 0.0]);
        let sliding = add(&mut scene, sliding, Collider::cuboid(1.0, 0.5).friction(0.4));
        run(&mut scene, 200);
        // v^2 / (2 mu g).
        let (distance, expected) = (at(&scene, sliding).position().x, 64.0 / 8.0);
        assert!((distance / expected - 1.0).abs() < 0.02, "{distance}");
        assert!(at(&scene, sliding).velocity().norm() < 1e-3);
    }
}

/// A plane that falls to the right at `angle`, and where a body that touches it with a radius or a
/// half height of `above` sits.
fn slope(scene: &mut Scene, angle: Real, friction: Real, above: Real) -> Body {
    let plane = Collider::cuboid(100.0, 1.0).friction(friction);
    add(scene, Body::fixed().angle(-angle), plane);
    let up = Vector::new(angle.sin(), angle.cos()) * (1.0 + above);
    Body::dynamic().position(Point::from(up)).angle(-angle)
}

#[test]
fn a_box_slips_on_a_ramp_when_the_tangent_exceeds_the_friction() {
    for solver in solvers() {
        for (degrees, slips) in [(30.0_f32, false), (32.0, true)] {
            // tan(31 degrees).
            let friction = 0.600_86;
            let mut scene = scene(10.0, solver);
            let body = slope(&mut scene, degrees.to_radians(), friction, 0.25);
            let tile = add(&mut scene, body, Collider::cuboid(0.5, 0.25).friction(friction));
            run(&mut scene, 30);
            let start = at(&scene, tile).position();
            run(&mut scene, 120);
            let slid = (at(&scene, tile).position() - start).norm();
            assert_eq!(slid > 0.1, slips, "{degrees} degrees: {slid} m");
            assert!(slips || slid < 5e-3, "{degrees} degrees: creeps {slid} m");
        }
    }
}

#[test]
fn round_bodies_roll_down_at_the_acceleration_of_their_inertia() {
    let angle = 0.25_f32;
    // I / (m r^2): a disc 1/2; a ring 1; a tyre of 16 small discs at a radius of 0.4 within one of
    // 0.5, whatever it comes to.
    for (name, colliders, inertia) in [
        ("disc", vec![Collider::circle(0.5)], Some(0.5)),
        ("ring", ring().into(), Some(1.0)),
        ("tyre", vec![tyre()], None),
    ] {
        for solver in solvers() {
            let mut scene = scene(10.0, solver);
            let body = slope(&mut scene, angle, 1.0, 0.5);
            let body = scene.add_body(body).unwrap();
            for collider in &colliders {
                scene.add_collider(body, collider.clone().friction(1.0)).unwrap();
            }
            let found = at(&scene, body).inertia() / (at(&scene, body).mass() * 0.25);
            let ratio = inertia.unwrap_or(found);
            assert!((found / ratio - 1.0).abs() < 1e-3, "{name}: {found}");
            let start = at(&scene, body).position();
            run(&mut scene, 120);
            let rolled = (at(&scene, body).position() - start).norm();
            // s = a t^2 / 2 with a = g sin(angle) / (1 + I / (m r^2)), at the instant of the middle
            // of the substeps: t (t + h) for t^2.
            let acceleration = 10.0 * angle.sin() / (1.0 + ratio);
            let h = DT / solver.substeps as Real;
            let expected = 0.5 * acceleration * 2.0 * (2.0 + h);
            assert!(
                (rolled / expected - 1.0).abs() < 0.01,
                "{name}: {rolled} for {expected}, {solver:?}"
            );
        }
    }
}

/// A disc that weighs nothing to speak of, and all the mass in eight small discs at its rim. They
/// meet nobody. What they weigh beyond the rim makes up for the turning of the small discs about
/// themselves: m (d^2 + r^2 / 2) = m R^2.
fn ring() -> [Collider; 9] {
    let (rim, small) = (0.5_f32, 0.05_f32);
    let distance = (rim * rim - 0.5 * small * small).sqrt();
    std::array::from_fn(|index| {
        if index == 8 {
            return Collider::circle(rim).mass(1e-4);
        }
        let angle = std::f32::consts::TAU * index as Real / 8.0;
        let place = pose([distance * angle.cos(), distance * angle.sin()], 0.0);
        let nobody = Filter { mask: 0, ..Filter::default() };
        Collider::circle(small).mass(1.0).offset(place).filter(nobody)
    })
}

/// A disc for the outline that weighs little, and heavy studs that make it nearly a ring.
fn tyre() -> Collider {
    let studs = (0..16).map(|stud| {
        let angle = std::f32::consts::TAU * stud as Real / 16.0;
        let place = Point::new(0.4 * angle.cos(), 0.4 * angle.sin());
        (pose(place, 0.0), Circle::new(0.05).unwrap().into())
    });
    let outline = (Pose::identity(), Shape::from(Circle::new(0.5).unwrap()));
    Collider::compound(studs.chain([outline]))
}

#[test]
fn unequal_masses_share_a_correction_by_their_inverses() {
    let mut scene = scene(0.0, SolverConfig::default());
    let light = Body::dynamic().position([-0.45, 0.0]);
    let light = add(&mut scene, light, Collider::circle(0.5).mass(1.0));
    let heavy = Body::dynamic().position([0.45, 0.0]);
    let heavy = add(&mut scene, heavy, Collider::circle(0.5).mass(10.0));
    run(&mut scene, 60);
    let moved_light = (at(&scene, light).position().x + 0.45).abs();
    let moved_heavy = (at(&scene, heavy).position().x - 0.45).abs();
    assert!((moved_light / moved_heavy - 10.0).abs() < 0.1, "{moved_light} {moved_heavy}");
}

#[test]
fn reactions_are_equal_and_opposite() {
    for solver in solvers() {
        let mut scene = scene(0.0, solver);
        let light = Body::dynamic().position([-0.5, 0.1]).velocity([3.0, 1.0]);
        let light = add(&mut scene, light, Collider::cuboid(0.5, 0.5).mass(1.0));
        let heavy = Body::dynamic().position([0.6, 0.0]).velocity([-1.0, 0.0]);
        let heavy = add(&mut scene, heavy, Collider::cuboid(0.5, 0.7).mass(4.0));
        let push = Vector::new(20.0, 3.0);
        let mut met = false;
        for _ in 0..30 {
            scene.body_mut(light).unwrap().apply_force(push).unwrap();
            scene.body_mut(heavy).unwrap().apply_force(-push).unwrap();
            let speeds = |scene: &Scene| [light, heavy].map(|key| at(scene, key).velocity());
            let before = speeds(&scene);
            run(&mut scene, 1);
            let after = speeds(&scene);
            // What each got from the other, in kg m/s: all but what the push gave.
            let got = after[0] - before[0] - push * DT;
            let gave = 4.0 * (after[1] - before[1]) + push * DT;
            assert!((got + gave).norm() < 1e-5, "{got} {gave} {solver:?}");
            met |= got.norm() > 1.0;
        }
        assert!(met, "{solver:?}");
    }
}
