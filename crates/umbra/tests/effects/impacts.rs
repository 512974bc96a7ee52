//! Strength of an impact: one number, wherever in a step it began.

use umbra::prelude::*;

use crate::common::{DT, add, at, ground, scene};

/// Falls so far on, part of a step, before it meets the ground.
struct Fall {
    shape: Collider,
    restitution: Real,
    angle: Real,
    phase: Real,
    dt: Real,
}

/// Of a body of 10 kg at 6 m/s in free space: the impulse of its first impact with a wall, and the
/// momentum that it lost.
fn strength(fall: &Fall) -> [Real; 2] {
    let mut scene = scene(0.0, SolverConfig::default());
    ground(&mut scene, |it| it.restitution(fall.restitution).hit_events(true));
    let start = Point::new(0.0, 1.0 + fall.phase * 6.0 * fall.dt);
    let start = Body::dynamic().position(start).velocity([0.0, -6.0]).angle(fall.angle);
    let body = add(&mut scene, start, fall.shape.clone().mass(10.0));
    for _ in 0..120 {
        scene.step(fall.dt).unwrap();
        if let [impact] = scene.impact_events() {
            return [impact.impulse, 10.0 * (at(&scene, body).velocity().y + 6.0)];
        }
    }
    panic!("no impact");
}

/// The impulse is what the body lost of its momentum, wherever in a step the impact began and
/// however long steps are.
#[test]
fn an_impact_tells_all_the_momentum_that_it_took() {
    let shapes = [
        Collider::circle(0.3),
        Collider::cuboid(0.3, 0.3),
        Collider::capsule([-0.4, 0.0], [0.4, 0.0], 0.2),
    ];
    for shape in shapes {
        for (restitution, angle) in [(0.0, 0.0), (0.5, 0.0), (0.0, 0.3)] {
            for dt in [DT, 0.5 * DT] {
                for phase in 0..20_u8 {
                    let phase = Real::from(phase) / 20.0;
                    let fall = Fall { shape: shape.clone(), restitution, angle, phase, dt };
                    let [told, lost] = strength(&fall);
                    assert!(
                        (told - lost).abs() < 0.02 * lost,
                        "{restitution} {angle} {phase}: {told} {lost}"
                    );
                }
            }
        }
    }
}

/// In gravity too: what lands flat on the ground tells its mass times the speed with which it meets
/// it.
#[test]
fn the_weight_of_a_body_is_no_part_of_its_impact() {
    let mut told = [Real::MAX, 0.0];
    for phase in 0..40_u8 {
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |it| it.hit_events(true));
        // From 1.8 m, with 6 m/s.
        let start = Body::dynamic().position([0.0, 2.1]).velocity([0.0, 0.005 * Real::from(phase)]);
        add(&mut scene, start, Collider::cuboid(0.3, 0.3).mass(10.0));
        let mut sum = 0.0;
        for _ in 0..90 {
            scene.step(DT).unwrap();
            sum += scene.impact_events().iter().map(|impact| impact.impulse).sum::<Real>();
        }
        told = [told[0].min(sum), told[1].max(sum)];
    }
    assert!(told[0] > 59.0 && told[1] < 61.5 && told[1] < 1.03 * told[0], "{told:?}");
}

/// A hit that lasts is one impact, told once, and it names what is there.
#[test]
fn impacts_of_what_is_gone_are_not_told() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it.hit_events(true));
    let start = Body::dynamic().position([0.0, 1.0]).velocity([0.0, -6.0]).angle(0.3);
    let body = add(&mut scene, start, Collider::cuboid(0.3, 0.3));
    let hit = |scene: &Scene| {
        scene.contact_events().iter().any(|event| matches!(event, ContactEvent::Hit { .. }))
    };
    while !hit(&scene) {
        scene.step(DT).unwrap();
        assert!(scene.impact_events().is_empty());
    }
    scene.remove_body(body).unwrap();
    for _ in 0..10 {
        scene.step(DT).unwrap();
        assert!(scene.impact_events().is_empty());
    }
}
