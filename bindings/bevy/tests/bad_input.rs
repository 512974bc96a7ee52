//! Bad input: an error for the entity, and the scene stays as it was.
mod common;

use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use common::{Game, game, game_with};

/// A game with two bodies and a joint, after some steps.
fn playing() -> (Game, [Entity; 3]) {
    let mut game = game();
    let floor = game.add((
        RigidBody::Static,
        Collider::rectangle(40.0, 1.0),
        Transform::from_xyz(0.0, -0.5, 0.0),
    ));
    let ball =
        game.add((RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(0.0, 2.0, 0.0)));
    let joint = game.add(Joint::rope(floor, ball, 9.0));
    game.steps(10);
    (game, [floor, ball, joint])
}

/// The names in the errors of the next step.
fn errors(game: &mut Game) -> Vec<(Entity, &'static str)> {
    game.messages::<PhysicsError>();
    game.steps(1);
    game.messages::<PhysicsError>().iter().map(|error| (error.entity, error.component)).collect()
}

/// The hash after the same number of steps without bad input.
fn undisturbed() -> u64 {
    let (mut game, _) = playing();
    game.steps(1);
    game.hash()
}

fn insert<B: Bundle>(bundle: B) -> Box<dyn FnOnce(&mut Game, [Entity; 3]) -> Entity> {
    Box::new(move |game, [_, ball, _]| {
        game.insert(ball, bundle);
        ball
    })
}

#[test]
fn values_that_are_no_numbers_are_refused_one_by_one() {
    let nan = f32::NAN;
    let infinite = f32::INFINITY;
    let table: Vec<(Box<dyn FnOnce(&mut Game, [Entity; 3]) -> Entity>, &str)> = vec![
        (insert(LinearVelocity(Vec2::new(nan, 0.0))), "LinearVelocity"),
        (insert(LinearVelocity(Vec2::new(infinite, 0.0))), "LinearVelocity"),
        (insert(AngularVelocity(nan)), "AngularVelocity"),
        (insert(Transform::from_xyz(nan, 0.0, 0.0)), "Transform"),
        (insert(Transform::from_xyz(1e9, 0.0, 0.0)), "Transform"),
        (insert(Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, nan, 1.0))), "Transform"),
        (insert(GravityScale(nan)), "GravityScale"),
        (insert(LinearDamping(-1.0)), "LinearDamping"),
        (insert(AngularDamping(infinite)), "AngularDamping"),
        (insert(SleepTolerance(-1.0)), "SleepTolerance"),
        (insert(AdditionalMass(-1.0)), "AdditionalMass"),
        (insert(Mass(-1.0)), "Mass"),
        (insert(Mass(nan)), "Mass"),
        (insert(AngularInertia(-1.0)), "Mass"),
        (insert(CenterOfMass(Vec2::new(0.0, nan))), "Mass"),
        (insert(ExternalForce::new(Vec2::new(nan, 0.0))), "ExternalForce"),
        (insert(ExternalImpulse::new(Vec2::new(nan, 0.0))), "ExternalImpulse"),
        (insert(KinematicTarget::default()), "KinematicTarget"),
        (insert(Collider::circle(-1.0)), "Collider"),
        (insert(Collider::circle(nan)), "Collider"),
        (insert(Collider::rectangle(0.0, 1.0)), "Collider"),
        (insert(Collider::convex_polygon(vec![])), "Collider"),
        (insert(Collider::polyline(vec![Vec2::ZERO], Some(vec![[0, 7]]))), "Collider"),
        (insert(Collider::compound(vec![])), "Collider"),
        (insert(Friction::new(-1.0)), "Friction"),
        (insert(Friction::new(nan)), "Friction"),
        (insert(Restitution::new(nan)), "Restitution"),
        (insert(ColliderDensity(-1.0)), "ColliderDensity"),
        (insert(RollingResistance(nan)), "RollingResistance"),
        (insert(SurfaceSpeed(nan)), "SurfaceSpeed"),
        (insert(OneWayPlatform(Vec2::ZERO)), "OneWayPlatform"),
    ];
    let expected = undisturbed();
    for (bad, component) in table {
        let (mut game, entities) = playing();
        let entity = bad(&mut game, entities);
        assert_eq!(errors(&mut game), [(entity, component)]);
        assert_eq!(game.hash(), expected, "{component}");
        assert!(game.physics().validate().is_ok());
    }
}

