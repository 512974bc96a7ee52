//! Bodies that are cut, shattered and carved, and that break by themselves.

mod bounds;
mod breaking;
mod cost;
mod kept;
mod piles;

use std::time::Instant;

use umbra::prelude::*;

use crate::common::{DT, add, at, ground, momentum, run, scene};

/// Momentum and mass of all dynamic bodies.
fn sums(scene: &Scene) -> [f64; 4] {
    let mass = scene.bodies().map(|key| f64::from(at(scene, key).mass())).sum();
    let [x, y, turn] = momentum(scene);
    [x, y, turn, mass]
}

fn shapes() -> Vec<(&'static str, Vec<Collider>)> {
    let l = [[-1.0, -1.0], [1.0, -1.0], [1.0, -0.5], [-0.5, -0.5], [-0.5, 1.0], [-1.0, 1.0]];
    vec![
        ("box", vec![Collider::cuboid(1.0, 0.5).density(3.0)]),
        ("disc", vec![Collider::circle(0.7)]),
        ("capsule", vec![Collider::capsule([-0.6, 0.1], [0.6, 0.2], 0.3)]),
        ("rounded", vec![Collider::rounded_cuboid(0.9, 0.6, 0.15)]),
        ("concave", vec![Collider::concave(l)]),
        (
            "several",
            vec![
                Collider::cuboid(0.5, 0.5).at([-0.5, 0.0]).density(2.0),
                Collider::cuboid(0.5, 0.3).at([0.5, 0.0]).mass(5.0),
            ],
        ),
    ]
}

/// A body of these colliders that flies and turns.
fn flying(colliders: &[Collider]) -> (Scene, BodyKey) {
    moving(Body::dynamic(), colliders)
}

/// The same, of any kind.
fn moving(body: Body, colliders: &[Collider]) -> (Scene, BodyKey) {
    let mut scene = scene(0.0, SolverConfig::default());
    let body = body.position([3.0, 2.0]).angle(0.4).velocity([2.0, -1.0]);
    let body = body.angular_velocity(1.5).linear_damping(0.1).user_data(77);
    let body = scene.add(body, colliders.to_vec()).unwrap();
    (scene, body)
}

/// Mass, momentum and the field of velocities stay, whatever is cut and however.
#[test]
fn cuts_keep_mass_momentum_and_motion() {
    for (name, colliders) in shapes() {
        for cut in 0..6 {
            let kind = if cut < 3 { Body::dynamic() } else { Body::kinematic() };
            let (mut scene, body) = moving(kind, &colliders);
            let before = sums(&scene);
            let probe = Point::new(3.2, 2.1);
            let speed = at(&scene, body).velocity_at(probe);
            let pieces = match cut % 3 {
                0 => scene.split_body(body, [[2.9, 0.0], [3.1, 4.0]]),
                1 => scene.shatter_body(body, [3.1, 2.2], 12),
                _ => scene.shatter_body(body, [5.0, 5.0], 40),
            };
            let pieces = pieces.unwrap();
            assert!(
                pieces.len() >= if cut % 3 == 0 { 2 } else { 4 },
                "{name} {cut}: {}",
                pieces.len()
            );
            assert_eq!(pieces[0], body);
            // Kinematic bodies have no momentum.
            let of_dynamic = if cut < 3 { sums(&scene) } else { before };
            for (now, before) in of_dynamic.into_iter().zip(before) {
                assert!(
                    (now - before).abs() < 1e-4 * before.abs().max(1.0),
                    "{name} {cut}: {now} {before}"
                );
            }
            for piece in &pieces {
                let piece = at(&scene, *piece);
                assert!((piece.velocity_at(probe) - speed).norm() < 1e-4);
                assert_eq!((piece.user_data(), piece.linear_damping()), (77, 0.1));
            }
            scene.validate().unwrap();
            run(&mut scene, 30);
            scene.validate().unwrap();
        }
    }
}

