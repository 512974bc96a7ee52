//! Bodies: what users write goes in, what the step moved comes out.
mod common;

use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2};
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use common::{Game, game, game_with, weightless};

fn ball(x: f32, y: f32) -> impl Bundle {
    (RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(x, y, 7.0))
}

fn floor() -> impl Bundle {
    (Collider::rectangle(40.0, 1.0), Transform::from_xyz(0.0, -0.5, 0.0))
}

#[test]
fn a_ball_falls_onto_a_collider_without_a_body() {
    let mut game = game();
    game.add(floor());
    let ball = game.add(ball(0.0, 3.0));
    game.steps(200);
    assert!((game.at(ball).y - 0.5).abs() < 0.01, "{}", game.at(ball));
    assert_eq!(game.get::<Transform>(ball).translation.z, 7.0);
}

#[test]
fn one_component_is_enough() {
    let mut game = game();
    let body = game.add(RigidBody::Dynamic);
    let wall = game.add(Collider::circle(0.5));
    game.steps(2);
    assert!(game.at(body).y < 0.0 && game.at(wall) == Vec2::ZERO);
    assert!(game.get::<LinearVelocity>(body).0.y < 0.0);
}

#[test]
fn only_what_moves_counts_as_changed() {
    #[derive(Resource, Default)]
    struct Seen(Vec<Entity>);
    fn watch(changed: Query<Entity, Changed<Transform>>, mut seen: ResMut<Seen>) {
        seen.0 = changed.iter().collect();
    }
    let mut game = game_with(UmbraPlugin::default().without_interpolation());
    game.app.init_resource::<Seen>().add_systems(bevy_app::Last, watch);
    game.add(floor());
    let resting = game.add(ball(5.0, 0.5));
    let falling = game.add(ball(0.0, 900.0));
    game.steps(120);
    assert!(!game.body(resting).is_awake());
    game.steps(2);
    assert_eq!(game.app.world().resource::<Seen>().0, [falling]);
}

#[test]
fn velocities_go_in_and_come_out() {
    let mut game = weightless();
    let body = game.add((ball(0.0, 0.0), LinearVelocity::new(6.0, 0.0), AngularVelocity(2.0)));
    game.steps(60);
    assert!((game.at(body).x - 6.0).abs() < 0.01);
    game.change::<LinearVelocity>(body, |velocity| velocity.0 = Vec2::new(0.0, 3.0));
    game.change::<AngularVelocity>(body, |velocity| velocity.0 = 0.0);
    game.steps(1);
    assert_eq!(game.body(body).linear_velocity().y, 3.0);
    assert_eq!(game.get::<AngularVelocity>(body).0, 0.0);
}

#[test]
fn a_written_transform_is_a_teleport_and_keeps_what_was_not_written() {
    let mut game = weightless();
    let body = game.add((ball(0.0, 0.0), AngularVelocity(1.0)));
    game.steps(30);
    let rotation = game.body(body).rotation();
    game.change::<AngularVelocity>(body, |velocity| velocity.0 = 0.0);
    game.change::<Transform>(body, |transform| transform.translation.x = 50.0);
    game.steps(1);
    assert_eq!(game.body(body).position().x, 50.0);
    assert_eq!(game.body(body).rotation(), rotation);
    game.change::<Transform>(body, |transform| transform.rotation = Quat::from_rotation_z(1.0));
    game.steps(1);
    assert!((game.body(body).angle() - 1.0).abs() < 1e-6);
    assert_eq!(game.at(body).x, 50.0);
}

#[test]
fn static_bodies_move_when_their_transform_is_written() {
    let mut game = game();
    let wall = game.add((RigidBody::Static, Collider::rectangle(2.0, 1.0)));
    game.steps(1);
    game.change::<Transform>(wall, |transform| transform.translation.y = 4.0);
    let stone = game.add(ball(0.0, 6.0));
    game.steps(120);
    assert!((game.at(stone).y - 5.0).abs() < 0.01);
}

#[test]
fn settings_go_in_change_and_come_out_again() {
    let mut game = game();
    let body = game.add((ball(0.0, 0.0), GravityScale(0.0), LockedAxes::ROTATION_LOCKED));
    game.steps(3);
    assert_eq!(game.at(body).y, 0.0);
    assert!(game.body(body).is_rotation_locked());
    game.insert(body, (LinearDamping(0.5), AngularDamping(0.25), Bullet, SleepingDisabled));
    game.change::<GravityScale>(body, |scale| scale.0 = 2.0);
    game.steps(1);
    let view = game.body(body);
    assert_eq!((view.gravity_scale(), view.linear_damping()), (2.0, 0.5));
    assert!(view.is_bullet() && !view.can_sleep() && view.angular_damping() == 0.25);
    game.remove::<(GravityScale, LinearDamping, Bullet, SleepingDisabled, LockedAxes)>(body);
    game.steps(1);
    let view = game.body(body);
    assert_eq!((view.gravity_scale(), view.linear_damping()), (1.0, 0.0));
    assert!(!view.is_bullet() && view.can_sleep() && !view.is_rotation_locked());
}

