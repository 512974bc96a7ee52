//! Properties that pieces keep of their body, and parts that a cut leaves unchanged.

use umbra::prelude::*;

use crate::common::{DT, add, at, run, scene};

/// A gear between two wheels on a beam stays sound when the beam is cut between them: its own
/// bodies are the wheels.
#[test]
fn a_cut_frame_leaves_its_gears_sound() {
    for kind in [BodyKind::Fixed, BodyKind::Kinematic] {
        let mut scene = scene(10.0, SolverConfig::default());
        let frame = if kind == BodyKind::Fixed { Body::fixed() } else { Body::kinematic() };
        let frame = add(&mut scene, frame, Collider::cuboid(4.0, 0.5));
        let wheels = [-3.0, 3.0].map(|x| {
            let wheel = Body::dynamic().position([x, 3.0]);
            let wheel = add(&mut scene, wheel, Collider::circle(0.5));
            (wheel, scene.add_joint(Joint::revolute(frame, wheel, [x, 3.0])).unwrap())
        });
        let gear = Joint::gear_between(wheels[0].1, wheels[1].1, 1.0);
        let gear = scene.add_joint(gear).unwrap();
        let pieces = scene.split_body(frame, [[1.0, -3.0], [1.0, 3.0]]).unwrap();
        scene.validate().unwrap();
        assert_eq!(pieces.len(), 2);
        assert_eq!(scene.joint(gear).unwrap().body_a(), wheels[0].0);
        assert_eq!(scene.joint(gear).unwrap().body_b(), wheels[1].0);
        assert_eq!(at(&scene, pieces[1]).joints().collect::<Vec<_>>(), [wheels[1].1]);
        run(&mut scene, 10);
        scene.remove_joint(gear).unwrap();
        scene.validate().unwrap();
        assert_eq!(at(&scene, pieces[1]).joints().collect::<Vec<_>>(), [wheels[1].1]);
    }
}

/// Of two geared joints that both name a body, a gear follows the one whose second body it is.
#[test]
fn a_gear_follows_the_second_bodies_of_its_joints() {
    let mut scene = scene(0.0, SolverConfig::default());
    let ground = scene.add_body(Body::fixed()).unwrap();
    let arm = add(&mut scene, Body::kinematic(), Collider::cuboid(4.0, 0.5));
    let wheel = add(
        &mut scene,
        Body::dynamic().position([3.0, 0.0]),
        Collider::circle(0.5).filter(Filter { mask: 0, ..Filter::default() }),
    );
    let first = scene.add_joint(Joint::revolute(ground, arm, [-3.0, 0.0])).unwrap();
    let second = scene.add_joint(Joint::revolute(arm, wheel, [3.0, 0.0])).unwrap();
    let gear = scene.add_joint(Joint::gear_between(first, second, 2.0)).unwrap();
    let pieces = scene.split_body(arm, [[1.0, -3.0], [1.0, 3.0]]).unwrap();
    scene.validate().unwrap();
    assert_eq!(scene.joint(second).unwrap().body_a(), pieces[1]);
    let gear = scene.joint(gear).unwrap();
    assert_eq!((gear.body_a(), gear.body_b()), (arm, wheel));
}

/// What a cut does not reach stays as it is: collider, shape and key.
#[test]
fn what_a_cut_misses_is_not_touched() {
    let mut scene = scene(0.0, SolverConfig::default());
    let body = scene.add(Body::dynamic(), [Collider::cuboid(0.5, 0.5)]).unwrap();
    let disc = scene.add_collider(body, Collider::circle(0.5).at([5.0, 0.0])).unwrap();
    let ball = |scene: &Scene| {
        let collider = scene.collider(disc).unwrap();
        let shapes: Vec<_> = collider.shapes().map(|(shape, _)| shape.clone()).collect();
        assert!(matches!(shapes[..], [Shape::Circle(_)]), "{shapes:?}");
        (collider.density(), collider.offset())
    };
    let before = ball(&scene);
    scene.carve_body(body, [[0.3, 0.3], [1.0, 0.3], [1.0, 1.0], [0.3, 1.0]]).unwrap();
    assert_eq!(ball(&scene), before);
    scene.split_body(body, [[0.0, -1.0], [0.1, 1.0]]).unwrap();
    assert_eq!(scene.colliders().filter(|key| *key == disc).count(), 1);
    // On another piece the collider is a new one, of the same shape.
    let dumbbell = [-3.0, 3.0].map(|x| Collider::circle(0.5).at([x, 9.0]));
    let dumbbell = scene.add(Body::dynamic(), dumbbell).unwrap();
    for piece in scene.split_body(dumbbell, [[0.0, 0.0], [0.0, 1.0]]).unwrap() {
        for collider in at(&scene, piece).colliders() {
            let collider = scene.collider(collider).unwrap();
            assert!(collider.shapes().all(|(shape, _)| matches!(shape, Shape::Circle(_))));
        }
    }
    scene.validate().unwrap();
}

