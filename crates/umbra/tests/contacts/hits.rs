//! Hit events report the point, the speed and the impulse.

use crate::common::{DT, add, at, ground, scene};
use umbra::geom::math::pose;
use umbra::prelude::*;

#[test]
fn a_hit_is_where_the_two_meet_and_one_for_all_parts() {
    let walls: [fn() -> Collider; 3] = [
        || Collider::tiles(1.0, [[Cell::Full; 2]; 200]).at([10.0, -100.0]),
        || Collider::chain((0..=200_u8).map(|y| [10.0, Real::from(y) - 100.0])),
        || Collider::cuboid(1.0, 100.0).at([11.0, 0.0]),
    ];
    for (wall, collider) in walls.into_iter().enumerate() {
        for wall_first in [false, true] {
            for speed in [5.0, 20.0, 39.0, 150.0, 390.0] {
                for half in [0.1, 0.3, 0.45] {
                    let config = SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() };
                    let mut scene = Scene::new(config).unwrap();
                    let add_wall = |scene: &mut Scene| {
                        let body = scene.add_body(Body::fixed()).unwrap();
                        scene.add_collider(body, collider().restitution(1.0)).unwrap();
                    };
                    if wall_first {
                        add_wall(&mut scene);
                    }
                    let start =
                        Body::dynamic().position([3.41, -1.2]).velocity([speed, 0.05 * speed]);
                    let body = scene.add_body(start.lock_rotation()).unwrap();
                    let shape = Collider::cuboid(half, half).friction(0.0).hit_events(true);
                    scene.add_collider(body, shape).unwrap();
                    if !wall_first {
                        add_wall(&mut scene);
                    }
                    let mass = scene.body(body).unwrap().mass();
                    let mut hits = vec![];
                    for _ in 0..(20.0 + 500.0 / speed) as usize {
                        scene.step(1.0 / 60.0).unwrap();
                        for event in scene.contact_events() {
                            if let ContactEvent::Hit { point, impulse, .. } = event {
                                hits.push((*point, *impulse));
                            }
                        }
                    }
                    let case = format!("wall {wall} {wall_first}, {speed} m/s, {half} m: {hits:?}");
                    let [(point, impulse)] = hits[..] else { panic!("{case}") };
                    // It meets the wall after 6.59 m but for its half, and rises by a twentieth of that.
                    let height = -1.2 + 0.05 * (6.59 - half);
                    assert!((point.x - 10.0).abs() < 0.01, "{case}");
                    assert!((point.y - height).abs() < half + 0.02, "{case}, {height}");
                    assert!((impulse / (2.0 * mass * speed) - 1.0).abs() < 0.01, "{case}");
                }
            }
        }
    }
}

/// What a hit tells.
struct Struck {
    point: Point,
    normal: Vector,
    speed: Real,
}

/// The first hit within so many steps.
fn first_hit(scene: &mut Scene, steps: usize) -> Struck {
    let hit = (0..steps).find_map(|_| {
        scene.step(DT).unwrap();
        scene.contact_events().iter().find_map(|event| match *event {
            ContactEvent::Hit { point, normal, speed, .. } => Some(Struck { point, normal, speed }),
            _ => None,
        })
    });
    hit.unwrap()
}

#[test]
fn a_hit_is_where_the_two_meet_in_every_length_unit() {
    for unit in [0.001, 0.01, 1.0, 1_000.0] {
        for far in [0.0, 1_000.0] {
            let config = SceneConfig {
                gravity: Vector::zeros(),
                length_unit: unit,
                hit_speed: 0.0,
                ..SceneConfig::default()
            };
            let mut scene = Scene::new(config).unwrap();
            let wall = scene.add_body(Body::fixed().position([0.0, far * unit])).unwrap();
            scene.add_collider(wall, Collider::cuboid(unit, 10.0 * unit)).unwrap();
            // It meets the wall after a tenth of the step, and has come up by a tenth of the unit then.
            let start = [(-1.5 - 0.05) * unit, far * unit];
            let body = Body::dynamic().position(start).velocity([30.0 * unit, 60.0 * unit]);
            let body = scene.add_body(body.lock_rotation()).unwrap();
            let shape = Collider::cuboid(0.5 * unit, 0.5 * unit).friction(0.0).hit_events(true);
            scene.add_collider(body, shape).unwrap();
            let point = first_hit(&mut scene, 1).point / unit - Vector::new(0.0, far);
            assert!((point.x + 1.0).abs() < 0.01, "unit {unit}, {far} far: {point}");
            assert!((point.y - 0.1).abs() < 0.51, "unit {unit}, {far} far: {point}");
        }
    }
}

