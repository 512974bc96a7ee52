//! The pieces of colliders come and go, and give their bodies mass.

use std::sync::Arc;

use umbra_broad::ProxyKind;
use umbra_geom::Point;

use super::dirty::Dirty;
use super::sides::Sides;
use crate::body::MassProperties;
use crate::collider::NewPiece;
use crate::store::{
    Change, ColliderInfo, Colliders, ContactInfo, Few, MassSum, Piece, PieceMaterial, Traits,
    piece_indices,
};
use crate::{BodyKey, BodyKind, ColliderKey, Continuous, Error, World};

/// A collider to be added.
#[derive(Clone, Debug)]
pub struct NewCollider {
    /// All but its body, its pieces, and its place in the list of sensors.
    pub info: ColliderInfo,
    /// True if it becomes a sensor.
    pub is_sensor: bool,
    /// Shapes with their masses.
    pub pieces: Vec<NewPiece>,
}

impl World {
    /// Adds colliders, and sums up the mass of the body once.
    pub fn insert_colliders(
        &mut self,
        body: BodyKey,
        colliders: impl IntoIterator<Item = NewCollider>,
    ) -> Result<Few<ColliderKey>, Error> {
        let mut index = self.bodies.index(body)?;
        let (mut keys, mut any_felt) = (Few::new(), false);
        for NewCollider { info, is_sensor, pieces } in colliders {
            self.check_map_may_lie_on(index, &info)?;
            let permit = self.generation.change();
            // A sensor without mass sets nothing in motion.
            let is_felt = !is_sensor || pieces.iter().any(|piece| piece.mass.mass > 0.0);
            if is_felt && !any_felt {
                index = self.make_room_for_collider(index);
            }
            any_felt |= is_felt;
            let key = self.colliders.infos.write(permit).insert(ColliderInfo { body, ..info });
            self.colliders.slots.write(permit).note(key);
            if is_sensor {
                self.list_sensor(key);
            }
            self.insert_pieces(index, key, pieces);
            self.bodies.infos.write(permit)[index].colliders.push(key);
            keys.push(key);
        }
        let dirty = Dirty::PROXIES | Dirty::MASS | Dirty::BOXES;
        if let Err(error) = self.refresh(index, &keys, dirty.if_felt(any_felt)) {
            for key in keys {
                let _ = self.take_out_collider(key);
            }
            return Err(error);
        }
        Ok(keys)
    }

    pub(crate) fn insert_pieces(&mut self, index: usize, key: ColliderKey, pieces: Vec<NewPiece>) {
        let Some(info) = self.colliders.infos.get(key) else { return };
        let (usual, is_swept) = (info.material, self.is_swept(index));
        let is_sensor = info.sensor.is_some();
        for NewPiece { offset, shape, mass, material } in pieces {
            let Some(info) = self.colliders.infos.get(key) else { return };
            let material = material.unwrap_or(usual);
            let Sides { one_way, one_sided } = Sides::new(info, &offset, &shape);
            let substance = Arc::new(PieceMaterial { shape, material, mass, one_way, one_sided });
            let number = info.pieces.len();
            let mut piece = Piece::new(key, index, offset, substance);
            piece.number = u16::try_from(number).unwrap_or(u16::MAX);
            piece.is_sensor = is_sensor;
            piece.place(&self.bodies.states[index], self.bodies.infos[index].local_center);
            let permit = self.generation.change();
            let piece = self.colliders.insert_piece(permit, piece, is_swept);
            if let Some(info) = self.colliders.infos.write(permit).get_mut(key) {
                info.pieces.push(piece);
            }
        }
    }

    /// True if fast motion past the pieces of a body is swept, whatever moves.
    pub(crate) fn is_swept(&self, index: usize) -> bool {
        let info = &self.bodies.infos[index];
        match self.applied.continuous {
            Continuous::Off => false,
            Continuous::Fixed => info.kind != BodyKind::Dynamic || info.is_bullet,
            Continuous::All => true,
        }
    }

    /// Tells the pieces of a body whether they are swept.
    pub(crate) fn refresh_sweeps(&mut self, index: usize) {
        let is_swept = self.is_swept(index);
        let Colliders { infos, outlines, .. } = &mut self.colliders;
        for piece in piece_indices(infos, &self.bodies.infos[index]) {
            outlines.poses[piece as usize].traits.set(Traits::IS_SWEPT, is_swept);
        }
    }

    /// Gives a collider another shape.
    pub fn replace_pieces(&mut self, key: ColliderKey, piece: NewPiece) -> Result<(), Error> {
        self.exchange_pieces(key, &[], vec![piece])
    }

    /// Gives a collider other shapes, and leaves those of its pieces as they are that stay: listed
    /// in the order of its pieces.
    pub fn exchange_pieces(
        &mut self,
        key: ColliderKey,
        stays: &[u32],
        new: Vec<NewPiece>,
    ) -> Result<(), Error> {
        let body = self.colliders.info(key)?.body;
        if stays.len() + new.len() > 1 {
            self.count_touches(key);
        }
        self.forget_map(key);
        self.hide_sensor(key);
        self.empty_images_of(body);
        let index = self.bodies.index(body)?;
        let going = self.pieces_beside(key, stays);
        self.free_pieces(&going);
        let permit = self.generation.change();
        let Colliders { infos, pieces, .. } = &mut self.colliders;
        if let Some(info) = infos.write(permit).get_mut(key) {
            info.pieces = stays.iter().copied().collect();
            for (piece, number) in info.pieces.iter().zip(0_usize..) {
                pieces[*piece as usize].number = u16::try_from(number).unwrap_or(u16::MAX);
            }
        }
        self.insert_pieces(index, key, new);
        Ok(())
    }

