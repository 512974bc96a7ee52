//! Edits of colliders.

use std::sync::Arc;

use umbra_broad::Filter;
use umbra_geom::mass::Mass;
use umbra_geom::{Pose, Vector};

use crate::collider::{NewPiece, Tile, Weight};
use crate::scene::Sides;
use crate::store::{Colliders, Passage, Traits};
use crate::{ColliderKey, ColliderPart, Error, Material, Scene};

use super::Stale;

/// What is changed of a collider. All numbers have been checked.
#[derive(Clone, Debug)]
pub(crate) enum ColliderEdit {
    /// Its material, and those of its shapes; of none, if it is a tile map.
    Materials(Material, Vec<Material>),
    /// With the masses of its shapes that come of it.
    Weight(Weight, Vec<Mass>),
    Filter(Filter),
    Sensor(bool),
    SeesSensors(bool),
    OneWay(Option<Vector>),
    OneSided(bool),
    Shape(NewPiece),
    Offset(Pose),
    Enabled(bool),
    Cell([i32; 2], Tile),
    HitEvents(bool),
    UserData(u64),
}

impl ColliderEdit {
    /// What it makes stale.
    fn stale(&self) -> Stale {
        match self {
            Self::Materials(..) => Stale::REST | Stale::CONTACTS | Stale::MATERIALS,
            Self::Weight(..) => Stale::REST | Stale::MASS,
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
    /// When there is no such collider, it is no map of which a cell is changed, or there is no room for more proxies.
    pub(crate) fn edit_collider(
        &mut self,
        key: ColliderKey,
        edit: ColliderEdit,
    ) -> Result<(), Error> {
        let body = self.colliders.info(key)?.body;
        if self.is_collider_so(key, &edit) {
            return Ok(());
        }
        let stale = edit.stale();
        let was_felt = !self.is_weightless_sensor(key);
        let wakes = stale.has(Stale::REST);
        if wakes && was_felt {
            self.disturb_collider(key);
        }
        self.write_collider(key, edit)?;
        // A sensor that weighed nothing may have got a mass.
        let is_felt = !self.is_weightless_sensor(key);
        if wakes && is_felt && !was_felt {
            self.disturb_collider(key);
        }
        let index = self.bodies.index(body)?;
        self.refresh(index, &[key], stale.if_felt(was_felt || is_felt)).map(drop)
    }

    /// Whether an edit changes nothing.
    fn is_collider_so(&self, key: ColliderKey, edit: &ColliderEdit) -> bool {
        let Some(info) = self.colliders.infos.get(key) else { return true };
        match edit {
            ColliderEdit::Sensor(sensor) => info.sensor.is_some() == *sensor,
            ColliderEdit::OneWay(way) => info.one_way == *way,
            ColliderEdit::OneSided(one_sided) => info.one_sided == *one_sided,
            ColliderEdit::Enabled(enabled) => info.enabled == *enabled,
            _ => false,
        }
    }

    /// Writes what an edit says.
    fn write_collider(&mut self, key: ColliderKey, edit: ColliderEdit) -> Result<(), Error> {
        let Colliders { infos, pieces, outlines, .. } = &mut self.colliders;
        let Some(info) = infos.get_mut(key) else { return Err(Error::NoSuchCollider(key)) };
        match edit {
            ColliderEdit::Materials(usual, materials) => {
                info.material = usual;
                for material in materials.iter().chain([&usual]) {
                    outlines.note_restitution(material.restitution);
                }
                self.write_materials(key, usual, &materials);
            }
            ColliderEdit::Weight(weight, masses) => {
                info.weight = weight;
                for (piece, mass) in info.pieces.iter().zip(masses) {
                    Arc::make_mut(&mut pieces[*piece as usize].substance).mass = mass;
                }
            }
            ColliderEdit::Filter(filter) => info.filter = filter,
            ColliderEdit::Sensor(is_sensor) => self.make_sensor(key, is_sensor),
            ColliderEdit::SeesSensors(sees_sensors) => {
                info.sees_sensors = sees_sensors;
                self.sensors.any_see_sensors |= sees_sensors;
            }
            ColliderEdit::OneWay(one_way) => {
                info.one_way = one_way;
                self.refresh_sides(key);
            }
            ColliderEdit::OneSided(one_sided) => {
                info.one_sided = one_sided;
                self.refresh_sides(key);
            }
            ColliderEdit::Shape(piece) => self.replace_pieces(key, piece)?,
            ColliderEdit::Offset(offset) => {
                let change = offset * info.offset.inverse();
                info.offset = offset;
                for piece in &info.pieces {
                    let piece = &mut pieces[*piece as usize];
                    piece.offset = change * piece.offset;
                }
            }
            ColliderEdit::Enabled(enabled) => info.enabled = enabled,
            ColliderEdit::Cell(at, tile) => return self.set_cell(key, at, tile),
            ColliderEdit::HitEvents(hit_events) => info.hit_events = hit_events,
            ColliderEdit::UserData(user_data) => info.user_data = user_data,
        }
        Ok(())
    }

    /// Gives pieces their materials; those of a tile map the usual one, unless their cells have one of their own.
    fn write_materials(&mut self, key: ColliderKey, usual: Material, materials: &[Material]) {
        let pieces = self.colliders.infos.get(key).map(|info| info.pieces.clone());
        for (number, index) in pieces.unwrap_or_default().into_iter().enumerate() {
            let piece = &self.colliders.pieces[index as usize];
            let middle = piece.pose * piece.shape().core().center;
            let own = match self.colliders.part_at(index, middle) {
                ColliderPart::Shape(_) => materials.get(number).copied(),
                ColliderPart::Cell(at) => {
                    let map = self.colliders.infos.get(key).and_then(|info| info.tiles.as_deref());
                    map.and_then(|map| map.get(at).material)
                }
            };
            let piece = &mut self.colliders.pieces[index as usize];
            Arc::make_mut(&mut piece.substance).material = own.unwrap_or(usual);
        }
    }

    /// Tells the pieces of a collider which of its sides hold. What is held by it and what passes it is decided anew.
    fn refresh_sides(&mut self, key: ColliderKey) {
        let Colliders { infos, pieces, outlines, .. } = &mut self.colliders;
        let Some(info) = infos.get(key) else { return };
        if info.tiles.is_some() {
            self.rebuild_blocks(key);
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
        for info in self.contacts.infos.iter_mut().filter(|info| info.colliders.contains(&key)) {
            info.passage = Passage::Undecided;
        }
    }
}
