//! Bodies that slide or roll over shapes side by side move as if these were one.

use crate::common::sliders::sliders;
use crate::common::{DT, add, run, scene};
use umbra::geom::math::pose;
use umbra::prelude::*;

/// The longest floor.
const TILES: u16 = 1000;

/// How a floor is made of its tiles.
#[derive(Clone, Copy, Debug)]
enum Floor {
    /// One body with all tiles.
    OneBody,
    /// A body for each tile.
    ManyBodies,
    /// Three bodies take turns.
    ThreeBodies,
    /// A kinematic body at rest.
    Kinematic,
    /// Fixed bodies and kinematic ones at rest in turns, two of these side by side.
    Lifts,
    /// Segments end to end.
    Segments,
}

const FLOORS: [Floor; 6] = [
    Floor::OneBody,
    Floor::ManyBodies,
    Floor::ThreeBodies,
    Floor::Kinematic,
    Floor::Lifts,
    Floor::Segments,
];

fn scene_on(floor: Floor, tiles: u16, friction: Real) -> Scene {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let kind = |body: u16| match floor {
        Floor::Kinematic => Body::kinematic(),
        Floor::Lifts if !body.is_multiple_of(3) => Body::kinematic(),
        _ => Body::fixed(),
    };
    let count = match floor {
        Floor::ManyBodies | Floor::Lifts => tiles,
        Floor::ThreeBodies => 3,
        _ => 1,
    };
    let bodies: Vec<_> = (0..count).map(|body| scene.add_body(kind(body)).unwrap()).collect();
    for tile in 0..tiles {
        let x = Real::from(tile);
        let collider = match floor {
            Floor::Segments => Collider::segment([x - 0.5, 0.0], [x + 0.5, 0.0]),
            _ => Collider::cuboid(0.5, 0.5).at([x, -0.5]),
        };
        let body = bodies[usize::from(tile % count)];
        scene.add_collider(body, collider.friction(friction)).unwrap();
    }
    scene
}

#[test]
fn sliders_neither_stop_nor_hop_nor_turn() {
    for floor in FLOORS {
        for slider in sliders() {
            for speed in [0.5, 2.0, 6.0, 12.0] {
                let is_long = matches!(floor, Floor::OneBody | Floor::ManyBodies) && speed > 10.0;
                let steps = if is_long { crate::common::cases(6000) as usize } else { 600 };
                // As many tiles as it comes to.
                let tiles = (speed * steps as Real * DT) as u16 + 10;
                let tiles = tiles.min(TILES);
                let ends = [2.0, Real::from(tiles) - 5.0];
                let scene = scene_on(floor, tiles, 0.0);
                slider.slide_over(scene, &format!("{floor:?}"), speed, ends, steps).unwrap();
            }
        }
    }
}

#[test]
fn a_ball_rolls_on_and_a_box_slides_to_a_stop_as_on_one_floor() {
    for (collider, turns) in [(Collider::circle(0.3), true), (Collider::cuboid(0.3, 0.3), false)] {
        let mut ends = vec![];
        for floor in [None, Some(Floor::OneBody), Some(Floor::ManyBodies)] {
            let mut scene = match floor {
                Some(floor) => scene_on(floor, TILES, 0.5),
                None => {
                    let mut scene = Scene::new(SceneConfig::default()).unwrap();
                    let ground = scene.add_body(Body::fixed().position([100.0, -0.5])).unwrap();
                    scene.add_collider(ground, Collider::cuboid(100.5, 0.5).friction(0.5)).unwrap();
                    scene
                }
            };
            let body = Body::dynamic().position([2.0, 0.3]).velocity([6.0, 0.0]);
            let key = scene.add_body(body).unwrap();
            scene.add_collider(key, collider.clone().friction(0.5)).unwrap();
            (0..300).for_each(|_| scene.step(DT).unwrap());
            let body = scene.body(key).unwrap();
            ends.push((body.position().x, body.angular_velocity()));
        }
        for (x, spin) in &ends[1..] {
            assert!((x / ends[0].0 - 1.0).abs() < 0.01, "{ends:?}");
            assert!(!turns || (spin / ends[0].1 - 1.0).abs() < 0.01, "{ends:?}");
        }
    }
}

