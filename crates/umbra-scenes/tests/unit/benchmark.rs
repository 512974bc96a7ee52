//! The twelve scenes are those of Box2D's benchmark.

use super::*;

/// The numbers of bodies and of shapes in Box2D's benchmark, for each scene.
const COUNTS: [(&str, usize, usize); 12] = [
    ("compounds", 3_001, 6_282),
    ("joint_grid", 10_000, 10_000),
    ("junkyard", 8_002, 8_262),
    ("large_pyramid", 5_051, 5_051),
    ("many_pyramids", 22_001, 22_020),
    ("rain", 11_001, 13_505),
    ("smash", 9_601, 9_601),
    ("spinner", 6_078, 6_437),
    ("spinner_kinematic", 6_078, 6_437),
    ("tumbler", 2_027, 2_029),
    ("tumbler_kinematic", 2_026, 2_029),
    ("washer", 8_101, 8_140),
];

#[test]
fn sizes_are_those_of_box2d() {
    for (def, (name, bodies, shapes)) in SCENES.iter().zip(COUNTS) {
        assert_eq!(def.name, name);
        let scene = def.set_up(SceneConfig::default()).unwrap().scene;
        assert_eq!(scene.bodies().count(), bodies, "{name}");
        let count = scene.colliders().map(|key| scene.collider(key).unwrap().shapes().count());
        assert_eq!(count.sum::<usize>(), shapes, "{name}");
    }
}

#[test]
fn every_body_starts_where_it_belongs_and_stays_there_for_a_while() {
    for def in &SCENES {
        let mut running = def.set_up(SceneConfig::default()).unwrap();
        for _ in 0..5 {
            running.step(1.0 / 60.0).unwrap();
        }
        for key in running.scene.bodies() {
            let body = running.scene.body(key).unwrap();
            let inside = def.bounds.contains_point(body.position());
            assert!(inside || body.kind() == BodyKind::Fixed, "{}: {key:?}", def.name);
        }
    }
}