/// Shapes of one collider stay one, and those that have no area stay on the heaviest piece.
#[test]
fn lines_of_a_compound_stay_on_the_heaviest_piece() {
    let mut scene = scene(0.0, SolverConfig::default());
    let shapes = [
        (Pose::identity(), Shape::from(Polygon::cuboid(1.0, 1.0).unwrap())),
        (Pose::identity(), Segment::new([3.0, 0.0], [5.0, 0.0]).unwrap().into()),
    ];
    let body = scene.add(Body::dynamic(), [Collider::compound(shapes)]).unwrap();
    let collider = at(&scene, body).colliders().next().unwrap();
    let seen = |scene: &Scene| {
        scene.cast_ray([4.0, 5.0], [0.0, -9.0], QueryFilter::default()).map(|hit| hit.collider)
    };
    assert_eq!(seen(&scene), Some(collider));
    let pieces = scene.split_body(body, [[0.5, -3.0], [0.5, 3.0]]).unwrap();
    assert_eq!(pieces.len(), 2);
    assert_eq!(seen(&scene), Some(collider));
    // Also when all else of its collider is gone.
    let (left, right) = ([-3.0, -3.0], [2.0, 3.0]);
    let around = [left, [right[0], left[1]], right, [left[0], right[1]]];
    assert_eq!(scene.carve_body(body, around).unwrap(), [body]);
    assert_eq!(seen(&scene), Some(collider));
    scene.validate().unwrap();
    run(&mut scene, 5);
    scene.validate().unwrap();
}

/// A carved hill is one collider all the time, of the material and density that it had.
#[test]
fn what_is_left_of_a_collider_is_one() {
    let mut scene = scene(10.0, SolverConfig::default());
    let icy = Collider::cuboid(3.0, 1.0).density(2.5).friction(0.1).at_pose([0.0, 1.0], 0.3);
    let hill = scene.add(Body::fixed().position([1.0, 0.0]), [icy]).unwrap();
    let collider = at(&scene, hill).colliders().next().unwrap();
    let ball = add(&mut scene, Body::dynamic().position([3.0, 3.5]), Collider::circle(0.2));
    run(&mut scene, 60);
    for x in [-0.5, 0.5, 1.5] {
        let hole = Polygon::regular(9, 0.4).unwrap();
        let hole = hole.vertices().iter().map(|at| at + Vector::new(x, 2.0));
        scene.carve_body(hill, hole).unwrap();
        scene.validate().unwrap();
    }
    assert_eq!(at(&scene, hill).colliders().collect::<Vec<_>>(), [collider]);
    let seen = scene.collider(collider).unwrap();
    assert!(seen.shapes().count() > 3 && seen.density() == 2.5);
    assert_eq!(seen.material_of(ColliderPart::Shape(2)).unwrap().friction, 0.1);
    run(&mut scene, 120);
    scene.validate().unwrap();
    assert!(scene.body(ball).is_ok());
}

/// All pieces of a kinematic body keep its frame and its motion.
#[test]
fn pieces_of_a_kinematic_body_move_on() {
    let mut scene = scene(10.0, SolverConfig::default());
    let lift = Body::kinematic().velocity([1.0, 0.0]).angular_velocity(0.5);
    let lift = add(&mut scene, lift, Collider::cuboid(2.0, 0.1).at([1.0, 0.0]));
    run(&mut scene, 3);
    let pose = at(&scene, lift).pose();
    let x = pose.translation.x;
    let pieces = scene.split_body(lift, [[x + 0.5, -9.0], [x + 0.5, 9.0]]).unwrap();
    assert_eq!(pieces.len(), 2);
    run(&mut scene, 30);
    for piece in pieces {
        let piece = at(&scene, piece);
        assert_eq!((piece.velocity(), piece.angular_velocity()), (Vector::new(1.0, 0.0), 0.5));
        assert_eq!(piece.pose(), at(&scene, lift).pose());
        assert!(piece.pose().translation.x > pose.translation.x + 0.4);
    }
}

