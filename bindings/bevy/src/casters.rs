//! Rays and shapes that are cast after each step, as components.
use bevy_ecs::prelude::*;
use bevy_math::{Dir2, Vec2};
use bevy_transform::components::Transform;

use crate::components::collider::Collider;
use crate::convert::{Placed, Placement, position, vec2, vector};
use crate::query::{HitData, SpatialQuery, SpatialQueryFilter};
use umbra::prelude::Point;

macro_rules! hits {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Component, Clone, Debug, Default, PartialEq)]
            pub struct $name(pub Vec<HitData>);

            impl $name {
                /// The hits, the nearest first.
                pub fn iter(&self) -> impl Iterator<Item = &HitData> {
                    self.0.iter()
                }
            }
        )*
    };
}

hits! {
    /// What a `RayCaster` met, the nearest first.
    RayHits;
    /// What a `ShapeCaster` met, the nearest first.
    ShapeHits;
}

macro_rules! casters {
    ($($(#[$doc:meta])* $name:ident, $hits:ident { $($(#[$extra_doc:meta])* $extra:ident: $type:ty),* })*) => {
        $(
            $(#[$doc])*
            #[derive(Component, Clone, Debug, PartialEq)]
            #[require(Transform, $hits)]
            pub struct $name {
                $($(#[$extra_doc])* pub $extra: $type,)*
                /// Start, as the entity sees it.
                pub origin: Vec2,
                /// Direction, as the entity sees it.
                pub direction: Dir2,
                /// How far it looks. Infinite by default.
                pub max_distance: f32,
                /// The largest number of hits.
                pub max_hits: usize,
                /// False stops it; the hits stay as they are.
                pub enabled: bool,
                /// True if it does not find the body of its own entity or above.
                pub ignore_self: bool,
                /// What it finds.
                pub filter: SpatialQueryFilter,
            }

            impl $name {
                /// Sets how far it looks.
                #[must_use]
                pub fn with_max_distance(mut self, distance: f32) -> Self {
                    self.max_distance = distance;
                    self
                }

                /// Sets the largest number of hits.
                #[must_use]
                pub fn with_max_hits(mut self, hits: usize) -> Self {
                    self.max_hits = hits;
                    self
                }

                /// Sets whether it finds the body of its own entity or above. It does not by default.
                #[must_use]
                pub fn with_ignore_self(mut self, ignore: bool) -> Self {
                    self.ignore_self = ignore;
                    self
                }

                /// Sets what it finds.
                #[must_use]
                pub fn with_query_filter(mut self, filter: SpatialQueryFilter) -> Self {
                    self.filter = filter;
                    self
                }
            }
        )*
    };
}

/// How far casters look by default: rays of the engine are finite.
const FAR: f32 = 1e6;

casters! {
    /// A ray from an entity, cast after each step. [`RayHits`] has the results.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_math::{Dir2, Vec2};
    /// use bevy_umbra::prelude::*;
    ///
    /// fn spawn(mut commands: Commands) {
    ///     commands.spawn((
    ///         RigidBody::Dynamic,
    ///         Collider::circle(0.5),
    ///         RayCaster::new(Vec2::ZERO, Dir2::NEG_Y).with_max_distance(0.6),
    ///     ));
    /// }
    ///
    /// fn jump(players: Query<&RayHits>) {
    ///     let is_on_ground = players.iter().any(|hits| !hits.0.is_empty());
    /// }
    /// ```
    RayCaster, RayHits {}

    /// A shape that moves from an entity, cast after each step. [`ShapeHits`] has the results.
    ShapeCaster, ShapeHits {
        /// The shape.
        shape: Collider,
        /// Its angle, as the entity sees it.
        shape_rotation: f32
    }
}

impl RayCaster {
    /// A ray with no limit of distance or hits.
    pub fn new(origin: Vec2, direction: Dir2) -> Self {
        Self {
            origin,
            direction,
            max_distance: FAR,
            max_hits: usize::MAX,
            enabled: true,
            ignore_self: true,
            filter: SpatialQueryFilter::default(),
        }
    }
}

impl ShapeCaster {
    /// A shape that finds one hit, however far.
    pub fn new(shape: Collider, origin: Vec2, shape_rotation: f32, direction: Dir2) -> Self {
        Self {
            shape,
            shape_rotation,
            origin,
            direction,
            max_distance: FAR,
            max_hits: 1,
            enabled: true,
            ignore_self: true,
            filter: SpatialQueryFilter::default(),
        }
    }
}

type Hierarchy<'w, 's> =
    Query<'w, 's, (Entity, Option<&'static Transform>, Option<&'static ChildOf>)>;

/// Where a caster is: the pose of its entity in the world.
fn placed(entity: Entity, all: &Hierarchy<'_, '_>) -> Placed {
    let Ok((_, transform, child_of)) = all.get(entity) else { return Placed::identity() };
    let local = transform.copied().unwrap_or_default();
    match child_of {
        Some(child_of) => placed(child_of.parent(), all).child(&local),
        None => Placed { pose: Placement::of(&local).pose(), scale: local.scale.truncate() },
    }
}

/// The filter, without the entity of the caster and the entities above it.
fn own_filter(
    entity: Entity,
    filter: &SpatialQueryFilter,
    ignore_self: bool,
    all: &Hierarchy<'_, '_>,
) -> SpatialQueryFilter {
    let mut filter = filter.clone();
    let mut above = ignore_self.then_some(entity);
    while let Some(entity) = above {
        filter.excluded_entities.push(entity);
        above = all.get(entity).ok().and_then(|(_, _, child_of)| child_of.map(ChildOf::parent));
    }
    filter
}

/// Start and direction in the world.
fn aim(placed: &Placed, origin: Vec2, direction: Dir2) -> Option<(Vec2, Dir2)> {
    let origin = position(placed.pose * Point::from(vector(origin * placed.scale)));
    let direction = placed.pose.rotation * vector(*direction * placed.scale.signum());
    Some((origin, Dir2::new(vec2(direction)).ok()?))
}

pub(crate) fn cast_rays(
    space: SpatialQuery,
    mut casters: Query<(Entity, &RayCaster, &mut RayHits)>,
    all: Hierarchy,
) {
    for (entity, caster, mut hits) in &mut casters {
        if !caster.enabled {
            continue;
        }
        let at = placed(entity, &all);
        let filter = own_filter(entity, &caster.filter, caster.ignore_self, &all);
        let (far, most) = (caster.max_distance.min(FAR), caster.max_hits);
        let found = match aim(&at, caster.origin, caster.direction) {
            None => Vec::new(),
            Some((origin, to)) if most == 1 => {
                space.cast_ray(origin, to, far, &filter).into_iter().collect()
            }
            Some((origin, to)) => space.ray_hits(origin, to, far, most, &filter),
        };
        hits.set_if_neq(RayHits(found));
    }
}

pub(crate) fn cast_shapes(
    space: SpatialQuery,
    mut casters: Query<(Entity, &ShapeCaster, &mut ShapeHits)>,
    all: Hierarchy,
) {
    for (entity, caster, mut hits) in &mut casters {
        if !caster.enabled {
            continue;
        }
        let at = placed(entity, &all);
        let filter = own_filter(entity, &caster.filter, caster.ignore_self, &all);
        let turn = at.pose.rotation.angle() + caster.shape_rotation;
        let (far, most) = (caster.max_distance.min(FAR), caster.max_hits);
        let found = match aim(&at, caster.origin, caster.direction) {
            None => Vec::new(),
            Some((origin, to)) if most == 1 => {
                let hit = space.cast_shape(&caster.shape, origin, turn, to, far, &filter);
                hit.into_iter().collect()
            }
            Some((origin, to)) => {
                space.shape_hits(&caster.shape, origin, turn, to, far, most, &filter)
            }
        };
        hits.set_if_neq(ShapeHits(found));
    }
}
