//! Scenes through Avian.
use avian2d::prelude::*;
use bevy::prelude::*;

use crate::Moves;
use crate::scenes::{Scene, Shape};

pub fn build(mut app: App, scene: &Scene) -> App {
    app.add_plugins(PhysicsPlugins::default());
    let world = app.world_mut();
    let (mut entities, bodies) = (Vec::new(), (scene.bodies)());
    for body in &bodies {
        let shape = match body.shape {
            Shape::Disc(radius) => Collider::circle(radius),
            Shape::Box(hx, hy) => Collider::rectangle(2.0 * hx, 2.0 * hy),
        };
        let kind = if body.is_fixed { RigidBody::Static } else { RigidBody::Dynamic };
        let at = Transform::from_xyz(body.at[0], body.at[1], 0.0);
        let mut entity = world.spawn((kind, shape, at));
        if !body.is_fixed {
            // As in bevy_umbra, transforms show the moment of the frame, between two steps.
            entity.insert((Moves, TransformInterpolation));
        }
        entities.push(entity.id());
    }
    for (one, two, at) in (scene.hinges)() {
        let [a, b] =
            [one, two].map(|index| Vec2::from_array(at) - Vec2::from_array(bodies[index].at));
        let joint = RevoluteJoint::new(entities[one], entities[two])
            .with_local_anchor1(a)
            .with_local_anchor2(b);
        world.spawn((joint, JointCollisionDisabled));
    }
    app
}
