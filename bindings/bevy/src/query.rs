//! Spatial queries that answer with entities.
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{Dir2, Vec2};
use umbra::geom::math;
use umbra::prelude::{Aabb, Pose, Shape};
use umbra::{BodyKind, BodyKinds, ColliderKey, Filter, QueryFilter, Scene};

use crate::components::collider::Collider;
use crate::components::layers::LayerMask;
use crate::convert::{point, pose, position, vec2, vector};
use crate::scene::{Owner, PhysicsScene};

/// What a query finds.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_umbra::prelude::*;
///
/// # fn filter(player: Entity) -> SpatialQueryFilter {
/// SpatialQueryFilter::default().with_mask(0b10_u64).with_excluded_entities([player])
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SpatialQueryFilter {
    /// Layers of the colliders that are found.
    pub mask: LayerMask,
    /// Entities that are not found: colliders, or bodies with all of their colliders.
    pub excluded_entities: Vec<Entity>,
    /// Kinds of bodies that are found.
    pub kinds: BodyKinds,
    /// True if sensors are found too.
    pub sensors: bool,
}

impl Default for SpatialQueryFilter {
    fn default() -> Self {
        Self {
            mask: LayerMask::ALL,
            excluded_entities: Vec::new(),
            kinds: BodyKinds::ALL,
            sensors: false,
        }
    }
}

impl SpatialQueryFilter {
    /// Finds colliders in these layers.
    pub fn from_mask(mask: impl Into<LayerMask>) -> Self {
        Self::default().with_mask(mask)
    }

    /// Does not find these entities.
    pub fn from_excluded_entities(entities: impl IntoIterator<Item = Entity>) -> Self {
        Self::default().with_excluded_entities(entities)
    }

    /// Finds colliders in these layers only.
    #[must_use]
    pub fn with_mask(mut self, mask: impl Into<LayerMask>) -> Self {
        self.mask = mask.into();
        self
    }

    /// Does not find these entities.
    #[must_use]
    pub fn with_excluded_entities(mut self, entities: impl IntoIterator<Item = Entity>) -> Self {
        self.excluded_entities.extend(entities);
        self
    }

    /// Finds bodies of these kinds only.
    #[must_use]
    pub fn only(mut self, kinds: impl Into<BodyKinds>) -> Self {
        self.kinds = kinds.into();
        self
    }

    /// Finds dynamic bodies only.
    #[must_use]
    pub fn only_dynamic(self) -> Self {
        self.only(BodyKind::Dynamic)
    }

    /// Finds sensors too.
    #[must_use]
    pub fn with_sensors(mut self) -> Self {
        self.sensors = true;
        self
    }

    fn excludes(&self, owner: Option<Owner>) -> bool {
        let is_excluded = |entity: Entity| self.excluded_entities.contains(&entity);
        owner.is_some_and(|owner| is_excluded(owner.collider) || is_excluded(owner.body))
    }
}

/// What a ray or a moving shape met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitData {
    /// The entity of the collider.
    pub entity: Entity,
    /// The entity of its body.
    pub body: Entity,
    /// Distance from the start to the hit.
    pub distance: f32,
    /// Point of the hit.
    pub point: Vec2,
    /// Normal of the surface, toward the ray or the shape.
    pub normal: Vec2,
}

/// The nearest point on a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointProjection {
    /// The entity of the collider.
    pub entity: Entity,
    /// The nearest point on its surface.
    pub point: Vec2,
    /// Normal of the surface there.
    pub normal: Vec2,
    /// Distance to the point; negative inside of the collider.
    pub distance: f32,
}

/// System parameter that asks what is where. It sees the scene as the last step left it.
///
/// Numbers that are not finite find nothing.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::{Dir2, Vec2};
/// use bevy_umbra::prelude::*;
///
/// fn look(space: SpatialQuery) {
///     let all = SpatialQueryFilter::default();
///     if let Some(hit) = space.cast_ray(Vec2::ZERO, Dir2::X, 100.0, &all) {
///         println!("{} is {} away", hit.entity, hit.distance);
///     }
/// }
/// ```
#[derive(SystemParam)]
pub struct SpatialQuery<'w> {
    physics: Res<'w, PhysicsScene>,
}

