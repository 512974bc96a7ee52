//! Surfaces that differ along a collider, and lines with one side.

use crate::common::DT;
use umbra::Error;
use umbra::prelude::*;

const ICE: Material = Material { friction: 0.0, ..STONE };
const STONE: Material = Material {
    friction: 0.6,
    restitution: 0.0,
    rolling_resistance: 0.0,
    surface_speed: 0.0,
    friction_rule: CombineRule::Usual,
    restitution_rule: CombineRule::Usual,
};

fn scene_on(ground: Collider) -> (Scene, ColliderKey) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let body = scene.add_body(Body::fixed()).unwrap();
    let ground = scene.add_collider(body, ground).unwrap();
    (scene, ground)
}

fn put(scene: &mut Scene, body: Body, collider: Collider) -> BodyKey {
    let body = scene.add_body(body).unwrap();
    scene.add_collider(body, collider).unwrap();
    body
}

fn run(scene: &mut Scene, steps: u32) {
    (0..steps).for_each(|_| scene.step(DT).unwrap());
}

/// The speeds of boxes that start with 5 m/s at these places, after a second.
fn speeds_at<const N: usize>(scene: &mut Scene, places: [Real; N]) -> [Real; N] {
    let bodies = places.map(|x| {
        let body = Body::dynamic().position([x, 0.5]).velocity([5.0, 0.0]);
        put(scene, body, Collider::cuboid(0.4, 0.5))
    });
    run(scene, 60);
    bodies.map(|body| scene.body(body).unwrap().velocity().x)
}

#[test]
fn every_link_has_its_own_material() {
    let belt = Material { surface_speed: 2.0, ..STONE };
    for ground in [
        Collider::chain([[-30.0, 0.0], [-10.0, 0.0], [10.0, 0.0], [30.0, 0.0]]),
        Collider::heightfield([0.0; 4], 60.0),
        Collider::compound([-20.0, 0.0, 20.0].map(|x: Real| {
            (Pose::translation(x, -0.5), Polygon::cuboid(10.0, 0.5).unwrap().into())
        })),
    ] {
        let (mut scene, ground) = scene_on(ground.materials([ICE, STONE, belt]));
        let [on_ice, on_stone, on_belt] = speeds_at(&mut scene, [-28.0, -8.0, 12.0]);
        assert!((on_ice - 5.0).abs() < 1e-3, "{on_ice}");
        assert!(on_stone.abs() < 1e-3, "{on_stone}");
        assert!((on_belt - 2.0).abs() < 1e-2, "{on_belt}");
        let materials: Vec<Material> = scene.collider(ground).unwrap().materials().collect();
        assert_eq!(materials, [ICE, STONE, belt]);
    }
}

#[test]
fn a_box_that_slides_onto_the_next_link_meets_its_material() {
    let ground = Collider::chain([[-20.0, 0.0], [0.0, 0.0], [20.0, 0.0]]);
    let (mut scene, _) = scene_on(ground.materials([ICE, STONE]));
    let body = Body::dynamic().position([-5.0, 0.25]).velocity([5.0, 0.0]);
    let body = put(&mut scene, body, Collider::cuboid(0.25, 0.25));
    run(&mut scene, 45);
    assert!((scene.body(body).unwrap().velocity().x - 5.0).abs() < 1e-3);
    run(&mut scene, 100);
    let body = scene.body(body).unwrap();
    // v^2 / 2 mu g from where its middle is on the stone, give or take its half width.
    let way = 25.0 / (2.0 * 0.6 * 9.81);
    assert!(body.velocity().norm() < 1e-3 && (body.position().x - way).abs() < 0.3, "{body:?}");
}

#[test]
fn the_material_of_a_link_can_be_changed() {
    let ground = Collider::chain([[-30.0, 0.0], [0.0, 0.0], [30.0, 0.0]]);
    let (mut scene, ground) = scene_on(ground.friction(0.6));
    scene.collider_mut(ground).unwrap().set_shape_material(0, ICE).unwrap();
    let [on_ice, on_stone] = speeds_at(&mut scene, [-25.0, 5.0]);
    assert!(on_ice > 4.99 && on_stone < 1e-3, "{on_ice} {on_stone}");
    // What is asleep notices.
    let belt = Material { surface_speed: 1.0, ..STONE };
    run(&mut scene, 120);
    scene.collider_mut(ground).unwrap().set_shape_material(1, belt).unwrap();
    run(&mut scene, 60);
    let carried = scene
        .bodies()
        .filter(|&key| (scene.body(key).unwrap().velocity().x - 1.0).abs() < 1e-2)
        .count();
    assert_eq!(carried, 1);
    // A change of the whole collider is one of all links.
    scene.collider_mut(ground).unwrap().set_friction(0.25).unwrap();
    assert!(scene.collider(ground).unwrap().materials().all(|it| it.friction == 0.25));
}