#[test]
fn bad_scales_joints_and_cells() {
    let (mut game, [floor, ball, joint]) = playing();
    game.change::<Transform>(ball, |transform| transform.scale = Vec3::new(0.0, 1.0, 1.0));
    assert_eq!(errors(&mut game), [(ball, "Collider")]);
    game.change::<Joint>(joint, |joint| joint.update(|joint| joint.limits(1.0, -1.0)));
    assert_eq!(errors(&mut game), [(joint, "Joint")]);
    game.insert(joint, Joint::weld(ball, ball));
    assert_eq!(errors(&mut game), [(joint, "Joint")]);
    assert_eq!(game.physics().joint_count(), 1);
    let map = TileMap::from_text(1.0, "##", |_| Cell::Full);
    let uneven = Transform::from_scale(Vec3::new(2.0, 1.0, 1.0));
    let map = game.add((map, uneven));
    assert_eq!(errors(&mut game), [(map, "TileMap")]);
    game.change::<Transform>(map, |transform| transform.scale = Vec3::ONE);
    assert_eq!(errors(&mut game), []);
    assert_eq!(game.physics().collider_count(), 3);
    game.change::<TileMap>(map, |map| map.set_cell([i32::MAX, 0], Cell::Full));
    let _ = errors(&mut game);
    assert!(game.physics().validate().is_ok());
    let _ = floor;
}

#[test]
fn what_is_spawned_badly_stays_out_until_it_is_mended() {
    let (mut game, _) = playing();
    let expected = {
        let (mut game, _) = playing();
        game.steps(1);
        game.hash()
    };
    let body = game.add((RigidBody::Dynamic, Collider::circle(f32::NAN)));
    assert_eq!(errors(&mut game), [(body, "Collider")]);
    assert_eq!(game.hash(), expected);
    assert_eq!(game.get::<BodyLink>(body).key(), None);
    assert_eq!(errors(&mut game), []);
    game.change::<Collider>(body, |collider| *collider = Collider::circle(0.5));
    assert_eq!(errors(&mut game), []);
    assert_eq!(game.physics().body_count(), 3);
    let lost = game.add((RigidBody::Dynamic, Transform::from_xyz(f32::INFINITY, 0.0, 0.0)));
    assert_eq!(errors(&mut game), [(lost, "RigidBody")]);
    game.change::<Transform>(lost, |transform| transform.translation.x = 8.0);
    assert_eq!(errors(&mut game), []);
    assert_eq!(game.physics().body_count(), 4);
}

#[test]
fn errors_are_observer_events_too() {
    #[derive(Resource, Default)]
    struct Seen(Vec<String>);
    let (mut game, [_, ball, _]) = playing();
    game.app.init_resource::<Seen>();
    game.app
        .world_mut()
        .entity_mut(ball)
        .observe(|event: On<PhysicsError>, mut seen: ResMut<Seen>| seen.0.push(event.to_string()));
    game.insert(ball, Friction::new(-1.0));
    game.steps(1);
    let seen = &game.app.world().resource::<Seen>().0;
    assert!(seen.len() == 1 && seen[0].contains("friction"), "{seen:?}");
}

#[test]
fn a_bad_configuration_falls_back_to_the_default() {
    let bad = SceneConfig { length_unit: -1.0, ..SceneConfig::default() };
    let mut game = game_with(UmbraPlugin::default().with_config(bad));
    let body = game.add(RigidBody::Dynamic);
    game.steps(10);
    assert!(game.at(body).y < 0.0);
}

#[test]
fn what_is_removed_behind_the_back_of_the_components_does_no_harm() {
    let (mut game, [_, ball, joint]) = playing();
    let key = game.get::<BodyLink>(ball).key().expect("it is there");
    let mut physics = game.app.world_mut().resource_mut::<PhysicsScene>();
    physics.scene_mut().remove_body(key).expect("it is there");
    game.insert(ball, (LinearVelocity::new(1.0, 0.0), Friction::new(0.1), Mass(2.0)));
    game.change::<Transform>(ball, |transform| transform.translation.x = 2.0);
    game.steps(3);
    game.despawn(ball);
    game.despawn(joint);
    game.steps(3);
    assert_eq!(game.physics().body_count(), 1);
}