#[test]
fn what_many_parts_are_struck_with_is_one_hit() {
    let box_of = |x: Real| (pose([x, 0.0], 0.0), Polygon::cuboid(0.2, 0.3).unwrap().into());
    let floors: [fn() -> Collider; 4] = [
        || Collider::cuboid(6.0, 0.5).at([0.0, -0.5]),
        || Collider::chain((0..=24_u8).map(|i| [6.0 - 0.5 * Real::from(i), 0.0])),
        || Collider::tiles(0.5, [[Cell::Full; 24]; 2]).at([-6.0, -1.0]),
        || Collider::heightfield([0.0; 25], 12.0),
    ];
    for (floor, ground) in floors.into_iter().enumerate() {
        for case in 0..120_u8 {
            let part = Real::from(case) / 120.0;
            let mut scene = scene(9.81, SolverConfig::default());
            add(&mut scene, Body::fixed(), ground());
            let start = [-2.0 + 4.0 * (7.0 * part).fract(), 1.5 + 3.0 * (11.0 * part).fract()];
            let body = Body::dynamic().position(start).velocity([6.0 * part - 3.0, 0.0]);
            let shape = if case % 2 == 0 {
                Collider::cuboid(0.5, 0.3)
            } else {
                Collider::compound([box_of(-0.3), box_of(0.3)])
            };
            add(&mut scene, body.angle(6.3 * part), shape.hit_events(true));
            let mut last = 0;
            for step in 0..120 {
                scene.step(DT).unwrap();
                let points = scene.contacts().flat_map(|contact| contact.points());
                let given: Real = points.map(|point| point.normal_impulse).sum();
                let hits = scene.contact_events().iter().filter_map(|event| match event {
                    ContactEvent::Hit { impulse, .. } => Some(*impulse),
                    _ => None,
                });
                let hits: Vec<_> = hits.collect();
                let told = format!("floor {floor}, case {case}, step {step}: {hits:?} of {given}");
                assert!(hits.len() <= 1 && hits.len() + last <= 1, "{told}");
                assert!(hits.iter().all(|hit| (hit / given - 1.0).abs() < 1e-3), "{told}");
                last = hits.len();
            }
        }
    }
}

#[test]
fn a_box_that_bounces_hits_with_the_corner_that_strikes() {
    for speed in [1.5, 3.0, 6.0, 12.0, 25.0] {
        for tilt in [-0.1, -0.03, -0.01, 0.01, 0.04, 0.09] {
            for late in [0.0, 0.2, 0.4, 0.6, 0.8] {
                let mut scene = scene(0.0, SolverConfig::default());
                ground(&mut scene, |collider| collider.restitution(0.6));
                let start = Body::dynamic().position([0.0, 1.0 + speed * late / 60.0]);
                let body = start.angle(tilt).velocity([0.0, -speed]);
                let shape = Collider::cuboid(0.5, 0.5).restitution(0.6).hit_events(true);
                add(&mut scene, body, shape);
                let point = first_hit(&mut scene, 60).point;
                let off = point.x + 0.5 * tilt.signum();
                assert!(off.abs() < 0.1, "{speed} m/s, tilted by {tilt}, {late}: {point}");
            }
        }
    }
}

#[test]
fn what_was_stopped_on_its_way_hit_where_it_stopped() {
    for speed in [20.0, 40.0, 80.0, 160.0] {
        for angle in 0..20_u8 {
            for late in [0.0, 0.2, 0.4, 0.6, 0.8] {
                let mut scene = scene(0.0, SolverConfig::default());
                let place = pose([-0.15, -0.2], 0.0);
                let shape = Collider::polygon([[0.0, 0.3], [-0.25, -0.15], [0.25, -0.15]]);
                let start = Body::dynamic().position([0.0, 3.0 + speed * late / 60.0]);
                let start = start.angle(0.31 * Real::from(angle));
                let body = start.velocity([0.1 * speed, -speed]);
                let shape = shape.offset(place).hit_events(true);
                add(&mut scene, body, shape);
                ground(&mut scene, |collider| collider);
                let point = first_hit(&mut scene, 60).point;
                assert!(point.y.abs() < 0.05, "{speed} m/s, angle {angle}, {late}: {point}");
            }
        }
    }
}

#[test]
fn discs_that_graze_one_another_hit_along_the_line_between_them() {
    for radius in [0.03, 0.3] {
        for speed in [2.0, 8.0, 20.0, 100.0] {
            for aside in [0.3, 0.9, 1.4, 1.8] {
                for late in [0.0, 0.2, 0.4, 0.6, 0.8] {
                    let config = SceneConfig {
                        gravity: Vector::zeros(),
                        length_unit: radius,
                        hit_speed: 0.0,
                        ..SceneConfig::default()
                    };
                    let mut scene = Scene::new(config).unwrap();
                    let disc = || Collider::circle(radius).friction(0.0).restitution(1.0);
                    add(&mut scene, Body::dynamic(), disc());
                    let start = [-(9.0 + speed * late / 60.0) * radius, aside * radius];
                    let body = Body::dynamic().position(start).velocity([speed * radius, 0.0]);
                    add(&mut scene, body, disc().hit_events(true));
                    let Struck { point, normal, speed: approach } = first_hit(&mut scene, 400);
                    // The line between the centres when they meet.
                    let (across, along) = (0.5 * aside, (1.0 - 0.25 * aside * aside).sqrt());
                    let told = format!("{radius} m, {speed}, {aside}, {late}: {point} {normal}");
                    assert!((normal.x.abs() - along).abs() < 0.05, "{told}");
                    assert!((normal.y.abs() - across).abs() < 0.05, "{told}");
                    let expected = speed * radius * along;
                    assert!((approach / expected - 1.0).abs() < 0.1, "{told}: {approach}");
                    let middle = Point::new(-along, across) * radius;
                    assert!((point - middle).norm() < 0.1 * radius, "{told}");
                }
            }
        }
    }
}

