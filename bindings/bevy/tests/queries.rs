//! Spatial queries and casters.
mod common;

use bevy_ecs::prelude::*;
use bevy_math::{Dir2, Quat, Vec2};
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use common::{Game, weightless};

/// Three boxes on the x axis, the last one a sensor, and a body of two circles above.
fn game() -> (Game, [Entity; 3]) {
    let mut game = weightless();
    let boxes = [2.0, 5.0, 8.0].map(|x| {
        game.add((
            RigidBody::Dynamic,
            Collider::rectangle(1.0, 1.0),
            Transform::from_xyz(x, 0.0, 0.0),
        ))
    });
    game.insert(boxes[1], CollisionLayers::new(0b10_u64, LayerMask::ALL));
    game.insert(boxes[2], Sensor);
    game.steps(1);
    (game, boxes)
}

fn ask<T: Send + Sync + 'static>(
    game: &mut Game,
    question: impl Fn(&SpatialQuery<'_>) -> T + Send + Sync + 'static,
) -> T {
    use bevy_ecs::system::RunSystemOnce;
    let system = move |space: SpatialQuery| question(&space);
    game.app.world_mut().run_system_once(system).expect("the query runs")
}

#[test]
fn rays_find_the_first_and_all() {
    let (mut game, boxes) = game();
    let all = SpatialQueryFilter::default();
    let filter = all.clone();
    let hit = ask(&mut game, move |space| {
        space.cast_ray(Vec2::ZERO, Dir2::X, 100.0, &filter).expect("there is a box")
    });
    assert_eq!((hit.entity, hit.body), (boxes[0], boxes[0]));
    assert!((hit.distance - 1.5).abs() < 1e-4 && hit.normal == Vec2::NEG_X);
    let filters = [
        (all.clone(), boxes[..2].to_vec()),
        (all.clone().with_sensors(), boxes.to_vec()),
        (SpatialQueryFilter::from_mask(0b10_u64), vec![boxes[1]]),
        (SpatialQueryFilter::from_excluded_entities([boxes[0]]), vec![boxes[1]]),
        (all.only(umbra::BodyKind::Fixed), vec![]),
    ];
    for (filter, expected) in filters {
        let found =
            ask(&mut game, move |space| space.ray_hits(Vec2::ZERO, Dir2::X, 100.0, 10, &filter));
        assert_eq!(found.iter().map(|hit| hit.entity).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn shapes_points_and_boxes() {
    let (mut game, boxes) = game();
    let found = ask(&mut game, |space| {
        let all = SpatialQueryFilter::default();
        let ball = Collider::circle(0.5);
        let hit = space.cast_shape(&ball, Vec2::ZERO, 0.0, Dir2::X, 100.0, &all);
        assert!((hit.expect("there is a box").distance - 1.0).abs() < 1e-3);
        let hits = space.shape_hits(&ball, Vec2::ZERO, 0.0, Dir2::X, 100.0, 1, &all);
        assert_eq!(hits.len(), 1);
        let nearest = space.project_point(Vec2::new(2.0, 3.0), 10.0, &all);
        assert!((nearest.expect("there is a box").distance - 2.5).abs() < 1e-4);
        assert!(space.project_point(Vec2::new(f32::NAN, 3.0), 10.0, &all).is_none());
        let not_solid = Collider::polyline(vec![Vec2::ZERO, Vec2::X], None);
        assert!(space.shape_intersections(&not_solid, Vec2::ZERO, 0.0, &all).is_empty());
        [
            space.point_intersections(Vec2::new(5.2, 0.1), &all),
            space.aabb_intersections(Vec2::ZERO, Vec2::new(3.0, 1.0), &all),
            space.shape_intersections(&Collider::circle(2.5), Vec2::new(3.5, 0.0), 0.0, &all),
        ]
    });
    assert_eq!(found, [vec![boxes[1]], vec![boxes[0]], vec![boxes[0], boxes[1]]]);
}

#[test]
fn ray_casters_turn_with_their_entities_and_do_not_find_themselves() {
    let (mut game, boxes) = game();
    let eye = game.add((
        RigidBody::Kinematic,
        Collider::circle(0.5),
        RayCaster::new(Vec2::ZERO, Dir2::X),
    ));
    let lamp = game.add((
        ChildOf(eye),
        ShapeCaster::new(Collider::circle(0.25), Vec2::ZERO, 0.0, Dir2::X),
        Transform::from_xyz(0.0, 0.0, 0.0),
    ));
    game.steps(1);
    let entities =
        |game: &Game| -> Vec<_> { game.get::<RayHits>(eye).iter().map(|hit| hit.entity).collect() };
    assert_eq!(entities(&game), boxes[..2]);
    let first = game.get::<ShapeHits>(lamp).0;
    assert_eq!(first.len(), 1);
    assert!((first[0].distance - 1.25).abs() < 1e-3 && first[0].entity == boxes[0]);
    game.change::<Transform>(eye, |transform| transform.rotation = Quat::from_rotation_z(1.6));
    game.steps(1);
    assert!(entities(&game).is_empty() && game.get::<ShapeHits>(lamp).0.is_empty());
    game.change::<RayCaster>(eye, |caster| caster.enabled = false);
    game.change::<Transform>(eye, |transform| transform.rotation = Quat::IDENTITY);
    game.steps(1);
    assert!(entities(&game).is_empty());
}