/// Pieces fill what the body filled: no one is outside, and nothing is missing.
#[test]
fn shards_fill_the_body() {
    let (mut scene, body) = flying(&[Collider::cuboid(1.0, 0.5)]);
    let pieces = scene.shatter_body(body, [3.0, 2.0], 50).unwrap();
    assert!((45..=55).contains(&pieces.len()), "{}", pieces.len());
    let area = |key: &BodyKey| {
        let body = at(&scene, *key);
        let colliders = body.colliders().map(|key| scene.collider(key).unwrap());
        colliders
            .map(|it| it.shapes().map(|(shape, _)| shape.area_properties().area).sum::<Real>())
            .sum::<Real>()
    };
    let sum: Real = pieces.iter().map(area).sum();
    assert!((sum - 2.0).abs() < 1e-4, "{sum}");
    let areas: Vec<_> = pieces.iter().map(area).collect();
    assert!(areas[0] > 4.0 * areas[areas.len() - 1], "they are smaller near the place");
}

#[test]
fn a_line_that_misses_changes_nothing() {
    let (mut scene, body) = flying(&[Collider::cuboid(1.0, 0.5)]);
    let hash = scene.state_hash();
    assert_eq!(scene.split_body(body, [[9.0, 0.0], [9.0, 1.0]]).unwrap(), [body]);
    assert_eq!(scene.carve_body(body, [[9.0, 0.0], [10.0, 0.0], [9.0, 1.0]]).unwrap(), [body]);
    assert_eq!((scene.state_hash(), scene.body_count()), (hash, 1));
}

/// A concave body that a cut parts in three places makes three pieces; a dumbbell without a bar
/// stays one.
#[test]
fn what_does_not_hang_together_is_a_body_of_its_own() {
    let mut scene = scene(0.0, SolverConfig::default());
    let comb = [
        [-2.0, 0.0],
        [2.0, 0.0],
        [2.0, 2.0],
        [1.5, 2.0],
        [1.5, 0.5],
        [0.25, 0.5],
        [0.25, 2.0],
        [-0.25, 2.0],
        [-0.25, 0.5],
        [-1.5, 0.5],
        [-1.5, 2.0],
        [-2.0, 2.0],
    ];
    let comb = scene.add(Body::dynamic(), [Collider::concave(comb)]).unwrap();
    let pieces = scene.split_body(comb, [[-3.0, 1.0], [3.0, 1.0]]).unwrap();
    assert_eq!(pieces.len(), 4, "the back and three teeth");
    let discs = [-1.0, 1.0].map(|x| Collider::circle(0.3).at([x, 0.0]));
    let dumbbell = scene.add(Body::dynamic().position([0.0, 9.0]), discs).unwrap();
    let pieces = scene.split_body(dumbbell, [[0.9, 8.0], [0.9, 10.0]]).unwrap();
    assert_eq!(pieces.len(), 2, "a part of one disc came off");
    let pieces = scene.split_body(dumbbell, [[0.0, 8.0], [0.0, 10.0]]).unwrap();
    assert_eq!(pieces.len(), 2, "between the discs");
}

/// Joints go to the piece that holds their anchor, with their keys.
#[test]
fn joints_go_with_their_anchors() {
    let mut scene = scene(10.0, SolverConfig::default());
    let ceiling = scene.add_body(Body::fixed()).unwrap();
    let plank =
        scene.add(Body::dynamic().position([0.0, -1.0]), [Collider::cuboid(2.0, 0.1)]).unwrap();
    let left = scene.add_joint(Joint::revolute(ceiling, plank, [-1.8, -1.0])).unwrap();
    let right = scene.add_joint(Joint::revolute(ceiling, plank, [1.8, -1.0])).unwrap();
    run(&mut scene, 30);
    let pieces = scene.split_body(plank, [[0.5, -2.0], [0.5, 0.0]]).unwrap();
    assert_eq!(
        (scene.joint(left).unwrap().body_a(), scene.joint(left).unwrap().body_b()),
        (ceiling, plank)
    );
    assert_eq!(scene.joint(right).unwrap().body_b(), pieces[1]);
    assert_eq!(at(&scene, pieces[1]).joints().count(), 1);
    scene.validate().unwrap();
    run(&mut scene, 120);
    // Both hang on their ends.
    let tip = |joint: JointKey| {
        let joint = scene.joint(joint).unwrap();
        [joint.anchor_a(), joint.anchor_b()]
    };
    for joint in [left, right] {
        let [a, b] = tip(joint);
        assert!((a - b).norm() < 0.02, "{a} {b}");
    }
    assert!(at(&scene, pieces[1]).center_of_mass().y < -1.3);
    scene.validate().unwrap();
}