/// A crate slides over the joint between a floor and a lift at this speed. Returns its speed one
/// second later, and how high it was at most.
fn slide_onto_lift(scene: &mut Scene, speed: Real) -> [Real; 2] {
    let crate_ = Body::dynamic().position([-2.0, 0.25]).velocity([speed, 0.0]);
    let crate_ = add(scene, crate_, Collider::cuboid(0.25, 0.25).friction(0.0));
    let mut highest: Real = 0.0;
    for _ in 0..60 {
        scene.step(DT).unwrap();
        highest = highest.max(scene.body(crate_).unwrap().position().y);
    }
    let left = scene.body(crate_).unwrap().velocity().x;
    scene.remove_body(crate_).unwrap();
    [left, highest]
}

#[test]
fn a_lift_that_has_arrived_is_part_of_the_floor_until_it_leaves() {
    for speed in [3.0, 6.0, 9.0] {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        add(&mut scene, Body::fixed().position([-10.0, -0.5]), Collider::cuboid(10.0, 0.5));
        let lift = Body::kinematic().position([10.0, -1.5]).velocity([0.0, 2.0]);
        let lift = add(&mut scene, lift, Collider::cuboid(10.0, 0.5).friction(0.0));
        let fixed = scene.bodies().next().unwrap();
        let floor = scene.body(fixed).unwrap().colliders().next().unwrap();
        scene.collider_mut(floor).unwrap().set_friction(0.0).unwrap();
        run(&mut scene, 30);
        scene.body_mut(lift).unwrap().set_velocity([0.0, 0.0]).unwrap();
        for _ in 0..2 {
            let [left, highest] = slide_onto_lift(&mut scene, speed);
            assert!((left - speed).abs() < 1e-3 * speed, "{left} of {speed} m/s");
            assert!(highest < 0.26, "{speed} m/s: up to {highest}");
            // What is said again changes nothing, nor does sleep.
            let place = scene.body(lift).unwrap().pose();
            scene.body_mut(lift).unwrap().move_to(place, DT).unwrap();
            run(&mut scene, 60);
        }
        // As high as a step, it is one again, and stops the crate.
        scene.body_mut(lift).unwrap().set_velocity([0.0, 0.5]).unwrap();
        run(&mut scene, 60);
        scene.body_mut(lift).unwrap().set_velocity([0.0, 0.0]).unwrap();
        let [left, _] = slide_onto_lift(&mut scene, speed);
        assert!(left < 0.1 * speed, "{left} of {speed} m/s");
        scene.validate().unwrap();
    }
}

#[test]
fn what_falls_on_a_seam_gains_no_sideways_speed() {
    for floor in FLOORS {
        for shift in [-1e-3, -1e-5, 0.0, 1e-5, 1e-3] {
            let mut scene = scene_on(floor, 10, 0.0);
            let body = Body::dynamic().position([4.5 + shift, 2.0]).velocity([0.0, -5.0]);
            let key = scene.add_body(body).unwrap();
            let ball = Collider::circle(0.2).restitution(0.5).friction(0.0);
            scene.add_collider(key, ball).unwrap();
            for _ in 0..120 {
                scene.step(DT).unwrap();
                let velocity = scene.body(key).unwrap().velocity();
                assert!(velocity.x.abs() < 1e-4, "{floor:?}, {shift}: {velocity}");
            }
        }
    }
}

