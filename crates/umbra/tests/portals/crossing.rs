//! One body, and how it goes through.

use super::*;

/// A disc goes round a world that wraps around, and is where it would be without walls.
#[test]
fn a_disc_goes_round() {
    for velocity in [[3.0, 0.0], [0.0, -2.0], [3.0, 2.0], [-7.0, 11.0], [100.0, 30.0]] {
        let mut scene = torus(5.0);
        let body = Body::dynamic().position([1.0, 0.5]).velocity(velocity).angular_velocity(1.0);
        let body = scene.add(body, [Collider::circle(0.5)]).unwrap();
        for step in 1..=240 {
            scene.step(DT).unwrap();
            let body = scene.body(body).unwrap();
            let time = step as Real * DT;
            let wrapped = |start: Real, speed: Real| {
                let free = f64::from(start) + f64::from(speed) * f64::from(time);
                (free + 5.0).rem_euclid(10.0) - 5.0
            };
            for (axis, start) in [(0, 1.0), (1, 0.5)] {
                let off = f64::from(body.position()[axis]) - wrapped(start, velocity[axis]);
                let off = off.abs().min(10.0 - off.abs());
                assert!(off < 1e-3, "{velocity:?}, step {step}, axis {axis}: {off}");
                assert!(body.position()[axis].abs() < 5.01);
            }
            assert!((body.velocity() - Vector::from(velocity)).norm() < 1e-3);
            assert!((body.angular_velocity() - 1.0).abs() < 1e-4);
        }
        assert_eq!((scene.body_count(), scene.collider_count()), (1, 1));
    }
}

/// A world that wraps around has no gap at its corners, where a body has just come to one portal
/// when it comes to the other, or comes to both in one step.
#[test]
fn corners_of_a_world_that_wraps_around_have_no_gap() {
    for (index, velocity) in [[0.05, -12.0], [0.3, 12.0], [-9.0, 8.0], [40.0, -41.0], [0.0, 30.0]]
        .into_iter()
        .enumerate()
    {
        let mut scene = torus(4.0);
        let side = Vector::from(velocity).map(|it: Real| if it < 0.0 { -4.0 } else { 4.0 });
        let bodies: Vec<BodyKey> = (0..400)
            .map(|number| {
                // Less than a step before the corner, and up to two slacks beside it.
                let off = (number % 20) as Real * 0.001 - 0.01;
                let before = (number / 20) as Real * 0.05;
                let start = side - Vector::from(velocity) * (DT * before) + Vector::new(off, 0.0);
                let start = start.map(|it| it.clamp(-3.999, 4.0));
                let body = Body::dynamic().position([start.x, start.y]).velocity(velocity);
                let collider = if number % 2 == 0 {
                    Collider::circle(0.3)
                } else {
                    Collider::cuboid(0.3, 0.2)
                };
                let alone = Filter { group: -1, ..Filter::default() };
                scene.add(body, [collider.filter(alone)]).unwrap()
            })
            .collect();
        for step in 0..90 {
            scene.step(DT).unwrap();
            for key in &bodies {
                let place = scene.body(*key).unwrap().position();
                assert!(place.x.abs() < 4.01 && place.y.abs() < 4.01, "{index}, {step}: {place}");
            }
        }
    }
}

/// Through two portals in the floor that face up, a ball comes out as fast as it fell in.
#[test]
fn a_ball_is_thrown_up_by_a_portal_in_the_floor() {
    let mut scene = scene(-10.0);
    scene.add(Body::fixed().position([0.0, -1.0]), [Collider::cuboid(20.0, 1.0)]).unwrap();
    let (from, to) = ([[-5.0, 0.0], [-3.0, 0.0]], [[5.0, 0.0], [3.0, 0.0]]);
    scene.add_portal(Portal::new(from, to)).unwrap();
    let ball = Body::dynamic().position([-4.0, 4.0]);
    let ball = scene.add(ball, [Collider::circle(0.4).restitution(0.0)]).unwrap();
    let start = scene.energy();
    let (mut top, mut crossings, mut was_left) = (0.0_f32, 0, true);
    for step in 0..1200 {
        scene.step(DT).unwrap();
        let place = scene.body(ball).unwrap().position();
        top = top.max(place.y);
        crossings += usize::from((place.x < 0.0) != was_left);
        was_left = place.x < 0.0;
        let body = scene.body(ball).unwrap();
        if body.velocity().y.abs() < 0.1 {
            // At the top, where the steps of the fall have no part in it.
            let part = scene.energy() / start;
            assert!((part - 1.0).abs() < 0.005, "step {step}: {part}");
        }
    }
    assert!((10..=14).contains(&crossings), "{crossings}");
    assert!((top - 4.0).abs() < 0.02, "{top}");
}