#[test]
fn mass_overrides_that_of_the_colliders() {
    let mut game = game();
    let body = game.add((ball(0.0, 0.0), Mass(10.0)));
    game.steps(1);
    let own = std::f32::consts::PI * 0.25;
    assert_eq!(game.body(body).mass(), 10.0);
    assert!((game.body(body).inertia() - 10.0 * 0.125).abs() < 1e-4);
    game.insert(body, (AngularInertia(7.0), CenterOfMass(Vec2::new(0.0, -0.25))));
    game.steps(1);
    assert_eq!(game.body(body).inertia(), 7.0);
    game.remove::<(Mass, AngularInertia, CenterOfMass)>(body);
    game.steps(1);
    assert!((game.body(body).mass() - own).abs() < 1e-5);
}

#[test]
fn kinds_change_and_kinematic_bodies_follow_targets() {
    let mut game = game();
    let body = game.add((RigidBody::Static, Collider::circle(0.5)));
    game.steps(5);
    assert_eq!(game.at(body).y, 0.0);
    game.insert(body, RigidBody::Dynamic);
    game.steps(30);
    assert!(game.at(body).y < -0.5);
    game.insert(body, RigidBody::Kinematic);
    game.change::<LinearVelocity>(body, |velocity| velocity.0 = Vec2::ZERO);
    let target = KinematicTarget { position: Vec2::new(3.0, 3.0), rotation: 0.5 };
    game.insert(body, target);
    game.steps(1);
    assert!((game.at(body) - target.position).length() < 1e-4);
    assert!((game.body(body).angle() - 0.5).abs() < 1e-4);
    game.steps(1);
    assert!(game.body(body).velocity().norm() < 1e-3);
}

#[test]
fn forces_impulses_and_queues() {
    let mut game = weightless();
    let body = || (RigidBody::Dynamic, Collider::circle(0.5), Mass(2.0));
    let [pushed, struck, queued] = [0.0, 5.0, 10.0].map(|x| {
        let entity = game.add(body());
        game.change::<Transform>(entity, |transform| transform.translation.x = x);
        entity
    });
    game.insert(pushed, ExternalForce::new(Vec2::new(0.0, 2.0)));
    game.insert(struck, ExternalImpulse::new(Vec2::new(0.0, 4.0)));
    game.spawn(move |mut forces: Query<Forces>| {
        let mut forces = forces.get_mut(queued).expect("bodies have forces");
        forces.apply_linear_impulse(Vec2::new(0.0, 6.0));
        forces.apply_angular_impulse(1.0);
    });
    game.steps(60);
    let speed = |game: &Game, entity| game.get::<LinearVelocity>(entity).0.y;
    assert!((speed(&game, pushed) - 1.0).abs() < 1e-3);
    assert!((speed(&game, struck) - 2.0).abs() < 1e-3);
    assert!((speed(&game, queued) - 3.0).abs() < 1e-3);
    assert!(game.get::<AngularVelocity>(queued).0 > 1.0);
    game.remove::<ExternalForce>(pushed);
    game.steps(60);
    assert!((speed(&game, pushed) - 1.0).abs() < 1e-3);
}

#[test]
fn removals_leave_the_scene() {
    let mut game = game();
    let ground = game.add(floor());
    let stone = game.add(ball(0.0, 0.5));
    game.steps(30);
    assert_eq!(game.physics().body_count(), 2);
    game.despawn(ground);
    assert_eq!(game.physics().body_count(), 1);
    game.steps(60);
    assert!(game.at(stone).y < -1.0);
    game.remove::<Collider>(stone);
    assert_eq!((game.physics().body_count(), game.physics().collider_count()), (1, 0));
    game.insert(stone, Collider::circle(1.0));
    game.steps(1);
    assert_eq!(game.physics().collider_count(), 1);
    game.remove::<RigidBody>(stone);
    game.steps(1);
    // The collider is fixed where it was.
    assert_eq!((game.physics().body_count(), game.physics().collider_count()), (1, 1));
    assert!(!game.body(stone).is_dynamic());
    game.insert(stone, RigidBody::Dynamic);
    game.steps(1);
    assert!(game.body(stone).is_dynamic());
    game.despawn(stone);
    assert_eq!((game.physics().body_count(), game.physics().collider_count()), (0, 0));
}

#[test]
fn pixels_scale_gravity_and_tolerances() {
    let mut game = game_with(UmbraPlugin::pixels_per_meter(100.0).without_interpolation());
    game.add((Collider::rectangle(4000.0, 100.0), Transform::from_xyz(0.0, -50.0, 0.0)));
    let body = game.add((
        RigidBody::Dynamic,
        Collider::rectangle(80.0, 80.0),
        Transform::from_xyz(0.0, 200.0, 0.0),
    ));
    game.steps(10);
    assert!(game.get::<LinearVelocity>(body).0.y < -150.0);
    game.steps(200);
    assert!((game.at(body).y - 40.0).abs() < 1.0);
    assert_eq!(game.physics().config().length_unit, 100.0);
}
