//! However fast: who crosses a sensor within a step, or is crossed by one, is told with a begin and
//! an end.

use std::collections::BTreeMap;

use super::{sensor, weightless};
use crate::common::ledger::SensorLedger;
use crate::common::{DT, add, at, scene};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use umbra::geom::math::pose;
use umbra::geom::query::overlaps;
use umbra::prelude::*;

/// Meets sensors only.
const GHOST: Filter = Filter { category: 2, mask: 1, group: 0 };

fn shape(which: u32) -> Collider {
    match which % 6 {
        0 => Collider::circle(0.05),
        1 => Collider::cuboid(0.1, 0.02),
        2 => Collider::capsule([-0.1, 0.0], [0.1, 0.0], 0.03),
        3 => Collider::polygon([[-0.1, -0.1], [0.1, -0.1], [0.0, 0.1]]),
        4 => Collider::segment([-0.1, 0.0], [0.1, 0.05]),
        _ => Collider::compound([
            (pose([-0.2, 0.0], 0.0), Circle::new(0.03).unwrap().into()),
            (pose([0.2, 0.0], 0.4), Polygon::cuboid(0.05, 0.02).unwrap().into()),
        ]),
    }
}

/// From 0 to 1, the same every time.
fn share(index: u32, of: u32) -> Real {
    (index.wrapping_mul(2_654_435_761).wrapping_add(of.wrapping_mul(40_503)) >> 8) as Real
        / (1 << 24) as Real
}

#[test]
fn ten_thousand_fast_bodies_cross_thin_sensors_and_none_is_missed() {
    const BODIES: u32 = 10_000;
    let mut scene = scene(10.0, SolverConfig::default());
    // Upright plates of 5 cm, and slanted ones; a line.
    let mut plates = vec![];
    for plate in 0..8_u32 {
        let x = 5.0 + 3.0 * plate as Real;
        let angle = if plate % 2 == 0 { 0.0 } else { 0.2 };
        let body = [Body::fixed(), Body::kinematic(), Body::fixed()][plate as usize % 3].clone();
        let collider = match plate {
            7 => Collider::segment([0.0, -900.0], [0.0, 900.0]),
            _ => Collider::cuboid(0.025, 900.0),
        };
        plates.push(sensor(&mut scene, body.position([x, 0.0]).angle(angle), collider));
    }
    for index in 0..BODIES {
        let speed = 20.0 + 380.0 * share(index, 0);
        let at = [-7.0 * share(index, 1) - 3.0, 40.0 * share(index, 2) - 20.0];
        let body = Body::dynamic()
            .position(at)
            .angle(6.0 * share(index, 3))
            .angular_velocity(100.0 * share(index, 4) - 50.0)
            .velocity([speed, 10.0 * share(index, 5) - 5.0])
            .gravity_scale((index % 2) as Real)
            .can_sleep(false);
        add(&mut scene, body, shape(index).filter(GHOST));
    }
    let mut ledger = SensorLedger::default();
    let mut crossings: BTreeMap<[ColliderKey; 2], usize> = BTreeMap::new();
    for _ in 0..220 {
        scene.step(DT).unwrap();
        ledger.listen(&scene);
        for event in scene.sensor_events() {
            if let SensorEvent::Begin { sensor, visitor, .. } = event {
                *crossings.entry([*sensor, *visitor]).or_default() += 1;
            }
        }
    }
    ledger.check();
    let crossed = plates.len() * BODIES as usize;
    assert_eq!(crossings.len(), crossed, "{:?}", ledger.told);
    assert_eq!(ledger.told[0], ledger.told[1]);
    assert!(ledger.inside.is_empty());
    // What has two pieces may have one on each side of a plate for a while, and what tumbles may touch it again.
    let is_whole = |key: ColliderKey| scene.collider(key).unwrap().shapes().count() == 1;
    let again = crossings.iter().filter(|([_, visitor], times)| **times > 1 && is_whole(*visitor));
    let again = again.count();
    assert!(again < crossed / 1000, "{again}");
}

#[test]
fn a_fast_sensor_sees_what_it_crosses_whatever_that_does() {
    for speed in [10.0, 100.0, 400.0] {
        for sensor_body in [Body::kinematic(), Body::dynamic()] {
            let mut scene = weightless();
            let net = Collider::cuboid(0.025, 2.0);
            let net =
                sensor(&mut scene, sensor_body.position([-3.0, 0.0]).velocity([speed, 0.0]), net);
            let bodies = [
                Body::fixed(),
                Body::kinematic(),
                Body::dynamic().sleeping(true),
                Body::dynamic().can_sleep(false),
                Body::kinematic().velocity([0.0, 0.5]),
                Body::dynamic().velocity([-40.0, 0.0]),
            ];
            let others: Vec<_> = (0_u8..)
                .zip(bodies)
                .map(|(place, body)| {
                    let body = body.position([0.9 * Real::from(place), 0.2]);
                    let body = scene.add_body(body).unwrap();
                    scene.add_collider(body, Collider::circle(0.05).filter(GHOST)).unwrap()
                })
                .collect();
            let mut ledger = SensorLedger::default();
            for _ in 0..80 {
                ledger.step(&mut scene);
            }
            ledger.check();
            assert_eq!(ledger.told, [others.len(); 2], "{speed}");
            assert!(scene.collider(net).unwrap().overlaps().next().is_none());
        }
    }
}

