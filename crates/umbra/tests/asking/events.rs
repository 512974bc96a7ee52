//! Events report each touch and hit of a step once, in whichever substep it happens.

use crate::common::{DT, add, at, ground, scene};
use umbra::prelude::*;

/// How often something began, ended and hit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Told {
    begins: usize,
    ends: usize,
    hits: usize,
}

impl Told {
    fn listen(&mut self, scene: &Scene) {
        for event in scene.contact_events() {
            match event {
                ContactEvent::Begin { .. } => self.begins += 1,
                ContactEvent::End { .. } => self.ends += 1,
                ContactEvent::Hit { .. } => self.hits += 1,
            }
        }
    }
}

/// Whether a body's velocity was changed by more than gravity while the scene went on for so many
/// steps, and what was told.
fn watch(scene: &mut Scene, body: BodyKey, gravity: Real, steps: usize) -> (bool, Told) {
    let (mut told, mut met) = (Told::default(), false);
    for _ in 0..steps {
        let before = at(scene, body).velocity();
        scene.step(DT).unwrap();
        let fall = Vector::new(0.0, -gravity * DT);
        met |= (at(scene, body).velocity() - before - fall).norm() > 1e-3;
        told.listen(scene);
    }
    (met, told)
}

#[test]
fn a_ball_that_strikes_a_plate_in_any_substep_is_told() {
    for speed in [5.0, 50.0] {
        for phase in 0..50_u8 {
            let mut scene = scene(0.0, SolverConfig::default());
            let way = 2.0 + speed * DT * Real::from(phase) / 50.0;
            let ball = Body::dynamic().position([-way, 0.1]).velocity([speed, 0.0]);
            let disc = Collider::circle(0.05).hit_events(true);
            let ball = add(&mut scene, ball, disc);
            add(&mut scene, Body::fixed().angle(0.8), Collider::cuboid(0.025, 1.5));
            let steps = (1.5 * way / (speed * DT)) as usize;
            let (met, told) = watch(&mut scene, ball, 0.0, steps);
            assert!(met && told.begins == 1 && told.hits == 1, "{met} {told:?} {speed} {phase}");
        }
    }
}

#[test]
fn whatever_strikes_a_wall_is_told() {
    let solver = SolverConfig::default();
    for case in 0..900_u16 {
        let share = Real::from(case) / 900.0;
        let collider = match case % 3 {
            0 => Collider::circle(0.1),
            1 => Collider::capsule([-0.1, 0.0], [0.1, 0.0], 0.05),
            _ => Collider::cuboid(0.12, 0.08),
        };
        let speed = 1.5 + 10.5 * (37.0 * share).fract();
        let mut scene = scene(0.0, solver);
        add(&mut scene, Body::fixed().position([1.0, 0.0]), Collider::cuboid(0.2, 4.0));
        let body = Body::dynamic()
            .position([-1.0 - share, 0.0])
            .angle(11.0 * share)
            .velocity([speed, 2.0 * (13.0 * share).fract() - 1.0])
            .angular_velocity(4.0 * (7.0 * share).fract() - 2.0);
        let body = add(&mut scene, body, collider.hit_events(true));
        let steps = (3.0 / (speed * DT)) as usize;
        let (met, told) = watch(&mut scene, body, 0.0, steps);
        assert!(met && told.begins >= 1 && told.hits >= 1, "{met} {told:?} in case {case}");
    }
}

#[test]
fn boxes_that_drop_on_a_slope_hit_it() {
    for case in 0..100_u8 {
        let share = Real::from(case) / 100.0;
        let mut scene = scene(10.0, SolverConfig::default());
        add(&mut scene, Body::fixed().angle(-0.4), Collider::cuboid(5.0, 0.2));
        let body = Body::dynamic().position([share - 0.5, 2.0 + share]).angle(9.0 * share);
        let body = add(&mut scene, body, Collider::cuboid(0.2, 0.15).hit_events(true));
        let (met, told) = watch(&mut scene, body, 10.0, 60);
        assert!(met && told.begins >= 1 && told.hits >= 1, "{met} {told:?} in case {case}");
    }
}

#[test]
fn one_impact_is_one_hit() {
    for case in 0..400_u16 {
        let share = Real::from(case) / 400.0;
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |collider| collider);
        let body = Body::dynamic().position([0.0, 1.5 + 3.0 * share]).angle(17.0 * share);
        let body = add(&mut scene, body, Collider::cuboid(0.25, 0.2).hit_events(true));
        let mut last = None;
        for step in 0..90 {
            scene.step(DT).unwrap();
            let hits = scene.contact_events().iter();
            let hits = hits.filter(|event| matches!(event, ContactEvent::Hit { .. })).count();
            assert!(hits <= 1);
            if hits == 1 {
                assert!(
                    last != Some(step - 1),
                    "told in steps {} and {step}, case {case}",
                    step - 1
                );
                last = Some(step);
            }
        }
        assert!(last.is_some() && at(&scene, body).position().y < 0.4, "case {case}");
    }
}

