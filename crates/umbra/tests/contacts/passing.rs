//! Corners do not touch bodies that fly past them, and stop bodies that hit them.

use umbra::prelude::*;

use crate::common::{add, at, run};

/// What flies; its lowest part is `half` under its centre.
fn flyer(index: usize, half: Real) -> Collider {
    let shape = match index {
        0 => Collider::cuboid(half, half),
        1 => Collider::circle(half),
        2 => Collider::capsule([-half, 0.0], [half, 0.0], half),
        3 => Collider::rounded_cuboid(half, half, 0.2 * half),
        _ => Collider::polygon([[-half, -half], [half, -half], [0.0, half]]),
    };
    shape.friction(0.0)
}

/// What it flies past; the highest part is at the origin.
fn obstacle(index: usize) -> Collider {
    let shape = match index {
        0 => Collider::cuboid(1.0, 1.0).at([1.0, -1.0]),
        1 => Collider::chain([[0.0, -2.0], [0.0, 0.0], [2.0, 0.0]]),
        2 => Collider::circle(1.0).at([0.0, -1.0]),
        3 => Collider::tiles(0.5, [[Cell::Full; 4]; 2]).at([0.0, -1.0]),
        _ => Collider::polygon([[0.0, 0.0], [-0.5, -1.0], [0.5, -1.0]]),
    };
    shape.friction(0.0)
}

/// How much of its speed a body changes that flies by at this height.
fn changed(pair: [usize; 2], kind: Body, half: Real, [speed, height, late]: [Real; 3]) -> Real {
    let mut scene = crate::common::scene(0.0, SolverConfig::default());
    add(&mut scene, kind, obstacle(pair[1]));
    let start = [-2.0 * half - 1.0 - speed * late / 60.0, half + height];
    let body = Body::dynamic().position(start).velocity([speed, 0.0]);
    let body = add(&mut scene, body, flyer(pair[0], half));
    run(&mut scene, ((4.0 * half + 3.0) / speed * 60.0) as usize + 3);
    (at(&scene, body).velocity() - Vector::new(speed, 0.0)).norm() / speed
}

#[test]
fn what_flies_past_a_corner_is_not_held_back() {
    for flyer in 0..5 {
        for obstacle in 0..5 {
            for half in [0.1, 0.3, 1.0] {
                for height in [0.002, 0.01, 0.03, 0.1] {
                    for speed in [3.0, 6.0, 12.0, 20.0, 40.0, 100.0] {
                        for late in [0.0, 0.23, 0.41, 0.68, 0.87] {
                            let case = [speed, height, late];
                            let changed = changed([flyer, obstacle], Body::fixed(), half, case);
                            let what = format!("{flyer} past {obstacle}, {half} m, {case:?}");
                            assert!(changed < 1e-4, "{what}: {changed}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn bodies_that_pass_one_another_do_not_touch() {
    for flyer in 0..5 {
        for obstacle in [0, 2, 4] {
            for speed in [3.0, 12.0, 40.0] {
                for late in [0.0, 0.23, 0.41, 0.68, 0.87] {
                    let case = [speed, 0.01, late];
                    let changed = changed([flyer, obstacle], Body::dynamic(), 0.3, case);
                    assert!(changed < 1e-4, "{flyer} past {obstacle}, {case:?}: {changed}");
                }
            }
        }
    }
}

#[test]
fn what_meets_a_corner_is_held_back() {
    for flyer in 0..5 {
        for obstacle in 0..5 {
            for half in [0.1, 0.3, 1.0] {
                for speed in [3.0, 6.0, 12.0, 20.0, 40.0, 100.0] {
                    for late in [0.0, 0.23, 0.41, 0.68, 0.87] {
                        // A round top turns aside gently what grazes it.
                        let case = [speed, -0.1 * half, late];
                        let changed = changed([flyer, obstacle], Body::fixed(), half, case);
                        let what = format!("{flyer} past {obstacle}, {half} m, {case:?}");
                        assert!(changed > 0.03, "{what}: {changed}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_flies_just_below_the_top_of_something_large_meets_it() {
    for far in [3.0, 30.0, 300.0] {
        for below in [0.001, 0.01, 0.03, 0.1] {
            for speed in [3.0, 12.0, 40.0] {
                for late in [0.0, 0.23, 0.41, 0.68, 0.87] {
                    let mut scene = crate::common::scene(0.0, SolverConfig::default());
                    let wall = Collider::cuboid(far, far).at([far, -far]);
                    add(&mut scene, Body::fixed(), wall.friction(0.0));
                    let start = [-2.0 - speed * late / 60.0, 0.3 - below];
                    let body = Body::dynamic().position(start).velocity([speed, 0.0]);
                    let body = add(&mut scene, body.lock_rotation(), flyer(0, 0.3));
                    run(&mut scene, (4.0 / speed * 60.0) as usize + 3);
                    let body = at(&scene, body);
                    // What is in by less than the walls sink in is lifted out.
                    let met = body.position().x < 0.0 || below < 0.005;
                    assert!(met, "{far} m, {below} below, {speed} m/s, {late}");
                }
            }
        }
    }
}
