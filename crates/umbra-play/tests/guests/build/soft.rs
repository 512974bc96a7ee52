//! Soft bodies keep their area, gain no energy, and sleep.

use umbra_play::build::{self, SoftBody, SoftSettings};

use crate::common::{add, at, ground, scene};
use crate::prelude::*;

const RATES: [Real; 3] = [30.0, 60.0, 120.0];

/// A blob and a box.
fn both(scene: &mut Scene, at: [Real; 2]) -> [SoftBody; 2] {
    let blob = build::blob(scene, at, 0.5).unwrap();
    let soft_box = build::soft_box(scene, [at[0] + 4.0, at[1]], 0.5, 0.4).unwrap();
    [blob, soft_box]
}

/// Steps for a while; the largest change of area of each, in percent.
fn worst(scene: &mut Scene, bodies: &[SoftBody], rate: Real, seconds: Real) -> Vec<Real> {
    let before: Vec<_> = bodies.iter().map(|it| it.area(scene).unwrap()).collect();
    let mut worst = vec![0.0; bodies.len()];
    for _ in 0..(seconds * rate) as usize {
        scene.step(1.0 / rate).unwrap();
        for ((body, before), worst) in bodies.iter().zip(&before).zip(&mut worst) {
            let change = 100.0 * (body.area(scene).unwrap() / before - 1.0);
            *worst = Real::max(*worst, change.abs());
        }
    }
    worst
}

#[test]
fn dropped_they_keep_their_area_and_sleep() {
    for rate in RATES {
        for height in [1.0, 3.0] {
            let mut scene = scene(9.81, SolverConfig::default());
            ground(&mut scene, |it| it);
            let bodies = both(&mut scene, [0.0, height]);
            let change = worst(&mut scene, &bodies, rate, 10.0);
            println!("dropped {height} at {rate}: {change:?}");
            assert!(change.iter().all(|change| *change < 2.0), "{rate}, {height} m: {change:?} %");
            let mut all = bodies.iter().flat_map(SoftBody::bodies);
            assert!(all.all(|key| !at(&scene, key).is_awake()), "{rate}: awake after 10 s");
        }
    }
}

/// Their spokes lie along them, and hold what is across by the little that they are aslant.
#[test]
fn long_boxes_keep_their_area_too() {
    for half in [[1.0, 0.33], [2.0, 0.5], [1.0, 0.2], [2.0, 0.2], [0.2, 1.0]] {
        for rate in RATES {
            let mut scene = scene(9.81, SolverConfig::default());
            ground(&mut scene, |it| it);
            let heights = [0.0, 1.0, 3.0];
            let bodies = heights.map(|height| {
                let at = [10.0 * height, half[1] + height];
                build::soft_box(&mut scene, at, half[0], half[1]).unwrap()
            });
            let change = worst(&mut scene, &bodies, rate, 6.0);
            assert!(change.iter().all(|change| *change < 2.0), "{half:?} at {rate}: {change:?} %");
        }
    }
}

#[test]
fn squeezed_they_keep_their_area_and_give_way() {
    for rate in RATES {
        let mut scene = scene(9.81, SolverConfig::default());
        ground(&mut scene, |it| it);
        let bodies = both(&mut scene, [0.0, 0.6]);
        worst(&mut scene, &bodies, rate, 3.0);
        let top = |scene: &Scene, body: &SoftBody| {
            let corners = body.outline(scene).unwrap();
            corners.iter().map(|corner| corner.y).fold(0.0, Real::max)
        };
        let before: Vec<_> = bodies.iter().map(|body| top(&scene, body)).collect();
        for (body, top) in bodies.iter().zip(&before) {
            let mass: Real = body.bodies().map(|key| at(&scene, key).mass()).sum();
            let place = Body::dynamic().position([body.center(&scene).unwrap().x, top + 0.56]);
            add(&mut scene, place, Collider::cuboid(0.5, 0.5).mass(mass));
        }
        let change = worst(&mut scene, &bodies, rate, 5.0);
        let sunk: Vec<_> =
            bodies.iter().zip(&before).map(|(it, before)| before - top(&scene, it)).collect();
        println!("squeezed at {rate}: {change:?}, sunk {sunk:?}");
        assert!(change.iter().all(|change| *change < 2.0), "{rate}: {change:?} %");
        assert!(sunk[0] > 0.02, "{sunk:?}");
    }
}