#[test]
fn corners_still_are_corners() {
    // Past the last tile a box tips over the edge, and at a higher tile it stops.
    let mut scene = scene_on(Floor::OneBody, 5, 0.3);
    let key = scene.add_body(Body::dynamic().position([4.45, 0.3])).unwrap();
    scene.add_collider(key, Collider::cuboid(0.3, 0.3).friction(0.3)).unwrap();
    let body = scene.body(key).unwrap();
    assert!(body.position().x > 4.2);
    scene.body_mut(key).unwrap().set_velocity([1.0, 0.0]).unwrap();
    (0..120).for_each(|_| scene.step(DT).unwrap());
    assert!(scene.body(key).unwrap().position().y < -1.0, "it fell");

    let mut scene = scene_on(Floor::OneBody, 10, 0.0);
    let step = scene.add_body(Body::fixed().position([6.0, 0.0])).unwrap();
    scene.add_collider(step, Collider::cuboid(0.5, 0.05).friction(0.0)).unwrap();
    let body = Body::dynamic().lock_rotation().position([2.0, 0.3]).velocity([3.0, 0.0]);
    let key = scene.add_body(body).unwrap();
    scene.add_collider(key, Collider::cuboid(0.3, 0.3).friction(0.0)).unwrap();
    (0..240).for_each(|_| scene.step(DT).unwrap());
    let x = scene.body(key).unwrap().position().x;
    assert!((x - 5.2).abs() < 0.02, "it stands at the step: {x}");
}

#[test]
fn seams_follow_what_comes_goes_and_moves() {
    let mut scene = scene_on(Floor::ManyBodies, 3, 0.0);
    let bodies: Vec<_> = scene.bodies().collect();
    let probe = scene.add_body(Body::dynamic().gravity_scale(0.0).position([0.0, 5.0])).unwrap();
    scene.add_collider(probe, Collider::cuboid(0.3, 0.3)).unwrap();
    // Whether a box that overlaps the side of the middle tile by a hair, and its top by more, is pushed aside.
    let is_pushed_aside = |scene: &mut Scene| {
        let mut body = scene.body_mut(probe).unwrap();
        body.set_position([0.2005, 0.297]).unwrap();
        body.set_velocity([0.0, 0.0]).unwrap();
        scene.step(DT).unwrap();
        let contacts: Vec<_> = scene.body(probe).unwrap().contacts().collect();
        scene.validate().unwrap();
        contacts.iter().any(|contact| contact.normal().x.abs() > 0.5)
    };
    assert!(!is_pushed_aside(&mut scene));
    let left = scene.collider(scene.body(bodies[0]).unwrap().colliders().next().unwrap()).unwrap();
    let left = left.key();
    // The left tile goes away, comes back, is filtered out, shrinks, moves, and changes its body's kind.
    scene.body_mut(bodies[0]).unwrap().set_position([-3.0, 0.0]).unwrap();
    assert!(is_pushed_aside(&mut scene));
    scene.body_mut(bodies[0]).unwrap().set_position([0.0, 0.0]).unwrap();
    assert!(!is_pushed_aside(&mut scene));
    scene.collider_mut(left).unwrap().set_enabled(false).unwrap();
    assert!(is_pushed_aside(&mut scene));
    scene.collider_mut(left).unwrap().set_enabled(true).unwrap();
    assert!(!is_pushed_aside(&mut scene));
    let other = Filter { category: 2, ..Filter::default() };
    scene.collider_mut(left).unwrap().set_filter(other);
    assert!(is_pushed_aside(&mut scene));
    scene.collider_mut(left).unwrap().set_filter(Filter::default());
    assert!(!is_pushed_aside(&mut scene));
    scene.body_mut(bodies[0]).unwrap().set_kind(BodyKind::Kinematic).unwrap();
    assert!(!is_pushed_aside(&mut scene));
    scene.body_mut(bodies[0]).unwrap().set_velocity([0.0, -0.01]).unwrap();
    assert!(is_pushed_aside(&mut scene));
    scene.body_mut(bodies[0]).unwrap().set_velocity([0.0, 0.0]).unwrap();
    assert!(!is_pushed_aside(&mut scene));
    scene.body_mut(bodies[0]).unwrap().set_kind(BodyKind::Fixed).unwrap();
    assert!(!is_pushed_aside(&mut scene));
    scene.remove_body(bodies[0]).unwrap();
    assert!(is_pushed_aside(&mut scene));
    let again = scene.add_body(Body::fixed()).unwrap();
    let tile = Collider::cuboid(0.5, 0.5).at([0.0, -0.5]);
    scene.add_collider(again, tile).unwrap();
    assert!(!is_pushed_aside(&mut scene));
    let mut copy = scene.clone();
    copy.remove_body(again).unwrap();
    assert!(is_pushed_aside(&mut copy));
    assert!(!is_pushed_aside(&mut scene));
}

