//! Pixels and the world, and worlds that point down.

use crate::assert_refused;
use crate::common::{add, at};
use crate::prelude::*;

fn screens() -> Vec<Screen> {
    let plain = Screen::new(1280.0, 720.0, 48.0).unwrap();
    let there = plain.looking_at([12.5, -3.0]).unwrap();
    vec![
        plain,
        there,
        there.turned(0.7).unwrap(),
        plain.y_down(),
        there.y_down().turned(-2.0).unwrap(),
        plain.with_corner_at([3.0, 4.0]).unwrap(),
    ]
}

#[test]
fn the_way_there_and_back_is_exact_but_for_rounding() {
    for screen in screens() {
        for (x, y) in [(0.0, 0.0), (1280.0, 720.0), (17.0, 643.5), (-300.0, 2000.0)] {
            let back = screen.to_screen(screen.to_world([x, y]));
            assert!((back - Point::new(x, y)).norm() < 1e-3, "{back} of {x}, {y}: {screen:?}");
            let way = screen.vector_to_screen(screen.vector_to_world([x, y]));
            assert!((way - Vector::new(x, y)).norm() < 1e-3, "{way} of {x}, {y}: {screen:?}");
        }
        for angle in [-3.0, -0.4, 0.0, 1.5] {
            assert!((screen.angle_to_screen(screen.angle_to_world(angle)) - angle).abs() < 1e-5);
        }
        assert_eq!(screen.length_to_screen(screen.length_to_world(96.0)), 96.0);
    }
    // Powers of two are exact to the last bit.
    let screen = Screen::new(1024.0, 512.0, 64.0).unwrap().looking_at([8.0, 4.0]).unwrap();
    for (x, y) in [(1.0, 2.0), (511.0, 17.0)] {
        assert_eq!(screen.to_screen(screen.to_world([x, y])), Point::new(x, y));
    }
}

#[test]
fn angles_agree_with_vectors() {
    for screen in screens() {
        for angle in [-2.0_f32, 0.0, 0.3, 1.2] {
            let looks = Vector::new(angle.cos(), angle.sin());
            let drawn = screen.vector_to_screen(looks);
            let told = screen.angle_to_screen(angle);
            let along = Vector::new(told.cos(), told.sin()) * 48.0;
            assert!((drawn - along).norm() < 1e-3, "{drawn} {along} {screen:?}");
        }
        let (place, angle) = screen.pose_to_screen(&pose([1.0, 2.0], 0.5));
        assert_eq!(place, screen.to_screen([1.0, 2.0]));
        assert!((angle - screen.angle_to_screen(0.5)).abs() < 1e-6);
    }
}

#[test]
fn boxes_and_cameras() {
    let mut screen = Screen::new(800.0, 600.0, 100.0).unwrap();
    let view = Aabb { min: Point::new(-4.0, -3.0), max: Point::new(4.0, 3.0) };
    assert_eq!(screen.view(), view);
    let pixels = Aabb { min: Point::origin(), max: Point::new(800.0, 600.0) };
    assert_eq!(screen.aabb_to_screen(&view), pixels);
    // What is dragged stays below the mouse.
    let before = screen.to_world([100.0, 100.0]);
    screen.drag([100.0, 100.0], [300.0, 50.0]).unwrap();
    assert!((screen.to_world([300.0, 50.0]) - before).norm() < 1e-5);
    let middle = screen.center();
    screen.resize(400.0, 400.0).unwrap();
    assert_eq!(screen.to_world([200.0, 200.0]), middle);
    assert_eq!(screen.size(), [400.0, 400.0]);
    // A quarter turn shows what is wide as high.
    let turned = Screen::new(800.0, 600.0, 100.0).unwrap();
    let turned = turned.turned(core::f32::consts::FRAC_PI_2).unwrap();
    let half = turned.view().half_extents();
    assert!((half - Vector::new(3.0, 4.0)).norm() < 1e-4, "{half}");
}

/// Two worlds, one the image of the other in the line y = 0.
fn images(fill: impl Fn(&mut Scene, Real)) -> [Scene; 2] {
    [1.0, -1.0].map(|up| {
        let gravity = Vector::new(0.0, -9.81 * up);
        let mut scene = Scene::new(SceneConfig { gravity, ..SceneConfig::default() }).unwrap();
        fill(&mut scene, up);
        (0..180).for_each(|_| scene.step(1.0 / 60.0).unwrap());
        scene
    })
}

fn body_of(scene: &Scene, number: u64) -> BodyRef<'_> {
    scene.bodies().map(|key| at(scene, key)).find(|body| body.user_data() == number).unwrap()
}