/// Between portals above one another a ball falls for ever, and gains what it falls.
#[test]
fn a_ball_falls_for_ever() {
    let mut scene = scene(-10.0);
    let (floor, ceiling) = ([[-1.0, 0.0], [1.0, 0.0]], [[-1.0, 3.0], [1.0, 3.0]]);
    scene.add_portal(Portal::new(floor, ceiling)).unwrap();
    let ball = Body::dynamic().position([0.0, 1.5]);
    let ball = scene.add(ball, [Collider::circle(0.3)]).unwrap();
    for step in 1..=300 {
        scene.step(DT).unwrap();
        let speed = -scene.body(ball).unwrap().velocity().y;
        let expected = 10.0 * step as Real * DT;
        assert!((speed - expected).abs() < 1e-3 * expected, "step {step}: {speed}, not {expected}");
        let place = scene.body(ball).unwrap().position();
        assert!(place.x.abs() < 1e-3 && (-0.6..=3.3).contains(&place.y), "step {step}: {place}");
    }
}

/// Whatever goes through turned comes out turned.
#[test]
fn velocity_spin_and_angle_turn() {
    let mut scene = scene(0.0);
    // In at the right, out at the top.
    let portal = Portal::new([[4.0, -1.0], [4.0, 1.0]], [[1.0, 6.0], [-1.0, 6.0]]);
    scene.add_portal(portal).unwrap();
    let body = Body::dynamic().position([2.0, 0.25]).velocity([4.0, 0.0]).angular_velocity(0.5);
    let body = scene.add(body, [Collider::cuboid(0.5, 0.25)]).unwrap();
    steps(&mut scene, 60);
    let body = scene.body(body).unwrap();
    let quarter = core::f32::consts::FRAC_PI_2;
    assert!((body.position() - Point::new(-0.25, 8.0)).norm() < 1e-3, "{}", body.position());
    assert!((body.velocity() - Vector::new(0.0, 4.0)).norm() < 1e-3, "{}", body.velocity());
    assert!((body.angular_velocity() - 0.5).abs() < 1e-4);
    assert!((body.rotation().angle() - quarter - 0.5).abs() < 1e-3);
    assert_eq!(scene.images().count(), 0);
}

/// From behind a segment is nothing, and at the end of one that is one-way as well.
#[test]
fn what_comes_from_behind_passes() {
    for (from, one_way, x) in [(6.0, false, -6.0), (-16.0, true, -4.0)] {
        let mut scene = scene(0.0);
        let [right, left] = [4.0, -10.0].map(|x| [[x, -1.0], [x, 1.0]]);
        scene.add_portal(Portal::new(right, left).one_way(one_way)).unwrap();
        let speed = if from > 0.0 { -12.0 } else { 12.0 };
        let ball = Body::dynamic().position([from, 0.0]).velocity([speed, 0.0]);
        let ball = scene.add(ball, [Collider::circle(0.3)]).unwrap();
        steps(&mut scene, 60);
        let place = scene.body(ball).unwrap().position();
        assert!((place.x - x).abs() < 1e-2, "{place}");
    }
}

/// A box rests on a floor, half in a portal that stands on it, and touches the floor on both sides.
#[test]
fn a_box_rests_half_in_a_portal() {
    let mut scene = scene(-10.0);
    scene.add(Body::fixed().position([0.0, -1.0]), [Collider::cuboid(3.0, 1.0)]).unwrap();
    scene.add(Body::fixed().position([30.0, -1.0]), [Collider::cuboid(3.0, 1.0)]).unwrap();
    // The floors end at the portals.
    let portal = Portal::new([[3.0, 0.0], [3.0, 4.0]], [[27.0, 0.0], [27.0, 4.0]]);
    scene.add_portal(portal).unwrap();
    let mut boxes = vec![];
    for row in 0..3 {
        let body = Body::dynamic().position([2.9, 0.5 + row as Real]);
        boxes.push(scene.add(body, [Collider::cuboid(0.5, 0.5)]).unwrap());
    }
    steps(&mut scene, 300);
    for (row, body) in boxes.iter().enumerate() {
        let body = scene.body(*body).unwrap();
        let place = Point::new(2.9, 0.5 + row as Real);
        assert!((body.position() - place).norm() < 0.02, "{row}: {}", body.position());
        assert!(body.rotation().angle().abs() < 0.01);
        assert!(!body.is_awake());
    }
    // Pushed, they go through.
    for body in &boxes {
        scene.body_mut(*body).unwrap().set_velocity([2.0, 0.0]).unwrap();
    }
    steps(&mut scene, 120);
    for body in &boxes {
        assert!(scene.body(*body).unwrap().position().x > 27.0);
    }
}