/// Pieces fall through platforms if their body did.
#[test]
fn pieces_drop_through_as_their_body_did() {
    let mut scene = scene(0.0, SolverConfig::default());
    let body = add(&mut scene, Body::dynamic(), Collider::cuboid(1.0, 0.5));
    scene.body_mut(body).unwrap().drop_through(true);
    for piece in scene.shatter_body(body, [0.1, 0.1], 6).unwrap() {
        assert!(at(&scene, piece).drops_through());
    }
}

/// A line is the same wherever the points on it are.
#[test]
fn points_far_away_cut_where_their_line_is() {
    for far in [1.0, 1e3, 1e6, 9e7] {
        let mut scene = scene(0.0, SolverConfig::default());
        let body = Body::dynamic().angle(0.3).position([0.25, 0.5]);
        let body = add(&mut scene, body, Collider::cuboid(0.5, 0.5).mass(2.0));
        let center = Vector::new(0.25, 0.5);
        let line = [[-far, -0.3 * far], [far, 0.3 * far]].map(|at| Point::from(at) + center);
        let pieces = scene.split_body(body, line).unwrap();
        let masses: Vec<_> = pieces.iter().map(|piece| at(&scene, *piece).mass()).collect();
        // The points are no finer than that.
        let off = 1e-4 + 2e-7 * far;
        assert!(far > 1e5 || (masses[0] - 1.0).abs() < off, "{far}: {masses:?}");
    }
    // Points that are exact.
    for far in [1.0, 1e3, 1e6, 9e7] {
        let mut scene = scene(0.0, SolverConfig::default());
        let body = add(&mut scene, Body::dynamic(), Collider::cuboid(0.5, 0.5).mass(2.0));
        let line = [[-far, -0.3 * far], [far, 0.3 * far]];
        let pieces = scene.split_body(body, line).unwrap();
        let masses: Vec<_> = pieces.iter().map(|piece| at(&scene, *piece).mass()).collect();
        assert!((masses[0] - 1.0).abs() < 1e-4, "{far}: {masses:?}");
    }
}

/// Events of bodies that broke are seen from the new origin, too.
#[test]
fn events_of_what_broke_are_shifted() {
    let mut scene = scene(10.0, SolverConfig::default());
    crate::common::ground(&mut scene, |it| it);
    let vase = Body::dynamic().position([0.0, 4.0]).fracture(3.0);
    add(&mut scene, vase, Collider::cuboid(0.3, 0.5));
    while scene.fracture_events().is_empty() {
        scene.step(DT).unwrap();
    }
    let before: Vec<_> = scene.fracture_events().to_vec();
    scene.shift_origin([64.0, 0.0]).unwrap();
    for (now, before) in scene.fracture_events().iter().zip(&before) {
        assert_eq!(now.point, before.point - Vector::new(64.0, 0.0));
    }
}

/// A crater wakes what stood there, not what rests on the same hill far away.
#[test]
fn a_crater_wakes_what_stood_there() {
    let mut scene = scene(10.0, SolverConfig::default());
    let hill = scene.add(Body::fixed(), [Collider::cuboid(30.0, 2.0)]).unwrap();
    let crater = |scene: &mut Scene, x: Real| {
        let hole = Polygon::regular(12, 0.8).unwrap();
        let hole = hole.vertices().iter().map(|at| at + Vector::new(x, 2.0));
        scene.carve_body(hill, hole).unwrap();
    };
    crater(&mut scene, 0.0);
    let boxes = [-20.0, 20.0].map(|x| {
        let body = Body::dynamic().position([x, 2.5]);
        add(&mut scene, body, Collider::cuboid(0.5, 0.5))
    });
    run(&mut scene, 120);
    assert!(boxes.iter().all(|body| !at(&scene, *body).is_awake()));
    crater(&mut scene, 19.5);
    for _ in 0..60 {
        scene.step(DT).unwrap();
        let stays =
            |event: &BodyEvent| !matches!(event, BodyEvent::Woke { body } if *body == boxes[0]);
        assert!(scene.body_events().iter().all(stays));
    }
    assert!(at(&scene, boxes[1]).position().y < 2.4);
    assert!(!at(&scene, boxes[0]).is_awake());
    assert!((at(&scene, boxes[0]).position().y - 2.5).abs() < 0.01);
}

