//! A scene small enough for an interpreter that looks for undefined behaviour, Miri.

use umbra::prelude::*;

/// A ball rolls into two boxes, of which one is taken away; a copy taken midway goes the same way.
#[test]
fn a_small_scene_and_its_copy_come_to_the_same() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let ground = scene.add_body(Body::fixed().position([0.0, -1.0])).unwrap();
    scene.add_collider(ground, Collider::cuboid(5.0, 1.0)).unwrap();
    let ball = Body::dynamic().position([-1.2, 0.5]).velocity([6.0, 0.0]);
    let ball = scene.add_body(ball).unwrap();
    scene.add_collider(ball, Collider::circle(0.5).restitution(0.5)).unwrap();
    let boxes = [0.5, 1.5].map(|height| {
        let key = scene.add_body(Body::dynamic().position([0.0, height])).unwrap();
        scene.add_collider(key, Collider::cuboid(0.5, 0.5)).unwrap();
        key
    });
    let go_on = |scene: &mut Scene| {
        for _ in 0..3 {
            scene.step(1.0 / 60.0).unwrap();
        }
    };
    go_on(&mut scene);
    let mut copy = scene.clone();
    for scene in [&mut scene, &mut copy] {
        scene.remove_body(boxes[1]).unwrap();
        go_on(scene);
        assert!(scene.body(boxes[0]).unwrap().velocity().x > 0.5, "the ball has struck");
    }
    assert_eq!(scene.state_hash(), copy.state_hash());
}
