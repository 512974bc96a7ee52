//! Fields where they are, and what sleeps in them.

use umbra_broad::Filter;
use umbra_geom::{Point, Pose, Real, Rotation, Vector};

use crate::field::{FieldArea, Placed};
use crate::store::FieldInfo;
use crate::{Field, FieldKind, World};

/// A field where it is in this step.
pub(crate) struct ActiveField<'a> {
    pub(crate) field: &'a Field,
    pub(crate) pose: Pose,
    pub(crate) area: Placed,
    /// The index of the body that it is on.
    pub(crate) owner: Option<usize>,
    /// Displacement of its position until forces act.
    pub(crate) ahead: Vector,
}

impl World {
    /// Area of a field in the world.
    pub fn placed_field(&self, info: &FieldInfo) -> Placed {
        info.field.area.placed(&self.pose_of_field(&info.field))
    }

    /// Pose of a field in the world.
    pub fn pose_of_field(&self, field: &Field) -> Pose {
        let owner = field.body.and_then(|body| self.bodies.index(body).ok());
        owner.map_or(field.pose, |index| self.bodies.pose(index) * field.pose)
    }

    /// True if a field acts: it is enabled, and so is the body that carries it.
    pub(crate) fn acts(&self, field: &Field) -> bool {
        let is_on = |body| self.bodies.index(body).is_ok_and(|it| self.bodies.infos[it].enabled);
        field.enabled && field.body.is_none_or(is_on)
    }
}

impl<'a> ActiveField<'a> {
    /// `None` if the field does not act.
    pub(crate) fn new(world: &World, info: &'a FieldInfo, ahead: Real) -> Option<Self> {
        let field = &info.field;
        if !world.acts(field) {
            return None;
        }
        let owner = field.body.and_then(|body| world.bodies.index(body).ok());
        let pose = world.pose_of_field(field);
        let place = Point::from(pose.translation.vector);
        let area = match (&field.area, field.kind) {
            (FieldArea::Everywhere, FieldKind::Magnet { range, .. }) => {
                Placed::around(place, range)
            }
            (area, _) => area.placed(&pose),
        };
        let moves = owner.map_or(Vector::zeros(), |owner| {
            let state = &world.bodies.states[owner];
            let arm = place - state.center;
            (state.velocity + umbra_geom::math::left_of(arm) * state.angular_velocity) * ahead
        });
        Some(Self { field, pose, area, owner, ahead: moves })
    }

    /// True if it may act on a body.
    pub(crate) fn may_act_on(&self, world: &World, body: usize) -> bool {
        let (state, reach) = (&world.bodies.states[body], world.bodies.sleep_timers[body].extent);
        let accepts = || {
            let keys = &world.bodies.infos[body].colliders;
            let infos = keys.iter().filter_map(|key| world.colliders.infos.get(*key));
            self.field.filter == Filter::ALL
                || infos.into_iter().any(|info| info.filter.accepts(&self.field.filter))
        };
        self.owner != Some(body) && self.area.may_meet(state.center, reach) && accepts()
    }

    /// Turned as the field is.
    pub(crate) fn turned(&self, vector: Vector) -> Vector {
        let rotation: Rotation = self.pose.rotation;
        rotation * vector
    }
}