#[test]
fn a_world_that_points_down_is_the_image_of_one_that_points_up() {
    let [up, down] = images(|scene, up| {
        // y = up * height.
        let ground = scene.add_body(Body::fixed().position([0.0, -0.5 * up])).unwrap();
        let floor = Collider::cuboid(20.0, 0.5).surface_speed(0.5 * up);
        scene.add_collider(ground, floor).unwrap();
        let one_way = Collider::cuboid(2.0, 0.1).one_way([0.0, up]);
        add(scene, Body::fixed().position([8.0, 2.0 * up]), one_way);
        // One falls onto the platform, one jumps through it from below, one turns as it falls.
        let body =
            |x: Real, y: Real, number| Body::dynamic().position([x, y * up]).user_data(number);
        add(scene, body(7.0, 4.0, 1), Collider::cuboid(0.2, 0.2));
        let jump = body(9.0, 0.5, 2).velocity([0.0, 8.0 * up]);
        add(scene, jump, Collider::cuboid(0.2, 0.2));
        let turning = body(-5.0, 3.0, 3).angle(0.3 * up).angular_velocity(2.0 * up);
        add(scene, turning, Collider::cuboid(0.4, 0.2));
    });
    for number in 1..=3 {
        let [a, b] = [body_of(&up, number), body_of(&down, number)];
        let image = Point::new(b.position().x, -b.position().y);
        assert!((a.position() - image).norm() < 0.05, "{number}: {} {image}", a.position());
        assert!((a.angle() + b.angle()).abs() < 0.05, "{number}: {} {}", a.angle(), b.angle());
    }
    // Both lie on the platform.
    for number in 1..=2 {
        let height = -body_of(&down, number).position().y;
        assert!((height - 2.3).abs() < 0.02, "{number}: {height}");
    }
    assert!(
        body_of(&down, 3).position().x < -3.5,
        "the floor carries it: {}",
        body_of(&down, 3).position().x
    );
}

#[test]
fn lines_with_one_side_and_maps_can_be_turned_for_worlds_that_point_down() {
    let [up, down] = images(|scene, up| {
        let mut floor = vec![[-20.0, 0.0], [0.0, 0.0], [20.0, 0.0]];
        if up < 0.0 {
            floor.reverse();
        }
        add(scene, Body::fixed(), Collider::chain(floor).one_sided(true));
        let map = Collider::tiles(1.0, [[Cell::OneWay; 4]]);
        let turn = if up > 0.0 { 0.0 } else { core::f32::consts::PI };
        let left = if up > 0.0 { 6.0 } else { 10.0 };
        add(scene, Body::fixed().position([left, 2.0 * up]).angle(turn), map);
        let body =
            |x: Real, y: Real, number| Body::dynamic().position([x, y * up]).user_data(number);
        add(scene, body(0.3, 3.0, 1), Collider::cuboid(0.3, 0.3));
        add(scene, body(7.6, 5.0, 2), Collider::cuboid(0.3, 0.3));
        // This one comes from below, and stays on the map.
        let jump = body(8.8, 0.5, 3).velocity([0.0, 9.0 * up]);
        add(scene, jump, Collider::cuboid(0.3, 0.3));
    });
    for (number, height) in [(1, 0.3), (2, 3.3), (3, 3.3)] {
        for (scene, sign) in [(&up, 1.0), (&down, -1.0)] {
            let y = sign * body_of(scene, number).position().y;
            assert!((y - height).abs() < 0.02, "{number}: {y}");
        }
    }
}

#[test]
fn bad_numbers_are_refused_by_name() {
    let (nan, infinite) = (Real::NAN, Real::INFINITY);
    let screen = Screen::new(800.0, 600.0, 50.0).unwrap();
    assert_refused("`width`", Screen::new(0.0, 600.0, 50.0));
    assert_refused("`height`", Screen::new(800.0, -1.0, 50.0));
    assert_refused("`pixels_per_unit`", Screen::new(800.0, 600.0, nan));
    assert_refused("`center`", screen.looking_at([infinite, 0.0]));
    assert_refused("`corner`", screen.with_corner_at([nan, 0.0]));
    assert_refused("`angle`", screen.turned(nan));
    let mut changed = screen;
    assert_refused("`factor`", changed.zoom_at([0.0, 0.0], 0.0));
    assert_refused("`pixel`", changed.zoom_at([nan, 0.0], 1.0));
    assert_refused("`pixels_per_unit`", changed.zoom_at([0.0, 0.0], 1e6));
    assert_refused("`to`", changed.drag([0.0, 0.0], [nan, 0.0]));
    assert_refused("`width`", changed.resize(nan, 1.0));
    assert_refused("`pixels_per_unit`", changed.set_pixels_per_unit(0.0));
    assert_eq!(changed, screen);
}
