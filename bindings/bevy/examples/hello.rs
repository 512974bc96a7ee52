//! A ball falls on the ground. Without a window: `cargo run --example hello`.
#![allow(clippy::print_stdout, reason = "the example prints what it shows")]

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;

fn main() {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, UmbraPlugin::default()))
        // Each update is one step. A game with a window leaves this out.
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(Startup, spawn)
        .add_systems(Update, (show, hear));
    for _ in 0..150 {
        app.update();
    }
}

fn spawn(mut commands: Commands) {
    let ground = Transform::from_xyz(0.0, -0.5, 0.0);
    commands.spawn((RigidBody::Static, Collider::rectangle(40.0, 1.0), ground));
    commands.spawn((
        Name::new("ball"),
        RigidBody::Dynamic,
        Collider::circle(0.5),
        Restitution::new(0.6),
        Transform::from_xyz(0.0, 4.0, 0.0),
    ));
}

fn show(bodies: Query<(&Name, &Transform), Changed<Transform>>, mut frame: Local<u32>) {
    for (name, transform) in bodies.iter().filter(|_| frame.is_multiple_of(15)) {
        let height = transform.translation.y.max(0.0) * 10.0;
        println!("{name} {}o", " ".repeat(height as usize));
    }
    *frame += 1;
}

fn hear(mut starts: MessageReader<CollisionStart>) {
    for start in starts.read() {
        println!("{} meets {}", start.collider1, start.collider2);
    }
}
