//! Derived data that an edit makes dirty, and its refresh: at once if calls between two steps ask
//! for it, otherwise by a note for the next step in [`Pending`](crate::store::Pending).

use core::ops::BitOr;

use umbra_geom::{Real, Vector};

use crate::store::{Change, ColliderInfo, Colliders};
use crate::world::proxy_kind;
use crate::{ColliderKey, Error, World};

/// Set of the derived data that an edit makes dirty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dirty(u16);

impl Dirty {
    pub const NOTHING: Self = Self(0);
    /// The rest of all that the edit could set in motion: it wakes before.
    pub const REST: Self = Self(1);
    /// The predicted boxes of the body.
    pub const BOXES: Self = Self(1 << 1);
    /// Contacts of the pieces: the next step builds them anew.
    pub const CONTACTS: Self = Self(1 << 2);
    /// Overlaps of the pieces: they are in another place, or may collide with others now.
    pub const MEETINGS: Self = Self(1 << 3);
    /// Poses of the pieces.
    pub const PLACES: Self = Self(1 << 4);
    /// Proxies of the pieces: their existence, broad phase and kind.
    pub const PROXIES: Self = Self(1 << 5);
    /// Flag that fast motion past the pieces is swept.
    pub const SWEEPS: Self = Self(1 << 6);
    /// The seams around tile maps.
    pub const SEAMS: Self = Self(1 << 7);
    /// The materials of contacts.
    pub const MATERIALS: Self = Self(1 << 8);
    /// Extent of the body.
    pub(crate) const EXTENT: Self = Self(1 << 9);
    /// The mass of the body, its centre, and how far it reaches.
    pub const MASS: Self = Self(1 << 10);
    /// Side of the body in the arrays: awake, asleep or standing.
    pub const SIDE: Self = Self(1 << 11);
    /// Data of the body in the solver's structure.
    pub const STRUCTURE: Self = Self(1 << 12);

    /// True if some of `what` is dirty.
    pub fn has(self, what: Self) -> bool {
        self.0 & what.0 != 0
    }

    /// True if colliders have to be refreshed.
    pub fn concerns_colliders(self) -> bool {
        self.has(Self(!(Self::REST | Self::BOXES | Self::STRUCTURE | Self::MATERIALS).0))
    }

    /// Dirty data of an edit that other bodies feel or not. Edits of a sensor without mass are not
    /// felt.
    pub fn if_felt(self, is_felt: bool) -> Self {
        if is_felt {
            return self;
        }
        let felt = Self::REST | Self::BOXES | Self::MASS;
        let rest = Self(self.0 & !felt.0);
        if self.has(Self::MASS) { rest | Self::EXTENT } else { rest }
    }
}

impl BitOr for Dirty {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl World {
    /// Refreshes what is dirty of a body and of these of its colliders. Returns the new index of
    /// the body.
    ///
    /// # Errors
    /// When there is no room for more proxies.
    pub fn refresh(
        &mut self,
        index: usize,
        colliders: &[ColliderKey],
        dirty: Dirty,
    ) -> Result<usize, Error> {
        if dirty.has(Dirty::SWEEPS) {
            self.refresh_sweeps(index);
        }
        if dirty.has(Dirty::SEAMS) {
            colliders.iter().for_each(|key| self.note_seams_of_map(*key));
        }
        if dirty.has(Dirty::MASS) {
            self.refresh_mass(index);
        }
        let mut result = Ok(());
        if dirty.has(Dirty::PLACES) {
            result = self.move_pieces(index, colliders);
        }
        if dirty.has(Dirty::EXTENT) {
            self.measure_extent(index);
        }
        if dirty.has(Dirty::PROXIES) {
            result = result.and(colliders.iter().try_for_each(|key| self.refresh_proxies(*key)));
        }
        if dirty.has(Dirty::MASS) {
            // The pose of a body is rounded anew with its centre of mass, and all its maps with it.
            let all = self.bodies.infos[index].colliders.clone();
            all.iter().for_each(|key| self.note_map(*key));
        } else if dirty.has(Dirty::PLACES | Dirty::PROXIES | Dirty::CONTACTS) {
            colliders.iter().for_each(|key| self.note_map(*key));
        }
        let meets_others = dirty.has(Dirty::MEETINGS);
        if meets_others || dirty.has(Dirty::CONTACTS) {
            let change = if meets_others { Change::Placed } else { Change::All };
            let Colliders { infos, outlines, .. } = &mut self.colliders;
            for info in colliders.iter().filter_map(|key| infos.get(*key)) {
                info.pieces.iter().for_each(|piece| outlines.note_change(*piece, change));
            }
        }
        self.pending.materials |= dirty.has(Dirty::MATERIALS);
        self.pending.structure |= dirty.has(Dirty::STRUCTURE);
        let index = if dirty.has(Dirty::SIDE) { self.settle_side(index) } else { index };
        if dirty.has(Dirty::BOXES) {
            self.note_redirected(index);
        }
        result.map(|()| index)
    }