/// Carving makes holes, parts bodies, and takes all of a body.
#[test]
fn carving_takes_out_what_lies_within() {
    let mut scene = scene(10.0, SolverConfig::default());
    let hill = scene.add(Body::fixed(), [Collider::cuboid(5.0, 1.0)]).unwrap();
    let notch = [[-0.5, -2.0], [0.5, -2.0], [0.5, 2.0], [-0.5, 2.0]];
    let halves = scene.carve_body(hill, notch).unwrap();
    assert_eq!(halves.len(), 2);
    assert!(scene.cast_ray([0.0, 5.0], [0.0, -10.0], QueryFilter::default()).is_none());
    assert!(scene.cast_ray([1.0, 5.0], [0.0, -10.0], QueryFilter::default()).is_some());
    let bar = scene
        .add(Body::dynamic().position([0.0, 20.0]), [Collider::cuboid(1.0, 0.2).density(2.0)])
        .unwrap();
    let mass = at(&scene, bar).mass();
    let hook = [[-0.5, 19.0], [0.5, 19.0], [0.5, 20.0], [0.0, 20.0], [0.0, 19.9], [-0.5, 19.9]];
    assert_eq!(scene.carve_body(bar, hook).unwrap(), [bar]);
    let gone = 2.0 * (0.5 * 0.2 + 0.5 * 0.1);
    assert!((at(&scene, bar).mass() - mass + gone).abs() < 1e-4);
    let around = [[-2.0, 19.0], [2.0, 19.0], [2.0, 21.0], [-2.0, 21.0]];
    assert_eq!(scene.carve_body(bar, around).unwrap(), []);
    assert!(scene.body(bar).is_err());
    scene.validate().unwrap();
}

/// Cells of a tile map are emptied where their middle is in the outline, and what stood there
/// falls.
#[test]
fn tile_maps_are_carved() {
    let mut scene = scene(10.0, SolverConfig::default());
    let map = Collider::tiles(0.5, [[Cell::Full; 20]; 6]).at([-5.0, -3.0]);
    let level = scene.add(Body::fixed(), [map]).unwrap();
    let map = at(&scene, level).colliders().next().unwrap();
    let ball = add(&mut scene, Body::dynamic().position([0.0, 0.3]), Collider::circle(0.3));
    run(&mut scene, 120);
    let crater = Polygon::regular(24, 1.2).unwrap();
    assert_eq!(scene.carve_body(level, crater.vertices().iter().copied()).unwrap(), [level]);
    let is_full = |x, y| scene.collider(map).unwrap().cell([x, y]).unwrap().cell == Cell::Full;
    for y in 0..6_u8 {
        for x in 0..20_u8 {
            let middle = Vector::new(0.5 * Real::from(x) - 4.75, 0.5 * Real::from(y) - 2.75);
            let distance = middle.norm();
            if !(1.18..1.2).contains(&distance) {
                assert_eq!(is_full(i32::from(x), i32::from(y)), distance > 1.2, "{middle}");
            }
        }
    }
    run(&mut scene, 120);
    assert!(at(&scene, ball).position().y < -0.5);
}

/// An outline that is much larger than a map takes no longer than the map is large, and a place far
/// away breaks the side that faces it.
#[test]
fn what_is_far_beyond_a_body_costs_nothing() {
    let mut scene = scene(10.0, SolverConfig::default());
    let map = Collider::tiles(0.5, [[Cell::Full; 20]; 6]);
    let level = scene.add(Body::fixed(), [map]).unwrap();
    let key = at(&scene, level).colliders().next().unwrap();
    let all = [[-5e6, -5e6], [5e6, -5e6], [5e6, 5e6], [-5e6, 5e6]];
    scene.carve_body(level, all).unwrap();
    let is_empty = |x, y| scene.collider(key).unwrap().cell([x, y]).unwrap().cell == Cell::Empty;
    assert!((0..6).all(|y| (0..20).all(|x| is_empty(x, y))));
    let plate = scene.add(Body::dynamic(), [Collider::cuboid(1.0, 1.0)]).unwrap();
    let pieces = scene.shatter_body(plate, [1e6, 0.0], 100).unwrap();
    assert!((80..120).contains(&pieces.len()), "{}", pieces.len());
    let right = pieces.iter().filter(|piece| at(&scene, **piece).center_of_mass().x > 0.0).count();
    assert!(right > 60, "{right}");
}

