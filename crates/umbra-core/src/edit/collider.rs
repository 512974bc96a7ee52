//! Doors for edits of colliders.

use std::sync::Arc;

use umbra_geom::mass::Mass;

use crate::properties::equal;
use crate::{ColliderEdit, ColliderKey, ColliderPart, Edit, Error, Material, Scene};
use umbra_world::collider::{NewPiece, check_lines, masses};
use umbra_world::features::need_sensors;
use umbra_world::store::{ColliderInfo, Colliders, Passage, Permit, Piece, Traits};
use umbra_world::world::Sides;

use umbra_world::world::Dirty;

impl Scene {
    /// Changes a collider.
    ///
    /// # Errors
    /// When there is no such collider, the edit cannot be done to it, a number makes no sense, or
    /// there is no room for more proxies.
    pub(crate) fn edit_collider(
        &mut self,
        key: ColliderKey,
        edit: &ColliderEdit,
    ) -> Result<(), Error> {
        self.noted(|| Edit::Collider(key, edit.clone()), |scene| scene.change_collider(key, edit))
    }

    fn change_collider(&mut self, key: ColliderKey, edit: &ColliderEdit) -> Result<(), Error> {
        let edit = edit.clone();
        let body = self.world.collider(key)?.body;
        let edit = edit.checked()?;
        let masses = self.masses_after(key, &edit)?;
        if self.is_collider_so(key, &edit) {
            return Ok(());
        }
        let dirty = edit.dirty();
        let was_felt = !self.world.is_weightless_sensor(key);
        let wakes = dirty.has(Dirty::REST);
        if wakes && was_felt {
            self.world.disturb_collider(key);
        }
        self.write_collider(key, edit, masses)?;
        self.world.empty_images_of(body);
        // A sensor that weighed nothing may have got a mass.
        let is_felt = !self.world.is_weightless_sensor(key);
        if wakes && is_felt && !was_felt {
            self.world.disturb_collider(key);
        }
        let index = self.world.body(body)?;
        self.world.refresh(index, &[key], dirty.if_felt(was_felt || is_felt)).map(drop)
    }