    /// The pieces of a collider but these, which are listed in their order.
    pub fn pieces_beside(&self, key: ColliderKey, stays: &[u32]) -> Few<u32> {
        let mut stays = stays.iter().peekable();
        let all = self.colliders.infos.get(key).map_or(&[][..], |info| &info.pieces[..]);
        all.iter().copied().filter(|piece| stays.next_if_eq(&piece).is_none()).collect()
    }

    /// Takes a piece out of the broad phase. The next step ends its contacts.
    pub(crate) fn hide_piece(&mut self, index: u32) {
        if let Some(proxy) = self.colliders.pieces[index as usize].proxy.take() {
            // The proxy is the piece's own, so the broad phase has it.
            let _ = self.broad.remove(proxy);
            let collider = self.colliders.pieces[index as usize].collider;
            self.contacts.note_lost(proxy, collider);
        }
        self.colliders.outlines.note_change(index, Change::All);
    }

    pub(crate) fn free_pieces(&mut self, pieces: &Few<u32>) {
        let permit = self.generation.change();
        for &index in pieces {
            self.recheck_contacts(index);
            self.hide_piece(index);
            let piece = &mut self.colliders.pieces[index as usize];
            (piece.is_sensor, piece.is_free) = (false, true);
            self.colliders.free.write(permit).push(index);
        }
    }

    /// Removes a collider, and its mass from its body's.
    ///
    /// # Errors
    /// When there is no such collider.
    pub fn take_out_collider(&mut self, key: ColliderKey) -> Result<(), Error> {
        let body = self.colliders.info(key)?.body;
        let is_felt = !self.is_weightless_sensor(key);
        self.disturb_collider(key);
        self.forget_collider(key);
        let index = self.bodies.index(body)?;
        let permit = self.generation.change();
        self.bodies.infos.write(permit)[index].colliders.retain(|collider| *collider != key);
        self.refresh(index, &[], Dirty::MASS.if_felt(is_felt)).map(drop)
    }

    /// The colliders of a contact, also if they were removed since the last step.
    pub fn colliders_of(&self, info: &ContactInfo) -> [ColliderKey; 2] {
        self.contacts.colliders_of(&self.colliders.pieces, info)
    }

    /// The body of a collider that exists or was removed since the last step.
    pub fn body_of(&self, key: ColliderKey) -> BodyKey {
        let there = self.colliders.infos.get(key).map(|info| info.body);
        there.or_else(|| self.pending.removed.get(&key).copied()).unwrap_or_default()
    }

    /// Frees the pieces and proxies of a collider, and its copies. The next step drops its
    /// contacts.
    pub fn forget_collider(&mut self, key: ColliderKey) {
        if let Some(body) = self.colliders.infos.get(key).map(|info| info.body) {
            self.empty_images_of(body);
        }
        self.forget_sensor(key);
        self.forget_map(key);
        let permit = self.generation.change();
        let Colliders { infos, slots, .. } = &mut self.colliders;
        let infos = infos.write(permit);
        let Some(info) = infos.remove(key) else { return };
        self.portals.originals.remove(key);
        slots.write(permit).note_removal(infos, key, ColliderInfo::vacant);
        self.pending.removed.insert(key, info.body);
        self.awake_pieces.forget();
        self.free_pieces(&info.pieces);
    }

    /// Sums up the mass of a body, and places its pieces around the new centre.
    pub fn refresh_mass(&mut self, index: usize) {
        let mut sum = MassSum::default();
        let info = &self.bodies.infos[index];
        if let Some(MassProperties { mass, center, inertia }) = info.mass_properties {
            sum.add(mass, center, inertia);
        } else {
            sum.add(info.additional_mass, Point::origin(), 0.0);
            for key in &info.colliders {
                for piece in self.colliders.pieces_of(*key) {
                    let mass = &piece.substance.mass;
                    sum.add(mass.mass, piece.offset * mass.center, mass.inertia);
                }
            }
        }
        let permit = self.generation.change();
        self.bodies.set_mass(permit, index, &sum);
        self.relist_joints_of(index);
        let state = self.bodies.states[index];
        let local_center = self.bodies.infos[index].local_center;
        let Self { bodies, colliders: Colliders { infos, pieces, outlines, .. }, .. } = self;
        for index in piece_indices(infos, &bodies.infos[index]) {
            let piece = &mut pieces[index as usize];
            piece.place(&state, local_center);
            outlines.follow_center(index, piece);
        }
        self.follow_rounding(index);
        self.measure_extent(index);
        self.pending.structure = true;
    }

    /// Measures the reach of a body from its centre, in its own frame: a loaded body measures
    /// itself anew, at another angle, and has to find the same bits. Sensors count only if there is
    /// nothing else: a wide one would keep its body awake.
    pub(crate) fn measure_extent(&mut self, index: usize) {
        // Of solid pieces, and of sensors.
        let mut extents = [0.0; 2];
        for piece in piece_indices(&self.colliders.infos, &self.bodies.infos[index]) {
            let piece = &self.colliders.pieces[piece as usize];
            let core = piece.shape().core();
            let radius = (piece.local_arm + piece.offset.rotation * core.center.coords).norm()
                + core.outer_radius
                + core.radius;
            let extent = &mut extents[usize::from(piece.is_sensor)];
            *extent = if radius > *extent { radius } else { *extent };
        }
        let [solid, sensors] = extents;
        self.bodies.sleep_timers[index].extent = if solid > 0.0 { solid } else { sensors };
    }
}

/// Kind of a body, as the broad phase names it.
pub fn proxy_kind(kind: BodyKind) -> ProxyKind {
    match kind {
        BodyKind::Fixed => ProxyKind::Static,
        BodyKind::Kinematic => ProxyKind::Kinematic,
        BodyKind::Dynamic => ProxyKind::Dynamic,
    }
}