#[test]
fn thrown_they_keep_their_area_and_gain_no_energy() {
    for rate in RATES {
        let mut scene = scene(9.81, SolverConfig::default());
        ground(&mut scene, |it| it);
        add(&mut scene, Body::fixed().position([9.0, 3.0]), Collider::cuboid(0.5, 3.0));
        let bodies = both(&mut scene, [0.0, 1.0]);
        for body in &bodies {
            body.set_velocity(&mut scene, [6.0, 4.0]).unwrap();
        }
        let before = scene.energy();
        let mut most = before;
        let areas = bodies.clone().map(|it| it.area(&scene).unwrap());
        let mut change: Real = 0.0;
        for _ in 0..(6.0 * rate) as usize {
            scene.step(1.0 / rate).unwrap();
            most = most.max(scene.energy());
            for (body, before) in bodies.iter().zip(areas) {
                let now = body.area(&scene).unwrap();
                change = change.max(100.0 * (now / before - 1.0).abs());
            }
        }
        println!("thrown at {rate}: {change}, energy {}", most / before);
        assert!(change < 2.0, "{rate}: {change} %");
        assert!(most < 1.01 * before, "{rate}: {most} of {before}");
    }
}

#[test]
fn they_swing_without_gaining_energy() {
    for rate in RATES {
        let mut scene = scene(0.0, SolverConfig::default());
        let blob = build::blob(&mut scene, [0.0, 0.0], 0.5).unwrap();
        // Pressed from two sides by an impact.
        for key in &blob.skin {
            let y = at(&scene, *key).position().y;
            scene.body_mut(*key).unwrap().set_velocity([0.0, -2.0 * y]).unwrap();
        }
        let before = scene.energy();
        for _ in 0..(10.0 * rate) as usize {
            scene.step(1.0 / rate).unwrap();
            assert!(scene.energy() <= before, "{rate}: {} of {before}", scene.energy());
        }
        assert!(scene.energy() < 0.05 * before, "{rate}: {} of {before}", scene.energy());
    }
}

#[test]
fn they_are_as_large_as_told() {
    let mut scene = scene(0.0, SolverConfig::default());
    let bodies = both(&mut scene, [0.0, 0.0]);
    for (body, half) in bodies.iter().zip([[0.5, 0.5], [0.5, 0.4]]) {
        let all = body.skin.iter().map(|key| at(&scene, *key).aabb().unwrap());
        let size = all.reduce(|a, b| a.union(&b)).unwrap().half_extents();
        assert!((size - Vector::from(half)).amax() < 0.01, "{size}");
    }
}

#[test]
fn with_many_segments_they_hold_together() {
    let settings = SoftSettings { segments: 48, ..SoftSettings::default() };
    let mut scene = scene(9.81, SolverConfig::default());
    ground(&mut scene, |it| it);
    let body = build::blob_with(&mut scene, [0.0, 1.5], 0.5, &settings).unwrap();
    let change = worst(&mut scene, core::slice::from_ref(&body), 60.0, 3.0);
    assert!(change[0] < 10.0, "{change:?}");
}

#[test]
fn they_are_removed_as_a_whole() {
    let mut scene = scene(9.81, SolverConfig::default());
    let bodies = both(&mut scene, [0.0, 1.0]);
    assert_eq!(bodies[0].colliders(&scene).unwrap().len(), 20);
    bodies[0].remove(&mut scene);
    assert!(bodies[0].area(&scene).is_err() && bodies[0].center(&scene).is_err());
    bodies[1].remove(&mut scene);
    assert_eq!((scene.body_count(), scene.joint_count()), (0, 0));
}
