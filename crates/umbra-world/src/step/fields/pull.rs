//! Attraction and magnets.

use smallvec::SmallVec;
use umbra_broad::Filter;
use umbra_geom::math::dot;
use umbra_geom::{Point, Real, Vector};

use super::{ActiveField, FEW, Load};
use crate::tuning::MAGNET_CORE;
use crate::{FieldKind, World};

/// Body or point that is pulled.
pub(super) struct Pull {
    /// Predicted position of its centre of mass when the force acts.
    pub(super) position: Point,
    pub(super) mass: Real,
    /// Fraction of gravity that it feels.
    pub(super) scale: Real,
}

impl Pull {
    /// The force to the place of a field.
    pub(super) fn toward(&self, active: &ActiveField<'_>) -> Vector {
        let place = Point::from(active.pose.translation.vector) + active.ahead;
        let way = place - self.position;
        let distance = dot(way, way).sqrt();
        if distance < Real::MIN_POSITIVE {
            return Vector::zeros();
        }
        // As a part of the way, which is short near the place.
        let part = match active.field.kind {
            FieldKind::Attraction { acceleration, radius } => {
                let nearness = radius / if distance > radius { distance } else { radius };
                acceleration * self.mass * self.scale * (nearness * nearness)
                    / if distance > radius { distance } else { radius }
            }
            FieldKind::Magnet { force, range } => {
                let core = MAGNET_CORE * range;
                let left = 1.0 - distance / range;
                let left = if left > 0.0 { left } else { 0.0 };
                force * left / if distance > core { distance } else { core }
            }
            _ => 0.0,
        };
        way * part
    }
}

/// The acceleration by gravity of something at a place.
pub fn gravity_at(world: &World, position: Point, filter: Filter) -> Vector {
    let active = world.fields.list.iter().filter_map(|info| ActiveField::new(world, info, 0.0));
    let active: SmallVec<[_; FEW]> = active.collect();
    let accepts = |active: &ActiveField<'_>| filter.accepts(&active.field.filter);
    let pull = Pull { position, mass: 1.0, scale: 1.0 };
    let attracts = |active: &&ActiveField<'_>| {
        matches!(active.field.kind, FieldKind::Attraction { .. })
            && active.area.holds(position)
            && accepts(active)
    };
    let pulls: Vector = active.iter().filter(attracts).map(|active| pull.toward(active)).sum();
    own_gravity(world, &active, position, accepts) + pulls
}

/// The gravity of the last field that has its own at a place, of those that act; else that of the
/// scene.
pub(super) fn own_gravity(
    world: &World,
    fields: &[ActiveField<'_>],
    at: Point,
    acts: impl Fn(&ActiveField<'_>) -> bool,
) -> Vector {
    let own = |active: &ActiveField<'_>| match active.field.kind {
        FieldKind::Gravity { acceleration } if acts(active) && active.area.holds(at) => {
            Some(active.turned(acceleration))
        }
        _ => None,
    };
    fields.iter().rev().find_map(own).unwrap_or(world.config.gravity)
}

impl ActiveField<'_> {
    /// Reaction of a pull on the body that carries the field.
    pub(super) fn reaction(&self, world: &World, pull: &Pull, force: Vector) -> Load {
        let Some(owner) = self.owner else { return Load::NONE };
        // Along the line between both, so that nothing begins to turn of itself.
        let arm = pull.position - (world.bodies.states[owner].center + self.ahead);
        let mut load = Load::NONE;
        load.push_at(arm, -force);
        load
    }
}
