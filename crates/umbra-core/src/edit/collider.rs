//! Edits of colliders.

use std::sync::Arc;

use umbra_broad::Filter;
use umbra_geom::mass::Mass;
use umbra_geom::{Pose, Real, Shape, Vector};

use crate::{ColliderKey, ColliderPart, CombineRule, Edit, Error, Material, Scene, check};
use umbra_world::collider::{NewPiece, Tile, Weight, check_lines, masses};
use umbra_world::store::{Colliders, Passage, Piece, Traits};
use umbra_world::world::Sides;

use umbra_world::world::Stale;

/// A change of a collider, for [`Edit::Collider`](crate::Edit::Collider): a method of [`ColliderMut`](crate::ColliderMut) as a
/// value. See there.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
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
    fn checked(mut self) -> Result<Self, umbra_geom::Error> {
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

    /// What it changes of the material of all shapes, if it does so.
    fn change_material(&self, material: &mut Material) {
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
    fn weight(&self) -> Option<Weight> {
        match *self {
            Self::Density(density) => Some(Weight::Density(density)),
            Self::Mass(mass) => Some(Weight::Mass(mass)),
            _ => None,
        }
    }

    /// What it makes stale.
    fn stale(&self) -> Stale {
        match self {
            Self::Friction(_)
            | Self::Restitution(_)
            | Self::RollingResistance(_)
            | Self::SurfaceSpeed(_)
            | Self::FrictionRule(_)
            | Self::RestitutionRule(_)
            | Self::ShapeMaterial(..) => Stale::REST | Stale::CONTACTS | Stale::MATERIALS,
            Self::Density(_) | Self::Mass(_) => Stale::REST | Stale::MASS,
            Self::Filter(_) => Stale::REST | Stale::PROXIES | Stale::MEETINGS | Stale::SEAMS,
            Self::Sensor(_) | Self::Shape(_) => {
                Stale::REST | Stale::PROXIES | Stale::MASS | Stale::BOXES
            }
            Self::OneWay(_) | Self::OneSided(_) => Stale::REST | Stale::CONTACTS | Stale::SEAMS,
            Self::Offset(_) => {
                Stale::REST | Stale::PLACES | Stale::MEETINGS | Stale::MASS | Stale::BOXES
            }
            Self::Enabled(_) => Stale::REST | Stale::PROXIES,
            Self::SeesSensors(_) => Stale::CONTACTS,
            // The cells around it are looked at one by one.
            Self::Cell(..) | Self::HitEvents(_) | Self::UserData(_) => Stale::NOTHING,
        }
    }
}

impl Scene {
    /// Changes a collider.
    ///
    /// # Errors
    /// When there is no such collider, the edit cannot be done to it, a number makes no sense, or there is no room for more
    /// proxies.
    pub(crate) fn edit_collider(
        &mut self,
        key: ColliderKey,
        edit: &ColliderEdit,
    ) -> Result<(), Error> {
        self.noted(|| Edit::Collider(key, edit.clone()), |scene| scene.change_collider(key, edit))
    }

    fn change_collider(&mut self, key: ColliderKey, edit: &ColliderEdit) -> Result<(), Error> {
        let edit = edit.clone();
        let body = self.world.colliders.info(key)?.body;
        let edit = edit.checked()?;
        let masses = self.masses_after(key, &edit)?;
        if self.is_collider_so(key, &edit) {
            return Ok(());
        }
        self.world.forget_base();
        let stale = edit.stale();
        let was_felt = !self.world.is_weightless_sensor(key);
        let wakes = stale.has(Stale::REST);
        if wakes && was_felt {
            self.world.disturb_collider(key);
        }
        self.write_collider(key, edit, masses)?;
        // A sensor that weighed nothing may have got a mass.
        let is_felt = !self.world.is_weightless_sensor(key);
        if wakes && is_felt && !was_felt {
            self.world.disturb_collider(key);
        }
        let index = self.world.bodies.index(body)?;
        self.world.refresh(index, &[key], stale.if_felt(was_felt || is_felt)).map(drop)
    }

    /// The masses that an edit gives to shapes, if it does so and can be done to the collider.
    fn masses_after(&self, key: ColliderKey, edit: &ColliderEdit) -> Result<Vec<Mass>, Error> {
        let info = self.world.colliders.info(key)?;
        let is_map = info.tiles.is_some();
        let shapes = self.world.colliders.pieces_of(key).map(Piece::shape);
        match edit {
            ColliderEdit::ShapeMaterial(index, _) => {
                let count = if is_map { 0 } else { info.pieces.len() };
                if *index >= count {
                    return Err(Error::NoSuchShape { collider: key, index: *index, count });
                }
            }
            ColliderEdit::OneSided(one_sided) => {
                check_lines(shapes, is_map, *one_sided)?;
            }
            ColliderEdit::Shape(shape) => {
                check_lines(core::iter::once(shape), false, info.one_sided)?;
                return masses(core::iter::once(shape), info.weight);
            }
            ColliderEdit::Density(_) | ColliderEdit::Mass(_) => {
                // Cells weigh nothing.
                let weight = edit.weight().unwrap_or(info.weight);
                return masses(shapes.filter(|_| !is_map), weight);
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    /// Whether an edit changes nothing.
    fn is_collider_so(&self, key: ColliderKey, edit: &ColliderEdit) -> bool {
        let Some(info) = self.world.colliders.infos.get(key) else { return true };
        match edit {
            ColliderEdit::Sensor(sensor) => info.sensor.is_some() == *sensor,
            ColliderEdit::OneWay(way) => info.one_way == *way,
            ColliderEdit::OneSided(one_sided) => info.one_sided == *one_sided,
            ColliderEdit::Enabled(enabled) => info.enabled == *enabled,
            _ => false,
        }
    }

    /// Writes what an edit says.
    fn write_collider(
        &mut self,
        key: ColliderKey,
        edit: ColliderEdit,
        masses: Vec<Mass>,
    ) -> Result<(), Error> {
        let Colliders { infos, pieces, .. } = &mut self.world.colliders;
        let Some(info) = infos.get_mut(key) else { return Err(Error::NoSuchCollider(key)) };
        match edit {
            ColliderEdit::Friction(_)
            | ColliderEdit::Restitution(_)
            | ColliderEdit::RollingResistance(_)
            | ColliderEdit::SurfaceSpeed(_)
            | ColliderEdit::FrictionRule(_)
            | ColliderEdit::RestitutionRule(_)
            | ColliderEdit::ShapeMaterial(..) => self.change_materials(key, &edit),
            ColliderEdit::Density(_) | ColliderEdit::Mass(_) => {
                info.weight = edit.weight().unwrap_or(info.weight);
                for (piece, mass) in info.pieces.iter().zip(masses) {
                    Arc::make_mut(&mut pieces[*piece as usize].substance).mass = mass;
                }
            }
            ColliderEdit::Filter(filter) => info.filter = filter,
            ColliderEdit::Sensor(is_sensor) => self.world.make_sensor(key, is_sensor),
            ColliderEdit::SeesSensors(sees_sensors) => {
                info.sees_sensors = sees_sensors;
                self.world.sensors.any_see_sensors |= sees_sensors;
            }
            ColliderEdit::OneWay(one_way) => {
                info.one_way = one_way;
                self.refresh_sides(key);
            }
            ColliderEdit::OneSided(one_sided) => {
                info.one_sided = one_sided;
                self.refresh_sides(key);
            }
            ColliderEdit::Shape(shape) => {
                let mass = masses.first().copied().unwrap_or(Mass::NONE);
                let piece = NewPiece { offset: info.offset, shape, mass, material: None };
                self.world.replace_pieces(key, piece)?;
            }
            ColliderEdit::Offset(offset) => {
                let before = core::mem::replace(&mut info.offset, offset);
                let change = offset * before.inverse();
                for piece in &info.pieces {
                    let piece = &mut pieces[*piece as usize];
                    // Mostly the shape is where its collider is, and stays there without rounding.
                    let is_there = piece.offset == before;
                    piece.offset = if is_there { offset } else { change * piece.offset };
                }
                self.world.place_cells(key);
            }
            ColliderEdit::Enabled(enabled) => info.enabled = enabled,
            ColliderEdit::Cell(at, tile) => return self.world.set_cell(key, at, tile),
            ColliderEdit::HitEvents(hit_events) => info.hit_events = hit_events,
            ColliderEdit::UserData(user_data) => info.user_data = user_data,
        }
        Ok(())
    }

    /// Changes the materials of shapes and the usual one; of cells of a tile map, those that have none of their own.
    fn change_materials(&mut self, key: ColliderKey, edit: &ColliderEdit) {
        let Some(info) = self.world.colliders.infos.get_mut(key) else { return };
        edit.change_material(&mut info.material);
        let (usual, is_map, pieces) = (info.material, info.tiles.is_some(), info.pieces.clone());
        self.world.colliders.outlines.note_restitution(usual.restitution);
        for (number, index) in pieces.into_iter().enumerate() {
            let material = if is_map {
                self.material_of_cell(key, index).unwrap_or(usual)
            } else {
                let mut own = self.world.colliders.pieces[index as usize].substance.material;
                edit.change_material(&mut own);
                match edit {
                    ColliderEdit::ShapeMaterial(shape, material) if *shape == number => *material,
                    _ => own,
                }
            };
            self.world.colliders.outlines.note_restitution(material.restitution);
            let piece = &mut self.world.colliders.pieces[index as usize];
            Arc::make_mut(&mut piece.substance).material = material;
        }
    }

    /// The material of the cell that a piece of a tile map stands for, if it has one of its own.
    fn material_of_cell(&self, key: ColliderKey, index: u32) -> Option<Material> {
        let piece = &self.world.colliders.pieces[index as usize];
        let middle = piece.pose * piece.shape().core().center;
        let ColliderPart::Cell(at) = self.world.colliders.part_at(index, middle) else {
            return None;
        };
        self.world.colliders.infos.get(key)?.tiles.as_deref()?.get(at).material
    }

    /// Tells the pieces of a collider which of its sides hold. What is held by it and what passes it is decided anew.
    fn refresh_sides(&mut self, key: ColliderKey) {
        let Colliders { infos, pieces, outlines, .. } = &mut self.world.colliders;
        let Some(info) = infos.get(key) else { return };
        if info.tiles.is_some() {
            self.world.rebuild_blocks(key);
        } else {
            for &index in &info.pieces {
                let piece = &mut pieces[index as usize];
                let Sides { one_way, one_sided } = Sides::of(info, &piece.offset, piece.shape());
                let substance = Arc::make_mut(&mut piece.substance);
                (substance.one_way, substance.one_sided) = (one_way, one_sided);
                let traits = &mut outlines.poses[index as usize].traits;
                traits.set(Traits::IS_ONE_WAY, one_way.is_some());
            }
        }
        for info in
            self.world.contacts.infos.iter_mut().filter(|info| info.colliders.contains(&key))
        {
            info.passage = Passage::Undecided;
        }
    }
}