    /// Puts pieces where their body and their collider are.
    fn move_pieces(&mut self, index: usize, colliders: &[ColliderKey]) -> Result<(), Error> {
        let Self { bodies, colliders: store, broad, sensors, .. } = self;
        let (state, local_center) = (bodies.states[index], bodies.infos[index].local_center);
        let Colliders { infos, pieces, outlines, .. } = store;
        let mut result = Ok(());
        for info in colliders.iter().filter_map(|key| infos.get(*key)) {
            for (number, &place) in info.pieces.iter().enumerate() {
                let piece = &mut pieces[place as usize];
                piece.place(&state, local_center);
                outlines.update(place, piece);
                let sensor = info.sensor.map(|sensor| &sensors.list[sensor as usize]);
                let of_sensor = sensor.and_then(|sensor| sensor.proxies.get(number));
                let of_sensor = of_sensor.map(|proxy| (&mut sensors.broad, *proxy));
                let there = piece.proxy.map(|proxy| (&mut *broad, proxy)).or(of_sensor);
                if let Some((broad, proxy)) = there {
                    let moved = broad.move_proxy(proxy, piece.shape_aabb(), Vector::zeros());
                    result = result.and(moved.map(drop));
                }
            }
        }
        // Queries and seams ask the trees.
        broad.refresh();
        if !sensors.is_empty() {
            sensors.broad.refresh();
        }
        Ok(result?)
    }

    /// Moves the boxes of a body if its pieces have left them: far from its centre of mass, it is
    /// rounded to a coarse grid.
    pub(crate) fn follow_rounding(&mut self, index: usize) {
        let slack = self.applied.joined_distance();
        let Self { bodies, colliders: store, broad, sensors, .. } = &*self;
        let center = bodies.states[index].center;
        let size = center.coords.amax() + bodies.infos[index].local_center.coords.amax();
        if size * (4.0 * Real::EPSILON) < slack {
            return;
        }
        let has_left = |info: &ColliderInfo| {
            let of_sensor = info.sensor.map(|sensor| &sensors.list[sensor as usize].proxies[..]);
            let mut pieces = info.pieces.iter().enumerate();
            pieces.any(|(number, &place)| {
                let solid = store.pieces[place as usize].proxy;
                let solid = solid.and_then(|proxy| broad.fat_aabb(proxy));
                let of_sensor = of_sensor.and_then(|proxies| proxies.get(number));
                let of_sensor = || of_sensor.and_then(|proxy| sensors.broad.fat_aabb(*proxy));
                let tight = &store.outlines.poses[place as usize].tight;
                solid.or_else(of_sensor).is_some_and(|fat| !fat.grown(slack).contains(tight))
            })
        };
        let keys = &bodies.infos[index].colliders;
        if keys.iter().filter_map(|key| store.infos.get(*key)).any(has_left) {
            let keys = keys.clone();
            // What is refused is too far away to be met.
            let _ = self.move_pieces(index, &keys);
        }
    }

    /// Puts the pieces of a collider into the right broad phase, if any, with their current kind
    /// and filter.
    pub(crate) fn refresh_proxies(&mut self, key: ColliderKey) -> Result<(), Error> {
        let info = self.colliders.info(key)?;
        let body = &self.bodies.infos[self.bodies.index(info.body)?];
        let (kind, filter) = (proxy_kind(body.kind), info.filter);
        let is_there = info.enabled && body.enabled;
        let is_solid = is_there && info.sensor.is_none();
        let sensor = info.sensor.filter(|_| is_there);
        if !is_there {
            self.leave_sensors(key);
        }
        if !is_solid {
            // Or a cell that is filled meanwhile would be solid.
            self.drop_blocks(key, |_| true);
        }
        if sensor.is_none() {
            self.hide_sensor(key);
        }
        self.awake_pieces.forget();
        let pieces = self.colliders.info(key)?.pieces.clone();
        for (number, &index) in pieces.iter().enumerate() {
            if !is_solid {
                self.hide_piece(index);
            }
            let piece = &mut self.colliders.pieces[index as usize];
            let Self { broad, sensors, .. } = self;
            let (broad, proxy) = match sensor {
                Some(sensor) => {
                    let list = &sensors.list[sensor as usize].proxies;
                    (&mut sensors.broad, list.get(number).copied())
                }
                None if is_solid => (broad, piece.proxy),
                None => continue,
            };
            if let Some(proxy) = proxy {
                // The proxy is the piece's own, so the broad phase has it.
                let _ = broad.set_kind(proxy, kind);
                if broad.filter(proxy) != Some(filter) {
                    let _ = broad.set_filter(proxy, filter);
                }
                continue;
            }
            let proxy = broad.add(piece.shape_aabb(), kind, filter, index)?;
            match sensor {
                Some(sensor) => sensors.list[sensor as usize].proxies.push(proxy),
                None => piece.proxy = Some(proxy),
            }
            self.colliders.outlines.note_change(index, Change::Placed);
        }
        Ok(())
    }
}