/// A vase breaks when it falls from high, and not from low; what is left lies still, and no event
/// names what is missing.
#[test]
fn an_impact_breaks_what_is_not_tough_enough() {
    for (height, breaks) in [(0.3, false), (4.0, true)] {
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |it| it);
        // 3 kg: 7 N s from 0.3 m, 27 from 4.
        let vase = Body::dynamic().position([0.0, 0.5 + height]).angle(0.05).fracture(12.0);
        let vase = add(&mut scene, vase, Collider::cuboid(0.3, 0.5).mass(3.0));
        let mut pieces = vec![vase];
        for _ in 0..240 {
            scene.step(DT).unwrap();
            for event in scene.fracture_events() {
                assert!(scene.body(event.body).is_ok() && scene.body(event.piece).is_ok());
                assert!(event.impulse > 12.0 && event.impulse < 40.0, "{}", event.impulse);
                pieces.push(event.piece);
            }
            for event in scene.contact_events() {
                assert!(event.bodies().iter().all(|body| scene.body(*body).is_ok()));
            }
            scene.validate().unwrap();
        }
        assert_eq!(pieces.len() > 3, breaks, "{}", pieces.len());
        let mass: Real = pieces.iter().map(|piece| at(&scene, *piece).mass()).sum();
        assert!((mass - 3.0).abs() < 3e-4);
        assert!(pieces.iter().all(|piece| at(&scene, *piece).fracture() == Some(12.0)));
    }
}

/// What breaks in a step breaks again to the same bits after rollback, in copies and in recordings.
#[test]
fn breaking_is_repeated_to_the_last_bit() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    for i in 0..8_u8 {
        let (x, y) = (1.5 * Real::from(i) - 5.0, 2.0 + Real::from(i));
        let body = Body::dynamic().position([x, y]).angle(Real::from(i)).fracture(2.0);
        add(&mut scene, body, Collider::rounded_cuboid(0.4, 0.3, 0.05));
    }
    scene.record(Recorder::default().keyframe_every(40)).unwrap();
    run(&mut scene, 20);
    let mut saved = Snapshot::default();
    scene.save_into(&mut saved).unwrap();
    let mut copy = scene.clone();
    let act = |scene: &mut Scene| {
        let first = scene.bodies().nth(1).unwrap();
        run(scene, 30);
        scene.split_body(first, [[-9.0, 0.3], [9.0, 0.5]]).unwrap();
        run(scene, 120);
    };
    act(&mut scene);
    assert!(scene.body_count() > 20, "{}", scene.body_count());
    act(&mut copy);
    assert_eq!(copy.state_hash(), scene.state_hash());
    let (hash, recording) = (scene.state_hash(), scene.take_recording().unwrap());
    scene.restore(&saved).unwrap();
    act(&mut scene);
    assert_eq!(scene.state_hash(), hash);
    assert_eq!(Replay::new(recording).unwrap().check(), Ok(()));
}