/// Cells of which no dynamic body is near have no pieces that could tell of a change.
#[test]
fn what_stands_beside_a_map_forgets_it_when_its_body_or_filter_changes() {
    type Change<'a> = &'a dyn Fn(&mut Scene, BodyKey, ColliderKey);
    let other = Filter { category: 2, ..Filter::default() };
    let changes: [Change<'_>; 4] = [
        &|scene, body, _| {
            scene.body_mut(body).unwrap().set_kind(BodyKind::Kinematic).unwrap();
        },
        &|scene, body, _| {
            scene.body_mut(body).unwrap().set_kind(BodyKind::Kinematic).unwrap();
            scene.body_mut(body).unwrap().set_position([9.0, 0.0]).unwrap();
        },
        &|scene, _, map| scene.collider_mut(map).unwrap().set_filter(other),
        &|scene, body, map| {
            scene.collider_mut(map).unwrap().set_filter(other);
            scene.body_mut(body).unwrap().set_position([9.0, 0.0]).unwrap();
        },
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        add(&mut scene, Body::fixed().position([-0.5, 0.5]), Collider::cuboid(0.5, 0.5));
        let body = scene.add_body(Body::fixed()).unwrap();
        let map = scene.add_collider(body, Collider::tiles(1.0, [[Cell::Full; 3]])).unwrap();
        run(&mut scene, 2);
        scene.validate().unwrap();
        change(&mut scene, body, map);
        assert_eq!(scene.validate(), Ok(()), "change {index}");
        run(&mut scene, 1);
        assert_eq!(scene.validate(), Ok(()), "change {index}, a step later");
    }
}

/// Seams of what moves as one stay, wherever it goes.
#[test]
fn a_block_under_a_wall_draws_nothing_into_the_floor() {
    // Where floor and wall meet, all that can be reached of the block below is its far side.
    for thickness in [0.05, 0.1, 0.25] {
        for half in [0.02, 0.1, 0.3] {
            for speed in [0.5, 2.0, 5.0, 12.0] {
                let mut scene = Scene::new(SceneConfig::default()).unwrap();
                let body = scene.add_body(Body::fixed()).unwrap();
                for (width, x, y) in [(2.0, -2.0, -1.0), (1.0, 1.0, 1.0), (1.0, 1.0, -1.0)] {
                    let block = Collider::cuboid(width, thickness).friction(0.0);
                    let place = pose([x, y * thickness], 0.0);
                    scene.add_collider(body, block.offset(place)).unwrap();
                }
                let start = Body::dynamic().position([-1.3, half]).velocity([speed, 0.0]);
                let slider = Collider::cuboid(0.3, half).friction(0.0);
                let key = add(&mut scene, start.lock_rotation(), slider);
                run(&mut scene, (60.0 * (1.0 + 1.5 / speed)) as usize);
                let place = scene.body(key).unwrap().position();
                let case = format!("{thickness} {half} {speed}: {place}");
                assert!((place.y - half).abs() < 0.01 && (place.x + 0.3).abs() < 0.01, "{case}");
            }
        }
    }
}

#[test]
fn boxes_land_where_a_wall_stands_in_the_floor() {
    let mut empty = Scene::new(SceneConfig::default()).unwrap();
    add(&mut empty, Body::fixed().position([0.0, -0.5]), Collider::cuboid(11.0, 0.5));
    for x in [-10.5, 10.5] {
        add(&mut empty, Body::fixed().position([x, 4.5]), Collider::cuboid(0.5, 5.5));
    }
    for speed in [0.0, 1.0, 5.0] {
        for case in (0..500_u16).step_by(500 / crate::common::cases(500) as usize) {
            let mut scene = empty.clone();
            let turn = 2e-6 * 1.025_f32.powi(case.into()) * if case % 2 == 0 { 1.0 } else { -1.0 };
            let above = 0.251 + 0.01 * speed * Real::from(case % 10);
            let body = Body::dynamic().position([-5.0 + 0.016 * Real::from(case), above]);
            let body = body.angle(turn).velocity([0.0, -speed]);
            let key = add(&mut scene, body, Collider::cuboid(0.4, 0.25));
            run(&mut scene, 60);
            let y = scene.body(key).unwrap().position().y;
            assert!((y - 0.25).abs() < 0.01, "{speed} {case} {turn}: {y}");
        }
    }
}