#[test]
fn a_beam_that_turns_round_within_a_step_sees_all_around() {
    let mut scene = weightless();
    let beam = Collider::cuboid(5.0, 0.005).at([5.0, 0.0]);
    let around = Body::kinematic().angular_velocity(core::f32::consts::TAU / DT);
    sensor(&mut scene, around, beam);
    for place in 0..12_u8 {
        let at = umbra::geom::math::rotation(0.3 + 0.5 * Real::from(place));
        let at = [8.0 * at.re, 8.0 * at.im];
        add(&mut scene, Body::fixed().position(at), Collider::circle(0.1));
    }
    let mut ledger = SensorLedger::default();
    ledger.step(&mut scene);
    ledger.check();
    assert_eq!(ledger.told, [12, 12]);
}

#[test]
fn what_bounces_off_within_a_step_has_been_where_it_bounced() {
    let mut bounced = 0;
    for case in 0..400_u32 {
        let mut scene = weightless();
        let wall = Collider::cuboid(1.0, 50.0).restitution(1.0).friction(0.0);
        add(&mut scene, Body::fixed().position([1.0, 0.0]), wall);
        // A strip of 5 cm in front of the wall.
        let strip = Collider::cuboid(0.025, 50.0).filter(Filter { category: 1, mask: 2, group: 0 });
        sensor(&mut scene, Body::fixed().position([-0.025, 0.0]), strip);
        let speed = 50.0 + 350.0 * share(case, 0);
        let way = 2.0 + 7.0 * share(case, 1);
        let up = 60.0 * share(case, 2) - 30.0;
        let ball = Body::dynamic().position([-way, 0.0]).velocity([speed, up]);
        let disc = Collider::circle(0.1).restitution(1.0).friction(0.0).filter(GHOST);
        let ball = add(&mut scene, ball, disc);
        let mut ledger = SensorLedger::default();
        let mut before = at(&scene, ball).velocity();
        for _ in 0..20 {
            ledger.step(&mut scene);
            let after = at(&scene, ball).velocity();
            bounced += u32::from(before.x > 0.0 && after.x < 0.0);
            before = after;
        }
        ledger.check();
        assert_eq!(ledger.told, [1, 1], "case {case}");
    }
    assert_eq!(bounced, 400);
}

/// Where a body of constant velocity is after a part of a step.
fn flown(start: Pose, velocity: Vector, spin: Real, time: Real) -> Pose {
    let rotation = umbra::geom::math::rotation(spin * time) * start.rotation;
    Pose::from_parts((start.translation.vector + velocity * time).into(), rotation)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: std::env::var("UMBRA_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(600),
        rng_seed: RngSeed::Fixed(23),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// One step of a sensor and a visitor that fly past one another, compared with ten thousand
    /// looks within it.
    #[test]
    fn one_step_of_free_flight_is_seen_as_it_is(
        shapes in [0_u32..5, 0_u32..5],
        at in [-1.0_f32..1.0, -1.0_f32..1.0],
        angles in [0.0_f32..6.3, 0.0_f32..6.3],
        velocities in [[-100.0_f32..100.0, -100.0_f32..100.0], [-100.0_f32..100.0, -100.0_f32..100.0]],
        spins in [-100.0_f32..100.0, -100.0_f32..100.0],
    ) {
        const LOOKS: u32 = 10_000;
        let mut scene = weightless();
        let body = |place: [Real; 2], which: usize| {
            Body::kinematic()
                .pose(pose(place, angles[which]))
                .velocity(velocities[which])
                .angular_velocity(spins[which])
        };
        sensor(&mut scene, body([0.0, 0.0], 0), shape(shapes[0]));
        add(&mut scene, body(at, 1), shape(shapes[1]));
        let starts = [pose([0.0, 0.0], angles[0]), pose(at, angles[1])];
        let keys: Vec<_> = scene.colliders().collect();
        let solids = [0, 1].map(|which| scene.collider(keys[which]).unwrap().local_shapes().next().unwrap().0.clone());
        let place = |which: usize, look: u32| {
            let time = DT * look as Real / LOOKS as Real;
            flown(starts[which], Vector::from(velocities[which]), spins[which], time)
        };
        let meet = |look: u32| overlaps(&solids[0], &place(0, look), &solids[1], &place(1, look));
        let (met, inside) = ((0..=LOOKS).any(meet), meet(LOOKS));
        let gap = (0..=LOOKS).map(|look| {
            umbra::geom::query::distance(&solids[0], &place(0, look), &solids[1], &place(1, look), &mut Default::default()).distance
        }).fold(Real::INFINITY, Real::min);
        scene.step(DT).unwrap();
        let told = scene.sensor_events().len();
        if met {
            // An overlap as short as a rounding error at the end does not count.
            prop_assert!(told >= 1, "missed, gap {gap}");
        } else {
            // Between two looks, or nearly.
            prop_assert!(told == 0 || gap < 1e-3, "{:?}, gap {gap}", scene.sensor_events());
        }
        prop_assert!(!inside || told == 1 || gap.abs() < 1e-4);
    }
}
