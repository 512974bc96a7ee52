//! A backend for `bevy_picking`: pointers find colliders.
use bevy_app::prelude::*;
use bevy_camera::Camera;
use bevy_ecs::prelude::*;
use bevy_math::primitives::InfinitePlane3d;
use bevy_math::{Dir3, Vec3};
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
        let plane = InfinitePlane3d { normal: Dir3::Z };
        let Some(depth) = ray.intersect_plane(Vec3::ZERO, plane) else { continue };
        let at = ray.get_point(depth);
        let is_pickable = |entity: &Entity| pickables.get(*entity).ok() != Some(&Pickable::IGNORE);
        let hits = space.point_intersections(at.truncate(), &filter).into_iter();
        let hits = hits.filter(is_pickable);
        let hits = hits.map(|entity| (entity, HitData::new(id.camera, depth, Some(at), None)));
        found.write(PointerHits::new(id.pointer, hits.collect(), camera.order as f32));
    }
}