    /// The masses that an edit gives to shapes, if it does so and can be done to the collider.
    fn masses_after(&self, key: ColliderKey, edit: &ColliderEdit) -> Result<Vec<Mass>, Error> {
        let info = self.world.collider(key)?;
        let is_map = self.world.colliders.maps.has(key);
        let shapes = self.world.colliders.pieces_of(key).map(Piece::shape);
        match edit {
            ColliderEdit::ShapeMaterial(index, _) => {
                let count = if is_map { 0 } else { info.pieces.len() };
                if *index >= count {
                    return Err(Error::NoSuchShape { collider: key, index: *index, count });
                }
            }
            ColliderEdit::Sensor(true) => need_sensors()?,
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

    /// True if an edit changes nothing.
    fn is_collider_so(&self, key: ColliderKey, edit: &ColliderEdit) -> bool {
        let Some(info) = self.world.colliders.infos.get(key) else { return true };
        match edit {
            ColliderEdit::Sensor(sensor) => info.sensor.is_some() == *sensor,
            ColliderEdit::Enabled(enabled) => info.enabled == *enabled,
            _ => is_set(info, edit),
        }
    }

    /// Writes an edit that sets no property by itself.
    fn write_collider_command(
        &mut self,
        permit: Permit,
        key: ColliderKey,
        edit: ColliderEdit,
        masses: Vec<Mass>,
    ) -> Result<(), Error> {
        let Colliders { infos, pieces, .. } = &mut self.world.colliders;
        let info = infos.write(permit).get_mut(key).ok_or(Error::NoSuchCollider(key))?;
        match edit {
            ColliderEdit::Density(_) | ColliderEdit::Mass(_) => {
                info.weight = edit.weight().unwrap_or(info.weight);
                for (piece, mass) in info.pieces.iter().zip(masses) {
                    Arc::make_mut(pieces[*piece as usize].substance.write(permit)).mass = mass;
                }
            }
            ColliderEdit::Sensor(is_sensor) => self.world.make_sensor(key, is_sensor),
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
            // Surfaces, of all shapes or of one.
            _ => self.change_materials(key, &edit),
        }
        Ok(())
    }

    /// Changes the materials of shapes and the usual one; of cells of a tile map, those that have
    /// none of their own.
    fn change_materials(&mut self, key: ColliderKey, edit: &ColliderEdit) {
        let permit = self.world.generation.change();
        let infos = self.world.colliders.infos.write(permit);
        let Some(info) = infos.get_mut(key) else { return };
        edit.change_material(&mut info.material);
        let (usual, is_map, pieces) =
            (info.material, self.world.colliders.maps.has(key), info.pieces.clone());
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
            Arc::make_mut(piece.substance.write(permit)).material = material;
        }
    }

    /// The material of the cell that a piece of a tile map stands for, if it has one of its own.
    fn material_of_cell(&self, key: ColliderKey, index: u32) -> Option<Material> {
        let piece = &self.world.colliders.pieces[index as usize];
        let middle = piece.pose * piece.shape().core().center;
        let ColliderPart::Cell(at) = self.world.colliders.part_at(index, middle) else {
            return None;
        };
        self.world.map(key)?.map.get(at).material
    }

    /// Steps look for sensors that see others if there may be one.
    fn note_seeing(&mut self, key: ColliderKey) {
        let info = self.world.colliders.infos.get(key);
        self.world.sensors.any_see_sensors |= info.is_some_and(|info| info.sees_sensors);
    }

    /// Tells the pieces of a collider which of its sides hold. What is held by it and what passes
    /// it is decided anew.
    fn refresh_sides(&mut self, key: ColliderKey) {
        let permit = self.world.generation.change();
        let Colliders { infos, pieces, outlines, maps, .. } = &mut self.world.colliders;
        let Some(info) = infos.get(key) else { return };
        if maps.has(key) {
            self.world.rebuild_blocks(key);
        } else {
            for &index in &info.pieces {
                let piece = &mut pieces[index as usize];
                let Sides { one_way, one_sided } = Sides::new(info, &piece.offset, piece.shape());
                let substance = Arc::make_mut(piece.substance.write(permit));
                (substance.one_way, substance.one_sided) = (one_way, one_sided);
                let traits = &mut outlines.poses[index as usize].traits;
                traits.set(Traits::IS_ONE_WAY, one_way.is_some());
            }
        }
        let pieces = &self.world.colliders.pieces;
        for info in &mut self.world.contacts.infos {
            if info.pieces.iter().any(|piece| pieces[*piece as usize].collider == key) {
                info.passage = Passage::Undecided;
            }
        }
    }
}

macro_rules! write_edits {
    (
        $(surface $surface:ident: $kind:ty, check($proof:ident), edit($Surface:ident) => $views:tt)*
        $(
            $(commands { $($commands:tt)* })?
            property $name:ident: $type:ty = $default:expr, check($check:ident), edit(
                $Edit:ident => $($dirty:ident)|+ $(, unless $equal:ident)? $(, then $effect:ident)?
            ) => $functions:tt
        )*
    ) => {
        /// True if an edit sets a property to the value that it has, and the table says that this
        /// does nothing.
        fn is_set(info: &ColliderInfo, edit: &ColliderEdit) -> bool {
            match edit {
                $($(ColliderEdit::$Edit(value) => $equal(value, &info.$name),)?)*
                _ => false,
            }
        }

        impl Scene {
            /// Writes what an edit says.
            fn write_collider(
                &mut self,
                key: ColliderKey,
                edit: ColliderEdit,
                masses: Vec<Mass>,
            ) -> Result<(), Error> {
                let permit = self.world.generation.change();
                let infos = self.world.colliders.infos.write(permit);
                let info = infos.get_mut(key).ok_or(Error::NoSuchCollider(key))?;
                match edit {
                    $(ColliderEdit::$Edit(value) => {
                        info.$name = value;
                        $(self.$effect(key);)?
                    })*
                    command => return self.write_collider_command(permit, key, command, masses),
                }
                Ok(())
            }
        }
    };
}
umbra_world::collider_properties!(write_edits);