impl SpatialQuery<'_> {
    /// The scene of the engine, for the queries that are not here.
    pub fn scene(&self) -> &Scene {
        &self.physics.scene
    }

    /// The first collider that a ray meets. A ray that begins inside a collider meets it at once.
    pub fn cast_ray(
        &self,
        origin: Vec2,
        direction: Dir2,
        max_distance: f32,
        filter: &SpatialQueryFilter,
    ) -> Option<HitData> {
        self.cast_ray_predicate(origin, direction, max_distance, filter, &|_| true)
    }

    /// The first collider that a ray meets and that the predicate accepts.
    pub fn cast_ray_predicate(
        &self,
        origin: Vec2,
        direction: Dir2,
        max_distance: f32,
        filter: &SpatialQueryFilter,
        predicate: &dyn Fn(Entity) -> bool,
    ) -> Option<HitData> {
        let way = vector(direction * max_distance);
        let accepts = self.accepts(filter, predicate);
        let filter = engine_filter(filter).predicate(accepts);
        let hit = self.scene().cast_ray(point(origin), way, filter)?;
        let fraction = hit.fraction * max_distance;
        self.hit(hit.collider, fraction, position(hit.point), vec2(hit.normal))
    }

    /// What a ray meets, the nearest first: at most so many.
    pub fn ray_hits(
        &self,
        origin: Vec2,
        direction: Dir2,
        max_distance: f32,
        max_hits: usize,
        filter: &SpatialQueryFilter,
    ) -> Vec<HitData> {
        let way = vector(direction * max_distance);
        let accepts = self.accepts(filter, &|_| true);
        let mut hits = Vec::new();
        let visit = |hit: umbra::RayHit| {
            let distance = hit.fraction * max_distance;
            hits.extend(self.hit(hit.collider, distance, position(hit.point), vec2(hit.normal)));
            std::ops::ControlFlow::Continue(())
        };
        let filter = engine_filter(filter).predicate(accepts);
        self.scene().cast_ray_all(point(origin), way, filter, visit);
        nearest(hits, max_hits)
    }

    /// The first collider that a shape meets that moves without turning.
    pub fn cast_shape(
        &self,
        shape: &Collider,
        origin: Vec2,
        rotation: f32,
        direction: Dir2,
        max_distance: f32,
        filter: &SpatialQueryFilter,
    ) -> Option<HitData> {
        let (shape, from) = placed(shape, origin, rotation)?;
        let way = vector(direction * max_distance);
        let accepts = self.accepts(filter, &|_| true);
        let filter = engine_filter(filter).predicate(accepts);
        let hit = self.scene().cast_shape(&shape, from, way, filter)?;
        let distance = hit.fraction * max_distance;
        self.hit(hit.collider, distance, position(hit.point), vec2(hit.normal))
    }

    /// What a shape meets that moves without turning, the nearest first: at most so many.
    #[expect(clippy::too_many_arguments, reason = "the same as for one hit, and their number")]
    pub fn shape_hits(
        &self,
        shape: &Collider,
        origin: Vec2,
        rotation: f32,
        direction: Dir2,
        max_distance: f32,
        max_hits: usize,
        filter: &SpatialQueryFilter,
    ) -> Vec<HitData> {
        let Some((shape, from)) = placed(shape, origin, rotation) else { return Vec::new() };
        let way = vector(direction * max_distance);
        let accepts = self.accepts(filter, &|_| true);
        let mut hits = Vec::new();
        let visit = |hit: umbra::CastHit| {
            let distance = hit.fraction * max_distance;
            hits.extend(self.hit(hit.collider, distance, position(hit.point), vec2(hit.normal)));
            std::ops::ControlFlow::Continue(1.0)
        };
        let filter = engine_filter(filter).predicate(accepts);
        self.scene().cast_shape_each(&shape, from, way, filter, visit);
        nearest(hits, max_hits)
    }

    /// The point on any collider that is nearest to this one.
    pub fn project_point(
        &self,
        at: Vec2,
        max_distance: f32,
        filter: &SpatialQueryFilter,
    ) -> Option<PointProjection> {
        let accepts = self.accepts(filter, &|_| true);
        let filter = engine_filter(filter).predicate(accepts);
        let hit = self.scene().closest_point(point(at), max_distance, filter)?;
        Some(PointProjection {
            entity: self.physics.entity_of_collider(hit.collider)?,
            point: position(hit.point),
            normal: vec2(hit.normal),
            distance: hit.distance,
        })
    }

    /// The colliders at a point.
    pub fn point_intersections(&self, at: Vec2, filter: &SpatialQueryFilter) -> Vec<Entity> {
        let accepts = self.accepts(filter, &|_| true);
        let filter = engine_filter(filter).predicate(accepts);
        self.entities(&self.scene().colliders_at(point(at), filter))
    }

    /// The colliders whose bounding boxes overlap this box.
    pub fn aabb_intersections(
        &self,
        min: Vec2,
        max: Vec2,
        filter: &SpatialQueryFilter,
    ) -> Vec<Entity> {
        let accepts = self.accepts(filter, &|_| true);
        let filter = engine_filter(filter).predicate(accepts);
        let aabb = Aabb { min: point(min), max: point(max) };
        self.entities(&self.scene().overlap_aabb(&aabb, filter))
    }

    /// The colliders that overlap this shape.
    pub fn shape_intersections(
        &self,
        shape: &Collider,
        origin: Vec2,
        rotation: f32,
        filter: &SpatialQueryFilter,
    ) -> Vec<Entity> {
        let Some((shape, at)) = placed(shape, origin, rotation) else { return Vec::new() };
        let accepts = self.accepts(filter, &|_| true);
        let filter = engine_filter(filter).predicate(accepts);
        self.entities(&self.scene().overlap_shape(&shape, at, filter))
    }

    fn accepts<'a>(
        &'a self,
        filter: &'a SpatialQueryFilter,
        predicate: &'a dyn Fn(Entity) -> bool,
    ) -> impl Fn(ColliderKey) -> bool + 'a {
        move |key| {
            let owner = self.physics.links.colliders.get(key).copied();
            !filter.excludes(owner) && owner.is_none_or(|owner| predicate(owner.collider))
        }
    }

    fn hit(&self, key: ColliderKey, distance: f32, point: Vec2, normal: Vec2) -> Option<HitData> {
        let Owner { collider, body } = *self.physics.links.colliders.get(key)?;
        Some(HitData { entity: collider, body, distance, point, normal })
    }

    fn entities(&self, keys: &[ColliderKey]) -> Vec<Entity> {
        keys.iter().filter_map(|key| self.physics.entity_of_collider(*key)).collect()
    }
}

fn engine_filter(filter: &SpatialQueryFilter) -> QueryFilter {
    let acts_as = Filter { category: u64::MAX, mask: filter.mask.0, group: 0 };
    QueryFilter {
        filter: acts_as,
        kinds: filter.kinds,
        sensors: filter.sensors,
        ..QueryFilter::default()
    }
}

/// A shape of the engine where a query has it. Shapes that are not solid find nothing.
fn placed(shape: &Collider, origin: Vec2, rotation: f32) -> Option<(Shape, Pose)> {
    let is_finite = origin.is_finite() && rotation.is_finite();
    let shape = shape.0.shape(Vec2::ONE).ok().filter(|_| is_finite)?;
    Some((shape, pose(origin, math::rotation(rotation))))
}

fn nearest(mut hits: Vec<HitData>, most: usize) -> Vec<HitData> {
    hits.sort_by(|one, two| {
        one.distance.total_cmp(&two.distance).then(one.entity.cmp(&two.entity))
    });
    hits.truncate(most);
    hits
}