#[test]
fn ends_of_what_was_removed_are_told_in_no_time() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let mut bricks = vec![];
    for brick in 0..24_000_u16 {
        let (row, column) = (brick / 400, brick % 400);
        let at = [0.2 * Real::from(column) - 40.0, 0.2 * Real::from(row) + 0.1];
        bricks.push(add(&mut scene, Body::dynamic().position(at), Collider::cuboid(0.1, 0.1)));
    }
    scene.step(DT).unwrap();
    scene.step(DT).unwrap();
    let step_of = |scene: &Scene| {
        let mut scene = scene.clone();
        let start = std::time::Instant::now();
        scene.step(DT).unwrap();
        (start.elapsed(), scene)
    };
    let least = |scene: &Scene| (0..3).map(|_| step_of(scene).0).min().unwrap();
    let usual = least(&scene);
    for brick in bricks.iter().step_by(2) {
        scene.remove_body(*brick).unwrap();
    }
    let (_, after) = step_of(&scene);
    let is_end = |event: &&ContactEvent| matches!(event, ContactEvent::End { .. });
    let ends: Vec<_> = after.contact_events().iter().filter(is_end).collect();
    assert!(ends.len() > 40_000, "{}", ends.len());
    let gone: std::collections::BTreeSet<_> = bricks.iter().step_by(2).collect();
    for end in ends {
        let ContactEvent::End { bodies, .. } = end else { continue };
        assert!(bodies.iter().any(|body| gone.contains(body)), "{bodies:?}");
    }
    let then = least(&scene);
    assert!(then < 2 * usual, "{then:?} instead of {usual:?}");
}

#[test]
fn impulses_of_a_step_carry_the_weight() {
    for solver in [SolverConfig::default(), SolverConfig::precise(), SolverConfig::classic(10)] {
        let mut scene = scene(10.0, solver);
        ground(&mut scene, |collider| collider);
        let tile =
            add(&mut scene, Body::dynamic().position([0.0, 0.5]), Collider::cuboid(0.5, 0.5));
        for _ in 0..20 {
            scene.step(DT).unwrap();
        }
        let points = scene.contacts().flat_map(|contact| contact.points());
        let force = points.map(|point| point.normal_impulse).sum::<Real>() / DT;
        let weight = 10.0 * at(&scene, tile).mass();
        assert!((force / weight - 1.0).abs() < 1e-3, "{force} {weight} {solver:?}");
    }
}

#[test]
fn what_becomes_immovable_and_is_put_to_sleep_ends_what_it_touched() {
    let changes: [fn(&mut Scene, [BodyKey; 2]); 2] = [
        |scene, [a, _]| {
            let mut body = scene.body_mut(a).unwrap();
            body.set_kind(BodyKind::Kinematic).unwrap();
            body.sleep();
        },
        |scene, [a, b]| {
            scene.body_mut(a).unwrap().set_kind(BodyKind::Fixed).unwrap();
            scene.body_mut(b).unwrap().sleep();
        },
    ];
    for change in changes {
        let mut scene = scene(10.0, SolverConfig::default());
        let floor = ground(&mut scene, |collider| collider);
        let boxes = [0.5, 1.5].map(|y| {
            add(&mut scene, Body::dynamic().position([0.0, y]), Collider::cuboid(0.5, 0.5))
        });
        let mut told = Told::default();
        let mut step = |scene: &mut Scene| {
            scene.step(DT).unwrap();
            let of_floor =
                scene.contact_events().iter().filter(|event| event.bodies().contains(&floor));
            for event in of_floor {
                match event {
                    ContactEvent::Begin { .. } => told.begins += 1,
                    ContactEvent::End { .. } => told.ends += 1,
                    _ => {}
                }
            }
            assert_eq!(scene.validate(), Ok(()));
            told
        };
        for _ in 0..5 {
            step(&mut scene);
        }
        change(&mut scene, boxes);
        assert_eq!(step(&mut scene), Told { begins: 1, ends: 1, hits: 0 });
        scene.body_mut(boxes[0]).unwrap().set_kind(BodyKind::Dynamic).unwrap();
        assert_eq!(step(&mut scene), Told { begins: 2, ends: 1, hits: 0 });
    }
}
