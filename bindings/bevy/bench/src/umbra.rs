//! Scenes through bevy_umbra.
use bevy::prelude::*;
use bevy_umbra::prelude::*;

use crate::Moves;
use crate::scenes::{Scene, Shape};

pub fn build(mut app: App, scene: &Scene) -> App {
    app.add_plugins(UmbraPlugin::default());
    let world = app.world_mut();
    let mut entities = Vec::new();
    for body in (scene.bodies)() {
        let shape = match body.shape {
            Shape::Disc(radius) => Collider::circle(radius),
            Shape::Box(hx, hy) => Collider::rectangle(2.0 * hx, 2.0 * hy),
        };
        let kind = if body.is_fixed { RigidBody::Static } else { RigidBody::Dynamic };
        let at = Transform::from_xyz(body.at[0], body.at[1], 0.0);
        let mut entity = world.spawn((kind, shape, at));
        if !body.is_fixed {
            entity.insert(Moves);
        }
        entities.push(entity.id());
    }
    for (one, two, at) in (scene.hinges)() {
        world.spawn(Joint::revolute(entities[one], entities[two]).anchor(Vec2::from_array(at)));
    }
    app
}
