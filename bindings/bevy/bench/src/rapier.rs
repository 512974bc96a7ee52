//! Scenes through bevy_rapier.
use bevy::prelude::*;
use bevy_rapier2d::prelude::*;

use crate::Moves;
use crate::scenes::{Scene, Shape};

pub fn build(mut app: App, scene: &Scene) -> App {
    app.add_plugins(RapierPhysicsPlugin::<NoUserData>::default().in_fixed_schedule());
    app.insert_resource(TimestepMode::Fixed { dt: 1.0 / 60.0, substeps: 1 });
    let world = app.world_mut();
    let (mut entities, bodies) = (Vec::new(), (scene.bodies)());
    for body in &bodies {
        let shape = match body.shape {
            Shape::Disc(radius) => Collider::ball(radius),
            Shape::Box(hx, hy) => Collider::cuboid(hx, hy),
        };
        let kind = if body.is_fixed { RigidBody::Fixed } else { RigidBody::Dynamic };
        let at = Transform::from_xyz(body.at[0], body.at[1], 0.0);
        let mut entity = world.spawn((kind, shape, at));
        if !body.is_fixed {
            entity.insert(Moves);
        }
        entities.push(entity.id());
    }
    for (one, two, at) in (scene.hinges)() {
        let [a, b] =
            [one, two].map(|index| Vec2::from_array(at) - Vec2::from_array(bodies[index].at));
        let joint = RevoluteJointBuilder::new().local_anchor1(a).local_anchor2(b);
        let mut joint = ImpulseJoint::new(entities[one], joint);
        joint.data.as_mut().set_contacts_enabled(false);
        world.entity_mut(entities[two]).insert(joint);
    }
    app
}
