//! The scene that every binding builds comes to the same hash.
mod common;

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use common::{Game, game_with};

const HASH: u64 = 0x9148_4189_7181_5845;

fn spawn(mut commands: Commands) {
    let ground = commands.spawn((
        RigidBody::Static,
        Collider::cuboid(20.0, 0.5),
        Friction::new(0.6),
        Transform::from_xyz(0.0, -0.5, 0.0),
    ));
    let ground = ground.id();
    for row in 0..8_u8 {
        for column in 0..8 - row {
            let x = f32::from(column) - f32::from(7 - row) * 0.5;
            let at = Transform::from_xyz(x, 0.5 + f32::from(row), 0.0);
            commands.spawn((RigidBody::Dynamic, Collider::cuboid(0.5, 0.5), at));
        }
    }
    commands.spawn((
        RigidBody::Dynamic,
        Collider::circle(0.4),
        ColliderDensity(5.0),
        Restitution::new(0.5),
        LinearVelocity::new(15.0, 2.0),
        Transform::from_xyz(-12.0, 3.0, 0.0),
    ));
    let bob = commands.spawn((
        RigidBody::Dynamic,
        Collider::capsule_endpoints(0.25, Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.0)),
        Transform::from_xyz(6.0, 6.0, 0.0),
    ));
    let bob = bob.id();
    commands.spawn(Joint::revolute(ground, bob).anchor(Vec2::new(6.0, 8.0)));
}

fn played(plugin: UmbraPlugin) -> Game {
    let mut game = game_with(plugin.with_gravity(Vec2::new(0.0, -10.0)));
    game.spawn(spawn);
    game.steps(300);
    game
}

#[test]
fn the_scene_of_all_bindings_has_its_hash() {
    assert_eq!(played(UmbraPlugin::default()).hash(), HASH);
}

#[test]
fn interpolation_changes_no_bit() {
    assert_eq!(played(UmbraPlugin::default().without_interpolation()).hash(), HASH);
}

#[test]
fn frames_that_are_longer_or_shorter_than_steps_change_no_bit() {
    let mut game = game_with(UmbraPlugin::default().with_gravity(Vec2::new(0.0, -10.0)));
    game.spawn(spawn);
    let mut frame = 0;
    while game.steps_done() < 300 {
        frame += 1;
        game.frame([0.004, 0.012, 0.009][frame % 3]);
    }
    assert_eq!(game.steps_done(), 300);
    assert_eq!(game.hash(), HASH);
}