#[test]
fn bad_materials_are_refused() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let body = scene.add_body(Body::fixed()).unwrap();
    let chain = || Collider::chain([[-30.0, 0.0], [0.0, 0.0], [30.0, 0.0]]);
    let mut refuse =
        |collider: Collider| scene.add_collider(body, collider).unwrap_err().to_string();
    assert_eq!(refuse(chain().materials([])), "`materials` must have 2 entries, but has 0");
    assert_eq!(refuse(chain().materials([ICE; 3])), "`materials` must have 2 entries, but has 3");
    let bad = Material { friction: Real::NAN, ..STONE };
    assert_eq!(refuse(chain().materials([ICE, bad])), "`friction` must be finite, but is NaN");
    let bad = Material { restitution: 4.5, ..STONE };
    assert_eq!(
        refuse(chain().materials([bad, ICE])),
        "`restitution` must be from 0 to 4, but is 4.5"
    );
    let message = "only segments and chains have two sides: shape 0 of `one_sided` has none";
    assert_eq!(refuse(Collider::circle(1.0).one_sided(true)), message);
    assert_eq!(refuse(Collider::tiles(1.0, [[Cell::Full]]).one_sided(true)), message);

    let key = scene.add_collider(body, chain()).unwrap();
    let before = scene.state_hash();
    let mut it = scene.collider_mut(key).unwrap();
    let refused = it.set_shape_material(2, ICE).unwrap_err();
    assert_eq!(refused, Error::NoSuchShape { collider: key, index: 2, count: 2 });
    assert!(it.set_shape_material(0, Material { friction: -1.0, ..STONE }).is_err());
    assert_eq!(scene.state_hash(), before);
}

/// What rolls or slides down inside of a loop, and what is shot at it from outside.
#[test]
fn a_loop_with_one_side_holds_from_inside() {
    // Counter-clockwise: the left side is the inside.
    let corners = [[-4.0, -4.0], [4.0, -4.0], [5.0, 3.0], [0.0, 5.0], [-4.0, 3.0]];
    let shapes: [fn() -> Collider; 3] = [
        || Collider::circle(0.3),
        || Collider::cuboid(0.3, 0.2),
        || Collider::capsule([-0.2, 0.0], [0.2, 0.0], 0.1),
    ];
    let is_inside = |at: Point| at.x.abs() < 5.1 && at.y.abs() < 5.1;
    for (shape, speed) in shapes.into_iter().flat_map(|it| [(it, 3.0), (it, 30.0), (it, 150.0)]) {
        for part in 0..40_u8 {
            let way = umbra::geom::math::rotation(Real::from(part) * 0.16) * Vector::new(1.0, 0.0);
            // The second comes in from outside, and cannot leave either.
            for start in [Point::origin(), Point::from(-way * 12.0)] {
                let (mut scene, _) = scene_on(Collider::chain_loop(corners).one_sided(true));
                scene.config_mut().gravity = Vector::zeros();
                let body = Body::dynamic().position(start).velocity(way * speed);
                let body = put(&mut scene, body, shape());
                let mut was_inside = false;
                for _ in 0..300 {
                    scene.step(DT).unwrap();
                    let at = scene.body(body).unwrap().position();
                    was_inside |= is_inside(at);
                    assert!(is_inside(at) || !was_inside, "{part} at {speed} m/s left: {at}");
                }
                assert!(was_inside, "{part} at {speed} m/s never came in");
            }
        }
    }
}

#[test]
fn a_one_sided_hill_is_as_smooth_as_any() {
    let points = (0..=200_u8).map(|i| [Real::from(i) - 100.0, 0.0]);
    let (mut scene, ground) = scene_on(Collider::chain(points).one_sided(true).friction(0.0));
    assert!(scene.collider(ground).unwrap().is_one_sided());
    for shape in [Collider::circle(0.3), Collider::cuboid(0.3, 0.3)] {
        let body = Body::dynamic().position([-90.0, 0.3]).velocity([12.0, 0.0]);
        let body = put(&mut scene, body, shape.friction(0.0));
        for _ in 0..600 {
            scene.step(DT).unwrap();
            let body = scene.body(body).unwrap();
            assert!(body.velocity().y.abs() < 0.01 && body.angular_velocity().abs() < 0.01);
        }
        assert!((scene.body(body).unwrap().velocity().x - 12.0).abs() < 0.01);
        scene.remove_body(body).unwrap();
    }
}