#[test]
fn points_of_a_rider_are_under_it_however_fast_both_are() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let train = Body::kinematic().velocity([50.0, 0.0]).position([0.0, -0.5]);
    let train = scene.add_body(train).unwrap();
    scene.add_collider(train, Collider::cuboid(20.0, 0.5).friction(0.0)).unwrap();
    let rider = scene.add_body(Body::dynamic().position([0.0, 0.5])).unwrap();
    scene.add_collider(rider, Collider::cuboid(0.5, 0.5).friction(0.0)).unwrap();
    for step in 0..200 {
        // It goes forward and back, by less than what has points found anew.
        let beside = if step / 2 % 2 == 0 { 0.3 } else { -0.3 };
        scene.body_mut(rider).unwrap().set_velocity([50.0 + beside, 0.0]).unwrap();
        let x = scene.body(rider).unwrap().position().x;
        scene.step(1.0 / 60.0).unwrap();
        for contact in scene.body(rider).unwrap().contacts() {
            for point in contact.points() {
                let off = point.position.x - x;
                assert!((off.abs() - 0.5).abs() < 0.02, "{step}: {off}");
            }
        }
    }
}

/// The hits of the last step: where and how fast.
fn hits(scene: &Scene) -> Vec<(Point, Real)> {
    let events = scene.contact_events().iter();
    let place = |event: &ContactEvent| match *event {
        ContactEvent::Hit { point, speed, .. } => Some((point, speed)),
        _ => None,
    };
    events.filter_map(place).collect()
}

#[test]
fn a_box_that_rocks_hits_when_and_where_a_corner_strikes() {
    let (mut told, mut early, mut elsewhere) = (0, 0, 0);
    for case in 0..400_u16 {
        let share = Real::from(case) / 400.0;
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |collider| collider.restitution(if case % 2 == 0 { 0.0 } else { 0.3 }));
        let body = Body::dynamic().position([0.0, 1.0 + 1.2 * share]);
        let body = body.angle(0.02 + 0.7 * (247.0 * share).fract());
        let body = body.velocity([2.0 * (148.0 * share).fract() - 1.0, 0.0]);
        let body = add(&mut scene, body, Collider::cuboid(0.5, 0.3).hit_events(true));
        for _ in 0..90 {
            let corners = [[-0.5, -0.3], [0.5, -0.3], [0.5, 0.3], [-0.5, 0.3]].map(|corner| {
                let place = at(&scene, body).world_point(corner);
                (place, -at(&scene, body).velocity_at(place).y)
            });
            scene.step(DT).unwrap();
            for (point, speed) in hits(&scene) {
                let mut lower = corners;
                lower.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
                let off = |corner: &(Point, Real)| (corner.0.x - point.x).abs();
                let nearest = lower[..2].iter().min_by(|a, b| off(a).total_cmp(&off(b)));
                let &(corner, closing) = nearest.unwrap();
                told += 1;
                // What would be met within a substep after the step is slowed down in it.
                early += u32::from(corner.y - 1.25 * closing * DT > 0.006);
                elsewhere += u32::from((closing - speed).abs() > 0.01 * speed);
            }
        }
    }
    assert!(told > 600 && early == 0 && elsewhere * 200 < told, "{told} {early} {elsewhere}");
}

#[test]
fn discs_that_graze_hit_as_fast_as_they_are_told_to() {
    let mut hits = 0;
    for case in 0..4_000_u16 {
        let share = Real::from(case) / 4_000.0;
        let mut scene = scene(0.0, SolverConfig::default());
        let [a, b] = [0.2 + 0.5 * (7.0 * share).fract(), 0.3 + 0.3 * (19.0 * share).fract()];
        let aside = (a + b) * (31.0 * share).fract();
        let speed = 1.0 + 9.0 * (3.0 * share).fract();
        let way = a + b + 0.5 * (53.0 * share).fract();
        let target = Body::dynamic().position([0.0, aside]);
        add(&mut scene, target, Collider::circle(a).hit_events(true).restitution(share));
        let ball = Body::dynamic().position([-way, 0.0]).velocity([speed, 0.0]);
        add(&mut scene, ball, Collider::circle(b));
        for _ in 0..90 {
            scene.step(DT).unwrap();
            for event in scene.contact_events() {
                if let ContactEvent::Hit { speed, .. } = event {
                    hits += 1;
                    assert!(*speed >= scene.config().hit_speed, "{speed} m/s in case {case}");
                }
            }
        }
    }
    assert!(hits > 2_000, "{hits}");
}
