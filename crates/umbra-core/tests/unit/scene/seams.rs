//! The pieces whose seams are looked for anew after a change.

use umbra_geom::math::pose;
use umbra_geom::{Pose, Real, Vector};
use umbra_world::step::take_changed_seams;

use crate::{Body, BodyKey, Collider, Scene, SceneConfig};

/// A hill of so many blocks in a row, which lies askew, and the step after it was made.
fn hill(blocks: u16) -> (Scene, BodyKey, Pose) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let place = pose([13.7, -4.3], 0.2);
    let body = Body::fixed().position([13.7, -4.3]).angle(0.2);
    let block = |x: u16| Collider::cuboid(0.5, 0.5).at([Real::from(x), 0.0]);
    let hill = scene.add(body, (0..blocks).map(block)).unwrap();
    scene.step(0.01).unwrap();
    (scene, hill, place)
}

fn carve(scene: &mut Scene, hill: BodyKey, place: &Pose, x: Real) {
    let hole = umbra_geom::Polygon::regular(8, 0.4).unwrap();
    let hole = hole.vertices().iter().map(|at| place * (at + Vector::new(x, 0.5)));
    scene.carve_body(hill, hole).unwrap();
}

#[test]
fn what_a_crater_has_looked_at_does_not_grow_with_the_hill() {
    let looked_at = |blocks: u16, others: bool| {
        let (mut scene, hill, place) = hill(blocks);
        if others {
            // Poles that stand on the hill and beside the crater.
            for x in [3.5, 4.5, 6.0] {
                let pole = Body::fixed().position(place * umbra_geom::Point::new(x, 1.0));
                scene.add(pole.angle(0.2), [Collider::cuboid(0.1, 0.5)]).unwrap();
            }
            scene.step(0.01).unwrap();
        }
        carve(&mut scene, hill, &place, 5.0);
        let mut copy = scene.clone();
        scene.step(0.01).unwrap();
        assert_eq!(scene.validate(), Ok(()));
        take_changed_seams(&mut copy.world).len()
    };
    for others in [false, true] {
        for blocks in [20, 500] {
            let count = looked_at(blocks, others);
            assert!(count < 20, "{count} of {blocks}, with others {others}");
        }
    }
}

#[test]
fn what_is_added_to_a_body_has_its_neighbours_looked_at_alone() {
    let (mut scene, hill, _) = hill(300);
    scene.add_collider(hill, Collider::cuboid(0.5, 0.5).at([300.0, 0.0])).unwrap();
    assert!(take_changed_seams(&mut scene.clone().world).len() < 4);
    scene.step(0.01).unwrap();
    assert_eq!(scene.validate(), Ok(()));
}