/// A table of three legs, cut under its top, a crate beside it, and a chain through it.
fn table() -> (Scene, BodyKey, BodyKey) {
    let mut scene = scene(10.0, SolverConfig::default());
    let top = Collider::cuboid(6.0, 0.5).at([0.0, 4.0]);
    let legs = [-5.0, 0.0, 5.0].map(|x| Collider::cuboid(0.5, 1.75).at([x, 1.75]));
    let table = scene.add(Body::fixed(), [top].into_iter().chain(legs)).unwrap();
    let box_ = Body::dynamic().position([2.0, 1.0]);
    let box_ = add(&mut scene, box_, Collider::cuboid(0.5, 1.0).density(2.0));
    add(&mut scene, Body::fixed(), Collider::chain([[-9.0, 1.2], [0.0, 1.0], [9.0, 1.2]]));
    (scene, table, box_)
}

#[test]
fn an_outline_is_taken_out_of_all_that_reaches_into_it() {
    let band = [[-7.0, 0.9], [7.0, 0.9], [7.0, 1.1], [-7.0, 1.1]];
    for (falls, anchor) in [(false, None), (true, None), (true, Some([5.0, 0.3]))] {
        let (mut scene, table, box_) = table();
        let carving = Carving::new(band).isles_fall(falls).anchors(anchor);
        let carved = scene.carve(&carving).unwrap();
        scene.validate().unwrap();
        let counts: Vec<_> = carved.iter().map(|it| (it.body, it.pieces.len())).collect();
        assert_eq!(counts, [(table, 4), (box_, 2)]);
        for (body, pieces) in carved.iter().map(|it| (it.body, &it.pieces)) {
            assert_eq!(pieces[0], body);
            for (i, piece) in pieces.iter().enumerate() {
                let held = anchor.is_some_and(|at| {
                    let here = scene.colliders_at(at, QueryFilter::default());
                    here.iter().any(|key| scene.collider(*key).unwrap().body() == *piece)
                });
                let falls = body == box_ || falls && i > 0 && !held;
                assert_eq!(at(&scene, *piece).is_dynamic(), falls, "{i}");
            }
        }
        // Stumps fall, the top stays.
        run(&mut scene, 60);
        let heights = carved[0].pieces.iter().map(|key| at(&scene, *key).center_of_mass().y);
        let fallen = heights.filter(|y| *y < 0.0).count();
        assert_eq!(fallen, if falls { 3 - usize::from(anchor.is_some()) } else { 0 });
        assert!((at(&scene, table).position().y).abs() < 1e-6);
    }
}

#[test]
fn carving_is_refused_as_a_whole_and_spares_what_does_not_collide_with_it() {
    let (mut scene, table, box_) = table();
    let before = scene.state_hash();
    let band = [[-7.0, 0.9], [7.0, 0.9], [7.0, 1.1], [-7.0, 1.1]];
    assert!(scene.carve(&Carving::new([[0.0, 0.0], [1.0, 0.0]])).is_err());
    assert!(scene.carve(&Carving::new([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]])).is_err());
    let bad = Carving::new(band).anchors([[Real::NAN, 0.0]]);
    assert_eq!(scene.carve(&bad).unwrap_err().to_string(), "`anchors` must be finite, but is NaN");
    assert_eq!(scene.carve(&Carving::new([[20.0, 0.0], [21.0, 0.0], [20.0, 1.0]])), Ok(vec![]));
    assert_eq!((scene.state_hash(), scene.body_count()), (before, 3));
    let only = Filter { category: 2, mask: 4, group: 0 };
    let key = at(&scene, box_).colliders().next().unwrap();
    let crates = Filter { category: 4, ..Filter::default() };
    scene.collider_mut(key).unwrap().set_filter(crates);
    let carved = scene.carve(&Carving::new(band).filter(only)).unwrap();
    assert_eq!(carved.iter().map(|it| it.body).collect::<Vec<_>>(), [box_]);
    assert_eq!(at(&scene, table).colliders().count(), 4);
}
