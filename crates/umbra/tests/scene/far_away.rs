//! Events far away change no bit here.

use umbra::prelude::*;

/// A pyramid, and the keys of its boxes.
fn pyramid(scene: &mut Scene, x: Real, rows: u32) -> Vec<BodyKey> {
    let ground = scene.add_body(Body::fixed().position([x, -0.5])).unwrap();
    scene.add_collider(ground, Collider::cuboid(30.0, 0.5)).unwrap();
    let mut boxes = vec![];
    for row in 0..rows {
        for column in row..rows {
            let x = x + 1.1 * (column as Real - 0.5 * row as Real);
            let body = Body::dynamic().position([x, 0.55 + 1.05 * row as Real]);
            let body = scene.add_body(body).unwrap();
            scene.add_collider(body, Collider::cuboid(0.5, 0.5)).unwrap();
            boxes.push(body);
        }
    }
    boxes
}

/// Where the boxes of a pyramid are after five seconds, with so many balls that bounce about
/// elsewhere, some of which are removed and added on the way.
fn settled(balls: u32) -> Vec<[u32; 4]> {
    let gravity = Vector::new(0.0, -9.81);
    let mut scene = Scene::new(SceneConfig { gravity, ..SceneConfig::default() }).unwrap();
    let boxes = pyramid(&mut scene, 0.0, 12);
    let far = scene.add_body(Body::fixed().position([1000.0, -0.5])).unwrap();
    scene.add_collider(far, Collider::cuboid(50.0, 0.5)).unwrap();
    let mut others = vec![];
    for step in 0..300 {
        for ball in 0..if step % 50 == 0 { balls } else { 0 } {
            let position = [970.0 + ball as Real * 0.7, 1.0 + (ball % 5) as Real];
            let body = scene.add_body(Body::dynamic().position(position)).unwrap();
            scene.add_collider(body, Collider::circle(0.3).restitution(0.9)).unwrap();
            others.push(body);
        }
        if step % 7 == 3 && !others.is_empty() {
            scene.remove_body(others.swap_remove(step % others.len())).unwrap();
        }
        scene.step(1.0 / 60.0).unwrap();
    }
    let bits = |key: &BodyKey| {
        let body = scene.body(*key).unwrap();
        let (position, velocity) = (body.position(), body.velocity());
        [position.x, position.y, velocity.x, velocity.y].map(Real::to_bits)
    };
    boxes.iter().map(bits).collect()
}

#[test]
fn a_pyramid_settles_the_same_whatever_goes_on_elsewhere() {
    let alone = settled(0);
    for balls in [1, 40] {
        assert!(settled(balls) == alone, "{balls} balls elsewhere");
    }
}