#[test]
fn what_counts_as_joined_follows_the_length_unit() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    for x in [0.0, 1.02, 2.04] {
        add(&mut scene, Body::fixed().position([x, -0.5]), Collider::cuboid(0.5, 0.5));
    }
    let probe = add(&mut scene, Body::dynamic().gravity_scale(0.0), Collider::cuboid(0.3, 0.3));
    // Deeper in the top of the middle tile than in its side.
    let mut is_pushed_aside = |unit: Real| {
        scene.config_mut().length_unit = unit;
        let mut body = scene.body_mut(probe).unwrap();
        body.set_position([0.2205, 0.297]).unwrap();
        body.set_velocity([0.0, 0.0]).unwrap();
        scene.step(DT).unwrap();
        scene.validate().unwrap();
        let mut contacts = scene.body(probe).unwrap().contacts();
        contacts.any(|contact| contact.normal().x.abs() > 0.5)
    };
    assert!(is_pushed_aside(1.0), "they are 2 cm apart");
    assert!(!is_pushed_aside(10.0), "2 cm are little where things have 10 m");
    assert!(is_pushed_aside(1.0));
}

#[test]
fn what_moved_together_forgets_what_is_taken_away() {
    type Change<'a> = &'a dyn Fn(&mut Scene, ColliderKey);
    let changes: [Change<'_>; 4] = [
        &|scene, key| scene.remove_collider(key).unwrap(),
        &|scene, key| scene.collider_mut(key).unwrap().set_enabled(false).unwrap(),
        &|scene, key| {
            scene.collider_mut(key).unwrap().set_shape(Circle::new(0.2).unwrap()).unwrap();
        },
        &|scene, key| {
            let away = pose([3.0, 0.0], 0.0);
            scene.collider_mut(key).unwrap().set_offset(away).unwrap();
        },
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let body = scene.add_body(Body::kinematic().velocity([5.0, 0.0])).unwrap();
        let [_, key] = [-0.5, 0.5].map(|x| {
            let tile = Collider::cuboid(0.5, 0.5).at([x, 0.0]);
            scene.add_collider(body, tile).unwrap()
        });
        run(&mut scene, 120);
        scene.validate().unwrap();
        change(&mut scene, key);
        run(&mut scene, 1);
        assert_eq!(scene.validate(), Ok(()), "change {index}");
    }
}

/// What was dynamic has a wider box in the tree than what always was fixed.
#[test]
fn what_was_dynamic_is_no_wider_a_neighbour() {
    let mut scene = scene(0.0, SolverConfig::default());
    let upper = Body::dynamic().position([0.0, 0.607]);
    let upper = add(&mut scene, upper, Collider::cuboid(0.5, 0.3));
    run(&mut scene, 2);
    scene.body_mut(upper).unwrap().set_kind(BodyKind::Fixed).unwrap();
    add(&mut scene, Body::fixed(), Collider::cuboid(0.5, 0.3));
    run(&mut scene, 2);
    scene.remove_body(upper).unwrap();
    run(&mut scene, 2);
    assert_eq!(scene.validate(), Ok(()));
}

#[test]
fn a_scene_of_which_the_length_unit_was_written_is_sound_before_its_next_step() {
    let mut scene = scene_on(Floor::ManyBodies, 20, 0.3);
    run(&mut scene, 2);
    // With this one, all these tiles would be joined to those beside their neighbours.
    for unit in [1_000.0, 0.001, 1.0] {
        scene.config_mut().length_unit = unit;
        scene.validate().unwrap();
        scene.step(DT).unwrap();
        scene.validate().unwrap();
    }
}