#[test]
fn bad_cuts_are_refused() {
    let (mut scene, body) = flying(&[Collider::cuboid(1.0, 0.5)]);
    let line = scene.add(Body::fixed(), [Collider::segment([0.0, 0.0], [1.0, 0.0])]).unwrap();
    let bare = scene.add_body(Body::dynamic()).unwrap();
    let gone = scene.add_body(Body::dynamic()).unwrap();
    scene.remove_body(gone).unwrap();
    let hash = scene.state_hash();
    let nan = Real::NAN;
    let good = [[3.0, 0.0], [3.0, 4.0]];
    for key in [line, bare] {
        assert_eq!(scene.split_body(key, good), Err(umbra::Error::NothingToCut(key)));
        assert_eq!(scene.shatter_body(key, [0.0, 0.0], 5), Err(umbra::Error::NothingToCut(key)));
        assert_eq!(
            scene.carve_body(key, [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
            Err(umbra::Error::NothingToCut(key))
        );
    }
    assert_eq!(scene.split_body(gone, good), Err(umbra::Error::NoSuchBody(gone)));
    assert!(
        scene
            .split_body(body, [[nan, 0.0], [1.0, 0.0]])
            .unwrap_err()
            .to_string()
            .contains("`line`")
    );
    assert!(
        scene
            .split_body(body, [[1.0, 0.0], [1.0, 0.0]])
            .unwrap_err()
            .to_string()
            .contains("`line`")
    );
    for pieces in [0, 1, 10_001, usize::MAX] {
        assert!(
            scene
                .shatter_body(body, [3.0, 2.0], pieces)
                .unwrap_err()
                .to_string()
                .contains("`pieces`")
        );
    }
    assert!(scene.shatter_body(body, [nan, 2.0], 5).is_err());
    assert!(scene.carve_body(body, [[0.0, 0.0], [1.0, 1.0]]).is_err());
    assert!(scene.carve_body(body, [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]).is_err());
    for bad in [0.0, -1.0, nan, Real::INFINITY] {
        assert!(
            scene
                .add_body(Body::dynamic().fracture(bad))
                .unwrap_err()
                .to_string()
                .contains("`toughness`")
        );
        assert!(scene.body_mut(body).unwrap().set_fracture(Some(bad)).is_err());
    }
    assert_eq!((scene.state_hash(), scene.body_count()), (hash, 3));
}

/// A thousand pieces take 4 ms in a release build on a quiet machine. The bound is for a busy one.
#[test]
fn a_thousand_pieces() {
    let (scene, body) = flying(&[Collider::cuboid(5.0, 5.0)]);
    let mut least = f64::INFINITY;
    let mut count = 0;
    for _ in 0..5 {
        let mut scene = scene.clone();
        let start = Instant::now();
        count = scene.shatter_body(body, [3.0, 2.0], 1000).unwrap().len();
        least = least.min(1e3 * start.elapsed().as_secs_f64());
    }
    println!("{count} pieces in {least:.2} ms");
    assert!((900..1100).contains(&count), "{count}");
    assert!(cfg!(debug_assertions) || least < 200.0, "{least}");
}

#[test]
fn what_has_gone_too_far_is_not_cut_and_not_changed() {
    let mut config = SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() };
    config.solver.max_speed = 1e7;
    let mut scene = Scene::new(config).unwrap();
    let body = Body::dynamic().position([9.99e7, 0.0]).velocity([9e6, 0.0]);
    let body = scene.add(body, [Collider::cuboid(40.0, 40.0)]).unwrap();
    for _ in 0..2 {
        scene.step(1.0 / 60.0).unwrap();
    }
    let at = scene.body(body).unwrap().position();
    assert!(at.x > 1e8, "{at}");
    let before = (scene.state_hash(), scene.body_count());
    for refused in
        [scene.shatter_body(body, at, 6), scene.split_body(body, [at, at + Vector::new(0.0, 64.0)])]
    {
        let error = refused.unwrap_err().to_string();
        assert!(error.contains("1e8"), "{error}");
    }
    assert_eq!((scene.state_hash(), scene.body_count()), before);
}

#[test]
fn a_piece_that_would_be_too_heavy_is_refused_before_anything_changes() {
    let mut scene = scene(0.0, SolverConfig::default());
    // It was told more mass than a collider may be told.
    let body = Body::dynamic().additional_mass(9e14);
    let body = add(&mut scene, body, Collider::cuboid(2.0, 1.0).mass(1e15));
    assert!(at(&scene, body).mass() > 1.5e15);
    let before = (scene.state_hash(), scene.body_count(), scene.collider_count());
    let error = scene.split_body(body, [[1.8, -1.0], [1.8, 1.0]]).unwrap_err().to_string();
    assert!(error.contains("`mass`"), "{error}");
    assert_eq!((scene.state_hash(), scene.body_count(), scene.collider_count()), before);
}
