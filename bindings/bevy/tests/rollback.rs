//! Saving and going back.
#![cfg(feature = "rollback")]
mod common;

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use common::{Game, game};

fn playing() -> (Game, Entity) {
    let mut game = game();
    game.app.insert_resource(PhysicsSnapshots::new(16));
    game.add((Collider::rectangle(40.0, 1.0), Transform::from_xyz(0.0, -0.5, 0.0)));
    for row in 0..5 {
        let at = Transform::from_xyz(0.1 * row as f32, 0.5 + row as f32, 0.0);
        game.add((RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), at));
    }
    let ball = game.add((
        RigidBody::Dynamic,
        Collider::circle(0.4),
        LinearVelocity::new(10.0, 0.0),
        CollidingEntities::default(),
        Transform::from_xyz(-6.0, 2.0, 0.0),
    ));
    game.steps(5);
    (game, ball)
}

fn save(game: &mut Game, frame: i32) -> u64 {
    PhysicsSnapshots::save(game.app.world_mut(), frame).expect("the scene can be saved")
}

fn load(game: &mut Game, frame: i32) {
    PhysicsSnapshots::load(game.app.world_mut(), frame).expect("the frame is there");
}

#[test]
fn what_is_stepped_again_comes_to_the_same_bits() {
    let (mut game, ball) = playing();
    let hash = save(&mut game, 0);
    let start = game.at(ball);
    game.steps(60);
    let (end, at) = (game.hash(), game.at(ball));
    load(&mut game, 0);
    assert_eq!((game.hash(), game.at(ball)), (hash, start));
    game.steps(60);
    assert_eq!((game.hash(), game.at(ball)), (end, at));
    // Another input comes to other bits, and the first one to the first again.
    load(&mut game, 0);
    game.insert(ball, ExternalImpulse::new(Vec2::new(0.0, 3.0)));
    game.steps(60);
    assert_ne!(game.hash(), end);
    load(&mut game, 0);
    game.steps(60);
    assert_eq!(game.hash(), end);
}

#[test]
fn frames_leave_the_ring() {
    let (mut game, _) = playing();
    for frame in 0..20 {
        save(&mut game, frame);
        game.steps(1);
    }
    assert!(PhysicsSnapshots::load(game.app.world_mut(), 3).is_err());
    load(&mut game, 4);
    assert!(PhysicsSnapshots::load(game.app.world_mut(), 99).is_err());
}

#[test]
fn entities_that_come_and_go() {
    let (mut game, ball) = playing();
    save(&mut game, 0);
    let late = game.add((RigidBody::Dynamic, Collider::circle(0.3)));
    game.steps(3);
    assert_eq!(game.physics().body_count(), 8);
    load(&mut game, 0);
    assert_eq!(game.physics().body_count(), 7);
    game.steps(1);
    // It is still spawned, so it comes in again.
    assert_eq!(game.physics().body_count(), 8);
    assert!(game.get::<BodyLink>(late).key().is_some());
    game.despawn(ball);
    assert_eq!(game.physics().body_count(), 7);
    load(&mut game, 0);
    // The entity is gone, so its body is.
    assert_eq!(game.physics().body_count(), 6);
    game.steps(5);
    assert!(game.physics().validate().is_ok());
}

#[test]
fn lists_of_what_touches_go_back_too() {
    let (mut game, ball) = playing();
    save(&mut game, 0);
    assert!(game.get::<CollidingEntities>(ball).is_empty());
    let mut touched = false;
    for _ in 0..60 {
        game.steps(1);
        touched |= !game.get::<CollidingEntities>(ball).is_empty();
    }
    assert!(touched);
    save(&mut game, 60);
    let after = game.get::<CollidingEntities>(ball);
    load(&mut game, 0);
    assert!(game.get::<CollidingEntities>(ball).is_empty());
    load(&mut game, 60);
    assert_eq!(game.get::<CollidingEntities>(ball), after);
}

#[test]
fn joints_that_were_taken_out_come_back() {
    let (mut game, ball) = playing();
    let post = game.add((RigidBody::Static, Transform::from_xyz(0.0, 20.0, 0.0)));
    let rope = game.add(Joint::rope(post, ball, 25.0));
    game.steps(1);
    let hash = save(&mut game, 0);
    game.steps(30);
    let end = game.hash();
    load(&mut game, 0);
    game.remove::<Joint>(rope);
    game.steps(5);
    assert_eq!(game.physics().joint_count(), 0);
    load(&mut game, 0);
    assert_eq!((game.hash(), game.physics().joint_count()), (hash, 1));
    assert_eq!(game.get::<Joint>(rope).bodies(), [post, ball]);
    game.steps(30);
    assert_eq!(game.hash(), end);
}

#[test]
fn bodies_whose_components_are_gone_leave_the_scene() {
    let (mut game, ball) = playing();
    save(&mut game, 0);
    game.remove::<(RigidBody, Collider)>(ball);
    load(&mut game, 0);
    assert_eq!(game.physics().body_count(), 6);
    game.steps(5);
    assert!(game.physics().validate().is_ok());
    // They come in again with their components.
    game.insert(ball, (RigidBody::Dynamic, Collider::circle(0.4)));
    game.steps(1);
    assert_eq!(game.physics().body_count(), 7);
    assert!(game.get::<BodyLink>(ball).key().is_some());
}
