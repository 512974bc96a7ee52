//! A backend for `bevy_picking`: pointers find colliders.
use bevy_app::prelude::*;
use bevy_camera::Camera;
use bevy_ecs::prelude::*;
use bevy_picking::backend::ray::RayMap;
use bevy_picking::backend::{HitData, PointerHits};
use bevy_picking::{Pickable, PickingSystems};
use bevy_transform::components::GlobalTransform;

use crate::query::{SpatialQuery, SpatialQueryFilter};

/// The part of a ray across the plane below which it counts as parallel to it.
const PARALLEL: f32 = 1e-6;

/// Lets pointers find colliders in the plane z = 0, sensors included. Where colliders overlap, the
/// one with the largest z is in front. Entities with `Pickable::IGNORE` are not found.
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
    transforms: Query<&GlobalTransform>,
    space: SpatialQuery,
    mut found: MessageWriter<PointerHits>,
) {
    let filter = SpatialQueryFilter::default().with_sensors();
    for (id, ray) in &rays.map {
        let Ok(camera) = cameras.get(id.camera) else { continue };
        // Distance along the ray to a plane of constant z.
        let distance_to = |z: f32| (z - ray.origin.z) / ray.direction.z;
        // Skip rays that are parallel to the plane z = 0, up to rounding, or point away from it.
        let distance = distance_to(0.0);
        if ray.direction.z.abs() < PARALLEL || !(distance.is_finite() && distance >= 0.0) {
            continue;
        }
        let at = ray.get_point(distance);
        let is_pickable = |entity: &Entity| pickables.get(*entity).ok() != Some(&Pickable::IGNORE);
        let hits = space.point_intersections(at.truncate(), &filter).into_iter();
        let hits = hits.filter(is_pickable);
        let hits = hits.map(|entity| {
            let z = transforms.get(entity).map_or(0.0, |transform| transform.translation().z);
            (entity, HitData::new(id.camera, distance_to(z), Some(at), None))
        });
        found.write(PointerHits::new(id.pointer, hits.collect(), camera.order as f32));
    }
}
