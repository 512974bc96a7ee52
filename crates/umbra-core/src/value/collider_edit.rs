//! Values of edits of colliders.

use umbra_broad::Filter;
use umbra_geom::{Pose, Real, Shape, Vector};

use crate::{CombineRule, Material, check};
use umbra_world::collider::{Tile, Weight};

use umbra_world::world::Dirty;

/// A change of a collider, for [`Edit::Collider`](crate::Edit::Collider): a method of [`ColliderMut`](crate::ColliderMut) as a
/// value. See there.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum ColliderEdit {
    /// [`set_friction`](crate::ColliderMut::set_friction).
    Friction(Real),
    /// [`set_restitution`](crate::ColliderMut::set_restitution).
    Restitution(Real),
    /// [`set_rolling_resistance`](crate::ColliderMut::set_rolling_resistance).
    RollingResistance(Real),
    /// [`set_surface_speed`](crate::ColliderMut::set_surface_speed).
    SurfaceSpeed(Real),
    /// [`set_friction_rule`](crate::ColliderMut::set_friction_rule).
    FrictionRule(CombineRule),
    /// [`set_restitution_rule`](crate::ColliderMut::set_restitution_rule).
    RestitutionRule(CombineRule),
    /// [`set_shape_material`](crate::ColliderMut::set_shape_material).
    ShapeMaterial(usize, Material),
    /// [`set_density`](crate::ColliderMut::set_density).
    Density(Real),
    /// [`set_mass`](crate::ColliderMut::set_mass).
    Mass(Real),
    /// [`set_filter`](crate::ColliderMut::set_filter).
    Filter(Filter),
    /// [`set_sensor`](crate::ColliderMut::set_sensor).
    Sensor(bool),
    /// [`set_sees_sensors`](crate::ColliderMut::set_sees_sensors).
    SeesSensors(bool),
    /// [`set_one_way`](crate::ColliderMut::set_one_way).
    OneWay(Option<Vector>),
    /// [`set_one_sided`](crate::ColliderMut::set_one_sided).
    OneSided(bool),
    /// [`set_shape`](crate::ColliderMut::set_shape).
    Shape(Shape),
    /// [`set_offset`](crate::ColliderMut::set_offset).
    Offset(Pose),
    /// [`set_enabled`](crate::ColliderMut::set_enabled).
    Enabled(bool),
    /// [`set_cell`](crate::ColliderMut::set_cell).
    Cell([i32; 2], Tile),
    /// [`set_hit_events`](crate::ColliderMut::set_hit_events).
    HitEvents(bool),
    /// [`set_user_data`](crate::ColliderMut::set_user_data).
    UserData(u64),
}

impl ColliderEdit {
    /// The edit, if all its numbers make sense.
    pub(crate) fn checked(mut self) -> Result<Self, umbra_geom::Error> {
        match &mut self {
            Self::Friction(friction) => drop(check::amount("friction", *friction)?),
            Self::Restitution(part) => drop(check::restitution(*part)?),
            Self::RollingResistance(arm) => drop(check::amount("rolling_resistance", *arm)?),
            Self::SurfaceSpeed(speed) => drop(check::number("surface_speed", *speed)?),
            Self::ShapeMaterial(_, material) => material.check()?,
            Self::Density(density) => drop(check::amount("density", *density)?),
            Self::Mass(mass) => drop(check::amount("mass", *mass)?),
            Self::OneWay(Some(way)) => *way = check::direction("direction", *way)?,
            Self::Offset(offset) => *offset = check::pose("offset", *offset)?,
            // Cells are checked by the map.
            Self::Cell(..)
            | Self::FrictionRule(_)
            | Self::RestitutionRule(_)
            | Self::Filter(_)
            | Self::Sensor(_)
            | Self::SeesSensors(_)
            | Self::OneWay(None)
            | Self::OneSided(_)
            | Self::Shape(_)
            | Self::Enabled(_)
            | Self::HitEvents(_)
            | Self::UserData(_) => {}
        }
        Ok(self)
    }

    /// Applies the edit to a material, if it changes the material of all shapes.
    pub(crate) fn change_material(&self, material: &mut Material) {
        match *self {
            Self::Friction(friction) => material.friction = friction,
            Self::Restitution(restitution) => material.restitution = restitution,
            Self::RollingResistance(arm) => material.rolling_resistance = arm,
            Self::SurfaceSpeed(speed) => material.surface_speed = speed,
            Self::FrictionRule(rule) => material.friction_rule = rule,
            Self::RestitutionRule(rule) => material.restitution_rule = rule,
            _ => {}
        }
    }

    /// The weight that it gives.
    pub(crate) fn weight(&self) -> Option<Weight> {
        match *self {
            Self::Density(density) => Some(Weight::Density(density)),
            Self::Mass(mass) => Some(Weight::Mass(mass)),
            _ => None,
        }
    }

    /// Derived data that the edit makes dirty.
    pub(crate) fn dirty(&self) -> Dirty {
        match self {
            Self::Friction(_)
            | Self::Restitution(_)
            | Self::RollingResistance(_)
            | Self::SurfaceSpeed(_)
            | Self::FrictionRule(_)
            | Self::RestitutionRule(_)
            | Self::ShapeMaterial(..) => Dirty::REST | Dirty::CONTACTS | Dirty::MATERIALS,
            Self::Density(_) | Self::Mass(_) => Dirty::REST | Dirty::MASS,
            Self::Filter(_) => Dirty::REST | Dirty::PROXIES | Dirty::MEETINGS | Dirty::SEAMS,
            Self::Sensor(_) | Self::Shape(_) => {
                Dirty::REST | Dirty::PROXIES | Dirty::MASS | Dirty::BOXES
            }
            Self::OneWay(_) | Self::OneSided(_) => Dirty::REST | Dirty::CONTACTS | Dirty::SEAMS,
            Self::Offset(_) => {
                Dirty::REST | Dirty::PLACES | Dirty::MEETINGS | Dirty::MASS | Dirty::BOXES
            }
            Self::Enabled(_) => Dirty::REST | Dirty::PROXIES,
            Self::SeesSensors(_) => Dirty::CONTACTS,
            // The cells around it are looked at one by one.
            Self::Cell(..) | Self::HitEvents(_) | Self::UserData(_) => Dirty::NOTHING,
        }
    }
}
