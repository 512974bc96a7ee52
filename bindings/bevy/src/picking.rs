//! A backend for `bevy_picking`: pointers find colliders.
use bevy_app::prelude::*;
use bevy_camera::Camera;
use bevy_ecs::prelude::*;
use bevy_picking::backend::ray::RayMap;
use bevy_picking::backend::{HitData, PointerHits};
use bevy_picking::{Pickable, PickingSystems};

use crate::query::{SpatialQuery, SpatialQueryFilter};

/// Lets pointers find colliders in the plane z = 0, sensors included. Entities with
/// `Pickable::IGNORE` are not found.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhysicsPickingPlugin;

impl Plugin for PhysicsPickingPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PreUpdate, find.in_set(PickingSystems::Backend));
    }
}

fn find(
    rays: Res<RayMap>,
    cameras: Query<&Camera>,
    pickables: Query<&Pickable>,
    space: SpatialQuery,
    mut found: MessageWriter<PointerHits>,
) {
    let filter = SpatialQueryFilter::default().with_sensors();
    for (id, ray) in rays.map.iter() {
        let Ok(camera) = cameras.get(id.camera) else { continue };
        // Where it comes to the plane z = 0, if it is not beside or behind the camera.
        let depth = -ray.origin.z / ray.direction.z;
        if !(depth.is_finite() && depth >= 0.0) {
            continue;
        }
        let at = ray.get_point(depth);
        let is_pickable = |entity: &Entity| pickables.get(*entity).ok() != Some(&Pickable::IGNORE);
        let hits = space.point_intersections(at.truncate(), &filter).into_iter();
        let hits = hits.filter(is_pickable);
        let hits = hits.map(|entity| (entity, HitData::new(id.camera, depth, Some(at), None)));
        found.write(PointerHits::new(id.pointer, hits.collect(), camera.order as f32));
    }
}
